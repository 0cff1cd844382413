"""What a language has to bring so that requirements can be written in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """Templates and words of one language. Templates have one ``{must}`` each; what they may name is in ``sentence``.

    ``kinds``: kind (or ``kind.metric``) -> template. ``items``: capability item -> what it is. ``both``: joins two,
    ``comma``: joins more, ``aside``: joins what stands
    in brackets. ``relative``: what a relative metric is written as, by what it is set against.
    """

    kinds: Mapping[str, str]
    items: Mapping[str, str]
    modal: Mapping[str, str]
    who: Mapping[str, str]
    condition: Mapping[str, str]
    statistic: Mapping[str, str]
    metric: Mapping[str, str]
    relative: Mapping[str, str]
    report: Mapping[str, str]
    phrase: Mapping[str, str]
    comma: str
    both: str
    aside: str
    spaced: bool
    """Whether hanzi and Latin are set apart by a space."""


_HAN = "\u4e00-\u9fff"
_LATIN = "A-Za-z0-9\u0370-\u03ff%\u00d7\u00bd"
_APART = (
    (re.compile(rf"([{_HAN}])([{_LATIN}\u2264\u2265])"), r"\1 \2"),
    (re.compile(rf"([{_LATIN}])([{_HAN}])"), r"\1 \2"),
)


def set_apart(text: str) -> str:
    """A space between hanzi and Latin letters, digits and signs: "用时不超过 5 ms"."""
    for pattern, put in _APART:
        text = pattern.sub(put, text)
    return text
