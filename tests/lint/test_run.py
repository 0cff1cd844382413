"""Every lint rule has a spec that breaks it and one that keeps it; waivers, severities, places."""

from typing import Any

import pytest

from estimator.errors import path_text
from estimator.lint.rules import RULES
from estimator.lint.run import lint, waived
from estimator.spec.values.base import CONDITIONS
from tests.require.specs import clean

R = "requirements.CCL-A2A-01"
CAP = "requirements.CCL-CAP-01"
MEAN = {"statistic": "mean"}
STEP = {"conditions": ["with_compute"]}
PATH = "platform.paths.scale_out"
CELL = "CCL-A2A-01/ep/exclusive/skew=1/at_once=1/n=268435456"
OTHER: dict[str, Any] = {
    "kind": "collective_time",
    "title": {"zh": "梯度", "en": "Gradients"},
    "responsible": "library",
    "operation": "grad",
    "metric": {"name": "time", "statistic": "mean"},
    "limit": {"at_most": "estimate.conservative"},
    "test": {"tool": "nccl-tests", "warmup": "20", "iterations": "1000", "repeats": "5", "nodes_min": "3"},
    "rationale": {"zh": "每步一次", "en": "Once a step"},
}


def other(**changes: Any) -> dict[str, Any]:
    """A second requirement, on the AllReduce of the gradients."""
    return {"requirements.CCL-AR-01": {**OTHER, **changes}}


def scaling(*groups: str) -> dict[str, Any]:
    return other(
        kind="scaling",
        operation=None,
        collective="all_reduce",
        algorithm="ring",
        dtype="bf16",
        redop="sum",
        base_group="edp4",
        metric={"statistic": "mean"},
        limit={"at_least": "50 %"},
        sweep={"sizes": ["64 MiB"], "groups": list(groups)},
    )


def rates(floor: str, ceiling: str) -> dict[str, Any]:
    """Two requirements on the bandwidth of the exchange, a floor and a ceiling."""
    limits = {"CCL-A2A-02": {"at_least": floor}, "CCL-A2A-03": {"at_most": ceiling}}
    fields = {**OTHER, "operation": "exchange", "metric": {"name": "busbw", "statistic": "mean"}}
    return {f"requirements.{name}": {**fields, "limit": limit} for name, limit in limits.items()}


def by_size(sizes: str, alpha: str) -> dict[str, Any]:
    """Parameters of the path between nodes that hold for some sizes only."""
    entry = {"sizes": sizes, "alpha": alpha, "bandwidth": ["48 GB/s", "43 GB/s"], "per": "rank", "from": "talk"}
    return {f"{PATH}.only": [entry]}


def wide(alpha: str) -> dict[str, Any]:
    """A start-up of the path between nodes from 8 us to ``alpha``; no better under other conditions."""
    return {f"{PATH}.{condition}.alpha": ["8 us", alpha] for condition in CONDITIONS}


def whole_node(bandwidth: str) -> dict[str, Any]:
    """A bandwidth of a whole node on the path between nodes."""
    stated = {"alpha": ["10 us", "12 us"], "bandwidth": bandwidth, "per": "node", "from": "talk"}
    return {f"{PATH}.{condition}": stated for condition in CONDITIONS}


def rail(**more: str) -> dict[str, Any]:
    """One rank on each of eight nodes."""
    return {"size": "8", "ranks_per_node": "1", "levels": ["scale_out"], **more}


