"""Laws of the interval under random platforms, groups and operations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from estimator.cost.collectives import MOVING, UNEVEN
from estimator.cost.entries.catalogue import ALGORITHMS
from estimator.cost.placing.group import Group
from estimator.estimate.curve import curve
from estimator.estimate.table import cases_of, estimate
from tests.cost.entries.samples import NODES
from tests.estimate.worked import spec, spec_data

GROUPS: dict[str, tuple[int, ...]] = {
    "one_node": (8,),
    "pair": (1, 1),
    "rails": (1,) * 8,
    "pod": (8,) * 8,
    "odd": (4, 4, 4),
    "wide": (3,) * 8,
    "six_two": (6, 2),
    "scattered": (5, 1, 3, 2),
    "heavy": (1, 1, 7),
}
CHOICES = [
    (entry.collective, entry.name, group)
    for entry in ALGORITHMS
    for group, held in GROUPS.items()
    if entry.refusal(Group.tree(NODES, held)) is None
]
SEMANTICS = {
    "p2p": "message",
    "broadcast": "message",
    "reduce": "message",
    "all_gather": "output",
    "scatter": "per_peer_shard",
    "gather": "per_peer_shard",
}

micro = st.floats(0.1, 100.0)
giga = st.floats(1.0, 1000.0)
factor = st.floats(1.0, 4.0)


@st.composite
def more_cuts(draw: st.DrawFn) -> dict[str, Any]:
    """A plane of a node, the bisection, the planes of an oversubscribed unit; switches that reduce here and there."""
    rates = {name: f"{draw(giga):.6f} GB/s" for name in ("plane", "half")}
    boundary = draw(st.sampled_from(["plane", {"planes": "2"}, {"planes": "4"}]))
    steep = draw(factor)
    found: dict[str, Any] = {
        "plane": {"boundary": boundary, "exclusive": {"bandwidth": rates["plane"]}},
        "half": {"boundary": "bisection", "exclusive": {"bandwidth": rates["half"]}},
        "spine": {
            "boundary": {"nodes": str(draw(st.integers(2, 5))), "planes": draw(st.sampled_from(["1", "2", "8"]))},
            "oversubscription": [f"{steep:.6f}", f"{steep * draw(factor):.6f}"],
        },
    }
    # Two cuts around one node do not say which of them an uplink is fed by.
    del found[draw(st.sampled_from(["plane", "spine"]))]
    for cut in found.values():
        cut["in_network"] = draw(st.booleans())
    return found


@st.composite
def worked(draw: st.DrawFn) -> dict[str, Any]:
    """A spec with one random operation; every condition no better than exclusive."""
    data = spec_data()
    collective, algorithm, group = draw(st.sampled_from(CHOICES))
    for path in data["platform"]["paths"].values():
        alpha, rate, per = draw(micro), draw(giga), draw(st.sampled_from(["rank", "node"]))
        spread, worse = draw(factor), draw(factor)
        for name in ("exclusive", "multi_group", "with_compute"):
            by = 1.0 if name == "exclusive" else worse
            path[name] = {
                "alpha": [f"{alpha * by:.6f} us", f"{alpha * by * spread:.6f} us"],
                "bandwidth": [f"{rate / by:.6f} GB/s", f"{rate / by / spread:.6f} GB/s"],
                "per": per,
            }
        if draw(st.booleans()):
            path["exclusive"]["message_rate"] = "10 Mmsg/s"
        if draw(st.booleans()):
            root = draw(micro)
            path["exclusive"]["root"] = {"time": [f"{root:.6f} us", f"{root * draw(factor):.6f} us"], "at": "1 MiB"}
        if draw(st.booleans()):
            slower = draw(factor)
            path["link"] = {"rate": f"{2.0 * rate:.6f} GB/s", "per": per}
            path["only"] = [
                {
                    "rails": draw(st.sampled_from(["cross", "aligned"])),
                    "alpha": path["exclusive"]["alpha"],
                    "efficiency": [f"{1.0 / slower:.6f}", f"{0.5 / slower:.6f}"],
                }
            ]
    k, t0 = draw(st.floats(0.0, 1.0)), draw(micro)
    own = {"mode": "graph", "time": [f"{t0:.6f} us", f"{t0 * draw(factor):.6f} us"]}
    data["platform"]["launch"] |= {"mode": "host", "only": [own]}
    data["platform"]["knee"]["only"] = [{"collective": collective, "k": [f"{k:.6f}", "1.7"]}]
    for cut in data["platform"]["cuts"].values():
        best = draw(giga)
        cut["exclusive"] = {"bandwidth": [f"{best:.6f} GB/s", f"{best / draw(factor):.6f} GB/s"]}
        cut["loaded"] = {"bandwidth": f"{best / 4.0:.6f} GB/s"}
    data["platform"]["cuts"]["uplink"]["boundary"] = {"nodes": str(draw(st.sampled_from([2, 3, 4, 32])))}
    data["platform"]["nodes"] = draw(st.sampled_from(["512", "32"]))
    data["platform"]["cuts"] |= draw(more_cuts())
    data["groups"] = {
        name: {
            "size": str(sum(held)),
            "ranks_per_node": [str(ranks) for ranks in held],
            "at_once_per_node": str(draw(st.integers(1, 8 // max(held)))),  # a node holds eight ranks, and no more
            "levels": ["scale_up", "scale_out"],
            "stride_nodes": str(draw(st.integers(1, 4))),
        }
        for name, held in GROUPS.items()
    }
    skew = draw(factor)
    tensor: dict[str, Any] = {"bytes": f"{draw(st.integers(1, 10**10))} B"}
    tensor["semantics"] = SEMANTICS.get(collective, "input")
    operation: dict[str, Any] = {
        "collective": collective,
        "group": group,
        "tensor": tensor,
        "algorithm": algorithm,
        "condition": draw(st.sampled_from([["exclusive"], ["multi_group"], ["multi_group", "with_compute"]])),
        "calls": str(draw(st.integers(1, 50))),
        "per_step": str(draw(st.integers(0, 100))),
        "around": {"sync": "3 us", "reorder": {"passes": "2", "bandwidth": "1 TB/s"}},
        "overlap": draw(st.sampled_from(["0", "0.5", {"window": ["2 ms", "1 ms"], "compute_slowdown": ["1", "1.2"]}])),
    }
    if collective not in MOVING:
        del operation["tensor"], operation["around"]["reorder"]
    if collective in ("all_to_all", *UNEVEN):
        operation["skew"] = [f"{1.0 + (skew - 1.0) / 2.0:.6f}", f"{skew:.6f}"]
    if draw(st.booleans()):
        operation["launch"] = {"mode": "graph"}
    data["operations"] = {"op": operation}
    return data


@settings(max_examples=200)
@given(worked())
def test_the_conservative_end_is_above_the_optimistic_end_and_both_above_the_bound(data: dict[str, Any]) -> None:
    found = estimate(spec(data)).operations["op"]
    low, high = found.time
    assert high >= low * (1.0 - 1e-12)
    assert low >= found.bound.seconds * (1.0 - 1e-12)
    assert found.step.exposed.conservative <= found.step.total.conservative * (1.0 + 1e-12)


@settings(max_examples=200)
@given(worked())
def test_shares_sum_to_one_and_the_waterfall_to_the_width(data: dict[str, Any]) -> None:
    table = estimate(spec(data))
    found = table.operations["op"]
    for end in (found.optimistic, found.conservative):
        if end.total_s:
            assert sum(end.parts.values()) == pytest.approx(end.total_s, rel=1e-12)
    assert sum(found.basis_shares.values()) == pytest.approx(1.0, abs=1e-9)
    width = found.time.conservative - found.time.optimistic
    tolerance = 1e-9 * max(width, found.time.conservative * 1e-6)
    assert sum(step.seconds for step in found.waterfall) == pytest.approx(width, abs=tolerance)
    if not table.counted:
        return
    explained = sum(item.seconds for item in table.ranking)
    step_width = table.exposed.conservative - table.exposed.optimistic
    assert explained == pytest.approx(step_width, abs=1e-9 * max(table.exposed.conservative, 1e-30))


@settings(max_examples=100)
@given(worked(), st.floats(1.0, 3.0))
def test_both_ends_grow_with_the_size(data: dict[str, Any], by: float) -> None:
    case = cases_of(spec(data))["op"]
    n = case.size.n
    found = curve(case, np.array([n, n * by]))
    for side in (found.optimistic, found.conservative):
        assert side[1] >= side[0] * (1.0 - 1e-12)


WORSE = {
    "alpha": ["platform.paths.scale_up.exclusive.alpha", "platform.paths.scale_out.exclusive.alpha"],
    "bandwidth": ["platform.paths.scale_up.exclusive.bandwidth", "platform.paths.scale_out.exclusive.bandwidth"],
    "cut": ["platform.cuts.node_nics.exclusive.bandwidth", "platform.cuts.uplink.exclusive.bandwidth"],
    "fixed": ["platform.launch.time", "platform.launch.only.0.time", "platform.knee.k", "platform.knee.only.0.k"],
    "root": ["platform.paths.scale_up.exclusive.root.time", "platform.paths.scale_out.exclusive.root.time"],
}


@settings(max_examples=150)
@given(worked(), st.sampled_from([place for places in WORSE.values() for place in places]))
def test_both_ends_grow_with_every_parameter(data: dict[str, Any], place: str) -> None:
    data["operations"]["op"]["condition"] = ["exclusive"]
    data["operations"]["op"]["overlap"] = "0"
    before = estimate(spec(data)).operations["op"].time
    *parents, last = place.split(".")
    at: Any = data
    for parent in parents:
        at = at[int(parent)] if isinstance(at, list) else at.get(parent)
        if at is None:
            return  # this platform does not state the term
    values = at[last] if isinstance(at[last], list) else [at[last], at[last]]
    by = 0.5 if "bandwidth" in place else 2.0
    at[last] = [_times(value, by) for value in values]
    after = estimate(spec(data)).operations["op"].time
    assert after.optimistic >= before.optimistic * (1.0 - 1e-12)
    assert after.conservative >= before.conservative * (1.0 - 1e-12)


def _times(value: str, by: float) -> str:
    number, _, unit = value.partition(" ")
    return f"{float(number) * by:.9f} {unit}".strip()
