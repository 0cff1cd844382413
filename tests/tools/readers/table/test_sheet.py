"""Lines under a header that make no row: a row that breaks off early, a failure before the first."""

from __future__ import annotations

import pytest

from estimator.tools.records import Record, Rejection
from tests.tools.readers.written import FOOT, HEAD, events, nccl_rows, refusals


def test_a_row_that_ends_before_its_type_is_refused() -> None:
    text = HEAD + nccl_rows() + "   268435456      67\n```\n"
    assert [(one.line, one.reason) for one in refusals(text)] == [
        (7, "the row is cut off before its first group of numbers is whole")
    ]


def test_a_run_that_fails_under_its_header_is_no_run_without_rows() -> None:
    text = HEAD + "node03: Test NCCL failure common.cu:95 'unhandled cuda error'\n"
    assert [(one.line, one.reason) for one in refusals(text)] == [(2, "the run failed before its first row")]


@pytest.mark.parametrize("slip", ["39,80", "88.2O", "x9.8"])
def test_a_side_whose_time_is_mistyped_is_refused_and_the_other_one_read(slip: str) -> None:
    row = "     1048576        262144     float     sum      -1    35.00   29.96   52.43      0"
    rows = "".join(f"{row}    {time}   26.35   46.11      0\n" for time in (slip, "39.80"))
    log = f"# nThread 1 nGpus 8\n{HEAD}{rows}{FOOT}"
    found = list(events(log))
    assert [(one.in_place, one.seconds) for one in found if isinstance(one, Record)] == [
        (False, 35e-6),
        (False, 35e-6),
        (True, 39.8e-6),
    ]
    (refused,) = [one for one in found if isinstance(one, Rejection)]
    assert (refused.line, "holds what is no number" in refused.reason) == (5, True)
