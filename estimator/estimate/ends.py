"""One end of an interval: the time under one setting, every factor apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf

import numpy as np

from estimator.cost.attribution import in_force
from estimator.cost.evaluate import Lines, contract, evaluate
from estimator.cost.form import Array, Form
from estimator.cost.key import Key
from estimator.cost.plan import Stage
from estimator.estimate.assume.setting import (
    OUTSIDE,
    Setting,
    Work,
    chosen,
    form_of,
    parameters,
    seconds_of,
    tuned,
)
from estimator.estimate.balance import STARTS, balance_of
from estimator.estimate.result import End, Regime


def end_of(work: Work, setting: Setting) -> End:
    """The time of all calls [s] under one setting, with its split."""
    work = tuned(work, setting)
    form, theta, others, values, knee = chosen(work, setting)
    n = work.call_n
    active = in_force(form, theta, n)
    made = active.coefficients * theta * n**form.power * work.calls
    parts = {key: value for key, value in zip(form.keys, made.tolist(), strict=True) if value}
    outside = [parts.get(key, 0.0) for key in OUTSIDE]
    startup = sum(value for key, value in parts.items() if key.family in STARTS)
    roots = sum(value for key, value in parts.items() if key.family == "root")
    # Each by its own sum: a difference of large sums would leave a small transfer below 0.
    apart = {"alpha", "root", *(key.family for key in OUTSIDE)}
    transfer = sum(value for key, value in parts.items() if key.family not in apart)
    n_half = n_half_of(work, setting, values)
    return End(
        total_s=sum(parts.values()),
        core_s=startup + transfer,
        startup_s=startup,
        transfer_s=transfer,
        knee_s=outside[1] + roots,
        launch_s=outside[0],
        sync_s=outside[2],
        reorder_s=outside[3],
        limited_by=tuple(resource_name(resource, work.paths) for resource in active.resources),
        regime=_regime(active.resources, startup, transfer, n, n_half),
        n_half=n_half,
        rounds=sum(max(rounds_of(stage) for stage in phase) for phase in work.plan if phase),
        skew=setting.skew,
        parts=parts,
        origins=setting.origins,
        form=form,
        theta=_values(values, form, *others, *(one.form for one in knee.sums)),
        knee=knee,
        others=others,
    )


def _values(values: Mapping[Key, float], *forms: Form) -> dict[Key, float]:
    """The parameters of the form in force, and those that others would need."""
    return {key: values[key] for form in forms for key in form.keys}


def times(work: Work, setting: Setting, sizes: Array) -> Array:
    """T(n) [s] of all calls under one setting, over an array of sizes n [byte] of any shape."""
    if work.schedule is not None:
        each = [seconds_of(replace(work, n=n), setting) for n in np.ravel(sizes).tolist()]
        return np.array(each).reshape(np.shape(sizes))
    lines = lines_of(work, setting)
    if work.calls == 1.0:
        return over(lines, sizes)
    return work.calls * over(lines, np.asarray(sizes) / work.calls)


def lines_of(work: Work, setting: Setting) -> tuple[Lines, ...]:
    """The plans of one end with the parameters put in, of which the fastest counts at each size; one segment each."""
    values = parameters(work, setting)
    forms = (form_of(work, setting, plan) for plan in work.plans(setting))
    return tuple(contract(form, form.theta(values)) for form in forms)


def over(lines: Sequence[Lines], sizes: Array, out: Array | None = None) -> Array:
    """Seconds of one call over sizes [byte]: the fastest of several plans."""
    found = evaluate(lines[0], sizes, out)
    for other in lines[1:]:
        np.minimum(found, evaluate(other, sizes), out=found)
    return found


def n_half_of(work: Work, setting: Setting, values: Mapping[Key, float]) -> float:
    """Start-ups over transfer per byte of the plan in sequence [byte]: the size of a call where both take as long.

    Infinite of a barrier, whose start-ups no transfer ever outweighs; 0 of one rank, which does nothing.
    """
    startup, slope = balance_of(work.plan, reductions=False).seconds(values)
    return startup / (slope * setting.skew) if slope else inf if startup else 0.0


def rounds_of(stage: Stage) -> float:
    """Start-ups of a stage, those of its further runs included [1]."""
    return stage.rounds + sum(rounds_of(also) for also in stage.also)


def _regime(resources: tuple[Key, ...], startup: float, transfer: float, n: float, n_half: float) -> Regime:
    """Latency below n_half or while start-ups outweigh the rows in force; else the cut or the paths' bandwidth."""
    if any(resource.is_cut for resource in resources):
        return "latency" if startup > transfer else "cut"
    return "latency" if n < n_half else "bandwidth"


def resource_name(resource: Key, paths: Mapping[str, str]) -> str:
    """The path or cut that a resource of a form belongs to."""
    return resource.where if resource.is_cut else paths[resource.where]
