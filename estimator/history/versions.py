"""Which step of the version number a change asks for: major, minor, patch."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

from estimator.history.direction import Direction

Step = Literal["none", "patch", "minor", "major"]
STEPS: tuple[Step, ...] = ("none", "patch", "minor", "major")
ASKS: dict[Direction, Step] = {
    "tighter": "major",
    "both": "major",
    "looser": "minor",
    "test": "minor",
    "editorial": "patch",
}
_NUMBER = re.compile(r"v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(?:[-+.].*)?")


class Suggested(NamedTuple):
    """The step that the changes ask for and the next version by it; the step that the documents declare.

    ``next``: "" where the old version is no number. ``declared`` None where the version stayed or cannot be compared.
    """

    step: Step
    next: str
    declared: Step | None

    @property
    def too_small(self) -> bool:
        """Whether the declared step is smaller than the changes ask for."""
        return self.declared is not None and STEPS.index(self.declared) < STEPS.index(self.step)


def asked(directions: Iterable[Direction], *, added: bool, removed: bool, moved: bool) -> Step:
    """The largest step that a change asks for.

    Major: a result that passed may now fail, or a requirement is new. Minor: less is asked, or the test is another.
    Patch: words, or estimates that move no limit.
    """
    steps = [ASKS[direction] for direction in directions]
    also: tuple[tuple[bool, Step], ...] = ((added, "major"), (removed, "minor"), (moved, "patch"))
    return max([*steps, *(step for holds, step in also if holds)], key=STEPS.index, default="none")


def suggested(step: Step, before: str, after: str, *, released: bool = False) -> Suggested:
    """The next version after ``before``, and what ``after`` declares; below 1.0 a major change is a minor step.

    1.2.0 and a limit that got tighter: 2.0.0. 0.3.1 and the same: 0.4.0. ``released``: the old number is taken, so that
    it declares no step where it stays.
    """
    old, new = _parts(before), _parts(after)
    if old is None:
        return Suggested(step, "", None)
    if old[0] == 0:
        step = {"major": "minor", "minor": "patch"}.get(step, step)  # type: ignore[assignment]
    following = ".".join(map(str, _next(old, step)[: max(len_of(before), 2 + (step == "patch"))]))
    if new is None or after == before:
        return Suggested(step, following, "none" if after == before and released else None)
    return Suggested(step, following, _declared(old, new))


def _parts(version: str) -> tuple[int, int, int] | None:
    found = _NUMBER.fullmatch(version.strip())
    if found is None:
        return None
    numbers = [int(part or 0) for part in found.groups()]
    return numbers[0], numbers[1], numbers[2]


def len_of(version: str) -> int:
    """How many numbers a version is written with."""
    found = _NUMBER.fullmatch(version.strip())
    return sum(part is not None for part in found.groups()) if found else 0


def _next(old: tuple[int, int, int], step: Step) -> tuple[int, int, int]:
    major, minor, patch = old
    if step == "major":
        return major + 1, 0, 0
    if step == "minor":
        return major, minor + 1, 0
    return (major, minor, patch + 1) if step == "patch" else old


def _declared(old: tuple[int, int, int], new: tuple[int, int, int]) -> Step:
    """The place of the first number that rose; a version that went back declares nothing."""
    for step, one, other in zip(("major", "minor", "patch"), old, new, strict=True):
        if other != one:
            return step if other > one else "none"  # type: ignore[return-value]
    return "none"
