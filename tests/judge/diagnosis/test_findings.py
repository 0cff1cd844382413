"""What single findings say, on runs made by hand against a machine of two nodes of four."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from estimator.estimate.table import estimate
from estimator.judge.diagnosis.cause import Diagnosis, Finding
from estimator.judge.diagnosis.diagnose import diagnosis
from estimator.judge.diagnosis.reference import Promises
from estimator.judge.diagnosis.run import seen
from estimator.tools.records import Ended, Event, Record, Table
from tests.judge.diagnosis.planted import Machine

SIZES = tuple(2**k for k in range(10, 31, 2))
MACHINE = Machine(4, 2, (5.0, 10.0), (100.0, 25.0), 0.0, 110.0)
"""Ring AllReduce of eight ranks over two nodes: 14 rounds of 10 us, 1.75 n at 25 GB/s."""


@cache
def known() -> Promises:
    spec = MACHINE.spec()
    return Promises(spec, estimate(spec))


def ring(n: float, alpha: float = 10e-6, rate: float = 25e9) -> float:
    return 14 * alpha + 1.75 * n / rate


def run(
    times: list[float], collective: str = "all_reduce", ranks: int = 8, number: int = 1, **facts: object
) -> list[Event]:
    base = {"nodes": 2, "ranks_per_node": ranks // 2} | facts
    table = Table("a.log", number, number, "nccl-tests", collective=collective, ranks=ranks, **base)  # type: ignore[arg-type]
    rows: list[Event] = [Record(table, 1, 1, n, n, time) for n, time in zip(SIZES, times, strict=True)]
    return [*rows, Ended(table, len(rows))]


def judged(events: list[Event]) -> Diagnosis:
    return diagnosis(seen(events), known())


def finding(found: Diagnosis, code: str) -> Finding:
    return next(one for cause in found.causes for one in cause.evidence if one.code == code)


def test_start_up_is_told_by_its_factor() -> None:
    found = judged(run([ring(n, alpha=40e-6) for n in SIZES]))
    assert found.causes[0].name == "startup"
    numbers = finding(found, "startup_above_spec").numbers
    assert numbers["startup_x"] == pytest.approx(4.0, rel=1e-3)
    assert numbers["expected_s"] == pytest.approx(140e-6, rel=1e-3)


def test_a_pair_as_slow_as_the_group_is_bandwidth() -> None:
    slow = run([ring(n, rate=10e9) for n in SIZES])
    pair = run([10e-6 + n / 10e9 for n in SIZES], "p2p", 2, 2)
    found = judged(slow + pair)
    assert found.causes[0].name == "bandwidth"
    assert finding(found, "transfer_above_spec").numbers["pair_x"] == pytest.approx(2.5, rel=1e-2)


def test_a_pair_in_order_beside_a_slow_group_is_topology() -> None:
    slow = run([ring(n, rate=10e9) for n in SIZES])
    pair = run([10e-6 + n / 25e9 for n in SIZES], "p2p", 2, 2)
    assert judged(slow + pair).causes[0].name == "topology"


def test_groups_at_once_that_slow_each_other_down_are_contention() -> None:
    alone = run([ring(n) for n in SIZES])
    beside = run([ring(n, rate=10e9) for n in SIZES], number=2, groups=2)
    assert float(finding(judged(alone + beside), "beside_others").numbers["beside_x"]) > 1.3


def test_a_machine_twice_as_fast_is_in_order() -> None:
    found = judged(run([0.5 * ring(n) for n in SIZES]))
    assert found.causes[0].name == "healthy"


def test_another_algorithm_whose_coefficients_fit_is_named() -> None:
    # Recursive doubling was promised: 3 rounds of 2 n ... 3 n; a ring's 14 rounds and 1.75 n were measured.
    spec = replace(MACHINE, algorithm="recursive_doubling").spec()
    found = diagnosis(seen(run([ring(n) for n in SIZES])), Promises(spec, estimate(spec)))
    assert found.causes[0].name == "algorithm"
    numbers = finding(found, "rival_fits").numbers
    assert (numbers["named"], numbers["fits"]) == ("recursive_doubling", "ring")


def test_a_run_whose_place_nobody_says_may_be_of_several_promises() -> None:
    spec = replace(MACHINE, each=4).spec()
    table = Table("a.log", 1, 1, "nccl-tests", collective="all_reduce")
    rows: list[Event] = [Record(table, 1, 1, n, n, ring(n)) for n in SIZES]
    found = diagnosis(seen([*rows, Ended(table, len(rows))]), Promises(spec, estimate(spec)))
    assert finding(found, "several_promises").numbers["promises"] == 2
