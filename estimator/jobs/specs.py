"""Opens a spec file: confined reader, loader, digest of the sources."""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from estimator.errors import SpecError, UserError
from estimator.jobs.files import FolderReader
from estimator.spec.document import Spec
from estimator.spec.load import Loaded, load
from estimator.spec.reading.alter import UNALTERED, Alteration, PartFile


@dataclass(frozen=True, slots=True)
class Opened:
    """A spec in order, with what was read for it. ``sources_sha256``: over the names and bytes of all its files."""

    loaded: Loaded
    sources_sha256: str

    @property
    def spec(self) -> Spec:
        """What the user wrote."""
        return self.loaded.spec

    @contextmanager
    def located(self) -> Iterator[None]:
        """Within, the problems of a SpecError get their file, line and column."""
        try:
            yield
        except SpecError as error:
            places = self.loaded.locations
            raise SpecError(places.sort(error.problems)) from None


def open_spec(path: Path, alteration: Alteration = UNALTERED) -> Opened:
    """Read and check a spec and all it includes. Raises SpecError with every mistake, UserError for a file problem.

    ``alteration``: what is put in place of what the files say; the digest is of the files alone.
    """
    reader, name, folder = _reader(path, "give the spec itself")
    loaded = load(name, reader, folder, alteration)
    return Opened(loaded, sha256_of(reader.seen))


def part_file(path: Path) -> PartFile:
    """A file that takes the place of one section of a spec; it reads its includes from its own folder."""
    reader, name, folder = _reader(path, "give the file of the platform")
    return PartFile(name, reader, folder)


def _reader(path: Path, hint: str) -> tuple[FolderReader, str, str]:
    """The reader of a file's folder, the file's name in it, and the folder as it is shown."""
    if not path.is_file():
        raise UserError(f"{path}: {f'not a file; {hint}' if path.exists() else 'no such file'}")
    real = path.resolve()
    shown = (real if path.is_symlink() else path).parent  # behind a link lies the folder that includes are read from
    return FolderReader(real.parent), real.name, "" if shown == Path() else str(shown)


def sha256_of(files: Mapping[str, bytes]) -> str:
    """SHA-256 over names and bytes, each with its length before it; the order of reading does not matter."""
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        for part in (name.encode("utf-8", "surrogateescape"), data):  # a name may be any bytes
            digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()
