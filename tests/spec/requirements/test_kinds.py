import pytest

from estimator.spec.load import load_text
from estimator.spec.requirements.kinds import KIND_NAMES, KINDS
from estimator.spec.requirements.requirement import MeasurableRequirement
from tests.spec.examples import varied

EXTRA = {
    "scaling": "base_group: ep",
    "cut_ratio": "cut: node_nics",
    "weight_sync": "bytes: 5 TB\n    instances: 16\n    devices_per_instance: 128",
    "capability": "item: determinism\n    statement: The same input gives the same bits",
}
UNMEASURED = ("algorithm_report", "capability")


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_every_kind_can_be_written(kind: str) -> None:
    text = varied("kind: collective_time", f"kind: {kind}\n    {EXTRA.get(kind, 'phase: GA')}")
    if kind in UNMEASURED:
        keys = ("metric:", "limit:", "sweep:", "test:") + (("operation:",) if kind == "capability" else ())
        lines = [line for line in text.split("\n") if not line.startswith(tuple(f"    {key}" for key in keys))]
        operation = "    group: ep"  # the operation's own lines stay
        assert operation in lines
        text = "\n".join(lines)
    requirement = load_text(text).spec.requirements["CCL-A2AV-01"]
    assert requirement.kind == kind
    assert type(requirement) is KINDS[KIND_NAMES.index(kind)]
    assert isinstance(requirement, MeasurableRequirement) is (kind not in UNMEASURED)


def test_the_kinds_of_a_requirement_document_are_all_there() -> None:
    assert len(KIND_NAMES) == len(set(KIND_NAMES)) == 17
