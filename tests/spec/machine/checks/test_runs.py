"""Algorithms that cannot run on a group: told at the name or the option that is the cause, with what to write."""

import pytest

from tests.spec.examples import messages, warnings
from tests.spec.machine.machines import DIES, MESH, RAILS, TORUS, spec_on


def told(machine: str, group: str, algorithm: str, collective: str = "all_reduce") -> list[str]:
    changes = ("algorithm: ring", f"algorithm: {algorithm}", "collective: all_reduce", f"collective: {collective}")
    return [line.split(": ", 1)[1] for line in messages(spec_on(machine, group, *changes))]


@pytest.mark.parametrize(
    ("machine", "group", "algorithm"),
    [
        (MESH, "{shape: [8, 4]}", "{name: ring, channels: 8}"),
        (MESH, "{shape: [8, 4]}", "{name: hierarchical_rs_ar_ag, methods: [direct, ring]}"),
        (RAILS, "{shape: [8, 32, 2]}", "{name: ring, channels: all}"),
        (TORUS, "{shape: [8, 8, 16]}", "{name: torus_ring, channels: all}"),
        (MESH, "{tree: [6, 2]}", "ring"),
    ],
)
def test_these_run(machine: str, group: str, algorithm: str) -> None:
    assert told(machine, group, algorithm) == []


@pytest.mark.parametrize(
    ("machine", "group", "algorithm", "collective", "place", "words"),
    [
        (MESH, "{shape: [8, 4]}", "{name: ring, channels: 9}", "all_reduce", ".channels", "write at most 8, or all"),
        (
            MESH,
            "{shape: [8, 4]}",
            "{name: hierarchical_rs_ar_ag, methods: [direct, both]}",
            "all_reduce",
            ".methods",
            "cluster cannot work both ways round in a switch; write ring or direct",
        ),
        (
            MESH,
            "{shape: [8, 4]}",
            "{name: hierarchical_rs_ar_ag, methods: [direct]}",
            "all_reduce",
            ".methods",
            "1 method named, and the machine has 2 levels; write another one, or remove methods",
        ),
        (
            TORUS,
            "{shape: [4, 4]}",
            "{name: hierarchical_rail, methods: [ring, direct, direct]}",
            "all_to_all",
            ".methods",
            "x is a ring, on which an All-to-All is always direct; write direct",
        ),
        (MESH, "{tree: [6, 2]}", "hierarchical_inter_first", "all_gather", "", "name another one, such as ring, "),
        (MESH, "{tree: [6, 2]}", "hierarchical_rail", "all_to_all", "", "name another one, such as pairwise, "),
    ],
)
def test_these_do_not(machine: str, group: str, algorithm: str, collective: str, place: str, words: str) -> None:
    (found,) = told(machine, group, algorithm, collective)
    assert found.startswith(f"operations.sync.algorithm{place}: ")
    assert words in found


def test_an_option_that_two_algorithms_cannot_take_is_told_once() -> None:
    (found,) = told(MESH, "{shape: [8, 4]}", "{name: ring, also: [multi_ring], channels: 9}")
    assert found.startswith("operations.sync.algorithm.channels: ring cannot run on group all: 9 channels")


EXCHANGE = ("algorithm: ring", "algorithm: hierarchical_rail_inter_first\n    copies: {}")


@pytest.mark.parametrize(
    ("group", "copies", "idle"),
    [
        ("{shape: [2, 4]}", "per_package", ""),
        ("{shape: [2, 4]}", "per_pod", "the group lies on one pod"),
        ("{shape: [2]}", "per_node", "the group lies on one package"),
        ("{shape: [2]}", "per_rank", ""),
        ("{shape: [2, 4, 2]}", "per_pod", ""),
    ],
)
def test_copies_count_where_the_group_spans_several_units(group: str, copies: str, idle: str) -> None:
    changes = (EXCHANGE[0], EXCHANGE[1].format(copies), "collective: all_reduce", "collective: all_to_all")
    text = spec_on(DIES, group, *changes, extra="moe: {experts: 64, top_k: 4}\n")
    found = [line for line in warnings(text) if ".copies: " in line]
    assert [line.split("has no effect: ")[1].split(";")[0] for line in found] == ([idle] if idle else [])


@pytest.mark.parametrize(
    ("old", "new"),
    [("per: leaf", "per: node"), ("bandwidth: 48 GB/s", "bandwidth: 48 gb/s"), ("through: rail", "through: spine")],
)
def test_methods_of_three_levels_are_not_counted_while_the_machine_has_a_mistake(old: str, new: str) -> None:
    algorithm = "{name: hierarchical_rs_ar_ag, methods: [direct, ring, ring]}"
    assert told(RAILS, "{shape: [8, 32, 2]}", algorithm) == []
    assert old in RAILS
    assert len(told(RAILS.replace(old, new), "{shape: [8, 32, 2]}", algorithm)) == 1


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("name: leaf, ranks: 256, ", "name: leaf, ranks: 256, of: 16, ", "platform.levels[1].of"),
        ("ranks_per_host: 8\n", "ranks_per_host: 8\n  ranks_per_node: 4\n", "platform.ranks_per_node"),
    ],
)
def test_groups_are_not_held_against_units_that_are_miscounted(old: str, new: str, place: str) -> None:
    assert old in RAILS
    found = told(RAILS.replace(old, new), "{shape: [8, 32, 2]}", "ring")
    assert [line.split(":")[0] for line in found] == [place]
