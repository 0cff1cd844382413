"""Many forms in one table of arrays: a whole estimation table evaluated in a few numpy calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from estimator.cost.form import Array, Form

Index = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Packed:
    """N forms with their parameters put in.

    ``rows`` (R, 3): constant, root and slope of every alternative; ``phase`` (P,) first row of each phase; ``item``
    (N,) first phase of each form; ``owner`` (R,) the form of a row; ``whole`` and ``whole_owner`` the rows over a
    whole call; ``extra`` (N, 3).
    """

    rows: Array
    phase: Index
    item: Index
    owner: Index
    whole: Array
    whole_owner: Index
    extra: Array

    def seconds(self, n: Array) -> Array:
        """T [s] of each form at its own size: ``n`` (N,) [byte] gives (N,)."""
        sizes = np.asarray(n, dtype=np.float64)
        roots = np.sqrt(sizes)
        values = self.rows[:, 2] * sizes[self.owner]
        values += self.rows[:, 0]
        if self.rows[:, 1].any():
            values += self.rows[:, 1] * roots[self.owner]
        core = np.add.reduceat(np.maximum.reduceat(values, self.phase), self.item)
        if len(self.whole):
            over_all = self.whole[:, 0] + self.whole[:, 2] * sizes[self.whole_owner]
            np.maximum.at(core, self.whole_owner, over_all)
        core += self.extra[:, 0]
        core += self.extra[:, 1] * roots
        core += self.extra[:, 2] * sizes
        return core


def pack(forms: Sequence[Form], thetas: Sequence[Array]) -> Packed:
    """Pack forms with their parameter vectors. A form without phases gets one row of zeros."""
    rows: list[Array] = []
    whole: list[Array] = []
    extra: list[Array] = []
    phase: list[int] = []
    item: list[int] = []
    owner: list[int] = []
    whole_owner: list[int] = []
    count = 0
    for i, (form, theta) in enumerate(zip(forms, thetas, strict=True)):
        weights = theta[:, None] * (form.power[:, None] == (0.0, 0.5, 1.0))
        lines = form.rows @ weights if len(form.rows) else np.zeros((1, 3))
        item.append(len(phase))
        phase.extend(count + s for s in (form.start or (0,)))
        rows.append(lines)
        owner.extend([i] * len(lines))
        count += len(lines)
        if len(form.whole):
            whole.append(form.whole @ weights)
            whole_owner.extend([i] * len(form.whole))
        extra.append(form.extra @ weights)
    return Packed(
        np.concatenate(rows) if rows else np.zeros((0, 3)),
        np.array(phase, dtype=np.int64),
        np.array(item, dtype=np.int64),
        np.array(owner, dtype=np.int64),
        np.concatenate(whole) if whole else np.zeros((0, 3)),
        np.array(whole_owner, dtype=np.int64),
        np.array(extra).reshape(-1, 3),
    )
