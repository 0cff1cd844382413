import pytest

from estimator.spec.load import load_text
from estimator.spec.requirements.kinds import KIND_NAMES, KINDS
from estimator.spec.requirements.requirement import MeasurableRequirement
from tests.spec.examples import messages, varied

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


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("bandwidth", "write large_message_bandwidth"),
        ("latency", "write latency_floor"),
        ("p99", "write tail_ratio or collective_time"),
        ("P99.9", "write tail_ratio or collective_time"),
        ("collective_tme", "did you mean collective_time?"),
        ("nothing", f"write {', '.join(KIND_NAMES[:-1])} or capability"),
    ],
)
def test_a_word_that_is_no_kind_is_answered_with_the_kinds_that_it_can_mean(word: str, hint: str) -> None:
    (found,) = messages(varied("kind: collective_time", f"kind: {word}"))
    assert found.endswith(f"'{word}' is no kind; {hint}")
