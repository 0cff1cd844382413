"""Physics of limits, links, cuts and budgets as the lint sees it; numbers worked by hand."""

from typing import Any

import pytest

from estimator.cost.entries.algorithm import Copies
from estimator.errors import path_text
from estimator.estimate.groups.levels import on_machine
from estimator.require.limits.ceiling import busbw_ceiling
from estimator.require.place import Place
from estimator.spec.load import load_text
from estimator.spec.training.shape import Moe
from estimator.units import format_time
from tests.lint.test_run import MEAN, OTHER, PATH, R, by_size, other, told
from tests.require.specs import Worked, changed, clean, one, read, work_out
from tests.spec.machine.machines import spec_on

GATHER = {
    "collective": "all_gather",
    "group": "edp",
    "tensor": {"bytes": "64 MiB", "semantics": "output"},
    "algorithm": "ring",
}


@pytest.mark.parametrize(
    ("sizes", "alpha", "calls", "text"),
    [
        # Seven rounds and 7/8 of 1 MiB at 48 GB/s, 19.11 us: from 7 * 30 us to 7 * 8 us.
        ("1 B .. 1 MiB", "30 us", "1", "falls from 229.1 us to 75.11 us at 1 MiB"),
        # The same edge of each of four calls.
        ("1 B .. 1 MiB", "30 us", "4", "falls from 916.5 us to 300.5 us at 1 MiB"),
        # Large messages that start in 1 us, from 1 MiB on.
        ("1 MiB .. 1 GiB", "1 us", "1", "falls from 75.11 us to 26.11 us at 1 MiB"),
    ],
)
def test_a_fall_at_an_edge_of_sizes_is_shown_with_both_times(sizes: str, alpha: str, calls: str, text: str) -> None:
    gather = {"operations.exchange": None, "operations.grad": None, f"{R}": None}
    changes = {"operations.gather": {**GATHER, "calls": calls}, **gather, **by_size(sizes, alpha)}
    found = [problem.message for problem in clean(changes).problems() if problem.rule == "falling-time"]
    assert [message.replace("\u00a0", " ").replace("\u00b5", "u") for message in found] == [
        f"the optimistic time of gather {text}"
    ]


def test_a_tail_outside_the_interval_is_no_finding() -> None:
    changes = {f"{R}.metric.statistic": "p99", f"{R}.test.command": "bench", f"{R}.limit": {"at_most": "90 ms"}}
    assert clean(changes).problems() == []


def test_a_larger_message_asked_to_be_faster_contradicts_itself() -> None:
    # A limit from the budget at the own n, below a frozen one at a smaller size, falls as the message grows.
    sweep, limit = {"sizes": ["1 GiB"]}, {"at_most": "estimate.conservative"}
    worked = clean({f"{R}.sweep": sweep, f"{R}.limit": limit, "document.status": "review"})
    first, second = worked.expanded["CCL-A2A-01"].criteria
    assert first.n is not None
    assert second.n is not None
    assert first.n < second.n
    data = changed(read("clean.yaml"), {f"{R}.sweep": sweep, f"{R}.limit": limit, "document.status": "review"})
    frozen = {first.key: 30e-3, second.key: 25e-3}
    found = [problem for problem in work_out(data, frozen).problems() if problem.rule == "contradicts"]
    assert [path_text(problem.path) for problem in found] == [f"{R}.limit"]


COPIES: tuple[Copies, ...] = ("per_node", "per_expert")


def ceiling(worked: Worked) -> float | None:
    """The ceiling of the first cells of R."""
    block = worked.expanded["R"].blocks[0]
    return busbw_ceiling(block.collective, block.place, worked.spec)


def test_the_ceilings_are_those_of_the_links() -> None:
    # 8 NICs of 50 GB/s a node, eight nodes: 400 * (63/64) / (7/8) = 450 GB/s; an exchange 50 * 63/56 = 56.25 GB/s.
    worked = one("collective_time", {"at_most": "1 s"}, operation="dense_grad")
    assert ceiling(worked) == pytest.approx(450e9)
    worked = one("collective_time", {"at_most": "1 s"}, operation="moe_dispatch")
    assert ceiling(worked) == pytest.approx(56.25e9)


def test_a_ceiling_counts_the_ranks_inside_each_border_of_a_torus_of_hosts() -> None:
    # Four ranks a host on one axis, four hosts with a NIC of 25 GB/s a rank: 4 * 25 * (15/16) / (3/4) = 125 GB/s.
    platform = """
  host: {x: 4, y: 4}
  levels: [{name: x, ranks: 4, path: ring}, {name: y, ranks: 16, path: ring}, {name: pod, ranks: 64, path: nic}]
  paths:
    ring: {wiring: ring, link: {rate: 256 GB/s, per: rank}, exclusive: {alpha: 1 us, bandwidth: 200 GB/s, per: rank}}
    nic: {link: {rate: 25 GB/s, per: rank}, exclusive: {alpha: 5 us, bandwidth: 24 GB/s, per: rank}}
"""
    spec = load_text(spec_on(platform, "{shape: [1, 4, 4]}")).spec
    held = on_machine(spec, "all").placing
    place = Place("all", tuple(held.node_ranks), 1)
    assert busbw_ceiling("all_reduce", place, spec) == pytest.approx(125e9)
    assert busbw_ceiling("all_to_all", place, spec) == pytest.approx(25e9 * 15 / 12)


