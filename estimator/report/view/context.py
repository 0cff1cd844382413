"""What every section of the document draws on: the spec, the estimates, the requirements, and one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from estimator.errors import Problem
from estimator.estimate.compare import AlgorithmComparison
from estimator.estimate.curve import Curve
from estimator.estimate.result import EstimateTable, OperationEstimate
from estimator.estimate.search.sensitivity import Swing
from estimator.estimate.search.takes import Frontier, Takes
from estimator.estimate.search.variants import Comparison
from estimator.history.difference import Difference
from estimator.lint.run import Waived
from estimator.report.words.lookup import UNITS, Words, words
from estimator.require.closure import Closure
from estimator.require.criterion import Criterion, Expanded
from estimator.spec.bearing import bearing
from estimator.spec.document import Spec
from estimator.spec.same import Keyed, Same
from estimator.spec.values.base import Language, StepName, Text
from estimator.tools.by_kit import ByKit, by_kit
from estimator.tools.catalogue import commands
from estimator.tools.tool import Command

FIGURES = 12
"""Operations that get a figure of their own: those that take most of a step."""
MOVED = 40
"""Operations of which each assumption is made worse and better: those that take most of a step."""
HEAVY = 0.1
"""From this share of a step on an operation gets a whole minimal table, and figures on paper."""
WHOLE = 2
"""So many operations get them at least."""


class Variants(NamedTuple):
    """The spec's own platform, which comes first, and others under the same workload; ``files`` of these by name."""

    comparison: Comparison
    files: Mapping[str, str]


@dataclass(frozen=True)
class Material:
    """Everything the document is made from, the same for both languages.

    ``mains``: the cell a card shows first, by requirement; ``leading``: operations by their share of a step, the
    largest first; ``waived``: findings of the checks that the spec waives; ``curves``, ``comparisons``: T(n) of the
    operations that get a figure, and their algorithms beside the others; ``swings``: what each assumption, 10 % worse
    or better, adds to the exposed time of a step; ``serving``: operation -> its requirements; ``variants``: other
    platforms shown beside the spec's own; ``closure``: whether the musts close the budget; ``takes``: what the widest
    assumptions would have to be for it, nothing without a budget; ``frontier``: of two of them, where the musts do not
    close it; ``draft``: every page says that it is one;
    ``difference``: from the version before, where that is at hand; ``review``: what the page's script computes with.
    """

    spec: Spec
    table: EstimateTable
    expanded: Mapping[str, Expanded]
    problems: tuple[Problem, ...]
    waived: tuple[Waived, ...]
    fingerprint: str
    version: str
    mains: Mapping[str, Criterion | None]
    leading: tuple[str, ...]
    curves: Mapping[str, Curve]
    comparisons: Mapping[str, AlgorithmComparison]
    swings: tuple[Swing, ...]
    serving: Mapping[str, tuple[str, ...]]
    closure: Closure
    review: Mapping[str, Any] = field(default_factory=dict)
    takes: tuple[Takes, ...] = ()
    frontier: Frontier | None = None
    variants: Variants | None = None
    draft: bool = False
    difference: Difference | None = None

    @cached_property
    def commands(self) -> Mapping[str, tuple[Command, ...]]:
        """The command lines that test each requirement."""
        return _commands(Keyed((self.spec, self.expanded), (bearing(self.spec), Same(self.expanded))))

    @cached_property
    def by_kit(self) -> Mapping[str, tuple[ByKit, ...]]:
        """The cells of each requirement that are left to the test kit."""
        return _by_kit(Keyed((self.spec, self.expanded), (bearing(self.spec), Same(self.expanded))))

    @property
    def drawn(self) -> tuple[str, ...]:
        """Operations with a figure, most of the step first; a barrier has no curve over n."""
        return tuple(self.curves)

    @cached_property
    def training_only(self) -> bool:
        """Whether the document knows training steps only."""
        return all(row.step.of == "training" for row in self.table.operations.values())

    @property
    def whole(self) -> tuple[str, ...]:
        """Operations with a whole minimal table: a tenth of the main step or more each, most of the step first."""
        total = self.table.total.conservative
        rows = self.table.in_main
        heavy = [
            name for name in self.leading if name in rows and rows[name].step.total.conservative >= HEAVY * total > 0.0
        ]
        return tuple(heavy) if len(heavy) >= WHOLE else self.leading[:WHOLE]


