"""One estimate without a spec: what ``commspec cost`` prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from estimator.cost.bounds.load import cut_load, matrix_load
from estimator.cost.collectives import MOVING, collective_named
from estimator.cost.entries.catalogue import COLLECTIVES, CatalogueEntry, find, names
from estimator.cost.key import GAMMA, T0, Key
from estimator.cost.placing.group import Group
from estimator.cost.rows import MessageGap
from estimator.cost.schedules.send_matrix import matrix_bytes
from estimator.cost.semantics import busbw_factor
from estimator.errors import UserError
from estimator.estimate.asked.machine import CUT, AskedMachine, asked_machine
from estimator.estimate.asked.question import Question
from estimator.estimate.assume.assumptions import ASSUMED_MESSAGE, FREE_MESSAGES
from estimator.estimate.assume.setting import Setting, Work
from estimator.estimate.ends import end_of
from estimator.phrase import phrase
from estimator.spec.reading.suggest import suggestion


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
    entry = _named(question)
    machine = asked_machine(question.asked, question.cut_bandwidth is not None)
    _check_runs(entry, question, machine.group)
    n = _size(question)
    slow, fast = (_setting(question, entry, machine, side) for side in (1, 0))
    work = _work(question, entry, machine, n, slow)
    low, high = end_of(work, fast), end_of(work, slow)
    rate = n / high.total_s if high.total_s else 0.0
    bound = None
    if question.cut_bandwidth is not None:
        bound = _load(question, entry, machine) * n / question.cut_bandwidth
    return Answer(
        n_bytes=n,
        optimistic_s=low.total_s,
        conservative_s=high.total_s,
        bound_s=bound,
        startup_s=high.startup_s,
        transfer_s=high.transfer_s,
        rounds=high.rounds,
        algbw_Bps=rate,
        busbw_Bps=rate * busbw_factor(question.collective, machine.group.p),
        defaults=_defaults(question, entry),
    )


def _defaults(question: Question, entry: CatalogueEntry) -> dict[str, float | str | None]:
    """What holds where the question says nothing: T0, knee, reducing, and the options that the algorithm takes."""
    found: dict[str, float | str | None] = {}
    if question.launch is None:
        found["launch"] = 0.0
    if question.knee is None:
        found["knee"] = 0.0
    if question.reduce_bandwidth is None and collective_named(question.collective).reduces:
        found["reduce_bandwidth"] = None
    if entry.direct:
        found["messages"] = ASSUMED_MESSAGE[1]
    for name, default in entry.defaults.items():
        if name not in question.options.stated and isinstance(default, float | int | str):
            found[name] = default
    return found


def _named(question: Question) -> CatalogueEntry:
    """The algorithm asked for. Raises UserError with the names that there are."""
    collectives = [collective.name for collective in COLLECTIVES]
    if question.collective not in collectives:
        raise UserError(
            phrase(
                "'{collective}' is no collective; {suggestion}",
                collective=question.collective,
                suggestion=suggestion(question.collective, collectives),
            )
        )
    entry = find(question.collective, question.algorithm)
    if entry is None:
        hint = suggestion(question.algorithm, names(question.collective))
        which = f" '{question.algorithm}'" if question.algorithm else ""
        raise UserError(
            phrase(
                "no algorithm{which} for {collective}; {hint}", which=which, collective=question.collective, hint=hint
            )
        )
    return entry


def _check_runs(entry: CatalogueEntry, question: Question, group: Group) -> None:
    """UserError where the algorithm cannot run on the group with the options given."""
    for name in entry.unused(question.options):
        flag = f"--{name.replace('_', '-')}"
        raise UserError(
            phrase(
                "{flag} has no effect on {algorithm} of {collective}; leave it out",
                flag=flag,
                algorithm=question.algorithm,
                collective=question.collective,
            )
        )
    reason = entry.refusal(group, question.options)
    if reason is not None:
        raise UserError(
            phrase("{algorithm} cannot run on this group: {reason}", algorithm=question.algorithm, reason=reason)
        )


def _size(question: Question) -> float:
    """Canonical n [byte]: the send matrix says it where there is one."""
    matrix = question.options.send_matrix
    if matrix is not None:
        return matrix_bytes(matrix)
    if question.collective not in MOVING:
        if question.size is not None:
            raise UserError(phrase("a {collective} moves no bytes; leave out --size", collective=question.collective))
        return 0.0
    if question.size is None:
        raise UserError('no size; give --size, such as --size "1 MiB"')
    return question.size


def _work(question: Question, entry: CatalogueEntry, machine: AskedMachine, n: float, slow: Setting) -> Work:
    plan, options = entry.on(machine.group, question.options), question.options
    paths = {level.name: level.name for level in machine.group.levels}
    fast = entry.optimistic(machine.group, options)
    return Work(plan, fast, n, 1.0, {}, paths, slow.gaps, entry.scheduled(machine.group, options))


def _load(question: Question, entry: CatalogueEntry, machine: AskedMachine) -> float:
    """Must-move bytes over a node's boundary, in units of n."""
    group, matrix = machine.group, question.options.send_matrix
    node = group.levels[0].units or group.shape[0]
    if matrix is not None:
        return matrix_load(matrix, group, node)
    return cut_load(question.collective, group, node, entry.in_network)


def _setting(question: Question, entry: CatalogueEntry, machine: AskedMachine, side: int) -> Setting:
    """One end: both assume the same numbers, but for the start-up of further peers, which nobody states."""
    values = {T0: question.launch or 0.0}
    values[GAMMA] = 1.0 / question.reduce_bandwidth if question.reduce_bandwidth else 0.0
    if question.cut_bandwidth is not None:
        values[Key("cut", CUT)] = 1.0 / question.cut_bandwidth
    values |= machine.values
    gaps = {level.name: MessageGap(FREE_MESSAGES) for level in machine.group.levels} if entry.direct else {}
    values |= {Key("gap", level): ASSUMED_MESSAGE[side] for level in gaps}
    return Setting(values, knee_k=question.knee or 0.0, overlap=side == 0, gaps=gaps)
