"""A number without a source counts as assumed, wherever it stands: the spec is told so at its place."""

from typing import Any

import pytest

from tests.require.specs import clean


@pytest.mark.parametrize(
    ("place", "changes"),
    [
        ("platform.launch", {"platform.launch.from": None}),
        ("platform.launch.only[0]", {"platform.launch.only": [{"collective": "all_to_all_v", "time": "0 us"}]}),
        ("platform.knee", {"platform.knee.from": None}),
        ("platform.reduce", {"platform.reduce": {"bandwidth": "1 TB/s"}}),
        ("platform.paths.scale_out.exclusive", {"platform.paths.scale_out.exclusive.from": None}),
        ("platform.cuts.nics", {"platform.cuts.nics": {"boundary": "node", "exclusive": {"bandwidth": "300 GB/s"}}}),
        ("operations.exchange.around", {"operations.exchange.around": {"sync": "5 us"}}),
        ("operations.exchange.launch", {"operations.exchange.launch": {"time": "5 us"}}),
    ],
)
def test_a_number_without_a_source_is_told_where_it_stands(place: str, changes: dict[str, Any]) -> None:
    found = [problem for problem in clean(changes).problems() if problem.rule == "no-source"]
    assert [f"{problem.message} {problem.hint}" for problem in found] == [
        f"{place} has no from: counted as assumed write from: with a name in sources"
    ]


def test_what_states_no_number_needs_no_source() -> None:
    for changes in ({"operations.exchange.launch": {"mode": "graph"}}, {"platform.knee": None}, {}):
        assert "no-source" not in [problem.rule for problem in clean(changes).problems()]
