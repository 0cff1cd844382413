from math import isclose, log10

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.units import (
    UNITS,
    Counted,
    Kind,
    UnitError,
    format_bandwidth,
    format_bandwidth_both,
    format_bit_rate,
    format_factor,
    format_number,
    format_ratio,
    format_size,
    format_time,
    parse,
    parse_any,
)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("5 us", "time", 5e-6),
        ("5us", "time", 5e-6),
        ("5 µs", "time", 5e-6),
        ("5 μs", "time", 5e-6),
        ("1.5 ms", "time", 1.5e-3),
        ("2 min", "time", 120.0),
        ("0 us", "time", 0.0),
        ("400 Gbit/s", "bandwidth", 50e9),
        ("400 Gb/s", "bandwidth", 50e9),
        ("400 Gbps", "bandwidth", 50e9),
        ("400 GB/s", "bandwidth", 400e9),
        ("1 GiB/s", "bandwidth", 1073741824.0),
        ("1.6 TB/s", "bandwidth", 1.6e12),
        ("8 KB", "size", 8000.0),
        ("64 KiB", "size", 65536.0),
        ("1 MiB", "size", 1048576.0),
        ("512 B", "size", 512.0),
        ("15 %", "ratio", 0.15),
        ("15%", "ratio", 0.15),
        ("1.7", "ratio", 1.7),
        ("200 Mmsg/s", "rate", 2e8),
    ],
)
def test_text_with_a_unit_is_its_si_value(text: str, kind: Kind, value: float) -> None:
    assert parse(text, kind) == value


@pytest.mark.parametrize(
    ("text", "kind", "what", "hint"),
    [
        ("400 gb/s", "bandwidth", "could be bits or bytes", "400 Gbit/s or 400 GB/s"),
        ("400 Gb", "size", "could be bits or bytes", "400 GB or 400 GiB"),
        ("400 GB", "bandwidth", "is a size, not a bandwidth", "400 GB/s"),
        ("5", "time", "has no unit", "5 us"),
        ("1e400 s", "time", "too large", "finite"),
        (".nan", "time", "is not a time", "5 us"),
        (".inf", "ratio", "is not a number", "15 %"),
        ("nan us", "time", "is not a time", "5 us"),
        ("-5 us", "time", "negative", "5 us"),
        ("1_000 B", "size", "separator", "write 1000 B"),
        ("1,000 B", "size", "separator", "write 1000 B"),
        ("5,5 us", "time", "separator", "write 5.5 us"),
        ("2 Gb", "bandwidth", "could be bits or bytes", "write 2 Gbit/s or 2 GB/s"),
        ("5 ms (p99)", "time", "names a statistic", "write 5 ms, and statistic: p99 in metric"),
        ("5 sec", "time", "unknown unit", "5 s"),
        ("5 m", "time", "unknown unit", "min or ms"),
        ("5 US", "time", "unknown unit", "5 us"),
        ("1:30", "time", "unknown unit", "such as"),
        ("", "time", "is not a time", "5 us"),
        ("9" * 400 + " s", "time", "is not a time", "5 us"),
        ("٣ us", "time", "is not a time", "5 us"),
    ],
)
def test_what_could_be_misread_is_refused_with_advice(text: str, kind: Kind, what: str, hint: str) -> None:
    with pytest.raises(UnitError) as caught:
        parse(text, kind)
    assert what in caught.value.what
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("5 usec", "write 5 us"),
        ("5,5 us", "write 5.5 us"),
        ("2 Gb", "write 2 GB or 2 GiB; as a bandwidth 2 Gbit/s or 2 GB/s"),
        ("5 ms p99.9", "write 5 ms, and statistic: p99.9 in metric"),
        ("5 parsecs", "write a number with a unit"),
    ],
)
def test_a_quantity_of_any_kind_has_the_advice_of_the_kind_that_its_unit_resembles(text: str, hint: str) -> None:
    with pytest.raises(UnitError) as caught:
        parse_any(text)
    assert caught.value.hint.startswith(hint)


def test_zero_is_refused_where_a_positive_value_is_meant() -> None:
    with pytest.raises(UnitError, match="more than 0"):
        parse("0 GB/s", "bandwidth", positive=True)


