"""A .reqifz: the archive in which programs for requirements hand on a ReqIF with the files that it names."""

import hashlib
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from estimator.errors import UserError
from estimator.jobs.inputs.book_parts import BROKEN
from estimator.jobs.inputs.files import SIZE_LIMIT
from estimator.jobs.outputs.drafts import reason
from estimator.jobs.outputs.kept import remember_read
from estimator.phrase import phrase

REQIF = ".reqif"
MOST_PARTS = 2000
WRITTEN = (2000, 1, 1, 0, 0, 0)
"""The same content gives the same bytes, on every day."""


class ReqifArchive(NamedTuple):
    """The ReqIF of an archive with its name, and the other files by theirs; all in memory, nothing is unpacked."""

    name: str
    reqif: bytes
    files: Mapping[str, bytes]

    @property
    def digests(self) -> dict[str, str]:
        """SHA-256 of each file."""
        return {name: hashlib.sha256(data).hexdigest() for name, data in self.files.items()}


def read_archive(path: Path) -> ReqifArchive:
    """What an archive holds. UserError where it is none, too large, or does not hold exactly one ReqIF."""
    remember_read(path)
    try:
        with zipfile.ZipFile(path) as parts:
            held = [one for one in parts.infolist() if not one.is_dir()]
            if len(held) > MOST_PARTS or sum(one.file_size for one in held) > SIZE_LIMIT:
                raise UserError(phrase("{path}: too large once unpacked", path=path))
            files = {_inside(path, one.filename): parts.read(one) for one in held}
    except OSError as error:
        raise UserError(phrase("{path}: cannot read: {error}", path=path, error=reason(error))) from None
    except BROKEN as error:
        raise UserError(
            phrase("{path}: is no archive of ReqIF; give a .reqifz, or the .reqif itself", path=path)
        ) from error
    if len(files) < len(held):
        raise UserError(phrase("{path}: two of its files have the same name", path=path))
    texts = [name for name in files if name.lower().endswith(REQIF)]
    if len(texts) != 1:
        what = phrase("{path}: holds {count} files of ReqIF; give an archive with one", path=path, count=len(texts))
        raise UserError(what)
    return ReqifArchive(texts[0], files.pop(texts[0]), files)


def _inside(path: Path, name: str) -> str:
    """The name of a file as others name it; UserError where it leads out of the archive."""
    plain = PurePosixPath(name.replace("\\", "/"))
    if plain.is_absolute() or ".." in plain.parts or ":" in plain.parts[0]:
        raise UserError(phrase("{path}: {name} leads out of the archive", path=path, name=repr(name)))
    return str(plain)


def archived(name: str, reqif: bytes, files: Mapping[str, bytes]) -> bytes:
    """The archive of a ReqIF and of the files that it names."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as parts:
        for one, data in ((name, reqif), *files.items()):
            parts.writestr(zipfile.ZipInfo(one, WRITTEN), data, zipfile.ZIP_DEFLATED)
    return stream.getvalue()
