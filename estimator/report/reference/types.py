"""How the type of a key reads: from its annotation to words in two languages, and its unit."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel

from estimator.report.reference.named import NAMED
from estimator.spec.algorithm import Algorithm
from estimator.spec.machine.cut import Boundary
from estimator.spec.requirements.kinds import AnyRequirement, CapabilityItem
from estimator.spec.requirements.measure import MetricName
from estimator.spec.requirements.own_fields import OwnField
from estimator.spec.told.choices import Words, words_for
from estimator.spec.values.base import Collective, Dtype, Language, Listed, OneOrMore, Text

KINDS_ANCHOR = {"en": "kinds-of-requirement", "zh": "需求种类"}
LISTS = {
    Collective: ("[collective]", "[集合操作]", {"en": "collectives-and-algorithms", "zh": "集合操作与算法"}),
    MetricName: ("[metric]", "[指标]", {"en": "metrics", "zh": "指标"}),
    CapabilityItem: ("[item]", "[能力项]", {"en": "capability-items", "zh": "能力项"}),
    Dtype: ("[element type]", "[数据类型]", {"en": "element-types", "zh": "数据类型"}),
}
"""Long lists of words that have a section of their own."""


LONG = 9
"""A list of words longer than this has a section of its own."""
ALSO_TEXT = (Algorithm, Boundary, OwnField)
"""Models that may be written as one text."""


class Read(NamedTuple):
    """A type in words, and its unit; "" where it has none."""

    text: str
    unit: str = ""


class Types:
    """Reads types in one language; ``anchors``: the heading of each model's section."""

    def __init__(self, language: Language, anchors: dict[type[BaseModel], str]) -> None:
        self._zh = language == "zh"
        self._language = language
        self._anchors = anchors

    def read(self, hint: Any) -> Read:
        """The words for an annotation with its extras, as ``get_type_hints`` gives it."""
        hint = _without_none(hint)
        for alias, en, zh, unit in NAMED:
            if hint == alias:
                return Read(zh if self._zh else en, unit)
        if hint == AnyRequirement:
            return Read(f"[{self._say('requirement', '需求')}](#{KINDS_ANCHOR[self._language]})")
        for listed, (en, zh, anchor) in LISTS.items():
            if hint == listed:
                return Read(f"{zh if self._zh else en}(#{anchor[self._language]})")
        if get_origin(hint) is Annotated:
            return self._annotated(hint)
        return self._plain(hint)

    def _annotated(self, hint: Any) -> Read:
        inner, *extras = get_args(hint)
        if get_origin(inner) is tuple:
            return self._list(inner, loose=OneOrMore in extras)
        return self.read(inner)

    def _plain(self, hint: Any) -> Read:
        origin, inside = get_origin(hint), get_args(hint)
        if origin is Literal:
            if told_below(inside) is not None:
                return Read(self._say("word", "固定词"))
            return Read(self._say(" or ", " 或 ").join(f"`{word}`" for word in inside))
        if origin in (Union, UnionType):
            return Read(self._say(" or ", " 或 ").join(self.read(option).text for option in inside))
        if origin is tuple:
            return self._list(hint, loose=False)
        if origin is dict:
            keys, values = self.read(inside[0]), self.read(inside[1])
            return Read(f"{keys.text} → {values.text}", values.unit)
        if isinstance(hint, type) and issubclass(hint, BaseModel):
            return Read(self._model(hint))
        return Read(self._say("text", "文字") if hint is str else self._say("whole number", "整数"))

    def _model(self, model: type[BaseModel]) -> str:
        if model is Text:
            return self._say("text", "文字")
        mapping = f"[{self._say('mapping', '映射')}](#{self._anchors[model]})"
        return self._say("text, or {}", "文字，或{}").format(mapping) if model in ALSO_TEXT else mapping

    def _list(self, hint: Any, *, loose: bool) -> Read:
        item = self.read(get_args(hint)[0])
        en, zh = ("{}, or a list", "{}，或其列表") if loose else ("list: {}", "列表：{}")
        return Read((zh if self._zh else en).format(item.text), item.unit)

    def _say(self, en: str, zh: str) -> str:
        return zh if self._zh else en


def told_below(values: tuple[object, ...]) -> Words | None:
    """What each word of a short list means, for the cell of the key; None where a section of its own says it."""
    return words_for(values) if 1 < len(values) <= LONG else None


def models_in(hint: Any) -> Iterator[type[BaseModel]]:
    """The models inside an annotation, in its order; none inside a union of kinds."""
    if hint == AnyRequirement:
        return
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        if hint is not Text:
            yield hint
        return
    for inside in get_args(hint):
        if inside is not Listed:
            yield from models_in(inside)


def _without_none(hint: Any) -> Any:
    """The annotation of a key that may be left out, without None."""
    if get_origin(hint) not in (Union, UnionType):
        return hint
    options = [option for option in get_args(hint) if option is not NoneType]
    return options[0] if len(options) == 1 else Union[tuple(options)]  # noqa: UP007  built from values