REPORT = {
    "kind": "algorithm_report", "title": {"zh": "算法", "en": "Algorithm"}, "priority": "may",
    "responsible": ["library"], "operation": "exchange", "evidence": "logs",
    "rationale": {"zh": "可查", "en": "it can be looked up"},
}  # fmt: skip
# rule: (changes that break it, where it is told, changes that keep it)
RULED: dict[str, tuple[dict[str, Any], str, dict[str, Any]]] = {
    "no-limit": (
        other(operation=None, collective="all_reduce", algorithm="ring", dtype="bf16", redop="sum",
              limit={"at_most": "1 s"}, sweep={"sizes": ["1 MiB", "2 MiB"], "groups": ["edp"]}),
        "requirements.CCL-AR-01.limit",
        other(operation=None, collective="all_reduce", algorithm="ring", dtype="bf16", redop="sum",
              limit={"at_most": "60 us", "at": "1 MiB"}, sweep={"sizes": ["1 MiB", "2 MiB"], "groups": ["edp"]}),
    ),
    "no-statistic": ({f"{R}.metric": {"name": "time"}}, f"{R}.metric", {}),
    "no-samples": ({f"{R}.test.warmup": None}, f"{R}.test", {}),
    "few-samples": (
        {f"{R}.metric.statistic": "p99", f"{R}.test.iterations": "298"}, f"{R}.test.iterations",
        {f"{R}.metric.statistic": "p99", f"{R}.test.iterations": "299"},
    ),
    "few-repeats": ({f"{R}.test.repeats": "4"}, f"{R}.test.repeats", {f"{R}.test.repeats": "5"}),
    "few-sizes": (
        other(kind="no_dip_curve", metric=MEAN, limit={"at_most": "10 %"}, sweep={"sizes": ["1 MiB", "4 MiB"]}),
        "requirements.CCL-AR-01.sweep",
        other(kind="no_dip_curve", metric=MEAN, limit={"at_most": "10 %"}, sweep={"sizes": "1 MiB .. 8 MiB"}),
    ),
    "no-dtype": (
        {"operations.exchange.tensor": {"bytes": "256 MiB", "semantics": "input"}}, R,
        {"operations.exchange.tensor": {"bytes": "256 MiB", "semantics": "input"}, f"{R}.dtype": "bf16"},
    ),
    "no-redop": (
        other(operation=None, collective="all_reduce", algorithm="ring", dtype="bf16",
              limit={"at_most": "estimate.conservative"}, sweep={"sizes": ["64 MiB"], "groups": ["edp"]}),
        "requirements.CCL-AR-01",
        other(operation=None, collective="all_reduce", algorithm="ring", dtype="bf16", redop="max",
              limit={"at_most": "estimate.conservative"}, sweep={"sizes": ["64 MiB"], "groups": ["edp"]}),
    ),
    "no-tool": (
        {f"{R}.test.tool": "a2av_bench"}, f"{R}.test.tool",
        {f"{R}.test.tool": "a2av_bench", f"{R}.test.command": "a2av_bench -n 1000"},
    ),
    "tool-statistic": (
        {f"{R}.metric.statistic": "p99"}, f"{R}.metric.statistic",
        {f"{R}.metric.statistic": "p99", f"{R}.test.command": "bench --per-call"},
    ),
    "tool-collective": (
        other(collective="p2p", operation=None, algorithm="direct", dtype="bf16",
              sweep={"groups": ["pp"], "sizes": ["64 MiB"]}, test={**OTHER["test"], "tool": "hccl_test"})
        | {"groups.pp": {"size": "2", "ranks_per_node": "1", "levels": ["scale_out"]}},
        "requirements.CCL-AR-01.test.tool",
        other(test={**OTHER["test"], "tool": "hccl_test"}),
    ),
    "tool-skew": ({f"{R}.sweep": {"skews": ["1.0", "1.5"]}}, f"{R}.test.tool", {f"{R}.sweep": {"skews": ["1.0"]}}),
    "no-responsible": ({f"{R}.responsible": None}, R, {}),
    "no-rationale": ({f"{R}.rationale": None}, R, {f"{R}.rationale": None, f"{R}.priority": "should"}),
    # An item of the catalogue brings evidence and pass rule of its own.
    "no-evidence": (
        {f"{CAP}.item": "other", f"{CAP}.evidence": None, f"{CAP}.pass": "it does"}, CAP, {f"{CAP}.evidence": None},
    ),
    "no-pass-rule": (
        {f"{CAP}.item": "other"}, CAP,
        {f"{CAP}.item": "other", f"{CAP}.limit": {"at_most": "3"}, f"{CAP}.quantity": "steps"},
    ),
    "no-quantity": (
        {f"{CAP}.limit": {"at_most": "10 GB"}}, f"{CAP}.limit", {f"{CAP}.limit": {"at_most": "10 ms"}},
    ),
    "no-load": (
        {f"{R}.sweep": {"conditions": ["multi_group"]}}, f"{R}.test",
        {f"{R}.sweep": {"conditions": ["multi_group"]}, f"{R}.test.load": {"zh": "同时跑", "en": "other groups run"}},
    ),
    "idle-load": (
        {f"{R}.test.load": "a stream of 10 % of each NIC"}, f"{R}.test.load",
        {f"{R}.test.load": "none"},
    ),
    "holds-by-construction": (
        other(kind="concurrency_slowdown", limit={"at_most": "1.1"}, against="exclusive", metric=MEAN),
        "requirements.CCL-AR-01.against",
        other(kind="concurrency_slowdown", limit={"at_most": "1.1"}, against="exclusive", metric=MEAN,
              sweep={"conditions": ["multi_group"]}),
    ),
    "no-check": ({f"{R}.test.check": "false"}, f"{R}.test.check", {}),
    "two-nodes": (
        {f"{R}.sweep": {"groups": ["pair"]}}, R,
        {f"{R}.sweep": {"groups": ["pair"]}, f"{R}.test.nodes_reason": {"zh": "样机只有两台", "en": "the lab has two"},
         f"{R}.test.nodes_min": None},
    ),
    "nodes-min": ({f"{R}.test.nodes_min": "16"}, f"{R}.test.nodes_min", {f"{R}.test.nodes_min": "8"}),
    "scaling-sizes": (scaling("edp"), "requirements.CCL-AR-01.sweep.groups", scaling("edp", "edp7")),
    # The bound is 8 * 7/8 * 256 MiB over 384 GB/s: 4.893 ms.
    "below-cut": ({f"{R}.limit": {"at_most": "4.8 ms"}}, f"{R}.limit", {f"{R}.limit": {"at_most": "5.1 ms"}}),
    # Seven rounds of 3 us and seven of 8 us: 77 us, with nothing to move beside it.
    "below-floor": (
        {f"{R}.limit": {"at_most": "76 us", "at": "64 KiB"}}, f"{R}.limit",
        {f"{R}.limit": {"at_most": "79 us", "at": "64 KiB"}},
    ),
    "outside-interval": ({f"{R}.limit": {"at_most": "90 ms"}}, f"{R}.limit", {f"{R}.limit": {"at_most": "5.1 ms"}}),
    "wide-interval": (
        {f"{R}.sweep": {"sizes": ["4 MiB"]}, "platform.knee": {"k": ["0", "4"]}}, f"{R}.limit",
        {f"{R}.sweep": {"sizes": ["4 MiB"]}, "platform.knee": {"k": ["0", "0.2"]}},
    ),
    # One rank's NIC of 50 GB/s, 63/56 of it: 56.25 GB/s for an exchange over eight nodes of eight.
    "above-ceiling": (
        {f"{R}.metric.name": "busbw", f"{R}.limit": {"at_least": "57 GB/s"}}, f"{R}.limit",
        {f"{R}.metric.name": "busbw", f"{R}.limit": {"at_least": "53 GB/s"}},
    ),
    "above-link": (
        {f"{PATH}.exclusive.bandwidth": "51 GB/s"}, f"{PATH}.exclusive.bandwidth",
        {f"{PATH}.exclusive.bandwidth": "50 GB/s"},
    ),
    "beyond-any-link": (
        {f"{PATH}.link.rate": "400 TB/s"}, f"{PATH}.link.rate", {f"{PATH}.link.rate": "1600 Gbit/s"},
    ),
    "impossible-skew": (
        {"operations.exchange.skew": ["1", "65"]}, "operations.exchange.skew",
        {"operations.exchange.skew": ["1", "64"]},
    ),
    "no-spread": ({f"{R}.test.max_spread": "0 %"}, f"{R}.test.max_spread", {f"{R}.test.max_spread": "1 %"}),
    "no-source": ({f"{PATH}.exclusive.from": None}, f"{PATH}.exclusive", {}),
    "split-call": (
        {"operations.exchange.calls": "5", "operations.exchange.per_step": "1"}, "operations.exchange.calls",
        {"operations.exchange.calls": "5", "operations.exchange.per_step": "2"},
    ),
    "unknown-report": (
        {"requirements.CCL-REP-01": {**REPORT, "reports": ["algorithm", "pathh"]}},
        "requirements.CCL-REP-01.reports[1]",
        {"requirements.CCL-REP-01": {**REPORT, "reports": ["algorithm", "path"]}},
    ),
    "idle-ports": (
        {"platform.paths.scale_up.link.ports": "7"}, "platform.paths.scale_up.link.ports",
        {"platform.paths.scale_up.link.ports": "8", "platform.paths.scale_up.link.per": "node",
         "platform.paths.scale_up.link.rate": "2 TB/s"},
    ),
    "shared-nic": (
        {f"{PATH}.link": None, **whole_node("384 GB/s")}, f"{PATH}.exclusive.per",
        {f"{PATH}.link": None, **whole_node("384 GB/s"), f"{PATH}.location": "inter_node_shared"},
    ),
    # 8 to 21 us is 2.6 times.
    "wide-start-up": (wide("21 us"), f"{PATH}.exclusive.alpha", wide("20 us")),
    "idle-at-once": (
        {"platform.cuts": None, "operations.grad.at_once_with": ["exchange"]}, "operations.grad.at_once_with",
        {"operations.grad.at_once_with": ["exchange"]},
    ),
    "one-channel": (
        {"operations.grad.algorithm": "ring"}, "operations.grad.algorithm",
        {"operations.grad.algorithm": "multi_ring"},
    ),
    "assumed-messages": (
        {"operations.exchange.algorithm": "full_mesh"}, "operations.exchange.algorithm",
        {"operations.exchange.algorithm": {"name": "full_mesh"},
         "platform.paths.scale_up.exclusive.message_rate": "1 Gmsg/s", f"{PATH}.exclusive.message_rate": "1 Gmsg/s"},
    ),
    # One rank of each node of eight: seven more such groups may cross its boundary.
    "assumed-alone": (
        {"operations.grad.group": "rail", "operations.grad.algorithm": "ring", "groups.rail": rail()}, "groups.rail",
        {"operations.grad.group": "rail", "operations.grad.algorithm": "ring",
         "groups.rail": rail(at_once_per_node="1")},
    ),
    "idle-cut": (
        {"platform.cuts.uplink": {"boundary": "node", "exclusive": {"bandwidth": "9 TB/s"}}}, "platform.cuts.uplink",
        {"platform.cuts.uplink": {"boundary": {"nodes": "4"}, "exclusive": {"bandwidth": "384 GB/s"}}},
    ),
    # Small messages that start in 30 us: just above 1 MiB they start in 8 us.
    "falling-time": (by_size("1 B .. 1 MiB", "30 us"), f"{PATH}.only[0].sizes", by_size("1 B .. 1 MiB", "7 us")),
    "contradicts": (
        rates("40 GB/s", "39 GB/s"), "requirements.CCL-A2A-02.limit",
        rates("40 GB/s", "41 GB/s"),
    ),
    "void": (
        {"requirements.CCL-A2A-02": {**OTHER, "operation": "exchange", "limit": {"at_most": "estimate.optimistic"}}},
        f"{R}.limit",
        {"requirements.CCL-A2A-02": {**OTHER, "operation": "exchange", "limit": {"at_most": "estimate.optimistic"},
                                     "priority": "should"}},
    ),
    "wrong-direction": ({f"{R}.limit": {"at_least": "5.1 ms"}}, f"{R}.limit", {f"{R}.limit": {"at_most": "5.1 ms"}}),
    "beyond-budget": (
        {"budget.exposed_communication": "0.1 %"}, "budget.exposed_communication",
        {"budget.exposed_communication": "1 %"},
    ),
    # Hidden by half, ten calls a step: 30 ms are 6 ms a call, where the conservative end is 7 ms.
    "above-need": (
        {"budget.operations": {"exchange": "30 ms"}, f"{R}.sweep": STEP}, f"{R}.limit",
        {"budget.operations": {"exchange": "40 ms"}, f"{R}.sweep": STEP},
    ),
    "statistic-of-a-mean": (
        {f"{R}.metric.statistic": "p99", f"{R}.test.command": "bench"}, f"{R}.metric.statistic",
        {f"{R}.metric.statistic": "p50", f"{R}.test.command": "bench"},
    ),
    # What the exchange hides makes most of the width, and no must asks for it.
    "untested-assumption": (
        {"requirements.CCL-OV-01.priority": "should"}, "operations.exchange.overlap",
        {"requirements.CCL-OV-01.limit": {"at_least": "20 %"}},
    ),
    "growing-overlap": (
        {"operations.exchange.overlap": ["0.5", "0.5"]}, "operations.exchange.overlap",
        {"operations.exchange.overlap": {"window": "5 ms"}},
    ),
    "alone-in-cuts": (
        {"operations.exchange.condition": "multi_group", f"{R}.sweep": {"conditions": ["exclusive"]}},
        "operations.exchange.condition",
        {"operations.exchange.condition": "multi_group", "operations.exchange.at_once_with": ["grad"],
         f"{R}.sweep": {"conditions": ["exclusive"]}},
    ),
    "default-knee": ({"platform.knee": None}, "platform.knee", {}),
    "kernel-start-up": (
        {"platform.launch": None}, "platform.launch",
        {"platform.launch": None, "operations.exchange.launch": {"time": "0 us"}},
    ),
    # 64 ranks, numbers for up to 32: one octave.
    "extrapolated": (
        {f"{PATH}.exclusive.valid": {"ranks": "2 .. 32"}}, "operations.grad",
        {f"{PATH}.exclusive.valid": {"ranks": "2 .. 64"}},
    ),
    "vague": (
        {f"{R}.title": {"zh": "尽可能快的交换", "en": "An exchange"}}, f"{R}.title",
        {f"{R}.title": {"zh": "交换", "en": "An exchange of the fastest kind"}},
    ),
    "tbd": (
        {f"{R}.rationale": {"zh": "待定", "en": "TBD"}}, f"{R}.rationale",
        {f"{R}.rationale": {"zh": "待定", "en": "TBD"},
         "open_points.q1": {"text": {"zh": "CCL-A2A-01 的理由", "en": "why CCL-A2A-01"}, "owner": "Architect"}},
    ),
    "numbers-differ": (
        {f"{R}.title": {"zh": "交换 64 个 rank", "en": "Exchange of 128 ranks"}}, f"{R}.title",
        {f"{R}.title": {"zh": "交换 1,024 个 rank", "en": "Exchange of 1024 ranks"}},
    ),
    "translation": ({f"{R}.title": {"en": "Exchange"}}, f"{R}.title", {f"{R}.title": "EP64"}),
    "modal": (
        {f"{CAP}.statement": {"zh": "库必须返回拓扑", "en": "an interface"}}, f"{CAP}.statement",
        {f"{CAP}.statement": {"zh": "返回拓扑的接口", "en": "an interface"}},
    ),
    "id-reused": (
        {"requirements.CCL-AR-01": OTHER, "requirements.ccl_ar_01": OTHER}, "requirements.ccl_ar_01",
        {"requirements.CCL-AR-01": OTHER, "requirements.CCL-AR-02": OTHER},
    ),
    "open-points": (
        {"document.status": "released", "open_points.q1": {"text": "why", "owner": "Architect"}}, "open_points",
        {"document.status": "review", "open_points.q1": {"text": "why", "owner": "Architect"}},
    ),
    "no-owner": ({"document.owner": None}, "document", {}),
    "no-approver": (
        {"document.status": "review", "document.approvers": None}, "document", {"document.status": "review"},
    ),
    "no-date": (
        {"document.status": "released"}, "document",
        {"document.status": "released", "document.date": "2026-11-30"},
    ),
    "idle-successor": (
        {"document.superseded_by": "2.0"}, "document.superseded_by",
        {"document.superseded_by": "2.0", "document.status": "withdrawn"},
    ),
    "not-frozen": (
        {"document.status": "review"}, f"{R}.limit",
        {"document.status": "review", "frozen": {CELL: "6 ms"}},
    ),
    "idle-frozen": (
        {"document.status": "review", "frozen": {"CCL-CAP-01/topology_query": "5 ms"}},
        "frozen.CCL-CAP-01/topology_query",
        {"document.status": "review", "frozen": {CELL: "6 ms"}},
    ),
    "idle-waiver": (
        {f"{R}.waive": [{"rule": "two-nodes", "reason": "not needed"}]}, f"{R}.waive[0]",
        {f"{R}.waive": [{"rule": "few-repeats", "reason": "one lab"}], f"{R}.test.repeats": "1"},
    ),
}  # fmt: skip


