"""What a requirement can be answered with: the cell that an offered value is of, its unit, and how far it reaches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from estimator.estimate.result import Interval
from estimator.history.fingerprint import requirement_fingerprints
from estimator.phrase import phrase, word
from estimator.require.criterion import Criterion, Expanded
from estimator.require.metrics import KIND_OF_UNIT
from estimator.spec.document import Spec
from estimator.units import EXAMPLES, Kind


@dataclass(frozen=True, slots=True)
class AskedRequirement:
    """One requirement as it is put to a vendor.

    ``cell``: the one that an offered value is of unless the answer names another; None where nothing is measured.
    ``fingerprint``: of the text that is answered; ``also``: those of released versions that ask for the same.
    """

    id: str
    fingerprint: str
    cell: Criterion | None
    expanded: Expanded
    also: frozenset[str] = frozenset()

    def answered_by(self, fingerprint: str) -> bool:
        """Whether an answer to the text of a fingerprint is one to this."""
        return fingerprint == self.fingerprint or fingerprint in self.also

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its cells."""
        stated = tuple(cell.key for cell in self.expanded.stated)
        return stated + tuple(key for block in self.expanded.blocks for key in block.cell_keys())

    def at(self, key: str) -> Criterion | None:
        """The cell of a key; the main one for "", None where it has no such cell."""
        if not key or (self.cell is not None and key == self.cell.key):
            return self.cell
        for block in self.expanded.blocks:
            keys = block.cell_keys()
            if key in keys:
                return block.criterion(keys.index(key))
        return next((cell for cell in self.expanded.stated if cell.key == key), None)


def asked(
    spec: Spec, expanded: Mapping[str, Expanded], released: Mapping[str, tuple[str, str]] | None = None
) -> dict[str, AskedRequirement]:
    """Every requirement of a spec as it is put to a vendor, by id.

    ``released``: of each requirement of the version before, its fingerprint there and what it would be as a draft.
    """
    prints, before = requirement_fingerprints(spec, expanded), released or {}
    also = {name: frozenset([was]) for name, (was, as_draft) in before.items() if prints.get(name) == as_draft}
    return {
        name: AskedRequirement(name, prints[name], one.main, one, also.get(name, frozenset()))
        for name, one in expanded.items()
    }


def kind_of(cell: Criterion | None) -> Kind | None:
    """The kind of quantity that an offered value of a cell is; None where no number is asked for.

    A count, such as repeats that differ, is a plain number: a ratio without a unit.
    """
    if cell is None or cell.comparator == "stated":
        return None
    return KIND_OF_UNIT.get(cell.unit, "ratio")


def example_of(cell: Criterion | None) -> str:
    """What an offered value looks like: "a time, such as 5 us"; "" where no number is asked for."""
    kind = kind_of(cell)
    if kind is None or cell is None:
        return ""
    if cell.unit in ("factor", "none"):
        return phrase("a plain number, such as 1.2")
    return phrase("a {kind}, such as {example}", kind=word(kind), example=EXAMPLES[kind])


def within(cell: Criterion, value: float) -> bool | None:
    """Whether a value [SI] passes the limit of a cell, tolerance included; None where it has none."""
    if cell.effective is None:
        return None
    return value <= cell.effective if cell.comparator == "at_most" else value >= cell.effective


def on_scale(expected: Interval | None, value: float, rising: bool) -> str:
    """Where a value lies on an estimate: ``inside`` it, ``doubtful`` or ``no_gain``; "" without an estimate.

    ``doubtful``: better than the optimistic end; ``no_gain``: worse than the conservative one. ``rising``: a larger
    value is the worse one, as with a time; with a rate the ends change places.
    """
    if expected is None:
        return ""
    better, worse = sorted(expected) if rising else sorted(expected, reverse=True)
    if value < better if rising else value > better:
        return "doubtful"
    return "no_gain" if (value > worse if rising else value < worse) else "inside"
