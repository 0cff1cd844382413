"""One thing wrong with records of the kit for cells of the example specs: none passes, and without it they do."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import pytest

from tests.judge.kit_cases import NAMES, KitCase, Line, cells, digest, healthy, opened, verdict, written

COUNT = int(os.environ.get("COMMSPEC_FAULTS", "3"))
Change = Callable[[KitCase, random.Random], list[Line]]


def every(change: Callable[[Line], object]) -> Change:
    """The same change to every record."""

    def changed(case: KitCase, chance: random.Random) -> list[Line]:
        lines = case.changed()
        for line in lines:
            change(line)
        return lines

    return changed


def put(**fields: object) -> Change:
    return every(lambda line: line.update(fields))


def times(change: Callable[[float], float]) -> Callable[[Line], None]:
    def changed(line: Line) -> None:
        line["times"] = [[change(one) for one in rank] for rank in line["times"]]

    return changed


def slowed(case: KitCase, factor: float, *repeats: int) -> list[Line]:
    lines = case.changed()
    for place in repeats or range(len(lines)):
        times(lambda one: factor * one)(lines[place])
    return lines


def milliseconds_in_one(case: KitCase, chance: random.Random) -> list[Line]:
    """One repeat in ms where seconds are meant, so that it looks slow: every attempt counts."""
    return slowed(case, 1e3, chance.randrange(len(case.lines)))


def too_quick(case: KitCase, chance: random.Random) -> list[Line]:
    """Quicker than half the optimistic end, as bits for bytes make it: no number of the spec allows it."""
    assert case.criterion.estimate is not None
    return slowed(case, 0.49 * case.criterion.estimate.time.optimistic / case.limit)


def other_matrix(case: KitCase, chance: random.Random) -> list[Line]:
    """Digest of another seed, reduction, or of fewer elements."""
    _, plan = opened(case.spec)
    cell = {**case.cell, "elements": case.cell["elements"] + 1}
    if cell["matrix"]:
        cell = {**case.cell, "matrix": {**case.cell["matrix"], "seed": 8}}
    lines = case.changed()
    for line in lines:
        line["work"] = digest(plan, cell)
    return lines


def other_ranks(case: KitCase, chance: random.Random) -> list[Line]:
    """As many ranks, others of the machine: the digest is of other members."""
    _, plan = opened(case.spec)
    where = plan["places"][case.cell["place"]]
    moved = {**plan, "places": {case.cell["place"]: {**where, "groups": [[r + 1 for r in g] for g in where["groups"]]}}}
    lines = case.changed()
    for line in lines:
        line["work"] = digest(moved, case.cell)
    return lines


def without_load(case: KitCase, chance: random.Random) -> list[Line]:
    """Run without what is to run beside it; alone where nothing is, and then said to be of another condition."""
    _, plan = opened(case.spec)
    lines = case.changed()
    for line in lines:
        if case.cell["load"]:
            line["work"] = digest(plan, {**case.cell, "load": []})
        else:
            line["condition"] = "multi_group" if line["condition"] != "multi_group" else "exclusive"
    return lines


def one_rank_only(line: Line) -> None:
    line["times"], line["members"] = line["times"][:1], []


def fewer_groups(line: Line) -> None:
    """One group where several ran, or two where one did."""
    line["groups"] = 1 if line["groups"] > 1 else 2
    line["members"] = line["members"][:1]
    line["times"] = line["times"][: line["ranks"]]


def warm_up_counted(line: Line) -> None:
    """The first iterations, cold and slow, are among the timed ones."""
    for rank in line["times"]:
        rank[: len(rank) // 4] = [3.0 * one for one in rank[: len(rank) // 4]]


def one_slow_rank(line: Line) -> None:
    line["times"][-1] = [1.5 * one for one in line["times"][-1]]


def a_mean(line: Line) -> None:
    line.update(times=None, seconds=line["times"][0][0], over_ranks="mean")


def best_repeat(case: KitCase, chance: random.Random) -> list[Line]:
    """The best repeat under the numbers of all."""
    line = case.changed()[0]
    return [{**line, "repeat": place} for place in range(1, len(case.lines) + 1)]


def doubled_rows(case: KitCase, chance: random.Random) -> list[Line]:
    """Half of the repeats, each twice, numbered on."""
    lines = case.changed()[: (len(case.lines) + 1) // 2]
    both = [*lines, *lines][: len(case.lines)]
    return [{**line, "repeat": place} for place, line in enumerate(both, 1)]


def missing_repeat(case: KitCase, chance: random.Random) -> list[Line]:
    lines = case.changed()
    del lines[chance.randrange(len(lines))]
    return lines


def backwards(line: Line) -> None:
    """A clock that went back: one time below 0."""
    line["times"][0][0] = -line["times"][0][0]


FAULTS: dict[str, Change] = {
    "every repeat too slow": lambda case, chance: slowed(case, chance.uniform(1.1, 3.0)),
    "one repeat too slow": lambda case, chance: slowed(case, 1.2, chance.randrange(len(case.lines))),
    "milliseconds in one repeat": milliseconds_in_one,
    "seconds read as milliseconds": every(times(lambda one: 1e-3 * one)),
    "seconds read as microseconds": every(times(lambda one: 1e-6 * one)),
    "too quick for the model": too_quick,
    "another size": every(lambda line: line.update(n=2 * line["n"], cell="")),
    "decimal size": every(lambda line: line.update(n=line["n"] * 1000 // 1024, cell="")),
    "another size under the same cell": every(lambda line: line.update(n=2 * line["n"])),
    "another collective": every(lambda line: line.update(collective="broadcast", cell="")),
    "another type": every(lambda line: line.update(dtype="int32" if line["dtype"] != "int32" else "fp32")),
    "another reduction": every(lambda line: line.update(redop="max", collective="all_reduce")),
    "another group": put(group="another"),
    "another path": put(path="another"),
    "a condition of its own": put(condition="plane_down"),
    "twice the nodes": every(lambda line: line.update(nodes=2 * line["nodes"], placement="")),
    "another skew": every(lambda line: line.update(skew=line["skew"] + 0.7)),
    "twice the groups": every(lambda line: line.update(groups=2 * line["groups"])),
    "fewer groups at once": every(fewer_groups),
    "half the ranks": every(lambda line: line.update(ranks=line["ranks"] // 2)),
    "one rank only": every(one_rank_only),
    "one slow rank": every(one_slow_rank),
    "in place and not": every(lambda line: line.update(in_place=not line["in_place"])),
    "wrong results": lambda case, chance: [{**line, "wrong": int(at == 0)} for at, line in enumerate(case.changed())],
    "unchecked": every(lambda line: line.pop("wrong")),
    "warm-up counted": every(warm_up_counted),
    "cold": put(warmup=0),
    "few iterations": every(lambda line: line.update(times=[rank[:3] for rank in line["times"]], iterations=3)),
    "a mean in place of times": every(a_mean),
    "one rank's times": every(lambda line: line.update(times=line["times"][:1])),
    "a missing repeat": missing_repeat,
    "the best repeat for all": best_repeat,
    "rows twice": doubled_rows,
    "another matrix": other_matrix,
    "other ranks of the machine": other_ranks,
    "without its load": without_load,
    "a digest of nothing": put(work="0" * 64),
    "no digest": put(work=""),
    "a clock that went back": every(backwards),
    "no number": every(lambda line: line["times"][0].__setitem__(0, float("nan"))),
    "endless": every(lambda line: line["times"][0].__setitem__(0, float("inf"))),
    "nothing": lambda case, chance: [],
}  # fmt: skip


def test_every_example_that_has_such_cells_is_tried() -> None:
    assert {name for name in NAMES if next(cells(name), None) is not None} >= {"lesson", "moe_5t", "whole_way/spec"}


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_no_fault_passes_and_the_records_without_it_do(name: str) -> None:
    chance = random.Random(name)
    for _ in range(COUNT):
        case = healthy(chance)
        assert verdict(case, written(list(case.lines)))[0] == "pass", case.cell["id"]
        assert verdict(case, written(FAULTS[name](case, chance)))[0] != "pass", (case.spec, case.cell["id"])