_Required = Keyed[tuple[Spec, Mapping[str, Expanded]]]


@lru_cache(maxsize=1)
def _commands(given: _Required) -> Mapping[str, tuple[Command, ...]]:
    spec, expanded = given.value
    return {name: commands(spec, name, found) for name, found in expanded.items()}


@lru_cache(maxsize=1)
def _by_kit(given: _Required) -> Mapping[str, tuple[ByKit, ...]]:
    spec, expanded = given.value
    return {name: by_kit(spec, name, found) for name, found in expanded.items()}


@dataclass(frozen=True)
class Context:
    """The material seen in one language."""

    material: Material
    words: Words

    @property
    def language(self) -> Language:
        """The language: zh or en."""
        return self.words.language

    @property
    def spec(self) -> Spec:
        """The spec."""
        return self.material.spec

    @property
    def table(self) -> EstimateTable:
        """The estimates."""
        return self.material.table

    def text(self, text: Text | None, otherwise: str = "") -> str:
        """A text of the spec in this language."""
        return self.own(text) if text is not None else otherwise

    def own(self, text: Text) -> str:
        """A text of the spec in this language, numbers and units held together."""
        return UNITS.sub("\u00a0", text.get(self.language))

    def condition(self, name: str) -> str:
        """What readers call a condition: one of the three by its word, one of the spec's own by its text or its id."""
        own = self.spec.platform.conditions.get(name)
        return self.words[f"condition.{name}"] if own is None else self.text(own.text, name)

    def operation_title(self, name: str) -> str:
        """What readers call an operation: its title, or its id."""
        return self.text(self.spec.operations[name].title, name)

    def limits(self, operation: OperationEstimate) -> str:
        """What limits the conservative end, in words: "cut (node_nics)"."""
        named = list(dict.fromkeys(operation.conservative.limited_by))
        regime = self.words[f"regime.{operation.conservative.regime}"]
        return f"{regime}{self.words.brackets(self.words.join(named))}" if named else regime


def step_word(context: Context, step: StepName) -> str:
    """Which step a count or a sum is of: "decode step"; "" where the document knows training steps only."""
    return "" if context.material.training_only else context.words[f"step.{step}"]


def total_name(context: Context, key: str, step: StepName | None = None) -> str:
    """The name of a step's sum, the main one's by default; it says which step where there are not only training steps.

    Words: ``key``, ``key.once`` and ``key.of``.
    """
    of = step_word(context, step or context.table.main)
    if step is None and (not of or not context.table.counted):
        return context.words[total_key(context, key)]
    return context.words(f"{key}.of", step=of)


def total_key(context: Context, key: str) -> str:
    """The word for a step's total; where no operation says how often it runs, another: each counts once."""
    return key if context.table.counted else f"{key}.once"


def in_language(material: Material, language: Language, own: Words | None = None) -> Context:
    """The material in one language. ``own``: texts of the document's own look in place of ours."""
    return Context(material, own or words(language))


def by_share_of_step(table: EstimateTable) -> tuple[str, ...]:
    """Operation ids, the one that takes most of the main step (conservative) first, those of other steps after them.

    One outside any step is ranked by a single call.
    """
    rows: Sequence[OperationEstimate] = tuple(table.operations.values())
    ranked = sorted(
        rows, key=lambda row: (row.step.of != table.main, -row.step.total.conservative, -row.time.conservative)
    )
    return tuple(row.id for row in ranked)
