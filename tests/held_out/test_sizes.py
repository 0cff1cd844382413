"""Sizes held out of measured series and of the tables of public logs are predicted by the rest."""

from __future__ import annotations

import pytest

from tests.held_out.carried_over import halves, later, tenths
from tests.held_out.material import LATER, carried
from tests.held_out.scores import grouped, score


def test_the_tables_of_logs_are_all_there() -> None:
    found = carried()
    assert len(found) == 59
    assert {source.family for source in found} >= {"nccl-tests", "nccl-tests-csv", "osu", "imb", "hccl_test"}


def test_every_other_size_is_predicted_by_the_rest() -> None:
    found = score(halves())
    assert found.error <= 0.035
    assert found.p95 <= 0.15
    assert 0.88 <= found.inside <= 0.95


@pytest.mark.slow
def test_a_whole_decade_of_sizes_is_predicted_by_the_rest() -> None:
    found = score(tenths())
    assert found.error <= 0.12
    assert found.p95 <= 0.40
    assert 0.88 <= found.inside <= 0.95


def test_no_kind_of_log_lies_outside_by_far() -> None:
    for family, times in grouped(halves(), lambda one: one.source.family).items():
        if len(times) >= 50:
            assert score(times).inside >= 0.88, family


def test_tables_that_were_met_later_are_predicted_nearly_as_well() -> None:
    assert len(carried(LATER)) == 45
    found = score(later(decade=False))
    assert found.error <= 0.045
    assert found.p95 <= 0.20
    # Half of so few sizes leaves five to eight errors a side, whose bands are wide.
    assert 0.88 <= found.inside <= 0.97


@pytest.mark.slow
def test_a_whole_decade_of_tables_that_were_met_later_is_predicted_by_the_rest() -> None:
    found = score(later(decade=True))
    assert found.error <= 0.12
    assert found.p95 <= 0.40
    assert 0.88 <= found.inside <= 0.95
