"""What cannot be about the boundaries of a machine: units that lie across those of a level."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.errors import Problem
from estimator.phrase import phrase
from estimator.spec.machine.platform import Platform
from estimator.units import Counted


def cuts(platform: Platform) -> Iterator[Problem]:
    """Units that hold no whole units of a level and are no part of one either."""
    machine = platform.machine
    for name, cut in platform.cuts.items():
        held = cut.boundary.unit_ranks(machine.node_ranks)
        # The last level is the machine itself: its last unit may be smaller.
        for level, ranks in zip(machine.names[:-1], machine.ranks[:-1], strict=True):
            if held % ranks and ranks % held:
                what = phrase(
                    "units of {ranks:rank} lie across the borders of {level}, of {held}",
                    ranks=Counted(held),
                    level=level,
                    held=ranks,
                )
                hint = phrase(
                    "write a divisor or a multiple of {ranks:rank}, or {level}", ranks=Counted(ranks), level=level
                )
                yield Problem(("platform", "cuts", name, "boundary"), what, hint)
                break