def told(changes: dict[str, Any]) -> dict[str, str]:
    """Rule -> place, of a clean spec with changes; a key set to None inside a requirement is left out."""
    for value in changes.values():
        if isinstance(value, dict):
            for key in [key for key, item in value.items() if item is None]:
                del value[key]
    return {problem.rule: path_text(problem.path) for problem in clean(changes).problems()}


def test_a_clean_spec_has_no_finding() -> None:
    assert clean().problems() == []


def test_every_rule_is_tried_here() -> None:
    assert set(RULED) == set(RULES)


@pytest.mark.parametrize("rule", RULED)
def test_a_rule_that_is_broken_is_told_where(rule: str) -> None:
    broken, place, _ = RULED[rule]
    assert told(broken).get(rule) == place


@pytest.mark.parametrize("rule", RULED)
def test_a_rule_that_is_kept_is_not_told(rule: str) -> None:
    assert rule not in told(RULED[rule][2])


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_speaks_both_languages_and_says_what_to_do(rule: str) -> None:
    texts = RULES[rule]
    assert texts.id == rule
    assert any("\u4e00" <= character <= "\u9fff" for character in texts.zh)
    assert texts.en
    assert texts.en.isascii()
    assert texts.hint_zh
    assert texts.hint_en


def test_findings_are_warnings_in_a_draft_and_errors_from_review_on_but_for_notes() -> None:
    sweep, limit = {"conditions": ["multi_group"]}, {"at_most": "6 ms"}
    broken = {f"{R}.responsible": None, f"{R}.sweep": sweep, f"{R}.limit": limit}
    draft = {problem.rule: problem.severity for problem in clean(broken).problems()}
    assert draft == {"no-responsible": "warning", "no-load": "warning"}
    review = clean({**broken, "document.status": "review"}).problems()
    assert {problem.rule: problem.severity for problem in review} == {"no-responsible": "error", "no-load": "warning"}


