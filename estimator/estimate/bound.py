"""The cut bound of a subject: bytes that must pass a boundary over what the boundary can carry."""

from __future__ import annotations

from estimator.cost.key import Key
from estimator.estimate.assumptions import Assumptions
from estimator.estimate.result import Bound
from estimator.estimate.setting import Setting
from estimator.estimate.subject import Subject


def bound_of(subject: Subject, known: Assumptions, n: float) -> Bound:
    """Max over cuts of D_own / B: own must-move bytes, even load, sibling groups, the cut's better exclusive end.

    ``n`` [byte]. 276,824,064 B All-to-All over eight nodes of eight ranks at 384 GB/s a node: 5.046 ms.
    """
    best = Bound(0.0, "", 0.0)
    for name, load in subject.least.items():
        bandwidth = known.cut(name, ("exclusive",), 0)[0]
        if load * n / bandwidth > best.seconds:
            best = Bound(load * n / bandwidth, name, load * n)
    return best


def loaded_cut(subject: Subject, high: Setting, n: float) -> float:
    """The slowest cut under load, skew and other operations [s]; 0 without a cut."""
    times = (load * n * high.node_skew * high.values[Key("cut", name)] for name, load in subject.loads.items())
    return max(times, default=0.0)
