"""A record stands for a cell only where collective, size, group, type, condition and load are the cell's."""

from dataclasses import replace
from typing import Any

import pytest

from estimator.judge.matching.asked import AskedTest
from estimator.judge.matching.match import differences, node_ranks, same_call, same_size, unstated
from tests.judge.logs import record, table

ASKED = AskedTest(
    requirement="R", collective="all_reduce", group="g", n=2.0**20, ranks=16, node_ranks=(8, 8), host_ranks=(8, 8),
    groups=1, condition="exclusive", skew=1.0, path="rail", alone=True, dtype="bf16", redop="sum", algorithm="ring",
    in_place=False, warmup=20, iterations=1000, tool="nccl-tests",
)  # fmt: skip


def test_a_record_of_the_same_test_differs_in_nothing() -> None:
    assert same_call(ASKED, record())
    assert differences(ASKED, record()) == ()
    assert unstated(ASKED, record()) == ("algorithm", "buffer")
    assert unstated(ASKED, record(table(buffer="registered", algorithm="ring"))) == ()


@pytest.mark.parametrize(
    ("fields", "field", "found"),
    [
        ({"nodes": 4, "ranks_per_node": 4}, "nodes", "4 x 4"),
        ({"nodes": None, "ranks_per_node": None}, "nodes", ""),
        ({"groups": 8}, "groups", "8"),
        ({"condition": "multi_group"}, "condition", "multi_group"),
        ({"condition": ""}, "condition", ""),
        ({"dtype": "fp32"}, "dtype", "fp32"),
        ({"dtype": ""}, "dtype", ""),
        ({"redop": "max"}, "redop", "max"),
        ({"path": "node_nic"}, "path", "node_nic"),
        ({"group": "other"}, "group", "other"),
        ({"algorithm": "Tree/LL128"}, "algorithm", "tree"),
        ({"way": "both"}, "way", "both"),
    ],
)
def test_each_field_that_differs_or_is_not_said_is_named(fields: dict[str, Any], field: str, found: str) -> None:
    told = [(one.field, one.found, one.unknown) for one in differences(ASKED, record(table(**fields)))]
    assert told == [(field, found, found == "")]


def test_calls_started_another_way_are_another_test() -> None:
    graph = replace(ASKED, launch="graph")
    assert [one.field for one in differences(graph, record(table(launch="host")))] == ["launch"]
    assert differences(graph, record(table(launch="graph"))) == ()
    assert differences(graph, record()) == ()  # no benchmark's log says it
    assert differences(ASKED, record(table(launch="host"))) == ()


def test_the_in_place_column_is_another_test() -> None:
    assert [one.field for one in differences(ASKED, record(in_place=True))] == ["in_place"]


@pytest.mark.parametrize("fields", [{"collective": "all_gather"}, {"ranks": 8}, {"ranks": None}])
def test_another_collective_or_number_of_ranks_is_another_call(fields: dict[str, Any]) -> None:
    assert not same_call(ASKED, record(table(**fields)))


@pytest.mark.parametrize(
    ("n", "ranks", "found", "same"),
    [
        (2**20, 16, 2**20, True),
        (2**20, 16, 1048567, False),  # two digits changed places
        (2**20, 16, 10**6, False),  # MB for MiB
        (2**20, 16, 2**20 - 32, False),  # a multiple of every share, so nothing was to be rounded
        (163840, 48, 163776, True),  # 48 shares of 1706 elements of 2 B
        (163840, 48, 163584, True),  # 48 shares of 213 x 16 B
        (163840, 48, 163700, False),
        (100, 48, 96, False),  # 4 %: another size
    ],
)
def test_a_size_may_be_rounded_to_whole_shares_and_no_further(n: int, ranks: int, found: int, same: bool) -> None:
    assert same_size(replace(ASKED, n=float(n), ranks=ranks), found) is same


def test_a_path_need_not_be_named_where_no_other_group_lies_alike() -> None:
    shared = replace(ASKED, alone=False)
    assert [(one.field, one.found) for one in differences(shared, record())] == [("path", "")]
    assert differences(shared, record(table(path="rail"))) == ()
    assert differences(shared, record(table(group="g"))) == ()


def test_an_even_load_stands_for_the_uneven_collective_where_the_tool_has_no_other() -> None:
    uneven = replace(ASKED, collective="all_to_all_v", redop=None)
    even = record(table(collective="all_to_all", redop=""))
    assert same_call(uneven, even)
    assert differences(uneven, even) == ()
    assert not same_call(replace(uneven, skew=1.5), even)
    assert not same_call(uneven, record(table(collective="all_to_all", tool="hccl_test")))  # it has alltoallv_test


@pytest.mark.parametrize(("skew", "found"), [(None, ""), (1.2, "1.2"), (1.49, None)])
def test_the_skew_of_the_load_is_compared(skew: float | None, found: str | None) -> None:
    uneven = replace(ASKED, collective="all_to_all_v", redop=None, skew=1.5)
    told = differences(uneven, record(table(collective="all_to_all_v", tool="records", redop="", skew=skew)))
    assert [one.found for one in told if one.field == "skew"] == ([] if found is None else [found])


def test_uneven_nodes_are_read_from_the_device_list() -> None:
    assert node_ranks(table(ranks=12, nodes=2, ranks_per_node=None, placement="a:0-7 b:8-11")) == (8, 4)
    assert node_ranks(table(ranks=12, nodes=2, ranks_per_node=None, placement="")) == (6, 6)
    assert node_ranks(table(ranks=12, nodes=5, ranks_per_node=None)) is None


def test_groups_inside_one_node_may_run_on_several_nodes_at_once() -> None:
    inside = replace(ASKED, ranks=4, node_ranks=(4,), host_ranks=(4,), groups=2)
    four = table(ranks=4, nodes=1, ranks_per_node=4)
    assert differences(inside, record(replace(four, groups=8))) == ()
    assert [one.field for one in differences(inside, record(replace(four, groups=3)))] == ["groups"]
    assert [one.field for one in differences(replace(inside, groups=1), record(replace(four, groups=2)))] == ["groups"]
