"""Texts that programs stumble over, and what makes a good text into a bad one."""

from __future__ import annotations

import re
from random import Random

VALUES = (
    *("", " ", "~", "null", "true", "no", "yes", "0", "-1", "1.5", "010", "0000000000000000000001", "1_000", "1:30"),
    *("1e400", "-0", "nan", ".inf", "0x10", "9" * 19, "9" * 5000, "\u00b2", "\u0663", "1e-400", "1000000000000"),
    *("5 us", "5 usec", "-5 us", "5us", "5,5 us", "1e30 s", "1e-30 s", "0 s", "1e-31 s", "5 µs", "5 ms (p99)", "5"),
    *("400 gb/s", "50 GB/s", "1e60 B/s", "0 B/s", "1e-3 B/s", "1 bit/s", "1 MiB", "0 B", "1e24 B", "64 KiB .. 1 GiB"),
    *("1 GiB .. 64 KiB", "1 B .. 1e24 B", "1 B .. 1 B", "0 %", "100 %", "101 %", "1e9", "1e-30", "[]", "{}", "[[]]"),
    *("[1, 2, 3]", "[5 us, 3 us]", "[3 us, 5 us]", "{a: b}", "{a}", "*nobody", "&a x", "!!binary aGk=", "!include x"),
    *("!inc x", "<<", "=cmd()", "+cmd()", "@x", "`x`", "%x", "x: y", "# x", "'", '"', "\\", "|", ">", "- x", "? x"),
    *('"\\u202e"', '"\\0"', '"a\\nb"', '"\\x1b[31m"', "\u202eabc", "\u2028", "\u00a0", "\ufeff", "字", "，", "“x”"),
    *("a" * 100, "a" * 3000, "estimate.conservative", "estimate.at", "budget", "{estimate.at: 2}", "{derive: x}"),
    *(
        "exclusive",
        "multi_group",
        "ring",
        "optimal",
        "all",
        "rank",
        "intra_node",
        "2026-02-30",
        "29.11.2026",
        "dp",
        "tp",
    ),
)
COUNTS = (
    0,
    1,
    2,
    3,
    7,
    8,
    63,
    64,
    65,
    1000,
    1023,
    4096,
    65535,
    10**5,
    2**20 - 1,
    2**20,
    2**20 + 1,
    10**7,
    10**9,
    2**31,
)
MOST_LETTERS = 4 * 2**20
"""Of one line written very often."""
LETTERS = "\t\r\0\x07\x1b\x7f\u0085\u00a0\u200b\u202e\u2028\ufeff\ufffe：，“”‘’【】\"'{}[],:#&*!|>%@`-? \n"
_SCALAR = re.compile(r"(?<=: )[^\s{}\[\],#][^\n{}\[\],#]*")
_COUNT = re.compile(r"(?<=[:\[,] )\d+(?=[,}\]\s])")
_KEY = re.compile(r"[A-Za-z_][\w-]*(?=:)")


def value(draw: Random) -> str:
    """A value that fits nowhere, or anywhere."""
    return draw.choice(VALUES) if draw.random() < 0.8 else str(draw.choice(COUNTS))


def _replaced(text: str, draw: Random, pattern: re.Pattern[str], new: str) -> str:
    found = list(pattern.finditer(text))
    if not found:
        return text
    one = draw.choice(found)
    return text[: one.start()] + new + text[one.end() :]


def another_value(text: str, draw: Random) -> str:
    """Another value in the place of one."""
    return _replaced(text, draw, _SCALAR, value(draw))


def another_count(text: str, draw: Random) -> str:
    """Another whole number in the place of one."""
    return _replaced(text, draw, _COUNT, str(draw.choice(COUNTS)))


