"""Dates of sources, the document, its history, open points and published values."""

import pytest

from tests.spec.examples import messages, varied

SHAPE = "write year-month-day, such as 2026-10-14, or 2026-10"
DAY = "write a day that the month has"


@pytest.mark.parametrize("written", ["2026-10-14", "2024-02-29", "2026-10", '"2026-10-14"'])
def test_a_day_and_a_month_are_dates(written: str) -> None:
    assert messages(varied('date: "2026-10-14"', f"date: {written}")) == []


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("2026-02-31", f"'2026-02-31' is not in the calendar; {DAY}"),
        ("2025-02-29", f"'2025-02-29' is not in the calendar; {DAY}"),
        ("2026-13-01", f"'2026-13-01' is no date; {SHAPE}"),
        ("2026-00", f"'2026-00' is no date; {SHAPE}"),
        ("14.10.2026", f"'14.10.2026' is no date; {SHAPE}"),
        ("2026-1-5", f"'2026-1-5' is no date; {SHAPE}"),
        ("soon", f"'soon' is no date; {SHAPE}"),
    ],
)
def test_anything_else_is_told_with_what_to_write(written: str, told: str) -> None:
    found = messages(varied('date: "2026-10-14"', f"date: {written}"))
    assert [line.partition("sources.talk.date: ")[2] for line in found] == [told]


REFERENCE = "condition: [multi_group, with_compute]\n    reference: {value: 1 ms, source: paper, date: 2026-02-30}"


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("status: draft", "status: draft, date: 2026-02-30", "document.date"),
        (
            "status: draft",
            "status: draft, history: [{version: a, date: 2026-02-30, text: b}]",
            "document.history[0].date",
        ),
        ("\nmoe:", "\nopen_points: {O-1: {text: a, owner: b, due: 2026-02-30}}\nmoe:", "open_points.O-1.due"),
        ("condition: [multi_group, with_compute]", REFERENCE, "operations.moe_dispatch.reference.date"),
    ],
)
def test_every_date_of_a_spec_is_read_the_same_way(old: str, new: str, path: str) -> None:
    assert [f"{path}: '2026-02-30' is not in" in line for line in messages(varied(old, new))] == [True]
