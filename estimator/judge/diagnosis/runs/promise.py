"""What the spec expects of a run: the interval of its collective on its group, by what it promises or by its paths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from estimator.cost.form import Array
from estimator.estimate.cell import CellModel
from estimator.judge.diagnosis.runs.altered import Change, altered, as_stated
from estimator.require.workload import Workload
from estimator.spec.document import Spec

NOTHING = 1e-9
"""Part of a size at which only start-up is left [1]."""


class Expected(NamedTuple):
    """Both ends [s] at the sizes of a run, and of a message of no bytes: ``floor`` (optimistic, conservative)."""

    low: Array
    high: Array
    floor: tuple[float, float]

    @property
    def width(self) -> float:
        """The conservative end over the optimistic one, at most over the sizes [1]."""
        return float((self.high / self.low).max())


@dataclass(frozen=True, slots=True)
class Promise:
    """What of the spec a run is: the operation or requirement ``name``, its algorithm, and its model at both ends."""

    spec: Spec
    """With the group, where the spec itself does not have it."""
    name: str
    work: Workload
    group: str
    algorithm: str
    model: CellModel
    alone: CellModel
    """With the groups at once that ran: a benchmark of one group is no faster than this."""
    loaded: tuple[CellModel, ...] = ()
    """The operation's other conditions, where nobody says which of them the run was under."""
    channels: int | None = None
    """Where they are not those of the spec."""
    own: bool = True
    """Whether the spec has the group; else its paths are known and the group stands in for those of the spec."""

    def expected(self, sizes: Sequence[float], change: Change = as_stated) -> Expected:
        """Both ends over sizes [byte], with the numbers of the spec changed."""
        found = np.asarray(sizes, dtype=np.float64)
        tiny = np.array([max(float(found.min()) * NOTHING, NOTHING)])
        low, high = self.ends(np.concatenate((tiny, found)), change)
        return Expected(low[1:], high[1:], (float(low[0]), float(high[0])))

    def ends(self, sizes: Array, change: Change = as_stated) -> tuple[Array, Array]:
        """Seconds at both ends, with the numbers of the spec changed."""
        high: Array = np.max([altered(model, sizes, 1, change) for model in (self.model, *self.loaded)], axis=0)
        return altered(self.alone, sizes, 0, change), high

    @property
    def plan(self) -> str:
        """The algorithm, with its channels where they are not the spec's."""
        return self.algorithm if self.channels is None else f"{self.algorithm} with channels: {self.channels}"

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths that the plan uses, from inside to outside."""
        return tuple(dict.fromkeys(self.model.subject.paths.values()))
