"""Small drawings that stand in every row and card. A document may hold thousands: few bytes, few elements each.

Compact inline SVG was measured cheapest to print (about 1 ms each in the PDF writer, 3 ms with texts; positioned
HTML spans 1.75 ms).
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from estimator.report.figures.drawing.svg import BLUE, BLUE_MID, GREY, INK, ORANGE, clean, num

STYLE = (
    "svg.ib,svg.sc{display:block;width:100%;height:auto}svg.ib{max-width:180px}svg.sc{max-width:340px}"
    "svg.vm{width:1.05em;height:1.05em;vertical-align:-.17em;margin-right:.35em}"
)
Verdict = Literal["pass", "fail", "inconclusive", "not_run", "waived"]


class ScaleTexts(NamedTuple):
    """Texts of a scale, numbers formatted: the limit above, the interval's ends below, alt text for the whole."""

    limit: str
    low: str
    high: str
    alt: str = ""


def _place(value: float, top: float) -> float:
    """A multiple of the optimistic value on a bar: 1 sits at 20 px, ``top`` at 112; below 1 there is less room."""
    if value <= 1.0:
        return 4.0 + 16.0 * max(value, 0.0)
    return 20.0 + 92.0 * min((value - 1.0) / max(top - 1.0, 1e-9), 1.0)


def interval_bar(
    conservative: float, *, bound: float | None = None, limit: float | None = None, top: float = 2.5, alt: str = ""
) -> str:
    """An operation's interval in multiples of its optimistic value; beyond ``top`` the bar ends in a notch.

    ``bound`` is an orange tick, ``limit`` a triangle above. Values beyond the axis are drawn at its end.
    """
    end = max(_place(conservative, top), 21.0)
    notch = f"L{num(end + 6)} 10L{num(end)} 14" if conservative > top else f"L{num(end)} 14"
    body = f'<path d="M20 6H{num(end)}{notch}H20Z" fill="{BLUE_MID}" stroke="{BLUE}"/>'
    if bound is not None:
        body += f'<path d="M{num(_place(bound, top))} 3v14" stroke="{ORANGE}" stroke-width="2"/>'
    if limit is not None:
        body += f'<path d="M{num(_place(limit, top) - 4)} 0h8l-4 7z" fill="{INK}"/>'
    return f'<svg class="ib" viewBox="0 0 120 18"{_named(alt)}{body}</svg>'


def axis(top: float = 2.5) -> str:
    """The head of the column of interval bars: ticks at half or whole multiples, numbers at the whole ones."""
    step = 0.5 if top <= 3.0 else max(round((top - 1.0) / 4), 1.0)
    values = [1.0 + step * k for k in range(int((top - 1.0) / step + 1e-9) + 1)]
    body = f'<path d="{"".join(f"M{num(_place(value, top))} 19v4" for value in values)}" stroke="{GREY}"/>'
    for value in values:
        if value == int(value):
            body += f'<text x="{num(_place(value, top))}" y="16" text-anchor="middle">{value:g}\u00d7</text>'
    return f'<svg class="ib" viewBox="0 0 120 24" font-size="18" fill="{GREY}" aria-hidden="true">{body}</svg>'


def scale(
    low: float,
    high: float,
    *,
    texts: ScaleTexts,
    bound: float | None = None,
    limit: float | None = None,
    measured: float | None = None,
    less_is_better: bool = True,
) -> str:
    """A card's scale in any one unit: interval, limit, what was measured, and the hatched side that is impossible.

    ``bound``: for a time nothing is below it, for a bandwidth (``less_is_better`` False) nothing above.
    """
    values = [value for value in (low, high, bound, limit, measured) if value is not None]
    least, most = min(values), max(values)
    room = (most - least) or abs(most) or 1.0

    def at(value: float) -> float:
        return 40.0 + 236.0 * (value - least) / room

    # Filled outlines instead of strokes, few paths: a page may hold hundreds of scales.
    left, right = at(min(low, high)), at(max(low, high))
    shape = f"M4 25.5H336v1H4zM{num(left - 1)} 20H{num(max(right, left + 1) + 1)}v12H{num(left - 1)}z"
    body = "" if bound is None else _impossible(at(bound), less_is_better)
    body += f'<path d="{shape}" fill="{BLUE_MID}"/>'
    if limit is not None:
        x = at(limit)
        body += f'<path d="M{num(x - 5)} 13h10l-4 7v15h-2V20z"/>'
    if measured is not None:
        body += f'<circle cx="{num(at(measured))}" cy="26" r="4.5" fill="#fff" stroke="{INK}" stroke-width="2"/>'
    body += _scale_texts(texts, left, right, None if limit is None else at(limit), low <= high)
    return f'<svg class="sc" viewBox="0 0 340 48" font-size="11.5" fill="{INK}"{_named(texts.alt)}{body}</svg>'


def _impossible(x: float, below: bool) -> str:
    start, end = (4.0, x) if below else (x, 336.0)
    strokes = "".join(f"M{num(s)} 32l8-12" for s in _steps(start, end - 8.0))
    return f'<path d="{strokes}M{num(x)} 17v18" stroke="{ORANGE}"/>'


def _steps(start: float, end: float) -> list[float]:
    return [start + 7.0 * k for k in range(int((end - start) // 7.0) + 1)] if end >= start else []


def _scale_texts(texts: ScaleTexts, left: float, right: float, limit: float | None, rising: bool) -> str:
    first, last = (texts.low, texts.high) if rising else (texts.high, texts.low)
    body = ""
    if limit is not None:
        place = num(min(max(limit, 60.0), 280.0))
        body = f'<text x="{place}" y="10" text-anchor="middle" font-weight="600">{clean(texts.limit)}</text>'
    if right - left >= 90.0:
        ends: tuple[tuple[float, str, str], ...] = ((left, first, "middle"), (right, last, "middle"))
    else:
        middle = (left + right) / 2
        ends = ((min(middle, 240.0) - 2.0, first, "end"), (min(middle, 240.0) + 2.0, f"\u2013 {last}", "start"))
        if first == last:
            ends = ((middle, first, "middle"),)
        elif ends[0][0] < 90.0:
            ends = ((90.0, first, "end"), (94.0, f"\u2013 {last}", "start"))
    for x, text, anchor in ends:
        body += f'<text x="{num(x)}" y="45" text-anchor="{anchor}">{clean(text)}</text>'
    return body


_GLYPHS: tuple[tuple[Verdict, str], ...] = (
    ("pass", '<path d="M2 7l3 3 6-7" fill="none" stroke="currentColor" stroke-width="2"/>'),
    ("fail", '<path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" stroke-width="2.4"/>'),
    (
        "inconclusive",
        '<circle cx="6" cy="6" r="5" fill="none" stroke="currentColor"/>'
        '<path d="M6 1a5 5 0 0 1 0 10z" fill="currentColor"/>',
    ),
    (
        "not_run",
        '<circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" stroke-width="1.4" stroke-dasharray="2 2"/>',
    ),
    ("waived", '<path d="M1 1h10v10H1zM1 11L11 1" fill="none" stroke="currentColor"/>'),
)


def verdict_mark(kind: Verdict) -> str:
    """The shape that stands beside a verdict's word: tick, cross, half disc, dashed ring, struck square."""
    return f'<svg class="vm" viewBox="0 0 12 12" aria-hidden="true">{dict(_GLYPHS)[kind]}</svg>'


def _named(alt: str) -> str:
    """The rest of the tag: with its title as the text in its place, or hidden where the text stands beside it."""
    return f' role="img"><title>{clean(alt)}</title>' if alt else ' aria-hidden="true">'
