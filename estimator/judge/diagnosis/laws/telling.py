"""What the likeliest laws say, as findings with their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import expm1

from estimator.judge.diagnosis.causes.cause import CauseFinding, CauseName, Number
from estimator.judge.diagnosis.laws.law import BORDERS, Law
from estimator.judge.diagnosis.laws.pooled import Pooled
from estimator.judge.diagnosis.laws.weighing import CAUSE, Weighed

PERFORMANCE: tuple[CauseName, ...] = ("startup", "bandwidth", "topology", "algorithm", "cannot_tell")
ALIKE = "alike"
"""That two causes explain the runs as well."""
SHOWN = 0.05
"""How likely the laws of a cause must be to be told."""
TIED = 0.45
"""How sure it is that nothing can be told between two causes that are as likely."""
RIVAL = 0.15
"""How likely a second cause must be beside the first to be a rival of it."""
SPEAKS = 1.5
"""Logarithm of likelihoods from which the times speak for one of two causes."""
OPEN = 0.47
"""How sure a cause is at most that is likelier than another by its odds alone."""
NONE = 0.6
"""How sure it is that nothing can be told where no law explains the runs."""


def telling(laws: Weighed) -> Iterator[CauseFinding]:
    """The likeliest law of each cause, and that two causes explain the runs alike."""
    if laws.best is None:
        return
    tied, most = ties(laws), OPEN if undecided(laws) else 1.0
    if laws.fits < 1.0:
        numbers: dict[str, Number] = {
            "groups": len(laws.pools),
            "beyond": expm1(max(laws.best.misfits)),
            "one": laws.best.name,
        }
        yield CauseFinding("cannot_tell", NONE * (1.0 - laws.fits), "no_law", _run(laws, laws.best), numbers)
    for cause in PERFORMANCE:
        law, share = laws.of(cause)
        if law is not None and share > SHOWN:
            weight = min(laws.sure(cause) * (1.0 - tied), most)
            yield CauseFinding(cause, weight, law.name, _run(laws, law), _numbers(laws, law))
    two = _two(laws)
    if tied > SHOWN and two is not None:
        numbers = {"one": two[0].name, "other": two[1].name, "share": _ratio(laws)}
        yield CauseFinding("cannot_tell", tied, ALIKE, _run(laws, two[0]), numbers)


def ties(laws: Weighed) -> float:
    """How sure it is that two causes cannot be told apart [0 .. 1]: as their likelihoods are alike."""
    return TIED * laws.fits * _ratio(laws) ** 2


def undecided(laws: Weighed) -> bool:
    """Whether what is likeliest is so by its odds alone: the times speak as much for another cause."""
    two = _two(laws)
    return two is not None and _ratio(laws) > RIVAL and laws.shown(two[0]) - laws.shown(two[1]) < SPEAKS


def _ratio(laws: Weighed) -> float:
    """How likely the second cause is beside the first [0 .. 1]."""
    shares = sorted((laws.of(cause)[1] for cause in PERFORMANCE[:-1]), reverse=True)
    stated = laws.of("healthy")[1]
    return shares[1] / shares[0] if shares[0] > stated else 0.0


def _two(laws: Weighed) -> tuple[Law, Law] | None:
    found = sorted((laws.of(cause) for cause in PERFORMANCE[:-1]), key=lambda one: -one[1])
    first, second = found[0][0], found[1][0]
    return (first, second) if first is not None and second is not None else None


def _run(laws: Weighed, law: Law) -> str:
    """The run that the law has most to say about."""
    stated = [pool.slow for pool in laws.pools]
    worst = max(range(len(laws.pools)), key=lambda at: (law.factors[at], stated[at]))
    return laws.pools[worst].view.run.name


def _numbers(laws: Weighed, law: Law) -> dict[str, Number]:
    stated = [pool.slow for pool in laws.pools]
    numbers: dict[str, Number] = {"factor_x": law.factor, "groups": len(laws.pools), "what": law.what}
    numbers |= {"beyond": _mean(law.misfits), "stated": _mean(stated)}
    if law.name in BORDERS:
        numbers["slow"] = _groups(laws, law, slow=True)
        numbers["fine"] = _groups(laws, law, slow=False) or "-"
    if law.name == "range_slower":
        first, _, last = law.what.partition(" ")
        numbers |= {"from_B": float(first), "to_B": float(last)}
    if len(laws.pools) > 1 and CAUSE[law.name] != "algorithm":
        numbers["by_group"] = ", ".join(_growth(pool, law) for pool in laws.pools)
    return numbers


def _mean(misfits: Sequence[float]) -> float:
    """A mean of logarithms as a share [1]."""
    return expm1(sum(misfits) / len(misfits))


def _growth(pool: Pooled, law: Law) -> str:
    """A group with how far its start-up, or its transfer, is from what is stated."""
    against = pool.view.against
    if against is None:
        return name_of(pool)
    part = against.found.startup if CAUSE[law.name] == "startup" else against.found.transfer
    return f"{name_of(pool)}: {part.slow:.3g}"


def _groups(laws: Weighed, law: Law, *, slow: bool) -> str:
    found = zip(laws.pools, law.factors, strict=True)
    return ", ".join(name_of(pool) for pool, factor in found if (factor > 1.0) == slow)


def name_of(pool: Pooled) -> str:
    """A group as its collective, nodes and ranks of a node."""
    return f"{pool.view.run.collective} {pool.nodes} x {pool.ranks // max(pool.nodes, 1)}"
