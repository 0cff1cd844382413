"""The line rate that a share is of, worked by hand; and at which sizes a limit holds that says from where on."""

from math import comb
from typing import Any

import pytest

from estimator.require.criterion import Criterion
from estimator.require.limits.ceiling import busbw_ceiling
from estimator.require.workload import place_of
from estimator.spec.training.shape import Moe
from tests.require.specs import Worked, work_out

MIB = 2**20
LINKS = {"nv": {"rate": "450 GB/s", "per": "rank"}, "ib": {"rate": "400 Gbit/s", "per": "rank"}}


def servers(
    limit: Any, *, group: str = "all", collective: str = "all_reduce", links: Any = LINKS, **fields: Any
) -> Worked:
    """Servers of eight ranks with a requirement R on the bandwidth of one collective from 64 MiB to 1 GiB."""
    bandwidth = {"nv": ["410 GB/s", "350 GB/s"], "ib": ["49 GB/s", "45 GB/s"]}
    where = {"nv": "intra_node", "ib": "inter_node"}
    paths = {
        name: {"location": where[name], "exclusive": {"alpha": "3 us", "bandwidth": bandwidth[name], "per": "rank"}}
        | ({"link": links[name]} if name in links else {})
        for name in where
    }
    algorithm = {"all_reduce": "multi_ring", "all_to_all": "pairwise", "broadcast": "binomial"}[collective]
    semantics = "message" if collective == "broadcast" else "input"
    operation = {
        "collective": collective,
        "group": group,
        "tensor": {"bytes": "8 GiB", "dtype": "fp32", "semantics": semantics},
        "algorithm": algorithm,
    }
    requirement = {
        "kind": "large_message_bandwidth",
        "title": "line rate",
        "operation": "op",
        "limit": limit,
        "sweep": {"sizes": "64 MiB .. 1 GiB"},
        **fields,
    }
    return work_out(
        {
            "commspec": "1",
            "document": {"id": "T", "version": "0.1", "title": "t"},
            "platform": {"name": "servers", "ranks_per_node": "8", "nodes": "4", "paths": paths},
            "groups": {
                "all": {"size": "32", "ranks_per_node": "8", "levels": ["nv", "ib"]},
                "two": {"size": "16", "ranks_per_node": "8", "levels": ["nv", "ib"]},
                "one": {"size": "8", "ranks_per_node": "8", "levels": ["nv"]},
            },
            "operations": {"op": operation},
            "requirements": {"R": requirement},
        }
    )


def limits(worked: Worked) -> dict[float, float]:
    """Limit by size [MiB], of the cells that have one."""
    cells: tuple[Criterion, ...] = worked.expanded["R"].criteria
    return {cell.n / MIB: cell.limit for cell in cells if cell.n is not None and cell.limit is not None}


SHARE = {"at_least": "90 % of line", "from": "256 MiB"}


def test_a_share_of_the_line_holds_at_every_size_from_the_one_that_is_named() -> None:
    """Eight NICs of 400 Gbit/s make 400 GB/s, below the link of 450 and the border's 516.7 GB/s: 360 GB/s."""
    assert limits(servers(SHARE)) == pytest.approx(dict.fromkeys((256, 512, 1024, 8192), 360e9))


@pytest.mark.parametrize("words", ["90% of line", "0.9 of line", "90 % of line rate", "90 % of the line rate"])
def test_the_share_is_read_as_people_write_it(words: str) -> None:
    assert limits(servers({"at_least": words, "from": "1 GiB"})) == pytest.approx({1024: 360e9, 8192: 360e9})


@pytest.mark.parametrize(
    ("group", "collective", "line"),
    [
        ("one", "all_reduce", 450e9),
        ("two", "all_reduce", 400e9),
        # Fifteen sixteenths of n over the half of it that crosses at 50 GB/s: 50 * 15 / 8.
        ("two", "all_to_all", 93.75e9),
        # One rank's message passes one NIC.
        ("two", "broadcast", 50e9),
    ],
)
def test_the_line_is_the_smaller_of_links_and_border(group: str, collective: str, line: float) -> None:
    found = limits(servers({"at_least": "50 % of line", "from": "8 GiB"}, group=group, collective=collective))
    assert found == pytest.approx({8192: line / 2})


def test_the_line_as_algorithm_bandwidth_is_smaller_by_the_factor() -> None:
    """Of 32 ranks busbw is 2 * 31 / 32 of algbw."""
    found = limits(servers(SHARE, metric={"name": "algbw"}))
    assert found[256] == pytest.approx(360e9 * 32 / 62)


@pytest.mark.parametrize(
    ("worked", "what"),
    [
        (servers(SHARE, links={}), "no link says what the line rate is; write link: {rate: ..., per: rank}"),
        (
            servers({"at_least": "90 %"}),
            "90 % is a ratio, and busbw is a bandwidth; write a bandwidth, or 90 % of line",
        ),
        (servers(SHARE, kind="collective_time", metric={"name": "time"}), "time has no line rate; measure busbw"),
    ],
)
def test_a_share_of_nothing_is_told(worked: Worked, what: str) -> None:
    (problem,) = worked.expanded["R"].problems
    assert f"requirements.R.limit.at_least: {what}" in problem.text()


def test_a_quantity_and_a_derived_limit_hold_from_a_size_on_too() -> None:
    assert sorted(limits(servers({"at_least": "300 GB/s", "from": "512 MiB"}))) == [512, 1024, 8192]
    assert sorted(limits(servers({"at_least": "estimate.conservative", "from": "512 MiB"}))) == [512, 1024, 8192]


def test_a_limit_at_a_size_below_the_largest_ones_keeps_that_size() -> None:
    assert limits(servers({"at_least": "360 GB/s", "at": "128 MiB"})) == {128: 360e9}


def test_a_token_sent_once_a_node_leaves_room_for_more_at_the_border() -> None:
    """Two nodes of eight, eight of 256 experts: of eight copies four cross, or one where any of them is wanted there.

    None of eight is among the other node's 128 in C(128, 8) of C(256, 8) cases.
    """
    spec = servers(SHARE, group="two").spec
    with_experts = spec.model_copy(update={"moe": Moe.model_validate({"experts": "256", "top_k": "8"})})
    place = place_of(spec, "two")
    assert busbw_ceiling("all_to_all_v", place, with_experts, "per_expert") == pytest.approx(93.75e9)
    crossing = (1 - comb(128, 8) / comb(256, 8)) / 4
    assert busbw_ceiling("all_to_all_v", place, with_experts, "per_node") == pytest.approx(93.75e9 / crossing)
