"""What pages are made from beside their data: templates, compiled once for all pages and languages, and the look."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from jinja2 import BytecodeCache, DictLoader, Environment, StrictUndefined

from estimator.report.looks.engine import WRITTEN, LookEnvironment, look_environment
from estimator.report.looks.logo_style import logo_style
from estimator.report.looks.look import Look
from estimator.report.looks.placing import told_by_line
from estimator.report.words.lookup import Words, reworded, words
from estimator.spec.values.base import Language

BETWEEN_CELLS = re.compile(r">\n(?=(?:{% if [^%]*%})?<t[dh][ >])")
"""A line break of a template between two cells of a row: it is for whoever reads the template, not for the page."""
OWN_STYLES = {False: "style.css", True: "print.css"}
"""The style sheet of a look for screens, and for paper."""


@dataclass(frozen=True)
class Assets:
    """What the rim hands in: the text of every file of the templates folder, by name, and the tool's version.

    ``compiled``: where templates that an earlier run compiled are found; None: each run compiles them. ``look``: what
    the document has of its own in place of ours.
    """

    templates: Mapping[str, str]
    version: str
    compiled: BytecodeCache | None = None
    look: Look | None = None
    _words: dict[Language, Words] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def environment(self) -> Environment:
        """The template engine over these templates."""
        if self.look is not None:
            return look_environment(_placed(self.templates), self.look, self.compiled)
        return environment(self.templates, self.compiled)

    def placed(self, template: str, **data: Any) -> str:
        """A page: a template with its data. SpecError, by its line, for what a template of the look raises."""
        if isinstance(self.environment, LookEnvironment):
            self.environment.steps.again()
        with told_by_line(self.look):
            return self.environment.get_template(template).render(logo=self.logo, **data)

    def words(self, language: Language) -> Words:
        """The texts of the pages in a language."""
        own = self.look.wording.get(language) if self.look is not None else None
        if not own:
            return words(language)
        return self._words.setdefault(language, reworded(language, own))

    def style(self, names: tuple[str, ...], more: str = "", *, printing: bool) -> str:
        """The style sheets of a page: ours, and after them those of the look."""
        ours = "\n".join(self.templates[name] for name in names) + more
        if self.look is None:
            return ours
        logo = logo_style(self.look.logo, printing) if self.look.logo is not None else ""
        return f"{ours}{logo}\n{self.look.styles.get(OWN_STYLES[printing], '')}"

    @property
    def logo(self) -> str:
        """The logo as a ``data:`` URI; "" where there is none."""
        return self.look.logo.uri if self.look is not None and self.look.logo is not None else ""


def _placed(templates: Mapping[str, str]) -> dict[str, str]:
    return {name: BETWEEN_CELLS.sub(">", text) for name, text in templates.items()}


def environment(templates: Mapping[str, str], compiled: BytecodeCache | None = None) -> Environment:
    """The template engine: every value escaped, an unknown name an error, only the given templates."""
    return Environment(
        loader=DictLoader(_placed(templates)),
        autoescape=True,
        undefined=StrictUndefined,
        bytecode_cache=compiled,
        **WRITTEN,
    )
