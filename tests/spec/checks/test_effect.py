import pytest

from tests.spec.examples import EXAMPLE, varied, warnings


@pytest.mark.parametrize(
    ("old", "new", "path", "what"),
    [
        ("    per_step: 704\n", "", "operations.moe_dispatch.overlap", "the operation is in no step"),
        (
            "overlap: [0.8, 0.3]",
            "overlap: {window: 0 s, compute_slowdown: 1.1}",
            "operations.moe_dispatch.overlap.compute_slowdown",
            "nothing runs beside the call",
        ),
        ("per_step: 704", "redop: max", "operations.moe_dispatch.redop", "all_to_all_v reduces nothing"),
        ("per_step: 704", "per_step: 704\n    padding: [1, 8]", "operations.moe_dispatch.skew", "padding replaces"),
        ("sizes: 64 KiB .. 1 GiB", "sizes: [64 KiB, 1 GiB]", "sweep.per_octave", "the sizes are no range"),
        ("tolerance: 0 %", "at: 1 MiB", "limit.at", "a derived limit holds in every cell"),
        ("sources:\n", "sources:\n  note: {basis: measured, text: x}\n", "sources.note", "nothing cites this source"),
        (
            "      multi_group:  {alpha: [4 us, 6 us]",
            "      only: [{rails: cross, alpha: 4 us, bandwidth: 100 GB/s, per: rank}]\n"
            "      multi_group:  {alpha: [4 us, 6 us]",
            "platform.paths.scale_up.only[0].rails",
            "the path stays inside a node",
        ),
        (
            "  ep128: {size: 128,",
            "  tp: {size: 4, ranks_per_node: 4, stride_nodes: 2, levels: [scale_up]}\n  ep128: {size: 128,",
            "groups.tp.stride_nodes",
            "the group lies on one node",
        ),
        ("groups: [ep, ep128]", "groups: [ep]", "groups.ep128", "no operation and no sweep uses this group"),
    ],
)
def test_a_field_that_changes_nothing_is_a_warning(old: str, new: str, path: str, what: str) -> None:
    found = [line for line in warnings(varied(old, new)) if path in line]
    assert len(found) == 1
    assert f"{path}: has no effect: {what}" in found[0]


def test_a_share_that_no_step_takes_and_a_rest_that_nobody_has_are_warnings() -> None:
    share = ("exposed_communication: 15 %}", "exposed_communication: 15 %, operations: {moe_dispatch: 1 s}}")
    assert [line for line in warnings(varied(*share)) if "budget" in line] == []
    uncounted = varied(*share, "    per_step: 704\n    overlap: [0.8, 0.3]\n", "")
    (line,) = (line for line in warnings(uncounted) if "budget" in line)
    assert "budget.operations.moe_dispatch: has no effect: the operation is in no step; add per_step" in line
    shared = varied("15 %}", "15 %, allocate: proportional, operations: {moe_dispatch: 1 s}}")
    (line,) = (line for line in warnings(shared) if "budget" in line)
    assert "budget.allocate: has no effect: every operation of the step has a share" in line


def test_a_launch_mode_of_a_platform_without_t0_is_a_warning() -> None:
    t0 = next(line for line in EXAMPLE.splitlines() if line.startswith("  launch: "))
    text = varied(f"{t0}\n", "", "per_step: 704", "per_step: 704\n    launch: {mode: graph}")
    assert any("moe_dispatch.launch: has no effect: the platform states no T0" in line for line in warnings(text))


def test_a_knee_is_a_warning_only_where_every_path_has_a_root_in_its_place() -> None:
    root = "root: {time: 1 us, at: 1 MiB}, "
    some = ("bandwidth: [200 GB/s, 180 GB/s], ", f"bandwidth: [200 GB/s, 180 GB/s], {root}")
    every = (*some, "bandwidth: [48 GB/s, 43 GB/s], ", f"bandwidth: [48 GB/s, 43 GB/s], {root}")
    for changes, count in ((some, 0), (every, 1)):
        found = [line for line in warnings(varied(*changes)) if "platform.knee" in line]
        assert len(found) == count
        assert all("has no effect: every path has a root in its place" in line for line in found)


def test_a_spec_whose_every_part_counts_has_no_warnings() -> None:
    layout = "layout: {order: tp-cp-ep-dp-pp, world: 4096, tp: 4, cp: 2, ep: 64, etp: 1, pp: 8}\n"
    text = varied(layout, "", "groups: [ep, ep128]", "groups: [ep, edp, ep128]")
    assert warnings(text) == []