def another_key(text: str, draw: Random) -> str:
    """A key of another place, or a misspelt one."""
    key = draw.choice(_KEY.findall(text) or ["x"])
    at = draw.randrange(len(key))
    misspelt = key[:at] + draw.choice(["", "x", key[at] * 2, key[at].upper()]) + key[at + 1 :]
    return _replaced(text, draw, _KEY, draw.choice([key, misspelt, "<<", "字", "x" * 90, '"a b"']))


def _lines(text: str, draw: Random) -> tuple[list[str], int]:
    lines = text.splitlines(keepends=True) or [""]
    return lines, draw.randrange(len(lines))


def without_line(text: str, draw: Random) -> str:
    """One line fewer, or several."""
    lines, at = _lines(text, draw)
    return "".join(lines[:at] + lines[at + draw.choice([1, 1, 1, 2, 5]) :])


def line_again(text: str, draw: Random) -> str:
    """A line a second time, somewhere."""
    lines, at = _lines(text, draw)
    to = draw.choice([at, draw.randrange(len(lines))])
    return "".join([*lines[:to], lines[at], *lines[to:]])


def indented(text: str, draw: Random) -> str:
    """A line further in or out, by spaces or a tab."""
    lines, at = _lines(text, draw)
    by = draw.choice([" ", "  ", "\t", "    "])
    lines[at] = by + lines[at] if draw.random() < 0.5 else lines[at].removeprefix(by)
    return "".join(lines)


def letter(text: str, draw: Random) -> str:
    """A letter more, less, or another."""
    at = draw.randrange(len(text) + 1)
    return text[:at] + draw.choice([draw.choice(LETTERS), "", draw.choice(LETTERS)]) + text[at + draw.choice([0, 1]) :]


def cut(text: str, draw: Random) -> str:
    """The beginning, or the end."""
    at = draw.randrange(len(text) + 1)
    return text[:at] if draw.random() < 0.7 else text[at:]


def many(text: str, draw: Random) -> str:
    """A line very often, with another key each time or the same; or a long list, a deep one, aliases."""
    lines, at = _lines(text, draw)
    times = min(draw.choice([60, 2000, 20_000]), 1 + MOST_LETTERS // len(lines[at]) if lines[at] else 60)
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    new = draw.choice(
        [
            [lines[at].replace(":", f"{i}:", 1) for i in range(times)],
            [f"{indent}unknown{i}: {i}\n" for i in range(times)],
            [f"{indent}k: [{'a, ' * times}]\n"],
            [f"{indent}k: {'[' * (times // 10)}\n"],
            [f"{indent}k: {'{a: ' * 30}b{'}' * 30}\n"],
            [f"{indent}k: &t [{'x' * times}]\n", *(f"{indent}k{i}: *t\n" for i in range(min(times, 3000)))],
            [f"{indent}k: &t0 [a, b]\n", *(f"{indent}k{i}: &t{i} [*t{i - 1}, *t{i - 1}]\n" for i in range(1, 40))],
        ]
    )
    return "".join(lines[:at] + new + lines[at:])


MUTATIONS = (
    *(another_value,) * 6,
    *(another_count,) * 3,
    *(another_key,) * 3,
    *(without_line, without_line, line_again, indented, letter, letter, cut, many),
)


def mutated(text: str, draw: Random) -> str:
    """A text with one to four things wrong."""
    for _ in range(draw.choice([1, 1, 1, 2, 2, 3, 4])):
        text = draw.choice(MUTATIONS)(text, draw)
    return text


def encoded(text: str, draw: Random) -> bytes:
    """The text as bytes; now and then as no UTF-8."""
    whole = text.encode("utf-8", "surrogateescape")
    if draw.random() < 0.97:
        return whole
    at = draw.randrange(len(whole) + 1)
    return draw.choice(
        [
            text.encode("utf-16", "surrogatepass"),
            whole[:at] + b"\xff\xfe" + whole[at:],
            text.encode("gbk", "replace"),
            b"\xef\xbb\xbf" + whole,
            whole.replace(b"\n", b"\r\n"),
        ]
    )
