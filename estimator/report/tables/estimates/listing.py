"""The estimation table for programs and terminals: JSON, CSV, Markdown and plain text of the same rows."""

from collections.abc import Callable, Mapping
from math import isfinite
from types import MappingProxyType

from estimator.estimate.assume.validity import PER_RANKS, PER_SIZE, extrapolated
from estimator.estimate.result import End, EstimateTable, Interval, OperationEstimate, Origin, StepSum
from estimator.estimate.steps.overlap import Overlap, Share, Window
from estimator.phrase import heads, linked, phrase
from estimator.report.tables.estimates.budget import budget_data, budget_lines
from estimator.report.tables.estimates.places import place_lines
from estimator.report.tables.rows import Scalar, block, comma_separated, document, piped, plain
from estimator.report.tables.screen import PLAIN, Screen, fitted
from estimator.require.closure import Closure
from estimator.units import SPACE, format_bandwidth, format_number, format_ratio, format_size, format_time

SCHEMA = 1
RANKS = (0, 7, 2, 4, 1, 0, 0, 3, 5, 2, 6, 6, 1)
"""Of the columns: the times stay, what they are of goes last."""
STEPS: Mapping[str, str] = MappingProxyType({one: one for one in heads("training", "prefill", "decode")})
"""Kinds of steps by their names in a spec."""
STAR = " *"
"""Behind a conservative time that is extrapolated."""
NONE: Mapping[str, Mapping[str, object]] = MappingProxyType({})


def flat_row(operation: OperationEstimate) -> dict[str, Scalar]:
    """One operation as flat cells in SI units (s, B, B/s): the columns of the CSV."""
    low, high = operation.optimistic, operation.conservative
    return {
        "operation": operation.id,
        "collective": operation.collective,
        "algorithm": operation.algorithm.name,
        "group": operation.group,
        "ranks": operation.shape.ranks,
        "ranks_per_node": " ".join(map(str, operation.shape.uneven)) or operation.shape.per_node,
        "nodes": operation.shape.nodes,
        "at_once_per_node": operation.at_once,
        "conditions": " ".join(operation.conditions),
        "dtype": operation.size.dtype,
        "semantics": operation.size.semantics,
        "n_bytes": operation.size.n,
        "calls": operation.calls,
        "optimistic_s": low.total_s,
        "conservative_s": high.total_s,
        "bound_s": operation.bound.seconds or None,
        "bound_at": operation.bound.cut or operation.bound.border or None,
        "bound_bytes": operation.bound.bytes or None,
        "bound_Bps": operation.bound.rate or None,
        "loaded_cut_s": operation.loaded_cut_s or None,
        "algbw_optimistic_Bps": operation.algbw.optimistic,
        "algbw_conservative_Bps": operation.algbw.conservative,
        "busbw_optimistic_Bps": operation.busbw.optimistic,
        "busbw_conservative_Bps": operation.busbw.conservative,
        "n_half_optimistic_bytes": low.n_half if isfinite(low.n_half) else None,
        "n_half_conservative_bytes": high.n_half if isfinite(high.n_half) else None,
        "regime_optimistic": low.regime,
        "regime_conservative": high.regime,
        "limited_by": " ".join(dict.fromkeys(high.limited_by)),
        "assumed_share": operation.assumed_share,
        "extrapolated": max((origin.widened for origin in extrapolated(high)), default=None),
        "step": operation.step.of,
        "per_step": operation.step.count,
        "step_n_bytes": operation.step.n,
        "step_total_optimistic_s": operation.step.total.optimistic,
        "step_total_conservative_s": operation.step.total.conservative,
        "step_exposed_optimistic_s": operation.step.exposed.optimistic,
        "step_exposed_conservative_s": operation.step.exposed.conservative,
        **_elsewhere(operation),
    }


def _elsewhere(operation: OperationEstimate) -> dict[str, Scalar]:
    """The pipeline stage other than the step's on which more of an operation is exposed."""
    other = operation.elsewhere
    return {
        "elsewhere_stage": other.stage if other else None,
        "elsewhere_n_bytes": other.cost.n if other else None,
        "elsewhere_per_step": other.cost.count if other else None,
        "elsewhere_exposed_optimistic_s": other.cost.exposed.optimistic if other else None,
        "elsewhere_exposed_conservative_s": other.cost.exposed.conservative if other else None,
    }


def as_csv(table: EstimateTable) -> str:
    """One line per operation, SI units, the numbers in full; a name cannot start like a spreadsheet's formula."""
    return comma_separated([flat_row(operation) for operation in table.operations.values()])


