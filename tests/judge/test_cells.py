"""Verdicts worked out by hand: limits, repeats, samples, ceilings, and what spoils a measurement."""

from typing import Any

import pytest

from estimator.judge.reason import Verdict
from estimator.tools.records import Ended, Event, Record
from tests.judge.logs import table
from tests.judge.scenes import CALL, TEST, N, judged, only, runs, spec_with, sweep

LIMIT = {"at_most": "10 ms", "at": "64 MiB", "tolerance": "5 %"}  # so 10.5 ms
TIMED = {**CALL, "limit": LIMIT, "sweep": {"sizes": ["64 MiB"], "conditions": ["exclusive"]}}
OWN = [0.0100, 0.0102, 0.0104]


def verdict(events: list[Event], **changes: Any) -> tuple[Verdict, str]:
    found = judged(spec_with({**TIMED, **changes}), events)
    return found.verdict, found.reason.code


def test_the_worst_of_the_repeats_is_held_against_the_limit_with_its_tolerance() -> None:
    cell = only(judged(spec_with(TIMED), runs(OWN)))
    assert (cell.verdict, cell.measured and cell.measured.value) == ("pass", 0.0104)
    assert cell.margin == pytest.approx((10.5 - 10.4) / 10.5)
    assert cell.each == tuple(OWN)
    assert verdict(runs([*OWN, 0.0106])) == ("fail", "missed")  # a fourth attempt counts too: no best of


@pytest.mark.parametrize(("repeats", "expected"), [("worst", "fail"), ("median", "pass"), ("mean", "pass")])
def test_the_metric_says_how_repeats_are_joined(repeats: str, expected: str) -> None:
    metric = {"name": "time", "statistic": "mean", "ranks": "max", "repeats": repeats}
    assert verdict(runs([0.0100, 0.0101, 0.0107]), metric=metric)[0] == expected  # worst 10.7, mean 10.27 ms


def test_a_bandwidth_is_worked_out_from_size_and_time() -> None:
    # 64 MiB on 16 ranks in 10 ms: 2 * 15/16 * 6.711 GB/s = 12.583 GB/s.
    floor = {"at_least": "12.5 GB/s", "at": "64 MiB"}
    metric = {"name": "busbw", "statistic": "mean", "ranks": "max", "repeats": "worst"}
    cell = only(judged(spec_with({**TIMED, "limit": floor, "metric": metric}), runs([0.0099, 0.0099, 0.0100])))
    assert cell.verdict == "pass"
    assert cell.measured is not None
    assert cell.measured.value == pytest.approx(12.583e9, rel=1e-4)
    assert verdict(runs([0.0099, 0.0099, 0.0101]), limit=floor, metric=metric) == ("fail", "missed")


def test_too_few_repeats_are_inconclusive_unless_one_of_them_misses_already() -> None:
    assert verdict(runs(OWN[:2])) == ("inconclusive", "few_repeats")
    assert verdict(runs([0.0100, 0.0110])) == ("fail", "missed")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"iterations": 99}, "few_iterations"),
        ({"iterations": None}, "iterations_unsaid"),
        ({"warmup": 4}, "few_warmup"),
        ({"correct": None}, "unchecked"),
        ({"over_ranks": "mean"}, "over_ranks"),
        ({"over_ranks": ""}, "over_ranks"),
        ({"statistic": "p50"}, "statistic"),
        ({"units": "binary"}, "units"),
        ({"condition": ""}, "differs"),
        ({"condition": "multi_group"}, "differs"),
        ({"dtype": "fp32"}, "differs"),
        ({"nodes": 4, "ranks_per_node": 4}, "differs"),
        ({"in_place": True}, "differs"),
    ],
)
def test_what_is_not_as_the_test_says_is_inconclusive_with_its_reason(fields: dict[str, Any], code: str) -> None:
    assert verdict(runs(OWN, **fields)) == ("inconclusive", code)


