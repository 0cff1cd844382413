"""How much there is to work out in a spec: cells, curves and ranks that are laid out, each with a most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from estimator.errors import Problem
from estimator.phrase import phrase
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement

MOST_CELLS = 200_000
"""Cells of all requirements: group x condition x skew x size."""
MOST_CURVES = 20_000
"""Group x condition x skew of all requirements: each is estimated by itself."""
MOST_IN_GROUPS = 2**23
"""Ranks of all groups together."""


def too_much(spec: Spec) -> Iterator[Problem]:
    """A problem for each of the three that is more than can be worked out in seconds; broken parts count nothing."""
    curves, cells = _asked(spec)
    if cells > MOST_CELLS:
        yield Problem(
            ("requirements",),
            phrase("{cells:,} cells in all", cells=cells),
            phrase("sweep fewer: at most {most_cells:,} cells", most_cells=MOST_CELLS),
        )
    if curves > MOST_CURVES:
        what = phrase("{curves:,} curves in all: groups x conditions x skews of each sweep", curves=curves)
        yield Problem(
            ("requirements",), what, phrase("sweep fewer: at most {most_curves:,} curves", most_curves=MOST_CURVES)
        )
    ranks = sum(group.size for group in spec.groups.values())
    if ranks > MOST_IN_GROUPS:
        hint = phrase("write fewer or smaller groups: at most {most_in_groups:,} ranks", most_in_groups=MOST_IN_GROUPS)
        yield Problem(("groups",), phrase("{ranks:,} ranks in all groups together", ranks=ranks), hint)


def _asked(spec: Spec) -> tuple[int, int]:
    """Curves and cells of the requirements."""
    curves: Counter[int] = Counter()
    for requirement in spec.requirements.values():
        if isinstance(requirement, MeasurableRequirement):
            curves[max(len(requirement.sweep.points()), 1)] += _curves(requirement, spec)
    return curves.total(), sum(sizes * count for sizes, count in curves.items())


def _curves(requirement: MeasurableRequirement, spec: Spec) -> int:
    sweep, operation = requirement.sweep, spec.operations.get(requirement.operation or "")
    conditions = sweep.conditions or (operation.condition if operation is not None else ())
    return max(len(sweep.groups or ()), 1) * max(len(conditions), 1) * max(len(sweep.skews or ()), 1)
