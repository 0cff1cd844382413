"""An end of an interval with numbers of the spec changed: a path so many times slower, a start-up so much longer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from estimator.cost.form import Array
from estimator.cost.key import Key
from estimator.estimate.assume.path_parameters import Side
from estimator.estimate.assume.setting import Setting, Work
from estimator.estimate.cell import CellModel
from estimator.estimate.ends import times

Change = Callable[[Mapping[Key, float], Mapping[str, str]], Mapping[Key, float]]
"""The numbers of a setting, and the path of each level, to the numbers that are to hold."""


def as_stated(values: Mapping[Key, float], paths: Mapping[str, str]) -> Mapping[Key, float]:
    """Nothing changed."""
    return values


def altered(model: CellModel, sizes: Array, side: Side, change: Change) -> Array:
    """Seconds over sizes [byte] at one end, with the numbers changed."""
    if change is as_stated:
        return model.times(sizes)[side]
    if model.known.by_size(model.subject.paths.values()):
        return np.array([_timed(*model.timed(float(n))[side], np.array([n]), change)[0] for n in sizes])
    work, setting = model.timed(1.0)[side]
    return _timed(work, setting, sizes, change)


def _timed(work: Work, setting: Setting, sizes: Array, change: Change) -> Array:
    return times(work, replace(setting, values=change(setting.values, work.paths)), sizes)
