"""The declared algorithm beside the others, and each assumption worse and better, as the document shows them."""

from __future__ import annotations

import re

from estimator.report.words.lookup import LANGUAGES
from tests.report.documents import SMALL, documents, visible_text


def rows(html: str, pattern: str) -> list[str]:
    """The rows of the part of the page that matches."""
    found = re.search(pattern, html, flags=re.DOTALL)
    assert found is not None
    lines = re.findall(r"<tr>(.*?)</tr>", found.group(), flags=re.DOTALL)
    return [re.sub(r"\s+", " ", visible_text(line)).strip() for line in lines]


def compared(html: str, operation: str) -> dict[str, str]:
    """First word of a row -> the row."""
    return {row.split()[0].strip(","): row for row in rows(html, rf'<tbody id="compare-{operation}">.*?</tbody>')}


def test_the_crossover_of_two_algorithms_is_the_hand_sum_at_both_ends() -> None:
    # Ring: 14 * 5 us + 1.75 n / 100 GB/s; recursive doubling: 3 * 5 us + 3 n / 100 GB/s. They meet at 8.8 * 5 us * 100
    # GB/s = 4.4 MB. At 1 MiB: 46.46 over 88.35 us, and both with 12 us more of launch: 58.46 over 100.4 us.
    found = compared(documents()["en"].html, "sync")["recursive_doubling"]
    assert "46.46–58.46 µs" in found
    assert "0.5258–0.5825 ×" in found
    assert found.count("below 4.4 MB") == 2


def test_the_declared_algorithm_leads_and_keeps_its_estimate() -> None:
    html = documents()["en"].html
    table = rows(html, r'<tbody id="compare-sync">.*?</tbody>')
    assert table[1].startswith("ring 88.35–100.4 µs specified")
    estimate = re.search(r'<tr id="op-sync".*?</tr>', html)
    assert estimate is not None
    assert "88.35–100.4" in estimate.group()
    assert "In the bare model" in html


def test_the_fastest_is_named_over_its_sizes_at_each_end() -> None:
    head = rows(documents()["en"].html, r'<tbody id="compare-sync">.*?</tbody>')[0]
    # From n / 4096 = 256 B to 16 n = 16.78 MB.
    spans = re.findall(r"Fastest, (optimistic|conservative): .*? 256 B–", head)
    assert spans == ["optimistic", "conservative"]
    assert head.count("16.78 MB") == 2


def test_what_cannot_run_is_named_with_where_it_may_in_the_language_of_the_page() -> None:
    heads = {
        language: rows(documents()[language].html, r'<tbody id="compare-sync">.*?</tbody>')[0] for language in LANGUAGES
    }
    assert "Cannot run here: " in heads["en"]
    assert "hierarchical_pipeline_mesh (" in heads["en"]
    assert "hierarchical_pipeline_mesh（" in heads["zh"]


def test_the_curve_is_marked_where_the_algorithms_cross() -> None:
    html = documents()["en"].html
    figure = re.search(r"<figure>(?:(?!</figure>).)*T\(n\) sync.*?</figure>", html, flags=re.DOTALL)
    assert figure is not None
    assert "it crosses recursive_doubling at 4.4\u00a0MB" in figure.group()
    assert "4.4\u00a0MB</text>" in figure.group()


def test_the_swing_of_the_launch_time_is_a_tenth_of_what_it_takes_in_a_step() -> None:
    # 12 us at the conservative end, 10 + 704 times in a step: 8.568 ms.
    found = rows(documents()["en"].html, r"<table[^>]*><caption>Each assumption 10\u00a0% worse.*?</table>")
    launch = next(row for row in found if row.startswith("launch"))
    assert re.sub(r" ", " ", launch).startswith("launch T₀ 0 s +856.8 µs 0 s −856.8 µs")


def test_every_assumption_is_named_in_the_language_of_the_page() -> None:
    text = SMALL.replace("skew: [1.0, 1.5]", "skew: [1.0, 1.5]\n    node_skew: [1.0, 1.4]")
    found = rows(documents(text)["zh"].html, r"<table[^>]*><caption>每项假设.*?</table>")
    assert any(row.startswith("派发：机间不均") for row in found)
    assert "node_skew" not in " ".join(found)
