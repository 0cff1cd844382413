"""Quotients worked out by hand: slow-down, scaling, tail, skew, cut, hierarchy, dips, half-bandwidth size, fits."""

from typing import Any

import pytest

from estimator.tools.records import Event
from tests.judge.scenes import CALL, TEST, N, judged, only, runs, spec_with, sweep

MIB = 2**20
SIZES = {"sizes": ["64 MiB"], "conditions": ["exclusive"]}


def quotient(kind: str, limit: str, events: list[Any], **fields: Any) -> tuple[str, Any]:
    """The verdict, and what was measured."""
    bound = {"at_least" if kind == "scaling" else "at_most": limit}
    worked = spec_with({**CALL, "kind": kind, "limit": bound, "sweep": SIZES, **fields})
    cell = only(judged(worked, events))
    return cell.verdict, cell.measured.value if cell.measured else 0.0


def test_a_slow_down_sets_a_condition_against_another() -> None:
    alone, beside = runs([0.0010, 0.0010, 0.0010]), runs([0.0012, 0.0012, 0.0013], first=9, condition="multi_group")
    more = {"against": "exclusive", "sweep": {"sizes": ["64 MiB"], "conditions": ["multi_group"]}}
    assert quotient("concurrency_slowdown", "1.3", alone + beside, **more) == ("pass", pytest.approx(1.3))
    assert quotient("concurrency_slowdown", "1.25", alone + beside, **more)[0] == "fail"
    reversed_ = runs([0.0012, 0.0012, 0.0013]) + runs([0.0010] * 3, first=9, condition="multi_group")
    assert quotient("concurrency_slowdown", "1.0", reversed_, **more) == ("pass", pytest.approx(1.0 / 1.2))
    assert quotient("concurrency_slowdown", "1.3", beside, **more) == ("inconclusive", 0.0)  # the reference is missing


def test_one_slow_run_of_the_reference_makes_no_slow_down_small() -> None:
    alone, beside = runs([0.0010, 0.0010, 0.0040]), runs([0.0020] * 3, first=9, condition="multi_group")
    more = {"against": "exclusive", "sweep": {"sizes": ["64 MiB"], "conditions": ["multi_group"]}}
    assert quotient("concurrency_slowdown", "1.5", alone + beside, **more) == ("fail", pytest.approx(2.0))


def test_groups_at_once_are_set_against_one_group() -> None:
    rail: dict[str, Any] = {"ranks": 4, "nodes": 4, "ranks_per_node": 1}
    one, eight = runs([0.004] * 3, **rail), runs([0.006] * 3, first=9, groups=8, **rail)
    call: dict[str, Any] = {"collective": "all_reduce", "algorithm": "ring", "dtype": "bf16", "redop": "sum"}
    call |= {"at_once": "all", "sweep": {"sizes": ["64 MiB"], "groups": ["rail"], "conditions": ["exclusive"]}}
    bare = {"kind": "concurrency_slowdown", "limit": {"at_most": "1.6"}, "test": TEST, **call}
    found = only(judged(spec_with(bare), one + eight))
    assert found.verdict == "pass"
    assert found.measured is not None
    assert found.measured.value == pytest.approx(1.5)


def test_scaling_is_bus_bandwidth_over_that_of_the_base_group() -> None:
    # 2 * 31/32 / 4 ms over 2 * 15/16 / 3 ms: 0.96875 / 0.9375 * 3/4 = 0.775.
    four = runs([0.004] * 3, first=9, ranks=32, nodes=4)
    more = {"base_group": "two", "sweep": {"sizes": ["64 MiB"], "groups": ["four"], "conditions": ["exclusive"]}}
    events = runs([0.003] * 3) + four
    assert quotient("scaling", "77 %", events, **more) == ("pass", pytest.approx(0.775))
    assert quotient("scaling", "78 %", events, **more)[0] == "fail"


