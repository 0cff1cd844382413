"""The steps that a profiler marked."""

from __future__ import annotations

import re
from bisect import bisect_right

_STEP = re.compile(r"ProfilerStep\s?#(\d{1,18})")


class ProfiledSteps:
    """Spans of the host's own clock [ns] with the label of each step: ``ProfilerStep#4`` is step "4"."""

    def __init__(self) -> None:
        self._spans: dict[tuple[int, int], str] = {}
        self._sorted: list[tuple[int, int, str]] | None = None

    def take(self, name: str, start: int, lasted: float) -> bool:
        """Keep the step that a host event named ``name`` marks; False where it marks none. ``lasted`` [us]."""
        match = _STEP.fullmatch(name)
        if match is None:
            return False
        self._spans[start, start + round(lasted * 1000)] = match.group(1)
        self._sorted = None
        return True

    def at(self, moment: int) -> str:
        """The label of the step that runs at a moment, "" outside of all."""
        spans = self._in_order()
        at = bisect_right(spans, moment, key=lambda span: span[0]) - 1
        return spans[at][2] if at >= 0 and moment <= spans[at][1] else ""

    @property
    def labels(self) -> tuple[str, ...]:
        """All labels, in order of time, each once."""
        return tuple(dict.fromkeys(label for _, _, label in self._in_order()))

    def _in_order(self) -> list[tuple[int, int, str]]:
        if self._sorted is None:
            self._sorted = sorted((start, end, label) for (start, end), label in self._spans.items())
        return self._sorted
