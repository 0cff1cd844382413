"""Words that cannot be tested, in English and Chinese; and words that belong to the sentence, not to a text in it."""

from __future__ import annotations

import re
from functools import lru_cache

_EN = (
    r"as possible|as appropriate|if necessary|(?:where|if) practicable|such as|including but not limited to|and/or|"
    r"best[ -]effort|high[ -]performance(?! computing)|low[ -]latency(?! (?:mode|kernel|path))|state-of-the-art|"
    r"user-friendly|fast(?! (?:path|Fourier|Ethernet))|faster(?! than)|quick|quickly|(?:in)?efficient(?:ly)?|"
    r"sufficient(?:ly)?|adequate(?:ly)?|appropriate(?:ly)?|reasonabl[ey]|typical(?:ly)?|approximately|roughly|robust|"
    r"improved?|optimi[sz]ed?|good|(?:better|best)(?! (?:of|than))|"
    r"(?:minimal|maximal)(?! (?:size|number|value|length))|easily|easy|"
    r"significant(?! (?:bit|digit|figure|byte))|significantly|acceptable|etc"
)
# Hanzi are written without spaces, so each word says what it must not be a part of: 优化器 is an optimiser, 以及时延 is
# "and the latency", 最大约束 is "largest constraint".
_ZH = (
    "尽可能|(?<![穷耗用])尽量|(?<!比)较(?:高|低|快|好)|(?<!合)适当(?!前)|足够|(?<![集整组综结])合理|(?<!最)大约(?!束)|"
    "左右(?![两邻侧手相移对])|若干|必要时(?![间刻延长序])|原则上|等等(?![待价长于])|包括但不限于|良好|(?<![提最])高效|"
    "高性能(?!计算)|(?<![最降减])低时延|快速(?!路径|傅里叶)|(?<!以)及时(?![间延刻钟序长隙戳])|"
    "优化(?!器|级别|选项|目标|步|状态|问题)|改善|提升(?![到至])|显著(?!性)|一般情况|通常|视情况"
)
VAGUE_EN = re.compile(rf"\b(?:{_EN})(?![\w-])", re.IGNORECASE)
VAGUE_ZH = re.compile(_ZH)
TBD = re.compile(r"\b(?:TBD|TBC|TODO|FIXME)\b|待定|待确认|待补|待澄清", re.IGNORECASE)
MODAL = re.compile(r"\b(?:must|shall|should)\b|必须|应当|应该|不得", re.IGNORECASE)
NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*")


@lru_cache(maxsize=8192)
def vague_words(text: str) -> tuple[str, ...]:
    """The vague words of a text, each once: "as fast as possible" has "fast" and "as possible"."""
    found = [match.group(0) for pattern in (VAGUE_EN, VAGUE_ZH) for match in pattern.finditer(text)]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=8192)
def numbers(text: str) -> tuple[str, ...]:
    """The numbers of a text in order of size of their text, thousands separators left out: "1,000 GB" has "1000"."""
    return tuple(sorted(re.sub(r",(?=[0-9]{3}\b)", "", match) for match in NUMBER.findall(text)))
