"""The look of a spec's document: looked through when the spec is opened, and handed to the pages."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from estimator.errors import Problem
from estimator.jobs.assets import template_texts
from estimator.spec.document import Spec

if TYPE_CHECKING:
    from estimator.report.looks.look import Look


def check_look(folder: str, files: Mapping[str, bytes]) -> tuple[Problem, ...]:
    """What is wrong with the files of a look, by their paths in its folder."""
    return _read(folder, tuple(sorted(files.items())))[1]


def look_of(spec: Spec, folder: str, files: Mapping[str, bytes]) -> Look | None:
    """The look that a spec in order names, from the files that were read for it; None where it names none.

    ``folder``: the spec's own, as messages show it.
    """
    if spec.document.look is None:
        return None
    name = posixpath.normpath(spec.document.look.folder)
    inside = {one.removeprefix(f"{name}/"): data for one, data in files.items() if one.startswith(f"{name}/")}
    return _read(f"{folder}/{name}" if folder else name, tuple(sorted(inside.items())))[0]


@lru_cache(maxsize=4)
def _read(folder: str, files: tuple[tuple[str, bytes], ...]) -> tuple[Look, tuple[Problem, ...]]:
    """What is looked through once is handed to the pages."""
    from estimator.report.looks.reading import read_look

    return read_look(folder, dict(files), template_texts())
