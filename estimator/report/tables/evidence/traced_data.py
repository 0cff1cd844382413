"""Traces beside the estimates for programs: CSV, and JSON with everything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from estimator.evidence.traces.result import MeasuredCalls, OperationSeen, StepSeen, TracesCompared, Unmatched
from estimator.evidence.traces.spread import Spread
from estimator.report.tables.rows import Scalar, block, comma_separated, document, plain

SCHEMA = 1


def as_csv(found: TracesCompared) -> str:
    """One line an operation, and one an operation and step, in seconds and bytes."""
    rows = []
    for operation in found.operations.values():
        rows.append(_flat(operation, "", operation.all))
        rows += [_flat(operation, step, measured) for step, measured in operation.by_step.items()]
    return comma_separated(rows)


def as_json(found: TracesCompared, about: Mapping[str, object]) -> str:
    """Everything, numbers in full, times in seconds, sizes in bytes."""
    head = {"commspec_trace": SCHEMA, **about, "ranks": list(found.ranks), "world": found.world}
    head |= {"steps": list(found.steps), "never_seen": list(found.never), "notes": list(found.notes)}
    lines = [f"{plain(key)}: {plain(value)}" for key, value in head.items()]
    operations = (f"{plain(name)}: {plain(_operation(seen))}" for name, seen in found.operations.items())
    lines.append(f'"operations": {{{block(operations)}}}')
    lines.append(f'"by_step": [{block(plain(_step(step)) for step in found.by_step)}]')
    lines.append(f'"unmatched": [{block(plain(_other(kind)) for kind in found.unmatched)}]')
    return document(lines)


def _spread(spread: Spread | None) -> dict[str, object] | None:
    return asdict(spread) if spread is not None else None


def _measured(measured: MeasuredCalls) -> dict[str, object]:
    return {
        "calls": measured.calls,
        "n_bytes": _spread(measured.n),
        "predicted_s": list(measured.predicted),
        "transfer_s": _spread(measured.transfer),
        "transfer_told_by": measured.basis,
        "elapsed_s": _spread(measured.elapsed),
        "waiting_s": _spread(measured.waiting),
        "idle_s": _spread(measured.idle),
        "error": list(measured.error),
        "outside": measured.outside,
        "inside_share": measured.inside,
        "hidden_s": _spread(measured.hidden),
        "exposed_s": _spread(measured.exposed),
        "exposed_transfer_s": _spread(measured.exposed_transfer),
    }


def _operation(seen: OperationSeen) -> dict[str, object]:
    window = seen.window
    return {
        "collective": seen.collective,
        "ranks": seen.ranks,
        "alike": list(seen.alike),
        "requirements": list(seen.requirements),
        "ranks_seen": seen.ranks_seen,
        "per_step": seen.per_step,
        "seen_per_step": seen.seen_per_step,
        "estimate_s": list(seen.estimate),
        **_measured(seen.all),
        "overlap": {
            "window_s": list(window.window),
            "hidden_share": window.share,
            "open": window.open,
        }
        if window is not None
        else None,
        "sizes_from_bytes_sent": seen.sizes_sent,
        "group_size_unknown": seen.unsized_group,
        "by_step": {step: _measured(measured) for step, measured in seen.by_step.items()},
    }


def _step(step: StepSeen) -> dict[str, object]:
    return {
        "step": step.label,
        "rank": step.rank,
        "calls": step.calls,
        "predicted_s": list(step.predicted),
        "transfer_s": step.transfer,
        "waiting_s": step.waiting,
        "elapsed_s": step.elapsed,
        "hidden_s": step.hidden,
        "predicted_exposed_s": list(step.predicted_exposed),
        "exposed_s": step.exposed,
        "exposed_transfer_s": step.exposed_transfer,
    }


def _other(kind: Unmatched) -> dict[str, object]:
    return {
        "what": kind.what,
        "collective": kind.collective or None,
        "ranks": kind.ranks,
        "n_bytes": kind.n,
        "calls": kind.calls,
        "elapsed_s": _spread(kind.elapsed),
        "reason": kind.reason,
    }


def _flat(seen: OperationSeen, step: str, measured: MeasuredCalls) -> dict[str, Scalar]:
    def p50(spread: Spread | None) -> float | None:
        return spread.p50 if spread is not None else None

    return {
        "operation": seen.name,
        "step": step,
        "collective": seen.collective,
        "ranks": seen.ranks,
        "n_bytes": p50(measured.n),
        "calls": measured.calls,
        "predicted_optimistic_s": measured.predicted.optimistic,
        "predicted_conservative_s": measured.predicted.conservative,
        "transfer_p10_s": measured.transfer.p10,
        "transfer_p50_s": measured.transfer.p50,
        "transfer_p90_s": measured.transfer.p90,
        "transfer_told_by": measured.basis,
        "error_optimistic": measured.error.optimistic,
        "error_conservative": measured.error.conservative,
        "inside_share": measured.inside,
        "elapsed_p50_s": measured.elapsed.p50,
        "waiting_p50_s": measured.waiting.p50,
        "hidden_p50_s": p50(measured.hidden),
        "exposed_p50_s": p50(measured.exposed),
        "exposed_transfer_p50_s": p50(measured.exposed_transfer),
    }
