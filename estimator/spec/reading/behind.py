"""What a mistake hides or is made of: keys of a requirement behind its wrong kind, full-width signs in a value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from estimator.errors import Path, Problem
from estimator.phrase import phrase
from estimator.spec.reading.slips import FULL_WIDTH
from estimator.spec.requirements.kinds import KIND_NAMES
from estimator.spec.values.quantity import said

_ONE = re.compile(r"(?:did you mean|write) (\w+)\??")
_QUOTES, _ENDS = "“”‘’「」『』", "；！。"
_MENDED = {ord(wide): plain for wide, plain in FULL_WIDTH.items()} | {0xFF05: "%", 0xFF0E: "."}
_PLAIN = _MENDED | dict.fromkeys(map(ord, _QUOTES + _ENDS)) | {0xFF10 + digit: str(digit) for digit in range(10)}
_WIDE = re.compile(f"[{''.join(FULL_WIDTH)}{_QUOTES}{_ENDS}％．（）０-９]")
_IN_BRACKETS = re.compile("^ *（(.*)） *$")
_REMARK = re.compile("(?<=.)[（＃].*$")
"""What stands behind a value in brackets, or as a comment."""


def kinds_meant(problems: Iterable[Problem]) -> dict[str, str]:
    """The one kind that a requirement's wrong one can mean, by id."""
    found = {}
    for problem in problems:
        one = _ONE.fullmatch(problem.hint)
        if len(problem.path) == 3 and problem.path[::2] == ("requirements", "kind") and one and one[1] in KIND_NAMES:
            found[str(problem.path[1])] = one[1]
    return found


def with_kinds(data: Mapping[str, Any], kinds: Mapping[str, str]) -> dict[str, Any]:
    """The data with the requirements of these kinds."""
    requirements = dict(data["requirements"])
    for name, kind in kinds.items():
        requirements[name] = {**requirements[name], "kind": kind}
    return {**data, "requirements": requirements}


def as_typed(problem: Problem, data: Any) -> Problem:
    """The problem; of a value with full-width signs of a Chinese input method that they are the slip."""
    found = _at(data, problem.path)
    texts = [one for one in (found if isinstance(found, list) else [found]) if isinstance(one, str)]
    value = next((one for one in texts if _WIDE.search(one)), None)
    sign = _WIDE.search(value) if value is not None else None
    if sign is None:
        return problem
    plain = ", ".join(map(_plain, texts))
    what = phrase("{value} has the full-width {sign} of a Chinese input method", value=said(value), sign=sign[0])
    return replace(
        problem, message=what, hint=phrase("write {value}", value=f"[{plain}]" if found is not value else plain)
    )


def _plain(text: str) -> str:
    """The value as it was meant: without brackets around one, a list of several, no remark behind, its signs plain."""
    inside = _IN_BRACKETS.fullmatch(text)
    bare = _REMARK.sub("", inside[1] if inside else text)
    plain = " ".join(bare.translate(_PLAIN).split())
    return f"[{plain}]" if inside and "," in plain else plain


def _at(data: Any, path: Path) -> Any:
    for step in path:
        known = step in data if isinstance(data, dict) else isinstance(data, list) and isinstance(step, int)
        try:
            data = data[step] if known else None
        except IndexError:
            return None
    return data
