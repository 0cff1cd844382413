"""Every rule's example is run: in a clean spec, what breaks the rule draws it, what keeps it does not."""

from typing import Any

import pytest
import yaml

from estimator.lint.examples import RULE_EXAMPLES
from estimator.lint.rules import RULES
from tests.lint.test_run import CAP, OTHER, PATH, REPORT, R, rail
from tests.require.specs import clean, read

AR = "requirements.AR-01"
EXCHANGE, GRADIENTS = "operations.exchange", "operations.grad"
BARE = {"collective": "all_reduce", "algorithm": "ring", "dtype": "bf16", "redop": "sum"}


def first(**fields: Any) -> dict[str, Any]:
    """Requirement AR-01, on the AllReduce of the gradients; a field set to None is left out."""
    return {AR: {name: value for name, value in {**OTHER, **fields}.items() if value is not None}}


def bare(**fields: Any) -> dict[str, Any]:
    """Requirement AR-01 of a collective that is no operation's."""
    return first(**{"operation": None, **BARE, "sweep": {"sizes": ["1 MiB", "2 MiB"], "groups": ["edp"]}, **fields})


GROUPS = {f"groups.g{size}": rail() | {"size": str(size), "at_once_per_node": "8"} for size in (8, 9, 16, 24, 32)}
FROZEN = bare(sweep={"sizes": ["1 MiB"], "groups": ["dp"]}) | {f"{R}.limit": {"at_most": "6 ms"}} | {
    "groups.dp": read("clean.yaml")["groups"]["ep"]
}  # fmt: skip
PLACES: dict[str, tuple[str, dict[str, Any]]] = {
    "no-limit": (AR, bare()),
    "few-sizes": (AR, first(kind="no_dip_curve", metric={"statistic": "mean"}, limit={"at_most": "10 %"})),
    "no-dtype": (EXCHANGE, {}),
    "no-redop": (AR, bare(redop=None)),
    "tool-collective": (
        AR,
        bare(redop=None, algorithm="direct", sweep={"groups": ["pp"], "sizes": ["64 MiB"]})
        | {"groups.pp": {"size": "2", "ranks_per_node": "1", "levels": ["scale_out"]}},
    ),
    "no-responsible": (R, {f"{R}.responsible": None}),
    "no-rationale": (R, {f"{R}.rationale": None}),
    "no-evidence": (CAP, {f"{CAP}.evidence": None, f"{CAP}.pass": "it does"}),
    "no-pass-rule": (CAP, {}),
    "no-quantity": (CAP, {f"{CAP}.item": "other"}),
    "holds-by-construction": (
        AR, first(kind="concurrency_slowdown", limit={"at_most": "1.1"}, metric={"statistic": "mean"}),
    ),
    "two-nodes": (R, {f"groups.{name}": read("clean.yaml")["groups"][group]
                      for name, group in (("two_nodes", "pair"), ("eight_nodes", "ep"))}),
    "scaling-sizes": (
        AR,
        bare(kind="scaling", base_group="edp4", metric={"statistic": "mean"}, limit={"at_least": "50 %"}) | GROUPS,
    ),
    "wide-interval": (f"{PATH}.exclusive", {f"{R}.sweep": {"sizes": ["256 KiB"]}}),
    "above-link": (PATH, {}),
    "beyond-any-link": (f"{PATH}.exclusive", {}),
    "impossible-skew": (EXCHANGE, {}),
    "no-source": (PATH, {}),
    "split-call": (EXCHANGE, {}),
    "unknown-report": ("requirements.REP-01", {"requirements.REP-01": REPORT}),
    "idle-ports": ("platform.paths.scale_up", {}),
    "shared-nic": (PATH, {f"{PATH}.link": None}),
    "wide-start-up": (PATH, {}),
    "idle-at-once": ("", {"platform.cuts": None, "operations.gradients": read("clean.yaml")["operations"]["grad"]}),
    "one-channel": (GRADIENTS, {}),
    "assumed-messages": (
        PATH, {f"{EXCHANGE}.algorithm": "full_mesh", "platform.paths.scale_up.exclusive.messages": "0 us"},
    ),
    "assumed-alone": ("groups", {f"{GRADIENTS}.group": "dp"}),
    "idle-cut": ("platform.cuts", {}),
    "falling-time": (PATH, {}),
    "beyond-budget": ("budget", {}),
    "above-need": (R, {"budget.operations": {"exchange": "30 ms"}, f"{R}.sweep": {"conditions": ["with_compute"]}}),
    "untested-assumption": ("requirements.CCL-OV-01", {}),
    "growing-overlap": (EXCHANGE, {}),
    "alone-in-cuts": (EXCHANGE, {"operations.gradients": read("clean.yaml")["operations"]["grad"]}),
    "default-knee": ("", {"platform.knee": None}),
    "kernel-start-up": ("platform", {}),
    "extrapolated": (f"{PATH}.exclusive", {}),
    "vague": (CAP, {}),
    "modal": (CAP, {}),
    "open-points": ("", {}),
    "no-owner": ("", {"document.owner": None}),
    "no-approver": ("document", {"document.approvers": None}),
    "no-date": ("document", {}),
    "idle-successor": ("document", {}),
    "not-frozen": ("", FROZEN),
    "idle-frozen": ("", FROZEN | {"document.status": "review"}),
}  # fmt: skip
"""Where the example of a rule stands in the clean spec, and what is otherwise there; else it is of requirement R."""
EACH: dict[str, dict[str, Any]] = {
    "contradicts": {**OTHER, "operation": "exchange", "metric": {"name": "busbw", "statistic": "mean"}},
    "void": {**OTHER, "operation": "exchange"},
    "id-reused": {**OTHER, "operation": "exchange"},
}
"""Of an example of several requirements, what each says besides."""


