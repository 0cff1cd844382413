"""Groups from the rank layout: the figures they get, what may be replaced, and what is said when they cannot be."""

import pytest

from estimator.estimate.table import estimate
from estimator.report.tables.estimates.listing import flat_row
from estimator.spec.document import Spec
from estimator.spec.load import load_text
from tests.spec.examples import EXAMPLE, messages, varied, warnings

EP = "  ep:    {size: 64, ranks_per_node: 8, at_once_per_node: 1, levels: [scale_up, scale_out]}\n"
EDP = "  edp:   {size: 8, ranks_per_node: 1, at_once_per_node: 8, levels: [scale_out]}\n"
FROM_EP = "  ep:    {from_layout: ep}                  # 8 nodes x 8 ranks, 1 at once per node\n"
FROM_EDP = "  edp:   {from_layout: edp}                 # 8 nodes x 1 rank, 8 at once per node\n"
LAYOUT = "layout: {order: tp-cp-ep-dp-pp, world: 4096, tp: 4, cp: 2, ep: 64, etp: 1, pp: 8}\n"
DESIGN = varied(EP, FROM_EP, EDP, FROM_EDP)


def changed(old: str, new: str) -> str:
    assert old in DESIGN, old
    return DESIGN.replace(old, new, 1)


def test_the_designs_own_example_gets_its_groups_from_the_layout() -> None:
    groups = load_text(DESIGN).spec.groups
    ep, edp = groups["ep"], groups["edp"]
    assert (ep.nodes, ep.ranks_per_node, ep.at_once_per_node, ep.stride_nodes) == (8, 8, 1, 1)
    assert (edp.nodes, edp.ranks_per_node, edp.at_once_per_node, edp.stride_nodes) == (8, 1, 8, 8)
    assert (ep.levels, edp.levels) == (("scale_up", "scale_out"), ("scale_out",))


def test_the_estimate_is_that_of_the_same_groups_written_by_hand() -> None:
    rows = [
        [flat_row(row) for row in estimate(load_text(text).spec).operations.values()]
        for text in (DESIGN, varied(EDP, EDP.replace("levels", "stride_nodes: 8, levels")))
    ]
    assert rows[0] == rows[1]


def test_a_layout_that_gives_groups_has_an_effect() -> None:
    assert not [line for line in warnings(DESIGN) if "layout" in line]
    assert [line for line in warnings(EXAMPLE) if "layout: has no effect: no group takes its figures from it" in line]


def test_what_is_written_beside_from_layout_replaces_it() -> None:
    text = changed("{from_layout: edp}", "{from_layout: edp, at_once_per_node: 4, stride_nodes: 2, title: copies}")
    edp = load_text(text).spec.groups["edp"]
    assert (edp.size, edp.at_once_per_node, edp.stride_nodes, edp.levels) == (8, 4, 2, ("scale_out",))


def test_a_group_on_one_node_uses_the_path_inside_it() -> None:
    groups = load_text(changed("{from_layout: edp}", "{from_layout: tp}")).spec.groups
    assert (groups["edp"].levels, groups["edp"].nodes) == (("scale_up",), 1)


@pytest.mark.parametrize(
    ("old", "new", "path", "words"),
    [
        (
            "from_layout: ep}",
            "from_layout: epp}",
            "groups.ep.from_layout",
            "'epp' is no kind of group",
        ),
        (LAYOUT, "", "groups.ep.from_layout", "the spec has no layout; add layout: {order: tp-cp-ep-dp-pp"),
        ("from_layout: ep}", "from_layout: [ep]}", "groups.ep.from_layout", "names no kind of group"),
        ("from_layout: ep}", "from_layout: ep_etp_pp}", "groups.ep.stride_nodes", "do not lie at one distance"),
        ("from_layout: ep}", "from_layout: ep, sise: 8}", "groups.ep.sise", "unknown key; did you mean size?"),
        ("world: 4096", "world: 4097", "layout.world", "4097 ranks do not fill the dense grid"),
        ("etp: 1", "etp: 1, dp: 63", "layout.dp", "write dp 64"),
        ("order: tp-cp-ep-dp-pp", "order: tp-cp-ep-dp-xx", "layout.order", "'xx' in the order is no axis"),
        ("nodes: 512", "nodes: 256", "layout.world", "4096 ranks are more than the platform's 2048"),
        ("from_layout: ep}", "from_layout: ep, levels: [scale_out]}", "groups.ep.levels", "uses two paths"),
    ],
)
def test_a_mistake_has_one_message_at_its_place(old: str, new: str, path: str, words: str) -> None:
    found = messages(changed(old, new))
    assert [line for line in found if f"{path}: " in line and words in line]
    assert {line.split(": ")[1] for line in found} <= {path, "groups.edp.from_layout"}


def test_groups_are_silent_when_the_layout_itself_is_broken() -> None:
    found = messages(changed("world: 4096", "world: 4k"))
    assert len(found) == 1
    assert "layout.world: '4k' is not a whole number" in found[0]


def test_two_paths_at_one_place_need_a_choice() -> None:
    pooled = "    pooled:\n      location: inter_node_shared\n"
    shared = pooled + "      exclusive: {alpha: 9 us, bandwidth: 20 GB/s, per: rank}\n  cuts:\n"
    assert load_text(changed("  cuts:\n", shared)).spec.groups["edp"].levels == ("scale_out",)
    both = messages(changed("  cuts:\n", shared.replace("_shared", "")))
    words = "groups.edp.levels: the platform has 2 paths between nodes (scale_out, pooled); add levels"
    assert words in "\n".join(both)
    none = messages(changed("location: inter_node\n", "location: intra_node_cross_switch\n"))
    assert "groups.edp.levels: the platform has 0 paths between nodes; add levels" in "\n".join(none)


def test_groups_that_straddle_nodes_are_flagged_with_their_spread() -> None:
    text = changed("ranks_per_node: 8\n  nodes: 512", "ranks_per_node: 384\n  nodes: 16")
    loaded = load_text(text.replace("    group: ep\n", "    group: ep128\n").replace("[ep, ep128]", "[ep128]"))
    assert sorted(loaded.spec.groups["edp"].node_ranks) == [2, 6]
    found = [problem.text() for problem in loaded.problems if "groups.edp" in problem.text()]
    assert any("the layout puts 2 to 6 ranks of a group on a node of 384" in line for line in found)


def test_models_built_without_the_loader_know_the_layout_too() -> None:
    data = load_text(DESIGN).data
    assert Spec.model_validate(data).groups["ep"].size == 64
    assert data["groups"]["ep"] == {"from_layout": "ep"}
