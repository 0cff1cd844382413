"""A border round every node that the spec does not state, wide open, so that a narrow one can be tried."""

from __future__ import annotations

from collections.abc import Mapping

from estimator.cost.key import Key
from estimator.judge.diagnosis.runs.altered import Change
from estimator.spec.document import Spec
from estimator.spec.machine.cut import Boundary, Cut, CutBandwidth
from estimator.spec.values.quantity import Pair

BORDER = "(node)"
"""Its name, which no spec can have."""
_OPEN = 1e30
"""A bandwidth that limits nothing [B/s]."""
_PORTS = ("beta", "link", "nic", "unit")


def with_border(spec: Spec) -> Spec:
    """The spec with the border, unless it states one round a node itself or has one node."""
    platform = spec.platform
    crossed = any(path.crosses_nodes for path in platform.paths.values())
    if not crossed or any(cut.boundary.single for cut in platform.cuts.values()):
        return spec
    bandwidth = CutBandwidth.model_construct(bandwidth=Pair(_OPEN, _OPEN))
    cut = Cut.model_construct(boundary=Boundary.model_construct(nodes=1), exclusive=bandwidth)
    return spec.model_copy(update={"platform": platform.model_copy(update={"cuts": {**platform.cuts, BORDER: cut}})})


def narrowed(spec: Spec, factor: float) -> Change:
    """The border with so much less than all ports of a node carry together; a single port's is the least there is."""
    ranks = spec.platform.machine.node_ranks
    crossing = {name for name, path in spec.platform.paths.items() if path.crosses_nodes}

    def change(values: Mapping[Key, float], paths: Mapping[str, str]) -> Mapping[Key, float]:
        ports = [value for key, value in values.items() if key.family in _PORTS and paths.get(key.where) in crossing]
        border = Key("cut", BORDER)
        if not ports or border not in values:
            return values
        return {**values, border: max(ports) * min(factor, float(ranks)) / ranks}

    return change
