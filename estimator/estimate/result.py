"""Results of an estimate: small frozen records in SI units (s, B, B/s) that documents, checks and programs read."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from estimator.cost.entries.catalogue import CatalogueEntry
from estimator.cost.form import Form
from estimator.cost.key import Key
from estimator.cost.placing.group import Group
from estimator.cost.shape import Shape
from estimator.estimate.balance import BalanceKnee
from estimator.estimate.steps.overlap import Overlap
from estimator.spec.same import Same
from estimator.spec.source import Basis
from estimator.spec.values.base import StepName

Regime = Literal["latency", "bandwidth", "cut"]


class Interval(NamedTuple):
    """[optimistic, conservative] of one quantity. For a bandwidth the optimistic end is the larger number."""

    optimistic: float
    conservative: float

    @property
    def width(self) -> float:
        """The larger end over the smaller [1]; 1 when both are 0."""
        low, high = sorted(self)
        return high / low if low > 0.0 else (1.0 if high == 0.0 else float("inf"))


def bandwidths(n: float, time: Interval, busbw_factor: float) -> tuple[Interval, Interval]:
    """(algbw, busbw) [B/s] of ``n`` bytes at both ends of a time [s]; 0 where nothing takes time, as on one rank.

    1e9 B in 20 ms to 40 ms, AllReduce of eight ranks (1.75): 50 to 25 GB/s, 87.5 to 43.75 GB/s.
    """
    algbw = Interval(*(n / seconds if seconds > 0.0 else 0.0 for seconds in time))
    return algbw, Interval(*(rate * busbw_factor for rate in algbw))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where one parameter of an end came from.

    ``quantity``: alpha | bandwidth | message_rate | launch | reduce | knee | root | cut | skew | padding | reorder
    | sync | sequence; ``where`` the path, cut or operation it belongs to; ``condition`` the one in force
    (exclusive, loaded, ...); ``value`` in SI (seconds for alpha, launch, sync, and what a root adds at 1 MiB; B/s
    for bandwidths; a number for k and skew); ``source`` an id of the spec's ``sources`` or "" when the spec names
    none, which counts as assumed; ``spec_path`` the place in the spec that a what-if would set, e.g.
    ``platform.paths.scale_out.multi_group.bandwidth``; ``widened`` the factor that ``value`` is worse by than what
    stands there, because it is used beyond the range that it holds for.
    """

    quantity: str
    where: str
    condition: str
    value: float
    source: str
    basis: Basis
    spec_path: str
    widened: float = 1.0

    @property
    def assumption(self) -> str:
        """The assumption as one name, the same at both ends: ``scale_out.bandwidth``, ``node_nics.cut``."""
        return f"{self.where}.{self.quantity}"


@dataclass(frozen=True, slots=True)
class End:
    """One end of an interval, every factor apart; seconds are of all calls together.

    total_s = core_s + knee_s + launch_s + sync_s + reorder_s; core_s = startup_s + transfer_s.
    ``parts`` are seconds by parameter (``alpha.machine``, ``beta.node``, ``cut.node_nics``, ...), summing to total_s;
    ``origins`` tells where each parameter came from; ``knee`` what the parameter of that name is made of;
    ``others``: plans that would be the faster ones with other numbers.
    ``limited_by``: the path or cut in force, one name per phase.
    """

    total_s: float
    core_s: float
    startup_s: float
    transfer_s: float
    knee_s: float
    launch_s: float
    sync_s: float
    reorder_s: float
    limited_by: tuple[str, ...]
    regime: Regime
    n_half: float
    rounds: float
    skew: float
    parts: Mapping[Key, float]
    origins: Mapping[Key, Origin]
    form: Form
    theta: Mapping[Key, float]
    knee: BalanceKnee
    others: tuple[Form, ...] = ()


class WaterfallStep(NamedTuple):
    """One step of the waterfall from the optimistic to the conservative end: seconds it adds, who is to blame.

    ``factor``: sequence | skew | padding | alpha | bandwidth | cut | reduce | knee | message_rate | launch | reorder |
    sync. ``where``: the path, cut or operation. ``assumption`` joins the two; steps of one width sum to it.
    """

    factor: str
    where: str
    seconds: float
    origin: Origin | None

    @property
    def assumption(self) -> str:
        """``where.factor``: the assumption that would be measured to make this step go away."""
        return f"{self.where}.{self.factor}"


class Bound(NamedTuple):
    """Must-move bytes of one operation through its tightest border: ``seconds`` = D_own / B.

    ``bytes``: what must pass it. ``cut``: the declared cut that it is; else "" and ``border``: the level whose units
    have that border (``rank``, ``node``), or ``arc`` of them in a row on a ring. 0 s where nothing must cross.
    """

    seconds: float
    cut: str
    bytes: float
    border: str = ""
    arc: int = 0

    @property
    def rate(self) -> float:
        """What the border carries [B/s]; 0 where nothing must cross."""
        return self.bytes / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class SizeNote:
    """How n came about: elements x bytes (+ scales), the semantics, and the canonical n [byte] of all calls."""

    elements: float
    dtype: str
    dtype_bytes: float
    scale_bytes: float
    tensor_bytes: float
    semantics: str
    n: float


