"""Groups on levels: the units that each way of saying it means, and what is refused."""

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.layout.nesting import indexes
from estimator.spec.groups.placed import placed
from estimator.spec.load import load_text
from estimator.spec.machine.checks.lying import OnLevels, leaves
from estimator.spec.machine.placing import Placing, by_levels
from estimator.spec.machine.units import Machine
from tests.spec.examples import messages
from tests.spec.machine.machines import ALL, DIES, MESH, RACKS, RAILS, SHORT, TORUS, spec_on
from tests.spec.test_schema import complaints

LAYOUT = "layout: {order: tp-cp-ep-dp-pp, world: 4096, tp: 4, cp: 2, ep: 64, etp: 1, pp: 8}\n"


def placing(machine: str, group: str, extra: str = "") -> Placing:
    return placed(load_text(spec_on(machine, group, extra=extra)).spec, "all")


@pytest.mark.parametrize("name", ALL)
def test_a_pair_of_ranks_lies_in_the_innermost_unit_of_every_machine(name: str) -> None:
    found = placing(ALL[name], "{shape: [2]}")
    assert (found.size, found.used, found.index[0].tolist()) == (2, (0,), [0, 1])


@pytest.mark.parametrize(
    ("machine", "group", "lists"),
    [
        (MESH, "{shape: [8, 2]}", ((0, 1, 2, 3, 4, 5, 6, 7), (0, 1))),
        (MESH, "{units: {box: [0, 2, 3]}}", ((0, 2, 3), (0,))),
        (MESH, "{shape: [1, 3], units: {box: [5]}}", ((5,), (0, 1, 2))),
        (MESH, "{size: 16, ranks_per_node: 4, stride_nodes: 8}", ((0, 1, 2, 3), (0, 8, 16, 24))),
        (TORUS, "{shape: [4], stride: {x: 4}}", ((0, 4, 8, 12), (0,), (0,))),
        (TORUS, "{shape: [8, 2], stride: {y: 3}}", ((0, 1, 2, 3, 4, 5, 6, 7), (0, 3), (0,))),
        (RAILS, "{size: 512, ranks_per_node: 8}", (tuple(range(8)), tuple(range(32)), (0, 1))),
        (SHORT, "{shape: [8, 4], stride: {machine: 2}}", (tuple(range(8)), (0, 2, 4, 6))),
        (RACKS, "{shape: [64]}", (tuple(range(64)), (0,))),
    ],
)
def test_a_group_has_these_units_on_each_level(machine: str, group: str, lists: tuple[tuple[int, ...], ...]) -> None:
    assert placing(machine, group).lists == lists


def test_units_that_differ_are_a_tree() -> None:
    found = placing(DIES, "{tree: [[2, 2], [2]]}")
    assert (found.lists, found.tree, found.size) == (None, ((2, 2), (2,)), 6)
    assert found.index.tolist() == [[0, 1, 0, 1, 0, 1], [0, 0, 1, 1, 0, 0], [0, 0, 0, 0, 1, 1]]


def test_nodes_with_lists_of_ranks_are_a_tree() -> None:
    """40 nodes fill a leaf of 32 and a quarter of the next."""
    found = placing(RAILS, "{size: 320, ranks_per_node: 8}")
    assert found.tree == ((8,) * 32, (8,) * 8)
    assert placing(MESH, "{size: 8, ranks_per_node: [6, 2]}").tree == (6, 2)


def test_the_short_form_means_two_levels() -> None:
    spec = load_text(spec_on(SHORT, "{size: 64, ranks_per_node: 8, at_once_per_node: 1, levels: [nvl, ib]}")).spec
    found = placed(spec, "all")
    assert (found.machine.names, found.machine.ranks, found.machine.paths) == (
        ("node", "machine"),
        (8, 4096),
        ("nvl", "ib"),
    )
    assert (found.shape, found.at_once, spec.platform.host_ranks) == ((8, 8), (1, None), 8)


