"""A call in whole elements: nearest to n, equal shares where the collective has them."""

from __future__ import annotations

import pytest

from estimator.tools.kit.plan import SendMatrix
from estimator.tools.kit.work import elements_of, refusal_of


@pytest.mark.parametrize(
    ("collective", "dtype", "n", "ranks", "expected"),
    [
        ("all_reduce", "bf16", 1024.0, 8, ("bf16", "bf16", 512, 1024)),
        # 8000 B / 2 B / 64 ranks = 62.5 elements a rank: 62 (half to even), 64 * 62 = 3968 elements of 2 B
        ("all_gather", "bf16", 8000.0, 64, ("bf16", "bf16", 3968, 7936)),
        ("all_to_all", "fp32", 8.0, 64, ("fp32", "fp32", 64, 256)),
        ("all_to_all_v", "fp8_e4m3", 1000.0, 64, ("fp8_e4m3", "fp8_e4m3", 1000, 1000)),
        ("all_to_all_v", "mxfp4", 1000.0, 64, ("mxfp4", "uint8", 1000, 1000)),
        ("p2p", None, 5.0, 2, ("uint8", "uint8", 5, 5)),
        ("all_reduce", None, 8.0, 2, ("fp32", "fp32", 2, 8)),
        ("barrier", None, 0.0, 8, ("uint8", "uint8", 0, 0)),
    ],
)
def test_elements(collective: str, dtype: str | None, n: float, ranks: int, expected: tuple[object, ...]) -> None:
    assert elements_of(collective, dtype, n, ranks) == expected


def test_a_load_that_cannot_be_is_refused() -> None:
    assert refusal_of(SendMatrix(generator="zipf", seed=7, skew=4.0, zero_peers=0), 2) is not None
    assert refusal_of(SendMatrix(generator="zipf", seed=7, skew=1.5, zero_peers=0), 2) is None
    assert refusal_of(None, 2) is None
