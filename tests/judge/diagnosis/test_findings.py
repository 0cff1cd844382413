"""What single findings say, on runs made by hand against a machine of two nodes of four."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from estimator.estimate.table import estimate
from estimator.judge.diagnosis.causes.cause import CauseFinding, Diagnosis
from estimator.judge.diagnosis.diagnose import diagnosis
from estimator.judge.diagnosis.runs.promises import Promises
from estimator.judge.diagnosis.runs.run import seen
from estimator.judge.diagnosis.runs.view import views_of
from estimator.spec.load import load
from estimator.tools.records import Ended, Event, Record, Table
from tests.judge.diagnosis.planted import Machine
from tests.tools.readers.written import events as read
from tests.tools.readers.written import nccl_log

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


def started(events: list[Event], command: str) -> list[Event]:
    """The run as a command line started it."""
    rows = [one for one in events if isinstance(one, Record)]
    table = replace(rows[0].table, command=command)
    return [*(one._replace(table=table) for one in rows), Ended(table, len(rows))]


def judged(events: list[Event]) -> Diagnosis:
    return diagnosis(seen(events), known())


def finding(found: Diagnosis, code: str) -> CauseFinding:
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


def test_one_ring_in_place_of_four_is_told_by_its_channels() -> None:
    text = MACHINE.text().replace("algorithm: ring", "algorithm: {name: ring, channels: 4}", 1)
    spec = load("d.yaml", {"d.yaml": text.encode()}.__getitem__).spec
    found = diagnosis(seen(run([ring(n) for n in SIZES])), Promises(spec, estimate(spec)))
    assert found.causes[0].name == "algorithm"
    assert finding(found, "rival_fits").numbers["fits"] == "ring with channels: 1"


def test_a_condition_that_nobody_names_is_any_of_the_operations() -> None:
    text = MACHINE.text().replace("condition: [exclusive]", "condition: [multi_group]")
    slower = "per: rank}, multi_group: {alpha: 20 us, bandwidth: 10 GB/s, per: rank}}"
    text = text.replace("per: rank}}", slower)
    spec = load("d.yaml", {"d.yaml": text.encode()}.__getitem__).spec
    beside = run([ring(n, 20e-6, 10e9) for n in SIZES])
    assert diagnosis(seen(beside), Promises(spec, estimate(spec))).causes[0].name == "healthy"


def test_settings_whose_large_sizes_differ_throughout_are_algorithm() -> None:
    fast = started(run([ring(n) for n in SIZES]), "./build/all_reduce_perf")
    slow = run([ring(n) if n < 2**16 else 5.0 * ring(n) for n in SIZES], number=2)
    found = judged(fast + started(slow, "NCCL_PROTO=LL ./build/all_reduce_perf"))
    assert found.causes[0].name == "algorithm"
    numbers = finding(found, "setting_rules").numbers
    assert numbers["settings"] == "NCCL_PROTO=LL against -"
    assert numbers["large_x"] == pytest.approx(5.0)


def test_a_table_that_ends_before_what_its_command_asks_for_is_noted() -> None:
    events = started(run([ring(n) for n in SIZES]), "mpirun -np 8 ./build/all_reduce_perf -b 8 -e 16G -f 2")
    found = finding(judged(events), "ends_early")
    assert found.numbers == {"largest_B": 2.0**30, "asked_B": 2**34}


def test_a_table_that_ends_before_what_its_own_first_line_says_is_noted() -> None:
    text = nccl_log().replace("maxBytes 67108864", "maxBytes 17179869184")
    found = finding(diagnosis(seen(read(text)), None), "ends_early")
    assert found.numbers == {"largest_B": 2.0**26, "asked_B": 2**34}
    whole = diagnosis(seen(read(nccl_log())), None)
    assert "ends_early" not in [one.code for cause in whole.causes for one in cause.evidence]


def test_what_the_logs_do_not_tell_is_said_beside_a_sure_cause() -> None:
    found = diagnosis(seen(run([400.0 * ring(n) for n in SIZES[:4]] + [400.0 * ring(SIZES[4])] * 7)), None)
    told = [one.code for cause in found.causes for one in cause.evidence] + [one.code for one in found.silent]
    assert "no_reference" in told


def test_logs_of_groups_that_the_spec_does_not_have_may_be_of_any_machine() -> None:
    # The machine has groups of 8 and 2 ranks on two nodes and of 4 and 2 on one: two ranks of each node are none.
    four = run([2.0 * ring(n) for n in SIZES], ranks=4, number=2)
    (alone,) = views_of(seen(four), known())
    assert alone.against is None
    beside = views_of(seen([*run([ring(n) for n in SIZES]), *four]), known())
    assert all(view.against is not None for view in beside)
