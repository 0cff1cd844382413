"""Whose bandwidth it is: rates of ports, links, borders and NICs from what is stated, by hand."""

from __future__ import annotations

import pytest

from estimator.cost.placing.level import Level
from estimator.cost.rates import Rates, Stated, evenly, level_with, rates_of

FABRIC = Level("fabric", units=64)


def _gigabytes(rates: Rates) -> tuple[float, ...]:
    """Port, link, unit, NIC [GB/s]; 0: no limit."""
    return tuple(round(1e-9 / inverse, 6) if inverse else 0.0 for inverse in rates)


def test_a_bandwidth_per_rank_is_its_port_and_no_port_is_faster_than_its_own_link() -> None:
    assert _gigabytes(rates_of(Stated(48e9), FABRIC, 8)) == (48, 0, 0, 0)
    assert _gigabytes(rates_of(Stated(60e9, link_rate=50e9), FABRIC, 8)) == (50, 0, 0, 0)


def test_a_bandwidth_per_unit_is_its_border_and_a_nic_a_rank_divides_it() -> None:
    # 360 GB/s a node of eight, 400 Gbit/s a rank: 45 GB/s a port.
    assert _gigabytes(rates_of(Stated(360e9, "unit", link_rate=50e9), FABRIC, 8)) == (45, 0, 360, 0)
    assert _gigabytes(rates_of(Stated(480e9, "unit", link_rate=50e9), FABRIC, 8)) == (50, 0, 480, 0)
    assert _gigabytes(rates_of(Stated(360e9, "unit"), FABRIC, 8)) == (0, 0, 360, 0)


def test_ports_of_a_unit_are_nics_that_ranks_are_dealt_to_evenly() -> None:
    stated = Stated(360e9, "unit", link_rate=400e9, link_per="unit", ports=4)
    level = level_with("fabric", [stated], ranks=8, units=64)
    assert level.nics == ((0, 1), (2, 3), (4, 5), (6, 7))
    assert _gigabytes(rates_of(stated, level, 8)) == (0, 0, 360, 90)


def test_named_nics_bound_a_rank() -> None:
    nics = ((0, 1), (2,), (3,))
    stated = Stated(20e9, "nic")
    level = level_with("fabric", [stated], ranks=4, nics=nics)
    assert (level.nics, level.port) == (nics, False)
    assert _gigabytes(rates_of(stated, level, 4)) == (0, 0, 0, 20)
    beside = Stated(30e9, nic=20e9, unit=50e9)
    assert _gigabytes(rates_of(beside, level_with("fabric", [beside], ranks=4, nics=3), 4)) == (30, 0, 50, 20)


def test_a_link_of_a_mesh_is_the_share_of_the_port_that_the_machine_gives_it() -> None:
    four_of_eight = Level("box", "mesh", units=4, of=8)
    assert _gigabytes(rates_of(Stated(175e9), four_of_eight, 1)) == (175, 25, 0, 0)
    assert _gigabytes(rates_of(Stated(175e9, one_peer=24e9), four_of_eight, 1)) == (175, 24, 0, 0)
    # Fourteen ports for seven peers: two each; fifteen: two each, one idle.
    assert _gigabytes(rates_of(Stated(140e9, ports=14), four_of_eight, 1)) == (140, 20, 0, 0)
    assert _gigabytes(rates_of(Stated(150e9, ports=15), four_of_eight, 1)) == (150, 20, 0, 0)
    # The group's own number counts only where nothing says what is there.
    assert _gigabytes(rates_of(Stated(140e9), Level("box", "mesh"), 1, held=8)) == (140, 20, 0, 0)


def test_a_ring_has_two_links() -> None:
    assert _gigabytes(rates_of(Stated(90e9), Level("x", "ring"), 1)) == (90, 45, 0, 0)


def test_a_mesh_without_enough_ports_or_a_ring_without_a_rate_is_refused() -> None:
    with pytest.raises(ValueError, match="a mesh of 8 needs 7 ports, 4 are given"):
        rates_of(Stated(175e9, ports=4), Level("box", "mesh", units=8), 1)
    with pytest.raises(ValueError, match="nothing gives a link of it a rate"):
        rates_of(Stated(175e9, "unit"), Level("x", "ring", units=8), 2)


def test_a_level_has_the_resources_that_one_of_its_conditions_limits() -> None:
    level = level_with("fabric", [Stated(48e9), Stated(40e9, unit=300e9)], ranks=8)
    assert (level.port, level.unit, level.linked, level.nics) == (True, True, False, ())
    assert not level_with("upi", [Stated(28e9, "unit")], ranks=4, through="pcie").port


def test_ranks_are_dealt_in_order() -> None:
    assert evenly(5, 2) == ((0, 1), (2, 3, 4))
    assert evenly(2, 4) == ((0,), (1,))
