"""Numbers the tables of one source, and counts those that are alike in everything."""

from __future__ import annotations

from dataclasses import replace

from estimator.tools.records import Table

MOST_KEPT = 4096


class Register:
    """Hands out numbers from 1 on."""

    def __init__(self) -> None:
        self.last = 0
        self.alike: dict[Table, tuple[int, str]] = {}
        """How often a table came, and the caption of the first."""

    def entered(self, table: Table, caption: str = "") -> Table:
        """The table with its number, and as which repeat of tables like it it comes: 1 for the first.

        ``caption``: the sentence before it. Under another one than the first of its kind a table is no repeat, and
        the caption is its label; else it stays out of the label, since a sentence often names only the ranks.
        """
        key = replace(table, number=0, line=0, notes=(), units="", repeat=1)
        count, first = self.alike.get(key, (0, caption))
        if caption and caption != first:
            return self.entered(replace(table, label=", ".join(filter(None, (table.label, caption)))))
        self.last += 1
        if count or len(self.alike) < MOST_KEPT:
            self.alike[key] = (count + 1, first)
        return replace(table, number=self.last, repeat=count + 1)