def test_a_waived_finding_is_kept_with_its_reason() -> None:
    worked = clean({f"{R}.waive": [{"rule": "few-repeats", "reason": "one lab"}], f"{R}.test.repeats": "1"})
    assert worked.problems() == []
    kept = waived(worked.spec, worked.table, worked.expanded)
    assert [(item.requirement, item.problem.rule, item.reason.en) for item in kept] == [
        ("CCL-A2A-01", "few-repeats", "one lab")
    ]


WAIVE = {"zh": "样机只有一类流量", "en": "The lab has one kind of traffic"}
ALONE = {"operations.exchange.condition": "multi_group", f"{R}.sweep": {"conditions": ["exclusive"]}}
# rule -> (where it is waived, what breaks it)
WAIVABLE: dict[str, tuple[str, dict[str, Any]]] = {
    "alone-in-cuts": ("operations.exchange", ALONE),
    "beyond-budget": ("budget", {"budget.exposed_communication": "0.1 %"}),
    "default-knee": ("platform", {"platform.knee": None}),
    "kernel-start-up": ("platform", {"platform.launch": None}),
    "idle-cut": (
        "platform",
        {"platform.cuts.spare": {"boundary": "node", "exclusive": {"bandwidth": "9 TB/s"}, "from": "talk"}},
    ),
    "no-owner": ("document", {"document.owner": None}),
}


