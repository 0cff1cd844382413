"""What a requirement means: what is asked of whom, which results pass in each cell, how it is tested, and its words."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import inf
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from estimator.cost.collectives import collective_named
from estimator.estimate.groups.levels import on_machine
from estimator.history.plain import plain
from estimator.require.criterion import Against, Block, Comparator, Criterion, Expanded, Measure, Unit
from estimator.require.inherited import inherited
from estimator.require.place import Place
from estimator.spec.document import Spec
from estimator.spec.requirements.measure import Limit, Test
from estimator.spec.requirements.requirement import MeasurableRequirement, Priority, Requirement
from estimator.spec.values.base import CONDITIONS, Text

WORDS = frozenset(
    {"title", "short_title", "rationale", "need", "note", "waive", "responsible", "fields", "covers", "refines"}
)
"""Fields of a requirement that bind nobody to a result: words, links, who has to see to it."""
TESTED = frozenset({"run_by", "evidence", "counters", "trace", "compute", "seed"})
"""Fields that say how a result is to be shown, beside ``test``; a seed draws one load of a kind in place of another."""
LISTED = frozenset({"reports", "collectives", "dtypes", "redops"})
"""Fields that list what has to be there: a longer list asks for more."""
IN_CELLS = frozenset({"sweep", "limit", "at_once", "place", "base_group", "against"})
"""Fields that say which cells there are and what each accepts."""
RESOLVED = frozenset({"operation", "collective", "algorithm", "dtype", "redop", "metric", "priority", "test"})
"""Fields whose meaning is worked out together with the operation, or is told apart further below."""
USUAL = ("intra_node", "inter_node")
"""Ways that need no word: a group inside a node or across nodes takes them anyway."""
TOOL, WHY_FEW_NODES = "tool", "nodes_reason"
MODELLED: Mapping[str, Unit] = MappingProxyType({"cut": "time", "model": "time", "bytes": "size"})
"""What a ratio divides by that the model gives, and its unit: the accepted quantity is the limit times it."""

Key: TypeAlias = Hashable


def default_of(field: str) -> Any:
    """What a field of the procedure is where it is left out: 1000 of ``test.iterations``; None of any other field."""
    name = field.removeprefix("test.")
    return plain(Test.model_fields[name].default) if name != field and name in Test.model_fields else None


class Accepts(NamedTuple):
    """The results that pass in one cell, tolerance included: up to ``limit`` or from it on [SI]; None: any result.

    ``sizes``: of a whole curve the sizes it is judged by [byte]. ``name``: the cell for readers. ``stated``: the limit
    without what the model gives, as of a ratio to a cut. ``moving``: the limit follows the estimate, the budget or the
    machine, or did until it was ``frozen``; ``modelled``: the model gives what a ratio divides by, and so what passes.
    """

    comparator: Comparator
    limit: float | None
    sizes: frozenset[float] = frozenset()
    name: str = ""
    unit: str = "none"
    stated: float | None = None
    moving: bool = False
    frozen: bool = False
    modelled: bool = False

    @property
    def derived(self) -> bool:
        """Whether something else in the spec than the requirement moves what passes."""
        return self.moving or self.modelled


@dataclass(frozen=True, slots=True)
class Meaning:
    """One requirement, apart by what a change of it does.

    ``what``: what is measured or stated: another value is another demand. ``cells``: by what a cell is, not by its
    name. ``lists``: what has to be there. ``tested``: the procedure. ``words``: what binds nobody. ``rule``: the limit
    as written.
    """

    priority: Priority
    what: Mapping[str, Any]
    cells: Mapping[Key, Accepts]
    lists: Mapping[str, frozenset[Any]]
    tested: Mapping[str, Any]
    words: Mapping[str, Any]
    rule: Any = None


class Meanings:
    """The meanings of one spec's requirements; groups and conditions are looked up once."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._groups: dict[str, Key] = {}

    def of(self, name: str, expanded: Expanded) -> Meaning:
        """The meaning of one requirement."""
        requirement = self._spec.requirements[name]
        fields = {key: value for key, value in vars(requirement).items() if key not in IN_CELLS | RESOLVED}
        test = plain(requirement.test) if isinstance(requirement, MeasurableRequirement) else {}
        return Meaning(
            priority=requirement.priority,
            what=self._what(requirement, expanded, fields, test),
            cells=dict(self._cells(expanded)),
            lists={key: frozenset(value) for key, value in fields.items() if key in LISTED and value},
            tested={key: plain(value) for key, value in fields.items() if key in TESTED and value is not None}
            | {f"test.{key}": value for key, value in test.items() if key not in (TOOL, WHY_FEW_NODES)},
            words={key: plain(value) for key, value in fields.items() if key in WORDS}
            | {f"test.{key}": value for key, value in test.items() if key == WHY_FEW_NODES},
            rule=[plain(getattr(requirement, "limit", None)), self._spec.document.rounding],
        )

    def _what(
        self, requirement: Requirement, expanded: Expanded, fields: Mapping[str, Any], test: Mapping[str, Any]
    ) -> dict[str, Any]:
        apart = WORDS | TESTED | LISTED
        found = {key: plain(value) for key, value in fields.items() if key not in apart and value is not None}
        if isinstance(requirement, MeasurableRequirement):
            found |= _workload(requirement, self._spec) | {"test.tool": requirement.test.tool}
        if expanded.measure is not None:
            found |= _measured(expanded.measure)
        return found

    def _cells(self, expanded: Expanded) -> Iterator[tuple[Key, Accepts]]:
        for stated in expanded.stated:
            yield ("stated", stated.unit), _stated(stated)
        for block in expanded.blocks:
            yield from self._of_block(block)

    def _of_block(self, block: Block) -> Iterator[tuple[Key, Accepts]]:
        head = (self._place(block.place), self._condition(block.condition), block.skew)
        limit: Limit | None = getattr(self._spec.requirements[block.requirement], "limit", None)
        moving = limit is not None and limit.bound.origin != "literal"
        limits = _accepted(block)
        against = block.against or (block.measure.against,) * len(limits)
        frozen = [False] * len(limits) if block.frozen is None else block.frozen.tolist()
        columns = zip(
            block.cell_keys(), block.sizes.tolist(), limits, block.effective.tolist(), frozen, against, strict=True
        )
        sizes = frozenset(block.curve)
        for name, n, passing, stated, held, other in columns:
            key = (*head, "curve" if sizes else n, self._against(other))
            modelled = other is not None and other.what in MODELLED
            unit = MODELLED[other.what] if other is not None and modelled else block.measure.unit
            comparator: Comparator = block.comparator if passing == passing else "stated"
            value = passing if passing == passing else None
            own = None if value is None else stated
            yield key, Accepts(comparator, value, sizes, name, unit, own, moving, held, modelled)

    def _place(self, place: Place) -> Key:
        return self._group(place.group), place.node_ranks, place.at_once, place.rank

    def _group(self, name: str) -> Key:
        """Which ranks a group has and by which ways they are joined, whatever it is called."""
        if name not in self._groups:
            self._groups[name] = _lying(self._spec, name) if name in self._spec.groups else name
        return self._groups[name]

    def _condition(self, name: str) -> Key:
        """A condition by its name, and one of the spec's own by what it is like and what makes it too."""
        if name in CONDITIONS or name not in self._spec.platform.conditions:
            return name
        own = self._spec.platform.conditions[name]
        return name, self._condition(own.like), *(_words(text) for text in (own.text, own.load))

    def _against(self, against: Against | None) -> Key:
        if against is None:
            return None
        name: Key = against.name
        if against.what == "group":
            name = self._group(against.name)
        if against.what == "condition":
            name = self._condition(against.name)
        return against.what, name, None if against.what in MODELLED else against.value