@dataclass(frozen=True, slots=True)
class StepCost:
    """What one operation costs in a step [s]: per_step x T and the part not hidden behind compute.

    ``n``: size of all ``calls`` together on the stage that the step is told of [byte]. ``time``: one T as the step
    has it, of all ``calls`` together; ``waterfall``: what lies between its ends. ``of``: which step it is.
    """

    count: float
    n: float
    time: Interval
    total: Interval
    exposed: Interval
    overlap: Overlap
    calls: float
    waterfall: tuple[WaterfallStep, ...] = ()
    of: StepName = "training"


class Elsewhere(NamedTuple):
    """An operation on another pipeline stage than the step's, where more of it is exposed; the first stage is 1."""

    stage: int
    cost: StepCost


class PlaceTime(NamedTuple):
    """Groups of one kind that share NICs and planes alike, by the machine's ranks of each, and their time [s]."""

    ranks: tuple[tuple[int, ...], ...]
    time: Interval


@dataclass(frozen=True, slots=True)
class OperationEstimate:
    """Everything the document says of one operation. All times [s] are of all ``calls`` together, sizes [byte].

    ``placed``: the group on its levels; ``paths``: level -> path name. ``n_star``: path -> interval of alpha x B
    [byte]. ``rivals``: the names in ``also``, each with its interval at the same inputs. ``loaded_cut_s``: the slowest
    cut under load, skew and other operations, 0 without a cut. ``assumed_share``: part of the conservative time that
    rests on assumptions.
    ``widest``: the waterfall's widest step, given when conservative / optimistic > 2.5. ``places``: the classes of
    places of groups of its kind where NICs are shared unequally, the slowest first, whose time all others are.
    """

    id: str
    collective: str
    algorithm: CatalogueEntry
    group: str
    shape: Shape
    placed: Group
    at_once: int
    paths: Mapping[str, str]
    conditions: tuple[str, ...]
    size: SizeNote
    calls: float
    optimistic: End
    conservative: End
    bound: Bound
    loaded_cut_s: float
    algbw: Interval
    busbw: Interval
    n_star: Mapping[str, Interval]
    rivals: Mapping[str, Interval]
    waterfall: tuple[WaterfallStep, ...]
    basis_shares: Mapping[Basis, float]
    widest: WaterfallStep | None
    step: StepCost
    elsewhere: Elsewhere | None = None
    places: tuple[PlaceTime, ...] = ()

    @property
    def time(self) -> Interval:
        """[optimistic, conservative] seconds of all calls."""
        return Interval(self.optimistic.total_s, self.conservative.total_s)

    @property
    def assumed_share(self) -> float:
        """Share of the conservative time that rests on assumptions [1]."""
        return self.basis_shares.get("assumed", 0.0)


class Ranked(NamedTuple):
    """One assumption of the *measure this first* list: seconds of the step's exposed width that it explains."""

    assumption: str
    seconds: float
    share: float
    origin: Origin | None


class StepSum(NamedTuple):
    """What all operations of one step cost together [s]."""

    total: Interval
    exposed: Interval


@dataclass(frozen=True, slots=True)
class EstimateTable:
    """The whole table: operations in the spec's order, the step's totals [s], and what to measure first.

    Totals and ranking are those of the ``main`` step; ``others``: the sums of further steps that count operations, a
    prefill or decode beside training. ``ranking`` is sorted by seconds; its seconds sum to exposed.conservative -
    exposed.optimistic. ``counted`` is False when no operation says how often it runs in a step: the ranking then
    explains the widths of one execution each. ``stage`` of ``stages``: the pipeline stage, from 1, whose training step
    this is, the one with the most exposed time at the conservative end; 0 where the stages are alike or the spec says
    nothing of them.
    """

    operations: Mapping[str, OperationEstimate]
    total: Interval
    exposed: Interval
    ranking: tuple[Ranked, ...]
    counted: bool = True
    stage: int = 0
    stages: int = 0
    main: StepName = "training"
    others: Mapping[StepName, StepSum] = field(default_factory=dict)

    @property
    def rows(self) -> tuple[Hashable, ...]:
        """What the table is made of, as a key: the same for two tables of the same estimates."""
        return (self.stage, self.main, *map(Same, self.operations.values()))

    @property
    def in_main(self) -> Mapping[str, OperationEstimate]:
        """The operations of the main step."""
        return {name: row for name, row in self.operations.items() if row.step.of == self.main}


@dataclass(frozen=True, slots=True)
class CellEstimate:
    """The interval of a requirement's own test: one size, group, condition, skew and number of groups at once.

    T0 and knee in; reorder, sync and padding out. ``bound_s`` must-move time at the better end of the exclusive cut;
    ``floor_s`` rounds x alpha of the optimistic end; ``busbw`` at those times [B/s].
    """

    n: float
    time: Interval
    algbw: Interval
    busbw: Interval
    bound_s: float
    floor_s: float
