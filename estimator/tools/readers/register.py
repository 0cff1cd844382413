"""Numbers the tables of one source, and counts those that are alike in everything."""

from __future__ import annotations

from dataclasses import replace

from estimator.tools.records import Table

MOST_KEPT = 4096


class Register:
    """Hands out numbers from 1 on."""

    def __init__(self) -> None:
        self.last = 0
        self.alike: dict[Table, int] = {}

    def entered(self, table: Table) -> Table:
        """The table with its number, and as which repeat of tables like it it comes: 1 for the first."""
        self.last += 1
        key = replace(table, number=0, line=0, notes=(), units="", repeat=1)
        repeat = self.alike.get(key, 0) + 1
        if repeat > 1 or len(self.alike) < MOST_KEPT:
            self.alike[key] = repeat
        return replace(table, number=self.last, repeat=repeat)
