"""Numbers as the document prints them."""

from __future__ import annotations

import pytest

from estimator.estimate.table import estimate
from estimator.report import numbers
from estimator.report.sections.minimal.expression import put_in
from estimator.report.words.lookup import words
from estimator.spec.load import load_text
from tests.report.documents import SMALL


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        (0.0049, 0.01225, "4.9–12.25 ms"),
        (0.0049, 1.2, "4.9–1200 ms"),
        (0.884, 1.398, "884–1398 ms"),
        (5e-6, 2.1, "5 µs–2.1 s"),
        (0.0049, 0.0049, "4.9 ms"),
        (0.0, 0.0, "0 s"),
    ],
)
def test_a_span_names_the_unit_once_where_both_ends_share_it(first: float, second: float, text: str) -> None:
    assert numbers.span(first, second, numbers.seconds) == text.replace(" ", "\u00a0")


@pytest.mark.parametrize(
    ("form", "value", "text"),
    [
        (numbers.percent, 0.8234, "82.3 %"),
        (numbers.percent, 1e-5, "< 0.05 %"),
        (numbers.percent, 0.0, "0 %"),
        (numbers.times, 2.25, "2.25 ×"),
        (numbers.exact_size, 276824064.0, "276 824 064 B"),
        (numbers.fraction, 0.984375, "0.984375"),
        (numbers.fraction, 7.0, "7"),
        (numbers.fraction, 1000.0, "1000"),
        (numbers.fraction, 1.5e30, "1500000000000000000000000000000"),
        (numbers.size, 2.0**20, "1.049 MB"),
        (numbers.swept, 2.0**20, "1 MiB"),
    ],
)
def test_numbers_have_few_digits_and_a_no_break_space(form: numbers.Format, value: float, text: str) -> None:
    assert form(value) == text.replace(" ", "\u00a0")


def test_the_terms_put_in_add_up_to_the_end_they_explain() -> None:
    row = estimate(load_text(SMALL).spec).operations["dispatch"]
    shown = put_in(row.conservative, row.size.n / row.calls, row.calls, words("en"))
    scale = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}
    terms = [term.split("\u00a0") for term in shown.values.split(" + ")]
    total = sum(float(number) * scale[unit] for number, unit in terms)
    assert len(terms) == 7
    # Each term is printed with four digits.
    assert total == pytest.approx(row.conservative.total_s, rel=1e-3)
    # Intra: 7 start-ups of 6 us and 1.5 * 7/8 of n at 80 GB/s. Between nodes the 320 GB/s of the node's cut take as
    # long for 8 ranks as 40 GB/s for one, and on a tie the cut is named.
    assert "7 × 6\u00a0µs" in shown.terms
    assert "1.5 × 7 × 276.8\u00a0MB ÷ 320\u00a0GB/s" in shown.terms


def test_a_count_names_its_noun_in_the_number_it_needs() -> None:
    texts = ["{n:cell}", "{n}"]
    found = [[text.format(n=numbers.Several(count)) for text in texts] for count in (1, 4096, 65536)]
    assert found == [["1 cell", "1"], ["4096 cells", "4096"], ["65\u00a0536 cells", "65\u00a0536"]]
