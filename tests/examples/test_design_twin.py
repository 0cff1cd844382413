"""The example of the design with its groups written by hand: the worked interval of its dispatch, to nine digits."""

from pathlib import Path

import pytest

from tests.examples.opened import table_at

TWIN = Path(__file__).parents[1] / "spec" / "data" / "design_example.yaml"


def test_the_dispatch_of_the_design_has_its_worked_interval() -> None:
    # Optimistic: 77 us of start-ups and 8 * 7/8 n through 384 GB/s. Conservative, added up by hand: 273 us start-ups,
    # 1.5 * (7/8 n / 150 GB/s + 7/8 n / 35 GB/s), knee 1.7 * sqrt(273 us * transfer), T0 12 us, reorder 2 * 1.5 n /
    # 1.2 TB/s, sync 5 us.
    n = 4096 * 8 * 8448
    transfer = 1.5 * 7 / 8 * n * (1 / 150e9 + 1 / 35e9)
    conservative = 273e-6 + transfer + 1.7 * (273e-6 * transfer) ** 0.5 + 12e-6 + 2 * 1.5 * n / 1.2e12 + 5e-6
    found = table_at(TWIN).operations["moe_dispatch"]
    assert found.optimistic.total_s == pytest.approx(77e-6 + 7 * n / 384e9, abs=1e-12)
    assert found.optimistic.total_s == pytest.approx(5.123271999999999e-3, rel=1e-9)
    assert found.conservative.total_s == pytest.approx(conservative, rel=1e-9)
    assert found.conservative.total_s == pytest.approx(16.963422957890533e-3, rel=1e-9)
    assert found.bound.seconds == pytest.approx(7 * n / 384e9, rel=1e-12)
