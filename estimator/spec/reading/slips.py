"""The slip behind a syntax error of YAML: what a hand typed wrong, where it stands, and what to write.

A parser names the place where it gave up. Each slip that people make is looked for there and above; it is told only
when the text parses further once it is mended, so that nothing is blamed that is in order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from estimator.phrase import phrase
from estimator.units import Counted

LONGEST = 2**20
"""Letters up to which a text is parsed again to see whether a mended slip was the cause."""
ABOVE = 3
"""Lines above the place where the parser gave up that may hold the slip."""
MOST_QUOTES = 20
FULL_WIDTH = {
    "：": ": ",
    "，": ", ",
    "、": ", ",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "［": "[",
    "］": "]",
    "【": "[",
    "】": "]",
    "｛": "{",
    "｝": "}",
    "　": "  ",
    "＃": " #",
}
"""Punctuation of a Chinese input method, and what YAML reads in its place."""
_FULL_WIDTH = re.compile(f"[{''.join(FULL_WIDTH)}]")
_ROUND = re.compile("[（）]")
_PAIRS = (("{", "}"), ("[", "]"))
"""What round brackets are meant for in YAML, which has none."""
_OPENING = re.compile(r"""(?:^|[:\-,\[{(])\s*(["'])""")
_KEY = re.compile(r"^\s*(?:- )?([^\W\d][\w.-]*)\s*$")
_SPACED = re.compile(r"^\s*(?:- )?([^\W\d][\w.-]*) +([^\s:#][^:]*)$")
_BRACKETS = {"}": "{", "]": "["}
_TIGHT = re.compile(r"^\s*(?:- )?([^\W\d][\w.-]*):([^\s:].*)$")
Failing = Callable[[str], int | None]
"""The line, from 0, on which a text is no YAML; None where it is."""


class Slip(NamedTuple):
    """What is wrong and what to write; ``line`` and ``column`` count from 0. ``mended``: the line as it should be."""

    line: int
    column: int
    message: str
    hint: str
    mended: str


def slip_in(text: str, failed: int, failing: Failing) -> Slip | None:
    """The slip that keeps a text from being YAML; None where nothing that is known explains it.

    ``failed``: the line, from 0, on which the parser gave up.
    """
    if len(text) > LONGEST:
        return None
    lines = text.split("\n")
    for slip in _candidates(lines, min(failed, len(lines) - 1)):
        again = failing("\n".join([*lines[: slip.line], slip.mended, *lines[slip.line + 1 :]]))
        if again is None or again > max(failed, slip.line):
            return slip
    return None


def _candidates(lines: list[str], failed: int) -> Iterator[Slip]:
    near = [number for number in range(failed, max(failed - ABOVE, 0) - 1, -1) if lines[number].strip()]
    for look in (_tab, _full_width, _round, _tight_colon, _no_colon):
        for number in near:
            yield from look(number, lines[number])
    yield from _open_quotes(lines, failed)
    for number in near:
        yield from _closed_too_often(number, lines[number])
    for number in near:
        yield from _left_out_colon(number, lines[number])
    for number in near[:2]:
        yield from _indentation(lines, number)


def _tab(number: int, line: str) -> Iterator[Slip]:
    indent = line[: len(line) - len(line.lstrip())]
    if "\t" in indent:
        hint = "indent with spaces, two for each step"
        yield Slip(number, indent.index("\t"), "a tab indents this line", hint, line.replace("\t", "  "))


def _full_width(number: int, line: str) -> Iterator[Slip]:
    for found in _FULL_WIDTH.finditer(line):
        plain = FULL_WIDTH[found[0]].strip() or "a space"
        mended = _FULL_WIDTH.sub(lambda one: FULL_WIDTH[one[0]], line[found.start() :])
        yield _wide(number, found, plain, line[: found.start()] + mended)


def _round(number: int, line: str) -> Iterator[Slip]:
    if found := _ROUND.search(line):
        for opening, closing in _PAIRS:
            mended = _FULL_WIDTH.sub(lambda one: FULL_WIDTH[one[0]], line)
            mended = mended.replace("（", opening).replace("）", closing)
            yield _wide(number, found, opening if found[0] == "（" else closing, mended)


def _wide(number: int, found: re.Match[str], plain: str, mended: str) -> Slip:
    message = phrase("the full-width {letter} of a Chinese input method", letter=found[0])
    return Slip(number, found.start(), message, phrase("write {plain} in its place", plain=plain), mended)


def _tight_colon(number: int, line: str) -> Iterator[Slip]:
    if found := _TIGHT.match(line):
        message, hint = (
            phrase("no space after the colon of {key}", key=found[1]),
            phrase("write {key}: {value}", key=found[1], value=found[2].partition(" #")[0].rstrip()),
        )
        yield Slip(number, found.start(2), message, hint, f"{line[: found.start(2)]} {line[found.start(2) :]}")


def _no_colon(number: int, line: str) -> Iterator[Slip]:
    if found := _KEY.match(line):
        yield Slip(
            number,
            found.start(1),
            phrase("no colon after {key}", key=found[1]),
            phrase("write {key}:", key=found[1]),
            f"{line.rstrip()}:",
        )


def _left_out_colon(number: int, line: str) -> Iterator[Slip]:
    if found := _SPACED.match(line):
        hint = phrase("write {key}: {value}", key=found[1], value=found[2].partition(" #")[0].rstrip())
        mended = f"{line[: found.end(1)]}: {found[2]}"
        yield Slip(number, found.end(1), phrase("no colon after {key}", key=found[1]), hint, mended)


def _closed_too_often(number: int, line: str) -> Iterator[Slip]:
    """A bracket at the end of a line that closes nothing."""
    for mark, opening in _BRACKETS.items():
        if line.count(mark) > line.count(opening):
            at = line.rindex(mark)
            message, hint = phrase("nothing is open that {mark} closes", mark=mark), phrase("remove {mark}", mark=mark)
            yield Slip(number, at, message, hint, line[:at] + line[at + 1 :])


def _open_quotes(lines: list[str], failed: int) -> Iterator[Slip]:
    """Quotation marks that open and do not close on their line, the first one first."""
    count = 0
    for number, line in enumerate(lines[: failed + 1]):
        for found in _OPENING.finditer(line):
            at, mark = found.start(1), found[1]
            again = line.find(mark, at + 1)
            if (again < 0 or line.count(mark) % 2) and count < MOST_QUOTES:
                count += 1
                last = len(line.rstrip()) if again < 0 else again
                ends = [at + one.start() for one in re.finditer(r"[,}\]]", line[at:last])]
                for stop in [last, *ends] if again < 0 else ends:
                    mended = f"{line[:stop]}{mark}{line[stop:]}"
                    yield Slip(
                        number,
                        at,
                        "the quotation mark opens here and is not closed",
                        phrase("add {mark}", mark=mark),
                        mended,
                    )


def _indentation(lines: list[str], number: int) -> Iterator[Slip]:
    """A line that stands as far in as none of its neighbours."""
    own = _spaces(lines[number])
    others = [*reversed(lines[max(number - ABOVE, 0) : number]), *lines[number + 1 : number + 2]]
    for indent in dict.fromkeys(_spaces(line) for line in others if line.strip()):
        if indent != own:
            message = phrase("indented by {own:space}, and its neighbours by {indent}", own=Counted(own), indent=indent)
            yield Slip(
                number,
                own,
                message,
                phrase("indent with {indent:space}", indent=Counted(indent)),
                " " * indent + lines[number].lstrip(),
            )


def _spaces(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
