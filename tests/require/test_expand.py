"""Every kind expands into the cells that a person would write down; expected values are worked by hand."""

from math import sqrt

import numpy as np
import pytest

from estimator.estimate.result import Interval
from estimator.require.criterion import Against, Criterion, main_cell
from tests.require.specs import Worked, changed, one, read, work_out

DISPATCH_N = 276_824_064
MIB = 2**20
# An AllGather of 64 MiB on eight ranks of eight nodes, ring: seven rounds, 7/8 of n.
PARAM_N = 64 * MIB
SHARE = 7 / 8 * PARAM_N


def cells(worked: Worked) -> tuple[Criterion, ...]:
    return worked.expanded["R"].criteria


def knee(startup: float, transfer: float) -> float:
    return 1.7 * sqrt(startup * transfer)


# The worked intervals of the cell of a dispatch (276.8 MB FP8 with scales, 8 x 8 ranks, hierarchical rail, the
# platform of kinds.yaml): per condition and skew, seconds of the optimistic and the conservative end.
DISPATCH = {
    ("exclusive", 1.0): (0.005123271999999999, 0.008494605540593364),
    ("exclusive", 1.5): (0.0076464079999999995, 0.012299931201197791),
    ("multi_group", 1.0): (0.0061535264, 0.010734752288586736),
    ("multi_group", 1.5): (0.0091812896, 0.01542536706401724),
}


def test_the_cells_of_a_dispatch_are_the_worked_ones() -> None:
    sweep = {"conditions": ["exclusive", "multi_group"], "skews": ["1.0", "1.5"]}
    found = cells(one("collective_time", {"at_most": "estimate.conservative"}, operation="moe_dispatch", sweep=sweep))
    assert [(cell.condition, cell.skew) for cell in found] == list(DISPATCH)
    for cell, (low, high) in zip(found, DISPATCH.values(), strict=True):
        assert cell.n == DISPATCH_N
        assert cell.own_n
        assert cell.expected == pytest.approx((low, high), rel=1e-9)
        assert cell.limit == pytest.approx(high, rel=1e-9)
        assert cell.how == "derived"


def test_a_sweep_is_sizes_by_groups_by_conditions_by_skews_with_the_own_n_in_each() -> None:
    sweep = {
        "sizes": "64 KiB .. 1 GiB",
        "groups": ["ep", "ep128"],
        "conditions": ["exclusive", "multi_group"],
        "skews": ["1.0", "1.5"],
    }
    found = cells(one("collective_time", {"at_most": "estimate.conservative"}, operation="moe_dispatch", sweep=sweep))
    # 64 KiB to 1 GiB is fifteen sizes at one an octave, and the operation's own n is none of them.
    assert len(found) == (15 + 1) * 2 * 2 * 2
    assert sum(cell.own_n for cell in found) == 8
    assert {cell.n for cell in found if not cell.own_n} == {float(2**k) for k in range(16, 31)}
    assert len({cell.key for cell in found}) == len(found)


def test_two_sizes_an_octave_lie_a_factor_of_root_two_apart() -> None:
    sweep = {"sizes": "1 MiB .. 4 MiB", "per_octave": "2"}
    found = cells(one("no_dip_curve", {"at_most": "10 %"}, operation="expert_param", sweep=sweep))
    assert [cell.n for cell in found] == [1482910, 2097152, 2965821, 4194304, PARAM_N]


def test_a_metric_that_means_nothing_for_the_kind_is_an_error() -> None:
    worked = one("cut_ratio", {"at_most": "1.25"}, operation="moe_dispatch", metric={"name": "busbw"})
    assert [problem.text() for problem in worked.expanded["R"].problems] == [
        "requirements.R.metric.name: cut_ratio is not about busbw; write ratio"
    ]
    assert worked.expanded["R"].criteria == ()


def test_a_metric_without_a_name_is_the_kinds_own() -> None:
    worked = one("tail_ratio", {"at_most": "1.5"}, operation="expert_param", metric={"ranks": "max"})
    assert worked.expanded["R"].measure is not None
    assert (worked.expanded["R"].measure.name, worked.expanded["R"].measure.statistic) == ("ratio", "p99")