def test_fewer_copies_of_a_token_raise_the_ceiling_of_an_exchange() -> None:
    # Eight nodes, 8 of 256 experts, one copy a node: 5.295 of 8 copies cross, so 56.25 GB/s over 0.6618.
    worked = one("collective_time", {"at_most": "1 s"}, operation="moe_dispatch")
    spec = worked.spec.model_copy(update={"moe": Moe(experts=256, top_k=8)})
    block = worked.expanded["R"].blocks[0]
    held = {copies: busbw_ceiling(block.collective, block.place, spec, copies) for copies in COPIES}
    assert held["per_node"] == pytest.approx(56.25e9 * 8 / 5.294652, rel=1e-6)
    assert held["per_expert"] == pytest.approx(56.25e9)


@pytest.mark.parametrize(("limit", "below"), [("0.99", True), ("1", False)])
def test_nothing_is_faster_than_the_cut_alone(limit: str, below: bool) -> None:
    requirement = {**OTHER, "kind": "cut_ratio", "operation": "exchange", "metric": MEAN, "limit": {"at_most": limit}}
    assert ("below-cut" in told({"requirements.CCL-CUT-01": requirement})) is below


def test_a_link_of_a_node_is_shared_by_its_ranks() -> None:
    data = changed(read("kinds.yaml"), {"platform.paths.scale_out.link": {"rate": "400 GB/s", "per": "node"}})
    requirement = {"kind": "collective_time", "title": "t", "operation": "dense_grad", "limit": {"at_most": "1 s"}}
    worked = work_out(changed(data, {"requirements": {"R": requirement}}))
    assert ceiling(worked) == pytest.approx(450e9)


@pytest.mark.parametrize(
    ("link", "bandwidth", "above"),
    [
        ({"rate": "400 Gbit/s", "per": "rank"}, ["51 GB/s", "43 GB/s"], True),
        ({"rate": "400 GB/s", "per": "node"}, ["50 GB/s", "43 GB/s"], False),
        ({"rate": "320 GB/s", "per": "node"}, ["48 GB/s", "43 GB/s"], True),
    ],
)
def test_the_better_end_is_held_against_the_link_rank_by_rank(link: Any, bandwidth: list[str], above: bool) -> None:
    changes = {f"{PATH}.link": {**link, "from": "talk"}, f"{PATH}.exclusive.bandwidth": bandwidth}
    found = [path_text(p.path) for p in clean(changes).problems() if p.rule == "above-link"]
    assert (f"{PATH}.exclusive.bandwidth" in found) is above


@pytest.mark.parametrize(("algorithm", "told_above"), [("hierarchical_rs_ar_ag", True), ("in_network", False)])
def test_a_reduction_in_the_network_has_no_ceiling(algorithm: str, told_above: bool) -> None:
    # Two nodes of one rank: 2 * 1/2 of each byte crosses, so busbw is at most the link's 50 GB/s; 60 are asked for.
    group = {"groups.two": {"size": "2", "ranks_per_node": "1", "levels": ["scale_out"]}}
    changes = other(operation=None, collective="all_reduce", algorithm=algorithm, dtype="bf16", redop="sum",
                    metric={"name": "busbw", "statistic": "mean"}, limit={"at_least": "60 GB/s"},
                    sweep={"sizes": ["64 MiB"], "groups": ["two"]})  # fmt: skip
    assert ("above-ceiling" in told({**changes, **group})) is told_above


@pytest.mark.parametrize("name", ["busbw", "algbw"])
def test_a_group_of_one_rank_is_linted_without_a_division_by_zero(name: str) -> None:
    changes = other(operation=None, collective="all_gather", algorithm="ring", dtype="bf16",
                    metric={"name": name, "statistic": "mean"}, limit={"at_least": "estimate.conservative"},
                    sweep={"sizes": ["64 MiB"], "groups": ["alone"]})  # fmt: skip
    alone = {"groups.alone": {"size": "1", "ranks_per_node": "1", "levels": ["scale_up"]}}
    assert "below-cut" not in told({**changes, **alone})


def test_a_share_that_grows_is_told_with_its_seconds_and_the_window_it_offers_is_kept() -> None:
    share = {"operations.exchange.overlap": ["0.9", "0.88"]}
    (finding,) = (problem for problem in clean(share).problems() if problem.rule == "growing-overlap")
    assert finding.severity == "warning"
    step = clean(share).table.operations["exchange"].step
    shown = [format_time(part * end) for part, end in zip((0.9, 0.88), step.time, strict=True)]
    assert f"hides {shown[0]} of a call of" in finding.message
    assert f"and {shown[1]} of one of" in finding.message
    offered = finding.hint.partition("overlap: {window: ")[2].rstrip("}")
    assert clean({"operations.exchange.overlap": {"window": offered}}).problems() == []
