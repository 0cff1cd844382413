"""Misspelt keys, put right for the checks that come after: one slip is told once, and what it hides is told too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from estimator.errors import Path, Problem

Meant = Mapping[Path, str]
"""The path of a key as written, and the key that it stands for."""


def key_meant(problem: Problem) -> str:
    """The key that an unknown one stands for; empty where none is near, or several are."""
    near = re.fullmatch(r"did you mean (\S+)\?", problem.hint)
    return near[1] if near else ""


def meant_by(problems: Iterable[Problem], data: Any) -> Meant:
    """What unknown keys stand for, as far as what they stand for is not there too."""
    found: dict[Path, str] = {}
    for problem in problems:
        key, holder = key_meant(problem), _holder(data, problem.path)
        if key and isinstance(holder, dict) and key not in holder and problem.path[-1] in holder:
            taken = {(*path[:-1], name) for path, name in found.items()}
            if (*problem.path[:-1], key) not in taken:
                found[problem.path] = key
    return found


def put_right(data: Any, meant: Meant, path: Path = ()) -> Any:
    """The data with each such key under its right name, in its place; what holds none of them is not copied."""
    if not any(written[: len(path)] == path for written in meant):
        return data
    if isinstance(data, dict):
        return {meant.get((*path, key), key): put_right(item, meant, (*path, key)) for key, item in data.items()}
    if isinstance(data, list):
        return [put_right(item, meant, (*path, index)) for index, item in enumerate(data)]
    return data


def as_written(path: Path, meant: Meant) -> Path:
    """A path of the data put right, in the words of the file."""
    for written, key in meant.items():
        end = len(written)
        if path[: end - 1] == written[:-1] and path[end - 1 : end] == (key,):
            path = (*written, *path[end:])
    return path


def _holder(data: Any, path: Path) -> Any:
    for step in path[:-1]:
        data = data.get(step) if isinstance(data, dict) else data[step] if _has(data, step) else None
    return data


def _has(data: Any, step: object) -> bool:
    return isinstance(data, list) and isinstance(step, int) and step < len(data)
