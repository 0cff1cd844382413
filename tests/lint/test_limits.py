"""What the lint says of a limit: in the limit's own unit, with the interval or the assumption that it is about."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from tests.lint.test_run import OTHER, PATH, R
from tests.require.specs import clean

BUSBW = {f"{R}.metric.name": "busbw"}
CELL = "(ep, exclusive, 256 MiB)"
INSIDE = "write a value inside it, or waive with a reason [outside-interval]"


def told(changes: dict[str, Any]) -> list[str]:
    """The findings with plain spaces, without their place."""
    texts = [problem.text().replace("\u00a0", " ") for problem in clean(changes).problems()]
    return [text.partition(": ")[2] for text in texts]


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        # Optimistic: the cut, 7 * 256 MiB / 384 GB/s = 4.893 ms, and 77 us of start-ups. Conservative, in sequence:
        # 7/8 * 256 MiB at 180 and at 43 GB/s = 6.767 ms, 98 us, and the knee 0.2 * sqrt(98 us * 6.767 ms) = 0.163 ms.
        (
            {f"{R}.limit": {"at_most": "90 ms"}},
            f"at most 90 ms where the interval is 4.97 ms to 7.028 ms {CELL}; {INSIDE}",
        ),
        # 63/64 * 256 MiB in 7.028 ms and in 4.97 ms.
        (
            BUSBW | {f"{R}.limit": {"at_least": "4 GB/s"}},
            f"at least 4 GB/s where the interval is 37.6 GB/s to 53.16 GB/s {CELL}; {INSIDE}",
        ),
        # 63/64 * 256 MiB in 4.893 ms.
        (
            BUSBW | {f"{R}.limit": {"at_least": "55 GB/s"}},
            f"at least 55 GB/s where the cut bound is 54 GB/s {CELL}; loosen the limit [below-cut]",
        ),
    ],
)
def test_a_limit_stands_beside_what_it_misses_in_its_own_unit(changes: dict[str, Any], text: str) -> None:
    assert told(changes) == [f"asks for {text}"]


def second(limit: dict[str, str], **metric: str) -> dict[str, Any]:
    metric = {"name": "busbw", "statistic": "mean", **metric}
    return {"requirements.CCL-A2A-02": {**OTHER, "operation": "exchange", "metric": metric, "limit": limit}}


def test_a_floor_above_a_ceiling_of_one_metric_is_told_with_both() -> None:
    first = BUSBW | {f"{R}.limit": {"at_least": "50 GB/s", "tolerance": "4 %"}}
    found = [text for text in told(first | second({"at_most": "47.9 GB/s"})) if text.endswith("[contradicts]")]
    assert found == [
        "asks for at least 50 GB/s at 256 MiB where CCL-A2A-02 asks for at most 47.9 GB/s; "
        "keep one of the limits, or loosen it [contradicts]"
    ]
    # 4 % less than 50 GB/s are 48 GB/s.
    assert not [text for text in told(first | second({"at_most": "48 GB/s"})) if text.endswith("[contradicts]")]


def test_a_ratio_to_the_model_that_means_less_than_the_bound_cannot_be_kept() -> None:
    # The plan takes 7.028 ms, and its cut alone 4.893 ms: 0.696 of it.
    ratio = {**OTHER, "kind": "hierarchical_efficiency", "operation": "exchange", "metric": {"statistic": "mean"}}
    for limit, broken in (("0.69", True), ("0.7", False)):
        found = told({"requirements.CCL-HE-01": {**ratio, "limit": {"at_most": limit}}})
        assert any(text.endswith("[contradicts]") for text in found) is broken


@pytest.mark.parametrize(
    ("cut", "limit", "rules"),
    [
        ("node_nics", "1.2", set()),
        # Of a cut that carries far more than the NICs, many times over is less than the call takes on these.
        ("uplink", "3", {"contradicts"}),
        ("uplink", "300", set()),
        ("uplink", "0.9", {"below-cut"}),
    ],
)
def test_a_ratio_to_a_cut_that_means_less_than_the_bound_cannot_be_kept(cut: str, limit: str, rules: set[str]) -> None:
    wide = {"platform.cuts.uplink": {"boundary": {"nodes": "2"}, "exclusive": {"bandwidth": "90 TB/s"}, "from": "talk"}}
    ratio = {**OTHER, "kind": "cut_ratio", "operation": "exchange", "metric": {"statistic": "mean"}, "cut": cut}
    found = clean({**wide, "requirements.CCL-CR-01": {**ratio, "limit": {"at_most": limit}}}).problems()
    assert {one.rule for one in found if one.path[1] == "CCL-CR-01"} & {"contradicts", "below-cut"} == rules


WIDE = {f"{R}.sweep": {"sizes": ["4 MiB"]}}
SLOW = ["3 us", "400 us"]


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"platform.knee": {"k": ["0", "4"]}}, "the knee factor k 4 (platform.knee.k)"),
        (
            {"platform.knee": None, "platform.launch": {"time": ["0 us", "90 us"], "mode": "host"}},
            "the default knee factor k 1.3 (platform.knee.k)",
        ),
        (
            {"platform.launch": {"time": ["0 us", "4 ms"], "mode": "host"}},
            "the launch time T0 of 4 ms (platform.launch.time)",
        ),
        (
            {f"{PATH}.{name}.alpha": SLOW for name in ("exclusive", "multi_group", "with_compute")},
            f"the start-up time of scale_out, 400 µs ({PATH}.exclusive.alpha)",
        ),
    ],
)
def test_a_wide_interval_names_its_widest_assumption(changes: dict[str, Any], name: str) -> None:
    found = [text for text in told(WIDE | changes) if text.endswith("[wide-interval]")]
    assert [f"; measure the widest assumption first: {name}, " in text for text in found] == [True]


def test_a_knee_that_nobody_named_is_told_with_its_share_of_the_time_it_adds_most_to() -> None:
    # grad: 14 rounds of 4 us, 14 of 10 us; 7/4 of 256 MiB at 180 GB/s and 7/4 of an eighth of it at 43 GB/s.
    start, move = 196e-6, 1.75 * 2**28 / 180e9 + 1.75 * 2**25 / 43e9
    share = 1.3 * sqrt(start * move) / (start + move + 1.3 * sqrt(start * move))
    assert share == pytest.approx(0.2157, abs=1e-4)
    assert [text for text in told({"platform.knee": None}) if text.endswith("[default-knee]")] == [
        "k = [0, 1.3] is the default; it makes 22 % of the conservative time of grad; "
        "write knee: {k: [0, 1.3], from: ...} with its source; k: 0 where alpha and B were measured far from n_half "
        "[default-knee]"
    ]


@pytest.mark.parametrize(
    "knee",
    [
        {"only": [{"k": ["0", "1"]}]},
        {"only": [{"collective": "all_to_all_v", "k": "0"}, {"collective": "all_reduce", "k": "0"}]},
    ],
)
def test_a_default_knee_that_no_operation_takes_is_not_told(knee: dict[str, Any]) -> None:
    assert [text for text in told({"platform.knee": knee}) if text.endswith("[default-knee]")] == []


def test_the_widest_assumption_has_its_share_of_the_width() -> None:
    # 4 ms of T0 beside an interval that is 0.15 ms to 0.26 ms without it: the knee's 0.04 ms and the paths' make 98 %.
    found = told(WIDE | {"platform.launch": {"time": ["0 us", "4 ms"], "mode": "host"}})
    assert any("platform.launch.time), 98 % of the width" in text for text in found)
