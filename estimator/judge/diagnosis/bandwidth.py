"""Effective bandwidth: every byte takes too long on a path, for pairs of ranks as for groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from estimator.judge.diagnosis.cause import CauseFinding, Number
from estimator.judge.diagnosis.contrast import LITTLE, MORE, ContrastPair, between, ratios
from estimator.judge.diagnosis.slow import BROKEN, Slow, alike, slow_by, slow_transfer
from estimator.judge.diagnosis.topology import bound_by_cut
from estimator.judge.diagnosis.view import View, sure

BELOW_LINE = 0.45
"""Share of the line rate below which large messages are slow; runs in order reach 0.6 to 0.95."""


def bandwidth(views: Sequence[View], two: Sequence[ContrastPair]) -> Iterator[CauseFinding]:
    """What speaks for effective bandwidth."""
    for pair in two:
        if between(pair) and pair.large > 1.0 + LITTLE:
            weight = 0.7 if pair.large > MORE * pair.small else 0.3 if pair.small < MORE * pair.large else 0.15
            yield CauseFinding(
                "bandwidth", weight * sure(pair.large), "slower_than_other", pair.slow.run.name, ratios(pair)
            )
    found = slow_transfer(views)
    for view in found.off:
        yield _by_spec(view, found)
    for view in views:
        share = line_share(view)
        if view.against is None and view.line is not None and share is not None and share < BELOW_LINE:
            numbers: dict[str, Number] = {"share": share, "best_Bps": view.busbw or 0.0, "line_Bps": view.line.rate}
            yield CauseFinding("bandwidth", 0.3, "below_line", view.run.name, numbers | {"words": view.line.words})


def line_share(view: View) -> float | None:
    """Bus bandwidth over the line rate; None where no transfer shows.

    None of an exchange too: how many of its bytes pass a line depends on where the ranks sit.
    """
    if view.line is None or view.busbw is None or not view.shape.transfer or view.run.collective == "all_to_all":
        return None
    return view.busbw / view.line.rate


def _by_spec(view: View, found: Slow) -> CauseFinding:
    factor = slow_by(view)
    weight = _weight(view, found) * sure(factor)
    if view.against is not None:
        weight *= min(1.0, 1.2 - view.against.found.startup_share) if view.against.found.startup.off else 1.0
    if view.shape.breaks:
        weight *= BROKEN
    return CauseFinding("bandwidth", weight, "transfer_above_spec", view.run.name, _numbers(view, found))


def _weight(view: View, found: Slow) -> float:
    """By what other runs show: pairs as slow as groups, or groups inside a node as slow as across."""
    factor = slow_by(view)
    if view.run.collective == "p2p":
        return 0.85
    if found.pair is not None:
        return 0.85 if alike(found.pair, factor) else 0.25
    if found.inside is not None and found.across is not None:
        return 0.8 if alike(found.inside, found.across) else 0.3
    if bound_by_cut(view):
        return 0.35
    return 0.7 if view.against is not None and len(view.against.promise.paths) == 1 else 0.55


def _numbers(view: View, found: Slow) -> Mapping[str, Number]:
    numbers: dict[str, Number] = {"transfer_x": slow_by(view), "rate_Bps": view.shape.rate}
    if view.against is not None:
        largest = int(view.against.expected.high.argmax())
        expected = view.sizes[largest] / float(view.against.expected.high[largest])
        startup = view.against.found.startup
        numbers |= {"expected_Bps": expected, "test": view.against.promise.name, "startup_x": startup.slow}
    for name in ("pair", "inside", "across"):
        factor = getattr(found, name)
        if factor is not None:
            numbers[f"{name}_x"] = factor
    return numbers
