"""Limits without force: which of two limits on one call is the idle one."""

from __future__ import annotations

from typing import Any

import pytest

from estimator.errors import path_text
from tests.lint.test_run import OTHER, R
from tests.require.specs import clean

SECOND = "requirements.CCL-A2A-02"


def second(limit: dict[str, Any] | str, **fields: Any) -> dict[str, Any]:
    """A second requirement on the exchange: at most so many seconds at its own 256 MiB, or another limit."""
    held = {"at_most": limit} if isinstance(limit, str) else limit
    return {SECOND: {**OTHER, "operation": "exchange", "limit": held, **fields}}


def idle(changes: dict[str, Any]) -> list[str]:
    """The requirements that have limits without force."""
    found = [problem for problem in clean(changes).problems() if problem.rule == "void"]
    return [path_text(problem.path).split(".")[1] for problem in found]


FIRST = {f"{R}.limit": {"at_most": "6 ms"}}
UNDER = "with_compute"


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        (second("5.5 ms"), ["CCL-A2A-01"]),
        (second("6.5 ms"), ["CCL-A2A-02"]),
        # Of two equal limits the one written later.
        (second("6 ms"), ["CCL-A2A-02"]),
        # Tolerances count: 5.9 ms and 2 % are more than 6 ms.
        (second({"at_most": "5.9 ms", "tolerance": "2 %"}), ["CCL-A2A-02"]),
        # A harder condition that allows no more makes the easier one idle, the other way round it does not.
        (second("6 ms", sweep={"conditions": [UNDER]}), ["CCL-A2A-01"]),
        (second("6.5 ms", sweep={"conditions": [UNDER]}), []),
        (second("5.5 ms", sweep={"conditions": [UNDER], "skews": ["1.5"]}), ["CCL-A2A-01"]),
        ({**second("5.5 ms"), f"{R}.sweep": {"skews": ["1.5"]}}, []),
        # A floor on the bandwidth: 63/64 * 256 MiB at 50 GB/s take 5.285 ms; at 40 GB/s 6.606 ms.
        (second({"at_least": "50 GB/s"}, metric={"name": "busbw", "statistic": "mean"}), ["CCL-A2A-01"]),
        (second({"at_least": "40 GB/s"}, metric={"name": "busbw", "statistic": "mean"}), ["CCL-A2A-02"]),
        # A ratio to the cut's 4.893 ms: 5.872 ms.
        (second("1.2", kind="cut_ratio", metric={"statistic": "mean"}), ["CCL-A2A-01"]),
        # Another statistic, another size, another group, another dtype: another call or another number.
        (second("5.5 ms", metric={"name": "time", "statistic": "p50"}, test=OTHER["test"] | {"command": "b"}), []),
        (second({"at_most": "5 ms", "at": "128 MiB"}), []),
        (second("5.5 ms", sweep={"groups": ["pair"]}), []),
        (second("5.5 ms", dtype="fp32"), []),
        (second("5.5 ms", at_once="2"), []),
        # What only should be kept leaves what must be kept in force.
        (second("5.5 ms", priority="should"), []),
        (second("6.5 ms", priority="should"), ["CCL-A2A-02"]),
    ],
)
def test_a_limit_is_idle_where_another_allows_no_more_under_no_easier_conditions(
    changes: dict[str, Any], names: list[str]
) -> None:
    assert idle(FIRST | changes) == names


def test_the_cells_of_one_requirement_are_not_held_against_each_other() -> None:
    assert idle({f"{R}.limit": {"at_most": "6 ms"}, f"{R}.sweep": {"conditions": ["exclusive", UNDER]}}) == []


def test_between_two_conditions_the_parameters_say_which_is_the_harder_one() -> None:
    busy = {f"{R}.sweep": {"conditions": ["multi_group"]}, f"{R}.test.load": "other groups"}
    under = second("6 ms", sweep={"conditions": [UNDER]}, test=OTHER["test"] | {"load": "products"})
    # The two have the same parameters here: as hard as each other, and the later one is idle.
    assert idle(FIRST | busy | under) == ["CCL-A2A-02"]
    slower = {"alpha": ["10 us", "13 us"], "bandwidth": ["45 GB/s", "39 GB/s"], "per": "rank", "from": "talk"}
    assert idle(FIRST | busy | under | {"platform.paths.scale_out.with_compute": slower}) == ["CCL-A2A-01"]
    mixed = {**slower, "alpha": ["10 us", "11 us"]}
    assert idle(FIRST | busy | under | {"platform.paths.scale_out.with_compute": mixed}) == []


def test_the_finding_says_what_is_idle_where_and_how_much_of_it() -> None:
    sweep = {"sizes": ["64 MiB", "128 MiB"]}
    tighter = second("5.5 ms", sweep={"conditions": [UNDER]}, test=OTHER["test"] | {"load": "products"})
    found = clean({f"{R}.sweep": sweep, **tighter}).problems()
    assert [problem.message.replace("\u00a0", " ") for problem in found if problem.rule == "void"] == [
        "at most 7.02 ms at 256 MiB, exclusive, where CCL-A2A-02 allows 5.5 ms with_compute (1 of 3 cells)"
    ]


def test_of_three_limits_only_the_tightest_has_force() -> None:
    third = {"requirements.CCL-A2A-03": {**OTHER, "operation": "exchange", "limit": {"at_most": "5.8 ms"}}}
    assert idle(FIRST | second("5.5 ms") | third) == ["CCL-A2A-01", "CCL-A2A-03"]
    assert idle(FIRST | second("6.5 ms") | third) == ["CCL-A2A-01", "CCL-A2A-02"]
