"""Lines under a header that make no row: a row that breaks off early, a failure before the first."""

from __future__ import annotations

from tests.tools.readers.written import HEAD, nccl_rows, refusals


def test_a_row_that_ends_before_its_type_is_refused() -> None:
    text = HEAD + nccl_rows() + "   268435456      67\n```\n"
    assert [(one.line, one.reason) for one in refusals(text)] == [
        (7, "the row is cut off before its first group of numbers is whole")
    ]


def test_a_run_that_fails_under_its_header_is_no_run_without_rows() -> None:
    text = HEAD + "node03: Test NCCL failure common.cu:95 'unhandled cuda error'\n"
    assert [(one.line, one.reason) for one in refusals(text)] == [(2, "the run failed before its first row")]
