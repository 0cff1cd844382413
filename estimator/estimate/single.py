"""One estimate without a spec: what ``commspec cost`` prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from inspect import signature
from math import prod

from estimator.cost.catalogue import COLLECTIVES, Algorithm, find, names
from estimator.cost.collectives import MOVING, collective_named
from estimator.cost.cuts import must_move
from estimator.cost.form import beta_keys, beta_senders
from estimator.cost.key import GAMMA, T0, Key
from estimator.cost.plan import Plan
from estimator.cost.semantics import busbw_factor
from estimator.cost.send_matrix import matrix_bytes, sent_through
from estimator.cost.shape import Shape
from estimator.errors import UserError
from estimator.estimate.ends import end_of
from estimator.estimate.question import Asked, Question
from estimator.estimate.setting import Setting, Work
from estimator.spec.suggest import ALL, suggestion


@dataclass(frozen=True, slots=True)
class Answer:
    """Seconds, bytes, B/s. The conservative time is the plan in sequence; start-up and transfer are its parts.

    ``bound_s`` is None where no cut is given. ``algbw_Bps`` and ``busbw_Bps`` are at the conservative time.
    ``defaults``: what was taken where nothing was said, by the name of the option; None: costs nothing.
    """

    n_bytes: float
    optimistic_s: float
    conservative_s: float
    bound_s: float | None
    startup_s: float
    transfer_s: float
    rounds: float
    algbw_Bps: float  # noqa: N815 - the keys that programs read
    busbw_Bps: float  # noqa: N815
    defaults: Mapping[str, float | str | None]


def answer(question: Question) -> Answer:
    """Estimate one collective. Eight ranks, ring AllReduce, 1 MiB, 5 us, 100 GB/s: 88.35 us.

    Raises UserError naming what is missing or cannot be.
    """
    asked = question.asked
    shape = _shape(asked)
    entry = _entry(question, shape)
    n = _size(question)
    work = _work(question, entry, shape, n)
    values = _values(question, asked, work.plan)
    knee = question.knee or 0.0
    slow = end_of(work, Setting(values, knee_k=knee))
    fast = end_of(work, Setting(values, knee_k=knee, overlap=True))
    rate = n / slow.total_s if slow.total_s else 0.0
    bound = None
    if question.cut_bandwidth is not None:
        bound = _load(question, entry, shape) * n / question.cut_bandwidth
    return Answer(
        n_bytes=n,
        optimistic_s=fast.total_s,
        conservative_s=slow.total_s,
        bound_s=bound,
        startup_s=slow.startup_s,
        transfer_s=slow.transfer_s,
        rounds=slow.rounds,
        algbw_Bps=rate,
        busbw_Bps=rate * busbw_factor(question.collective, shape.ranks),
        defaults=_defaults(question, entry),
    )


def _defaults(question: Question, entry: Algorithm) -> dict[str, float | str | None]:
    """What holds where the question says nothing: T0, knee, reducing, and the options that the algorithm takes."""
    found: dict[str, float | str | None] = {}
    if question.launch is None:
        found["launch"] = 0.0
    if question.knee is None:
        found["knee"] = 0.0
    if question.reduce_bandwidth is None and collective_named(question.collective).reduces:
        found["reduce_bandwidth"] = None
    known = signature(entry.build).parameters
    for name in entry.takes:
        if name not in question.options.stated and isinstance(known[name].default, float | int | str):
            found[name] = known[name].default
    return found


def _shape(asked: Asked) -> Shape:
    """The group as two levels, which is all that is estimated so far."""
    used = [level for level, units in zip(asked.levels, asked.shape, strict=True) if units > 1]
    if len(asked.levels) > 2 or any(level.wiring != "switch" for level in used):
        raise UserError("levels that are wired or more than two are not estimated yet; give switches on two")
    return Shape(prod(asked.shape), asked.shape[0])


def _entry(question: Question, shape: Shape) -> Algorithm:
    """The algorithm asked for, when it can run on the group with the options given."""
    collectives = [collective.name for collective in COLLECTIVES]
    if question.collective not in collectives:
        raise UserError(f"'{question.collective}' is no collective; {suggestion(question.collective, collectives)}")
    entry = find(question.collective, question.algorithm)
    if entry is None:
        hint = suggestion(question.algorithm, names(question.collective), ALL)
        raise UserError(f"no algorithm '{question.algorithm}' for {question.collective}; {hint}")
    for name in entry.unused(question.options):
        flag = f"--{name.replace('_', '-')}"
        raise UserError(f"{flag} has no effect on {question.algorithm} of {question.collective}; leave it out")
    reason = entry.valid(shape, question.options)
    if reason is not None:
        raise UserError(f"{question.algorithm} cannot run on this group: {reason}")
    return entry


def _size(question: Question) -> float:
    """Canonical n [byte]: the send matrix says it where there is one."""
    matrix = question.options.send_matrix
    if matrix is not None:
        return matrix_bytes(matrix)
    if question.collective not in MOVING:
        if question.size is not None:
            raise UserError(f"a {question.collective} moves no bytes; leave out --size")
        return 0.0
    if question.size is None:
        raise UserError('no size; give --size, such as --size "1 MiB"')
    return question.size


def _work(question: Question, entry: Algorithm, shape: Shape, n: float) -> Work:
    cuts = {"node": 1.0} if question.cut_bandwidth is not None and shape.nodes > 1 else {}
    plan, paths = entry.plan(shape, question.options), {"intra": "intra", "inter": "inter"}
    schedule = entry.scheduled(shape, question.options)
    return Work(plan, beta_keys(plan), n, 1.0, cuts, {}, entry.chunkable, paths, schedule=schedule)


def _load(question: Question, entry: Algorithm, shape: Shape) -> float:
    """Must-move bytes over a node's boundary, in units of n."""
    matrix = question.options.send_matrix
    if matrix is not None:
        return sent_through(matrix, shape)
    return must_move(question.collective, shape, entry.in_network)


def _values(question: Question, asked: Asked, plan: Plan) -> dict[Key, float]:
    values = {T0: question.launch or 0.0}
    values[GAMMA] = 1.0 / question.reduce_bandwidth if question.reduce_bandwidth else 0.0
    if question.cut_bandwidth is not None:
        values[Key("cut", "node")] = 1.0 / question.cut_bandwidth
    for key, senders in beta_senders(plan).items():
        level = asked.levels[-1 if key.where == "inter" else 0]
        rate = level.bandwidth / senders if level.per == "unit" else level.bandwidth
        values[Key("alpha", key.where)], values[key] = level.alpha, 1.0 / rate
    return values