def test_bits_are_an_eighth_of_bytes_and_binary_units_are_the_larger() -> None:
    for prefix in "kMGTP":
        assert parse(f"8 {prefix}bit/s", "bandwidth") == parse(f"1 {prefix}B/s", "bandwidth")
    steps = [parse(f"1 {p}iB", "size") / parse(f"1 {p}B", "size") for p in "KMGTP"]
    assert steps == [1.024**power for power in range(1, 6)] or all(
        isclose(step, 1.024**power) for power, step in enumerate(steps, 1)
    )


def test_the_kind_is_told_from_the_unit() -> None:
    assert parse_any("5 us") == ("time", 5e-6)
    assert parse_any("40 GB/s") == ("bandwidth", 40e9)
    assert parse_any("1 MiB") == ("size", 1048576.0)
    assert parse_any("5 %") == ("ratio", 0.05)
    with pytest.raises(UnitError, match="bits or bytes"):
        parse_any("40 gb/s")


def test_no_unit_belongs_to_two_kinds() -> None:
    units = [unit for table in UNITS.values() for unit in table]
    assert len(units) > 50
    assert len(units) == len(set(units))


@given(st.floats(min_value=1, max_value=9e14, allow_subnormal=False))
def test_printed_sizes_read_back_within_four_digits(size: float) -> None:
    assert isclose(parse(format_size(size), "size"), size, rel_tol=5e-4, abs_tol=5e-4)


@given(st.floats(min_value=1e-9, max_value=1e6))
def test_printed_times_read_back_within_four_digits(seconds: float) -> None:
    assert isclose(parse(format_time(seconds), "time"), seconds, rel_tol=5.1e-4)


@given(st.floats(min_value=1e-12, max_value=1e15), st.integers(min_value=1, max_value=8))
def test_a_number_keeps_its_significant_digits(value: float, digits: int) -> None:
    printed = format_number(value, digits)
    assert isclose(float(printed), value, rel_tol=0.51 * 10 ** (1 - digits))
    significant = printed.replace(".", "").lstrip("0")
    assert len(significant.rstrip("0")) <= digits or log10(value) > digits


NBSP = "\u00a0"


def test_numbers_are_printed_for_people() -> None:
    assert format_time(8.835008e-05) == f"88.35{NBSP}µs"
    assert format_time(999.96e-6) == f"1{NBSP}ms"
    assert format_time(0) == f"0{NBSP}s"
    assert format_time(4.84442112e-3) == f"4.844{NBSP}ms"
    assert format_size(276824064) == f"276.8{NBSP}MB"
    assert format_size(2**20) == f"1{NBSP}MiB"
    assert format_size(2**29) == f"512{NBSP}MiB"
    assert format_size(2**29, binary=False) == f"536.9{NBSP}MB"
    assert format_size(64000) == f"64{NBSP}kB"
    assert format_size(512) == f"512{NBSP}B"
    assert format_bandwidth(5e10) == f"50{NBSP}GB/s"
    assert format_bit_rate(5e10) == f"400{NBSP}Gbit/s"
    assert format_bandwidth_both(5e10) == f"50{NBSP}GB/s (400{NBSP}Gbit/s)"
    assert format_ratio(0.15312) == f"15.31{NBSP}%"
    assert format_factor(2.25) == "2.25×"


@pytest.mark.parametrize(
    ("text", "kind", "word"),
    [
        ("1e308 s", "time", "large"),
        ("1e-320 us", "time", "small"),
        ("1e-400 us", "time", "small"),
        ("1e-308 B/s", "bandwidth", "small"),
        ("1e300", "ratio", "large"),
        ("0.5 B", "size", "small"),
        ("1e25 B", "size", "large"),
    ],
)
def test_a_value_whose_products_would_not_stay_finite_is_refused(text: str, kind: Kind, word: str) -> None:
    with pytest.raises(UnitError, match=f"too {word}"):
        parse(text, kind, positive=True)


def test_extreme_but_sensible_values_are_read() -> None:
    assert parse("1 B/s", "bandwidth", positive=True) == 1
    assert parse("1e18 B", "size", positive=True) == 1e18
    assert parse("0 us", "time") == 0
    assert parse("0e5 B", "size") == 0
    assert isclose(parse("1e30 GB/s", "bandwidth"), 1e39)


@pytest.mark.parametrize(("count", "text"), [(0, "0 ranks"), (1, "1 rank"), (2, "2 ranks"), (4096, "4096 ranks")])
def test_one_of_something_is_not_several(count: int, text: str) -> None:
    assert f"{Counted(count):rank}" == text
    assert f"{Counted(count)}" == text.split()[0]