@pytest.mark.parametrize("field", ["hardware", "library"])
def test_attempts_at_one_call_are_of_one_device_and_one_library(field: str) -> None:
    """Two repeats of one, one of the other: neither lends the other its times. A log that names none is taken."""
    one: dict[str, Any] = {field: "one"}
    other: dict[str, Any] = {field: "other"}
    assert verdict([*runs(OWN[:2], **one), *runs(OWN[2:], **other)]) == ("inconclusive", "mixed")
    assert verdict([*runs(OWN[:2], **one), *runs(OWN[2:])])[0] == "pass"


def test_a_rate_without_a_time_is_no_time_of_a_collective() -> None:
    without = [one._replace(seconds=None, rate=1e9) if isinstance(one, Record) else one for one in runs(OWN)]
    assert verdict(without) == ("inconclusive", "no_time")


def test_a_shorter_test_of_another_requirement_does_not_count_beside_longer_ones() -> None:
    assert verdict([*runs(OWN), *runs([0.02], first=9, iterations=50)]) == ("pass", "met")
    assert verdict([*runs(OWN[:2]), *runs([0.01], first=9, iterations=50)]) == ("inconclusive", "few_repeats")
    assert verdict([*runs(OWN), *runs([0.01], first=9, correct=None)]) == ("inconclusive", "unchecked")


def test_wrong_results_fail_whatever_the_time() -> None:
    assert verdict([*runs(OWN), *runs([0.005], first=9, correct=False, wrong=3.0)]) == ("fail", "wrong")


def test_the_mean_over_ranks_can_miss_a_limit_on_the_slowest_but_not_meet_it() -> None:
    assert verdict(runs([0.011, 0.011, 0.011], over_ranks="mean")) == ("fail", "missed")