def test_latency_floor_holds_its_limit_at_every_small_size() -> None:
    sweep = {"groups": ["pp"], "sizes": ["8 B", "1 KiB"]}
    worked = one("latency_floor", {"at_most": "60 us"}, collective="p2p", algorithm="direct", sweep=sweep)
    found = cells(worked)
    assert [cell.limit for cell in found] == [60e-6, 60e-6]
    startup, transfer = 10e-6, 1024 / 43e9
    assert found[1].expected == pytest.approx(
        (8e-6 + 1024 / 48e9, startup + transfer + 12e-6 + knee(startup, transfer))
    )


def test_latency_floor_of_alpha_is_one_cell_over_the_sweep() -> None:
    sweep = {"groups": ["pp"], "sizes": ["8 B", "1 KiB"], "conditions": ["multi_group"]}
    limit = {"at_most": "estimate.conservative"}
    found = cells(
        one("latency_floor", limit, collective="p2p", algorithm="direct", sweep=sweep, metric={"name": "alpha"})
    )
    assert [(cell.n, cell.sizes, cell.limit) for cell in found] == [(None, (8.0, 1024.0), 20e-6)]
    assert found[0].expected == Interval(10e-6, 20e-6)


def test_large_message_bandwidth_takes_the_largest_sizes_and_the_rate_at_the_time() -> None:
    sweep = {"sizes": "1 MiB .. 64 MiB"}
    found = cells(
        one("large_message_bandwidth", {"at_least": "estimate.optimistic"}, operation="expert_param", sweep=sweep)
    )
    assert [cell.n for cell in found] == [16 * MIB, 32 * MIB, 64 * MIB]
    assert found[2].limit == pytest.approx(SHARE / (7 * 8e-6 + SHARE / 48e9), rel=1e-12)


def test_a_plateau_leaves_out_an_own_n_below_it() -> None:
    sweep = {"sizes": "64 MiB .. 1 GiB"}
    found = cells(one("large_message_bandwidth", {"at_least": "1 GB/s"}, operation="expert_param", sweep=sweep))
    assert [cell.n for cell in found] == [256 * MIB, 512 * MIB, 1024 * MIB]


def test_half_bandwidth_size_is_where_half_the_rate_of_the_largest_size_is_reached() -> None:
    sweep = {"sizes": "64 KiB .. 64 MiB"}
    found = cells(one("half_bandwidth_size", {"at_most": "8 MiB"}, operation="expert_param", sweep=sweep))
    assert len(found) == 1
    assert found[0].n is None
    assert len(found[0].sizes) == 11
    assert found[0].measure.against == Against("plateau", value=0.5)
    # Rate n / (a + s*n) is half of N / (a + s*N) at n = N*a / (2a + s*N).
    a, s = 7 * 8e-6, 7 / 8 / 48e9
    expected = found[0].expected
    assert expected is not None
    assert expected.optimistic == pytest.approx(PARAM_N * a / (2 * a + s * PARAM_N), rel=0.011)


def test_no_dip_sets_every_size_against_the_one_before() -> None:
    found = cells(
        one("no_dip_curve", {"at_most": "10 %"}, operation="expert_param", sweep={"sizes": ["1 MiB", "4 MiB"]})
    )
    assert [(cell.n, cell.measure.against) for cell in found] == [
        (4 * MIB, Against("size", value=MIB)),
        (PARAM_N, Against("size", value=4 * MIB)),
    ]
    assert [cell.expected for cell in found] == [Interval(0.0, 0.0)] * 2
    assert [cell.limit for cell in found] == [0.1, 0.1]


def test_a_dip_of_the_models_own_rate_is_expected() -> None:
    slow = {"sizes": "2 MiB .. 1 GiB", "alpha": "80 us", "bandwidth": "48 GB/s", "per": "rank"}
    requirement = {"kind": "no_dip_curve", "title": "t", "operation": "expert_param", "limit": {"at_most": "10 %"}}
    requirement |= {"sweep": {"sizes": ["1 MiB", "2 MiB"]}}
    changes = {"requirements": {"R": requirement}, "platform.paths.scale_out.only": [slow]}
    first = cells(work_out(changed(read("kinds.yaml"), changes)))[0]
    before, after = 7 * 8e-6 + 7 / 8 * MIB / 48e9, 7 * 80e-6 + 7 / 8 * 2 * MIB / 48e9
    assert first.n == 2 * MIB
    assert first.expected is not None
    assert first.expected.optimistic == pytest.approx(1 - 2 * before / after, rel=1e-12)


