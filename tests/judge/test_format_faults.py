"""One thing wrong with logs of five formats, with a manifest and without: none passes, and without it they do."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from estimator.tools.records import Told
from tests.judge.format_cases import FORMATS, Run
from tests.judge.scenes import judged, read, spec_with
from tests.require.specs import Worked

COUNT = int(os.environ.get("COMMSPEC_FAULTS", "2"))
REPEATS = 5
Logs = list[Run]
Fault = Callable[[Logs, int, random.Random], Logs]


@cache
def made(n: int, limit: str) -> Worked:
    """AllReduce of fp32 on two nodes of eight."""
    test = {"iterations": "100", "warmup": "5", "repeats": str(REPEATS), "tool": "nccl-tests"}
    call = {"kind": "collective_time", "collective": "all_reduce", "algorithm": "ring", "dtype": "fp32", "redop": "sum"}
    bound = {"limit": {"at_most": f"{limit} s", "at": f"{n} B", "tolerance": "2 %"}, "metric": {"name": "time"}}
    sweep = {"sizes": [f"{n} B"], "groups": ["two"], "conditions": ["exclusive"]}
    return spec_with({**call, **bound, "test": test, "sweep": sweep})


def healthy(chance: random.Random) -> tuple[Logs, int, Worked]:
    """Five logs over four sizes, the slowest 1 to 10 % inside the limit.

    They take two to four times the optimistic end: beyond, an eighth of them would be more than half of that end.
    """
    n = 2 ** chance.randint(21, 28)
    start, rate = chance.uniform(2e-4, 4e-4), chance.uniform(1.3e10, 1.7e10)
    runs = [
        Run({size: chance.uniform(0.99, 1.01) * (start + 1.875 * size / rate) for size in (n // 4, n // 2, n, 2 * n)})
        for _ in range(REPEATS)
    ]
    return runs, n, made(n, f"{max(run.times[n] for run in runs) * chance.uniform(1.01, 1.1):.9g}")


def each(**fields: Any) -> Fault:
    return lambda runs, n, chance: [replace(run, **fields) for run in runs]


def timed(factor: float, *places: int) -> Fault:
    """Slower times in some of the logs, in all where none is named."""

    def changed(runs: Logs, n: int, chance: random.Random) -> Logs:
        return [
            replace(run, times={size: seconds * factor for size, seconds in run.times.items()})
            if at in places or not places
            else run
            for at, run in enumerate(runs)
        ]

    return changed


def resized(change: Callable[[int], int]) -> Fault:
    def changed(runs: Logs, n: int, chance: random.Random) -> Logs:
        moved = [{change(size) if size == n else size: time for size, time in run.times.items()} for run in runs]
        return [replace(run, times=times) for run, times in zip(runs, moved, strict=True)]

    return changed


def without_the_size(runs: Logs, n: int, chance: random.Random) -> Logs:
    return [replace(run, times={size: time for size, time in run.times.items() if size != n}) for run in runs]


FAULTS: dict[str, Fault] = {
    "all slow": timed(1.3),
    "one slow": timed(1.3, 3),
    "milliseconds for microseconds": each(scale=1e-3),
    "microseconds for milliseconds": each(scale=1e3),
    "seconds for microseconds": each(scale=1e-6),
    "bits for bytes": each(scale=1 / 8),
    "a size ten times larger": resized(lambda n: 10 * n),
    "a size ten times smaller": resized(lambda n: n // 10),
    "decimal size": resized(lambda n: n // 2**20 * 10**6),
    "the share of a rank": resized(lambda n: n // 16),
    "no row of the size": without_the_size,
    "other collective": each(collective="broadcast"),
    "half the ranks": each(ranks=8),
    "twice the ranks": each(ranks=32),
    "few iterations": each(iterations=20),
    "wrong results": each(wrong=True),
    "wrong results once": lambda runs, n, chance: [replace(runs[0], wrong=True), *runs[1:]],
    "four of five": lambda runs, n, chance: runs[:4],
    "one for all": lambda runs, n, chance: [runs[chance.randrange(REPEATS)]] * REPEATS,
    "nothing": lambda runs, n, chance: [],
    "another condition": each(told={"condition": "multi_group"}),
}


def verdict(name: str, runs: Logs, worked: Worked, spoil: Callable[[str], str] = str) -> str:
    write, said = FORMATS[name]
    told = Told(**{"condition": "exclusive", **said, **(runs[0].told if runs else {})})
    return judged(worked, read([spoil(write(run)) for run in runs], told)).verdict


@pytest.mark.parametrize("name", sorted(FORMATS))
@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_no_fault_passes_and_the_logs_without_it_do(name: str, fault: str) -> None:
    chance = random.Random(f"{name} {fault}")
    for _ in range(COUNT):
        runs, n, worked = healthy(chance)
        assert verdict(name, runs, worked) == "pass", (name, n)
        assert verdict(name, FAULTS[fault](runs, n, chance), worked) != "pass", (name, n)


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"own csv"}))
def test_logs_of_which_nobody_says_the_condition_do_not_pass(name: str) -> None:
    runs, _, worked = healthy(random.Random(name))
    assert judged(worked, read([FORMATS[name][0](run) for run in runs], Told())).verdict != "pass"


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_logs_that_miss_are_no_pass_however_they_are_cut_or_joined(name: str) -> None:
    chance = random.Random(name)
    for _ in range(6):
        runs, n, worked = healthy(chance)
        late = timed(1.4)(runs, n, chance)
        assert verdict(name, late, worked, lambda text: text[: chance.randint(0, len(text))]) != "pass"
        assert verdict(name, late, worked, lambda text: text + text) != "pass"
        assert verdict(name, late, worked, lambda text: text.replace(" ", "  ").replace("\n", "\r\n")) != "pass"


@pytest.mark.parametrize("token", ["nan", "inf", "-inf", "-5.0", "1e999", "0", "N/A", "٣٣"])
@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_time_that_is_no_time_is_no_pass(name: str, token: str) -> None:
    runs, n, worked = healthy(random.Random(f"{name}{token}"))

    def spoil(text: str) -> str:
        shown = {f"{run.times[n] * 1e6:.{digits}f}" for run in runs for digits in (1, 2, 3)}
        shown |= {str(round(run.times[n] * 1e6, 3)) for run in runs} | {repr(run.times[n]) for run in runs}
        for one in sorted(shown, key=len, reverse=True):
            text = text.replace(one, token)
        return text

    assert verdict(name, runs, worked, spoil) != "pass"
