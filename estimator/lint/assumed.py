"""What an estimate rests on and nobody stated: a default knee, kernels without their own start-up, a range left."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.cost.key import KNEE
from estimator.estimate.assume.assumptions import CallStart, assumptions_of
from estimator.estimate.assume.path_parameters import Query
from estimator.estimate.assume.validity import extrapolated
from estimator.estimate.result import OperationEstimate, Origin
from estimator.lint.rules import SLACK, Finding, Look
from estimator.phrase import phrase
from estimator.require.model import models_of
from estimator.require.workload import workload_of
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.spec.workload import Operation
from estimator.units import format_factor, format_number, format_ratio, format_size, format_time

EXPERT_TRAFFIC = ("moe_dispatch", "moe_combine")
"""What a model calls the exchanges with the experts."""
SHOWN = 3
"""Operations that a finding names."""


def assumed(look: Look) -> Iterator[Finding]:
    """The findings about numbers that an estimate rests on and nobody stated."""
    yield from _knee(look)
    yield from _kernels(look)
    yield from _extrapolated(look)


def _knee(look: Look) -> Iterator[Finding]:
    """A knee factor that nobody named, told with the operation of whose time it is the largest share."""
    knee = look.spec.platform.knee
    if knee.named:
        return
    ends = {name: estimate.conservative for name, estimate in look.table.operations.items()}
    shares = {
        name: end.parts.get(KNEE, 0.0) / end.total_s
        for name, end in ends.items()
        if end.total_s > 0.0 and end.origins[KNEE].spec_path == "platform.knee.k"
    }
    name = max(shares, key=lambda each: shares[each], default="")
    if name and shares[name] > 0.0:
        k = f"k = [{format_number(knee.k.optimistic)}, {format_number(knee.k.conservative)}]"
        text = phrase(
            "{k} is the default; it makes {share} of the conservative time of {name}",
            k=k,
            share=format_ratio(shares[name], 2),
            name=name,
        )
        yield Finding("default-knee", ("platform", "knee"), text)


def _kernels(look: Look) -> Iterator[Finding]:
    """Operations of expert exchange that start as any other call does, told together."""
    known = assumptions_of(look.spec)
    found = {
        name: known.launch_in_force(query_of(operation, look.table.operations[name]), CallStart(name, operation.launch))
        for name, operation in look.spec.operations.items()
        if exchanges_with_experts(operation)
    }
    plain = {name: launch.time for name, launch in found.items() if not launch.of_its_own}
    if plain:
        high = max(0.0 if time is None else time.conservative for time in plain.values())
        names, more = (
            ", ".join([*plain][:SHOWN]),
            phrase(" and {count} more", count=len(plain) - SHOWN) if len(plain) > SHOWN else "",
        )
        text = phrase(
            "{names}{more}: started as any other call of the platform, in {high} at most",
            names=names,
            more=more,
            high=format_time(high),
        )
        yield Finding("kernel-start-up", ("platform", "launch"), text)


def _extrapolated(look: Look) -> Iterator[Finding]:
    """Operations and derived limits whose conservative end rests on numbers used beyond the range they hold for."""
    if not any(assumptions_of(look.spec).valid_of(look.spec.platform.paths)):
        return
    for name, estimate in look.table.operations.items():
        if found := extrapolated(estimate.conservative):
            yield Finding("extrapolated", ("operations", name), _beyond(found))
    for name, requirement in look.spec.requirements.items():
        if isinstance(requirement, MeasurableRequirement):
            yield from _further(look, name, requirement)


def _further(look: Look, name: str, requirement: MeasurableRequirement) -> Iterator[Finding]:
    """The derived limits of a requirement that lie further out than its operation, told with the furthest cell."""
    work, _ = workload_of(name, requirement, look.spec, look.table)
    if work is None:
        return
    models, furthest, text = models_of(look.spec), _own(look, work.operation), ""
    for block in look.expanded[name].blocks:
        condition = next((known for known in work.conditions if known == block.condition), None)
        if block.how != "derived" or block.model is None or condition is None:
            continue
        cell = models.cell(work, block.spot._replace(condition=condition))
        for n in (float(block.sizes[0]), float(block.sizes[-1])):
            found = extrapolated(cell.ends(n)[1]) if cell is not None else ()
            if found and found[0].widened > furthest * (1.0 + SLACK):
                furthest = found[0].widened
                where = {"group": block.place.group, "size": format_size(round(n))}
                text = phrase("{text} ({group}, {size})", text=_beyond(found), **where)
    if text:
        yield Finding("extrapolated", ("requirements", name, "limit"), text)


def _own(look: Look, operation: str | None) -> float:
    """How far the operation itself is extrapolated [1]."""
    found = extrapolated(look.table.operations[operation].conservative) if operation else ()
    return found[0].widened if found else 1.0


def _beyond(found: tuple[Origin, ...]) -> str:
    """The numbers used beyond their range, the furthest first, with their factors."""
    each = [f"{origin.spec_path} {format_factor(origin.widened, 3)}" for origin in found[:SHOWN]]
    more = phrase(" and {count} more", count=len(found) - SHOWN) if len(found) > SHOWN else ""
    return phrase("used beyond the range they hold for: {each}{more}", each=", ".join(each), more=more)


def exchanges_with_experts(operation: Operation) -> bool:
    """Whether it sends tokens to experts or takes them back: of unequal lengths, or so named by the model."""
    flow = operation.from_model or ""
    return operation.collective == "all_to_all_v" or flow.rpartition(".")[2] in EXPERT_TRAFFIC


def query_of(operation: Operation, estimate: OperationEstimate) -> Query:
    """What the parameters of an operation are looked up for, path apart."""
    call_n = estimate.size.n / estimate.calls
    paths = tuple(dict.fromkeys(estimate.paths.values()))
    return Query(operation.collective, operation.algorithm.name, call_n, estimate.shape.ranks, paths=paths)
