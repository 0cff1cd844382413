"""Transfer slower than the spec says: which runs show it, and what sets them apart from those that do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from estimator.judge.diagnosis.runs.view import View


class Slow(NamedTuple):
    """The runs whose transfer is off, those whose is in order; the factors of pairs of ranks, inside and across.

    A factor is None where no such run tells it: ``pair`` of two ranks alone, ``inside`` of groups in one node,
    ``across`` of groups over nodes, each the median.
    """

    off: tuple[View, ...]
    fine: tuple[View, ...]
    pair: float | None
    inside: float | None
    across: float | None


def slow_transfer(views: Sequence[View]) -> Slow:
    """The runs of a spec's promises sorted by their transfer."""
    known = [view for view in views if view.against is not None and view.against.found.transfer.known]
    pairs = [view for view in known if view.run.collective == "p2p"]
    groups = [view for view in known if view.run.collective != "p2p"]
    return Slow(
        tuple(view for view in groups if off(view)) or tuple(view for view in pairs if off(view)),
        tuple(view for view in groups if not off(view)),
        _middle(pairs),
        _middle([view for view in groups if nodes(view) == 1]),
        _middle([view for view in groups if nodes(view) > 1]),
    )


def off(view: View) -> bool:
    """Whether the transfer of a run is worse than the spec's interval."""
    return view.against is not None and view.against.found.transfer.off


def slow_by(view: View) -> float:
    """Transfer over the conservative end of the spec [1]."""
    return view.against.found.transfer.slow if view.against is not None else 1.0


def nodes(view: View) -> int:
    """Nodes that the run spans by what the spec promises."""
    return view.against.promise.model.subject.shape.nodes if view.against is not None else 1


def _middle(views: Sequence[View]) -> float | None:
    each = sorted(slow_by(view) for view in views)
    return each[len(each) // 2] if each else None
