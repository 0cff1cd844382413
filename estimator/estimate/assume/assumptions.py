"""Which parameter holds: the platform's numbers by path, condition, collective, algorithm and size."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from estimator.cost.rows import MessageGap
from estimator.estimate.assume.path_numbers import Joined, Numbers, PathNumbers, origin_of
from estimator.estimate.assume.path_parameters import Query, Side, Stating, most_specific, stretched
from estimator.estimate.assume.setting import Setting
from estimator.estimate.result import Origin
from estimator.spec.document import Spec
from estimator.spec.machine.cut import Cut
from estimator.spec.machine.launch import Knee, LaunchTime, OnlyKnee, OnlyLaunch, Reduce, Selector
from estimator.spec.machine.path import StatedParameters
from estimator.spec.machine.platform import Platform
from estimator.spec.machine.valid import Valid
from estimator.spec.same import Same
from estimator.spec.source import Source
from estimator.spec.values.base import CONDITIONS, Condition
from estimator.spec.values.quantity import Pair
from estimator.spec.values.sizes import SizeSweep
from estimator.spec.workload import OperationLaunch

ASSUMED_MESSAGE = (0.0, 0.6e-6)
"""Start-up of each further peer in a direct exchange where nobody states one, at both ends [s]."""
FREE_MESSAGES = 8.0
"""Peers whose messages start at once with the first, where nobody says what a message takes."""


@dataclass(frozen=True, slots=True)
class CallStart:
    """How a call is started: what the operation states of it, and the operation's id."""

    operation: str = ""
    stated: OperationLaunch | None = None


PLATFORM = CallStart()
"""Started as the platform says."""


@dataclass(frozen=True, slots=True)
class FoundLaunch:
    """A T0 and where in the spec it stands; ``time`` None: nobody states one, and it counts as 0.

    ``of_its_own``: stated for the operation, its collective or its algorithm, not for every call of the platform.
    """

    time: Pair | None
    where: str
    source: str | None
    spec_path: str
    of_its_own: bool
    valid: Valid | None = None


Found = tuple[float, Origin]
"""A parameter and where it came from."""


@dataclass(frozen=True, slots=True)
class MadeFrom:
    """From which assumptions others were made, and in what they differ: paths, cuts, what every call takes."""

    before: Assumptions
    paths: frozenset[str]
    cuts: bool
    call: bool

    @staticmethod
    def between(before: Assumptions, platform: Platform) -> MadeFrom | None:
        """The difference to a platform with the same paths by name; None for one with others."""
        own = before.platform
        if own.paths.keys() != platform.paths.keys():
            return None
        call = ((getattr(own, key), getattr(platform, key)) for key in ("launch", "reduce", "knee"))
        return MadeFrom(
            before,
            frozenset(name for name, path in platform.paths.items() if path is not own.paths[name]),
            platform.cuts is not own.cuts,
            any(one is not other for one, other in call),
        )


