"""Numbers as people write them in tables, by the reader's own rules for each way."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.history.drafts.written import plain_count, plain_number, two_ends


@pytest.mark.parametrize(
    ("text", "decimal", "plain"),
    [
        ("1,234", ".", "1234"),
        ("1,234.5 MiB", ".", "1234.5 MiB"),
        ("268,435,456 B", ".", "268435456 B"),
        ("1.234,5", ",", "1234.5"),
        ("10,5 us", ",", "10.5 us"),
        ("1 234", ".", "1234"),
        ("1'234.5", ".", "1234.5"),
        ("１２３", None, "123"),
        ("1,234", None, "1,234"),  # either 1234 or 1.234: left to be refused
        ("12,34", ".", "12,34"),  # no group of three
        ("1,2,3", ",", "1,2,3"),
        ("64 MiB", ",", "64 MiB"),
        ("ring", ".", "ring"),
    ],
)
def test_a_number_is_plain_where_its_writer_said_how_it_is_written(text: str, decimal: Any, plain: str) -> None:
    assert plain_number(text, decimal) == plain


@given(st.integers(0, 10**9), st.integers(0, 99))
def test_a_number_written_with_separators_is_the_number(whole: int, cents: int) -> None:
    english = f"{whole:,}.{cents:02d}"
    assert float(plain_number(english, ".")) == float(f"{whole}.{cents:02d}")
    german = english.translate(str.maketrans(".,", ",."))
    assert float(plain_number(german, ",")) == float(f"{whole}.{cents:02d}")


@pytest.mark.parametrize(
    ("text", "count"),
    [("8 卡", "8"), ("2机", "2"), ("８", "8"), ("16 ranks", "16"), ("8 GPUs", "8"), ("8x2", "8x2"), ("卡", "卡")],
)
def test_a_count_may_say_what_it_is_of(text: str, count: str) -> None:
    assert plain_count(text) == count


@pytest.mark.parametrize(
    ("text", "unit", "kind", "ends"),
    [
        ("10~15", "us", "time", ("10 us", "15 us")),
        ("15 - 10 us", "", "time", ("10 us", "15 us")),
        ("50-40", "GB/s", "bandwidth", ("50 GB/s", "40 GB/s")),
        ("40 GB/s 至 50 GB/s", "", "bandwidth", ("50 GB/s", "40 GB/s")),
        ("[200, 160]", "GB/s", "bandwidth", ("200 GB/s", "160 GB/s")),
        ("（5；8）", "us", "time", ("5 us", "8 us")),
        ("900 ns .. 1.2 us", "", "time", ("900 ns", "1.2 us")),
        ("1e-5 s", "", "time", None),
        ("1e-5", "s", "time", None),
        ("10", "us", "time", None),
        ("10~15", "", "time", None),
        ("1~2~3", "us", "time", None),
        ("-5", "us", "time", None),
        ("10,15", "us", "time", None),
    ],
)
def test_a_range_is_its_better_and_its_worse_end(text: str, unit: str, kind: Any, ends: Any) -> None:
    assert two_ends(text, unit, kind) == ends
