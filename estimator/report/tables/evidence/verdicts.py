"""Verdicts in words, and as text and JSON for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from estimator.chinese.say import chinese
from estimator.errors import one_line
from estimator.judge.reason import Fact, Reason
from estimator.report import numbers
from estimator.report.words.lookup import Words

_FORMS: Mapping[str, Callable[[float], str]] = {
    "time": numbers.seconds,
    "size": numbers.swept,
    "bandwidth": numbers.rate,
    "ratio": numbers.percent,
    "factor": numbers.times,
    "count": numbers.plain,
}
OUTER = ("reference", "at_size")
"""Reasons that hold another one."""


def reason_text(words: Words, why: Reason) -> str:
    """A reason as one sentence part, on one line whatever a log put into it."""
    return one_line(_text(words, why))


def _text(words: Words, why: Reason) -> str:
    facts = {one.name: _fact(one) for one in why.facts}
    if why.code == "differs":
        facts["fields"] = words["semicolon"].join(_field(words, one) for one in why.facts if one.name != "source")
    if why.code == "over_ranks" and not facts["found"]:
        facts["found"] = words["reason.over_ranks.unsaid"]
    if why.code == "waived":
        facts["why"] = facts[words.language] or facts["en"]
    if why.code == "no_prediction" and words.language == "zh":
        facts["why"] = chinese(facts["why"])
    if why.code in OUTER:
        at = next(place for place, one in enumerate(why.facts) if one.name == "code")
        facts["inner"] = _text(words, Reason(str(why.facts[at].value), why.facts[at + 1 :]))
    return words(f"reason.{why.code}", **facts)


def _fact(one: Fact) -> str:
    return _FORMS[one.kind](one.value) if isinstance(one.value, float | int) else one.value


def _field(words: Words, one: Fact) -> str:
    """A field in which a record differs; where the log says nothing, with the option that says it."""
    found, _, wanted = str(one.value).partition("|")
    name = words.get(f"field.{one.name}", one.name)
    if found:
        return words("field.other", name=name, found=found, wanted=wanted)
    how = words.get(f"say.{one.name}", "").format(wanted=wanted)
    return words("field.unsaid", name=name, wanted=wanted, how=how)
