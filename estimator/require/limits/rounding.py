"""Derived limits in few digits: rounded to the side that is harder to meet, so that no estimate is signed as a fact."""

from __future__ import annotations

import numpy as np

from estimator.require.modelled import Floats

NEAR = 1e-9
"""Relative distance from a number of few digits that is rounding of the machine."""


def tightened(limits: Floats, digits: int, *, at_most: bool) -> Floats:
    """The limits (S,) in ``digits`` significant digits: ceilings down, floors up; nan stays.

    957.9 us in three digits is 957 us, and at least 150.31 GB/s is 151 GB/s.
    """
    held = np.where(limits == 0.0, 1.0, limits)
    exponents = np.where(np.isfinite(held), np.floor(np.log10(np.abs(held))), 0.0)
    shift = digits - 1.0 - exponents
    up, down = 10.0 ** np.maximum(shift, 0.0), 10.0 ** np.maximum(-shift, 0.0)
    scaled = limits * up / down
    nearest = np.rint(scaled)
    rounded = np.floor(scaled) if at_most else np.ceil(scaled)
    found: Floats = np.where(np.abs(scaled - nearest) <= NEAR * np.abs(nearest), nearest, rounded) / up * down
    return found