HARDER = {
    f"{PATH}.{condition}": {"alpha": "60 us", "bandwidth": "5 GB/s", "per": "rank", "from": "talk"}
    for condition in ("multi_group", "with_compute")
}
"""Other conditions of the path between nodes are no better, whatever the example says of the first."""
ON_PATHS = frozenset({"wide-interval", "above-link", "no-source", "shared-nic", "wide-start-up"}
                     | {"assumed-messages", "falling-time", "extrapolated", "beyond-any-link"})  # fmt: skip


def leaves(data: Any, path: str = "") -> dict[str, Any]:
    """What the text says, by dotted path; ids with dots or slashes are the last step."""
    if not isinstance(data, dict) or path == "frozen":
        return {path: data}
    return {key: value for name, one in data.items() for key, value in leaves(one, f"{path}.{name}".strip(".")).items()}


def written(rule: str, text: str) -> dict[str, Any]:
    """The changes of the clean spec that are the text where it belongs."""
    said = yaml.load("{" + text + "}", yaml.BaseLoader)
    assert isinstance(said, dict)
    if rule in EACH:
        return {R: None} | {f"requirements.{name}": {**EACH[rule], **fields} for name, fields in said.items()}
    place, before = PLACES.get(rule, (R, {}))
    before = before | HARDER if rule in ON_PATHS else before
    if not place:
        return before | leaves(said)
    if place in before:
        return {**before, place: {**before[place], **said}}
    return before | {f"{place}.{name}": value for name, value in said.items()}


def told(rule: str, text: str) -> set[str]:
    """The rules that are drawn once the text stands where it belongs."""
    return {problem.rule for problem in clean(written(rule, text)).problems()}


def test_every_rule_has_an_example() -> None:
    assert set(RULE_EXAMPLES) == set(RULES)
    assert {*PLACES, *EACH} <= set(RULES)


@pytest.mark.parametrize("rule", RULE_EXAMPLES)
def test_what_breaks_a_rule_draws_it(rule: str) -> None:
    assert rule in told(rule, RULE_EXAMPLES[rule].wrong)


@pytest.mark.parametrize("rule", RULE_EXAMPLES)
def test_what_keeps_a_rule_does_not(rule: str) -> None:
    assert rule not in told(rule, RULE_EXAMPLES[rule].right)
