"""What the sentence templates may name, worked out from the data of one requirement."""

from __future__ import annotations

from typing import Any

from estimator.report.sentences.naming import (
    collective_text,
    condition_text,
    main_size_text,
    place_text,
    size_text,
    titled,
    work_text,
)
from estimator.report.sentences.texts import listed, value_text, wording
from estimator.report.sentences.wording import Wording
from estimator.require.criterion import Expanded
from estimator.require.inherited import inherited
from estimator.require.loads import load_of
from estimator.require.place import Place
from estimator.require.workload import place_of
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import Requirement
from estimator.spec.values.base import Language
from estimator.units import Counted, format_number, format_ratio


class Facts:
    """What the templates may name, worked out when asked for."""

    def __init__(self, requirement: Requirement, spec: Spec, expanded: Expanded, language: Language) -> None:
        self.requirement: Any = requirement
        self.spec = spec
        self.expanded = expanded
        self.language = language
        self.words: Wording = wording(language)
        self.main = expanded.main

    def __getitem__(self, name: str) -> str | Counted:
        found: str | Counted = getattr(self, f"_{name}")()
        return found

    def _who(self) -> str:
        found = [self.words.who[part] for part in self.requirement.responsible] or [self.words.who[""]]
        return listed(found, self.words)

    def _must(self) -> str:
        return self.words.modal[self.requirement.priority]

    def _work(self) -> str:
        return self._running("")

    def _running(self, n: str) -> str:
        operation, collective = (getattr(self.requirement, key, None) for key in ("operation", "collective"))
        return work_text(operation, collective, self.spec, self.language, n)

    def _call(self) -> str:
        return self._running(self._n())

    def _place(self) -> str:
        return "" if self.main is None or self.main.place is None else self._at(self.main.place)

    def _at(self, place: Place) -> str:
        return place_text(place, self.spec, self.language)

    def _load(self) -> str:
        if self.main is None or not self.main.condition:
            return ""
        condition = self.main.condition
        made_by = load_of(condition, self.requirement, self.spec, self.expanded)
        said = condition_text(condition, self.spec, self.language, made_by)
        uneven = self.main.skew != 1.0
        skew = self.words.phrase["skew"].format(skew=format_number(self.main.skew)) if uneven else ""
        return self.words.phrase["load"].format(conditions=said, skew=skew)

    def _under(self) -> str:
        own = self.main.condition if self.main is not None else ""
        if own not in self.spec.platform.conditions:
            return ""  # computation runs beside the call anyway
        made_by = load_of(own, self.requirement, self.spec, self.expanded)
        return self.words.phrase["under"].format(condition=condition_text(own, self.spec, self.language, made_by))

    def _beside(self) -> str:
        return condition_text(self.requirement.against, self.spec, self.language)

    def _n(self) -> str:
        size = main_size_text(self.main, getattr(self.requirement, "operation", None), self.spec)
        return f"n = {size}" if size else ""

    def _swept(self) -> list[float]:
        blocks = self.expanded.blocks
        sizes = {size for block in blocks for size in block.run_at}
        sizes |= {size for cell in self.expanded.stated for size in cell.sizes}
        if self.expanded.kind == "no_dip_curve":
            before = (one for block in blocks for one in (*block.against, block.measure.against) if one)
            sizes |= {one.value for one in before if one.value}
        return sorted(sizes)

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
            # Within once the time is within the time.
            key = "once" if self.main.limit == 1.0 else "times"
            return self.words.phrase[key].format(factor=format_number(self.main.limit))
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
        limited = [limit for block in self.expanded.blocks for limit in block.limits.tolist() if limit == limit]
        limited += [cell.limit for cell in self.expanded.stated if cell.limit is not None]
        if not limited:
            return ""
        tolerance = self.main.tolerance if self.main else 0.0
        text = self.words.phrase["with_tolerance"].format(tolerance=format_ratio(tolerance)) if tolerance else ""
        if len(limited) == 1:
            return text
        key = ("same" if len(set(limited)) == 1 else "rest") + ("_one" if len(limited) == 2 else "")
        return text + self.words.phrase[key].format(count=len(limited) - 1)

    def _base(self) -> str:
        return self._at(place_of(self.spec, self.requirement.base_group))

    def _groups(self) -> str:
        places = dict.fromkeys(block.place for block in self.expanded.blocks)
        places |= dict.fromkeys(cell.place for cell in self.expanded.stated if cell.place)
        return listed([self._at(place) for place in places], self.words)

    def _algorithm(self) -> str:
        return inherited(self.requirement, self.spec).algorithm or ""

    def _cut(self) -> str:
        cut = self.spec.platform.cuts.get(self.requirement.cut or "")
        if cut is None:
            return self.words.phrase["any_cut"]
        title = titled(cut.title, self.language)
        text = self.words.phrase["about"].format(what=self.requirement.cut, about=title) if title else None
        return self.words.phrase["named_cut"].format(cut=text or self.requirement.cut)

    def _at_once(self) -> Counted:
        return Counted(0 if self.main is None else self.main.at_once)

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
        peers = self.requirement.zero_peers
        return self.words.phrase["zero"].format(peers=Counted(peers)) if peers else ""

    def _compute(self) -> str:
        text = self.requirement.compute
        return str(text.get(self.language)) if text else self.words.phrase["compute"]

    def _cores(self) -> str:
        cores = self.requirement.compute_cores
        return self.words.phrase["cores"].format(cores=Counted(cores)) if cores else ""

    def _counters(self) -> str:
        return self.words.phrase["counters"] if self.requirement.counters else ""

    def _predicts(self) -> str:
        return self.words.phrase[self.requirement.predicts]

    def _trace(self) -> str:
        return self.words.phrase["trace"] if self.requirement.trace else ""

    def _bytes(self) -> str:
        return size_text(float(self.requirement.bytes))

    def _instances(self) -> Counted:
        return Counted(self.requirement.instances)

    def _devices(self) -> Counted:
        return Counted(self.requirement.devices_per_instance)

    def _reports(self) -> str:
        return listed([self.words.report.get(part, part) for part in self.requirement.reports], self.words)

    def _item(self) -> str:
        return self.words.items[self.requirement.item]

    def _scope(self) -> str:
        collectives = [collective_text(name, self.language) for name in self.requirement.collectives]
        parts = [collectives, self.requirement.dtypes, self.requirement.redops]
        what = self.words.phrase["list"].join(self.words.comma.join(part) for part in parts if part)
        return self.words.phrase["scope"].format(what=what) if what else ""

    def _statement(self) -> str:
        # The template ends the sentence.
        return str(self.requirement.statement.get(self.language)).strip().rstrip("。.；;")

    def _bounded(self) -> str:
        if self.main is None or self.main.limit is None:
            return ""
        of = self.main.measure.quantity
        key = f"{'of_' if of is not None else ''}bounded_{self.main.comparator}"
        return self.words.phrase[key].format(limit=self._limit(), of=of.get(self.language) if of is not None else "")
