"""Topology bottleneck: groups that cross a border are slow while what does not cross it is in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from estimator.evidence.fitting.series import Key
from estimator.judge.diagnosis.causes.cause import CauseFinding, Number
from estimator.judge.diagnosis.causes.slow import Slow, nodes, slow_by, slow_transfer
from estimator.judge.diagnosis.laws.weighing import Weighed
from estimator.judge.diagnosis.runs.line import device_links
from estimator.judge.diagnosis.runs.run import DiagnosedRun
from estimator.judge.diagnosis.runs.view import View

UNUSED = 0.12
"""Share of what the links of a device carry below which they are not used: one link of six is more, PCIe is less."""
SHRINKS = 0.6
"""Bandwidth that the next larger group has of that of a smaller one, below which a border lies between them."""


def topology(views: Sequence[View], laws: Weighed) -> Iterator[CauseFinding]:
    """What speaks for a bottleneck of the topology."""
    found = slow_transfer(views)
    for view in found.off:
        yield from _by_spec(view, found, laws.sure("topology"))
    yield from _by_growth(views)
    yield from _by_pair(views)
    for view in views:
        if view.run.key.in_place is not True:
            yield from _by_links(view)


def cut_use(view: View) -> float:
    """Must-move time through the tightest border over the measured time, at the largest size [1]."""
    if view.against is None:
        return 0.0
    last = view.run.samples[-1]
    return view.against.promise.model.at(last.n).bound_s / last.seconds


def _by_spec(view: View, found: Slow, weight: float) -> Iterator[CauseFinding]:
    if view.run.collective == "p2p" or view.run.key.in_place is True or nodes(view) < 2:
        return
    numbers: dict[str, Number] = {"transfer_x": slow_by(view), "cut_use": cut_use(view), "nodes": nodes(view)}
    for name in ("pair", "inside", "across"):
        if getattr(found, name) is not None:
            numbers[f"{name}_x"] = getattr(found, name)
    yield CauseFinding("topology", weight, "crossing_above_spec", view.run.name, numbers)


def _by_growth(views: Sequence[View]) -> Iterator[CauseFinding]:
    """Without a spec: bus bandwidth that falls from groups inside a node to groups across, or with the nodes."""
    known = [view for view in views if view.against is None and view.busbw and view.shape.transfer]
    for view in known:
        alone = [
            other
            for other in known
            if _anywhere(other.run.key) == _anywhere(view.run.key) and (other.run.ranks or 0) < (view.run.ranks or 0)
        ]
        best = max(alone, key=lambda one: one.busbw or 0.0, default=None)
        if best is not None and best.busbw and view.busbw and view.busbw < SHRINKS * best.busbw:
            numbers: dict[str, Number] = {
                "ranks": view.run.ranks or 0,
                "fewer": best.run.ranks or 0,
                "busbw_Bps": view.busbw,
                "fewer_Bps": best.busbw,
                "shrinks_x": best.busbw / view.busbw,
            }
            weight = 0.55 if view.run.crossing else 0.45
            yield CauseFinding("topology", weight, "shrinks_with_ranks", view.run.name, numbers)


def _by_links(view: View) -> Iterator[CauseFinding]:
    """A group inside a node that is far slower than the links of its devices, as over PCIe or the memory of hosts."""
    links = device_links(view.run)
    if view.against is not None or links is None or not view.busbw or not view.shape.transfer:
        return
    share = view.busbw / links.rate
    if share < UNUSED:
        numbers: dict[str, Number] = {"busbw_Bps": view.busbw, "share": share, "links_Bps": links.rate}
        yield CauseFinding("topology", 0.55, "links_unused", view.run.name, numbers | {"words": links.words})


def _by_pair(views: Sequence[View]) -> Iterator[CauseFinding]:
    """Without a spec: a group whose ports carry far less than a pair of ranks does on the same path."""
    pairs = [view for view in views if view.run.collective == "p2p" and view.busbw and view.shape.transfer]
    for view in views:
        if view.against is not None or view.run.collective in ("", "p2p") or not view.busbw or not view.shape.transfer:
            continue
        if (view.run.ranks or 0) < 3:
            continue  # two ranks are the pair
        same = [pair for pair in pairs if _comparable(pair.run, view.run)]
        best = max((pair.busbw or 0.0 for pair in same), default=0.0)
        if best and view.busbw < 0.5 * best:
            numbers: dict[str, Number] = {"busbw_Bps": view.busbw, "pair_Bps": best, "pair_x": best / view.busbw}
            yield CauseFinding("topology", 0.45, "below_pair", view.run.name, numbers)


def _comparable(pair: DiagnosedRun, run: DiagnosedRun) -> bool:
    """Whether a pair of ranks uses the path of a group, by what the logs say."""
    same = pair.table.tool == run.table.tool and pair.table.hardware == run.table.hardware
    return same and pair.crossing == run.crossing and pair.table.way != "both"


def _anywhere(key: Key) -> Key:
    """A series wherever its ranks sit."""
    return key._replace(several_nodes=None, ranks_per_node=None, placement="", label="", path="")
