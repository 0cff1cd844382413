"""A diagnosis as text in Chinese or English, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from estimator.chinese.say import chinese
from estimator.judge.diagnosis.causes.cause import Cause, CauseFinding, Diagnosis, Next, Number
from estimator.report.diagnosis.law_words import FIT, LAWS
from estimator.report.diagnosis.words import BESIDE, CAUSES, EVIDENCE, FRAME, NEXT, QUOTED
from estimator.spec.values.base import Language
from estimator.units import format_bandwidth, format_factor, format_number, format_ratio, format_size, format_time

SCHEMA = 1
SHOWN = 4
"""Pieces of evidence of one cause in a listing for people; JSON has all."""
FORMATS: Mapping[str, Callable[[float], str]] = MappingProxyType(
    {
        "_s": lambda value: format_time(value, 3),
        "_Bps": lambda value: format_bandwidth(value, 3),
        "_B": lambda value: format_size(value, 4),
        "_x": lambda value: format_factor(value, 3),
    }
)
SHARES = ("share", "cut_use", "beyond", "stated")


def as_text(found: Diagnosis, language: Language) -> str:
    """Causes by confidence with their evidence, then what to measure next."""
    return "\n".join(_lines(found, 0 if language == "zh" else 1)).replace("\u00a0", " ") + "\n"


def as_json(found: Diagnosis, about: Mapping[str, object]) -> str:
    """The same in full: numbers in SI units, sentences in both languages."""
    data = {
        "commspec_diagnose": SCHEMA,
        **about,
        "runs": found.runs,
        "causes": [_cause(cause) for cause in found.causes],
        "next": [_next(one) for one in found.next],
        "silent": [_evidence(one) for one in found.silent],
        "left_out": found.left_out,
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _lines(found: Diagnosis, side: int) -> Iterator[str]:
    yield FRAME["runs"][side].format(found.runs)
    for place, cause in enumerate(found.causes, 1):
        sure = FRAME["confidence"][side].format(format_ratio(cause.confidence, 2))
        yield f"{place}. {CAUSES[cause.name][side]} ({cause.name}), {sure}"
        for one in cause.evidence[:SHOWN]:
            yield f"   - {one.run + ': ' if one.run else ''}{sentence(one)[side]}"
        if len(cause.evidence) > SHOWN:
            yield f"   - {FRAME['more'][side].format(len(cause.evidence) - SHOWN)}"
    if found.silent:
        yield FRAME["silent"][side]
        yield from (f"   - {one.run + ': ' if one.run else ''}{sentence(one)[side]}" for one in found.silent[:SHOWN])
    if found.left_out:
        yield FRAME["left_out"][side].format(found.left_out)
    yield FRAME["next" if found.next else "nothing"][side]
    for asked in found.next:
        yield f"   - {_asked(asked)[side]}"
        if asked.command:
            yield f"     {asked.command}"


def sentence(one: CauseFinding) -> tuple[str, str]:
    """A piece of evidence in Chinese and in English."""
    shown = {name: shown_number(name, value) for name, value in one.numbers.items()}
    return _sentence(one.code, shown, 0), _sentence(one.code, shown, 1)


def _sentence(code: str, shown: Mapping[str, str], side: int) -> str:
    said = {name: LAWS[value][side] if value in LAWS else value for name, value in shown.items()}
    beside = "".join(BESIDE[name][side].format(said[name]) for name in BESIDE if name in said)
    said = {"others": beside} | said
    if side == 0 and "words" in said:
        said["words"] = chinese(said["words"])
    said["quoted"] = QUOTED[side].format(said["line"]) if said.get("line") else ""
    said["fit"] = FIT[side].format(**said) if "stated" in said else ""
    return EVIDENCE[code][side].format(**said)


def shown_number(name: str, value: Number) -> str:
    """A number with the unit that its name ends in."""
    if isinstance(value, str):
        return value
    if name in SHARES:
        return format_ratio(value, 3)
    ending = next((end for end in FORMATS if name.endswith(end)), "")
    return FORMATS[ending](value) if ending else format_number(value)


def _asked(one: Next) -> tuple[str, str]:
    name = one.measure
    if name == "fewer":
        name = "fewer_nodes" if one.numbers.get("across") else "fewer_ranks"
    zh, en = (text.format(**one.numbers) for text in NEXT[name])
    return zh, en


def _cause(cause: Cause) -> dict[str, object]:
    return {
        "cause": cause.name,
        "confidence": round(cause.confidence, 3),
        "evidence": [_evidence(one) for one in cause.evidence],
    }


def _evidence(one: CauseFinding) -> dict[str, object]:
    zh, en = (text.replace("\u00a0", " ") for text in sentence(one))
    numbers = {name: value if isinstance(value, str) else float(f"{value:.6g}") for name, value in one.numbers.items()}
    return {"code": one.code, "run": one.run, "weight": round(one.weight, 3), "numbers": numbers, "en": en, "zh": zh}


def _next(one: Next) -> dict[str, object]:
    zh, en = _asked(one)
    return {"measure": one.measure, "command": one.command, "en": en, "zh": zh}
