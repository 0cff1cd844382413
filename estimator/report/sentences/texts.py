"""Values, limits and metrics of criteria as text in either language. Numbers are the same in both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from estimator.report.sentences.chinese import ZH
from estimator.report.sentences.english import EN
from estimator.report.sentences.wording import Wording, set_apart
from estimator.require.criterion import Criterion, Measure, Unit
from estimator.spec.values.base import Language
from estimator.units import (
    format_bandwidth_both,
    format_factor,
    format_number,
    format_ratio,
    format_size,
    format_time,
)

_FORMAT: Mapping[Unit, Callable[[float], str]] = MappingProxyType(
    {
        "time": format_time,
        "bandwidth": format_bandwidth_both,
        "size": format_size,
        "ratio": format_ratio,
        "factor": format_factor,
        "none": format_number,
    }
)
_SYMBOL = {"time": "T", "alpha": "α", "algbw": "algbw", "busbw": "busbw", "size": "n½", "bandwidth": "B", "none": ""}


def wording(language: Language) -> Wording:
    """The words of a language."""
    return ZH if language == "zh" else EN


def value_text(value: float, unit: Unit, language: Language = "en") -> str:
    """A value with its unit: ``value_text(0.0084946, "time")`` is "8.495 ms"; bandwidths in bytes and bits."""
    text = _FORMAT[unit](value)
    # Full-width brackets in Chinese text, as everywhere in a Chinese document.
    return text.replace(" (", "（").replace(")", "）") if language == "zh" else text


def limit_text(criterion: Criterion, language: Language) -> str:
    """The limit with its sign: "≤ 8.495 ms"; where the cell has none, that there is none."""
    if criterion.limit is None:
        return wording(language).phrase["open"]
    sign = "≥" if criterion.comparator == "at_least" else "≤"
    return f"{sign}\u00a0{value_text(criterion.limit, criterion.unit, language)}"


def metric_text(measure: Measure, language: Language) -> str:
    """The metric as a formula: "mean(T)", "busbw", "p99(T) ÷ p50(T)"."""
    against = measure.against
    if against is None:
        symbol = _SYMBOL.get(measure.name, measure.name)
        fitted = measure.name in ("alpha", "size") or not measure.statistic
        return symbol if fitted else f"{measure.statistic}({symbol})"
    value = "" if against.value is None else format_number(against.value)
    share = "" if against.value is None else format_ratio(against.value)
    # What a fit predicts is a word of ours, all other names are the spec's.
    name = wording(language).phrase[against.name] if against.what == "fit" else against.name
    text = (
        wording(language)
        .relative[against.what]
        .format(name=name, value=value, statistic=measure.statistic, share=share)
    )
    return set_apart(text) if wording(language).spaced else text


def acceptance_line(criterion: Criterion, language: Language) -> str:
    """Metric and limit of one cell: "mean(T) ≤ 8.495 ms"."""
    if criterion.measure.name == "none":
        if criterion.limit is None:
            return ""
        of = criterion.measure.quantity
        limit = limit_text(criterion, language)
        return f"{of.get(language)}\u00a0{limit}" if of is not None else limit
    return f"{metric_text(criterion.measure, language)}\u00a0{limit_text(criterion, language)}"


def listed(texts: Sequence[str], words: Wording) -> str:
    """A list as it is written: "a", "a and b", "a, b and c"."""
    if len(texts) < 2:
        return "".join(texts)
    return words.comma.join(texts[:-1]) + words.both + texts[-1]