@pytest.mark.parametrize("rule", WAIVABLE)
def test_a_finding_is_waived_by_the_part_of_the_spec_that_it_is_about(rule: str) -> None:
    holder, broken = WAIVABLE[rule]
    assert [problem.rule for problem in clean(broken).problems()] == [rule]
    worked = clean({**broken, f"{holder}.waive": [{"rule": rule, "reason": WAIVE}]})
    assert worked.problems() == []
    kept = waived(worked.spec, worked.table, worked.expanded)
    assert [(path_text(item.holder), item.problem.rule, item.reason.zh) for item in kept] == [
        (holder, rule, "样机只有一类流量")
    ]


@pytest.mark.parametrize("rule", WAIVABLE)
def test_a_waiver_of_one_part_does_not_count_for_another(rule: str) -> None:
    _, broken = WAIVABLE[rule]
    found = clean({**broken, f"{R}.waive": [{"rule": rule, "reason": WAIVE}]}).problems()
    assert sorted((problem.rule, path_text(problem.path)) for problem in found if problem.rule == "idle-waiver") == [
        ("idle-waiver", f"{R}.waive[0]")
    ]
    assert rule in {problem.rule for problem in found}


@pytest.mark.parametrize("holder", [*sorted({holder for holder, _ in WAIVABLE.values()}), R])
def test_a_waiver_without_effect_is_told_wherever_it_stands(holder: str) -> None:
    found = clean({f"{holder}.waive": [{"rule": "two-nodes", "reason": WAIVE}]}).problems()
    assert [path_text(problem.path) for problem in found] == [f"{holder}.waive[0]"]


