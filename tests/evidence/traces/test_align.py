from typing import Any

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


def test_a_rank_that_begins_a_call_later_still_finds_the_others() -> None:
    shorter = Job(2, JOB.calls[1:])
    found = aligned(together(kineto(JOB, 0), kineto(shorter, 1)).ranks)
    assert [len(call.members) for call in found.calls] == [1, 2, 2]
    assert found.unlike == 0
    # With numbers of their own too.
    late = kineto(shorter, 1, sequence=True)
    for event in late["traceEvents"]:
        if "Seq" in event.get("args", {}):
            event["args"]["Seq"] += 1
    found = aligned(together(kineto(JOB, 0, sequence=True), late).ranks)
    assert [len(call.members) for call in found.calls] == [1, 2, 2]


def test_ranks_that_show_other_calls_are_not_forced_together() -> None:
    other = Job(2, [JOB.calls[0], Planned("broadcast", 2**20, {1: 300.0}, 55.0), JOB.calls[2]])
    found = aligned(together(kineto(JOB, 0), kineto(other, 1)).ranks)
    assert found.unlike == 6
    assert all(len(call.members) == 1 for call in found.calls)


def test_one_like_call_at_the_edge_puts_no_sequences_together() -> None:
    first, second = ([Planned(name, 2**20, {0: at, 1: at}, 50.0) for at, name in enumerate(names)] for names in SERIES)
    found = aligned(together(kineto(Job(2, first), 0), kineto(Job(2, second), 1)).ranks)
    assert found.unlike == 8
    assert all(len(call.members) == 1 for call in found.calls)


SERIES = (
    ["all_reduce", "all_gather", "reduce_scatter", "broadcast"],
    ["broadcast", "all_reduce", "reduce_scatter", "all_gather"],
)


def test_in_an_even_beat_it_is_the_moment_that_tells() -> None:
    calls = [Planned("all_reduce", 2**20, {0: 1e3 * at, 1: 1e3 * at + 30.0}, 60.0) for at in range(8)]
    for late in (calls[1:], calls[:-1]):
        found = aligned(together(kineto(Job(2, calls), 0), kineto(Job(2, late), 1)).ranks)
        whole = [call.members for call in found.calls if call.whole]
        assert [second.seen.start - first.seen.start for first, second in whole] == [30_000] * 7


# Eight like calls in an uneven beat; what rank 0 and rank 1 caught of them.
BEAT = [0.0, 900.0, 2100.0, 3050.0, 4400.0, 5300.0, 6700.0, 7500.0]


@pytest.mark.parametrize(("first", "second"), [((0, 8), (1, 8)), ((0, 8), (0, 6)), ((0, 7), (2, 8)), ((3, 8), (0, 8))])
@pytest.mark.parametrize("ahead", [0.0, 4_000_000.0])
def test_like_calls_are_put_together_by_the_beat_of_their_ends(
    first: tuple[int, int], second: tuple[int, int], ahead: float
) -> None:
    calls = [Planned("all_reduce", 2**20, {0: at, 1: at + 40.0 * (at % 7)}, 60.0) for at in BEAT]
    late = [Planned("all_reduce", 2**20, {0: c.arrive[0] + ahead, 1: c.arrive[1] + ahead}, 60.0) for c in calls]
    found = aligned(together(kineto(Job(2, calls[slice(*first)]), 0), kineto(Job(2, late[slice(*second)]), 1)).ranks)
    whole = [call for call in found.calls if call.whole]
    assert len(whole) == min(first[1], second[1]) - max(first[0], second[0])
    assert [call.shortest for call in whole] == pytest.approx([60e-6] * len(whole))
    assert len(found.calls) == 8


def unnamed(job: Job, rank: int, world: int | None = None) -> dict[str, Any]:
    trace = kineto(job, rank, metadata=False)
    trace["distributedInfo"] = {"rank": rank} | ({"world_size": world} if world is not None else {})
    return trace


@pytest.mark.parametrize(("world", "apart"), [(2, 0.0), (2, 900.0), (None, 0.0)])
def test_calls_of_a_group_without_a_name_are_of_all_traced_ranks(world: int | None, apart: float) -> None:
    found = aligned(together(*of_one_group(world, apart)).ranks)
    assert [call.guess is not None for call in found.calls] == [True] * 2
    assert [len(call.of(2)) for call in found.calls] == [1, 1]
    assert [[one.whole for one in call.of(2)] for call in found.calls] == [[True], [True]]
    # An operation of another number of ranks has each alone.
    assert [len(call.of(4)) for call in found.calls] == [2, 2]
    assert {len(call.of(1)) for call in found.calls} == {2}