def test_scaling_runs_as_many_groups_of_the_base_as_the_spec_says() -> None:
    pair = {"size": "2", "ranks_per_node": "1", "at_once_per_node": "1", "levels": ["scale_out"]}
    requirement = {"kind": "scaling", "title": "t", "operation": "expert_param", "limit": {"at_least": "50 %"}}
    requirement |= {"base_group": "pair", "sweep": {"conditions": ["multi_group"]}}
    (found,) = cells(work_out(changed(read("kinds.yaml"), {"requirements": {"R": requirement}, "groups.pair": pair})))
    # Eight groups share the node's 320 GB/s under load, 40 each; the one pair has its path's 45.
    eight, two = SHARE / (70e-6 + SHARE / 40e9), PARAM_N / 2 / (10e-6 + PARAM_N / 2 / 45e9)
    assert found.expected is not None
    assert pytest.approx(eight / two, rel=1e-9) in tuple(found.expected)


def test_scaling_sets_each_group_against_the_base_group() -> None:
    sweep = {"groups": ["edp", "edp7", "pp"]}
    found = cells(one("scaling", {"at_least": "90 %"}, operation="expert_param", base_group="pp", sweep=sweep))
    assert [(cell.group, cell.place and cell.place.ranks) for cell in found] == [("edp", 8), ("edp7", 7)]
    n = PARAM_N
    base = (n / 2) / (8e-6 + n / 2 / 48e9)
    seven = (6 / 7 * n) / (6 * 8e-6 + 6 / 7 * n / 48e9)
    expected = found[1].expected
    assert expected is not None
    assert expected.optimistic == pytest.approx(seven / base, rel=1e-12)
    assert expected.conservative < expected.optimistic


def test_hierarchical_efficiency_is_set_against_the_conservative_plan() -> None:
    found = cells(one("hierarchical_efficiency", {"at_most": "1.1"}, operation="dense_grad"))
    n = 2**28
    startup = 2 * 7 * 4e-6 + 2 * 7 * 10e-6
    transfer = 2 * 7 / 8 * n / 180e9 + 2 * 7 / 8 * n / 8 / 43e9 + (7 / 8 + 7 / 8 / 8) * n / 800e9
    against = found[0].measure.against
    assert against is not None
    assert against.value == pytest.approx(startup + transfer + 12e-6 + knee(startup, transfer), rel=1e-9)
    assert found[0].expected is not None
    assert found[0].expected.conservative == 1.0


def test_cut_ratio_is_set_against_the_must_move_time() -> None:
    sweep = {"skews": ["1.0"], "conditions": ["exclusive"]}
    found = cells(one("cut_ratio", {"at_most": "1.25"}, operation="moe_dispatch", sweep=sweep))
    bound = 8 * 7 / 8 * DISPATCH_N / 384e9
    low, high = DISPATCH["exclusive", 1.0]
    against = found[0].measure.against
    assert against is not None
    assert against.value == pytest.approx(bound, rel=1e-12)
    assert found[0].expected == pytest.approx((low / bound, high / bound), rel=1e-9)


def test_a_cut_ratio_to_a_named_cut_divides_by_the_time_of_that_cut() -> None:
    """Eight nodes in two halves: 32 ranks of a half send 32/64 of their n to the other, through 6.4 TB/s."""
    halves = {"boundary": {"nodes": "4"}, "exclusive": {"bandwidth": "6.4 TB/s"}}
    fields = {"operation": "moe_dispatch", "sweep": {"skews": ["1.0"], "conditions": ["exclusive"]}}
    requirement = {"kind": "cut_ratio", "title": "t", "limit": {"at_most": "9"}, "cut": "halves", **fields}
    data = changed(read("kinds.yaml"), {"platform.cuts.halves": halves, "requirements": {"R": requirement}})
    (cell,) = cells(work_out(data))
    assert cell.measure.against is not None
    assert cell.measure.against.value == pytest.approx(32 / 2 * DISPATCH_N / 6.4e12, rel=1e-12)


