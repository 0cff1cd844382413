"""Values with a unit as the models hold them: one number, or a pair [optimistic, conservative]."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Annotated, Any

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from estimator.phrase import phrase, word
from estimator.spec.values.patterns import any_quantity_pattern, quantity_schema
from estimator.units import EXAMPLES, Kind, UnitError, format_bandwidth, parse, parse_any, shown


class Quantity(float):
    """A number in SI units (s, B/s, B) that remembers how it was written."""

    text: str

    def __new__(cls, value: float, text: str = "") -> Quantity:
        """``Quantity(5e-6, "5 us")``."""
        quantity = super().__new__(cls, value)
        quantity.text = text
        return quantity


@dataclass(frozen=True, slots=True)
class Pair:
    """A quantity at both ends, in SI units; equal when one value was written."""

    optimistic: float
    conservative: float
    text: tuple[str, ...] = field(default=(), compare=False)

    @property
    def ends(self) -> tuple[float, float]:
        """(optimistic, conservative)."""
        return self.optimistic, self.conservative


@dataclass(frozen=True, slots=True)
class Measured:
    """A quantity of any kind: its kind ("time", "bandwidth", "size", "ratio", "rate") and its SI value."""

    kind: Kind
    value: float
    text: str = field(default="", compare=False)


def fault(what: str, hint: str, key: str = "") -> PydanticCustomError:
    """A mistake in a value: what is wrong, what to write, and the key inside the value it belongs to."""
    return PydanticCustomError("spec", "{what}", {"what": what, "hint": hint, "key": key})


def said(value: object) -> str:
    """The value as an error shows it."""
    if value is None:
        return word("nothing")
    if isinstance(value, (dict, list, tuple)):
        return word("a mapping") if isinstance(value, dict) else word("a list")
    return shown(str(value))


def one(value: object, kind: Kind, positive: bool) -> float:
    """The SI value of one written quantity."""
    if not isinstance(value, str):
        if kind == "ratio" and isinstance(value, (int, float)) and not isinstance(value, bool):
            value = repr(value)
        else:
            raise fault(
                phrase("{value} is not a {kind}", value=said(value), kind=word(kind)),
                phrase("write a {kind} such as {example}", kind=word(kind), example=EXAMPLES[kind]),
            )
    try:
        return parse(value, kind, positive=positive)
    except UnitError as error:
        raise fault(error.what, error.hint) from None


@dataclass(frozen=True, slots=True)
class PairRule:
    """What a pair may hold: its kind, which end is the larger, and its limits."""

    kind: Kind
    rising: bool
    positive: bool = False
    low: float = 0.0
    high: float = inf
    example: str = ""

    def __call__(self, value: object) -> Pair:
        """Read one value or a list of two; wrong order or a value outside the limits is an error."""
        if isinstance(value, Pair):
            return value
        texts = tuple(value) if isinstance(value, (list, tuple)) else (value,)
        if len(texts) not in (1, 2):
            raise fault(
                phrase("a list of {count} values", count=len(texts)),
                phrase("write one value or [optimistic, conservative]{example}", example=self._as()),
            )
        numbers = [one(text, self.kind, self.positive) for text in texts]
        optimistic, conservative = numbers[0], numbers[-1]
        for number, text in zip(numbers, texts, strict=True):
            if not self.low <= number <= self.high:
                raise fault(
                    phrase("{text} is outside {limits}", text=said(text), limits=self._limits()),
                    phrase("write a value inside{example}", example=self._as()),
                )
        if optimistic != conservative and (optimistic < conservative) != self.rising:
            what = phrase("[{first}, {last}] is in the wrong order", first=texts[0], last=texts[-1])
            size = word("smaller") if self.rising else word("larger")
            hint = phrase(
                "the optimistic value comes first and is the {size} one: [{last}, {first}]",
                size=size,
                last=texts[-1],
                first=texts[0],
            )
            raise fault(what, hint)
        return Pair(optimistic, conservative, tuple(str(text) for text in texts))

    def _limits(self) -> str:
        return f"{self.low:g} .. {self.high:g}" if self.high < inf else phrase("{low:g} and more", low=self.low)

    def _as(self) -> str:
        return phrase(", such as {example}", example=self.example) if self.example else ""


def _quantity(kind: Kind, positive: bool, low: float = 0.0, high: float = inf) -> Callable[[Any], Quantity]:
    def read(value: Any) -> Quantity:
        if isinstance(value, Quantity):
            return value
        number = one(value, kind, positive)
        if not low <= number <= high:
            raise fault(
                phrase("{value} is outside {low:g} .. {high:g}", value=said(value), low=low, high=high),
                phrase("write a {kind} such as {example}", kind=word(kind), example=EXAMPLES[kind]),
            )
        return Quantity(number, str(value))

    return read


def _measured(value: Any) -> Measured:
    if isinstance(value, Measured):
        return value
    if not isinstance(value, str):
        raise fault(
            phrase("{value} is not a quantity", value=said(value)),
            "write a number with a unit, such as 5 us, 40 GB/s or 1 MiB",
        )
    try:
        kind, number = parse_any(value)
    except UnitError as error:
        raise fault(error.what, error.hint) from None
    return Measured(kind, number, value)


def _schema(kind: Kind, what: str, positive: bool = False, high: float = inf) -> WithJsonSchema:
    return WithJsonSchema(quantity_schema(kind, positive, 0.0, high) | {"description": what})


def pair_schema(kind: Kind, what: str, positive: bool = False, low: float = 0.0, high: float = inf) -> dict[str, Any]:
    """The JSON schema of a pair: a quantity, or a list [optimistic, conservative]; limits as of ``PairRule``."""
    one_value = quantity_schema(kind, positive, low, high)
    item = {key: part for key, part in one_value.items() if key != "examples"}
    pair = {"type": "array", "items": item, "minItems": 1, "maxItems": 2}
    return {"anyOf": [one_value, pair], "description": what}


def rate_times(rate: Any, efficiency: Any) -> Pair:
    """The bandwidth [B/s] that an efficiency means on a link; 1 B/s where one of them is a mistake told elsewhere."""
    try:
        full, shares = one(rate, "bandwidth", True), EFFICIENCY(efficiency).ends
    except PydanticCustomError:
        return Pair(1.0, 1.0)
    ends = full * shares[0], full * shares[1]
    return Pair(*ends, text=tuple(format_bandwidth(end) for end in dict.fromkeys(ends)))


def as_written(value: Any) -> Any:
    """A quantity as its author wrote it: one text, or a list of two."""
    text = getattr(value, "text", value)
    return text if isinstance(text, str) else list(text) if len(text) > 1 else text[0]


AS_WRITTEN = PlainSerializer(as_written)
"""Put on a quantity: it is dumped as it was written."""

Time = Annotated[
    Quantity,
    PlainValidator(_quantity("time", False)),
    AS_WRITTEN,
    _schema("time", "A time with its unit, such as 5 us [s]."),
]
Size = Annotated[
    Quantity,
    PlainValidator(_quantity("size", True)),
    AS_WRITTEN,
    _schema("size", "A size with its unit, such as 1 MiB [B].", True),
]
Bandwidth = Annotated[
    Quantity,
    PlainValidator(_quantity("bandwidth", True)),
    AS_WRITTEN,
    _schema("bandwidth", "A bandwidth with its unit, such as 400 Gbit/s or 50 GB/s [B/s].", True),
]
Ratio = Annotated[
    Quantity,
    PlainValidator(_quantity("ratio", False, 0.0, 1.0)),
    AS_WRITTEN,
    _schema("ratio", "A share between 0 and 1: 15 % or 0.15.", high=1.0),
]
AnyQuantity = Annotated[
    Measured,
    PlainValidator(_measured),
    AS_WRITTEN,
    WithJsonSchema(
        {
            "type": ["string", "number"],
            "pattern": any_quantity_pattern(),
            "patternErrorMessage": "write a number with a unit, such as 5 us, 40 GB/s or 1 MiB",
            "description": "A quantity with its unit, such as 5 us, 40 GB/s or 15 %.",
        }
    ),
]
TimePair = Annotated[
    Pair,
    PlainValidator(PairRule("time", rising=True, example="[3 us, 4 us]")),
    AS_WRITTEN,
    WithJsonSchema(
        pair_schema("time", "A time, or [optimistic, conservative]; the optimistic one is the smaller [s].")
    ),
]
BandwidthPair = Annotated[
    Pair,
    PlainValidator(PairRule("bandwidth", rising=False, positive=True, example="[48 GB/s, 43 GB/s]")),
    AS_WRITTEN,
    WithJsonSchema(
        pair_schema(
            "bandwidth", "A bandwidth, or [optimistic, conservative]; the optimistic one is the larger [B/s].", True
        )
    ),
]
RatePair = Annotated[
    Pair,
    PlainValidator(PairRule("rate", rising=False, positive=True, example="[200 Mmsg/s, 100 Mmsg/s]")),
    AS_WRITTEN,
    WithJsonSchema(pair_schema("rate", "Messages per second, or [optimistic, conservative].", True)),
]
SkewPair = Annotated[
    Pair,
    PlainValidator(PairRule("ratio", rising=True, low=1.0, example="[1.0, 1.5]")),
    AS_WRITTEN,
    WithJsonSchema(pair_schema("ratio", "A factor of 1 or more, or [optimistic, conservative].", low=1.0)),
]
KneePair = Annotated[
    Pair,
    PlainValidator(PairRule("ratio", rising=True, example="[0, 1.7]")),
    AS_WRITTEN,
    WithJsonSchema(pair_schema("ratio", "The factor k of the knee, or [optimistic, conservative].")),
]
EFFICIENCY = PairRule("ratio", rising=False, positive=True, high=1.0, example="[0.97, 0.8]")
EfficiencyPair = Annotated[
    Pair,
    PlainValidator(EFFICIENCY),
    AS_WRITTEN,
    WithJsonSchema(
        pair_schema(
            "ratio",
            "The share of the link's rate, above 0 and at most 1; the optimistic one is the larger.",
            True,
            high=1.0,
        )
    ),
]
OverlapPair = Annotated[
    Pair,
    PlainValidator(PairRule("ratio", rising=False, high=1.0, example="[0.8, 0.3]")),
    AS_WRITTEN,
    WithJsonSchema(
        pair_schema("ratio", "The share hidden behind computation, 0 .. 1; the optimistic one is the larger.", high=1.0)
    ),
]
WindowPair = Annotated[
    Pair,
    PlainValidator(PairRule("time", rising=False, example="[12 ms, 10 ms]")),
    AS_WRITTEN,
    WithJsonSchema(pair_schema("time", "A time, or [optimistic, conservative]; the optimistic one is the larger [s].")),
]
SlowdownPair = Annotated[
    Pair,
    PlainValidator(PairRule("ratio", rising=True, low=1.0, high=2.0, example="[1.0, 1.08]")),
    AS_WRITTEN,
    WithJsonSchema(pair_schema("ratio", "A factor of 1 .. 2, or [optimistic, conservative].", low=1.0, high=2.0)),
]
