"""The fingerprint holds for the meaning of a spec, not for its status or how it is written."""

from __future__ import annotations

import re

import pytest

from estimator.history.fingerprint import fingerprint
from estimator.spec.load import load_text
from tests.report.documents import SMALL


def of(text: str) -> str:
    return fingerprint(load_text(text).spec, "1.0")


def test_it_is_twelve_hexadecimal_digits_and_the_same_each_time() -> None:
    assert re.fullmatch(r"[0-9a-f]{12}", of(SMALL))
    assert of(SMALL) == of(SMALL)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("tolerance: 2 %", "tolerance: 3 %"),
        ("bandwidth: [50 GB/s, 40 GB/s]", "bandwidth: [50 GB/s, 41 GB/s]"),
        ("at_least: 90 GB/s", "at_least: 91 GB/s"),
        ("skew: [1.0, 1.5]", "skew: [1.0, 1.6]"),
        ("sizes: 1 MiB .. 64 MiB", "sizes: 1 MiB .. 32 MiB"),
        ("priority: should", "priority: must"),
    ],
)
def test_a_normative_change_changes_it(was: str, now: str) -> None:
    assert was in SMALL
    assert of(SMALL.replace(was, now)) != of(SMALL)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("status: review", "status: draft"),
        ('date: "2026-11-20"', 'date: "2026-11-21"'),
        ("approvers: [Framework lead]", "approvers: [Somebody else]"),
        ("bandwidth: 400 GB/s", "bandwidth: 3200 Gbit/s"),
        ("alpha: 5 us", "alpha: 0.005 ms"),
        ("# Two operations", "# A few operations"),
    ],
)
def test_another_status_or_another_way_to_write_it_does_not(was: str, now: str) -> None:
    assert was in SMALL
    assert of(SMALL.replace(was, now)) == of(SMALL)


def test_a_default_written_out_does_not() -> None:
    plain = "    group: ep\n"
    assert plain in SMALL
    assert of(SMALL.replace(plain, plain + "    calls: 1\n", 1)) == of(SMALL)
