"""What pages are made from beside their data: the templates, compiled once for all pages and languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from jinja2 import BytecodeCache, DictLoader, Environment, StrictUndefined

BETWEEN_CELLS = re.compile(r">\n(?=(?:{% if [^%]*%})?<t[dh][ >])")
"""A line break of a template between two cells of a row: it is for whoever reads the template, not for the page."""


@dataclass(frozen=True)
class Assets:
    """What the rim hands in: the text of every file of the templates folder, by name, and the tool's version.

    ``compiled``: where templates that an earlier run compiled are found; None: each run compiles them.
    """

    templates: Mapping[str, str]
    version: str
    compiled: BytecodeCache | None = None

    @cached_property
    def environment(self) -> Environment:
        """The template engine over these templates."""
        return environment(self.templates, self.compiled)


def environment(templates: Mapping[str, str], compiled: BytecodeCache | None = None) -> Environment:
    """The template engine: every value escaped, an unknown name an error, only the given templates."""
    placed = {name: BETWEEN_CELLS.sub(">", text) for name, text in templates.items()}
    return Environment(
        loader=DictLoader(placed),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        auto_reload=False,
        bytecode_cache=compiled,
    )
