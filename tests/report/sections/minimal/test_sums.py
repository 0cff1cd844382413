"""Every sum that the document prints gives the result printed beside it, and a limit's own sum is the one shown."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from estimator.estimate.result import EstimateTable
from estimator.estimate.table import estimate
from estimator.jobs.inputs.specs import open_spec
from estimator.report.sections.minimal.expression import named_parts, put_in
from estimator.report.words.lookup import words
from tests.examples.opened import NAMES as EXAMPLES
from tests.report.sections.minimal.printed_sums import printed, worked_out

SPECS = Path(__file__).parents[4] / "specs"


@cache
def table_of(example: str) -> EstimateTable:
    return estimate(open_spec(SPECS / f"{example}.yaml").spec)


def test_a_printed_sum_is_worked_out_with_its_rounding() -> None:
    # 14 starts of 5 us and 1.75 MiB at 100 GB/s: 88.35 us; the printed digits leave 88.33 to 88.40 us.
    low, high = worked_out("2 × (7 × 2.5\u00a0µs + 0.875 × 1.049\u00a0MB ÷ 100\u00a0GB/s) + launch 35\u00a0µs")
    assert low < 88.35e-6 < high
    assert high - low < 0.15e-6


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_sum_gives_the_result_beside_it(example: str) -> None:
    operations = table_of(example).operations
    assert operations
    for name, row in operations.items():
        for end in (row.optimistic, row.conservative):
            found = put_in(end, row.size.n / row.calls, row.calls, words("en"))
            for text in filter(None, (found.terms, found.values)):
                low, high = worked_out(text)
                least, most = printed(found.total)
                assert max(low, least) <= min(high, most), f"{example} {name}: {text} is not {found.total}"


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_sum_shown_is_the_time_of_one_call(example: str) -> None:
    for row in table_of(example).operations.values():
        for end in (row.optimistic, row.conservative):
            parts = named_parts(end, row.size.n / row.calls)
            assert sum(parts.values()) * row.calls == pytest.approx(end.total_s, rel=2e-9)


def test_on_a_tie_the_cut_that_is_named_shows_its_own_sum() -> None:
    row = table_of("moe_5t").operations["moe_dispatch"]
    assert "node_nics" in row.optimistic.limited_by
    found = put_in(row.optimistic, row.size.n / row.calls, row.calls, words("en"))
    # Seven of eight nodes' bytes of eight ranks leave a node of 384 GB/s: 8 * 7/8 = 7 times 276.8 MB.
    assert " + 7 × 276.8\u00a0MB ÷ 384\u00a0GB/s + " in found.terms


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_cut_is_in_the_sum_exactly_when_it_is_named_as_the_limit(example: str) -> None:
    for row in table_of(example).operations.values():
        for end in (row.optimistic, row.conservative):
            shown = {key.where for key in named_parts(end, row.size.n / row.calls) if key.is_cut}
            assert shown == set(end.limited_by) - set(row.paths.values())
