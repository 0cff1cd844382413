"""What makes the condition of a cell: calls of other groups, computation, an operator's hand."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.cost.collectives import collective_named
from estimator.estimate.case import size_of
from estimator.require.criterion import Block, Expanded
from estimator.require.loads import load_of
from estimator.require.workload import place_of
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.spec.values.base import CONDITIONS, Condition
from estimator.tools.kit.places import KitPlaces, Members, Numbering
from estimator.tools.kit.plan import Beside, ByHand, Computation, Work
from estimator.tools.kit.work import elements_of, matrix_of

MATRIX = 4096
"""Rows of the matrices that are multiplied: half a millisecond on a device of 300 Tflop/s."""
Load = Beside | Computation | ByHand


def load_beside(
    numbering: Numbering,
    requirement: MeasurableRequirement,
    expanded: Expanded,
    block: Block,
    groups: tuple[Members, ...],
    work: Work,
) -> tuple[Load, ...]:
    """What runs beside each timed call under the block's condition.

    ``multi_group``: the operations that the spec says run at the same time, else the same call on the other groups of
    the kind that the nodes hold; where they hold no more, on a second communicator of the same ranks. ``with_compute``:
    products of matrices. A condition of the spec's own: what the one it is like has, and what an operator does.
    """
    found: list[Load] = []
    spec = numbering.spec
    base = spec.platform.lineage(block.condition)[-1]
    if base == "multi_group":
        found += list(_named(numbering, requirement)) or [_alike(numbering, block, groups, work)]
    elif base == "with_compute":
        found.append(Computation(kind="compute", size=MATRIX))
    if block.condition not in CONDITIONS:
        found.append(_by_hand(spec, requirement, expanded, block.condition))
    return tuple(found)


def _named(numbering: Numbering, requirement: MeasurableRequirement) -> Iterator[Beside]:
    """The operations that the spec says run at the same time, on their own groups at their own sizes."""
    spec = numbering.spec
    operation = spec.operations.get(requirement.operation or "")
    for name in operation.at_once_with if operation is not None else ():
        other = spec.operations[name]
        place = place_of(spec, other.group)
        n = size_of(other, place.ranks).n / other.calls
        what = elements_of(other.collective, other.tensor.dtype, n, place.ranks)
        yield Beside(
            kind="groups",
            groups=KitPlaces(numbering, other.group).groups(place.at_once),
            collective=other.collective,
            dtype=what.dtype,
            carrier=what.carrier,
            redop=other.redop if collective_named(other.collective).reduces else None,
            elements=what.elements,
            matrix=matrix_of(other.collective, requirement, other.skew.optimistic),
        )


def _alike(numbering: Numbering, block: Block, groups: tuple[Members, ...], work: Work) -> Beside:
    name = block.place.group
    others = KitPlaces(numbering, name, block.place.rank).free(groups) if name else ()
    call = {name: getattr(work, name) for name in Work.model_fields}
    return Beside(kind="groups", groups=others or groups, **call)


def _by_hand(spec: Spec, requirement: MeasurableRequirement, expanded: Expanded, condition: Condition) -> ByHand:
    said = load_of(condition, requirement, spec, expanded)
    zh = said.get("zh") if said is not None else f"使条件 {condition} 成立"
    en = said.get("en") if said is not None else f"bring about the condition {condition}"
    return ByHand(kind="by_hand", condition=condition, zh=zh, en=en)
