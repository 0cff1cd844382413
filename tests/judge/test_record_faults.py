"""Records of the kit with one thing wrong: the same records pass without it, and none does with it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from estimator.tools.records import Told
from tests.judge.scenes import CALL, N, judged, read, spec_with
from tests.require.specs import Worked

Line = dict[str, Any]
ITERATIONS, RANKS = 320, 16


def made() -> Worked:
    """p95 of an AllReduce within 11 ms; 10 ms and a little are measured."""
    test = {"iterations": "300", "warmup": "5", "repeats": "3"}
    metric = {"name": "time", "statistic": "p95", "ranks": "max", "repeats": "worst"}
    limit = {"at_most": "11 ms", "at": "64 MiB"}
    sweep = {"sizes": ["64 MiB"], "conditions": ["exclusive"]}
    return spec_with({**CALL, "test": test, "metric": metric, "limit": limit, "sweep": sweep})


def healthy() -> list[Line]:
    chance = random.Random(3)
    common: Line = {
        "collective": "all_reduce", "ranks": RANKS, "nodes": 2, "n": N, "dtype": "bf16", "redop": "sum", "group": "two",
        "condition": "exclusive", "skew": 1.0, "groups": 1, "in_place": False, "warmup": 5, "wrong": 0, "path": "out",
        "iterations": ITERATIONS,
    }  # fmt: skip
    return [
        common
        | {
            "repeat": repeat,
            "times": [[chance.uniform(0.0100, 0.0105) for _ in range(ITERATIONS)] for _ in range(RANKS)],
        }
        for repeat in (1, 2, 3)
    ]


def verdict(lines: list[Line]) -> str:
    text = "\n".join(json.dumps(line) for line in [{"commspec_records": 1, "tool": "run_plan"}, *lines])
    return judged(made(), read([text + "\n"], Told())).verdict


def test_the_records_pass_as_they_are() -> None:
    assert verdict(healthy()) == "pass"


def times(change: Callable[[list[list[float]]], list[list[float]]]) -> Callable[[Line], Line]:
    return lambda line: line | {"times": change(line["times"])}


def without_times(line: Line) -> Line:
    return {key: value for key, value in line.items() if key != "times"}


FAULTS: dict[str, Callable[[Line], Line]] = {
    "another size": lambda line: line | {"n": N // 16},
    "decimal size": lambda line: line | {"n": 64 * 10**6},
    "another collective": lambda line: line | {"collective": "all_gather"},
    "another type": lambda line: line | {"dtype": "fp32"},
    "another reduction": lambda line: line | {"redop": "max"},
    "another number of ranks": lambda line: line | {"ranks": 8, "times": line["times"][:8]},
    "other nodes": lambda line: line | {"nodes": 4},
    "nodes not said": lambda line: {key: value for key, value in line.items() if key != "nodes"},
    "another condition": lambda line: line | {"condition": "multi_group"},
    "condition not said": lambda line: line | {"condition": ""},
    "another group": lambda line: line | {"group": "four"},
    "another path": lambda line: line | {"path": "up"},
    "groups at once": lambda line: line | {"groups": 8},
    "in place": lambda line: line | {"in_place": True},
    "wrong results": lambda line: line | {"wrong": 3},
    "unchecked": lambda line: {key: value for key, value in line.items() if key != "wrong"},
    "cold": lambda line: line | {"warmup": 0},
    "one rank's times": times(lambda ranks: ranks[:1]),
    "few iterations": times(lambda ranks: [each[:59] for each in ranks]),
    "one slow rank": times(lambda ranks: [*ranks[:-1], [2 * time for time in ranks[-1]]]),
    "a slow tail": times(lambda ranks: [[*each[32:], *(0.02,) * 32] for each in ranks]),
    "one number in place of samples": lambda line: without_times(line) | {"seconds": 0.01, "statistic": "p95"},
    "the mean in place of samples": lambda line: without_times(line) | {"seconds": 0.01},
    "calls beside computation": lambda line: line | {"alone": line["times"], "compute": line["times"]},
    "one repeat": lambda line: line | {"repeat": 1, "times": [[1.0]]} if line["repeat"] > 1 else line,
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_no_fault_passes(name: str) -> None:
    assert verdict([FAULTS[name](line) for line in healthy()]) != "pass"


def test_one_bad_repeat_is_enough() -> None:
    lines = healthy()
    lines[1] = times(lambda ranks: [[1.2 * time for time in each] for each in ranks])(lines[1])
    assert verdict(lines) == "fail"