def as_json(
    table: EstimateTable,
    about: Mapping[str, object],
    closure: Closure,
    algorithms: Mapping[str, Mapping[str, object]] = NONE,
) -> str:
    """Everything the table knows, numbers in full; ``about`` (document id, version, fingerprint) comes first.

    ``closure``: the step with every must just met. ``algorithms``: operation -> the declared algorithm beside the
    others, where that was asked for. One line per operation and per assumption: readable in a diff, and the quick
    encoder writes it.
    """
    first = [{"assumption": one.assumption, "seconds": one.seconds, "share": one.share} for one in table.ranking]
    head = {
        "commspec_estimates": SCHEMA,
        **about,
        "step": {
            "of": table.main,
            "total_s": list(table.total),
            "exposed_s": list(table.exposed),
            "stage": table.stage or None,
            "stages": table.stages or None,
        },
        "other_steps": {step: _sums(found) for step, found in table.others.items()},
        "budget": budget_data(closure),
    }
    lines = [f"{plain(name)}: {plain(value)}" for name, value in head.items()]
    lines.append(f'"measure_first": [{block(map(plain, first))}]')
    beside = {name: {"algorithms": found} for name, found in algorithms.items()}
    rows = (
        f"{plain(name)}: {plain(_operation(operation) | beside.get(name, {}))}"
        for name, operation in table.operations.items()
    )
    lines.append(f'"operations": {{{block(rows)}}}')
    return document(lines)


def as_markdown(table: EstimateTable, screen: Screen = PLAIN) -> str:
    """A table for a review comment, the numbers rounded."""
    return f"{piped(screen.rows(_shown(table)))}\n{screen.text(_notes(table))}"


def as_text(table: EstimateTable, closure: Closure, screen: Screen = PLAIN) -> str:
    """A table for the terminal, the numbers rounded, then the budget where there is one."""
    return screen.text([*fitted(_shown(table), screen, RANKS), "", *_notes(table), *budget_lines(closure, screen)])


def _notes(table: EstimateTable) -> list[str]:
    """What stands under the table, a line each."""
    return [*place_lines(table), *_totals(table), *_larger(table), *_stretched(table)]


def _shown(table: EstimateTable) -> list[list[str]]:
    head = [*heads("operation", "collective", "algorithm", "ranks"), "n", *heads("optimistic", "conservative", "bound")]
    head += ["busbw", *heads("limited by", "assumed", "overlap", "exposed per step")]
    return [head, *(_shown_row(operation) for operation in table.operations.values())]


def _shown_row(operation: OperationEstimate) -> list[str]:
    shape, bound = operation.shape, operation.bound
    return [
        operation.id,
        operation.collective,
        operation.algorithm.name,
        f"{shape.ranks}{SPACE}={SPACE}{'+'.join(map(str, shape.uneven)) or f'{shape.per_node}x{shape.nodes}'}",
        format_size(operation.size.n),
        format_time(operation.time.optimistic),
        _marked(operation),
        format_time(bound.seconds) if bound.seconds else "-",
        both(operation.busbw, format_bandwidth),
        ", ".join(dict.fromkeys(operation.conservative.limited_by)),
        format_ratio(operation.assumed_share, 2),
        _overlap_text(operation.step.overlap),
        _exposed(operation),
    ]


def _exposed(operation: OperationEstimate) -> str:
    exposed, of = both(operation.step.exposed, format_time), operation.step.of
    return exposed if of == "training" else phrase("{exposed} ({step})", exposed=exposed, step=STEPS[of])


def _marked(operation: OperationEstimate) -> str:
    """The conservative time, with a star where it rests on numbers used beyond their range."""
    return format_time(operation.time.conservative) + (STAR if extrapolated(operation.conservative) else "")


def _stretched(table: EstimateTable) -> list[str]:
    """What is extrapolated and how far, a line an operation; nothing where every number is used inside its range."""
    lines = []
    for name, operation in table.operations.items():
        beyond = [f"{origin.spec_path} x {origin.widened:.3g}" for origin in extrapolated(operation.conservative)]
        if beyond:
            lines.append(phrase("* {name} extrapolated: {places}.", name=name, places=linked(", ", beyond)))
    rule = phrase(
        "Beyond `valid` a number is {ranks:g} times worse an octave of ranks, {size:g} times one of size.",
        ranks=PER_RANKS,
        size=PER_SIZE,
    )
    return [*lines, rule] if lines else []


def _overlap_text(overlap: Overlap) -> str:
    """What computation hides at both ends: "80 % .. 30 %", or "window 12 ms .. 10 ms, compute x 1 .. 1.08"."""
    low, high = overlap
    if isinstance(low, Window) and isinstance(high, Window):
        slowed = Interval(low.slowdown, high.slowdown)
        window = both(Interval(low.seconds, high.seconds), format_time)
        if slowed == (1.0, 1.0):
            return phrase("window {window}", window=window)
        return phrase("window {window}, compute x {slowed}", window=window, slowed=both(slowed, format_number))
    shares = [hiding.hidden for hiding in overlap if isinstance(hiding, Share)]
    return both(Interval(*shares), format_ratio) if any(shares) else "-"


