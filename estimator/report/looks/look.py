"""A look: what a team's documents have of its own in place of ours, read from the files of one folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from estimator.spec.values.base import Language

TEMPLATES = "templates/"
"""Where the templates lie in the folder of a look."""
ENDING = ".html.j2"
OURS = "commspec/"
"""What a template of a look writes before the name of one of ours that it extends."""
STYLES = {"style.css": "screen", "print.css": "paper"}
"""Style sheets of a look, and where they hold."""
LOGOS = ("logo.svg", "logo.png")
WORDINGS: Mapping[str, Language] = {"wording.zh.yaml": "zh", "wording.en.yaml": "en"}


class Logo(NamedTuple):
    """A picture as a ``data:`` URI. ``shape``: its width over its height."""

    uri: str
    shape: float


@dataclass(frozen=True)
class Look:
    """What a folder holds that is in order. ``templates``: text by name, as ``cover.html.j2``.

    ``folder``: as messages show it; ``styles``: text by file; ``wording``: text by id, for each language.
    """

    folder: str
    templates: Mapping[str, str] = field(default_factory=dict)
    styles: Mapping[str, str] = field(default_factory=dict)
    logo: Logo | None = None
    wording: Mapping[Language, Mapping[str, str]] = field(default_factory=dict)

    def file(self, template: str) -> str:
        """How messages show a template of it."""
        return shown(self.folder, TEMPLATES + template)


def shown(folder: str, name: str) -> str:
    """How messages show a file of a look."""
    return f"{folder}/{name}" if folder else name
