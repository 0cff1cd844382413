"""What was meant by a text that is no quantity: the slips that people make in numbers and units, and what to write.

Nothing is read here: a text with a slip stays refused, and the words say what to write in its place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType
from typing import NamedTuple

from estimator.errors import one_line
from estimator.phrase import phrase

LONGEST = 60
ANY = "write a number with a unit, such as 5 us, 40 GB/s, 1 MiB or 15 %"
Units = Mapping[str, Mapping[str, float]]
"""The units of each kind."""


class Misreading(NamedTuple):
    """What is wrong with a text, and what to write."""

    what: str
    hint: str


_COMPARED = re.compile(r"(?:<=|>=|=<|=>|[<>=≤≥~≈])\s*")
_NUMBER = re.compile(r"([0-9]+(?:[.][0-9]+)?)\s*(.*)", re.DOTALL)
_NUMBER_ALONE = re.compile(r"[0-9]+(?:[.][0-9]+)?")
_STATISTIC = re.compile(r"\s*@?[(\[（]?(p[0-9]{1,2}(?:\.[0-9]+)?|mean|median|max|min)[)\]）]?$")
_STATISTIC_FIRST = re.compile(r"(p[0-9]{1,2}(?:\.[0-9]+)?|mean|median|max|min)\s*[:=]?\s+(?=[0-9])")
_PARTED = re.compile(r"([0-9]+(?:[._,'， \u00a0\u2009\u202f][0-9]+)+)\s*(.*)", re.DOTALL)
_THOUSANDS = re.compile(
    r"[1-9][0-9]{0,2}([_,' ])[0-9]{3}(?:\1[0-9]{3})*(?:[.][0-9]+)?|[0-9]+(?:_[0-9]+)+(?:[.][0-9]+)?"
)
_THOUSANDS_OF_DOTS = re.compile(r"[1-9][0-9]{0,2}(?:[.][0-9]{3})+,[0-9]+")
_DECIMAL_COMMA = re.compile(r"[0-9]+,(?:[0-9]{1,2}|[0-9]{4,})|0,[0-9]+")
_LETTERED = re.compile(
    r"((?=[0-9.OolI]*[0-9])(?=[0-9.]*[OolI])[0-9OolI]+(?:[.][0-9OolI]+)?)[ \u00a0]?(?![0-9.OolI])(.*)", re.DOTALL
)
_DIGITS_MEANT = str.maketrans("OolI", "0011")
_BEFORE_UNIT = re.compile(r"[0-9OolI._,'，\s]+")
_BARE_BITS = re.compile(r"([kKmMgGtTpP])i?(?:[bB]its?|b)")
_BARE_RATE = re.compile(r"([kKmMgGtTpP])(?:i?b(?:its?)?)?")
_LOWER_BITS = re.compile(r"([kmgtp])i?b(?:/s|ps)")
_BYTES_PER_S = re.compile(r"([kKMGTP]i?)?(?:Bps|Bs|Bsec|Byteps)")
_BYTE_RATE = re.compile(r"([kKMGTP]i?)?(?:B|[Bb]ytes?) ?(?:/ ?s(?:ec(?:ond)?)?|per second)")
_BIT_RATE = re.compile(r"([kKMGTP]i?)?(?:b|[Bb]its?) ?(?:/ ?s(?:ec(?:ond)?)?|per second)")
_BYTES = re.compile(r"([kKMGTP]i?)?[Bb]ytes?")
_MINUSES = ("-", "\u2212", "\uff0d")
_SPELT: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("sec", "secs", "second", "seconds", "秒"), "s"),
        **dict.fromkeys(("msec", "msecs", "millis", "millisecond", "milliseconds", "毫秒"), "ms"),
        **dict.fromkeys(("usec", "usecs", "µsec", "μsec", "micros", "microsecond", "microseconds", "微秒"), "us"),
        **dict.fromkeys(("u", "µ", "μ", "mus"), "us"),
        **dict.fromkeys(("nsec", "nanos", "nanosecond", "nanoseconds", "纳秒"), "ns"),
        **dict.fromkeys(("minute", "minutes", "mins", "分钟"), "min"),
        **dict.fromkeys(("hour", "hours", "hr", "hrs", "小时"), "h"),
        **dict.fromkeys(("percent", "per cent", "pct", "％"), "%"),
        **dict.fromkeys(("x", "×", "times", "倍"), ""),
        **{
            f"{name}byte{end}": f"{prefix}B"
            for name, prefix in (("kilo", "k"), ("mega", "M"), ("giga", "G"), ("tera", "T"), ("peta", "P"))
            for end in ("", "s")
        },
        **{f"{prefix}i": f"{prefix}iB" for prefix in "KMGTP"},
        **{prefix: f"{prefix}B" for prefix in "KkMGT"},
    }
)
"""Units as people spell them, and how they are written here."""


def shown(text: str) -> str:
    """The value as an error shows it: in quotes, cut when long."""
    return f"'{one_line(text)}'" if len(text) <= LONGEST else f"'{one_line(text[: LONGEST - 3])}...'"


def no_number(text: str, units: Units, kinds: Sequence[str], example: str) -> Misreading | None:
    """What is before a number that may be one, or in it: a comparison, a minus, a statistic, full-width digits."""
    stripped = text.strip()
    if words := lettered(text, units, kinds, example):
        return words
    if stripped[:1] in _MINUSES:
        return Misreading(phrase("{text} is negative", text=shown(text)), example)
    if _COMPARED.match(stripped):
        rest = _COMPARED.sub("", stripped, count=1)
        return Misreading(
            phrase("{text} compares", text=shown(text)),
            phrase("write {rest} alone", rest=rest) if _NUMBER.match(rest) else example,
        )
    if named := _STATISTIC_FIRST.match(stripped):
        rest = stripped[named.end() :]
        return Misreading(
            phrase("{text} names a statistic", text=shown(text)),
            phrase("write {rest}, and statistic: {named} in metric", rest=rest, named=named[1]),
        )
    plain = stripped.translate({0xFF10 + digit: str(digit) for digit in range(10)} | {0xFF0E: "."})
    found = _NUMBER.fullmatch(plain)
    if found is not None and plain != stripped:
        unit = found[2] if any(found[2] in units[kind] for kind in kinds) else meant_unit(found[2]) or found[2]
        return Misreading(
            phrase("{text} has full-width digits", text=shown(text)),
            phrase("write {value}", value=f"{found[1]} {unit}".rstrip()),
        )
    return None


def kind_of(unit: str, units: Units) -> str | None:
    """The kind whose units an unknown one resembles: time for "usec", bandwidth for "Gbit"; None: no kind's."""
    bare = _STATISTIC.sub("", _BEFORE_UNIT.sub("", unit, count=1) if _BEFORE_UNIT.match(unit) else unit)
    if _LOWER_BITS.fullmatch(bare) or _BYTES_PER_S.fullmatch(bare):
        return "bandwidth"
    known = {name: kind for kind, table in units.items() for name in table if name or kind == "ratio"}
    meant = bare if bare in known else meant_unit(bare)
    if meant is not None and meant in known:
        return known[meant]
    near = get_close_matches(bare, [name for name in known if name], 1)
    return known[near[0]] if near else None


