"""From a plan to its compiled form: one alternative for every resource that a stage loads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from estimator.cost.form import Form, Row, Terms, compile_rows
from estimator.cost.key import Family, Key
from estimator.cost.plan import Phase, Plan, stages
from estimator.cost.rows import ON_PATHS, Gaps, MessageGap, rows_of_stage


def compile_form(
    plan: Plan,
    whole: Mapping[str, float] | None = None,
    extra: Mapping[Key, float] | None = None,
    gaps: Mapping[str, MessageGap] | None = None,
) -> Form:
    """Compile a plan. ``whole``: cut -> D in units of n, one row over the whole call each.

    ``extra``: parameter -> coefficient added outside. ``gaps``: level -> how its messages start up. Start-ups that
    nothing runs beside are added to the first phase that moves data.
    """
    phases: list[list[Row]] = []
    started: Terms = {}
    shared = _shared(plan, gaps or {})
    for phase in plan:
        rows = alternatives(phase, shared)
        if len(rows) == 1 and rows[0].resource.family == "alpha":
            _add(started, rows[0].terms)
        elif rows:
            phases.append(rows)
    if started:
        first = phases[0] if phases else [Row({}, next(iter(started)))]
        phases[:1] = [[Row(_sum(started, row.terms), row.resource) for row in first]]
    over_all = [Row({Key("cut", name): load}, Key("cut", name)) for name, load in (whole or {}).items() if load > 0.0]
    return compile_rows(phases, over_all, dict(extra or {}))


def alternatives(phase: Phase, gaps: Gaps) -> list[Row]:
    """The rows of one phase, the slowest of which counts; equal ones once."""
    rows = (row for stage in phase for row in rows_of_stage(stage, gaps))
    return list({(row.resource, tuple(row.terms.items())): row for row in rows}.values())


def _shared(plan: Plan, gaps: Gaps) -> dict[str, MessageGap]:
    """A rate of a whole unit, divided by the most of its ranks that send out of it at once."""
    most: dict[str, float] = {}
    for stage in stages(plan):
        if stage.messages and stage.posted:
            most[stage.starts] = max(most.get(stage.starts, 1.0), stage.posted / stage.messages)
    return {level: gap._replace(senders=most.get(level, 1.0)) if gap.of_unit else gap for level, gap in gaps.items()}


def sums_of(plan: Plan, families: Sequence[Family], without: frozenset[str] = frozenset()) -> Form:
    """Per phase the largest row of the paths' resources, in the parameters of ``families`` only.

    ``without``: levels left out. Cuts and message rates are not in it.
    """
    phases = []
    for phase in plan:
        rows = (row for row in alternatives(phase, {}) if row.resource.family in (*ON_PATHS, "alpha"))
        kept = [row for row in rows if row.resource.where not in without]
        terms = [{key: value for key, value in row.terms.items() if key.family in families} for row in kept]
        distinct = dict.fromkeys(tuple(one.items()) for one in terms if one)
        if distinct:
            phases.append([Row(dict(one), one[0][0]) for one in distinct])
    return compile_rows(phases)


def _sum(one: Terms, other: Terms) -> Terms:
    found = dict(one)
    _add(found, other)
    return found


def _add(terms: Terms, more: Terms) -> None:
    for key, value in more.items():
        terms[key] = terms.get(key, 0.0) + value
