"""Numbers that can hardly be meant: beyond any link, more skew than ranks, a spread of nothing, no source."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.errors import Path, path_text
from estimator.lint.rules import SLACK, Finding, Look
from estimator.phrase import phrase
from estimator.spec.machine.join import joins, parameters
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.spec.workload import Operation
from estimator.units import Counted, format_bandwidth, format_factor, format_time

FASTEST = 100e12
"""Bytes a second of one path: several times what any memory or link of one device reaches."""
LONGEST = 1.0
"""Seconds of a start-up: no message of any network waits that long."""
RATES = ("bandwidth", "one_peer", "unit", "nic")


def implausible(look: Look) -> Iterator[Finding]:
    """The findings about paths, operations and requirements, each once."""
    seen: set[tuple[str, Path]] = set()
    for finding in (*_of_paths(look), *_of_machine(look), *_of_operations(look), *_of_requirements(look)):
        if (finding.rule, finding.path) not in seen:
            seen.add((finding.rule, finding.path))
            yield finding


def _of_paths(look: Look) -> Iterator[Finding]:
    for join in joins(look.spec.platform):
        where: Path = ("platform", "paths", join.name)
        if join.path.link is not None and float(join.path.link.rate) > FASTEST:
            yield Finding("beyond-any-link", (*where, "link", "rate"), format_bandwidth(float(join.path.link.rate)))
        for place, found in parameters(join.path):
            if found.source is None:
                yield Finding(
                    "no-source",
                    (*where, *place),
                    phrase("{place} has no from: counted as assumed", place=path_text((*where, *place))),
                )
            if found.alpha is not None and found.alpha.conservative > LONGEST:
                yield Finding("beyond-any-link", (*where, *place, "alpha"), format_time(found.alpha.conservative))
            for key in RATES:
                rate = getattr(found, key)
                if rate is not None and rate.optimistic > FASTEST:
                    yield Finding("beyond-any-link", (*where, *place, key), format_bandwidth(rate.optimistic))


def _of_machine(look: Look) -> Iterator[Finding]:
    """Numbers of the machine, and those around operations, that name no source."""
    platform = look.spec.platform
    parts: list[tuple[Path, object]] = [(("platform", "cuts", name), cut) for name, cut in platform.cuts.items()]
    parts += [(("platform", "reduce"), platform.reduce), (("platform", "launch"), platform.launch)]
    only = platform.launch.only if platform.launch is not None else ()
    parts += [(("platform", "launch", "only", number), one) for number, one in enumerate(only)]
    if platform.knee.named:
        parts.append((("platform", "knee"), platform.knee))
    for name, operation in look.spec.operations.items():
        where, around = ("operations", name), operation.around
        if operation.launch is not None and operation.launch.time is not None:
            parts.append(((*where, "launch"), operation.launch))
        if around.sync.conservative > 0.0 or (around.reorder is not None and around.reorder.source is None):
            parts.append(((*where, "around"), around))
    for path, part in parts:
        if part is not None and getattr(part, "source", None) is None:
            yield Finding("no-source", path, phrase("{place} has no from: counted as assumed", place=path_text(path)))


def _of_operations(look: Look) -> Iterator[Finding]:
    for name, operation in look.spec.operations.items():
        yield from _split(("operations", name, "calls"), operation)
        ranks = look.spec.groups[operation.group].size
        if operation.skew is not None and operation.skew.conservative > ranks * (1 + SLACK):
            text = phrase(
                "{conservative} on {ranks} ranks", conservative=format_factor(operation.skew.conservative), ranks=ranks
            )
            yield Finding(
                "impossible-skew", ("operations", name, "skew"), text, phrase("write {ranks} or less", ranks=ranks)
            )


def _split(where: Path, operation: Operation) -> Iterator[Finding]:
    """Calls beside a count of one: the buffer is split, and a reader may take them for calls of the whole buffer."""
    calls = operation.calls
    if operation.from_model is None and calls > 1 and operation.per_step == 1:
        text = phrase("{calls:call} of a part of the tensor each, together once per step", calls=Counted(calls))
        yield Finding("split-call", where, text, phrase("write per_step: {calls} for calls of all of it", calls=calls))


def _of_requirements(look: Look) -> Iterator[Finding]:
    spec = look.spec
    for name, requirement in spec.requirements.items():
        if not isinstance(requirement, MeasurableRequirement):
            continue
        where: Path = ("requirements", name)
        if requirement.test.max_spread is not None and float(requirement.test.max_spread) == 0.0:
            yield Finding("no-spread", (*where, "test", "max_spread"), "max_spread: 0 %")
        operation = spec.operations.get(requirement.operation or "")
        groups = requirement.sweep.groups or ((operation.group,) if operation is not None else ())
        ranks = min((spec.groups[group].size for group in groups), default=0)
        for index, skew in enumerate(requirement.sweep.skews or ()):
            if ranks and skew > ranks * (1 + SLACK):
                text = phrase("{skew} on {ranks} ranks", skew=format_factor(skew), ranks=ranks)
                yield Finding(
                    "impossible-skew",
                    (*where, "sweep", "skews", index),
                    text,
                    phrase("write {ranks} or less", ranks=ranks),
                )
