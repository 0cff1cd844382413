"""Runs one cell: every rank goes the same way."""

from __future__ import annotations

import argparse
import math
import socket
import statistics
from collections.abc import Sequence
from typing import Any

from run_plan.backend import Backend
from run_plan.base import BACK, Call, CannotRunError, Json
from run_plan.buffers import Buffers
from run_plan.digest import digest_of
from run_plan.groups import Groups
from run_plan.nodes import Nodes


class Runner:
    """Runs cells one after another; every rank goes the same way."""

    def __init__(self, library: Backend, numpy: Any, plan: Json, options: argparse.Namespace) -> None:
        self.library, self.np, self.plan, self.options = library, numpy, plan, options
        self.nodes = Nodes(library.gathered(socket.gethostname()), options.ranks_per_node)
        self.groups = Groups(library)

    def run(self, cell: Json, repeat: int) -> Json:
        """The record of one repeat; raises CannotRunError, the same on all ranks."""
        procedure = cell["procedure"]
        made = [load["condition"] for load in cell["load"] if load["kind"] == "by_hand"]
        if made and made[0] not in self.options.made:
            raise CannotRunError(
                f"condition {made[0]} is made by hand; make it, then start again with --made {made[0]}"
            )
        if procedure["launch"] == "device":
            raise CannotRunError("calls that the device starts are not made here; hand in what your own test logs")
        place = self.plan["places"][cell["place"]]
        loads = [load for load in cell["load"] if load["kind"] == "groups"]
        everywhere = place["groups"] + [group for load in loads for group in load["groups"]]
        if (loads or cell["load"]) and self.library.alone:
            raise CannotRunError(self.library.alone)
        at = self.nodes.placed(everywhere, self.plan["machine"]["ranks_per_host"])
        self.groups.tidy()
        groups = self._processes(cell, place["groups"], at)
        measured = self._prepared(groups, {**cell, **procedure}, 0)
        beside = [
            self._prepared(self._processes(load, load["groups"], at), {**cell, **load, **procedure}, copy)
            for copy, load in enumerate(loads, 1)
        ]
        agreed(self.library, [measured, *beside])
        beside = [one for one in beside if one is not None]
        self._warmed(procedure, [*([] if measured is None else [measured]), *beside])
        timed, every = ({rank for group in found for rank in group} for found in (place["groups"], everywhere))
        return self._measured(cell, groups, measured, beside, repeat, timed != every)

    def _warmed(self, procedure: Json, mine: Sequence[Buffers]) -> None:
        """First calls, which open the connections; then, where the plan asks for it, calls captured in graphs."""
        agreed(self.library, [tried(one.call) for one in mine])
        if procedure["launch"] == "graph":
            self.library.barrier()
            agreed(self.library, [tried(one.capture) for one in mine])

    def _processes(self, work: Json, groups: Sequence[Sequence[int]], at: dict[int, int]) -> list[list[int]]:
        """The processes of each group, in the order in which the library numbers them; of messages the sender first."""
        found = [[at[rank] for rank in group] for group in groups]
        return found if work["collective"] == "p2p" else [self.library.ordered(group) for group in found]

    def _prepared(self, groups: Sequence[Sequence[int]], work: Json, copy: int) -> Any:
        """Buffers and call of this rank; None on a rank outside; what went wrong, for all to hear."""
        mine: Any = None
        pairs = work["collective"] == "p2p"
        every = sorted(rank for members in groups for rank in members)
        for members in groups:
            # Messages of many pairs go through one group: thousands of groups of two would take hours to make.
            made = self.groups.of(every if pairs else members, copy)
            if self.library.rank in members:
                try:
                    mine = Buffers(self.library, self.np, made, members, work)
                    mine.fill()
                except Exception as error:
                    mine = failure(error)
        return mine

    def _measured(
        self, cell: Json, groups: Any, mine: Buffers | None, loads: list[Buffers], repeat: int, others: bool
    ) -> Json:
        """``others``: some ranks only run what is beside the call."""
        procedure, library = cell["procedure"], self.library
        call = mine.call if mine else None
        beside = [one.call for one in loads]
        compute = [self._product(cell, call)] if any(load["kind"] == "compute" for load in cell["load"]) else []
        warm, count = self.options.warmup, self.options.iterations
        warm, count = procedure["warmup"] if warm is None else warm, count or self._enough(procedure, call)
        overlapped = cell["measure"] == "overlap"
        series: Json = {}
        if overlapped:
            series["alone"] = self._series(call, [], warm, count)[0]
            series["compute"] = self._series(None, compute, warm, count)[1]
        own, together = self._series(call, beside + compute, warm, count, others)
        series["times"] = together if overlapped else own
        wrong = self._checked(mine) if procedure["check"] else None
        return self._record(cell, groups, mine, library.gathered((series, wrong)), (warm, count, repeat))

    def _enough(self, procedure: Json, call: Call | None) -> int:
        """The iterations of the plan, or more where they would not last as long as it asks for."""
        count: int = procedure["iterations"]
        if procedure["duration"]:
            own = statistics.median(own for own, _ in self.library.timed(call, [], 5))
            count = max(count, math.ceil(1.1 * procedure["duration"] / max(self.library.gathered(own))))
        return count

    def _series(
        self, call: Any, beside: list[Call], warm: int, count: int, others: bool = False
    ) -> tuple[list[float], list[float]]:
        """Times of the calls, and until what ran beside them had ended too."""
        self.library.timed(call, beside, warm, others)
        found = self.library.timed(call, beside, count, others)
        return [own for own, _ in found], [every for _, every in found]

    def _product(self, cell: Json, call: Call | None) -> Call:
        """Products that take twice as long as the call, as many on every rank."""
        load = next(load for load in cell["load"] if load["kind"] == "compute")
        product = self.library.compute(self.options.gemm or load["size"])
        self.library.timed(None, [product], 2)
        one = statistics.median(every for _, every in self.library.timed(None, [product], 3))
        own = statistics.median(own for own, _ in self.library.timed(call, [], 3))
        both = self.library.gathered((one, own))
        times = max(own for _, own in both) / max(min(one for one, _ in both), 1e-9)
        number = max(1, math.ceil(2.0 * times))

        def products() -> None:
            for _ in range(number):
                product()

        return products

    def _checked(self, mine: Buffers | None) -> int:
        """Wrong elements of this rank; ranks outside keep step with the barriers of those inside."""
        own = len(mine.checks) if mine else 0
        most = max(self.library.gathered(own))
        found = mine.checked() if mine else 0
        for _ in range(2 * (most - own)):
            self.library.barrier()
        return found

    def _in_place(self, mine: Buffers | None, wanted: bool, first: int) -> bool | None:
        """Whether input and output shared a buffer; None where the library has only the form that was not asked for."""
        found: bool = self.library.gathered(mine.in_place if mine else None)[first]
        return found if found == wanted else None

    def _record(self, cell: Json, groups: Any, mine: Any, every: list[Any], ran: tuple[int, int, int]) -> Json:
        members = [rank for group in groups for rank in group]
        half = 0.5 if cell["way"] == BACK else 1.0
        procedure, place = cell["procedure"], self.plan["places"][cell["place"]]
        # Shards of weights go to the devices of instances: one of these is what the requirement calls the group.
        each = [[pair[1] for pair in groups[: place["ranks"]]]] if cell["way"] == "shards" else groups
        record = {
            "cell": cell["id"],
            "requirement": cell["requirement"],
            "work": digest_of(cell, place["groups"]),
            "collective": cell["collective"],
            "group": place["group"],
            "path": place["path"],
            "ranks": len(each[0]),
            "nodes": max(len({self.nodes.of[rank] for rank in group}) for group in each),
            "groups": len(each),
            "members": groups,
            "dtype": cell["dtype"],
            "redop": cell["redop"] or "",
            "n": cell["bytes"],
            "skew": cell["matrix"]["skew"] if cell["matrix"] else 1.0,
            "condition": cell["condition"],
            "placement": self.nodes.spread(each[0]),
            "in_place": self._in_place(mine, procedure["in_place"], members[0]),
            "buffer": "plain",
            "launch": procedure["launch"],
            "warmup": ran[0],
            "iterations": ran[1],
            "repeat": ran[2],
            "repeats": self.options.repeats or procedure["repeats"],
        }
        for name in [name for name in record if record[name] is None]:
            del record[name]
        for name in every[members[0]][0]:
            scale = half if name in ("times", "alone") else 1.0
            record[name] = [[float(f"{scale * one:.5g}") for one in every[rank][0][name]] for rank in members]
        if procedure["check"]:
            record["wrong"] = sum(every[rank][1] for rank in members)
        return record


def failure(error: Exception) -> str:
    """An error as one line."""
    return (
        f"{type(error).__name__}: {error}".split("\n")[0][:300] if not isinstance(error, CannotRunError) else str(error)
    )


def tried(call: Call | None) -> str | None:
    """Why a first call fails, None where it does not."""
    try:
        if call is not None:
            call()
    except Exception as error:
        return failure(error)
    return None


def agreed(library: Backend, found: Sequence[Any]) -> None:
    """Raises CannotRunError on all ranks where one of them has a reason."""
    reasons = [one for one in found if isinstance(one, str)]
    every = [reason for reasons in library.gathered(reasons) for reason in reasons]
    if every:
        raise CannotRunError(every[0])
