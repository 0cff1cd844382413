"""The formulas that every document may need, drawn once and shipped: drawing one takes as long as a small spec.

The file holds each glyph once; ``make formulas`` writes it anew, and a test holds it against what is drawn now.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from estimator.cost.entries import formula
from estimator.cost.entries.algorithm import CatalogueEntry
from estimator.cost.entries.catalogue import ALGORITHMS
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level
from estimator.report.sections.formulas.view import BASE, EXPOSED

FILE = "formulas.json"
"""Among the templates."""
SWITCHES = (Level("node"), Level("machine"))
RINGS = (Level("1", "ring"), Level("2", "ring"))
SHAPES: tuple[tuple[tuple[Level, ...], tuple[int, ...]], ...] = (
    *((SWITCHES, shape) for shape in ((8,), (6,), (8, 4), (6, 3), (1, 8), (1, 6))),
    *((RINGS, shape) for shape in ((4,), (4, 4))),
)
"""Groups whose formulas are shipped: inside a node, over nodes, between them; on a torus of one axis and of two."""
_GLYPH = re.compile(r"<symbol [^>]*>.*?</symbol>", re.DOTALL)
_PLACE = re.compile(r"\{(\d+)\}")


def fixed_formulas() -> tuple[str, ...]:
    """The LaTeX of the base formulas and of every algorithm of the catalogue on common groups."""
    found = dict.fromkeys(line.latex for _, line in (*BASE, EXPOSED))
    for algorithm in ALGORITHMS:
        found |= dict.fromkeys(_of(algorithm))
    return tuple(found)


def _of(algorithm: CatalogueEntry) -> Iterator[str]:
    written = [each for each in (algorithm.terms, algorithm.folded, algorithm.from_matrix) if each]
    if algorithm.written is not None:
        written += (algorithm.terms_on(Group.on(levels, shape)) for levels, shape in SHAPES)
    yield from (line.latex for terms in written for line in formula.lines_of(terms))


def packed(drawn: Mapping[str, tuple[str, str]]) -> str:
    """Drawings (SVG, box) by their LaTeX as the text of the file."""
    glyphs: dict[str, int] = {}

    def placed(glyph: re.Match[str]) -> str:
        return f"{{{glyphs.setdefault(glyph.group(), len(glyphs))}}}"

    formulas = {latex: [_GLYPH.sub(placed, svg), box] for latex, (svg, box) in drawn.items()}
    return json.dumps({"formulas": formulas, "glyphs": list(glyphs)}, indent=0) + "\n"


class Shipped:
    """The drawings of the file, each put together when it is asked for."""

    def __init__(self, text: str) -> None:
        data = json.loads(text)
        self._formulas: Mapping[str, tuple[str, str]] = data["formulas"]
        self._glyphs: list[str] = data["glyphs"]

    def get(self, latex: str) -> tuple[str, str] | None:
        """The drawing of a formula and its box; None where it is not shipped."""
        if latex not in self._formulas:
            return None
        svg, box = self._formulas[latex]
        return _PLACE.sub(lambda place: self._glyphs[int(place.group(1))], svg), box


@lru_cache(maxsize=2)
def shipped(text: str) -> Shipped:
    """The drawings of a file; of an empty one none."""
    return Shipped(text or '{"formulas": {}, "glyphs": []}')
