"""Bytes of the rows of token exchanges against published figures and the worked example."""

import json
from typing import Any

import pytest

from estimator.cost.shape import Shape
from estimator.dtypes import Blocks
from estimator.layout.moe import copies_per_token
from estimator.layout.token_row import TokenRow
from tests.layout.oracle import DATA

PUBLISHED: dict[str, Any] = json.loads((DATA / "published_volumes.json").read_text("utf-8"))
DISPATCH = TokenRow(8192, "fp8_e4m3", scale=Blocks(4, 128))


def test_published_bandwidth_times_time_is_the_low_latency_volume() -> None:
    """The table drops the fraction of GB/s, so the volume lies between two products and 1.2 % from their middle."""
    rows = PUBLISHED["deepep_low_latency"]["rows"]
    assert len(rows) == 6
    dispatch, combine = TokenRow(7168, "fp8_e4m3", scale=Blocks(4, 128), extra=16), TokenRow(7168, "bf16")
    for _, *pairs in rows:
        for row, microseconds, rate in ((dispatch, *pairs[:2]), (combine, *pairs[2:])):
            low, high = rate * (microseconds - 0.5) * 1e3, (rate + 1) * (microseconds + 0.5) * 1e3
            volume = 128 * 8 * row.size
            assert low <= volume <= high
            assert volume == pytest.approx((rate + 0.5) * microseconds * 1e3, rel=0.012)


def test_published_bandwidth_times_time_is_the_volume_of_one_copy_per_rank() -> None:
    known = PUBLISHED["deepep_normal"]
    row = TokenRow(7168, "fp8_e4m3", scale=Blocks(4, 128))
    volume = 4096 * copies_per_token("per_rank", Shape(8), 256, 8) * row.size
    assert volume == pytest.approx(known["GBps"] * known["us"] * 1e3, rel=0.012)


def test_the_published_closed_form_is_dispatch_and_combine() -> None:
    volume = sum(32 * 9 * TokenRow(7000, dtype).size for dtype in ("fp8_e4m3", "bf16"))
    for row in PUBLISHED["inference_closed_form"]["rows"]:
        assert volume / (row["GBps"] * 1e9) == pytest.approx(row["us"] * 1e-6, rel=1e-12)


def test_the_large_example() -> None:
    """Every figure was worked out independently; of what is sent 7/8 leave the node, and eight ranks send."""
    combine, shape = TokenRow(8192, "bf16"), Shape(64, 8)
    assert (4096 * 8 * DISPATCH.size, 4096 * 8 * combine.size) == (276_824_064, 536_870_912)
    crossing = {
        copies: 4096 * copies_per_token(copies, shape, 768, 8) * DISPATCH.size * 7 / 8
        for copies in ("per_expert", "per_node")
    }
    assert crossing == pytest.approx({"per_expert": 242_221_056, "per_node": 159427132.3911593}, rel=1e-12)
    assert 8 * crossing["per_node"] == pytest.approx(1275417059.1292744, rel=1e-12)


def test_scales_come_in_whole_blocks() -> None:
    assert TokenRow(130, "fp8_e4m3", scale=Blocks(4, 128)).size == 130 + 2 * 4
    assert TokenRow(7168, "fp8_e4m3", scale=Blocks(4, 128)).size == 7392