def test_a_tail_needs_samples_whose_bounds_meet_the_limit() -> None:
    # 400 iterations: 390 of 1 ms and ten of 2 ms; p99 is the 396th, between the 392nd and the 400th: all 2 ms.
    times = tuple([0.001] * 390 + [0.002] * 10)
    metric = {"name": "ratio", "statistic": "p99", "ranks": "max", "repeats": "worst"}
    more = {"metric": metric, "test": {**TEST, "iterations": "300"}}
    ranks = (times,) * 16
    events = runs([0.001025] * 3, times=ranks)
    assert quotient("tail_ratio", "2", events, **more) == ("pass", pytest.approx(2.0))
    assert quotient("tail_ratio", "1.9", events, **more)[0] == "fail"
    # With 4 of 400 beyond, p99 itself is 1 ms and its upper bound 2 ms: neither within 1.5 nor beyond it.
    few = tuple([0.001] * 396 + [0.002] * 4)
    assert quotient("tail_ratio", "1.5", runs([0.00101] * 3, times=(few,) * 16), **more)[0] == "inconclusive"
    short = runs([0.00105] * 3, times=(times[200:],) * 16)
    assert quotient("tail_ratio", "2", short, metric=metric, test={**TEST, "iterations": "100"})[0] == "inconclusive"


def test_the_slowest_rank_of_each_iteration_counts() -> None:
    slow = tuple([0.001] * 99 + [0.002])
    quick = (0.001,) * 100
    metric = {"name": "time", "statistic": "max", "ranks": "max", "repeats": "worst"}
    worked = spec_with({**CALL, "limit": {"at_most": "1.5 ms", "at": "64 MiB"}, "sweep": SIZES, "metric": metric})
    assert judged(worked, runs([0.001] * 3, times=(quick,) * 15 + (slow,))).verdict == "fail"
    assert judged(worked, runs([0.001] * 3, times=(quick,) * 16)).verdict == "pass"
    # One rank's times say that it was quick, not that all were.
    assert judged(worked, runs([0.001] * 3, times=(quick,))).reason.code == "some_ranks"


def test_a_cut_ratio_divides_by_what_must_cross() -> None:
    # Half of 2 * 64 MiB leaves each of the two nodes, 64 MiB through 400 GB/s: 167.8 us.
    found = quotient("cut_ratio", "5", runs([8e-4] * 3), cut="nics")
    assert found == ("pass", pytest.approx(8e-4 / (N / 400e9), rel=1e-6))
    # Without a name what binds: each rank sends 2 * 15/16 * 64 MiB by its two paths of 200 and 48 GB/s, 507.4 us.
    found = quotient("cut_ratio", "2", runs([8e-4] * 3))
    assert found == ("pass", pytest.approx(8e-4 / (1.875 * N / 248e9), rel=1e-6))


def test_a_dip_is_what_is_lost_against_the_size_before() -> None:
    sizes = {"sizes": ["16 MiB", "32 MiB", "64 MiB"], "conditions": ["exclusive"]}
    worked = spec_with({**CALL, "kind": "no_dip_curve", "limit": {"at_most": "10 %"}, "sweep": sizes})
    # Rates of 10, 20 and 15 GB/s: the last loses a quarter.
    curve = {16 * MIB: 16 * MIB / 10e9, 32 * MIB: 32 * MIB / 20e9, 64 * MIB: 64 * MIB / 15e9}
    found = judged(worked, sweep(curve))
    assert [(one.verdict, round(one.measured.value, 3)) for one in found.cells if one.measured] == [
        ("pass", 0.0),
        ("fail", 0.25),
    ]
    assert found.verdict == "fail"


def test_the_half_bandwidth_size_is_the_smallest_that_reaches_half_of_the_best_rate() -> None:
    sizes = {"sizes": ["16 MiB", "32 MiB", "64 MiB"], "conditions": ["exclusive"]}
    curve = {16 * MIB: 16 * MIB / 9e9, 32 * MIB: 32 * MIB / 11e9, 64 * MIB: 64 * MIB / 20e9}
    for limit, expected in (("32 MiB", "pass"), ("31 MiB", "fail")):
        worked = spec_with({**CALL, "kind": "half_bandwidth_size", "limit": {"at_most": limit}, "sweep": sizes})
        cell = only(judged(worked, sweep(curve)))
        assert cell.verdict == expected
        assert cell.measured is not None
        assert cell.measured.value == 32 * MIB
    missing = {size: time for size, time in curve.items() if size != 32 * MIB}
    assert judged(worked, sweep(missing)).reason.code == "at_size"


