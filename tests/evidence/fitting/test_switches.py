"""Where a switch may reduce on more ranks, and what that leaves to move."""

from __future__ import annotations

import pytest

from estimator.evidence.fitting.extended import Extended
from estimator.evidence.fitting.predict import predict
from estimator.evidence.fitting.regimes import fit
from estimator.evidence.fitting.series import Key, Series
from estimator.evidence.fitting.switches import may_reduce, volume
from tests.evidence.made import made, ring

FOUR = made(ring(8e-6, 1e-6, 100e9), (2, 4))
LARGE = 2**29


@pytest.mark.parametrize(
    ("hardware", "dtype", "may"),
    [
        ("", "", True),
        ("NVIDIA H100 80GB HBM3", "", True),
        ("NVIDIA GB200", "bf16", True),
        ("NVIDIA A100-SXM4-80GB", "", False),
        ("Tesla V100-SXM2-32GB", "", False),
        ("AMD Instinct MI300X", "", False),
        ("Ascend 910B", "", False),
        ("", "int8", False),
    ],
)
def test_devices_and_types_that_no_switch_reduces_are_left_out(hardware: str, dtype: str, may: bool) -> None:
    assert may_reduce(Key("all_reduce", hardware=hardware, dtype=dtype), 4, 8) == may


def test_only_an_allreduce_that_goes_beyond_four_devices() -> None:
    key = Key("all_reduce")
    assert not may_reduce(key, 2, 4)
    assert not may_reduce(key, 8, 16)
    assert not may_reduce(key._replace(collective="all_gather"), 4, 8)


def test_a_tensor_crosses_the_port_once_at_the_rate_of_the_tuner() -> None:
    assert volume(8) == pytest.approx(1 / 0.85)


def test_the_interval_holds_both_the_ring_and_the_switch() -> None:
    ring_of_eight, switch = 8e-6 + 14e-6 + 1.75 * LARGE / 100e9, 22e-6 + LARGE / 0.85 / 100e9
    found = predict(fit(FOUR), LARGE, 8)
    assert found.low <= switch * 1.001
    assert found.median == pytest.approx(ring_of_eight, rel=1e-3)
    assert any("five devices" in note for note in found.notes)
    without = predict(fit(Series(Key("all_reduce", hardware="NVIDIA A100-SXM4-80GB"), FOUR.points)), LARGE, 8)
    assert without.low > 0.9 * ring_of_eight
    assert not any("five devices" in note for note in without.notes)


def test_ranks_measured_on_both_sides_tell_less_of_the_few() -> None:
    # On 8 ranks the switch reduces: n / 0.85 at 100 GB/s; on 4 a ring moves 1.5 n, and so does it on 2 with n.
    def seconds(p: int, n: int) -> float:
        return ring(8e-6, 1e-6, 100e9)(p, n) if p < 5 else 22e-6 + n / 0.85 / 100e9

    found = predict(fit(made(seconds, (4, 8))), LARGE, 2)
    assert found.low <= 10e-6 + LARGE / 100e9 <= found.high
    assert any("below and above five devices" in note for note in found.notes)


def test_what_lies_beyond_the_switch_moves_as_much_there() -> None:
    def seconds(p: int, n: int) -> float:
        return ring(8e-6, 1e-6, 100e9)(p, n) if p < 5 else 22e-6 + n / 0.85 / 100e9

    low, _, high = Extended(fit(made(seconds, (4, 8))), 16, "all_reduce").ends(LARGE)
    assert low <= 38e-6 + LARGE / 0.85 / 100e9 <= high