def test_a_group_in_levels_has_figures_in_nodes() -> None:
    group = load_text(spec_on(RAILS, "{shape: [8, 32, 2]}")).spec.groups["all"]
    assert (group.size, group.ranks_per_node, group.nodes, group.levels) == (512, 8, 64, ("nvl", "rail", "spine"))
    alone = load_text(spec_on(RAILS, "{shape: [1, 4, 2]}")).spec.groups["all"]
    assert (alone.size, alone.ranks_per_node, alone.levels) == (8, 1, ("rail", "spine"))


def test_the_layout_gives_units_and_groups_at_once_on_every_level() -> None:
    """Experts fill eight nodes, four groups a leaf of 32 nodes. Their copies are 64 ranks apart: one on every eighth

    node, four in a leaf, two leaves; each of the 8 ranks of a node is in a group of its own, 64 groups leave a leaf.
    """
    ep = placing(RAILS, "{from_layout: ep}", LAYOUT)
    assert (ep.shape, ep.at_once, ep.kin is not None) == ((8, 8, 1), (1, 1, 1), True)
    edp = placing(RAILS, "{from_layout: edp}", LAYOUT)
    assert edp.lists == ((0,), (0, 8, 16, 24), (0, 1))
    assert edp.at_once == (8, 64, 1)


def test_no_more_groups_run_at_once_than_a_layout_smaller_than_a_node_has() -> None:
    """Four of the 8 ranks of a node: two groups of two, where a full node has four."""
    for world, groups in ((4, 2), (8, 4), (4096, 4)):
        layout = f"layout: {{order: tp-cp-ep-dp-pp, world: {world}, tp: 2}}\n"
        spec = load_text(spec_on(RAILS, "{from_layout: tp}", extra=layout)).spec
        assert spec.groups["all"].at_once_per_node == groups


def test_groups_of_a_layout_with_a_stride_share_the_links_of_a_ring() -> None:
    """tp 4 on the first axis, data parallel the other two of eight: every fourth, four groups on each line."""
    layout = "layout: {world: 1024, tp: 4, dp: 256}\n"
    whole = TORUS.replace("ranks: 8, of: 16", "ranks: 16").replace("ranks: 64, of: 16", "ranks: 256, of: 16")
    found = placing(whole, "{from_layout: dp}", layout)
    assert found.lists == ((0, 4, 8, 12), tuple(range(16)), (0, 1, 2, 3))
    assert found.at_once[0] == 4


def test_what_is_written_counts_before_what_the_layout_says() -> None:
    found = placing(RAILS, "{from_layout: edp, at_once: {node: 4, leaf: 16}}", LAYOUT)
    assert found.at_once == (4, 16, 1)


