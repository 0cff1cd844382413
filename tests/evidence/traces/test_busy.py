from hypothesis import given
from hypothesis import strategies as st

from estimator.evidence.traces.busy import Busy

SPANS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 12)).map(lambda pair: (pair[0], pair[0] + pair[1])))


def moments(spans: list[tuple[int, int]]) -> set[int]:
    return {moment for start, end in spans for moment in range(start, end)}


@given(SPANS, st.integers(0, 60), st.integers(0, 60))
def test_what_is_covered_is_counted_moment_by_moment(spans: list[tuple[int, int]], start: int, end: int) -> None:
    busy = Busy.joined(spans)
    assert busy.total == len(moments(spans))
    assert busy.covered(start, end) == len(moments(spans) & set(range(start, end)))


@given(SPANS, SPANS)
def test_unions_and_what_two_have_in_common_are_those_of_sets(
    one: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    first, second = Busy.joined(one), Busy.joined(other)
    assert first.common(second) == len(moments(one) & moments(other))
    assert first.with_spans(second).total == len(moments(one) | moments(other))