def test_a_waiver_of_an_unknown_rule_is_told() -> None:
    found = clean({f"{R}.waive": [{"rule": "few-repeat", "reason": "one lab"}]}).problems()
    assert [problem.text() for problem in found] == [
        "requirements.CCL-A2A-01.waive[0]: there is no rule few-repeat; write the id of a rule [idle-waiver]"
    ]


def test_an_id_of_an_earlier_version_does_not_come_back() -> None:
    worked = clean()
    found = lint(worked.spec, worked.table, worked.expanded, retired=["CCL-CAP-01"])
    assert [(problem.rule, path_text(problem.path)) for problem in found] == [("id-reused", CAP)]


def test_a_limit_below_the_cut_bound_shows_both_times_and_the_cell() -> None:
    found = clean({f"{R}.limit": {"at_most": "4.8 ms"}}).problems()
    assert [problem.text().replace("\u00a0", " ") for problem in found] == [
        "requirements.CCL-A2A-01.limit: asks for at most 4.8 ms where the cut bound is 4.893 ms "
        "(ep, exclusive, 256 MiB); loosen the limit [below-cut]"
    ]


ONE_LANGUAGE = {
    "document.approvers": [{"en": "Lead"}],
    "sources.talk.text": {"en": "talk"},
    "platform.cuts.node_nics.title": {"en": "NICs"},
    "operations.exchange.note": {"en": "note"},
    "glossary.pod": {"zh": "舱", "en": "pod", "meaning": {"en": "a pod"}},
    "risks.late": {"title": {"en": "late"}},
    "open_points.q1": {"text": {"en": "why"}, "owner": "Architect"},
    f"{R}.test.load": {"en": "load"},
}


