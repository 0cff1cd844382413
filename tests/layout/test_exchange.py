"""Bytes of token exchanges against published figures and the worked example."""

import json
from typing import Any

import pytest

from estimator.cost.shape import Shape
from estimator.dtypes import Blocks
from estimator.layout.exchange import Exchange, Row
from tests.layout.oracle import DATA

PUBLISHED: dict[str, Any] = json.loads((DATA / "published_volumes.json").read_text("utf-8"))
DISPATCH = Exchange(4096, Row(8192, "fp8_e4m3", scale=Blocks(4, 128)), Shape(64, 8), 768, 8)
COMBINE = Exchange(4096, Row(8192, "bf16"), Shape(64, 8), 768, 8)


def test_published_bandwidth_times_time_is_the_low_latency_volume() -> None:
    """The table drops the fraction of GB/s, so the volume lies between two products and 1.2 % from their middle."""
    rows = PUBLISHED["deepep_low_latency"]["rows"]
    assert len(rows) == 6
    for ranks, *pairs in rows:
        shape = Shape(ranks, 8)
        dispatch = Exchange(128, Row(7168, "fp8_e4m3", scale=Blocks(4, 128), extra=16), shape, 256, 8)
        combine = Exchange(128, Row(7168, "bf16"), shape, 256, 8)
        for exchange, microseconds, rate in ((dispatch, *pairs[:2]), (combine, *pairs[2:])):
            low, high = rate * (microseconds - 0.5) * 1e3, (rate + 1) * (microseconds + 0.5) * 1e3
            assert low <= exchange.n <= high
            assert exchange.n == pytest.approx((rate + 0.5) * microseconds * 1e3, rel=0.012)


def test_published_bandwidth_times_time_is_the_volume_of_one_copy_per_rank() -> None:
    found = Exchange(4096, Row(7168, "fp8_e4m3", scale=Blocks(4, 128)), Shape(8), 256, 8).sent("per_rank")
    known = PUBLISHED["deepep_normal"]
    assert found == pytest.approx(known["GBps"] * known["us"] * 1e3, rel=0.012)


def test_the_published_closed_form_is_dispatch_and_combine() -> None:
    shape = Shape(64, 8)
    volume = sum(Exchange(32, Row(7000, dtype), shape, 256, 9).n for dtype in ("fp8_e4m3", "bf16"))
    for row in PUBLISHED["inference_closed_form"]["rows"]:
        assert volume / (row["GBps"] * 1e9) == pytest.approx(row["us"] * 1e-6, rel=1e-12)


def test_the_large_example() -> None:
    """Every figure was worked out independently."""
    assert (DISPATCH.n, COMBINE.n) == (276_824_064, 536_870_912)
    assert DISPATCH.peer == 4_325_376
    assert DISPATCH.crossing("per_expert") == 242_221_056
    assert DISPATCH.crossing("per_node") == pytest.approx(159427132.3911593, rel=1e-12)
    assert DISPATCH.cut("per_expert") == 1_937_768_448
    assert DISPATCH.cut("per_node") == pytest.approx(1275417059.1292744, rel=1e-12)
    assert COMBINE.cut("per_expert") == 3_758_096_384
    assert Exchange(4096, DISPATCH.row, Shape(64, 8), 768, 8, node_limit=4).most_crossing == 138_412_032


def test_decoding_sends_little_to_each_peer() -> None:
    decode = Exchange(128, DISPATCH.row, Shape(128, 8), 768, 8)
    assert (decode.n, decode.peer) == (8_650_752, 67_584)


def test_scales_come_in_whole_blocks() -> None:
    assert Row(130, "fp8_e4m3", scale=Blocks(4, 128)).size == 130 + 2 * 4
    assert Row(7168, "fp8_e4m3", scale=Blocks(4, 128)).size == 7392
