"""One square per requirement, in document order: the strip on the cover."""

from __future__ import annotations

from collections.abc import Sequence

from estimator.report.figures.svg import FONT, GREY, INK, TINT, clean

LABELLED = 24
"""Up to so many squares each carries its id; beyond it they are small and bare."""
A_ROW = 46
RING = f'stroke="{GREY}" stroke-width="1.6" stroke-dasharray="3 2.4"'


def squares(ids: Sequence[str], must: Sequence[bool], title: str) -> str:
    """Squares as inline SVG: solid frame for a must, dashed for the others; a dashed ring says not run yet."""
    if not ids:
        return ""
    return _large(ids, must, title) if len(ids) <= LABELLED else _small(must, title)


def short_ids(ids: Sequence[str]) -> list[str]:
    """Ids without the part before the first hyphen when all share it: CCL-AG-01 is AG-01."""
    heads = {name.partition("-")[0] for name in ids}
    return [name.partition("-")[2] or name for name in ids] if len(heads) == 1 and len(ids) > 1 else list(ids)


def _large(ids: Sequence[str], must: Sequence[bool], title: str) -> str:
    per_row = 12
    body = []
    for i, (name, is_must) in enumerate(zip(short_ids(ids), must, strict=True)):
        x, y = 52 * (i % per_row) + 6, 62 * (i // per_row) + 2
        frame = f'stroke="{INK}"' if is_must else f'stroke="{GREY}" stroke-dasharray="4 3"'
        body.append(
            f'<rect x="{x}" y="{y}" width="40" height="40" rx="3" fill="{TINT}" {frame} stroke-width="1.7"/>'
            f'<circle cx="{x + 20}" cy="{y + 20}" r="8" fill="#fff" {RING}/>'
            f'<text x="{x + 20}" y="{y + 53}" font-size="{9 if len(name) < 9 else 7}" fill="{GREY}" '
            f'text-anchor="middle">{clean(name[:12])}</text>'
        )
    rows = (len(ids) - 1) // per_row + 1
    return _svg(52 * min(len(ids), per_row), 62 * rows, "".join(body), title)


def _small(must: Sequence[bool], title: str) -> str:
    at = {True: "", False: ""}
    for i, is_must in enumerate(must):
        at[is_must] += f"M{12 * (i % A_ROW) + 1} {12 * (i // A_ROW) + 1}h9v9h-9z"
    body = f'<path d="{at[True]}" fill="{TINT}" stroke="{INK}"/>' if at[True] else ""
    if at[False]:
        body += f'<path d="{at[False]}" fill="#fff" stroke="{GREY}" stroke-dasharray="2 1.5"/>'
    return _svg(12 * A_ROW, 12 * ((len(must) - 1) // A_ROW + 1), body, title)


def _svg(wide: int, tall: int, body: str, title: str) -> str:
    size = f'viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{FONT}">'
    return f"{head}<title>{clean(title)}</title>{body}</svg>"