@pytest.mark.parametrize("place", ONE_LANGUAGE)
def test_a_text_in_one_language_is_told_wherever_it_stands(place: str) -> None:
    found = [problem for problem in clean({place: ONE_LANGUAGE[place]}).problems() if problem.rule == "translation"]
    assert [path_text(problem.path).startswith(place) for problem in found] == [True]


@pytest.mark.parametrize(
    ("languages", "title", "missing"),
    [
        (["zh"], {"en": "Exchange"}, "no zh text"),
        (["en"], {"zh": "全交换"}, "no en text"),
        (["zh"], {"zh": "全交换"}, ""),
        (["zh", "en"], "全交换", "no en text"),
        (["zh"], "全交换", ""),
        (["zh", "en"], "EP64", ""),
    ],
)
def test_a_text_is_there_in_every_language_of_the_document(languages: list[str], title: object, missing: str) -> None:
    problems = clean({"document.languages": languages, f"{R}.title": title}).problems()
    found = [problem.message for problem in problems if problem.rule == "translation" and "title" in problem.path]
    assert [one for one in found if one] == [missing] * bool(missing)


@pytest.mark.parametrize(("statistic", "least"), [("p50", 5), ("p90", 29), ("p95", 59), ("p99", 299), ("p99.9", 2995)])
def test_a_percentile_needs_samples_enough_for_95_per_cent_confidence(statistic: str, least: int) -> None:
    share = float(statistic[1:]) / 100
    # With one sample fewer, all may lie below the percentile more often than once in twenty.
    assert 1 - share**least >= 0.95 > 1 - share ** (least - 1)
    for iterations, few in ((least - 1, True), (least, False)):
        changes = {f"{R}.metric.statistic": statistic, f"{R}.test.iterations": str(iterations)}
        assert ("few-samples" in told(changes)) is few


