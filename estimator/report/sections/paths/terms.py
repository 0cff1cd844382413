"""The optional terms of a platform, as rows and lines of the parameter tables: only what the spec states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from estimator.cost.key import T0
from estimator.report.numbers import messages, percent, plain, rate, seconds, span, swept
from estimator.report.view.context import Context
from estimator.report.view.machine.levels import per_text
from estimator.report.view.machine.validity import valid_text
from estimator.report.words.lookup import Words
from estimator.spec.machine.launch import Knee, Launch, LaunchMode, LaunchTime, Selector
from estimator.spec.machine.path import OnlyParameters, StatedParameters
from estimator.spec.workload import OperationLaunch


class StatedTerm(NamedTuple):
    """A term of every call: its name, what it holds for, its value, the spec's source, and what to know of it."""

    name: str
    note: str
    value: str
    source: str | None
    more: tuple[str, ...] = ()


def path_terms(context: Context, found: StatedParameters, per: str) -> tuple[str, ...]:
    """Efficiency, message rate, limits beside them, √n term and range of a path under a condition, where stated.

    ``per``: whose the message rate is.
    """
    words = context.words
    terms = []
    if found.efficiency is not None:
        terms.append(words("paths.efficiency", share=span(*found.efficiency.ends, percent)))
    if found.message_rate is not None:
        paced = span(*found.message_rate.ends, messages)
        terms.append(words("paths.message_rate", rate=paced, per=per_text(words, per)))
    terms += _beside(words, found)
    if found.root is not None:
        time = span(*found.root.time.ends, seconds)
        terms.append(words("paths.root", time=time, at=swept(float(found.root.at))))
    return (*terms, *valid_text(context, found.valid))


def _beside(words: Words, found: StatedParameters) -> Iterator[str]:
    """What stands beside start-up and bandwidth: further peers and links, one peer, a whole unit, a NIC."""
    for key, time in (("messages", found.messages), ("hop", found.hop)):
        if time is not None:
            yield words(f"paths.{key}", time=span(*time.ends, seconds))
    for key, limit in (("one_peer", found.one_peer), ("unit", found.unit), ("nic", found.nic)):
        if limit is not None:
            yield words(f"paths.{key}", rate=span(*limit.ends, rate))


def selected(context: Context, entry: Selector) -> str:
    """What an entry of ``only`` holds for: collective, algorithm, condition, sizes, rails."""
    words = context.words
    parts = []
    if entry.collective is not None:
        parts.append(words[f"collective.{entry.collective}"])
    if entry.algorithm is not None:
        parts.append(entry.algorithm)
    if isinstance(entry, OnlyParameters):
        parts += [context.condition(entry.condition)] if entry.condition is not None else []
        parts += [words[f"rails.{entry.rails}"]] if entry.rails is not None else []
    if entry.sizes is not None:
        parts.append(span(entry.sizes.low, entry.sizes.high, swept))
    return " \u00b7 ".join(parts)


def call_terms(context: Context) -> Iterator[StatedTerm]:
    """T0 and knee factor of the platform, then those of one collective, algorithm, mode, size range or operation."""
    platform = context.spec.platform
    if platform.launch is not None:
        yield from _launches(context, platform.launch)
    for name, operation in context.spec.operations.items():
        if operation.launch is not None:
            yield _own_launch(context, name, operation.launch)
    yield from _knees(context, platform.knee)


def _knees(context: Context, knee: Knee) -> Iterator[StatedTerm]:
    """The factor with what it covers, then those of one collective, algorithm or size range."""
    words = context.words
    default = "" if knee.named else words["paths.knee.default"]
    covers = (words["paths.knee.covers"],) if knee.k.conservative > 0.0 else ()
    more = (*covers, *valid_text(context, knee.valid))
    yield StatedTerm(words["paths.knee"], default, span(*knee.k.ends, plain), knee.source, more)
    for entry in knee.only:
        note = words("paths.only", what=selected(context, entry))
        more = valid_text(context, entry.valid)
        yield StatedTerm(words["paths.knee"], note, span(*entry.k.ends, plain), entry.source or knee.source, more)


def _launches(context: Context, launch: Launch) -> Iterator[StatedTerm]:
    words = context.words

    def term(name: str, note: str, stated: LaunchTime) -> StatedTerm:
        more = valid_text(context, stated.valid)
        return StatedTerm(name, note, span(*stated.time.ends, seconds), stated.source or launch.source, more)

    yield term(words["paths.launch"], _mode(context, launch.mode), launch)
    for collective, own in launch.per_collective.items():
        name = words("paths.launch.one", what=words[f"collective.{collective}"])
        yield term(name, _mode(context, own.mode), own)
    for entry in launch.only:
        parts = (selected(context, entry), entry.path or "", _mode(context, entry.mode))
        what = " \u00b7 ".join(part for part in parts if part)
        yield term(words["paths.launch"], words("paths.only", what=what), entry)


def _own_launch(context: Context, name: str, own: OperationLaunch) -> StatedTerm:
    """T0 of one operation: its own, or the one that the platform states for the mode it names."""
    title = context.words("paths.launch.one", what=context.operation_title(name))
    row = context.table.operations[name]
    origin = row.conservative.origins.get(T0)
    time = span(row.optimistic.theta.get(T0, 0.0), row.conservative.theta.get(T0, 0.0), seconds)
    return StatedTerm(title, _mode(context, own.mode), time, origin.source if origin is not None else own.source)


def _mode(context: Context, mode: LaunchMode | None) -> str:
    return context.words[f"mode.{mode}"] if mode else ""


def source_text(context: Context, source: str | None) -> str:
    """What a source says of itself; for none, that it counts as assumed."""
    found = context.spec.sources.get(source or "")
    return context.words["paths.nosource"] if found is None else context.own(found.text)
