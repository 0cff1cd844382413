"""Words that cannot be tested, in English and Chinese; and words that belong to the sentence, not to a text in it."""

from __future__ import annotations

import re

_EN = (
    r"as possible|as appropriate|if necessary|(?:where|if) practicable|such as|including but not limited to|and/or|"
    r"best effort|high[ -]performance|low[ -]latency|state-of-the-art|user-friendly|"
    r"fast|faster|quick|quickly|(?:in)?efficient(?:ly)?|sufficient(?:ly)?|adequate(?:ly)?|appropriate(?:ly)?|"
    r"reasonabl[ey]|typical(?:ly)?|approximately|roughly|robust|improved?|optimi[sz]ed?|good|better|best|minimal|maximal|"
    r"easily|easy|significant(?:ly)?|acceptable|etc"
)
_ZH = (
    "尽可能|尽量|较高|较低|较快|较好|适当|足够|合理|大约|左右|若干|必要时|原则上|等等|包括但不限于|良好|高效|高性能|"
    "低时延|快速|及时|优化|改善|提升|显著|一般情况|通常|视情况"
)
VAGUE_EN = re.compile(rf"\b(?:{_EN})(?![\w-])", re.IGNORECASE)
VAGUE_ZH = re.compile(_ZH)
TBD = re.compile(r"\b(?:TBD|TBC|TODO|FIXME)\b|待定|待确认|待补|待澄清", re.IGNORECASE)
MODAL = re.compile(r"\b(?:must|shall|should)\b|必须|应当|应该|不得", re.IGNORECASE)
NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*")


def vague_words(text: str) -> list[str]:
    """The vague words of a text, each once: "as fast as possible" has "fast" and "as possible"."""
    found = [match.group(0) for pattern in (VAGUE_EN, VAGUE_ZH) for match in pattern.finditer(text)]
    return list(dict.fromkeys(found))


def numbers(text: str) -> list[str]:
    """The numbers of a text in order of size of their text, thousands separators left out: "1,000 GB" has "1000"."""
    return sorted(re.sub(r",(?=[0-9]{3}\b)", "", match) for match in NUMBER.findall(text))
