"""From a recipe to blocks: every group x condition x skew x groups at once of a requirement, with limits and model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from estimator.errors import Problem
from estimator.estimate.cell import CellModel
from estimator.estimate.result import EstimateTable
from estimator.estimate.steps.need import Needs
from estimator.phrase import phrase
from estimator.require.criterion import Against, Block, Measure
from estimator.require.limits.ceiling import line_rate
from estimator.require.limits.limit import Limits, budgeted, derived, finished, from_start, of_line, written
from estimator.require.metrics import METRICS, metric_of
from estimator.require.model import Models
from estimator.require.modelled import Floats, Modelled
from estimator.require.place import Place
from estimator.require.spot import Spot
from estimator.require.workload import Workload, place_of
from estimator.spec.document import Spec
from estimator.spec.requirements.measure import Limit
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.spec.values.base import Condition

Ends: TypeAlias = tuple[Floats, Floats]


@dataclass(frozen=True, slots=True)
class Scene:
    """What an expansion may look at. ``frozen``: cell key -> limit in SI, in force from review on."""

    spec: Spec
    table: EstimateTable
    models: Models
    needs: Needs
    frozen: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class BlockDraft:
    """One block in the making: where and under what it runs, and a way to ask the model for a neighbour of it."""

    scene: Scene
    work: Workload
    place: Place
    spot: Spot
    sizes: Floats
    model: Modelled | None

    @property
    def timed(self) -> CellModel | None:
        """The model behind ``model``, None where it cannot be built."""
        return self.scene.models.cell(self.work, self.spot)

    def beside(
        self,
        *,
        group: str | None = None,
        condition: Condition | None = None,
        at_once: int | None = None,
        skew: float | None = None,
        sizes: Floats | None = None,
    ) -> Modelled | None:
        """The model of the same test with one thing changed."""
        own = self.spot
        # Another group runs with as many of its own kind at once as the spec says.
        number = at_once if at_once is not None or group else self.place.at_once
        spot = Spot(group or own.group, condition or own.condition, own.skew if skew is None else skew, number)
        return model_of(self.scene, self.work, spot, self.sizes if sizes is None else sizes)


Expect: TypeAlias = Callable[[BlockDraft], Ends | None]
Compare: TypeAlias = Callable[[BlockDraft], tuple[Against, ...]]


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a kind adds to the sweep. ``curve`` filled: one cell a block, a whole curve over these sizes.

    ``expect``: the model's ends of the metric (S,); left out, taken from the time. ``compare``: what each cell is set
    against. ``everywhere``: a written limit without ``at`` holds at every size.
    """

    measure: Measure
    sizes: Floats
    own: NDArray[np.bool_]
    curve: tuple[float, ...] = ()
    groups: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    skews: tuple[float, ...] = ()
    at_once: tuple[int | None, ...] = ()
    expect: Expect | None = None
    compare: Compare | None = None
    everywhere: bool = False
    problems: list[Problem] = field(default_factory=list)


def measure_of(requirement: MeasurableRequirement, against: Against | None = None) -> Measure:
    """The measure as the requirement's metric says."""
    metric = metric_of(requirement)
    return Measure(metric.name, metric.statistic, metric.ranks, metric.repeats, METRICS[metric.name].unit, against)


def model_of(scene: Scene, work: Workload, spot: Spot, sizes: Floats) -> Modelled | None:
    """The model over the sizes, None where there is nothing to time."""
    if not len(sizes) or np.isnan(sizes).any():
        return None
    return scene.models.model(work, spot, sizes)


def blocks_of(scene: Scene, work: Workload, requirement: MeasurableRequirement, recipe: Recipe) -> Iterator[Block]:
    """The blocks of a recipe; problems on the way are added to ``recipe.problems``, each once."""
    told: dict[Problem, None] = {}
    for spot in _spots(work, recipe):
        place = place_of(scene.spec, spot.group, spot.at_once, work.rank)
        cell = BlockDraft(scene, work, place, spot, recipe.sizes, model_of(scene, work, spot, recipe.sizes))
        block, problems = _block(cell, requirement, recipe)
        told |= dict.fromkeys(_alike(cell))
        told |= dict.fromkeys(problems)
        yield block
    recipe.problems.extend(told)


def _spots(work: Workload, recipe: Recipe) -> Iterator[Spot]:
    """Group by group, condition by condition, skew by skew, number by number."""
    numbers = recipe.at_once or (work.at_once if isinstance(work.at_once, int) else None,)
    found = (recipe.groups or work.groups, recipe.conditions or work.conditions, recipe.skews or work.skews, numbers)
    return (Spot(*one) for one in product(*found))