def _lying(spec: Spec, name: str) -> Key:
    """The ranks of a group, its units, its kind at once, and what of its paths is no usual way; short, as a hash."""
    found, group = on_machine(spec, name), spec.groups[name]
    joined = (spec.platform.paths[path] for path in found.paths.values()) if not found.machine.stated else ()
    ways = sorted(path.location for path in joined if path.location not in (None, *USUAL))
    units = [len(used) for used in found.group.at if len(used) > 1]
    lying = (found.placing.places.tolist(), units, found.at_once, ways, sorted(group.paths.items()))
    return sha256(repr(lying).encode()).hexdigest()[:16]


def _workload(requirement: MeasurableRequirement, spec: Spec) -> dict[str, Any]:
    """The call, by its own fields or its operation's."""
    own = inherited(requirement, spec)
    collective = requirement.collective or (own.operation.collective if own.operation else None)
    found: dict[str, Any] = {"collective": collective, "algorithm": own.algorithm, "dtype": own.dtype}
    if own.operation is not None:
        found |= {"copies": own.copies}
        options = own.operation.algorithm.options
        # The share of the bandwidth that a model reaches is an assumption, not a demand.
        asked = (key for key in options.stated if key != "efficiency")
        found |= {f"algorithm.{key}": plain(getattr(options, key)) for key in asked}
    if collective is not None and collective_named(collective).reduces:
        found["redop"] = own.redop
    return {key: value for key, value in found.items() if value is not None}


def _measured(measure: Measure) -> dict[str, Any]:
    return {
        "metric.name": measure.name,
        "metric.statistic": measure.statistic,
        "metric.ranks": measure.ranks,
        "metric.repeats": measure.repeats,
    }


def _stated(cell: Criterion) -> Accepts:
    comparator: Comparator = cell.comparator if cell.effective is not None else "stated"
    return Accepts(comparator, cell.effective, name=cell.key, unit=cell.unit, stated=cell.effective)


def _accepted(block: Block) -> list[float]:
    """The limits with their tolerance (S,); of a ratio to what the model gives the quantity itself, such as seconds."""
    limits = block.effective
    if block.against and block.against[0].what in MODELLED:
        limits = limits * np.array([inf if one.value is None else one.value for one in block.against])
    return [value if abs(value) != inf else np.nan for value in limits.tolist()]


def _words(text: Text | None) -> Key:
    return None if text is None else (text.zh, text.en)