def bits(text: str, number: str, unit: str) -> Misreading | None:
    """What ``Gb`` may mean where nothing says whether it is a size or a bandwidth."""
    found = _BARE_BITS.fullmatch(unit)
    if found is None:
        return None
    prefix = found[1].upper()
    as_rate = phrase("as a bandwidth {number} {prefix}bit/s or {number} {prefix}B/s", number=number, prefix=prefix)
    return Misreading(
        phrase("{text} could be bits or bytes", text=shown(text)),
        phrase(
            "write {number} {prefix}B or {number} {prefix}iB; {as_rate}", number=number, prefix=prefix, as_rate=as_rate
        ),
    )


def wrong_unit(text: str, number: str, unit: str, kind: str, units: Units, example: str) -> Misreading:
    """What is wrong with a unit that none of a kind is."""
    words = lettered(text, units, (kind,), example) or _beside_unit(text, number, unit, units[kind], example)
    if words is not None:
        return words
    if kind != "ratio" and not unit:
        return Misreading(
            phrase("{text} has no unit", text=shown(text)),
            phrase("write {number} with a unit, such as {example}", number=number, example=example),
        )
    if (words := _bits_or_bytes(text, number, unit, kind)) is not None:
        return words
    if kind == "bandwidth" and unit in units["size"]:
        return Misreading(
            phrase("{text} is a size, not a bandwidth", text=shown(text)),
            phrase("write {number} {unit}/s", number=number, unit=unit),
        )
    for other, table in units.items():
        if other != kind and unit in table and unit:
            return Misreading(
                phrase("{text} is a {other}, not a {kind}", text=shown(text), other=other, kind=kind),
                phrase("write a {kind} such as {example}", kind=kind, example=example),
            )
    meant = meant_unit(unit)
    near = meant if meant in units[kind] else _slipped(unit, units[kind])
    if kind == "time" and unit == "m":
        near = "min or ms"
    hint = (
        phrase("write a {kind} such as {example}", kind=kind, example=example)
        if near is None
        else phrase("write {value}", value=f"{number} {near}".rstrip())
    )
    return Misreading(phrase("{text} has an unknown unit '{unit}'", text=shown(text), unit=one_line(unit[:20])), hint)


