"""Skews and copies that follow from the routing that was seen."""

import pytest

from estimator.estimate.table import estimate
from estimator.layout.moe import expected_distinct
from estimator.spec.load import load_text
from tests.spec.examples import messages, warnings
from tests.spec.inference.specs import DECODE


def seen(*rows: list[int], more: str = "") -> str:
    text = ", ".join(str(row) for row in rows)
    return DECODE.replace("node_limit: 4}", f"routing: {{histogram: [{text}], from: trace}}{more}}}").replace(
        "sources: {", 'sources: {trace: {basis: measured, text: one layer, date: "2026-02-01"}, '
    )


# 256 experts, two on each of 128 ranks, sixteen on each of 16 nodes; a mean of 10.
EVEN = [10] * 256
HOT = [40, *[10] * 254, 10]  # rank 0 holds 50 of 20 on average, node 0 holds 190 of 160 on average
TOTAL = 40 + 10 * 255


def test_the_skews_are_those_of_the_most_even_and_the_most_uneven_row() -> None:
    found = load_text(seen(EVEN, HOT)).spec.operations["d"]
    assert found.skew.ends == pytest.approx((1.0, 50 * 128 / TOTAL), rel=1e-9)
    assert found.node_skew is not None
    assert found.node_skew.ends == pytest.approx((1.0, 190 * 16 / TOTAL), rel=1e-9)
    assert warnings(seen(EVEN, HOT)) == []


def test_the_skew_rests_on_what_the_histogram_rests_on() -> None:
    origin = next(
        origin
        for key, origin in estimate(load_text(seen(EVEN, HOT)).spec).operations["d"].conservative.origins.items()
        if str(key) == "skew"
    )
    assert (origin.source, origin.basis) == ("trace", "measured")


def test_a_skew_that_is_written_stands() -> None:
    text = seen(EVEN, HOT).replace("copies: per_node}\n  c", "copies: per_node, skew: [1, 3]}\n  c")
    found = load_text(text).spec.operations
    assert found["d"].skew.conservative == 3.0
    assert found["c"].skew.conservative != 3.0


def test_the_copies_that_cross_are_those_of_the_experts_that_are_popular() -> None:
    """Equal loads give the closed form; where most tokens go to one node's experts fewer nodes are reached."""
    even = load_text(seen(EVEN)).spec
    shape = even.groups["ep"].shape
    assert even.moe is not None
    assert even.moe.crossing("per_node", shape) == pytest.approx(expected_distinct(16, 256, 8) / 8, rel=1e-9)
    near = load_text(seen([150] * 16 + [10] * 240)).spec
    assert near.moe is not None
    assert near.moe.crossing("per_node", shape) < 0.75 * even.moe.crossing("per_node", shape)
    assert near.moe.crossing("per_expert", shape) == 1.0
    low, high = (estimate(spec).operations["d"].bound.bytes for spec in (near, even))
    share = near.moe.crossing("per_node", shape) / even.moe.crossing("per_node", shape)
    assert low / high == pytest.approx(share, rel=1e-9)  # what must cross the border of a node follows


def test_beside_a_node_limit_the_copies_are_those_of_even_routing() -> None:
    limited = load_text(seen([150] * 16 + [10] * 240, more=", node_limit: 4")).spec
    plain = load_text(DECODE).spec
    assert limited.moe is not None
    assert plain.moe is not None
    shape = plain.groups["ep"].shape
    assert limited.moe.crossing("per_node", shape) == plain.moe.crossing("per_node", shape)


def test_a_group_that_does_not_share_out_the_experts_has_one_message() -> None:
    groups = "groups:\n  odd: {size: 24, ranks_per_node: 8, levels: [nv, ib]}\n"
    text = seen(EVEN, HOT).replace("groups:\n", groups).replace("algorithm: hier", "group: odd, algorithm: hier", 1)
    found = messages(text)
    assert len(found) == 1, found
    assert "operations.d.skew: 256 experts do not fall evenly on 24 ranks, so the routing tells no skew;" in found[0]


def test_a_routing_that_changes_nothing_has_no_effect() -> None:
    text = seen(EVEN, HOT).replace("copies: per_node}", "skew: [1, 3]}")
    assert [line for line in warnings(text) if "moe.routing: has no effect: every exchange states its skew" in line]
