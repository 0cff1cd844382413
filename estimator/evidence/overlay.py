"""Fits as parameters of a path in the spec language: entries for one collective, algorithm and range of sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from estimator.evidence.fitting.law import Law, laws
from estimator.evidence.fitting.regimes import Fit
from estimator.evidence.fitting.steps import steps

SOURCE = "fit"
EXCLUSIVE = "exclusive"
NO_ROOT = {"time": "0 us", "at": "1 MiB"}
"""The ranges carry the knee."""
Data = dict[str, Any]


class FittedPart(NamedTuple):
    """What one fit says of a path under a condition: ``entries`` of its `only`, ``launches`` of that of T0.

    ``plain`` holds what the path has without a collective, from messages between two ranks; None otherwise.
    They are of a collective by an algorithm, "" where none is named, at sizes n [byte].
    """

    path: str
    condition: str
    collective: str
    algorithm: str
    sizes: tuple[int, int]
    entries: tuple[Data, ...]
    launches: tuple[Data, ...]
    plain: Data | None


class Skipped(NamedTuple):
    """A fit that says nothing of a path, and why."""

    place: int
    reason: str


def parts(fits: Sequence[Fit], path: str, gamma: float = 0.0) -> tuple[list[FittedPart], list[Skipped]]:
    """The fits on paths, those without a path of their own on ``path``; fits in place stand back for their twins.

    ``gamma`` [s/B] is what the platform counts for reductions at least: measured times have it in them.
    """
    found, skipped = [], []
    keys = {fit.key for fit in fits}
    for place, fit in enumerate(fits):
        reason = _unfit(fit)
        if fit.key.in_place and fit.key._replace(in_place=False) in keys:
            reason = "in place; the one out of place is taken"
        if reason:
            skipped.append(Skipped(place, reason))
        else:
            found.append(_part(fit, fit.key.path or path, gamma))
    return found, skipped


def _unfit(fit: Fit) -> str:
    if fit.key.collective != "p2p" and not steps(fit.key.collective, max(fit.ranks)).algorithm:
        return "the algorithm is not known, so that start-up and bytes do not fall to a path"
    if fit.key.several_nodes and (fit.key.ranks_per_node or 0) > 1:
        return "the group has ranks on several paths"
    if not any(law.bandwidth[max(fit.ranks)].value > 0.0 for law in laws(fit) if max(fit.ranks) in law.bandwidth):
        return "no bandwidth is seen"
    return ""


def _part(fit: Fit, path: str, gamma: float) -> FittedPart:
    condition = fit.key.condition or EXCLUSIVE
    ranks, found = max(fit.ranks), laws(fit)
    algorithm = steps(fit.key.collective, ranks).algorithm
    head: Data = {"collective": fit.key.collective} | ({"algorithm": algorithm} if algorithm else {})
    valid = {"sizes": _sizes(*fit.sizes)} | {"ranks": f"{min(fit.ranks)} .. {ranks}"}
    entries, launches = [], []
    for place, law in enumerate(found):
        if ranks not in law.start.by_ranks:
            continue
        sizes = {"sizes": _sizes(*_edges(fit, found, place, ranks))}
        where = {"condition": condition} if condition != EXCLUSIVE else {}
        launch, alpha = _starts(law, fit.key.collective, ranks)
        seen = _rates(found[place:], fit.ranks) or _rates(found[: place + 1][::-1], fit.ranks)
        rate = [_rate(_without(each, gamma, fit, ranks)) for each in seen]
        common = {"valid": valid, "from": SOURCE}
        entries.append(
            head | sizes | where | {"alpha": alpha, "bandwidth": rate, "per": "rank", "root": NO_ROOT} | common
        )
        launches.append(head | sizes | {"path": path, "time": launch} | common)
    plain = None
    if fit.key.collective == "p2p":
        last = entries[-1]
        plain = {
            "alpha": entries[0]["alpha"],
            "bandwidth": last["bandwidth"],
            "per": "rank",
            "valid": valid,
            "from": SOURCE,
        }
    return FittedPart(path, condition, fit.key.collective, algorithm, fit.sizes, tuple(entries), tuple(launches), plain)


def _edges(fit: Fit, found: Sequence[Law], place: int, ranks: int) -> tuple[int, int]:
    """The sizes n of a range on so many ranks: up to where the next one starts."""
    factor = ranks if fit.by_share else 1
    low = fit.sizes[0] if place == 0 else round(found[place].least * factor)
    high = fit.sizes[1] if place + 1 == len(found) else round(found[place + 1].least * factor) - 1
    return low, max(high, low)


def _sizes(low: int, high: int) -> str:
    return f"{low} B .. {high} B"


def _starts(law: Law, collective: str, ranks: int) -> tuple[list[str], list[str]]:
    """T0 and alpha at both ends; where they are not told apart all of it is alpha."""
    value = law.start.by_ranks[ranks]
    spread = [end / value.value if value.value > 0.0 else 1.0 for end in (value.low, value.high)]
    launch, alpha = law.start.launch, law.start.alpha
    if launch is None or alpha is None:
        launch, alpha = 0.0, value.value / steps(collective, ranks).rounds
    return [_time(launch * part) for part in spread], [_time(alpha * part) for part in spread]


def _without(rate: float, gamma: float, fit: Fit, ranks: int) -> float:
    """B of the transfer alone [B/s], where that leaves any."""
    one = steps(fit.key.collective, ranks)
    rest = 1.0 / rate - gamma * one.reduced / one.volume
    return 1.0 / rest if rest > 0.0 else rate


def _rates(found: Sequence[Law], ranks: Sequence[int]) -> list[float]:
    """B at both ends over the numbers of ranks, of the first of these ranges that shows one."""
    for law in found:
        seen = [law.bandwidth[each] for each in ranks if each in law.bandwidth and law.bandwidth[each].value > 0.0]
        if seen:
            best = max(max(each.value for each in seen), seen[-1].high)
            return [best, min(min(each.value for each in seen), seen[-1].low)]
    return []


def _time(seconds: float) -> str:
    return f"{seconds * 1e6:.5g} us"


def _rate(value: float) -> str:
    return f"{value / 1e9:.5g} GB/s"


def source_of(fits: Sequence[Fit], date: str) -> Data:
    """The entry of `sources` that the numbers cite."""
    logs = list(dict.fromkeys(name for fit in fits for name in fit.series.sources))
    more = f" and {len(logs) - 3} more" if len(logs) > 3 else ""
    return {"basis": "fitted", "text": f"fit of {', '.join(logs[:3])}{more}", "date": date}


def merged(platform: Mapping[str, Any], found: Sequence[FittedPart], source: Data) -> Data:
    """A platform as written with the parts in it. What it says of the same collective and algorithm gives way."""
    paths = {name: dict(path) for name, path in platform["paths"].items()}
    for part in found:
        path = paths[part.path]
        path["only"] = [*part.entries, *_others(path.get("only", ()), part.entries)]
        if part.plain is not None:
            path[part.condition] = part.plain
    launch = dict(platform.get("launch") or {"time": "0 us"})
    new = [entry for part in found if part.plain is None for entry in part.launches]
    launch["only"] = [*new, *_others(launch.get("only", ()), new)]
    sources = {**platform.get("sources", {}), SOURCE: source}
    return {**platform, "launch": launch, "paths": paths, "sources": sources}


def _others(entries: Sequence[Data], new: Sequence[Data]) -> list[Data]:
    taken = {_selects(entry) for entry in new}
    return [entry for entry in entries if _selects(entry) not in taken]


def _selects(entry: Mapping[str, Any]) -> tuple[object, ...]:
    return tuple(entry.get(key) for key in ("collective", "algorithm", "condition", "path"))


def alone(found: Sequence[FittedPart], source: Data, nodes: int, ranks_per_node: int) -> Data:
    """A platform of the measured paths alone; what no collective is named for is as the last part says."""
    paths: Data = {}
    for part in found:
        base = part.plain or {key: part.entries[-1][key] for key in ("bandwidth", "per", "valid", "from")}
        base = {"alpha": part.entries[0]["alpha"], **base}
        path = paths.setdefault(part.path, {"location": "intra_node", EXCLUSIVE: base, "only": []})
        path.setdefault(part.condition, base)
    head = {"name": "Measured", "ranks_per_node": ranks_per_node, "nodes": nodes, "paths": paths}
    return merged(head, found, source)
