"""Requirements as sentences, written from their data: one sentence, one modal verb, in either language.

The templates of a kind are in ``sentences_zh`` and ``sentences_en``. They may name: who, must, work, call, place, load,
n, sizes, first, last, limit, demand, statistic, rest, base, groups, algorithm, cut, at_once, over, share, generator,
seed, zero, compute, counters, predicts, trace, bytes, instances, devices, reports, item, scope, statement, bounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import Formatter
from typing import Any

from estimator.cost.collectives import collective_named
from estimator.require.criterion import Criterion, Expanded, Place, main_cell
from estimator.require.texts import acceptance_line, listed, value_text, wording
from estimator.require.wording import Wording, set_apart
from estimator.spec.base import Language
from estimator.spec.document import Spec
from estimator.spec.requirement import MeasurableRequirement, Requirement
from estimator.units import format_number, format_ratio, format_size


def sentence(name: str, spec: Spec, expanded: Expanded, language: Language) -> str:
    """The requirement as one sentence of plain text, its numbers those of its main cell."""
    requirement, words = spec.requirements[name], wording(language)
    facts = _Facts(requirement, spec, expanded, language)
    metric = expanded.measure.name if expanded.measure else ""
    whole = expanded.kind == "fit_quality" and not expanded.blocks
    key = "fit_quality.step" if whole else f"{expanded.kind}.{metric}"
    template = words.kinds.get(key) or words.kinds[expanded.kind]
    values = {field: facts[field] for _, field, _, _ in Formatter().parse(template) if field}
    text = template.format(**values)
    return set_apart(text) if words.spaced else text[0].upper() + text[1:]


def acceptance(expanded: Expanded, language: Language, criteria: Sequence[Criterion] | None = None) -> str:
    """Metric and limit of the main cell, for the bold line of a card; "" for an item without a number."""
    main = main_cell(expanded.criteria if criteria is None else criteria)
    return "" if main is None or main.limit is None else acceptance_line(main, language)


def cell_line(criterion: Criterion, language: Language) -> str:
    """One cell in a table: where, under what, with which size."""
    words = wording(language)
    n = words.phrase["curve"] if criterion.n is None else size_text(criterion.n)
    condition = words.condition.get(criterion.condition, "")
    text = words.phrase["cell"].format(
        group=criterion.group, condition=condition, skew=format_number(criterion.skew), n=f"n = {n}"
    )
    return set_apart(text) if words.spaced else text


def place_text(place: Place, language: Language) -> str:
    """A group with its ranks and nodes: "ep (8 nodes × 8 ranks)"."""
    words = wording(language).phrase
    even = place.node_ranks[0] if place.shape else 0
    key = "one_node" if place.nodes == 1 else "rails" if even == 1 else "place" if even else "uneven"
    ranks = even or place.ranks
    return words[key].format(group=place.group, nodes=place.nodes, ranks=ranks)


def size_text(n: float) -> str:
    """A size: "276.8 MB", "1 MiB"."""
    return format_size(n)


def work_text(requirement: Requirement, spec: Spec, expanded: Expanded, language: Language) -> str:
    """What runs: an operation by id with its collective, or the collective alone."""
    words = wording(language)
    operation = getattr(requirement, "operation", None)
    found = spec.operations.get(operation or "")
    name = found.collective if found else getattr(requirement, "collective", None)
    if name is None:
        return words.phrase["every"]
    entry = collective_named(name)
    collective = entry.zh if language == "zh" else entry.en
    return words.phrase["work"].format(name=operation, collective=collective) if operation else collective


class _Facts:
    """What the templates may name, worked out when asked for."""

    def __init__(self, requirement: Requirement, spec: Spec, expanded: Expanded, language: Language) -> None:
        self.requirement: Any = requirement
        self.spec = spec
        self.expanded = expanded
        self.language = language
        self.words: Wording = wording(language)
        self.cells = expanded.criteria
        self.main = main_cell(self.cells)

    def __getitem__(self, name: str) -> str:
        found: str = getattr(self, f"_{name}")()
        return found

    def _who(self) -> str:
        found = [self.words.who[part] for part in self.requirement.responsible] or [self.words.who[""]]
        return listed(found, self.words)

    def _must(self) -> str:
        return self.words.modal[self.requirement.priority]

    def _work(self) -> str:
        return work_text(self.requirement, self.spec, self.expanded, self.language)

    def _call(self) -> str:
        if self.main is None or self.main.n is None:
            return self._work()
        entry = collective_named(self.main.collective)
        key = "call" if self.requirement.operation else "bare_call"
        collective = entry.zh if self.language == "zh" else entry.en
        return self.words.phrase[key].format(name=self.requirement.operation, collective=collective, n=self._n())

    def _place(self) -> str:
        return "" if self.main is None or self.main.place is None else place_text(self.main.place, self.language)

    def _load(self) -> str:
        if self.main is None or not self.main.condition:
            return ""
        uneven = self.main.skew != 1.0
        skew = self.words.phrase["skew"].format(skew=format_number(self.main.skew)) if uneven else ""
        return self.words.phrase["load"].format(conditions=self.words.condition[self.main.condition], skew=skew)

    def _n(self) -> str:
        return "" if self.main is None or self.main.n is None else f"n = {size_text(self.main.n)}"

    def _swept(self) -> list[float]:
        sizes = {size for cell in self.cells for size in cell.sizes}
        before = [cell.measure.against.value for cell in self.cells if cell.measure.against]
        return sorted(sizes | {value for value in before if value and self.expanded.kind == "no_dip_curve"})

    def _sizes(self) -> str:
        sizes = [size_text(size) for size in self._swept()]
        key = "one_size" if len(sizes) == 1 else "range"
        return self.words.phrase[key].format(size=sizes[0], first=sizes[0], last=sizes[-1]) if sizes else ""

    def _first(self) -> str:
        return size_text(self._swept()[0]) if self._swept() else ""

    def _last(self) -> str:
        return size_text(self._swept()[-1]) if self._swept() else ""

    def _limit(self) -> str:
        if self.main is None or self.main.limit is None:
            return self.words.phrase["open"]
        if self.main.unit == "factor":
            return self.words.phrase["times"].format(factor=format_number(self.main.limit))
        return value_text(self.main.limit, self.main.unit, self.language)

    def _statistic(self) -> str:
        return self.words.statistic[self.expanded.measure.statistic] if self.expanded.measure else ""

    def _demand(self) -> str:
        measure = self.expanded.measure
        if self.main is None or measure is None:
            return ""
        # A fitted start-up time is one number: there is no statistic of it.
        key = ("plain_" if measure.name == "alpha" else "") + self.main.comparator
        metric = self.words.metric[measure.name]
        return self.words.phrase[key].format(statistic=self._statistic(), metric=metric, limit=self._limit())

    def _rest(self) -> str:
        limited = [cell.limit for cell in self.cells if cell.limit is not None]
        if not limited:
            return ""
        tolerance = self.main.tolerance if self.main else 0.0
        text = self.words.phrase["with_tolerance"].format(tolerance=format_ratio(tolerance)) if tolerance else ""
        if len(limited) == 1:
            return text
        key = ("same" if len(set(limited)) == 1 else "rest") + ("_one" if len(limited) == 2 else "")
        return text + self.words.phrase[key].format(count=len(limited) - 1)

    def _base(self) -> str:
        return str(self.requirement.base_group)

    def _groups(self) -> str:
        places = dict.fromkeys(cell.place for cell in self.cells if cell.place)
        return listed([place_text(place, self.language) for place in places], self.words)

    def _algorithm(self) -> str:
        operation = self.spec.operations.get(self.requirement.operation or "")
        return str(self.requirement.algorithm or (operation.algorithm.name if operation else ""))

    def _cut(self) -> str:
        cut = self.requirement.cut
        return self.words.phrase["named_cut"].format(cut=cut) if cut else self.words.phrase["any_cut"]

    def _at_once(self) -> str:
        return "" if self.main is None else str(self.main.at_once)

    def _over(self) -> str:
        return self.words.statistic[self.requirement.over]

    def _share(self) -> str:
        against = self.expanded.measure.against if self.expanded.measure else None
        return format_ratio(against.value) if against and against.value else ""

    def _generator(self) -> str:
        return str(self.requirement.generator)

    def _seed(self) -> str:
        return str(self.requirement.seed)

    def _zero(self) -> str:
        return self.words.phrase["zero"] if self.requirement.zero_peers else ""

    def _compute(self) -> str:
        text = self.requirement.compute
        return str(text.get(self.language)) if text else self.words.phrase["compute"]

    def _counters(self) -> str:
        return self.words.phrase["counters"] if self.requirement.counters else ""

    def _predicts(self) -> str:
        return self.words.phrase[self.requirement.predicts]

    def _trace(self) -> str:
        return self.words.phrase["trace"] if self.requirement.trace else ""

    def _bytes(self) -> str:
        return size_text(float(self.requirement.bytes))

    def _instances(self) -> str:
        return str(self.requirement.instances)

    def _devices(self) -> str:
        return str(self.requirement.devices_per_instance)

    def _reports(self) -> str:
        return listed([self.words.report.get(part, part) for part in self.requirement.reports], self.words)

    def _item(self) -> str:
        return self.words.items[self.requirement.item]

    def _scope(self) -> str:
        collectives = [
            entry.zh if self.language == "zh" else entry.en
            for entry in (collective_named(name) for name in self.requirement.collectives)
        ]
        what = [*collectives, *self.requirement.dtypes, *self.requirement.redops]
        return self.words.phrase["scope"].format(what=self.words.comma.join(what)) if what else ""

    def _statement(self) -> str:
        # The template ends the sentence.
        return str(self.requirement.statement.get(self.language)).strip().rstrip("。.；;")

    def _bounded(self) -> str:
        if self.main is None or self.main.limit is None:
            return ""
        return self.words.phrase[f"bounded_{self.main.comparator}"].format(limit=self._limit())


def conditions(name: str, spec: Spec, expanded: Expanded, language: Language) -> str:
    """The line below the limit: size, condition, skew, dtype, buffer, procedure, tolerance; "" for a stated item."""
    requirement, words = spec.requirements[name], wording(language)
    main = main_cell(expanded.criteria)
    if main is None or not isinstance(requirement, MeasurableRequirement):
        return ""
    say, test = words.phrase, requirement.test
    parts = [
        "n = " + _sizes_text(main, words),
        words.condition.get(main.condition, ""),
        say["skewed"].format(skew=format_number(main.skew)) if main.skew != 1.0 else "",
        _element(requirement, spec, main),
        say["in_place" if test.in_place else "out_of_place"],
        say[test.buffer],
        say["iterations"].format(warmup=test.warmup, iterations=test.iterations, repeats=test.repeats),
        say[f"ranks_{main.measure.ranks}"],
        say[f"repeats_{main.measure.repeats}"],
        say["checked" if test.check else "unchecked"],
        say["nodes_min"].format(nodes=test.nodes_min) if test.nodes_min else "",
        say["tolerance"].format(tolerance=format_ratio(main.tolerance)),
        say["cells"].format(count=expanded.cells) if expanded.cells > 1 else "",
    ]
    text = say["list"].join(part for part in parts if part)
    return set_apart(text) if words.spaced else text


def _sizes_text(main: Criterion, words: Wording) -> str:
    """One size, or the range of a curve."""
    if main.n is not None:
        return size_text(main.n)
    if not main.sizes:
        return words.phrase["curve"]
    return words.phrase["range"].format(first=size_text(main.sizes[0]), last=size_text(main.sizes[-1]))


def _element(requirement: MeasurableRequirement, spec: Spec, main: Criterion) -> str:
    """Element type, with the reduction where the collective reduces."""
    operation = spec.operations.get(requirement.operation or "")
    dtype = requirement.dtype or (operation.tensor.dtype if operation else None)
    reduces = main.collective and collective_named(main.collective).reduces
    redop = requirement.redop or (operation.redop if operation else None)
    return " ".join(part for part in (dtype, redop if reduces else None) if part)
