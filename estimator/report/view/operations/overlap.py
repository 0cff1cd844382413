"""What computation hides of an operation, in words: a share of its time, or the window beside each call."""

from __future__ import annotations

from estimator.report.numbers import NONE, fraction, percent, seconds, span
from estimator.report.view.context import Context
from estimator.spec.workload import Operation, OverlapWindow


def overlap_text(context: Context, operation: Operation) -> str:
    """Both ends with their name: "overlap 80-30 %", or "window 12-10 ms, compute slowed 1-1.08 x"."""
    words, stated = context.words, operation.overlap
    if not isinstance(stated, OverlapWindow):
        return words("overlap.share", share=span(*stated.ends, percent))
    key = "overlap.slowed" if stated.compute_slowdown.conservative > 1.0 else "overlap.window"
    return words(key, window=span(*stated.window.ends, seconds), slowdown=span(*stated.compute_slowdown.ends, fraction))


def overlap_cell(context: Context, operation: Operation) -> str:
    """The same for a column that says overlap in its head; a dash where nothing is hidden."""
    stated = operation.overlap
    if not operation.hides:
        return NONE
    return overlap_text(context, operation) if isinstance(stated, OverlapWindow) else span(*stated.ends, percent)


def overlap_value(context: Context, operation: Operation, factor: str) -> str:
    """One of the numbers alone: the share, the window, or the slow-down of computation."""
    stated = operation.overlap
    if not isinstance(stated, OverlapWindow):
        return span(*stated.ends, percent)
    if factor == "window":
        return span(*stated.window.ends, seconds)
    return f"{span(*stated.compute_slowdown.ends, fraction)}\u00a0\u00d7"