def test_of_a_job_with_other_ranks_they_must_end_together() -> None:
    found = aligned(together(*of_one_group(None, 900.0)).ranks)
    assert [[len(one.members) for one in call.of(2)] for call in found.calls] == [[1, 1], [2]]


def of_one_group(world: int | None, apart: float) -> list[dict[str, Any]]:
    """Two calls of two ranks; the second rank has the first of them later."""
    first = Job(2, [Planned("all_reduce", 2**20, {0: 320.0}, 55.0), Planned("all_to_all_v", 2**21, {0: 2e3}, 70.0)])
    second = [Planned("all_reduce", 2**20, {1: 300.0 + apart}, 75.0), Planned("all_to_all_v", 2**21, {1: 2e3}, 70.0)]
    return [unnamed(first, 0, world), unnamed(Job(2, second), 1, world)]


def test_ranks_that_end_their_calls_at_other_moments_are_not_taken_for_one_group() -> None:
    calls = [Planned("all_reduce", 2**20, {0: at}, 50.0) for at in BEAT]
    others = [Planned("all_reduce", 2**20, {1: at + 400.0 * (number % 3)}, 50.0) for number, at in enumerate(BEAT)]
    found = aligned(together(unnamed(Job(2, calls), 0), unnamed(Job(2, others), 1)).ranks)
    assert sum(one.whole for call in found.calls for one in call.of(2)) <= 3
    assert found.unlike == 0


def test_clocks_that_are_apart_do_not_hide_that_calls_end_together() -> None:
    first = Job(2, [Planned("all_reduce", 2**20, {0: at, 1: at + 30.0}, 50.0) for at in BEAT])
    second = Job(2, [Planned("all_reduce", 2**20, {0: at + 9e6, 1: at + 9e6 + 30.0}, 50.0) for at in BEAT])
    found = aligned(together(unnamed(first, 0), unnamed(second, 1)).ranks)
    assert [[len(one.members) for one in call.of(2)] for call in found.calls] == [[2]] * 8


def test_of_four_ranks_the_two_that_end_a_call_together_are_a_pair() -> None:
    times = {(0, 2): (100.0, 140.0), (1, 3): (130.0, 500.0)}
    jobs = {pair: Planned("all_reduce", 2**20, dict(zip(pair, at, strict=True)), 60.0) for pair, at in times.items()}
    traces = [unnamed(Job(4, [call]), rank, 4) for pair, call in jobs.items() for rank in pair]
    (found,) = aligned(together(*traces).ranks).calls
    pairs = found.of(2)
    assert [[member.rank for member in call.members] for call in pairs] == [["0", "2"], ["1", "3"]]
    assert all(call.whole for call in pairs)


def test_a_rank_that_marks_no_step_is_put_beside_the_whole_of_the_others() -> None:
    stepped = Job(2, JOB.calls, {}, [(4, 0.0, 500.0), (5, 500.0, 1000.0)])
    found = aligned(together(kineto(stepped, 0), kineto(JOB, 1)).ranks)
    assert [len(call.members) for call in found.calls] == [2, 2, 2]
    assert [call.seen.step for call in found.calls] == ["4", "4", "5"]


def test_a_copy_of_a_file_that_tells_no_rank_counts_once() -> None:
    once, other = kineto(JOB, 0), kineto(JOB, 1)
    for trace in (once, other):
        del trace["distributedInfo"]
    found = together(once, other, once)
    assert [len(trace.calls) for trace in found.ranks] == [3, 3]
    assert found.notes == ("2.json: left out: the same calls at the same times as 0.json",)


def test_a_rank_given_twice_counts_once_and_two_windows_of_it_both() -> None:
    found = together(kineto(JOB, 0), kineto(JOB, 0))
    assert [len(trace.calls) for trace in found.ranks] == [3]
    assert found.notes == ("1.json: left out: rank 0 at the time that 0.json shows; no call counts twice",)
    later = Job(2, [Planned("all_reduce", 2**20, {0: 5000.0}, 50.0)], {0: [(5000.0, 5010.0)]})
    found = together(kineto(later, 0), kineto(JOB, 0))
    assert [len(trace.calls) for trace in found.ranks] == [4]
    assert found.ranks[0].computing["0"].total == 10_000
