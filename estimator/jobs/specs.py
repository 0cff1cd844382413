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
            raise SpecError(places.sort(places.placed(problem) for problem in error.problems)) from None


def open_spec(path: Path) -> Opened:
    """Read and check a spec and all it includes. Raises SpecError with every mistake, UserError for a file problem."""
    if not path.is_file():
        raise UserError(f"{path}: {'not a file; give the spec itself' if path.exists() else 'no such file'}")
    real = path.resolve()
    shown = (real if path.is_symlink() else path).parent  # behind a link lies the folder that includes are read from
    reader = FolderReader(real.parent)
    loaded = load(real.name, reader, "" if shown == Path() else str(shown))
    return Opened(loaded, sha256_of(reader.seen))


def sha256_of(files: Mapping[str, bytes]) -> str:
    """SHA-256 over names and bytes, each with its length before it; the order of reading does not matter."""
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        for part in (name.encode(), data):
            digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()