def _totals(table: EstimateTable) -> list[str]:
    first = table.ranking[0].assumption if table.ranking else phrase("nothing: no interval is open")
    head = phrase("Per step") if _one_training(table) else phrase("Per {step} step", step=STEPS[table.main])
    if table.stage:
        head = phrase("{per} of pipeline stage {stage} of {stages}", per=head, stage=table.stage, stages=table.stages)
    main = phrase("{sum} Measure first: {first}.", sum=_sum(head, StepSum(table.total, table.exposed)), first=first)
    others = (_sum(phrase("Per {step} step", step=STEPS[step]), found) for step, found in table.others.items())
    return [main, *others]


def _sum(of: str, found: StepSum) -> str:
    total, exposed = both(found.total, format_time), both(found.exposed, format_time)
    return phrase("{of}: total {total}, exposed {exposed}.", of=of, total=total, exposed=exposed)


def _one_training(table: EstimateTable) -> bool:
    """Whether a step can only mean that of training."""
    return all(row.step.of == "training" for row in table.operations.values())


def _sums(found: StepSum) -> dict[str, object]:
    return {"total_s": list(found.total), "exposed_s": list(found.exposed)}


def _larger(table: EstimateTable) -> list[str]:
    """What another stage exposes more of than the stage whose step this is, a line an operation."""
    return [
        phrase(
            "Stage {stage} exposes more of {name}: {exposed}, {count} x {n}.",
            stage=stage,
            name=name,
            exposed=both(cost.exposed, format_time),
            count=format_number(cost.count),
            n=format_size(cost.n),
        )
        for name, operation in table.operations.items()
        if operation.elsewhere is not None
        for stage, cost in [operation.elsewhere]
    ]


def both(pair: Interval, show: Callable[[float], str]) -> str:
    """Both ends of a pair as text."""
    return f"{show(pair.optimistic)} .. {show(pair.conservative)}"


def _operation(operation: OperationEstimate) -> dict[str, object]:
    return {
        **flat_row(operation),
        "ranks_per_node": list(operation.shape.uneven) or operation.shape.per_node,
        "conditions": list(operation.conditions),
        "limited_by": list(operation.conservative.limited_by),
        "paths": dict(operation.paths),
        "n_star_bytes": {path: list(pair) for path, pair in operation.n_star.items()},
        "optimistic": _end(operation.optimistic),
        "conservative": _end(operation.conservative),
        "rivals_s": {name: list(pair) for name, pair in operation.rivals.items()},
        "waterfall": [{"factor": s.factor, "where": s.where, "seconds": s.seconds} for s in operation.waterfall],
        "basis_shares": dict(operation.basis_shares),
        "overlap": _overlap(operation.step.overlap),
        "extrapolated": {origin.spec_path: origin.widened for origin in extrapolated(operation.conservative)},
        "places": [
            {"ranks": list(map(list, ranks)), "optimistic_s": time.optimistic, "conservative_s": time.conservative}
            for ranks, time in operation.places
        ],
    }


def _overlap(overlap: Overlap) -> dict[str, object]:
    """What computation hides, [optimistic, conservative]: a share, or the window beside each call."""
    windows = [hiding for hiding in overlap if isinstance(hiding, Window)]
    if windows:
        slowed = [window.slowdown for window in windows]
        return {"window_s": [window.seconds for window in windows], "compute_slowdown": slowed}
    return {"share": [hiding.hidden for hiding in overlap if isinstance(hiding, Share)]}


def _end(end: End) -> dict[str, object]:
    return {
        "total_s": end.total_s,
        "startup_s": end.startup_s,
        "transfer_s": end.transfer_s,
        "knee_s": end.knee_s,
        "launch_s": end.launch_s,
        "sync_s": end.sync_s,
        "reorder_s": end.reorder_s,
        "rounds": end.rounds,
        "skew": end.skew,
        "limited_by": list(end.limited_by),
        "shares_s": {str(key): value for key, value in end.parts.items()},
        "parameters": {str(key): _origin(origin) for key, origin in end.origins.items()},
    }


def _origin(origin: Origin) -> dict[str, object]:
    return {
        "where": origin.where,
        "condition": origin.condition,
        "value": origin.value,
        "source": origin.source,
        "basis": origin.basis,
        **({"widened": origin.widened} if origin.widened > 1.0 else {}),
    }