@pytest.mark.parametrize(
    ("machine", "group", "key", "words"),
    [
        (MESH, "{shape: [16]}", "shape", "16 ranks in box, which joins 8; write at most 8"),
        (MESH, "{shape: [8, 2, 2]}", "shape", "a shape of 3 levels, and the machine has 2; write at most 2 numbers"),
        (MESH, "{shape: [6, 2]}", "shape", "6 of the 8 ranks in each box: they do not divide it evenly"),
        (MESH, "{shape: [8, 513]}", "shape", "513 units of box in cluster, which joins 512"),
        (MESH, "{shape: [0]}", "shape[0]", "is too small"),
        (MESH, "{shape: [8], levels: [hccs]}", "levels", "platform.levels says which path joins what; remove levels"),
        (MESH, "{shape: [8], size: 8}", "size", "shape and size both say where the ranks lie; remove size"),
        (MESH, "{shape: [8, 2], tree: [6, 2]}", "shape", "tree and shape both say where the ranks lie"),
        (MESH, "{shape: [8, 2], stride: {clutser: 2}}", "stride", "there is no level clutser; did you mean cluster?"),
        (MESH, "{shape: [8], stride: {cluster: 2}}", "stride", "the group has one unit on cluster"),
        (
            TORUS,
            "{shape: [8], stride: {x: 3}}",
            "stride",
            "8 units 3 apart reach beyond the 16 of x; write a stride of",
        ),
        (
            MESH,
            "{units: {box: [0, 8]}}",
            "units",
            "there is no unit 8 on box, which joins 8; write numbers from 0 to 7",
        ),
        (MESH, "{units: {box: [2, 0]}}", "units", "the units of box do not rise"),
        (MESH, "{units: {box: []}}", "units.box", "is empty"),
        (MESH, "{shape: [4], units: {box: [0, 1]}}", "units", "shape has 4 on box, and units names 2; write 1"),
        (MESH, "{tree: [[6, 2], 2]}", "tree", "some units stand deeper in lists than others"),
        (MESH, "{tree: [[6, 2], [2]]}", "tree", "a tree of 3 levels, and the machine has 2 levels"),
        (MESH, "{tree: [9, 2]}", "tree", "9 ranks in box, which joins 8"),
        (MESH, "{tree: []}", "tree", "a list is no tree of units"),
        (MESH, "{shape: [8, 2], at_once: {bx: 2}}", "at_once.bx", "there is no level bx; did you mean box?"),
        (
            MESH,
            "{shape: [4, 2], at_once: {box: 3}}",
            "at_once.box",
            "3 groups of 4 ranks cannot share a box of 8 ranks",
        ),
        (MESH, "{shape: [4, 2], at_once: {cluster: 2}}", "at_once.cluster", "cluster is the whole machine"),
        (MESH, "{shape: [4, 2], at_once: {box: 2}, at_once_per_node: 2}", "at_once.box", "both say it for box"),
        (MESH, "{size: 5000, ranks_per_node: 8}", "size", "more ranks in the last level"),
        (MESH, "{from_layout: ep}", "from_layout", "the spec has no layout"),
        (SHORT, "{shape: [8, 513]}", "shape", "513 units of node in machine, which joins 512"),
        (SHORT, "{shape: [16]}", "shape", "16 ranks in node, which joins 8"),
    ],
)
def test_a_mistake_in_a_group_has_one_message_at_its_place(machine: str, group: str, key: str, words: str) -> None:
    found = messages(spec_on(machine, group))
    assert len(found) == 1, found
    assert f": groups.all.{key}: " in found[0]
    assert words in found[0]


@pytest.mark.parametrize("key", ["shape: [8]", "size: 64", "stride_nodes: 2"])
def test_a_layout_and_something_else_cannot_both_say_where_ranks_lie(key: str) -> None:
    found = messages(spec_on(RAILS, f"{{from_layout: ep, {key}}}", extra=LAYOUT))
    assert [line.split(": ", 1)[1] for line in found] == [
        f"groups.all.{key.split(':')[0]}: from_layout and {key.split(':')[0]} both say where the ranks lie; "
        f"remove {key.split(':')[0]}"
    ]


def test_a_layout_larger_than_the_machine_is_told_once() -> None:
    found = messages(spec_on(RACKS, "{from_layout: ep}", extra=LAYOUT))
    assert len(found) == 1
    assert "layout.world: 4096 ranks are more than the platform's 1440" in found[0]


@given(st.lists(st.integers(1, 4), min_size=1, max_size=3), st.data())
def test_any_shape_lies_where_its_ranks_do(units: list[int], data: st.DataObject) -> None:
    """A shape, its tree, and its ranks taken one by one from the machine are the same places."""
    ranks = [prod(units[: number + 1]) for number in range(len(units))]
    names = tuple(f"l{number}" for number in range(len(units)))
    wirings, wraps = ("switch",) * len(units), (True,) * len(units)
    machine = Machine(names, tuple(ranks), tuple(units), names, wirings, wraps, 0)
    shape = [data.draw(st.sampled_from([n for n in range(1, held + 1) if held % n == 0])) for held in units]
    found = Placing(machine, by_levels(OnLevels.model_validate({"shape": shape}), machine))
    assert (found.shape, found.size) == (tuple(shape), prod(shape))
    assert leaves(found.tree) == found.size
    assert indexes(found.places, machine.ranks).tolist() == found.index.tolist()
    assert sum(found.node_ranks) == found.size


@pytest.mark.parametrize("name", ALL)
def test_an_editor_accepts_every_machine(name: str) -> None:
    assert complaints(spec_on(ALL[name])) == []


@pytest.mark.parametrize("group", ["{units: {box: [0, 1]}}", "{tree: [2, 1]}", "{shape: [4], at_once: {box: 2}}"])
def test_an_editor_accepts_groups_in_levels(group: str) -> None:
    assert complaints(spec_on(MESH, group)) == []