def test_nothing_of_the_call_is_not_run_and_a_run_without_data_is_inconclusive() -> None:
    assert verdict([]) == ("not_run", "no_record")
    assert verdict(runs(OWN, n=N // 2)) == ("not_run", "other_sizes")
    assert verdict(runs(OWN, ranks=32, nodes=4)) == ("not_run", "other_ranks")
    assert verdict(runs(OWN, collective="all_gather")) == ("not_run", "no_record")
    assert verdict([Ended(table(), 0, ("run_failed",))]) == ("inconclusive", "no_data")


def test_repeats_that_vary_too_much_are_inconclusive_from_five_on() -> None:
    # 8, 9, 10, 11, 12 ms of mean 10 vary by sqrt(2.5) / 10 = 15.8 %.
    wide = [0.0080, 0.0090, 0.0100, 0.0110, 0.0120]
    assert verdict(runs(wide), limit={**LIMIT, "at_most": "20 ms"}) == ("inconclusive", "spread")
    allowed = {**TEST, "max_spread": "16 %"}
    assert verdict(runs(wide), limit={**LIMIT, "at_most": "20 ms"}, test=allowed) == ("pass", "met")
    assert verdict(runs(wide[1:4]), limit={**LIMIT, "at_most": "20 ms"}) == ("pass", "met")


def test_small_messages_may_vary_more() -> None:
    narrow = [9.2e-4, 9.6e-4, 1.0e-3, 1.04e-3, 1.08e-3]  # 6.3 %
    for n, expected in ((2**20, "pass"), (2**21, "inconclusive")):
        limit = {"at_most": "2 ms", "at": f"{n} B"}
        sizes = {"sizes": [f"{n} B"], "conditions": ["exclusive"]}
        found = judged(spec_with({**CALL, "limit": limit, "sweep": sizes}), runs(narrow, n=n))
        assert found.verdict == expected, n


def test_more_than_the_links_carry_is_inconclusive() -> None:
    # Two nodes of eight NICs of 50 GB/s: 8 * 50 * (15/16) / (1/2) = 750 GB/s; 64 MiB * 1.875 in 167.8 us.
    at = {"at_most": "1 ms", "at": "64 MiB"}
    assert verdict(runs([1.67e-4] * 3), limit=at) == ("inconclusive", "above_ceiling")


def test_less_than_the_bytes_that_must_move_take_is_inconclusive() -> None:
    # AllReduce of 64 MiB on 16: a rank must send 15/8 of it, over 200 GB/s inside and 48 GB/s outside together:
    # 507.4 us. The optimistic end is at 677.2 us.
    at = {"at_most": "1 ms", "at": "64 MiB"}
    assert verdict(runs([5.0e-4] * 3), limit=at) == ("inconclusive", "below_bound")
    assert verdict(runs([6.7e-4] * 3), limit=at) == ("pass", "met_quicker")
    assert verdict(runs([6.8e-4] * 3), limit=at) == ("pass", "met")


def test_a_time_over_a_quarter_quicker_than_the_optimistic_end_passes_where_every_iteration_was_timed() -> None:
    # 677.2 us / 1.25 = 541.8 us; of 16 ranks the slowest takes 530 us, by 100 iterations of each.
    at = {"at_most": "1 ms", "at": "64 MiB"}
    assert verdict(runs([5.3e-4] * 3), limit=at) == ("inconclusive", "quicker_alone")
    assert verdict(runs([5.5e-4] * 3), limit=at) == ("pass", "met_quicker")
    timed: list[Event] = []
    for repeat in (1, 2, 3):
        slowest = 5.3e-4 + 1e-6 * repeat
        each = tuple((slowest * (1 - 1e-3 * rank),) * 100 for rank in range(16))
        timed += runs([slowest], first=repeat, times=each)
    assert verdict(timed, limit=at) == ("pass", "met_quicker")


def test_a_unit_slip_far_below_the_model_is_no_pass() -> None:
    # 8 KiB: 14 rounds of 5 us and 2 of 10 us, 90 us; half of them is 45 us.
    limit = {"at_most": "1 ms", "at": "8 KiB"}
    sizes = {"sizes": ["8 KiB"], "conditions": ["exclusive"]}
    for seconds, expected in ((4.4e-5, ("inconclusive", "beyond_model")), (8.0e-5, ("pass", "met_quicker"))):
        found = judged(spec_with({**CALL, "limit": limit, "sweep": sizes}), runs([seconds] * 3, n=8192))
        assert (found.verdict, found.reason.code) == expected


def test_a_group_on_fewer_nodes_than_the_test_asks_for_is_inconclusive() -> None:
    assert verdict(runs(OWN), test={**TEST, "nodes_min": "3"}) == ("inconclusive", "few_nodes")
    why = {"zh": "只有两机", "en": "two is all there is"}
    assert verdict(runs(OWN), test={**TEST, "nodes_min": "3", "nodes_reason": why}) == ("pass", "met")


def test_copies_of_a_log_are_one_attempt() -> None:
    curve = {N // 2**k: 0.010 / 2**k for k in range(7)}
    once = sweep(curve, repeats=1)
    again = [*once]
    for place in (2, 3):
        again += sweep(curve, repeats=1, first=place, source=f"{place}.log")
    assert verdict(again) == ("inconclusive", "copied_repeats")


def test_the_worst_cell_decides_and_a_cell_without_a_limit_does_not_count() -> None:
    both = {**TIMED, "sweep": {"sizes": ["32 MiB", "64 MiB"], "conditions": ["exclusive", "multi_group"]}}
    found = judged(spec_with(both), runs(OWN))
    assert found.verdict == "inconclusive"
    assert {one.cell.condition: one.verdict for one in found.cells if one.counts} == {
        "exclusive": "pass",
        "multi_group": "inconclusive",
    }
    assert sum(not one.counts for one in found.cells) == 2


def test_a_limit_that_was_turned_round_or_changed_after_the_freeze_is_met_by_nothing() -> None:
    turned = {**CALL, "limit": {"at_least": "9 ms", "at": "64 MiB"}, "sweep": TIMED["sweep"]}
    found = judged(spec_with(turned), runs(OWN))
    assert (found.verdict, found.reason.code) == ("inconclusive", "turned_round")
    key = "R/two/exclusive/skew=1/at_once=1/n=67108864"
    status = {"document.status": "review", "document.approvers": ["A", "B"]}
    frozen = spec_with(TIMED, {"frozen": {key: "11 ms"}, **status})
    assert only(judged(frozen, runs(OWN))).reason.fact("cell") == key
