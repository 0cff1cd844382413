"""One estimate without a spec: what ``commspec cost`` prints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from estimator.cost.catalogue import COLLECTIVES, Algorithm, find, names
from estimator.cost.collectives import MOVING
from estimator.cost.cuts import must_move
from estimator.cost.form import beta_keys, beta_senders
from estimator.cost.key import GAMMA, T0, Key
from estimator.cost.options import NONE, Options
from estimator.cost.plan import Plan
from estimator.cost.semantics import busbw_factor
from estimator.cost.send_matrix import matrix_bytes, sent_through
from estimator.cost.shape import Shape
from estimator.errors import UserError
from estimator.estimate.ends import end_of
from estimator.estimate.setting import Setting, Work
from estimator.spec.suggest import ALL, suggestion


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked for: a collective on p ranks, in SI units (s, B, B/s). Bandwidths are one direction.

    ``inter_*`` are given when ``ranks_per_node`` is and the group spans several nodes; ``inter_per`` says whose
    ``inter_bandwidth`` is; for a full mesh ``bandwidth`` is one link's. ``cut_bandwidth`` is one node's. ``size`` is
    None where a send matrix among the ``options`` says it: its largest row sum.
    """

    collective: str
    algorithm: str
    ranks: int
    size: float | None
    alpha: float
    bandwidth: float
    ranks_per_node: int | None = None
    inter_alpha: float | None = None
    inter_bandwidth: float | None = None
    inter_per: Literal["rank", "node"] = "rank"
    reduce_bandwidth: float | None = None
    cut_bandwidth: float | None = None
    launch: float = 0.0
    knee: float = 0.0
    options: Options = NONE


@dataclass(frozen=True, slots=True)
class Answer:
    """Seconds, bytes, B/s. The conservative time is the plan in sequence; start-up and transfer are its parts.

    ``bound_s`` is None where no cut is given. ``algbw_Bps`` and ``busbw_Bps`` are at the conservative time.
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


def answer(question: Question) -> Answer:
    """Estimate one collective. Eight ranks, ring AllReduce, 1 MiB, 5 us, 100 GB/s: 88.35 us.

    Raises UserError naming what is missing or cannot be.
    """
    shape = _shape(question)
    entry = _entry(question, shape)
    n = _size(question)
    work = _work(question, entry, shape, n)
    values = _values(question, work.plan)
    slow = end_of(work, Setting(values, knee_k=question.knee))
    fast = end_of(work, Setting(values, knee_k=question.knee, overlap=True))
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
    )


def _shape(question: Question) -> Shape:
    per_node = question.ranks_per_node or question.ranks
    if question.ranks_per_node is None and (question.inter_alpha, question.inter_bandwidth) != (None, None):
        raise UserError("a path between nodes needs to know the nodes; give --ranks-per-node too")
    if question.ranks % per_node:
        raise UserError(
            f"{question.ranks} ranks do not fill nodes of {per_node}; give --ranks-per-node a divisor of --ranks"
        )
    return Shape(question.ranks, per_node)


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


def _values(question: Question, plan: Plan) -> dict[Key, float]:
    values = {T0: question.launch}
    values[GAMMA] = 1.0 / question.reduce_bandwidth if question.reduce_bandwidth else 0.0
    if question.cut_bandwidth is not None:
        values[Key("cut", "node")] = 1.0 / question.cut_bandwidth
    for key, senders in beta_senders(plan).items():
        alpha, rate = question.alpha, question.bandwidth
        if key.where == "inter" and question.ranks_per_node is not None:
            alpha, rate = _inter(question)
            rate = rate / senders if question.inter_per == "node" else rate
        values[Key("alpha", key.where)], values[key] = alpha, 1.0 / rate
    return values


def _inter(question: Question) -> tuple[float, float]:
    if question.inter_alpha is None or question.inter_bandwidth is None:
        absent = "--inter-alpha" if question.inter_alpha is None else "--inter-bandwidth"
        raise UserError(f"the group spans nodes; give {absent} for the path between them")
    return question.inter_alpha, question.inter_bandwidth
