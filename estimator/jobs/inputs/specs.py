"""Opens a spec file: confined reader, loader, digest of the sources."""

import hashlib
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from estimator.errors import SpecError, UserError
from estimator.history.fingerprint import BINDING
from estimator.history.release import Release, content, is_release, read_release, with_limits
from estimator.jobs.inputs.files import SIZE_LIMIT, FolderReader, MemoryReader, SpecFiles
from estimator.jobs.inputs.looks import check_look, look_of
from estimator.phrase import phrase
from estimator.spec.document import Spec
from estimator.spec.load import Loaded, load
from estimator.spec.reading.alter import UNALTERED, Alteration, PartFile
from estimator.spec.values.base import NAME_PATTERN

if TYPE_CHECKING:
    from estimator.report.looks.look import Look

PIPED = "-"
"""In place of a file: the spec comes through standard input, and what it includes lies in the working folder."""
Reads = Callable[[Path], FolderReader]
RELEASES = "releases"
"""The folder of the releases, beside the spec."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A spec in order, with what was read for it. ``sources_sha256``: over the names and bytes of all its ``files``.

    ``name``: its own among them. ``release``: the file of its version, where there is one; ``as_released``: it says
    what was released, so that the released limits hold. ``previous``: the release of the version that the document
    calls its previous one, where there is a file of it.
    """

    loaded: Loaded
    sources_sha256: str
    name: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    release: Release | None = None
    as_released: bool = False
    previous: Release | None = None

    @property
    def spec(self) -> Spec:
        """What the user wrote; of a released version with the released limits as the frozen ones."""
        return self.loaded.spec

    @property
    def look(self) -> "Look | None":
        """What the document has of its own in place of our templates, styles, logo and wording."""
        folder = self.loaded.locations.name.removesuffix(self.name).rstrip("/")
        return look_of(self.spec, folder, self.files)

    @contextmanager
    def located(self) -> Iterator[None]:
        """Within, the problems of a SpecError get their file, line and column."""
        try:
            yield
        except SpecError as error:
            places = self.loaded.locations
            raise SpecError(places.sort(error.problems)) from None


def open_spec(
    path: Path, alteration: Alteration = UNALTERED, reads: Reads = FolderReader, before: Spec | None = None
) -> Opened:
    """Read and check a spec and all it includes, or the file of a release.

    Raises SpecError with every mistake, UserError for a file problem. ``alteration``: what is put in place of what the
    files say; the digest is of the files alone. ``reads`` makes what reads from the spec's folder; ``before``: a
    spec whose parts are used again where they are as they were.
    """
    reader, name, folder = _reader(path, "give the spec itself", reads)
    if name.endswith(".json") and is_release(first := reader.peek(name) or b""):
        return open_release(read_release(first, str(path)), alteration)
    return open_from(reader, name, folder, alteration, before)


def open_from(
    reader: SpecFiles, name: str, folder: str, alteration: Alteration = UNALTERED, before: Spec | None = None
) -> Opened:
    """The same through a reader, whose ``releases`` are looked through for the spec's version."""
    loaded = load(name, reader, folder, alteration, before, check_look)
    files = dict(reader.seen)
    document = loaded.spec.document
    previous = _beside(reader, document.id, document.previous)
    found = Opened(loaded, sha256_of(files), name, files, previous=previous)
    release = _beside(reader, document.id, document.version) if alteration is UNALTERED else None
    return found if release is None else _going_by(found, release)


def _beside(reader: SpecFiles, identity: str, version: str | None) -> Release | None:
    """The release of a version beside the spec; None where there is none."""
    if version is None or re.fullmatch(NAME_PATTERN, version) is None:
        return None
    beside = release_beside(identity, version)
    data = reader.peek(beside)
    return None if data is None else read_release(data, beside)


def _going_by(found: Opened, release: Release) -> Opened:
    """A spec whose version is released: with the released limits where it says what was released."""
    spec = found.spec
    if spec.document.status not in BINDING or not _says(found, release):
        return replace(found, release=release)
    loaded = replace(found.loaded, spec=with_limits(spec, release.limits))
    return replace(found, loaded=loaded, release=release, as_released=True, previous=release.previous)


def _says(found: Opened, release: Release) -> bool:
    return release.contents == found.files or content(found.spec) == content(open_release(release).spec)


def open_release(release: Release, alteration: Alteration = UNALTERED) -> Opened:
    """The spec that a release holds, with its limits."""
    reader = MemoryReader(release.contents)
    loaded = load(release.name, reader, "", alteration, check_look=check_look)
    loaded = replace(loaded, spec=with_limits(loaded.spec, release.limits))
    return Opened(loaded, sha256_of(reader.seen), release.name, dict(reader.seen), release, True, release.previous)


def release_beside(identity: str, version: str) -> str:
    """The file of a release, relative to the folder of the spec."""
    return f"{RELEASES}/{identity}-{version}.json"


def part_file(path: Path) -> PartFile:
    """A file that takes the place of one section of a spec; it reads its includes from its own folder."""
    reader, name, folder = _reader(path, "give the file of the platform")
    return PartFile(name, reader, folder)


def _reader(path: Path, hint: str, reads: Reads = FolderReader) -> tuple[FolderReader, str, str]:
    """The reader of a file's folder, the file's name in it, and the folder as it is shown; ``-``: what is piped in."""
    if str(path) == PIPED:
        data = sys.stdin.buffer.read(SIZE_LIMIT + 1)
        if len(data) > SIZE_LIMIT:
            raise UserError(
                phrase("standard input: more than {most} MiB; split it with !include", most=SIZE_LIMIT // 2**20)
            )
        return FolderReader(Path.cwd(), {PIPED: data}), PIPED, ""
    if not path.is_file():
        why = phrase("not a file; {hint}", hint=hint) if path.exists() else "no such file"
        raise UserError(phrase("{name}: {why}", name=path, why=why))
    real = path.resolve()
    shown = (real if path.is_symlink() else path).parent  # behind a link lies the folder that includes are read from
    return reads(real.parent), real.name, "" if shown == Path() else str(shown)


def sha256_of(files: Mapping[str, bytes]) -> str:
    """SHA-256 over names and bytes, each with its length before it; the order of reading does not matter."""
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        for part in (name.encode("utf-8", "surrogateescape"), data):  # a name may be any bytes
            digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()