class Assumptions:
    """The platform's parameters as an estimate asks for them. Values are SI: s, B/s, messages/s."""

    def __init__(self, platform: Platform, sources: Mapping[str, Source]) -> None:
        self.platform = platform
        self.sources = sources
        self._paths: dict[str, PathNumbers] = {}
        self._cuts: dict[tuple[str, tuple[Condition, ...], Side], tuple[float, str]] = {}
        self._fixed: dict[tuple[object, ...], Found] = {}
        self._by_size: dict[tuple[str, ...], bool] = {}
        self.moved: MadeFrom | None = None
        self.settings: dict[tuple[object, ...], Setting] = {}
        """What was worked out from these assumptions and holds at any size, by what it was asked for."""

    def on(self, platform: Platform) -> Assumptions:
        """The same for a platform with other numbers; what the paths that are as they were give is not asked again."""
        found = Assumptions(platform, self.sources)
        if platform.conditions is self.platform.conditions:
            found._paths = {path: numbers.on(platform) for path, numbers in self._paths.items()}
            found._cuts = self._cuts if platform.cuts is self.platform.cuts else {}
            found.moved = MadeFrom.between(self, platform)
        return found

    def about(self, paths: Iterable[str]) -> Hashable:
        """All that calls on these paths can be given, as a key: alike for two platforms that differ elsewhere."""
        ways = dict.fromkeys(paths)
        ways |= dict.fromkeys(one for name in ways if (one := self.platform.paths[name].through) is not None)
        return (tuple((name, Same(self.platform.paths[name])) for name in ways), *self._common)

    @cached_property
    def _common(self) -> tuple[Hashable, ...]:
        """What calls are given beside the numbers of their paths; of the sources their bases."""
        platform = self.platform
        parts = (platform.cuts, platform.launch, platform.reduce, platform.knee, platform.conditions)
        return (*map(Same, parts), tuple((name, source.basis) for name, source in self.sources.items()))

    def _once(self, key: tuple[object, ...], look_up: Callable[[], Found], *, alike: bool) -> Found:
        """What is looked up, once where it is ``alike`` for all calls."""
        if not alike:
            return look_up()
        if key not in self._fixed:
            self._fixed[key] = look_up()
        return self._fixed[key]

    def by_size(self, paths: Iterable[str]) -> bool:
        """Whether parameters of these paths, T0, the knee, reductions or cuts change with the size."""
        asked = tuple(paths)
        if asked not in self._by_size:
            entries = any(self.sizes_of(asked))
            self._by_size[asked] = entries or any(valid.sizes is not None for valid in self.valid_of(asked))
        return self._by_size[asked]

    def sizes_of(self, paths: Iterable[str]) -> Iterator[SizeSweep]:
        """The size ranges of ``only`` entries, between which parameters jump."""
        entries: list[Selector] = [entry for path in paths for entry in self.platform.paths[path].only]
        entries += [*(self.platform.launch.only if self.platform.launch else ()), *self.platform.knee.only]
        return (entry.sizes for entry in entries if entry.sizes is not None)

    def valid_of(self, paths: Iterable[str]) -> Iterator[Valid]:
        """Where the numbers of these paths, T0, the knee, reductions and cuts hold, as far as that is stated."""
        platform = self.platform
        stated: list[StatedParameters | LaunchTime | Knee | OnlyKnee | Reduce | Cut | None] = [platform.reduce]
        for path in paths:
            spec = platform.paths[path]
            stated += [*(spec.stated(condition) for condition in (*CONDITIONS, *spec.named)), *spec.only]
        if platform.launch is not None:
            stated += [platform.launch, *platform.launch.only, *platform.launch.per_collective.values()]
        stated += [platform.knee, *platform.knee.only, *platform.cuts.values()]
        return (each.valid for each in stated if each is not None and each.valid is not None)

    def worst(self, path: str, joined: Joined, conditions: Sequence[Condition], query: Query, side: Side) -> Numbers:
        """The worst of each parameter of a path over the conditions: `PathNumbers.worst`."""
        return self._of(path).worst(joined, conditions, query, side)

    def gap(self, path: str, conditions: Iterable[Condition], query: Query) -> MessageGap | None:
        """How messages start up on a path where it says so; None where it says nothing."""
        return self._of(path).gap(conditions, query)

    def stating(self, path: str, condition: Condition, query: Query) -> Mapping[str, Stating]:
        """Each quantity of a path as the parameters that hold under a condition state it."""
        return self._of(path).stating(condition, query)

    def by_call(self, path: str) -> bool:
        """Whether what a path gives depends on the call that asks."""
        return self._of(path).by_call

    def _of(self, path: str) -> PathNumbers:
        found = self._paths.get(path)
        if found is None:
            found = self._paths[path] = PathNumbers(self.platform, path, self.sources)
        return found

    def assumed_message(self, path: str) -> Origin:
        """Where a start-up of a further peer comes from that nobody states."""
        place = f"platform.paths.{path}.exclusive.messages"
        return self.origin("messages", path, "", ASSUMED_MESSAGE[1], None, place)

    def cut(self, name: str, conditions: Sequence[Condition], side: Side, query: Query | None = None) -> Found:
        """The worst aggregate bandwidth [B/s] of a cut over conditions, with its origin.

        ``query``: what it is used for; None leaves its range alone, as a bound does.
        """
        key = ("cut", name, tuple(conditions), side)
        alike = query is None or self.platform.cuts[name].valid is None
        return self._once(key, lambda: self._cut(name, conditions, side, query), alike=alike)

    def _cut(self, name: str, conditions: Sequence[Condition], side: Side, query: Query | None) -> Found:
        cut = self.platform.cuts[name]
        value, key = self._carried(name, tuple(conditions), side)
        widened = 1.0 if query is None else stretched(cut.valid, query, side)
        value /= widened
        place = "oversubscription" if cut.oversubscription is not None else f"{key}.bandwidth"
        return value, self.origin("cut", name, key, value, cut.source, f"platform.cuts.{name}.{place}", widened)

    def _carried(self, name: str, conditions: tuple[Condition, ...], side: Side) -> tuple[float, str]:
        """The worst bandwidth of a cut over conditions as stated [B/s], and the key that it stands under."""
        asked = name, conditions, side
        if asked not in self._cuts:
            stated = [self.platform.cuts[name].under(self.platform.lineage(condition)) for condition in conditions]
            self._cuts[asked] = min(((pair.ends[side], key) for key, pair in stated), key=lambda item: item[0])
        return self._cuts[asked]

    def launch(self, query: Query, side: Side, own: CallStart = PLATFORM) -> Found:
        """T0 [s] of one call: the operation's own, or the platform's most specific for its launch mode."""
        launch = self.platform.launch
        alike = own.stated is None and (launch is None or not (launch.valid or launch.only or launch.per_collective))
        return self._once(("launch", side), lambda: self._launch(query, side, own), alike=alike)

    def _launch(self, query: Query, side: Side, own: CallStart) -> Found:
        found = self.launch_in_force(query, own)
        if found.time is None:
            return 0.0, self.origin("launch", "platform", "", 0.0, None)
        widened = stretched(found.valid, query, side)
        value = found.time.ends[side] * widened
        return value, self.origin("launch", found.where, "", value, found.source, found.spec_path, widened)

    def launch_in_force(self, query: Query, own: CallStart = PLATFORM) -> FoundLaunch:
        """Which T0 holds for a call."""
        launch, stated = self.platform.launch, own.stated
        if stated is not None and stated.time is not None:
            place = f"operations.{own.operation}.launch.time"
            return FoundLaunch(stated.time, own.operation, stated.source, place, of_its_own=True)
        if launch is None:
            return FoundLaunch(None, "platform", None, "", of_its_own=False)
        mode = (stated.mode if stated is not None else None) or launch.mode

        alone = query.paths[0] if len(query.paths) == 1 else ""

        def fits(entry: OnlyLaunch) -> bool:
            return (entry.mode or mode) == mode and entry.path in (None, alone)

        best = most_specific(launch.only, query, fits)
        each = launch.per_collective.get(query.collective)  # type: ignore[call-overload]
        chosen, path = (each, f"per_collective.{query.collective}.") if each else (launch, "")
        named = each is not None
        if best is not None:
            chosen, path = best[1], f"only[{best[0]}]."
            named = best[1].collective is not None or best[1].algorithm is not None
        return FoundLaunch(chosen.time, "platform", chosen.source, f"platform.launch.{path}time", named, chosen.valid)

    def gamma(self, query: Query, side: Side) -> Found:
        """Seconds per reduced byte [s/B]; 0 where the platform states no reduction speed."""
        reduce = self.platform.reduce
        alike = reduce is None or reduce.valid is None
        return self._once(("gamma", side), lambda: self._gamma(query, side), alike=alike)

    def _gamma(self, query: Query, side: Side) -> Found:
        reduce = self.platform.reduce
        if reduce is None:
            return 0.0, self.origin("reduce", "platform", "", 0.0, None)
        widened = stretched(reduce.valid, query, side)
        value = reduce.bandwidth.ends[side] / widened
        place = "platform.reduce.bandwidth"
        return 1.0 / value, self.origin("reduce", "platform", "", value, reduce.source, place, widened)

    def knee(self, query: Query, side: Side) -> Found:
        """The knee factor k [1]."""
        knee = self.platform.knee
        alike = knee.valid is None and not knee.only
        return self._once(("knee", side), lambda: self._knee(query, side), alike=alike)

    def _knee(self, query: Query, side: Side) -> Found:
        chosen, place = self.knee_in_force(query)
        widened = stretched(chosen.valid, query, side)
        value = chosen.k.ends[side] * widened
        return value, self.origin("knee", "platform", "", value, chosen.source, place, widened)

    def knee_in_force(self, query: Query) -> tuple[Knee | OnlyKnee, str]:
        """Which knee holds for a call, and where its factor stands."""
        best = most_specific(self.platform.knee.only, query, lambda entry: True)
        chosen, path = (best[1], f"only[{best[0]}].") if best is not None else (self.platform.knee, "")
        return chosen, f"platform.knee.{path}k"

    def origin(
        self,
        quantity: str,
        where: str,
        condition: str,
        value: float,
        source: str | None,
        spec_path: str = "",
        widened: float = 1.0,
    ) -> Origin:
        """An origin with the basis of its source; a number without a source is an assumption."""
        return origin_of(self.sources, quantity, where, condition, value, source, spec_path, widened)


@lru_cache(maxsize=8)
def _kept(platform: Same[Platform], sources: Same[Mapping[str, Source]]) -> Assumptions:
    return Assumptions(platform.value, sources.value)


def assumptions_of(spec: Spec) -> Assumptions:
    """The assumptions of a spec: one for all that is asked of it."""
    return _kept(Same(spec.platform), Same(spec.sources))
