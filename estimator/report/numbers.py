"""Numbers as the document prints them: the same text in both languages, a no-break space before the unit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from decimal import Context, Decimal

from estimator.units import (
    SPACE,
    Counted,
    format_bandwidth,
    format_bit_rate,
    format_number,
    format_ratio,
    format_size,
    format_time,
)

DASH = "\u2013"
NONE = "\u2014"
MINUS = "\u2212"
Format = Callable[[float], str]


def seconds(value: float) -> str:
    """Seconds in four digits: 0.00484 is "4.84 ms"."""
    return format_time(value)


def size(value: float) -> str:
    """Bytes of a tensor, always decimal: 276824064 is "276.8 MB", 2**20 is "1.049 MB"."""
    return format_size(value, binary=False)


def swept(value: float) -> str:
    """Bytes of a sweep, as people write them there: 2**20 is "1 MiB", 276824064 is "276.8 MB"."""
    return format_size(value)


def rate(value: float) -> str:
    """Bytes per second: 5e10 is "50 GB/s"."""
    return format_bandwidth(value)


def bits(value: float) -> str:
    """The same rate in bits per second: 5e10 is "400 Gbit/s"."""
    return format_bit_rate(value)


def percent(share: float) -> str:
    """A share in three digits: 0.8234 is "82.3 %"; under a thousandth it says so."""
    if 0.0 < share < 0.0005:
        return f"<{SPACE}0.05{SPACE}%"
    return format_ratio(share, 3)


def change(ratio: float | None) -> str:
    """A ratio as a change with its sign: 0.813 is "-18.7 %" with a minus sign; under 0.05 % it is "0 %"."""
    if ratio is None:
        return NONE
    if abs(ratio - 1.0) < 5e-4:
        return f"0{SPACE}%"
    return f"{'+' if ratio > 1.0 else MINUS}{format_ratio(abs(ratio - 1.0), 3)}"


def times(factor: float) -> str:
    """A factor: 2.25 is "2.25 x" with the multiplication sign."""
    return f"{format_number(factor)}{SPACE}\u00d7"


def plain(value: float) -> str:
    """A plain number of at most four digits."""
    return format_number(value)


def whole(value: float) -> str:
    """A whole number with thin groups of three: 276824064 is "276 824 064"."""
    return f"{value:,.0f}".replace(",", SPACE)


class Several(Counted):
    """A count in a text, long ones in groups of three: "1 cell", "4096 ranks", "65 536 cells"; no noun: the number."""

    def __format__(self, noun: str) -> str:
        number = whole(int(self)) if self > 9999 else f"{int(self)}"
        return number if noun in ("", "d") else f"{number} {noun}{'' if self == 1 else 's'}"


def messages(rate: float) -> str:
    """Messages per second: 2e8 is "200 Mmsg/s"."""
    return f"{format_number(rate / 1e6)}{SPACE}Mmsg/s"


def exact_size(value: float) -> str:
    """Whole bytes in full: 276824064 is "276 824 064 B"."""
    return f"{whole(value)}{SPACE}B"


def span(first: float, second: float, form: Format) -> str:
    """Two values of one quantity in one unit: "4.9-12.25 ms", "0-12 us"; one value when they are equal.

    The unit is the smallest one that keeps the numbers short. Ends that are further apart than 10 000 times are no
    interval but a range, and keep their own units: "256 B-16.8 MB".
    """
    one, two = form(first), form(second)
    if one == two:
        return one
    number, _, unit = one.partition(SPACE)
    second_number, _, second_unit = two.partition(SPACE)
    if first == 0.0 or second == 0.0:  # nothing is nothing in any unit
        return f"{number}{DASH}{second_number}{SPACE}{second_unit if first == 0.0 else unit}".rstrip(SPACE)
    if unit != second_unit and (together := _in_one_unit((first, unit), (second, second_unit))):
        return together
    return f"{number}{DASH}{two}" if unit == second_unit and unit else f"{one}{DASH}{two}"


_PREFIX = re.compile(r"([n\u00b5mkMGT]?)(B/s|bit/s|B|s)")
_FACTOR = {"n": 1e-9, "\u00b5": 1e-6, "m": 1e-3, "": 1.0, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
_FAR, _RANGE = 1e5, 1e4


def _in_one_unit(*ends: tuple[float, str]) -> str:
    """Both ends in the smallest unit that keeps the numbers short; "" for units of other kinds and far apart."""
    found = [(_PREFIX.fullmatch(unit), value) for value, unit in ends]
    parts = [(match[1], match[2], value * (8.0 if match[2] == "bit/s" else 1.0)) for match, value in found if match]
    if len(parts) < len(ends) or parts[0][1] != parts[1][1]:
        return ""
    low, high = sorted(_FACTOR[part[0]] for part in parts)
    small, large = sorted(abs(value) for _, _, value in parts)
    if small * _RANGE < large:
        return ""
    between = [prefix for prefix, factor in _FACTOR.items() if low <= factor <= high]
    prefix = next((prefix for prefix in between if large / _FACTOR[prefix] < _FAR), between[-1])
    numbers = [format_number(value / _FACTOR[prefix]) for _, _, value in parts]
    return f"{DASH.join(numbers)}{SPACE}{prefix}{parts[0][1]}"


class Column:
    """Seconds of one column of a table, all in the unit of its largest value, without the unit."""

    def __init__(self, values: Iterable[float]) -> None:
        most = max(values, default=0.0)
        self.unit, self._factor = next(((unit, size) for unit, size in _SECONDS if most >= size), _SECONDS[-1])

    def text(self, seconds: float) -> str:
        """In three digits, no finer than a thousandth of the unit: 0.0034 s is "0.003"."""
        number = seconds / self._factor
        if 0.0 < number < 0.0005:
            return "<\u20090.001"
        return format_number(round(number, 3), 3)

    def span(self, first: float, second: float) -> str:
        """Two values, or one where they read the same."""
        return DASH.join(dict.fromkeys((self.text(first), self.text(second))))

    def signed(self, seconds: float) -> str:
        """With its sign."""
        return f"{'+' if seconds >= 0.0 else MINUS}{self.text(abs(seconds))}"


_SECONDS = (("s", 1.0), ("ms", 1e-3), ("\u00b5s", 1e-6))


def number_and_unit(text: str) -> tuple[str, str]:
    """The text cut at its unit: "4.9-12.25 ms" is ("4.9-12.25", "ms")."""
    number, _, unit = text.rpartition(SPACE)
    return (number, unit) if number else (text, "")


def fraction(value: float) -> str:
    """A coefficient in at most six digits: 1.75, 0.984375."""
    # Room for every digit of the largest float: the usual context refuses more than 28.
    rounded = Decimal(repr(value)).quantize(Decimal("0.000001"), context=Context(prec=400)).normalize()
    return f"{rounded:f}"