def _alike(cell: BlockDraft) -> Iterator[Problem]:
    """A place is named, and all groups of the kind take the same time."""
    place = cell.place
    if place.rank is None:
        return
    model = cell.timed
    if model is not None and len(model.subject.classes) == 1:
        what = phrase("groups of kind {group} have equal shares of NICs, wherever they lie", group=place.group)
        yield Problem(("requirements", cell.work.requirement, "place"), what, "remove place")


def _block(cell: BlockDraft, requirement: MeasurableRequirement, recipe: Recipe) -> tuple[Block, tuple[Problem, ...]]:
    expected = recipe.expect(cell) if recipe.expect else time_or_rate(cell, recipe.measure)
    limits = _limits(cell, requirement, recipe, expected)
    block = Block(
        requirement=cell.work.requirement,
        collective=cell.work.collective,
        place=cell.place,
        condition=cell.spot.condition,
        skew=cell.spot.skew,
        sizes=recipe.sizes,
        own=recipe.own,
        measure=recipe.measure,
        comparator="at_most" if requirement.limit.upper else "at_least",
        limits=limits.values,
        tolerance=float(requirement.limit.tolerance),
        how=limits.how,
        expected=expected,
        model=cell.model,
        curve=recipe.curve,
        against=recipe.compare(cell) if recipe.compare else (),
    )
    return with_frozen(block, cell.scene), limits.problems


def _limits(cell: BlockDraft, requirement: MeasurableRequirement, recipe: Recipe, expected: Ends | None) -> Limits:
    limit, name = requirement.limit, cell.work.requirement
    if limit.bound.origin == "literal":
        return written(limit, recipe.measure, recipe.sizes, recipe.own, recipe.everywhere or bool(recipe.curve), name)
    if limit.bound.origin == "line":
        return _of_line(cell, requirement.limit, recipe)
    if limit.bound.origin == "budget":
        operation = cell.scene.spec.operations.get(cell.work.operation or "")
        # The budget is of the step, so it holds where the step runs the operation: on its own group, at its own n.
        home = recipe.own & (operation is not None and operation.group == cell.place.group)
        found = budgeted(cell.scene.needs, cell.work.operation, recipe.measure, cell.spot.skew, home, name)
    else:
        found = derived(limit, recipe.measure, recipe.sizes, cell.model, expected, name)
    return finished(from_start(found, limit, recipe.sizes), limit, cell.scene.spec.document.rounding)


def _of_line(cell: BlockDraft, limit: Limit, recipe: Recipe) -> Limits:
    """A share of the line rate of the cell's own test."""
    work, factor = cell.work, cell.model.busbw_factor if cell.model is not None else 0.0
    model = cell.timed
    rate = None if model is None else line_rate(model, cell.place, cell.scene.spec, factor, work.copies)
    return of_line(limit, recipe.measure, recipe.sizes, rate, factor, work.requirement)


def with_frozen(block: Block, scene: Scene) -> Block:
    """The block with the limits that were frozen at review or release, which later estimates do not move."""
    if not scene.frozen or block.how == "stated" or scene.spec.document.status == "draft":
        return block
    held = np.array([scene.frozen.get(key, np.nan) for key in block.cell_keys()], dtype=np.float64)
    frozen = ~np.isnan(held)
    return replace(block, limits=np.where(frozen, held, block.limits), frozen=frozen)


def time_or_rate(cell: BlockDraft, measure: Measure) -> Ends | None:
    """The metric's ends where it is the time of the cell or a bandwidth at that time."""
    model = cell.model
    if model is None or measure.name not in ("time", "algbw", "busbw"):
        return None
    if measure.name == "time":
        return model.optimistic, model.conservative
    factor = model.busbw_factor if measure.name == "busbw" else 1.0
    with np.errstate(divide="ignore", invalid="ignore"):
        return cell.sizes * factor / model.optimistic, cell.sizes * factor / model.conservative


def over(model: Modelled | None, base: Modelled | Floats | None) -> Ends | None:
    """The model's times over another's or over one array of seconds, the smaller quotient first."""
    if model is None or base is None:
        return None
    low, high = (base.optimistic, base.conservative) if isinstance(base, Modelled) else (base, base)
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = model.optimistic / low, model.conservative / high
    return np.minimum(*ends), np.maximum(*ends)
