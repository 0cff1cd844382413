"""Numbers that nobody stated: a knee left to the default, kernels of expert exchange without their own start-up."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.cost.key import KNEE
from estimator.estimate.assumptions import Assumptions, Query, Start
from estimator.estimate.result import OperationEstimate
from estimator.require.rules import Finding, Look
from estimator.spec.workload import Operation
from estimator.units import format_number, format_ratio, format_time

EXPERT_TRAFFIC = ("moe_dispatch", "moe_combine")
"""What a model calls the exchanges with the experts."""
SHOWN = 3
"""Operations that a finding names."""


def assumed(look: Look) -> Iterator[Finding]:
    """The findings about numbers that an estimate rests on and nobody stated."""
    yield from _knee(look)
    yield from _kernels(look)


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
        text = f"{k} is the default; it makes {format_ratio(shares[name], 2)} of the conservative time of {name}"
        yield Finding("default-knee", ("platform", "knee"), text)


def _kernels(look: Look) -> Iterator[Finding]:
    """Operations of expert exchange that start as any other call does, told together."""
    known = Assumptions(look.spec.platform, look.spec.sources)
    found = {
        name: known.launch_in_force(query_of(operation, look.table.operations[name]), Start(name, operation.launch))
        for name, operation in look.spec.operations.items()
        if exchanges_with_experts(operation)
    }
    plain = {name: launch.time for name, launch in found.items() if not launch.of_its_own}
    if plain:
        high = max(0.0 if time is None else time.conservative for time in plain.values())
        names, more = ", ".join([*plain][:SHOWN]), f" and {len(plain) - SHOWN} more" if len(plain) > SHOWN else ""
        text = f"{names}{more}: started as any other call of the platform, in {format_time(high)} at most"
        yield Finding("kernel-start-up", ("platform", "launch"), text)


def exchanges_with_experts(operation: Operation) -> bool:
    """Whether it sends tokens to experts or takes them back: of unequal lengths, or so named by the model."""
    flow = operation.from_model or ""
    return operation.collective == "all_to_all_v" or flow.rpartition(".")[2] in EXPERT_TRAFFIC


def query_of(operation: Operation, estimate: OperationEstimate) -> Query:
    """What the parameters of an operation are looked up for, path apart."""
    return Query(operation.collective, operation.algorithm.name, estimate.size.n / estimate.calls)
