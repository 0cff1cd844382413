"""The catalogues as sections of the reference: units, types, kinds, items, metrics, rules, algorithms."""

from __future__ import annotations

from collections.abc import Iterable

from estimator.cost.collectives import COLLECTIVES
from estimator.cost.entries.algorithm import CatalogueEntry
from estimator.cost.entries.catalogue import ALIASES, algorithms
from estimator.cost.entries.formula import SYMBOLS, plain_of
from estimator.dtypes import TYPES
from estimator.lint.examples import RULE_EXAMPLES
from estimator.lint.rules import RULES
from estimator.mistakes import MISTAKES
from estimator.report.reference.keys import key_table, meaning_of
from estimator.report.reference.kind_example import kind_example
from estimator.report.reference.markdown import cell, code, table
from estimator.report.reference.prose import MISTAKES as SAID_OF_MISTAKES
from estimator.report.reference.prose import SYMBOLS as SAID_OF_SYMBOLS
from estimator.report.reference.types import Types
from estimator.report.reference.words import words
from estimator.require.items import ITEMS
from estimator.require.metrics import METRICS
from estimator.spec.requirements.kinds import KINDS, kind_name
from estimator.spec.requirements.measure import Metric
from estimator.spec.requirements.requirement import MeasurableRequirement, Requirement
from estimator.spec.told.choices import words_for
from estimator.spec.values.base import Language
from estimator.units import EXAMPLES, UNITS

DECIMAL = ("k", "M", "G", "T")
"""Which every unit has before it that takes prefixes."""
PREFIXES = (*DECIMAL, "P", "K", "Ki", "Mi", "Gi", "Ti", "Pi")
RULE_GROUPS = ("verifiability", "physics", "text", "lifecycle")


def unit_table(language: Language) -> str:
    """The units of every kind of quantity, and an example."""
    said = words(language)
    rows = []
    for kind, units in UNITS.items():
        taking = [unit for unit in units if unit and all(prefix + unit in units for prefix in DECIMAL)]
        prefixes = [prefix for prefix in PREFIXES if taking and prefix + taking[0] in units]
        with_prefix = {prefix + unit for prefix in prefixes for unit in taking}
        shown = " ".join(code(unit) for unit in units if unit and unit not in with_prefix)
        if prefixes:
            shown += said["prefixes"].format(prefixes=" ".join(map(code, prefixes)))
        rows.append([said[f"quantity.{kind}"], shown, code(EXAMPLES[kind])])
    return table([said["quantity"], said["written_units"], said["example"]], rows)


def dtype_table(language: Language) -> str:
    """The element types."""
    said = words(language)
    rows = [
        [code(name), str(bits), said["scale"].format(**scale._asdict()) if scale else "–"]
        for name, (bits, scale) in TYPES.items()
    ]
    return table([said["name"], said["bits"], said["scales"]], rows)


def kinds_text(types: Types, language: Language) -> str:
    """The kinds of requirement: what each is of, its metric, and the keys of its own."""
    said = words(language)
    rows = [
        [code(kind_name(kind)), cell(meaning_of(kind, language)), _metric(kind), code(kind_example(kind))]
        for kind in KINDS
    ]
    parts = [table([said[name] for name in ("kind", "meaning", "metric", "example")], rows)]
    for kind in KINDS:
        own = [name for name in kind.__annotations__ if name not in ("kind", "metric") and name in kind.model_fields]
        if own:
            parts += [f"### {kind_name(kind)}", key_table(kind, own, types, language)]
    return "\n\n".join(parts)


def common_text(types: Types, language: Language) -> str:
    """The keys that all requirements, and all measured ones, have."""
    said = words(language)
    shared = key_table(Requirement, Requirement.model_fields, types, language)
    own = [name for name in MeasurableRequirement.model_fields if name not in Requirement.model_fields]
    measured = key_table(MeasurableRequirement, own, types, language)
    return "\n\n".join([f"### {said['every_kind']}", shared, f"### {said['measured']}", measured])


def item_table(language: Language) -> str:
    """The capability items: when each passes, what is handed in, what a number beside it is of."""
    said = words(language)
    rows = []
    for name, item in ITEMS.items():
        units = "<br>".join(
            f"{said[f'quantity.{unit}']}{said['colon']}{cell(of.get(language))}" for unit, of in item.quantities.items()
        )
        rows.append([code(name), cell(item.passes.get(language)), cell(item.evidence.get(language)), units or "–"])
    return table([said["item"], said["passes"], said["evidence"], said["quantities"]], rows)


