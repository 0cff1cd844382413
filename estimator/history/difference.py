"""The difference of two versions of a spec: requirements, estimates, whether the set closes, what to approve."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from estimator.estimate.result import Interval
from estimator.history.direction import Changed, changed
from estimator.history.estimates import Estimates, estimates
from estimator.history.inputs import Input, Replaced, inputs, replaced
from estimator.history.loosened import Derivations, Loosened
from estimator.history.plain import plain
from estimator.history.state import State
from estimator.history.versions import Suggested, asked, suggested
from estimator.history.wording import reworded
from estimator.require.closure import Closes
from estimator.spec.document import Document

STATE = frozenset({"version", "status", "date", "history", "previous"})
"""Fields of the document that say which version it is, and nothing else."""


@dataclass(frozen=True, slots=True)
class ChangedRequirement:
    """One requirement that changed. ``loosened``: its limits follow the estimate or the budget, and moved with it."""

    changed: Changed
    loosened: Loosened | None


class Closing(NamedTuple):
    """Whether the set closed before and closes now; what a step may expose and what musts just met leave [s].

    ``musts_met``: (even load, full skew) before and after. ``margin``: allowed less the latter; None without a budget.
    """

    before: Closes | None
    after: Closes | None
    allowed: tuple[float | None, float | None]
    musts_met: tuple[tuple[float, float], tuple[float, float]]

    @property
    def margin(self) -> tuple[float | None, float | None]:
        """What is left of the budget before and after [s]; below 0: what is missing."""
        left = [None if allowed is None else allowed - met[1] for allowed, met in zip(*self[2:], strict=True)]
        return left[0], left[1]


@dataclass(frozen=True, slots=True)
class Difference:
    """Everything that differs between two versions. ``document``: fields of the document that say something else.

    ``words``: places outside document and requirements that say something else with no effect on a number.
    """

    before: State
    after: State
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: Mapping[str, ChangedRequirement]
    estimates: Estimates
    total: tuple[Interval, Interval]
    closing: Closing
    inputs: tuple[Input, ...]
    replaced: tuple[Replaced, ...]
    document: tuple[str, ...]
    words: tuple[str, ...]
    version: Suggested

    @property
    def to_approve(self) -> tuple[str, ...]:
        """Requirements whose limits nobody loosened by hand."""
        return tuple(name for name, one in self.changed.items() if one.loosened and one.loosened.needs_approval)

    @property
    def empty(self) -> bool:
        """Whether nothing differs that means anything."""
        moved = self.estimates.moved or self.estimates.added or self.estimates.removed or self.estimates.exposed
        requirements = self.added or self.removed or self.changed
        return not (requirements or moved or self.inputs or self.replaced or self.document or self.words)


def difference(before: State, after: State) -> Difference:
    """Compare two versions by what they mean: the order, comments and units of their text count for nothing."""
    old, new = before.spec.requirements, after.spec.requirements
    found = inputs((before.spec, before.data), (after.spec, after.data))
    why = Derivations(before, after, found)
    changes = {name: one for name in new if name in old and (one := _change(before, after, name, why))}
    added = tuple(name for name in new if name not in old)
    removed = tuple(name for name in old if name not in new)
    moved = estimates(before, after, found)
    document = _document(before.spec.document, after.spec.document)
    words = reworded(before.spec, after.spec, found)
    step = asked(
        [one.changed.direction for one in changes.values()],
        added=bool(added),
        removed=bool(removed),
        moved=bool(moved.moved or moved.added or moved.removed or moved.exposed or found or document or words),
    )
    versions = before.spec.document.version, after.spec.document.version
    return Difference(
        before=before,
        after=after,
        added=added,
        removed=removed,
        changed=changes,
        estimates=moved,
        total=(before.table.total, after.table.total),
        closing=_closing(before, after),
        inputs=found,
        replaced=replaced(before.spec, after.spec),
        document=document,
        words=words,
        version=suggested(step, *versions, released=before.spec.document.status == "released"),
    )


def _change(before: State, after: State, name: str, why: Derivations) -> ChangedRequirement | None:
    if before.expanded[name] is after.expanded[name]:
        return None
    found = changed(before.meaning(name), after.meaning(name))
    if found is None:
        return None
    return ChangedRequirement(found, why.of(name, found))


def _closing(before: State, after: State) -> Closing:
    one, other = before.closure, after.closure
    allowed = (one.allotment.allowed_s, other.allotment.allowed_s)
    return Closing(one.closes, other.closes, allowed, (one.musts_met, other.musts_met))


def _document(before: Document, after: Document) -> tuple[str, ...]:
    one, other = _said(before), _said(after)
    return tuple(name for name in dict.fromkeys([*one, *other]) if one.get(name) != other.get(name))


def _said(document: Document) -> dict[str, Any]:
    return {name: value for name, value in plain(document).items() if name not in STATE}
