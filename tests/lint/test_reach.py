"""Limits that no measurement can miss, and limits that none can meet, whatever the machine."""

from typing import Any

import pytest

from tests.lint.test_run import MEAN, OTHER
from tests.require.specs import clean

SWEEP = {"sizes": "1 MiB .. 8 MiB"}
TEST = {**OTHER["test"], "command": "bench"}


def found(kind: str, limit: dict[str, str], **fields: Any) -> list[tuple[str, str]]:
    """(rule, message) of what the limit of one requirement makes."""
    requirement = {
        **OTHER,
        "kind": kind,
        "operation": "exchange",
        "metric": MEAN,
        "limit": limit,
        "test": TEST,
        **fields,
    }
    problems = clean({"requirements.R": requirement}).problems()
    rules = ("holds-by-construction", "contradicts")
    return [(one.rule, one.message.replace("\u00a0", " ")) for one in problems if one.rule in rules]


P99 = {"name": "ratio", "statistic": "p99"}


@pytest.mark.parametrize(
    ("kind", "limit", "fields", "rule", "words"),
    [
        ("no_dip_curve", "100 %", {"sweep": SWEEP}, "holds-by-construction", "no dip is deeper than 100 %"),
        ("half_bandwidth_size", "256 MiB", {"sweep": SWEEP}, "holds-by-construction", "the largest size of the sweep"),
        ("half_bandwidth_size", "512 KiB", {"sweep": SWEEP}, "contradicts", "and the sweep begins at 1 MiB"),
        ("tail_ratio", "0.99", {"metric": P99}, "contradicts", "a p99 is no less than a p50"),
        ("no_fixed_length_all_to_all", "0.9", {}, "contradicts", "what is needed must be sent"),
    ],
)
def test_a_ceiling_out_of_reach_is_told(kind: str, limit: str, fields: dict[str, Any], rule: str, words: str) -> None:
    ((told, message),) = found(kind, {"at_most": limit}, **fields)
    assert told == rule
    assert words in message


@pytest.mark.parametrize(
    ("kind", "limit", "fields"),
    [
        ("no_dip_curve", {"at_most": "99 %"}, {"sweep": SWEEP}),
        ("half_bandwidth_size", {"at_most": "8 MiB"}, {"sweep": SWEEP}),
        ("half_bandwidth_size", {"at_most": "1 MiB"}, {"sweep": SWEEP}),
        ("tail_ratio", {"at_most": "0.99", "tolerance": "2 %"}, {"metric": P99}),
        # A mean may be smaller than a median, or larger.
        ("tail_ratio", {"at_most": "0.9"}, {"metric": {"name": "ratio", "statistic": "mean"}}),
        ("no_fixed_length_all_to_all", {"at_most": "1"}, {}),
    ],
)
def test_a_limit_that_can_be_met_and_missed_is_silent(kind: str, limit: dict[str, str], fields: dict[str, Any]) -> None:
    assert found(kind, limit, **fields) == []