def metric_table(language: Language) -> str:
    """The metrics: meaning, family of units, which direction is better."""
    said = words(language)
    found = words_for(tuple(METRICS)) or {}
    rows = [
        [code(name), getattr(found[name], language), said[f"quantity.{kind.unit}"],
         said["less" if kind.lower_is_better else "more"]]
        for name, kind in METRICS.items()
    ]  # fmt: skip
    return table([said["metric_name"], said["meaning"], said["quantity"], said["better"]], rows)


def rules_text(language: Language) -> str:
    """Every rule of the lint under a heading of its own, so that its id is the anchor."""
    said = words(language)
    parts = []
    for group in RULE_GROUPS:
        parts.append(f"### {said[f'group.{group}']}")
        for rule in (rule for rule in RULES.values() if rule.group == group):
            says, do = (rule.zh, rule.hint_zh) if language == "zh" else (rule.en, rule.hint_en)
            lines = [_point(said["says"], says, said), _point(said["do"], do, said)]
            wrong, right = map(code, RULE_EXAMPLES[rule.id])
            lines.append(_point(said["example"], said["in_place_of"].format(wrong=wrong, right=right), said))
            if rule.note:
                lines.append(f"* {said['note']}")
            parts += [f"#### {rule.id}", "\n".join(lines)]
    return "\n\n".join(parts)


def mistakes_text(language: Language) -> str:
    """Every kind of mistake under its id: what it is, what to do, an example of it beside what it should be."""
    said = words(language)
    parts = [SAID_OF_MISTAKES[language]]
    for mistake in MISTAKES.values():
        says, do = (mistake.zh, mistake.hint_zh) if language == "zh" else (mistake.en, mistake.hint_en)
        lines = [_point(said["says"], says, said), _point(said["do"], do, said)]
        if mistake.wrong and mistake.right:
            wrong, right = (code(_seen(text.rstrip())) for text in (mistake.wrong, mistake.right))
            lines.append(_point(said["example"], said["in_place_of"].format(wrong=wrong, right=right), said))
        parts += [f"### {mistake.id}", "\n".join(lines)]
    return "\n\n".join(parts)


def _seen(text: str) -> str:
    """A line with what indents it made visible."""
    blank = text[: len(text) - len(text.lstrip())]
    return blank.replace("\t", "⇥").replace(" ", "␣") + text.lstrip()


def _point(label: str, text: str, said: dict[str, str]) -> str:
    return f"* {label}{said['colon']}{text}{said['stop']}"


def collectives_text(language: Language) -> str:
    """Every collective with its algorithms: formula, where it runs, options, source."""
    said = words(language)
    parts = [SAID_OF_SYMBOLS[language]]
    for collective in COLLECTIVES:
        title = collective.zh if language == "zh" else collective.en
        parts += [
            f"### {collective.name}",
            f"{title} ({collective.short})" if language == "en" else f"{title}（{collective.short}）",
        ]
        if collective.even:
            parts.append(said["alike"].format(name=collective.even))
            continue
        parts += [_algorithm(algorithm, language) for algorithm in algorithms(collective.name)]
    aliases = [[code(other), code(name)] for other, name in ALIASES.items()]
    symbols = [[code(text)] for text in SYMBOLS.values()]
    parts += [f"### {said['aliases']}", table([said["name"], said["algorithm"]], aliases)]
    return "\n\n".join([*parts, f"### {said['symbols']}", table([said["symbols"]], symbols)])


def _algorithm(algorithm: CatalogueEntry, language: Language) -> str:
    said = words(language)
    name, runs = (algorithm.zh, algorithm.validity_zh) if language == "zh" else (algorithm.en, algorithm.validity_en)
    lines = [f"* **`{algorithm.name}`** {name}", f"  `{plain_of(algorithm.terms)}`"]
    if algorithm.folded:
        lines.append(f"  {said['folded']}{said['colon']}`{plain_of(algorithm.folded)}`")
    facts = {"holds_for": runs, "options": _listed(algorithm.takes), "source": algorithm.source}
    lines.append("  " + " · ".join(f"{said[key]}{said['colon']}{fact}" for key, fact in facts.items() if fact))
    return "  \n".join(lines)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(code(name) for name in names)


def _metric(kind: type[Requirement]) -> str:
    field = kind.model_fields.get("metric")
    if field is None:
        return "–"
    metric: Metric = field.default
    return code(metric.name if metric.statistic == "mean" else f"{metric.name}, {metric.statistic}")
