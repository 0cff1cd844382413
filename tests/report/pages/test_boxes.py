"""The printed page: no word beyond the paper, none in type that is too small, with ids and addresses that never end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from estimator.report.pages.pdf import PACKAGES
from estimator.report.words.lookup import LANGUAGES
from estimator.spec.values.base import Language
from tests.report.documents import SMALL, documents

pytestmark = pytest.mark.pdf
LONG_ID = f"CCL-{'X' * 70}"
LONG = SMALL.replace("R-B-01:", f"{LONG_ID}:").replace(
    "rationale: {zh: 见上, en: see above}",
    f"rationale: {{zh: 见上, en: see above}}\n    note: https://example.org/{'a' * 200}",
)
LEAST = 7.0 * 96.0 / 72.0 - 0.01
"""7 pt in CSS pixels."""


def words_on(html: str) -> Iterator[tuple[int, float, Any]]:
    """Page, its width in pixels, and every box of text on it."""
    try:
        import weasyprint
    except OSError:
        pytest.skip(f"needs {', '.join(PACKAGES)}")
    for number, page in enumerate(weasyprint.HTML(string=html).render().pages, 1):
        for box in page._page_box.descendants():
            if type(box).__name__ == "TextBox" and box.text.strip():
                yield number, page.width, box


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_leaves_the_paper(language: Language) -> None:
    found = list(words_on(documents(LONG)[language].print_html))
    assert len(found) > 1000
    margin = 14.0 * 96.0 / 25.4
    beyond = [(page, box.text) for page, wide, box in found if box.position_x + box.width > wide - margin + 1.0]
    assert beyond == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_smaller_than_seven_points(language: Language) -> None:
    small = {box.text for _, _, box in words_on(documents()[language].print_html) if box.style["font_size"] < LEAST}
    assert small == set()