def _beside_unit(text: str, number: str, unit: str, known: Mapping[str, float], example: str) -> Misreading | None:
    """A separator within the number, or a statistic after the unit."""
    if (parted := _PARTED.fullmatch(text.strip())) and not _NUMBER_ALONE.fullmatch(parted[1]):
        return Misreading(
            phrase("{text} has a separator in its number", text=shown(text)),
            _with_unit(_joined(parted[1]), parted[2], known, example),
        )
    if named := _STATISTIC.search(unit):
        bare = unit[: named.start()]
        bare = bare if bare in known else meant_unit(bare) or ""
        if bare in known and bare:
            hint = phrase(
                "write {number} {bare}, and statistic: {named} in metric", number=number, bare=bare, named=named[1]
            )
            return Misreading(phrase("{text} names a statistic", text=shown(text)), hint)
    return None


def lettered(text: str, units: Units, kinds: Sequence[str], example: str) -> Misreading | None:
    """A number with a letter O for a zero, or a letter l or I for a one: cut at the letter it would be another one."""
    found = _LETTERED.fullmatch(text.strip())
    if found is None:
        return None
    known = {name: factor for kind in kinds for name, factor in units[kind].items()}
    return Misreading(
        phrase("{text} has a letter in its number", text=shown(text)),
        _with_unit(found[1].translate(_DIGITS_MEANT), found[2], known, example),
    )


def _joined(parted: str) -> str | None:
    """The number that separators part: thousands, or a decimal comma; None: it may be another one."""
    plain = re.sub("[\u00a0\u2009\u202f]", " ", parted.replace("，", ","))
    if _DECIMAL_COMMA.fullmatch(plain):
        return plain.replace(",", ".")
    if _THOUSANDS.fullmatch(plain):
        return re.sub("[_,' ]", "", plain)
    if _THOUSANDS_OF_DOTS.fullmatch(plain):
        return plain.replace(".", "").replace(",", ".")
    return None


def _with_unit(number: str | None, unit: str, known: Mapping[str, float], example: str) -> str:
    """To write the whole number with the unit that was meant; no number where it is not sure."""
    if number is None:
        return phrase("write a value such as {example}", example=example)
    meant = unit if unit in known else meant_unit(unit)
    if meant in known:
        return phrase("write {value}", value=f"{number} {meant}".rstrip())
    return phrase("write {number} with a unit, such as {example}", number=number, example=example)


def _slipped(unit: str, known: Mapping[str, float]) -> str | None:
    """The unit that one slip of the pen made this one of: another case, a letter twice or left out; no other prefix."""
    same = [name for name in known if name.lower() == unit.lower() and ("B" in name) == ("B" in unit)]  # B: no bits
    if len({known[name] for name in same}) == 1:
        return same[0]
    near = get_close_matches(unit, [name for name in known if name[:1] == unit[:1]], 1)
    found = near[0] if near else ""
    return found if abs(len(found) - len(unit)) == 1 and found and unit.replace("/", "").isalpha() else None


def _bits_or_bytes(text: str, number: str, unit: str, kind: str) -> Misreading | None:
    """A unit that is one letter from meaning eight times as much."""
    if kind == "bandwidth" and (found := _LOWER_BITS.fullmatch(unit) or _BARE_RATE.fullmatch(unit)):
        prefix = found[1].upper()
        hint = phrase("write {number} {prefix}bit/s or {number} {prefix}B/s", number=number, prefix=prefix)
        return Misreading(phrase("{text} could be bits or bytes", text=shown(text)), hint)
    if kind == "size" and (found := _BARE_BITS.fullmatch(unit)):
        prefix = found[1].upper()
        return Misreading(
            phrase("{text} could be bits or bytes", text=shown(text)),
            phrase("write {number} {prefix}B or {number} {prefix}iB", number=number, prefix=prefix),
        )
    if kind == "bandwidth" and (found := _BYTES_PER_S.fullmatch(unit)):
        prefix = found[1] or ""
        hint = phrase(
            "write {number} {prefix}B/s, or {number} {prefix}bit/s if bits are meant", number=number, prefix=prefix
        )
        return Misreading(phrase("{text} is one letter from bits, {prefix}bps", text=shown(text), prefix=prefix), hint)
    return None


def meant_unit(unit: str) -> str | None:
    """How a unit that is spelt otherwise is written here: ``usec`` is us, ``GByte/s`` GB/s; None: it is not known."""
    unit = unit.strip().rstrip(".")
    if unit in _SPELT or unit.lower() in _SPELT:
        return _SPELT.get(unit, _SPELT.get(unit.lower()))
    for pattern, end in ((_BYTE_RATE, "B/s"), (_BIT_RATE, "bit/s"), (_BYTES, "B")):
        if found := pattern.fullmatch(unit):
            return f"{found[1] or ''}{end}"
    return unit.lower() if unit.lower() in ("s", "ms", "us", "ns", "min", "h") else None