def test_a_named_cut_that_the_group_does_not_cross_is_told() -> None:
    wide = {"boundary": {"nodes": "64"}, "exclusive": {"bandwidth": "6.4 TB/s"}}
    requirement = {
        "kind": "cut_ratio",
        "title": "t",
        "limit": {"at_most": "9"},
        "cut": "wide",
        "operation": "dense_grad",
    }
    worked = work_out(changed(read("kinds.yaml"), {"platform.cuts.wide": wide, "requirements": {"R": requirement}}))
    assert [problem.text() for problem in dict.fromkeys(worked.expanded["R"].problems)] == [
        "requirements.R.cut: nothing of ep must pass wide; name another cut, or remove cut"
    ]


def test_slow_down_sets_all_groups_at_once_against_one() -> None:
    sweep = {"conditions": ["multi_group"]}
    found = cells(
        one("concurrency_slowdown", {"at_most": "1.25"}, operation="expert_param", at_once="all", sweep=sweep)
    )
    assert [(cell.at_once, cell.measure.against) for cell in found] == [(8, Against("at_once", value=1.0))]
    # Eight groups share the node's 320 GB/s, 40 each; one alone has its path's 45.
    alone = 7 * 10e-6 + SHARE / 45e9
    together = 7 * 10e-6 + SHARE / 40e9
    expected = found[0].expected
    assert expected is not None
    assert max(expected) == pytest.approx(together / alone, rel=1e-9)


def test_a_slow_down_may_set_one_condition_against_another() -> None:
    sweep = {"conditions": ["background"]}
    found = cells(
        one("concurrency_slowdown", {"at_most": "1.05"}, operation="expert_param", against="exclusive", sweep=sweep)
    )
    assert [(cell.condition, cell.measure.against) for cell in found] == [
        ("background", Against("condition", "exclusive"))
    ]
    # The start-up is that of exclusive, 8 and 10 us; the rate goes from 48 to 47 GB/s and from 43 to 40 GB/s.
    optimistic = (7 * 8e-6 + SHARE / 47e9) / (7 * 8e-6 + SHARE / 48e9)
    slow, fast = (12e-6 + 70e-6 + SHARE / rate + 1.7 * sqrt(70e-6 * SHARE / rate) for rate in (40e9, 43e9))
    assert found[0].expected == pytest.approx((optimistic, slow / fast), rel=1e-9)


def test_of_the_conditions_of_the_operation_a_slow_down_leaves_out_the_one_it_is_set_against() -> None:
    found = cells(one("concurrency_slowdown", {"at_most": "2"}, operation="moe_dispatch", against="multi_group"))
    assert {cell.condition for cell in found} == {"with_compute"}


def test_slow_down_of_a_number_of_groups_runs_that_number() -> None:
    found = cells(one("concurrency_slowdown", {"at_most": "1.25"}, operation="expert_param", at_once="4"))
    assert [cell.at_once for cell in found] == [4]


def test_tail_ratio_has_no_expectation_of_the_model() -> None:
    found = cells(one("tail_ratio", {"at_most": "1.5"}, operation="expert_param"))
    assert [(cell.measure.statistic, cell.measure.against, cell.expected, cell.limit) for cell in found] == [
        ("p99", Against("statistic", "p50"), None, 1.5)
    ]


def test_a_skewed_exchange_as_a_ratio_leaves_the_even_load_out() -> None:
    sweep = {"skews": ["1.0", "1.5"], "conditions": ["exclusive"]}
    limit, metric = {"at_most": "1.65"}, {"name": "ratio"}
    found = cells(one("skewed_all_to_all_v", limit, operation="moe_dispatch", sweep=sweep, metric=metric))
    assert [(cell.skew, cell.measure.against) for cell in found] == [(1.5, Against("skew", value=1.0))]
    even, uneven = DISPATCH["exclusive", 1.0], DISPATCH["exclusive", 1.5]
    assert found[0].expected == pytest.approx(sorted(u / e for u, e in zip(uneven, even, strict=True)), rel=1e-9)


def test_a_skewed_exchange_as_a_time_has_a_limit_under_each_skew() -> None:
    limit, sweep = {"at_most": "estimate.conservative"}, {"conditions": ["exclusive"]}
    found = cells(one("skewed_all_to_all_v", limit, operation="moe_dispatch", sweep=sweep))
    assert [cell.limit for cell in found] == pytest.approx([high for _, high in list(DISPATCH.values())[:2]], rel=1e-9)


