"""What the symbols of a formula are worth on a group, straight from their definitions."""

from __future__ import annotations

from estimator.cost.options import ALL, NONE, OPTIMAL, Options
from estimator.cost.placing.channels import most_channels
from estimator.cost.placing.group import Group


def symbol_values(group: Group, options: Options = NONE) -> dict[str, float]:
    """Values of every symbol on a group: six ranks have L = 3, f = 2, q = 4, r = 2, S = 6, W = 7.

    Of the symbols that options say, those that are stated.
    """
    inside = group.held(group.top) if len(group.used) > 1 else group.p
    values: dict[str, float] = {"p": group.p, "g": inside, "m": group.p / inside, **_powers(group.p)}
    sizes = options.dims or tuple(group.shape[level] for level in group.used) or (1,)
    values |= {f"s{number}": size for number, size in enumerate(sizes, start=1)}
    if options.segments is not None and options.segments != OPTIMAL:
        values["k"] = options.segments
    if options.channels is not None:
        values["R"] = most_channels(group) if options.channels == ALL else options.channels
    if options.efficiency is not None:
        values["E"] = options.efficiency
    return values


def _powers(p: int) -> dict[str, float]:
    """L = ceil(log2 p), f = floor(log2 p), q = 2^f, r = p - q.

    S: sum over k < f of 2^k + min(r, 2^k). W: sum over k < L of how many j < p have bit k set.
    """
    f, up = p.bit_length() - 1, (p - 1).bit_length()
    rest = p - 2**f
    swapped = sum(2**k + min(rest, 2**k) for k in range(f))
    forwarded = sum(j >> k & 1 for k in range(up) for j in range(p))
    return {"L": up, "f": f, "q": 2**f, "r": rest, "S": swapped, "W": forwarded}
