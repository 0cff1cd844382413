import pytest

from estimator.evidence.traces.align import aligned
from estimator.evidence.traces.transfer import known_transfer
from tests.evidence.traces.written import Job, Planned, cluster, export, kineto, together

# Rank 1 comes 30 us late to the first call, rank 0 20 us to the second.
JOB = Job(
    ranks=2,
    calls=[
        Planned("all_reduce", 2**20, {0: 100.0, 1: 130.0}, 50.0),
        Planned("all_reduce", 2**20, {0: 320.0, 1: 300.0}, 55.0),
        Planned("all_to_all_v", 2**21, {0: 700.0, 1: 650.0}, 70.0),
    ],
)


@pytest.mark.parametrize("sequence", [False, True])
def test_the_same_call_on_all_ranks_is_one_and_its_shortest_is_the_transfer(sequence: bool) -> None:
    found = aligned(together(kineto(JOB, 0, sequence=sequence), kineto(JOB, 1, sequence=sequence)).ranks)
    assert [len(call.members) for call in found.calls] == [2, 2, 2]
    told = [transfer for call in found.calls if (transfer := known_transfer(call)) is not None]
    assert [seconds for seconds, _ in told] == pytest.approx([50e-6, 55e-6, 70e-6], rel=1e-9)
    assert {basis for _, basis in told} == {"all_ranks"}
    assert found.unlike == 0


def test_one_rank_of_two_tells_no_transfer() -> None:
    found = aligned(together(kineto(JOB, 0)).ranks)
    assert [known_transfer(call) for call in found.calls] == [None] * 3


@pytest.mark.parametrize("traces", [(cluster(JOB),), (export(JOB, 0), export(JOB, 1))])
def test_ascend_calls_have_numbers_of_their_own(traces: tuple[object, ...]) -> None:
    found = aligned(together(*traces).ranks)
    assert [len(call.members) for call in found.calls] == [2, 2, 2]
    seconds, basis = known_transfer(found.calls[0]) or (0.0, "")
    assert seconds == pytest.approx(50e-6)
    assert basis == "profiler"


def test_ranks_that_show_other_calls_are_not_forced_together() -> None:
    shorter = Job(2, JOB.calls[1:])
    found = aligned(together(kineto(JOB, 0), kineto(shorter, 1)).ranks)
    assert found.unlike == 5
    assert all(len(call.members) == 1 for call in found.calls)
    # With numbers of their own the two that both show still find each other.
    late = kineto(shorter, 1, sequence=True)
    for event in late["traceEvents"]:
        if "Seq" in event.get("args", {}):
            event["args"]["Seq"] += 1
    found = aligned(together(kineto(JOB, 0, sequence=True), late).ranks)
    assert [len(call.members) for call in found.calls] == [1, 2, 2]


def test_a_rank_given_twice_counts_once_and_two_windows_of_it_both() -> None:
    found = together(kineto(JOB, 0), kineto(JOB, 0))
    assert [len(trace.calls) for trace in found.ranks] == [3]
    assert found.notes == ("1.json: left out: rank 0 at the time that 0.json shows; no call counts twice",)
    later = Job(2, [Planned("all_reduce", 2**20, {0: 5000.0}, 50.0)], {0: [(5000.0, 5010.0)]})
    found = together(kineto(later, 0), kineto(JOB, 0))
    assert [len(trace.calls) for trace in found.ranks] == [4]
    assert found.ranks[0].computing["0"].total == 10_000