def test_a_load_that_the_generator_cannot_make_is_told_where_the_peers_are_left_out() -> None:
    """Of 64 ranks 32 get nothing: the others get twice the mean at least."""
    sweep = {"skews": ["1.0", "1.5"], "conditions": ["exclusive"]}
    fields = {"operation": "moe_dispatch", "sweep": sweep, "zero_peers": "32"}
    found = one("skewed_all_to_all_v", {"at_most": "20 ms", "at": "64 MiB"}, **fields)
    assert [(problem.path[-1], problem.message) for problem in found.expanded["R"].problems] == [
        ("zero_peers", "ep: 32 of 64 ranks that get something make a skew of 2 at least")
    ]


def test_no_fixed_length_counts_the_bytes_that_leave_their_rank() -> None:
    sweep = {"skews": ["1.5"], "conditions": ["exclusive"]}
    found = cells(one("no_fixed_length_all_to_all", {"at_most": "1.05"}, operation="moe_dispatch", sweep=sweep))
    assert [cell.measure.against for cell in found] == [Against("bytes", value=63.0 * DISPATCH_N)]


def test_a_stated_item_is_one_cell_without_a_measurement() -> None:
    fields = {"item": "recovery", "statement": "resume after a fault"}
    found = cells(one("capability", {"at_most": "30 s", "tolerance": "10 %"}, **fields))
    assert [(cell.limit, cell.place, cell.unit) for cell in found] == [(30.0, None, "time")]
    assert found[0].effective == pytest.approx(33.0)
    found = cells(one("capability", None, item="topology_query", statement="an interface"))
    assert [(cell.comparator, cell.limit, cell.unit) for cell in found] == [("stated", None, "none")]
    assert [cell.comparator for cell in cells(one("algorithm_report", None))] == ["stated"]


def test_the_main_cell_is_that_of_the_own_n_group_and_first_condition_at_the_hardest_skew() -> None:
    sweep = {"sizes": ["1 GiB"], "groups": ["ep128", "ep"], "conditions": ["exclusive", "multi_group", "with_compute"]}
    worked = one("collective_time", {"at_most": "estimate.conservative"}, operation="moe_dispatch", sweep=sweep)
    main = worked.expanded["R"].main
    assert main is not None
    assert (main.group, main.condition, main.skew, main.n) == ("ep", "multi_group", 1.5, DISPATCH_N)


def test_an_algorithm_that_cannot_run_on_a_group_is_told_once() -> None:
    sweep = {"groups": ["edp7"], "sizes": ["1 MiB", "2 MiB"], "conditions": ["exclusive", "multi_group"]}
    worked = one(
        "collective_time", {"at_most": "1 ms"}, operation="expert_param", algorithm="recursive_doubling", sweep=sweep
    )
    (problem,) = worked.expanded["R"].problems
    said = (
        "requirements.R.algorithm: recursive_doubling cannot run on edp7: it needs p = 2^k, and p is 7; choose another"
    )
    assert problem.text().startswith(f"{said} algorithm (ring, recursive_doubling, bruck, ")


def test_blocks_and_criteria_tell_the_same() -> None:
    sweep = {"sizes": "1 MiB .. 1 GiB", "groups": ["ep", "ep128"]}
    expanded = one(
        "collective_time", {"at_most": "estimate.conservative"}, operation="moe_dispatch", sweep=sweep
    ).expanded["R"]
    assert expanded.cells == len(expanded.criteria)
    limits = np.concatenate([block.limits for block in expanded.blocks])
    assert [cell.limit for cell in expanded.criteria] == limits.tolist()


def test_the_main_cell_is_found_without_building_the_others() -> None:
    sweep = {"sizes": "1 MiB .. 64 MiB", "groups": ["ep", "ep128"], "conditions": ["exclusive", "multi_group"]}
    expanded = one(
        "collective_time", {"at_most": "1 ms", "at": "4 MiB"}, operation="moe_dispatch", sweep=sweep
    ).expanded
    found = expanded["R"]
    assert found.cells > 20
    assert found.main == main_cell(found.criteria)
    block = found.blocks[-1]
    assert [block.criterion(index) for index in range(len(block.sizes))] == list(block.criteria())
