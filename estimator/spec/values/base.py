"""What every model of the spec is built from: the base class, texts, names, whole numbers, lists of names."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainValidator,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from estimator.layout.grid import MOST_RANKS
from estimator.phrase import phrase
from estimator.spec.values.quantity import fault, said

Language = Literal["zh", "en"]
Collective = Literal[
    "p2p",
    "all_reduce",
    "all_gather",
    "reduce_scatter",
    "all_to_all",
    "all_gather_v",
    "reduce_scatter_v",
    "all_to_all_v",
    "broadcast",
    "reduce",
    "scatter",
    "gather",
    "barrier",
]
Dtype = Literal[
    "bf16",
    "fp16",
    "fp32",
    "fp64",
    "fp8_e4m3",
    "fp8_e5m2",
    "fp4",
    "mxfp8",
    "mxfp6",
    "mxfp4",
    "nvfp4",
    "int4",
    "uint4",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "uint64",
]
StepName = Literal["training", "prefill", "decode"]
STEPS: tuple[StepName, ...] = ("training", "prefill", "decode")
"""What repeats: a training step, a prefill step or a decode step of inference."""
CONDITIONS = ("exclusive", "multi_group", "with_compute")
"""The conditions that every platform knows; a spec may define more."""


class SpecModel(BaseModel):
    """A part of the spec: refuses unknown keys and never changes; the text under a field says what it means."""

    # built when first used: most parts are only ever read as parts of the whole spec, whose schema holds theirs
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


def or_string(schema: dict[str, Any], words: Sequence[str] = ()) -> dict[str, Any]:
    """The JSON schema of a mapping that may also be written as one string, or as one of the words."""
    text: dict[str, Any] = {"enum": list(words)} if words else {"type": "string", "minLength": 1, "pattern": r"\S"}
    described = {"description": schema["description"]} if "description" in schema else {}
    return {"anyOf": [text, {key: item for key, item in schema.items() if key != "description"}]} | described


class Text(SpecModel):
    """Text for people: one string for both languages, or {zh: ..., en: ...}."""

    zh: str | None = None
    """The Chinese text."""
    en: str | None = None
    """The English text."""

    @model_validator(mode="before")
    @classmethod
    def one_string_serves_both_languages(cls, value: Any) -> Any:
        """A plain string is both languages; a text that is empty, in one language or both, is an error."""
        if isinstance(value, str):
            value = {"zh": value, "en": value}
        if not isinstance(value, (dict, Text)):
            raise fault(phrase("{value} is not a text", value=said(value)), "write a text, or {zh: ..., en: ...}")
        if isinstance(value, dict):
            empty = [key for key, text in value.items() if isinstance(text, str) and not text.strip()]
            if len(empty) == len(value):
                raise fault("the text is empty", "write a text, or {zh: ..., en: ...}")
            if empty:
                raise fault("the text is empty", phrase("write a text, or remove {empty}", empty=empty[0]), empty[0])
        return value

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return or_string(handler.resolve_ref_schema(handler(schema)) | {"minProperties": 1})

    def get(self, lang: Language) -> str:
        """The text in a language, or in the other one where that is missing."""
        return (self.zh if lang == "zh" else self.en) or self.en or self.zh or ""


_WHOLE = re.compile(r"[0-9]{1,18}")
_BEYOND = re.compile(r"[1-9][0-9]{18,}")
"""A whole number that no key takes, and too long to be turned into one."""
_NEGATIVE = re.compile(r"[-\u2212] ?[0-9.]+")
_PARTED = re.compile(r"0*([1-9][0-9]{0,3}(?:[,_' ]?[0-9]{3})*)(?:\.0+)?")
_PLAIN = re.compile(r"[0-9]{1,18}(\.[0-9]{1,18})?")


def whole(low: int, high: int = 10**18) -> Callable[[Any], int]:
    """A reader of whole numbers ``low`` .. ``high``: digits only, so that 010, 1_000 and 1:30 are refused."""

    def read(value: Any) -> int:
        if isinstance(value, str) and _WHOLE.fullmatch(value) and (value == "0" or value[0] != "0"):
            value = int(value)
        if isinstance(value, str) and _NEGATIVE.fullmatch(value):
            raise fault(
                phrase("{value} is negative", value=said(value)),
                phrase("write a whole number of {low} or more", low=low),
            )
        if isinstance(value, str) and _BEYOND.fullmatch(value):
            raise fault(
                phrase("{value} is too large", value=said(value)),
                phrase("write a whole number of {high} or less", high=high),
            )
        if not isinstance(value, int) or isinstance(value, bool):
            raise fault(
                phrase("{value} is not a whole number", value=said(value)),
                phrase("write digits only, such as {value}", value=_digits(value)),
            )
        if value < low:
            raise fault(
                phrase("{value} is too small", value=said(value)),
                phrase("write a whole number of {low} or more", low=low),
            )
        if value > high:
            raise fault(
                phrase("{value} is too large", value=said(value)),
                phrase("write a whole number of {high} or less", high=high),
            )
        return value

    return read


def _digits(value: Any) -> str:
    """The digits of a number that was written with separators, zeros before it or a point after it; else an example."""
    return re.sub("[^0-9]", "", found[1]) if (found := _PARTED.fullmatch(str(value))) else "8"


def count_or(word: str) -> Callable[[Any], Any]:
    """A reader of a whole number from 1 up, or one word in its place."""

    def read(value: Any) -> Any:
        if value == word:
            return word
        try:
            return whole(1)(value)
        except PydanticCustomError:
            raise fault(
                phrase("{value} is no whole number from 1 up", value=said(value)),
                phrase("write a number such as 8, or {word}", word=word),
            ) from None

    return read


def count_or_schema(word: str) -> WithJsonSchema:
    """The JSON schema that goes with ``count_or``."""
    return WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 1}, {"const": word}]})


def number_of(value: Any) -> float:
    """A plain number of 0 or more."""
    if isinstance(value, str) and _PLAIN.fullmatch(value):
        value = float(value)
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value < 1e18:
        raise fault(
            phrase("{value} is not a plain number of 0 or more", value=said(value)), "write a number such as 704 or 0.5"
        )
    return float(value)


def _flag(value: Any) -> bool:
    if isinstance(value, bool) or value in ("true", "false"):
        return value in ("true", True)
    raise fault(phrase("{value} is neither true nor false", value=said(value)), "write true or false")


def _as_tuple(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


def _listed(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return value
    raise fault(
        phrase("{value} is not a list", value=said(value)),
        phrase("write [{value}]", value=value) if isinstance(value, str) else "write [a, b]",
    )


NAME_PATTERN = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,79}"
_NAME = re.compile(NAME_PATTERN)


def _name(value: Any) -> str:
    if isinstance(value, str) and _NAME.fullmatch(value):
        return value
    hint = "begin with a letter or digit, then letters, digits, _ . and - (at most 80)"
    raise fault(phrase("{value} cannot be an id", value=said(value)), hint)


def _condition(value: Any) -> str:
    if isinstance(value, str) and _NAME.fullmatch(value):
        return value
    raise fault(
        phrase("{value} is no condition", value=said(value)),
        phrase("write {conditions}, or one that conditions: defines", conditions=", ".join(CONDITIONS)),
    )


_ANY_NAME = {"type": "string", "pattern": f"^{NAME_PATTERN}$"}
_ANY_CONDITION: dict[str, Any] = {"anyOf": [{"enum": [*CONDITIONS]}, _ANY_NAME]}
Condition = Annotated[str, PlainValidator(_condition), WithJsonSchema(_ANY_CONDITION)]
"""Under what a call runs: one of the three, or a name in `conditions`."""
Count = Annotated[int, PlainValidator(whole(1)), WithJsonSchema({"type": "integer", "minimum": 1})]
ranks_of = whole(1, MOST_RANKS)
"""Reads a number of ranks, or of what holds ranks."""
Ranks = Annotated[
    int, PlainValidator(ranks_of), WithJsonSchema({"type": "integer", "minimum": 1, "maximum": MOST_RANKS})
]
Nodes = Annotated[int, PlainValidator(whole(1, 10**6)), WithJsonSchema({"type": "integer", "minimum": 1})]
WholeNumber = Annotated[int, PlainValidator(whole(0)), WithJsonSchema({"type": "integer", "minimum": 0})]
Number = Annotated[float, PlainValidator(number_of), WithJsonSchema({"type": "number", "minimum": 0})]
Flag = Annotated[bool, PlainValidator(_flag), WithJsonSchema({"type": "boolean"})]
Name = Annotated[str, PlainValidator(_name), WithJsonSchema({"type": "string", "pattern": f"^{NAME_PATTERN}$"})]
Reference = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Line = Annotated[str, StringConstraints(min_length=1, max_length=2000)]


class _OneOrMore:
    """Put on a tuple: one name, or a list of names."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(_as_tuple, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        listed = handler(schema)
        return {"anyOf": [listed["items"], listed]}


OneOrMore = _OneOrMore()
"""Put on a tuple: one name, or a list of names."""
Listed = BeforeValidator(_listed)
"""Put on a tuple: always a list."""


class Waiver(SpecModel):
    """A lint rule that need not be kept here, and why."""

    rule: Line
    """The rule's id."""
    reason: Text
    """Why it need not be kept."""


Waivers = Annotated[tuple[Waiver, ...], Listed]
"""The lint rules that a part of the spec need not keep."""
