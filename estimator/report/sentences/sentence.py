"""Requirements as sentences, written from their data: one sentence, one modal verb, in either language.

The templates of a kind are in ``sentences_zh`` and ``sentences_en``. They may name: who, must, work, call, place, load,
n, sizes, first, last, limit, demand, statistic, rest, base, groups, algorithm, cut, at_once, over, share, generator,
seed, zero, compute, cores, counters, predicts, trace, bytes, instances, devices, reports, item, scope, statement,
bounded, under, beside (``facts``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from types import MappingProxyType

from estimator.cost.collectives import MOVING, collective_named
from estimator.report.sentences.facts import Facts
from estimator.report.sentences.naming import condition_text, inside, main_size_text, size_text
from estimator.report.sentences.texts import acceptance_line, wording
from estimator.report.sentences.wording import Wording, set_apart
from estimator.require.criterion import Criterion, Expanded, main_cell
from estimator.require.inherited import inherited
from estimator.require.metrics import rank_word
from estimator.spec.document import Spec
from estimator.spec.requirements.measure import Test
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.spec.values.base import Language
from estimator.units import Counted, format_number, format_ratio, format_time


def sentence(name: str, spec: Spec, expanded: Expanded, language: Language) -> str:
    """The requirement as one sentence of plain text, its numbers those of its main cell."""
    requirement, words = spec.requirements[name], wording(language)
    facts = Facts(requirement, spec, expanded, language)
    metric = expanded.measure.name if expanded.measure else ""
    template = words.kinds.get(_key(expanded, metric)) or words.kinds[expanded.kind]
    values = {field: facts[field] for _, field, _, _ in Formatter().parse(template) if field}
    text = template.format(**values)
    return set_apart(text) if words.spaced else text[0].upper() + text[1:]


def _key(expanded: Expanded, metric: str) -> str:
    """The template of a kind under a metric; others for a whole step, two conditions, and what moves no bytes."""
    if expanded.kind == "fit_quality" and not expanded.blocks:
        return "fit_quality.step"
    against = expanded.measure.against if expanded.measure else None
    if against is not None and against.what == "condition":
        return f"{expanded.kind}.condition"
    return f"{expanded.kind}.{'still' if _still(expanded.main) else metric}"


def _still(main: Criterion | None) -> bool:
    return main is not None and bool(main.collective) and main.collective not in MOVING


def acceptance(expanded: Expanded, language: Language, criteria: Sequence[Criterion] | None = None) -> str:
    """Metric and limit of the main cell, for the bold line of a card; "" for an item without a number."""
    main = expanded.main if criteria is None else main_cell(criteria)
    return "" if main is None or main.limit is None else acceptance_line(main, language)


def conditions(
    name: str,
    spec: Spec,
    expanded: Expanded,
    language: Language,
    usual: Mapping[str, str] = MappingProxyType({}),
    said: str = "",
) -> str:
    """The line below the limit: size, condition, skew, dtype, procedure, tolerance; "" for a stated item.

    ``usual``: the procedure that is said elsewhere, by what each part is about; what agrees with it is left out, and
    what ``said`` says already.
    """
    requirement, words, main = spec.requirements[name], wording(language), expanded.main
    if main is None or not isinstance(requirement, MeasurableRequirement):
        return ""
    say = words.phrase
    own = procedure(name, spec, expanded, language)
    parts = [
        "" if _still(main) else f"n = {main_size_text(main, requirement.operation, spec) or _curve_text(main, words)}",
        condition_text(main.condition, spec, language) if main.condition else "",
        say["of_rank"].format(rank=main.place.rank) if main.place and main.place.rank is not None else "",
        _skewed(main.skew, words, said) if main.skew != 1.0 else "",
        _element(requirement, spec, main),
        *(text for key, text in own.items() if text != usual.get(key)),
        say["cells"].format(count=expanded.cells) if expanded.cells > 1 else "",
    ]
    apart = [set_apart(part) if words.spaced else part for part in parts if part]
    return say["list"].join(part for part in apart if part not in said)


def _skewed(skew: float, words: Wording, said: str) -> str:
    """The skew, in the words of the sentence where that has it."""
    number = format_number(skew)
    found = words.phrase["skew"].format(skew=number).strip()
    return found if found in said else words.phrase["skewed"].format(skew=number)


def procedure(name: str, spec: Spec, expanded: Expanded, language: Language) -> dict[str, str]:
    """How a test is run, by what each part is about; "" where nothing is said, nothing at all for a stated item."""
    requirement, main = spec.requirements[name], expanded.main
    if main is None or not isinstance(requirement, MeasurableRequirement):
        return {}
    say, test = wording(language).phrase, requirement.test
    samples = {"warmup": test.warmup, "iterations": Counted(test.iterations), "repeats": Counted(test.repeats)}
    return {
        "in_place": say["in_place" if test.in_place else "out_of_place"],
        "buffer": say[test.buffer],
        "launch": say[f"launch_{test.launch}"] if test.launch else "",
        "placement": say[f"placement_{test.placement}"],
        "samples": say["iterations"].format(**samples),
        "ranks": say[f"ranks_{rank_word(main.measure.name, main.measure.ranks)}"],
        "repeats": say[f"repeats_{main.measure.repeats}"],
        "spread": say["max_spread"].format(spread=format_ratio(test.max_spread)) if test.max_spread is not None else "",
        "duration": say["duration"].format(duration=format_time(test.duration)) if test.duration else "",
        "check": say["checked" if test.check else "unchecked"],
        "nodes": _nodes_text(test, language),
        "tolerance": say["tolerance"].format(tolerance=format_ratio(main.tolerance)),
    }


def _nodes_text(test: Test, language: Language) -> str:
    """The fewest nodes, and why fewer than three will do."""
    say = wording(language).phrase
    nodes = say["nodes_min"].format(nodes=Counted(test.nodes_min)) if test.nodes_min else ""
    if test.nodes_reason is None or (test.nodes_min or 1) > 2:
        return nodes
    reason = test.nodes_reason.get(language).rstrip("。.")
    return say["about"].format(what=nodes or say["few_nodes"], about=inside(reason, language))


def _curve_text(main: Criterion, words: Wording) -> str:
    """The range of a curve."""
    if not main.sizes:
        return words.phrase["curve"]
    return words.phrase["range"].format(first=size_text(main.sizes[0]), last=size_text(main.sizes[-1]))


def _element(requirement: MeasurableRequirement, spec: Spec, main: Criterion) -> str:
    """Element type, with the reduction where the collective reduces."""
    found = inherited(requirement, spec)
    dtype, redop = found.dtype, found.redop
    reduces = main.collective and collective_named(main.collective).reduces
    return " ".join(part for part in (dtype, redop if reduces else None) if part)
