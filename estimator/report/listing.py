"""The estimation table for programs and terminals: JSON, CSV, Markdown and plain text of the same rows."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping

from estimator.estimate.result import End, EstimateTable, Interval, OperationEstimate, Origin
from estimator.units import format_bandwidth, format_ratio, format_size, format_time

Cell = str | float | int | None
SCHEMA = 1


def flat_row(operation: OperationEstimate) -> dict[str, Cell]:
    """One operation as flat cells in SI units (s, B, B/s): the columns of the CSV."""
    low, high = operation.optimistic, operation.conservative
    return {
        "operation": operation.id,
        "collective": operation.collective,
        "algorithm": operation.algorithm.name,
        "group": operation.group,
        "ranks": operation.shape.ranks,
        "ranks_per_node": operation.shape.per_node,
        "nodes": operation.shape.nodes,
        "at_once_per_node": operation.at_once,
        "conditions": " ".join(operation.conditions),
        "dtype": operation.size.dtype,
        "semantics": operation.size.semantics,
        "n_bytes": operation.size.n,
        "calls": operation.calls,
        "optimistic_s": low.total_s,
        "conservative_s": high.total_s,
        "bound_s": operation.bound.seconds if operation.bound.cut else None,
        "loaded_cut_s": operation.loaded_cut_s or None,
        "algbw_optimistic_Bps": operation.algbw.optimistic,
        "algbw_conservative_Bps": operation.algbw.conservative,
        "busbw_optimistic_Bps": operation.busbw.optimistic,
        "busbw_conservative_Bps": operation.busbw.conservative,
        "n_half_optimistic_bytes": low.n_half,
        "n_half_conservative_bytes": high.n_half,
        "regime_optimistic": low.regime,
        "regime_conservative": high.regime,
        "limited_by": " ".join(dict.fromkeys(high.limited_by)),
        "assumed_share": operation.assumed_share,
        "per_step": operation.step.count,
        "step_total_optimistic_s": operation.step.total.optimistic,
        "step_total_conservative_s": operation.step.total.conservative,
        "step_exposed_optimistic_s": operation.step.exposed.optimistic,
        "step_exposed_conservative_s": operation.step.exposed.conservative,
    }


def as_csv(table: EstimateTable) -> str:
    """One line per operation, SI units, the numbers in full; a name cannot start like a spreadsheet's formula."""
    rows = [flat_row(operation) for operation in table.operations.values()]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(rows[0] if rows else ())
    writer.writerows(row.values() for row in rows)
    return stream.getvalue()


def as_json(table: EstimateTable, about: Mapping[str, object]) -> str:
    """Everything the table knows, numbers in full; ``about`` (document id, version, fingerprint) comes first.

    One line per operation and per assumption: readable in a diff, and the quick encoder writes it.
    """
    first = [{"assumption": one.assumption, "seconds": one.seconds, "share": one.share} for one in table.ranking]
    head = {
        "commspec_estimates": SCHEMA,
        **about,
        "step": {"total_s": list(table.total), "exposed_s": list(table.exposed)},
    }
    lines = [f"{_plain(name)}: {_plain(value)}" for name, value in head.items()]
    lines.append(f'"measure_first": [{_block(map(_plain, first))}]')
    rows = (f"{_plain(name)}: {_plain(_operation(operation))}" for name, operation in table.operations.items())
    lines.append(f'"operations": {{{_block(rows)}}}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _block(items: Iterable[str]) -> str:
    text = ",\n  ".join(items)
    return f"\n  {text}\n" if text else ""


def as_markdown(table: EstimateTable) -> str:
    """A table for a review comment, the numbers rounded."""
    head, *rows = _shown(table)
    lines = [head, ["---"] * len(head), *rows]
    body = "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
    return f"{body}\n{_totals(table)}\n"


def as_text(table: EstimateTable) -> str:
    """A table for the terminal, the numbers rounded."""
    rows = _shown(table)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([*lines, "", _totals(table), ""])


def _shown(table: EstimateTable) -> list[list[str]]:
    head = ["operation", "collective", "algorithm", "ranks", "n", "optimistic", "conservative", "bound"]
    head += ["busbw", "limited by", "assumed", "exposed per step"]
    return [head, *(_shown_row(operation) for operation in table.operations.values())]


def _shown_row(operation: OperationEstimate) -> list[str]:
    shape, bound = operation.shape, operation.bound
    return [
        operation.id,
        operation.collective,
        operation.algorithm.name,
        f"{shape.ranks} = {shape.per_node}x{shape.nodes}",
        format_size(operation.size.n),
        format_time(operation.time.optimistic),
        format_time(operation.time.conservative),
        format_time(bound.seconds) if bound.cut else "-",
        _both(operation.busbw, format_bandwidth),
        ", ".join(dict.fromkeys(operation.conservative.limited_by)),
        format_ratio(operation.assumed_share, 2),
        _both(operation.step.exposed, format_time),
    ]


def _totals(table: EstimateTable) -> str:
    first = table.ranking[0].assumption if table.ranking else "nothing: no interval is open"
    return (
        f"Per step: total {_both(table.total, format_time)}, exposed {_both(table.exposed, format_time)}. "
        f"Measure first: {first}."
    )


def _both(pair: Interval, show: Callable[[float], str]) -> str:
    return f"{show(pair.optimistic)} .. {show(pair.conservative)}"


def _operation(operation: OperationEstimate) -> dict[str, object]:
    return {
        **flat_row(operation),
        "conditions": list(operation.conditions),
        "limited_by": list(operation.conservative.limited_by),
        "paths": dict(operation.paths),
        "n_star_bytes": {path: list(pair) for path, pair in operation.n_star.items()},
        "optimistic": _end(operation.optimistic),
        "conservative": _end(operation.conservative),
        "rivals_s": {name: list(pair) for name, pair in operation.rivals.items()},
        "waterfall": [{"factor": s.factor, "where": s.where, "seconds": s.seconds} for s in operation.waterfall],
        "basis_shares": dict(operation.basis_shares),
    }


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
        "shares_s": dict(end.parts),
        "parameters": {name: _origin(origin) for name, origin in end.origins.items()},
    }


def _origin(origin: Origin) -> dict[str, object]:
    return {
        "where": origin.where,
        "condition": origin.condition,
        "value": origin.value,
        "source": origin.source,
        "basis": origin.basis,
    }
