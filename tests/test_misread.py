"""Slips in numbers and units: each is refused, and what the hint says to write is read."""

import re

import pytest

from estimator.units import Kind, UnitError, parse, parse_any


def refusal(text: str, kind: Kind | None) -> UnitError:
    with pytest.raises(UnitError) as caught:
        parse_any(text) if kind is None else parse(text, kind)
    return caught.value


@pytest.mark.parametrize(
    ("text", "kind", "written"),
    [
        ("5 usec", None, "5 us"),
        ("5,5 us", None, "5.5 us"),
        ("5，5 us", None, "5.5 us"),
        ("1,000 B", "size", "1000 B"),
        ("3 seconds", "time", "3 s"),
        ("7 msec", "time", "7 ms"),
        ("4 microseconds", None, "4 us"),
        ("4 微秒", "time", "4 us"),
        ("4 毫秒", None, "4 ms"),
        ("９ us", "time", "9 us"),
        ("15 percent", "ratio", "15 %"),
        ("15 ％", None, "15 %"),
        ("1.5x", "ratio", "1.5"),
        ("1 GByte/s", "bandwidth", "1 GB/s"),
        ("1 GB/sec", None, "1 GB/s"),
        ("2 Gbits/s", None, "2 Gbit/s"),
        ("8 megabytes", "size", "8 MB"),
        ("64 Ki", "size", "64 KiB"),
        ("<= 20 us", None, "20 us"),
        ("≤20 us", "time", "20 us"),
        ("~ 3 MiB", "size", "3 MiB"),
    ],
)
def test_a_slip_has_one_thing_to_write_and_it_is_read(text: str, kind: Kind | None, written: str) -> None:
    told = refusal(text, kind)
    assert re.fullmatch(rf"write {re.escape(written)}( alone)?", told.hint)
    assert parse_any(written)[1] > 0


@pytest.mark.parametrize(
    ("text", "kind", "written"),
    [
        ("17O GB/s", "bandwidth", "170 GB/s"),
        ("2OO GB/s", None, "200 GB/s"),
        ("l7 GB/s", None, "17 GB/s"),
        ("1I0 usec", "time", "110 us"),
        ("O.5", "ratio", "0.5"),
        ("1O %", None, "10 %"),
    ],
)
def test_a_letter_for_a_digit_is_read_as_the_digit(text: str, kind: Kind | None, written: str) -> None:
    told = refusal(text, kind)
    assert (told.what, told.hint) == (f"'{text}' has a letter in its number", f"write {written}")


@pytest.mark.parametrize(
    ("text", "kind", "written"),
    [
        ("1 000 MiB", "size", "1000 MiB"),
        ("1,000.5 GB/s", None, "1000.5 GB/s"),
        ("1.000,5 GB/s", "bandwidth", "1000.5 GB/s"),
        ("0,125 us", "time", "0.125 us"),
        ("1,2345 us", None, "1.2345 us"),
        ("1,5", "bandwidth", "1.5 with a unit, such as 400 Gbit/s or 50 GB/s"),
    ],
)
def test_a_separator_leaves_no_digit_out(text: str, kind: Kind | None, written: str) -> None:
    assert refusal(text, kind).hint == f"write {written}"


@pytest.mark.parametrize("text", ["2x50 GB/s", "2*50 GB/s", "1.5.3 GB/s", "5-10 GB/s", "1/2 GB/s", "10^9 B/s"])
def test_what_is_more_than_a_number_and_a_unit_is_no_number_to_write(text: str) -> None:
    assert re.fullmatch(r"write a (bandwidth|value) such as 400 Gbit/s or 50 GB/s", refusal(text, "bandwidth").hint)


@pytest.mark.parametrize(
    ("text", "kind", "written"),
    [
        ("5 ps", "time", None),
        ("5 mus", "time", "5 us"),
        ("64 EB", "size", None),
        ("64 MIB", "size", "64 MiB"),
        ("100 mB/s", "bandwidth", "100 MB/s"),
        ("100 GBPS", "bandwidth", None),
        ("10 QB/s", "bandwidth", None),
        ("3 GB/ss", "bandwidth", "3 GB/s"),
    ],
)
def test_no_other_prefix_is_written_for_an_unknown_one(text: str, kind: Kind, written: str | None) -> None:
    hint = refusal(text, kind).hint
    assert hint == f"write {written}" if written else hint.startswith(f"write a {kind} such as")


@pytest.mark.parametrize(
    ("text", "statistic"),
    [
        ("5 ms (p99)", "p99"),
        ("5 ms p99.9", "p99.9"),
        ("p99 5 ms", "p99"),
        ("5 ms @p50", "p50"),
        ("5 msec (max)", "max"),
    ],
)
def test_a_statistic_goes_into_the_metric(text: str, statistic: str) -> None:
    assert refusal(text, None).hint == f"write 5 ms, and statistic: {statistic} in metric"


@pytest.mark.parametrize(
    ("text", "kind", "hint"),
    [
        ("2 Gb", "size", "write 2 GB or 2 GiB"),
        ("2 Gb", "bandwidth", "write 2 Gbit/s or 2 GB/s"),
        ("2 Gb", None, "write 2 GB or 2 GiB; as a bandwidth 2 Gbit/s or 2 GB/s"),
        ("400 gbps", None, "write 400 Gbit/s or 400 GB/s"),
        ("400G", "bandwidth", "write 400 Gbit/s or 400 GB/s"),
        ("1200 GBps", "bandwidth", "write 1200 GB/s, or 1200 Gbit/s if bits are meant"),
        ("1.2 TiBs", None, "write 1.2 TiB/s, or 1.2 Tibit/s if bits are meant"),
    ],
)
def test_what_may_be_eight_times_as_much_names_both(text: str, kind: Kind | None, hint: str) -> None:
    assert refusal(text, kind).hint == hint


@pytest.mark.parametrize("text", ["-5 us", "\u22125 us", "-3"])
def test_a_minus_sign_is_told_as_such(text: str) -> None:
    assert "is negative" in refusal(text, None).what
