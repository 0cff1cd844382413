"""What to write in place of the name of a file that is not there: one of those that are."""

from __future__ import annotations

import posixpath

from estimator.errors import NoFileError, UserError
from estimator.phrase import phrase
from estimator.spec.reading.suggest import FEW, suggestion


def instead(error: UserError, written: str, base: str = "", reading: str = "") -> str:
    """The nearest file of the same ending in the folder, as a file in ``base`` would name it; else what was said.

    ``reading``: the file that is being read, which cannot be meant.
    """
    beside = [name for name in error.beside if name != reading] if isinstance(error, NoFileError) else []
    alike = [name for name in beside if _ending(name) == _ending(written)] or beside
    names = [posixpath.relpath(name, base or ".") for name in alike]
    same = [name for name in names if posixpath.basename(name).lower() == posixpath.basename(written).lower()]
    if same:
        return phrase("did you mean {near}?", near=same[0])
    stems = {posixpath.splitext(name)[0]: name for name in names}  # an ending makes any two names alike
    hint = suggestion(posixpath.splitext(written)[0], stems, FEW)
    for stem in sorted(stems, key=len, reverse=True) if hint.startswith("did you mean") else ():
        if hint == f"did you mean {stem}?":
            return phrase("did you mean {near}?", near=stems[stem])
    return suggestion("", names, FEW) or str(error)


def _ending(name: str) -> str:
    return posixpath.splitext(name)[1]
