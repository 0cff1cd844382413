"""The groups of ranks that were made, and which of them are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from run_plan.backend import Backend

MOST = 16
"""Groups of one process that are kept for later cells: libraries hold buffers for each, HCCL hundreds of megabytes."""


class Groups:
    """Groups by their ranks, those first that were used longest ago. All ranks make and let go in the same order."""

    def __init__(self, library: Backend) -> None:
        self.library = library
        self.made: dict[tuple[tuple[int, ...], int], Any] = {}
        self.held: Counter[int] = Counter()

    def of(self, members: Sequence[int], copy: int) -> Any:
        """A group, made once; ``copy``: a second one of the same ranks does not wait for the first."""
        key = (tuple(members), copy)
        if key in self.made:
            self.made[key] = self.made.pop(key)
        else:
            self.made[key] = self.library.group(members)
            self.held.update(members)
        return self.made[key]

    def tidy(self) -> None:
        """Let the oldest go while a process has more than it may keep."""
        while max(self.held.values(), default=0) > MOST:
            members, copy = next(iter(self.made))
            group = self.made.pop((members, copy))
            self.held.subtract(members)
            if group is not None:
                self.library.release(group)
