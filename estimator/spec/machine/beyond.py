"""What a spec says about its machine that the estimate does not count yet: it refuses such a spec."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from estimator.errors import Path, Problem
from estimator.spec.machine.join import parameters
from estimator.spec.placed import placed

if TYPE_CHECKING:
    from estimator.spec.document import Spec

OF_PATHS = ("wiring", "through", "nics")
OF_PARAMETERS = ("one_peer", "unit", "nic", "hop", "messages")


def beyond(spec: Spec, group: str) -> Problem | None:
    """The first thing that the estimate of a group would leave out; None where there is none."""
    if spec.platform.levels:
        return _not_yet(("platform", "levels"))
    found = next(_of_platform(spec), None)
    if found is not None:
        return _not_yet(found)
    for name, operation in spec.operations.items():
        if operation.copies not in (None, "per_expert", "per_rank", "per_node"):
            return _not_yet(("operations", name, "copies"))
    if spec.groups[group].at_once:
        return _not_yet(("groups", group, "at_once"))
    if spec.groups[group].by_levels and any(placed(spec, group).stride(level) is None for level in (0, 1)):
        return _not_yet(("groups", group))
    return None


def _of_platform(spec: Spec) -> Iterator[Path]:
    for name, path in spec.platform.paths.items():
        where: Path = ("platform", "paths", name)
        yield from ((*where, key) for key in OF_PATHS if key in path.model_fields_set)
        for place, found in parameters(path):
            yield from ((*where, *place, key) for key in OF_PARAMETERS if key in found.model_fields_set)
    for name, cut in spec.platform.cuts.items():
        held = spec.platform.ranks_per_node
        if cut.boundary.unit_ranks(held) % held:
            yield ("platform", "cuts", name, "boundary")


def _not_yet(where: Path) -> Problem:
    return Problem(where, "is not estimated yet", "leave it out for now")
