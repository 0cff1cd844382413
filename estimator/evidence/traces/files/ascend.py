"""Communication calls of an Ascend profiler export: ``communication.json`` of one rank, and its cluster form.

The profiler has measured what a call waited, moved and idled: Elapse = Transit + Wait + Idle. It tells no size, only
the bytes on each transport, from which the size is worked out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from estimator.evidence.traces.call import CallGroup, RankSeen, RankTrace, count, duration, label, nanoseconds
from estimator.evidence.traces.files.names import collective_named_by
from estimator.phrase import phrase
from estimator.units import Counted

TIME = "Communication Time Info"
BANDWIDTH = "Communication Bandwidth Info"
GROUPS = "parallel_group_info"
"""In ``profiler_metadata.json``: the ranks of each group, by the hash that call names end in."""

_NAME = re.compile(r"(?P<what>[A-Za-z]\w*?)(?:_(?P<order>\d*_\d+(?:_\d+)?))?(?:@(?P<group>.+))?")


class Communication:
    """Takes the leaves of the export, each with the keys that lead to it, and groups where a file names them."""

    def __init__(self) -> None:
        self.groups: dict[str, str] = {}
        self.odd = 0
        self._calls: dict[str, list[RankSeen]] = {}

    def take(self, keys: Sequence[str], leaf: Mapping[str, Any]) -> None:
        """One call on one rank. ``keys``: step, p2p or collective, the call; in the cluster form group and rank too."""
        ranked = bool(keys) and keys[-1].isdecimal()
        at = len(keys) - 1 - ranked
        name = keys[at] if at >= 0 else ""
        if name == "Total Op Info":  # a sum over the others
            return
        seen = _seen(name, leaf, _group(keys[:at], name), _step(keys[:at]))
        if seen is None:
            self.odd += 1
        else:
            self._calls.setdefault(keys[-1] if ranked else "", []).append(seen)

    def named(self, groups: Any) -> None:
        """The ranks of each group of ``profiler_metadata.json``."""
        for key, told in groups.items() if isinstance(groups, dict) else ():
            ranks = told.get("global_ranks") if isinstance(told, dict) else None
            if isinstance(ranks, list) and ranks and None not in map(count, ranks):
                self.groups[key] = f"[{', '.join(str(rank) for rank in ranks)}]"

    def traces(self, rank: str) -> list[RankTrace]:
        """Each rank's calls; ``rank``: its name where the export is of one rank and does not tell which."""
        notes = (phrase("{odd:call} without a duration left out", odd=Counted(self.odd)),) if self.odd else ()
        found = []
        for number, calls in self._calls.items():
            calls.sort(key=lambda call: call.start)
            steps = tuple(dict.fromkeys(call.step for call in calls if call.step))
            found.append(RankTrace(number or rank, tuple(calls), {}, None, steps, notes))
        return found


def parts_of(name: str) -> tuple[str, str, str]:
    """(what it does, its order in the group, the group's hash) of ``hcom_broadcast__501_0@6297232067196334501``."""
    match = _NAME.fullmatch(name[:200])
    return (match["what"], match["order"] or "", match["group"] or "") if match else (label(name), "", "")


def in_group(call: RankSeen, groups: Mapping[str, str]) -> RankSeen:
    """The call with the ranks of its group, where a file tells them."""
    ranks = groups.get(call.group.name)
    if ranks is None or call.group.size is not None:
        return call
    return replace(call, group=CallGroup(call.group.name, ranks, ranks.count(",") + 1))


def _seen(name: str, leaf: Mapping[str, Any], ranks: str, step: str) -> RankSeen | None:
    told = leaf.get(TIME)
    if not isinstance(told, dict):
        return None
    start, elapsed = nanoseconds(told.get("Start Timestamp(us)")), duration(told.get("Elapse Time(ms)"))
    if elapsed is None:
        return None
    transit, wait, idle = (duration(told.get(f"{part} Time(ms)")) for part in ("Transit", "Wait", "Idle"))
    what, order, group = parts_of(name)
    collective = collective_named_by(what)
    return RankSeen(
        what=what,
        collective=collective,
        group=CallGroup(group, ranks, ranks.count(",") + 1 if ranks else None),
        amount=0.0 if collective == "barrier" else _sent(leaf.get(BANDWIDTH)),
        step=step,
        start=start or 0,  # the first releases do not tell it, and it orders only what has no number of its own
        elapsed=elapsed / 1e3,
        told="whole" if collective == "barrier" else "sent",
        transit=None if transit is None else transit / 1e3,
        wait=None if wait is None else wait / 1e3,
        idle=None if idle is None else idle / 1e3,
        order=order,
    )


def _sent(transports: Any) -> float | None:
    """Bytes that left the device: those of RDMA and of SDMA, which holds HCCS, PCIE and SIO; LOCAL stays inside."""
    if not isinstance(transports, dict):
        return None
    told = {key: part.get("Transit Size(MB)") for key, part in transports.items() if isinstance(part, dict)}
    sizes = {key: duration(size) or 0.0 for key, size in told.items()}
    links = sum(size for key, size in sizes.items() if key not in ("RDMA", "SDMA", "LOCAL"))
    total = sizes.get("RDMA", 0.0) + (sizes.get("SDMA", 0.0) or links)
    return total * 1e6 if total > 0.0 else None


def _group(keys: Sequence[str], name: str) -> str:
    """The ranks in a key of the cluster form, "(0, 1)", as "[0, 1]"; "" where no key tells them."""
    for key in keys:
        numbers = key[1:-1].rstrip(",").split(",")
        if key[:1] + key[-1:] in ("()", "[]", "{}") and all(part.strip().isdecimal() for part in numbers):
            return f"[{', '.join(part.strip() for part in numbers)}]"
    return ""


def _step(keys: Sequence[str]) -> str:
    """The label of the step in the keys: "12" of "step12", "" of "step"."""
    return next((label(key[4:]) for key in keys if key.startswith("step")), "")
