"""One end of an interval: the time under one setting, every factor apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf

import numpy as np

from estimator.cost.attribution import in_force
from estimator.cost.evaluate import at, contract, evaluate
from estimator.cost.form import Array
from estimator.cost.key import GAMMA, Key
from estimator.cost.planes import through
from estimator.estimate.balance import sums_of
from estimator.estimate.result import End, Regime
from estimator.estimate.setting import OUTSIDE, Setting, Work, compiled, knee_of, parameters, prepared, tuned


def end_of(work: Work, setting: Setting) -> End:
    """The time of all calls [s] under one setting, with its split."""
    work = tuned(work, setting)
    values = parameters(work, setting)
    form = compiled(work, setting)
    theta, n = form.theta(values), work.call_n
    active = in_force(form, theta, n)
    made = active.coefficients * theta * n**form.power * work.calls
    parts = {key: value for key, value in zip(form.keys, made.tolist(), strict=True) if value}
    outside = [parts.get(key, 0.0) for key in OUTSIDE]
    startup = sum(value for key, value in parts.items() if key.family == "alpha")
    roots = sum(value for key, value in parts.items() if key.family == "root")
    total = sum(parts.values())
    core = total - sum(outside) - roots
    n_half = n_half_of(work, setting, values)
    rounds, phases = _by_stage(work, setting, values)
    return End(
        total_s=total,
        core_s=core,
        startup_s=startup,
        transfer_s=core - startup,
        knee_s=outside[1] + roots,
        launch_s=outside[0],
        sync_s=outside[2],
        reorder_s=outside[3],
        phases=phases,
        limited_by=tuple(resource_name(resource, work.paths) for resource in active.resources),
        regime=_regime(active.resources, startup, core - startup, n, n_half),
        n_half=n_half,
        rounds=rounds,
        skew=setting.skew,
        parts=parts,
        origins=setting.origins,
        form=form,
        theta=dict(zip(form.keys, theta.tolist(), strict=True)),
        knee=knee_of(work, setting),
    )


def times(work: Work, setting: Setting, sizes: Array) -> Array:
    """T(n) [s] of all calls under one setting, over an array of sizes n [byte] of any shape."""
    if work.schedule is not None:
        each = [at(*prepared(replace(work, n=n), setting), n / work.calls) for n in np.ravel(sizes).tolist()]
        return work.calls * np.array(each).reshape(np.shape(sizes))
    lines = contract(*prepared(work, setting))
    if work.calls == 1.0:
        return evaluate(lines, sizes)
    return work.calls * evaluate(lines, np.asarray(sizes) / work.calls)


def n_half_of(work: Work, setting: Setting, values: Mapping[Key, float]) -> float:
    """Start-ups over transfer per byte of the plan in sequence [byte]: the size of a call where both take as long.

    Infinite of a barrier, whose start-ups no transfer ever outweighs; 0 of one rank, which does nothing.
    """
    startup, slope = sums_of(work.plan, work.keys, reductions=False).seconds(values)
    return startup / (slope * setting.skew) if slope else inf if startup else 0.0


def _by_stage(
    work: Work, setting: Setting, values: Mapping[Key, float]
) -> tuple[float, tuple[tuple[float, float], ...]]:
    """Rounds, and per stage its path and cut transfer [s] of all calls."""
    rounds = 0.0
    transfers: list[tuple[float, float]] = []
    gamma = values.get(GAMMA, 0.0)
    bulk, node_bulk = work.n * setting.skew, work.n * setting.node_skew
    for phase in work.keyed:
        rounds += max(stage.rounds for stage, _ in phase)
        for stage, key in phase:
            reduced = stage.reduced * gamma * bulk
            crossed = (through(stage, crossers) * values[Key("cut", name)] for name, crossers in work.cuts.items())
            cut = max(crossed, default=0.0) * node_bulk
            transfers.append((stage.volume * values[key] * bulk + reduced, cut + reduced if cut else 0.0))
    return rounds, tuple(transfers)


def _regime(resources: tuple[Key, ...], startup: float, transfer: float, n: float, n_half: float) -> Regime:
    """Latency below n_half or while start-ups outweigh the rows in force; else the cut or the paths' bandwidth."""
    if any(resource.is_cut for resource in resources):
        return "latency" if startup > transfer else "cut"
    return "latency" if n < n_half else "bandwidth"


def resource_name(resource: Key, paths: Mapping[str, str]) -> str:
    """The path or cut that a resource of a form belongs to."""
    return resource.where if resource.is_cut else paths[resource.where]
