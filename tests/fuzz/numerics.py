"""Specs in order whose numbers lie at the ends of what can be written; results stay finite and in order."""

from __future__ import annotations

import re
from random import Random

from estimator.cost.entries.catalogue import names
from tests.fuzz.bases import base
from tests.fuzz.nasty import COUNTS
from tests.fuzz.options import COLLECTIVES
from tests.fuzz.trial import Input

_NUMBER = r"\d+(?:\.\d+)?(?:e-?\d+)?"
_UNITS = {
    "time": r"(?:us|ms|ns|s)\b",
    "bandwidth": r"(?:[kKMGTP]?i?B/s|[GMT]?bit/s)",
    "size": r"[kKMGTP]?i?B\b(?!/)",
    "ratio": r"%",
}
_ANY = re.compile(rf"({_NUMBER}) ({'|'.join(_UNITS.values())})")
_PAIR = re.compile(r"\[[^\[\]]*\]")
_COUNT = re.compile(r"(?<=: )\d+(?=[,}\s])")
POWERS = (-300, -40, -30, -20, -15, -12, -9, -6, -3, -2, -1, 1, 2, 3, 6, 9, 12, 15, 20, 30, 40, 300)
SMALL = (-9, -6, -3, -2, -1, -1, 1, 1, 2, 3, 6, 9)


def make(draw: Random) -> Input:
    """A spec with other numbers, or one cost without a spec."""
    if draw.random() < 0.3:
        return Input({}, _cost(draw))
    text = base(draw)
    for _ in range(draw.choice([1, 2, 2, 3])):
        text = draw.choice([_scaled, _scaled_alike, _scaled_alike, _counted])(text, draw)
    return Input({"s.yaml": text.encode()}, _command(draw))


def _power(draw: Random) -> int:
    return draw.choice(SMALL if draw.random() < 0.7 else POWERS)


def _scaled(text: str, draw: Random) -> str:
    """One quantity, or both ends of one pair, times a power of ten."""
    pairs = [found for found in _PAIR.finditer(text) if _ANY.search(found[0])]
    found = draw.choice(pairs if pairs and draw.random() < 0.6 else list(_ANY.finditer(text)) or pairs)
    return text[: found.start()] + _times(found[0], _power(draw), _ANY) + text[found.end() :]


def _scaled_alike(text: str, draw: Random) -> str:
    """All quantities of one kind times a power of ten, which keeps their order."""
    return _times(text, _power(draw), re.compile(rf"({_NUMBER}) ({_UNITS[draw.choice(list(_UNITS))]})"))


def _times(text: str, power: int, pattern: re.Pattern[str]) -> str:
    def one(found: re.Match[str]) -> str:
        digits, _, before = found[1].partition("e")
        return f"{digits}e{int(before or 0) + power} {found[2]}"

    return pattern.sub(one, text)


def _counted(text: str, draw: Random) -> str:
    """Another whole number, at one place or wherever it stands."""
    found = list(_COUNT.finditer(text))
    if not found:
        return text
    one, new = draw.choice(found), str(draw.choice([*COUNTS, 10**18, 5, 6, 16, 32]))
    if draw.random() < 0.3:
        return re.sub(rf"(?<=: ){one[0]}(?=[,}}\s])", new, text)
    return text[: one.start()] + new + text[one.end() :]


def _command(draw: Random) -> tuple[str, ...]:
    return draw.choice(
        [
            *(("estimate", "s.yaml", "--format", "json"),) * 4,
            *(("check", "s.yaml", "--format", "json"), ("check", "s.yaml", "--limits", "--format", "json")),
            *(("estimate", "s.yaml"), ("estimate", "s.yaml", "--format", draw.choice(["csv", "md"]))),
            *(("estimate", "s.yaml", "--sensitivity", "--format", "json"), ("check", "s.yaml")),
            ("estimate", "s.yaml", "--sweep", "size=1 B .. 1 GiB", "--points", "50", "--format", "json"),
            ("build", "s.yaml", "--no-pdf", "--lang", "en", "--out", "o"),
        ]
    )


def _cost(draw: Random) -> list[str]:
    def number(unit: str) -> str:
        least = {"B/s": -3, "B": 0}.get(unit, -30)
        zero = unit not in ("B/s", "B") and draw.random() < 0.2
        return (
            "0"
            if zero and not unit
            else f"{0 if zero else draw.choice([1, 3.7, 9.99])}e{max(_power(draw), least)} {unit}"
        )

    collective = draw.choice(COLLECTIVES[:-1])
    line = ["cost", collective, "--algorithm", draw.choice(names(collective)), "--format", "json"]
    ranks, held = draw.choice([1, 2, 3, 5, 8, 64, 1000, 4096, 2**20]), draw.choice([1, 2, 3, 8])
    if draw.random() < 0.5:
        line += ["--ranks", str(ranks), "--alpha", number("s"), "--bandwidth", number("B/s")]
    else:
        line += ["--ranks", str(ranks * held), "--ranks-per-node", str(held), "--alpha", number("s")]
        line += ["--bandwidth", number("B/s"), "--inter-alpha", number("s"), "--inter-bandwidth", number("B/s")]
    line += ["--size", number("B")] if line[1] != "barrier" else []
    for option, unit in (("--launch", "s"), ("--knee", ""), ("--cut-bandwidth", "B/s"), ("--reduce-bandwidth", "B/s")):
        line += [option, number(unit)] if draw.random() < 0.2 else []
    line += ["--segments", draw.choice(["1", "16", "optimal", "1000000"])] if "chain" in line[3] else []
    return line
