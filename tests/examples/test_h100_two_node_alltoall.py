"""Published figures lie where the notes of the example say: just outside, inside, outside by half."""

import pytest

from estimator.estimate.result import OperationEstimate
from tests.examples.opened import worked

WORKED = worked("h100_two_node_alltoall")


def operation(name: str) -> OperationEstimate:
    return WORKED.table.operations[name]


def published(name: str) -> float:
    reference = WORKED.opened.spec.operations[name].reference
    assert reference is not None
    return reference.value.value


def test_the_published_all_to_all_lies_below_the_optimistic_end_by_the_share_that_the_note_says() -> None:
    # 11.076 ms; half of 1 GiB at 0.97 x 50 GB/s, one start-up of 3.7 us, seven of 0.6 us, T0 6 us: 11.0834 ms.
    found, value = operation("all_to_all_1gib"), published("all_to_all_1gib")
    assert found.optimistic.total_s == pytest.approx(2**29 / 48.5e9 + 3.7e-6 + 7 * 0.6e-6 + 6e-6, rel=1e-9)
    assert 1 - value / found.optimistic.total_s == pytest.approx(0.0007, abs=5e-5)
    assert found.bound.seconds < value
    note = WORKED.opened.spec.operations["all_to_all_1gib"].note
    assert note is not None
    assert "0.07 %" in note.get("zh")
    assert "0.07 %" in note.get("en")


def test_half_of_a_gibibyte_crosses_the_nic_of_a_rank() -> None:
    # Two nodes of eight: 8 ranks x n x 8 remote peers / 16.
    assert operation("all_to_all_1gib").bound.bytes == 8 * 2**30 // 2


def test_the_aligned_stream_lies_inside_and_the_one_across_rails_outside() -> None:
    aligned, across = operation("rdma_rail_aligned").algbw, operation("rdma_cross_rail").algbw
    assert aligned.conservative < published("rdma_rail_aligned") < aligned.optimistic
    assert published("rdma_cross_rail") < 0.6 * across.conservative


def test_no_parameter_cites_the_source_of_a_published_value() -> None:
    spec = WORKED.opened.spec
    cited = {
        name.split(" ")[0] for name in (each.reference.source for each in spec.operations.values() if each.reference)
    }
    assert cited == {"microsoft/mscclpp", "uccl-project/uccl"}
    for source in spec.sources.values():
        assert not any(name in source.text.get("en") for name in cited)
