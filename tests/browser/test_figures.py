"""Figures measured in a browser with its own fonts: no two texts of a figure cover each other, none leaves it."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Open
from tests.report.figures.samples import FIGURES

pytestmark = pytest.mark.browser

MEASURE = """
const out = {};
for (const box of document.querySelectorAll('figure')) {
  const svg = box.firstElementChild, frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()]);
  const name = box.id, bad = [];
  texts.forEach(([a, r], i) => {
    if (r.left < frame.left - 1 || r.right > frame.right + 1 || r.top < frame.top - 1 || r.bottom > frame.bottom + 1)
      bad.push('outside: ' + a);
    for (const [b, s] of texts.slice(i + 1)) {
      const w = Math.min(r.right, s.right) - Math.max(r.left, s.left);
      const h = Math.min(r.bottom, s.bottom) - Math.max(r.top, s.top);
      if (w > 1 && h > 4) bad.push('overlap: ' + a + ' / ' + b);
    }
  });
  out[name] = [texts.length, bad];
}
return out;
"""


def test_no_text_of_a_figure_covers_another_or_leaves_the_figure(show: Open) -> None:
    body = "".join(f'<figure id="{name}" style="margin:0">{svg}</figure>' for name, svg in FIGURES.items())
    driver = show(f'<!doctype html><meta charset="utf-8"><title>t</title><body style="width:1000px">{body}')
    found: dict[str, tuple[int, list[str]]] = driver.execute_script(MEASURE)
    assert len(found) == len(FIGURES)
    assert all(count > 0 for count, _ in found.values())
    assert {name: bad for name, (_, bad) in found.items() if bad} == {}


def test_the_measurement_itself_finds_texts_that_cover_each_other(show: Open) -> None:
    texts = '<text x="5" y="20">one</text><text x="8" y="22">two</text><text x="90" y="20">three</text>'
    driver = show(f'<!doctype html><title>t</title><figure id="f"><svg width="100" height="40">{texts}</svg></figure>')
    count, bad = driver.execute_script(MEASURE)["f"]
    assert count == 3
    assert bad == ["overlap: one / two", "outside: three"]
