"""Numbers that nobody stated: what an interval rests on where the author left a default in place."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.cost.key import KNEE
from estimator.require.rules import Finding, Look
from estimator.units import format_number, format_ratio


def assumed(look: Look) -> Iterator[Finding]:
    """The findings about defaults that an estimate rests on, one a default."""
    yield from _knee(look)


def _knee(look: Look) -> Iterator[Finding]:
    """A knee factor that nobody named, told with the operation of whose time it is the largest share."""
    knee = look.spec.platform.knee
    if knee.named:
        return
    ends = {name: estimate.conservative for name, estimate in look.table.operations.items()}
    shares = {
        name: end.parts.get(KNEE, 0.0) / end.total_s
        for name, end in ends.items()
        if end.total_s > 0.0 and end.origins[KNEE].spec_path == "platform.knee.k"
    }
    name = max(shares, key=lambda each: shares[each], default="")
    if name and shares[name] > 0.0:
        k = f"k = [{format_number(knee.k.optimistic)}, {format_number(knee.k.conservative)}]"
        text = f"{k} is the default; it makes {format_ratio(shares[name], 2)} of the conservative time of {name}"
        yield Finding("default-knee", ("platform", "knee"), text)