def slow_down(**changes: Any) -> dict[str, Any]:
    """A slow-down of the gradients, under a condition of the spec's own that is harder than other traffic."""
    named = {"load": "a stream", "like": "exclusive", "harder_than": ["multi_group"]}
    demanded = other(kind="concurrency_slowdown", limit={"at_most": "1.1"}, metric=MEAN, **changes)
    return demanded | {"conditions": {"background": named}}


def findings(rule: str, changes: dict[str, Any]) -> list[str]:
    return [f"{path_text(p.path)}: {p.message}" for p in clean(changes).problems() if p.rule == rule]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, ["requirements.CCL-AR-01.at_once: one group is compared with itself"]),
        (
            {"against": "background", "sweep": {"conditions": ["background"]}},
            ["requirements.CCL-AR-01.against: background is compared with itself"],
        ),
        (
            {"against": "background", "sweep": {"conditions": ["multi_group"]}},
            ["requirements.CCL-AR-01.against: multi_group is compared with background, which is the harder one"],
        ),
        ({"against": "multi_group", "sweep": {"conditions": ["background"]}}, []),
        ({"against": "exclusive", "sweep": {"conditions": ["background"]}}, []),
    ],
)
def test_a_slow_down_that_no_measurement_can_miss_is_found(changes: dict[str, Any], told: list[str]) -> None:
    assert findings("holds-by-construction", slow_down(**changes)) == told


def test_a_condition_that_says_what_makes_it_needs_no_load_of_the_test() -> None:
    changes = slow_down(against="exclusive", sweep={"conditions": ["background"]})
    assert findings("no-load", changes) == []
    silent = changes | {"conditions": {"background": {"like": "exclusive"}}}
    assert findings("no-load", silent) == ["requirements.CCL-AR-01.test: nothing says what makes background"]


def test_a_test_between_nodes_that_lets_two_do_is_told_where_it_says_so() -> None:
    assert told({f"{R}.test.nodes_min": "2"})["two-nodes"] == f"{R}.test.nodes_min"
    assert "two-nodes" not in told({f"{R}.test.nodes_min": "3"})
