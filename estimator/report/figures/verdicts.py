"""Small drawings of an acceptance: the mark of a verdict, a margin as a bar, a box a requirement.

Shape and fill tell verdicts apart without colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from estimator.judge.reason import Verdict
from estimator.report.figures.drawing.svg import BLUE, BLUE_MID, BLUE_PALE, FONT, GREY, HAIR, INK, ORANGE, clean

MARKS: Mapping[Verdict, str] = {
    "pass": f'<circle cx="8" cy="8" r="7" fill="{BLUE_PALE}" stroke="{BLUE}"/>'
    f'<path d="M4.6 8.4l2.4 2.4 4.6-5.2" fill="none" stroke="{BLUE}" stroke-width="2"/>',
    "fail": f'<circle cx="8" cy="8" r="7.5" fill="{ORANGE}"/>'
    '<path d="M5 5l6 6M11 5l-6 6" stroke="#fff" stroke-width="2"/>',
    "inconclusive": f'<circle cx="8" cy="8" r="7" fill="#fff" stroke="{INK}"/>'
    f'<path d="M8 1a7 7 0 0 1 0 14z" fill="{INK}"/>',
    "not_run": f'<circle cx="8" cy="8" r="6.5" fill="#fff" stroke="{GREY}" stroke-dasharray="2.4 2"/>',
    "waived": f'<circle cx="8" cy="8" r="7" fill="#fff" stroke="{INK}"/>'
    f'<path d="M4 8h8" stroke="{INK}" stroke-width="2"/>',
}
A_ROW = 10
WIDE, TALL = 70, 40
"""Pixels of a box; ten of them are as wide as a page, on which a letter of 10 is 7 pt."""
LONGEST = 11
"""Letters of an id in a box."""


def mark(verdict: Verdict) -> str:
    """The mark of a verdict, as large as a letter; it stands beside the word."""
    return f'<svg viewBox="0 0 16 16" width="11" height="11" aria-hidden="true">{MARKS[verdict]}</svg>'


def margin_bar(margin: float) -> str:
    """A bar from the limit in the middle: to the right what is spare, to the left what is over; 1 is the half width."""
    half, inside = 70.0, min(1.0, abs(margin))
    wide = max(1.0, half * inside)
    x, fill, edge = (75.0, BLUE_MID, BLUE) if margin >= 0.0 else (75.0 - wide, ORANGE, ORANGE)
    return (
        '<svg class="bar" viewBox="0 0 150 18" aria-hidden="true">'
        f'<path d="M5 9H145" stroke="{HAIR}"/>'
        f'<rect x="{x:.1f}" y="4" width="{wide:.1f}" height="10" fill="{fill}" stroke="{edge}"/>'
        f'<path d="M75 0V18" stroke="{INK}" stroke-width="2"/></svg>'
    )


def boxes(ids: Sequence[str], verdicts: Sequence[Verdict], must: Sequence[bool], title: str) -> str:
    """A box for each requirement with its id and its mark; dashed where it is no must. "" without requirements."""
    if not ids:
        return ""
    body = []
    for place, (name, verdict, firm) in enumerate(zip(ids, verdicts, must, strict=True)):
        x, y = WIDE * (place % A_ROW) + 1, TALL * (place // A_ROW) + 1
        frame = f'stroke="{INK}"' if firm else f'stroke="{GREY}" stroke-dasharray="3 2"'
        body.append(
            f'<rect x="{x}" y="{y}" width="{WIDE - 4}" height="{TALL - 4}" rx="3" fill="#fff" {frame}/>'
            f'<g transform="translate({x + (WIDE - 4) / 2 - 6:.0f} {y + 3}) scale(.75)">{MARKS[verdict]}</g>'
            f'<text x="{x + (WIDE - 4) / 2:.0f}" y="{y + TALL - 10}" font-size="10" fill="{GREY}" text-anchor="middle">'
            f"{clean(name[:LONGEST])}</text>"
        )
    rows = (len(ids) - 1) // A_ROW + 1
    wide, tall = WIDE * min(len(ids), A_ROW), TALL * rows
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}"'
    return f'{head} role="img" font-family="{FONT}"><title>{clean(title)}</title>{"".join(body)}</svg>'
