"""Figures as view data: a drawing, its caption, and its number in the document."""

from __future__ import annotations

from itertools import count
from typing import NamedTuple

from markupsafe import Markup

from estimator.report.words.lookup import Words


class Figure(NamedTuple):
    """A drawing with its caption, and its number once it has a place: "Figure 2"."""

    svg: Markup
    caption: str
    label: str = ""


class Figures:
    """Numbers the figures of one document in the order in which they stand there."""

    def __init__(self, words: Words) -> None:
        self._name = words["figures.figure"]
        self._numbers = count(1)

    def placed(self, figure: Figure) -> Figure:
        """A figure with the next number."""
        return figure._replace(label=f"{self._name} {next(self._numbers)}")
