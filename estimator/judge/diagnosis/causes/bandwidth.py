"""Effective bandwidth: every byte takes too long on a path, for pairs of ranks as for groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from estimator.judge.diagnosis.causes.cause import CauseFinding, Number
from estimator.judge.diagnosis.causes.slow import Slow, slow_by, slow_transfer
from estimator.judge.diagnosis.laws.weighing import Weighed
from estimator.judge.diagnosis.runs.contrast import LITTLE, MORE, ContrastPair, between, ratios
from estimator.judge.diagnosis.runs.view import View, sure

ETHERNET = (0.125e9, 1.25e9)
"""Ethernet of 1 and 10 Gbit/s [B/s], which hosts have beside the network of their devices."""
NEAR_ETHERNET = 0.8
"""Share of it that TCP reaches at least."""
BELOW_LINE = 0.45
"""Share of the line rate below which large messages are slow; runs in order reach 0.6 to 0.95."""


def bandwidth(views: Sequence[View], two: Sequence[ContrastPair], laws: Weighed) -> Iterator[CauseFinding]:
    """What speaks for effective bandwidth."""
    for pair in two:
        if between(pair) and pair.large > 1.0 + LITTLE:
            weight = 0.7 if pair.large > MORE * pair.small else 0.3 if pair.small < MORE * pair.large else 0.15
            weight = weight if pair.starts else 0.7
            weight *= 0.5 if "place" in pair.apart else 1.0
            yield CauseFinding(
                "bandwidth", weight * sure(pair.large), "slower_than_other", pair.slow.run.name, ratios(pair)
            )
    found = slow_transfer(views)
    for view in found.off:
        if view.run.key.in_place is True:
            continue
        numbers = _numbers(view, found)
        yield CauseFinding("bandwidth", laws.sure("bandwidth"), "transfer_above_spec", view.run.name, numbers)
    for view in views:
        share = line_share(view)
        if view.against is None and view.line is not None and share is not None and share < BELOW_LINE:
            below: dict[str, Number] = {"share": share, "best_Bps": view.busbw or 0.0, "line_Bps": view.line.rate}
            yield from _below_line(view, below | {"words": view.line.words})
        elif view.against is None and view.run.crossing and view.run.key.in_place is not True:
            yield from _by_ethernet(view)


def _below_line(view: View, numbers: Mapping[str, Number]) -> Iterator[CauseFinding]:
    """Inside a node over PCIe a detour by hosts, switches or sockets is likelier than a narrow link."""
    inside = view.run.crossing is False and "pci" in str(numbers["words"]).lower()
    if inside:
        yield CauseFinding("topology", 0.4, "below_line", view.run.name, numbers)
    yield CauseFinding("bandwidth", 0.15 if inside else 0.3, "below_line", view.run.name, numbers)


def _by_ethernet(view: View) -> Iterator[CauseFinding]:
    """Nodes that exchange just what an Ethernet of management carries."""
    if view.busbw is None or not view.shape.transfer or view.run.collective == "all_to_all":
        return
    for rate in ETHERNET:
        if NEAR_ETHERNET * rate < view.busbw < rate:
            numbers: dict[str, Number] = {
                "best_Bps": view.busbw,
                "share": view.busbw / rate,
                "gigabits": rate * 8 / 1e9,
            }
            yield CauseFinding("bandwidth", 0.45, "as_ethernet", view.run.name, numbers)


def line_share(view: View) -> float | None:
    """Bus bandwidth over the line rate; None where no transfer shows.

    None of an exchange too: how many of its bytes pass a line depends on where the ranks sit.
    """
    if view.line is None or view.busbw is None or not view.shape.transfer or view.run.collective == "all_to_all":
        return None
    return view.busbw / view.line.rate


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