def test_a_skewed_exchange_is_set_against_the_even_load() -> None:
    n, exchange = 16 * MIB, {"collective": "all_to_all_v", "tool": "records", "redop": ""}
    even, skewed = (runs([t] * 3, n=n, first=f, skew=s, **exchange) for t, f, s in ((1e-3, 1, 1.0), (1.4e-3, 9, 1.5)))
    call = {"kind": "skewed_all_to_all_v", "operation": "experts", "test": TEST, "limit": {"at_most": "1.5"}}
    call |= {"metric": {"name": "ratio"}, "sweep": {"skews": ["1.5"], "conditions": ["exclusive"]}}
    found = only(judged(spec_with(call), even + skewed))
    assert found.verdict == "pass"
    assert found.measured is not None
    assert found.measured.value == pytest.approx(1.4)
    assert only(judged(spec_with(call), even)).verdict == "inconclusive"
    assert only(judged(spec_with(call), skewed)).reason.code == "reference"


def test_the_start_up_of_a_round_is_fitted_to_the_small_sizes() -> None:
    # A ring of 16 ranks has 30 rounds: 300 us and 20 ps a byte are 10 us a round.
    curve = {2**k: 300e-6 + 2**k * 20e-12 for k in range(10, 20)}
    sizes = {"sizes": "1 KiB .. 512 KiB", "conditions": ["exclusive"]}
    for limit, expected in (("11 us", "pass"), ("9 us", "fail")):
        call = {**CALL, "kind": "latency_floor", "metric": {"name": "alpha"}, "limit": {"at_most": limit}}
        cell = only(judged(spec_with({**call, "sweep": sizes}), sweep(curve)))
        assert cell.verdict == expected
        assert cell.measured is not None
        assert cell.measured.value == pytest.approx(10e-6, rel=1e-2)


def test_an_overlap_is_what_calls_and_computation_take_less_together() -> None:
    # Fifteen ranks: 10 + 20 - 23 = 7 of 10 ms hidden; the last: 10 + 20 - 24 = 6 of 10 ms.
    together = ((0.023,) * 100,) * 15 + ((0.024,) * 100,)
    apart: dict[str, Any] = {"alone": ((0.010,) * 100,) * 16, "compute": ((0.020,) * 100,) * 16}
    call = {**CALL, "kind": "compute_overlap", "sweep": {"sizes": ["64 MiB"], "conditions": ["with_compute"]}}
    events = runs([0.023] * 3, times=together, condition="with_compute", **apart)
    for limit, expected in (("60 %", "pass"), ("65 %", "fail")):
        metric = {"name": "overlap", "ranks": "min"}
        cell = only(judged(spec_with({**call, "metric": metric, "limit": {"at_least": limit}}), events))
        assert cell.verdict == expected
        assert cell.measured is not None
        assert cell.measured.value == pytest.approx(0.6)


def test_a_share_that_is_hidden_is_held_against_no_time_of_the_model() -> None:
    # Of 10 ms -5, 5, 10, 15 and 5 % are hidden: as times these would be far apart, and shorter than any bound.
    call = {**CALL, "kind": "compute_overlap", "sweep": {"sizes": ["64 MiB"], "conditions": ["with_compute"]}}
    apart: dict[str, Any] = {"alone": ((0.010,) * 100,) * 16, "compute": ((0.020,) * 100,) * 16}
    events: list[Event] = []
    for repeat, both in enumerate((0.0305, 0.0295, 0.0290, 0.0285, 0.0295), 1):
        events += runs([both], first=repeat, times=((both,) * 100,) * 16, condition="with_compute", **apart)
    worked = spec_with({**call, "metric": {"name": "overlap"}, "limit": {"at_least": "0 %"}})
    assert only(judged(worked, events)).verdict == "fail"
    assert only(judged(worked, events[2:])).verdict == "pass"


def test_logs_of_calls_alone_say_nothing_of_an_overlap() -> None:
    call = {**CALL, "kind": "compute_overlap", "sweep": {"sizes": ["64 MiB"], "conditions": ["with_compute"]}}
    worked = spec_with({**call, "metric": {"name": "overlap"}, "limit": {"at_least": "0 %"}})
    assert only(judged(worked, runs([0.010, 0.011, 0.012], condition="with_compute"))).verdict == "not_run"


def test_times_beside_computation_are_no_times_of_the_call_alone() -> None:
    ranks = ((0.0001,) * 100,) * 16
    events = runs([0.0001] * 3, times=ranks, alone=ranks, compute=ranks, condition="with_compute")
    sweep = {"sizes": ["64 MiB"], "conditions": ["with_compute"]}
    found = judged(spec_with({**CALL, "limit": {"at_most": "10 ms", "at": "64 MiB"}, "sweep": sweep}), events)
    assert found.verdict == "not_run"
