"""Fields and entries that change nothing as the spec stands: warnings, so that nobody believes they count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from estimator.cost.collectives import collective_named
from estimator.errors import Path, Problem
from estimator.phrase import phrase
from estimator.spec.checks.idle_defaults import idle_defaults
from estimator.spec.checks.idle_operation import idle_operation
from estimator.spec.checks.links import idle_fields
from estimator.spec.checks.no_effect import no_effect
from estimator.spec.checks.references import cited
from estimator.spec.conditions import lineage, said_harder
from estimator.spec.derived.routing import takes_skew
from estimator.spec.derived.steps import PHASES, flows_used
from estimator.spec.document import Spec
from estimator.spec.inference.effect import gives_types, idle
from estimator.spec.inference.run import Phase
from estimator.spec.machine.checks.unfelt import unfelt
from estimator.spec.requirements.kinds import Capability, WeightSync
from estimator.spec.requirements.measure import Limit
from estimator.spec.requirements.requirement import MeasurableRequirement


def without_effect(spec: Spec, data: Any) -> Iterator[Problem]:
    """Warnings for a spec without errors; ``data`` is the spec as written."""
    yield from _training(spec, data)
    yield from _inference(spec)
    yield from _model(spec)
    yield from _unused(spec, data)
    yield from idle_defaults(data)
    yield from _conditions(spec, data)
    yield from _terms(spec)
    for name in idle_fields(spec):
        yield no_effect(
            ("document", "fields", name),
            "no requirement carries it",
            phrase("write fields: {{{name}: ...}}", name=name),
        )
    yield from _budget(spec)
    yield from unfelt(spec)
    yield from _cuts(spec)
    for name, operation in spec.operations.items():
        yield from idle_operation(("operations", name), operation, spec)
    for name, requirement in spec.requirements.items():
        if isinstance(requirement, MeasurableRequirement):
            yield from _requirement(("requirements", name), requirement, spec)
        elif isinstance(requirement, Capability) and requirement.limit is not None:
            yield from _stated(("requirements", name, "limit"), requirement.limit)


def _training(spec: Spec, data: Any) -> Iterator[Problem]:
    derived = any(operation.from_model is not None for operation in spec.operations.values())
    if spec.layout is not None and not derived and all(group.from_layout is None for group in spec.groups.values()):
        yield no_effect(("layout",), "no group takes its figures from it", "write groups: {ep: {from_layout: ep}}")
    hint = "write operations: {moe_dispatch: {from_model: moe_dispatch, algorithm: ...}}"
    if spec.model is not None and not derived:
        yield no_effect(("model",), "no operation comes from the model", hint)
    used = flows_used(spec.operations.values())
    if spec.training is not None and not used["training"] and not gives_types(spec, _in_phases(spec)):
        yield no_effect(("training",), "no operation comes from a training step", hint)
    yield from _routing(spec, data)
    fewer = any(operation.copies in ("per_rank", "per_node") for operation in spec.operations.values())
    if spec.moe is not None and spec.moe.node_limit is not None and not fewer:
        what = "every operation sends one copy per expert"
        yield no_effect(("moe", "node_limit"), what, "write copies: per_node on the exchange, or remove it")


def _routing(spec: Spec, data: Any) -> Iterator[Problem]:
    """The routing that was seen gives skews that nobody wrote, and copies where not every one is sent."""
    if spec.moe is None or spec.moe.routing is None:
        return
    written = data.get("operations", {})
    skewed = any(takes_skew({"collective": one.collective, **written[name]}) for name, one in spec.operations.items())
    fewer = any(one.copies not in (None, "per_expert") for one in spec.operations.values())
    if not skewed and not (fewer and spec.moe.node_limit is None):
        what = "every exchange states its skew, and none leaves out copies"
        yield no_effect(("moe", "routing"), what, "remove a skew, or write copies: per_node")


def _inference(spec: Spec) -> Iterator[Problem]:
    used = _in_phases(spec)
    for phase in PHASES:
        if spec.inference is not None and getattr(spec.inference, phase) is not None and not used[phase]:
            hint = phrase(
                "write operations: {{NAME: {{from_model: {phase}.tp_all_reduce, algorithm: ...}}}}, or remove it",
                phase=phase,
            )
            yield no_effect(("inference", phase), "no operation comes from this step", hint)
    for path in idle(spec, used):
        yield no_effect(path, "no operation from inference depends on it", "remove it, or add one that does")


def _in_phases(spec: Spec) -> dict[Phase, frozenset[str]]:
    used = flows_used(spec.operations.values())
    return {phase: used[phase] for phase in PHASES}


def _model(spec: Spec) -> Iterator[Problem]:
    """Fields of model and training that only others of their fields bring to life."""
    training, model = spec.training, spec.model
    if training is not None and "zero_style" in training.model_fields_set and training.zero != 2:
        yield no_effect(("training", "zero_style"), "only stage 2 differs", "write zero: 2, or remove zero_style")
    for key in ("dense_layers", "expert_ffn", "shared_experts"):
        if model is not None and spec.moe is None and getattr(model, key):
            yield no_effect(("model", key), "the spec has no moe", "add moe: {experts: ..., top_k: ...}, or remove it")


def _unused(spec: Spec, data: Any) -> Iterator[Problem]:
    uses = cited(data)
    for name in spec.sources:
        if name not in uses:
            yield no_effect(("sources", name), "nothing cites this source", "cite it with from:, or remove it")
    groups = {operation.group for operation in spec.operations.values()}
    for requirement in spec.requirements.values():
        if isinstance(requirement, MeasurableRequirement):
            groups.update(requirement.sweep.groups or ())
            groups.add(getattr(requirement, "base_group", ""))
    for name in spec.groups:
        if name not in groups:
            yield no_effect(("groups", name), "no operation and no sweep uses this group", "use it, or remove it")
    platform = spec.platform
    used = {level for group in spec.groups.values() for level in group.levels}
    used |= {platform.paths[name].through or name for name in used if name in platform.paths}
    hint = "let a group span its level, or remove it" if platform.levels else "use it in levels, or remove it"
    beside = {name: level.name for level in platform.levels for name in level.also}
    for name in platform.paths:
        if name not in used:
            taken = (
                phrase("write paths: {{{inner}: {name}}} in a group, or remove it", inner=beside[name], name=name)
                if name in beside
                else hint
            )
            yield no_effect(("platform", "paths", name), "no group uses this path", taken)


def _conditions(spec: Spec, data: Any) -> Iterator[Problem]:
    """Conditions that nothing runs under, and what their definitions say twice."""
    conditions = spec.platform.conditions
    used = {name for condition in _run_under(spec) for name in lineage(condition, conditions)}
    for name, condition in conditions.items():
        top = isinstance(data.get("conditions"), dict) and name in data["conditions"]
        where: Path = ("conditions", name) if top else ("platform", "conditions", name)
        if name not in used:
            hint = "name it in an operation's condition or a sweep's conditions, or remove it"
            yield no_effect(where, "no operation and no test runs under it", hint)
        for index, other in enumerate(condition.harder_than):
            without = condition.model_copy(update={"harder_than": condition.harder_than[:index]})
            if said_harder(name, other, {**conditions, name: without}):
                yield no_effect(
                    (*where, "harder_than", index),
                    phrase("it is harder than {other} in any case", other=other),
                    "remove the name",
                )


def _run_under(spec: Spec) -> Iterator[str]:
    for operation in spec.operations.values():
        yield from operation.condition
    for requirement in spec.requirements.values():
        if isinstance(requirement, MeasurableRequirement):
            yield from requirement.sweep.conditions or ()
            yield getattr(requirement, "against", None) or "exclusive"


def _cuts(spec: Spec) -> Iterator[Problem]:
    reduced = {spec.groups[o.group].nodes > 1 for o in spec.operations.values() if o.collective == "all_reduce"}
    reduced |= {getattr(requirement, "collective", None) == "all_reduce" for requirement in spec.requirements.values()}
    for name, cut in spec.platform.cuts.items():
        where: Path = ("platform", "cuts", name)
        if cut.boundary.nodes >= spec.platform.nodes:
            what = phrase("a unit of {nodes} nodes holds the whole platform", nodes=cut.boundary.nodes)
            yield no_effect((*where, "boundary"), what, "write a smaller unit, or remove the cut")
        if cut.in_network and True not in reduced:
            what = "it lowers the bound of an all_reduce across nodes, and there is none"
            yield no_effect((*where, "in_network"), what, "remove in_network")


def _budget(spec: Spec) -> Iterator[Problem]:
    """Shares of operations that no step counts, and a rest that nobody is left to have."""
    budget = spec.budget
    if budget is None:
        return
    counted = [name for name, operation in spec.operations.items() if operation.per_step]
    for name in budget.operations:
        if name not in counted:
            yield no_effect(
                ("budget", "operations", name),
                "the operation is in no step",
                phrase("add per_step to {name}", name=name),
            )
    if budget.allocate is not None and not set(counted) - set(budget.operations):
        yield no_effect(("budget", "allocate"), "every operation of the step has a share", "remove allocate")


def _terms(spec: Spec) -> Iterator[Problem]:
    """Optional terms of the platform that nothing can feel."""
    platform = spec.platform
    if "knee" in platform.model_fields_set and all(path.exclusive.root for path in platform.paths.values()):
        yield no_effect(("platform", "knee"), "every path has a root in its place", "remove knee, or the roots")
    for name, path in platform.paths.items():
        for index, entry in enumerate(path.only):
            if entry.rails is not None and not path.crosses_nodes:
                where = ("platform", "paths", name, "only", index, "rails")
                yield no_effect(where, "the path stays inside a node", "remove the entry")
    used = {path for group in spec.groups.values() for path in group.levels}
    for index, start in enumerate(platform.launch.only if platform.launch is not None else ()):
        if start.path is not None and start.path not in used:
            yield no_effect(("platform", "launch", "only", index, "path"), "no group uses the path", "remove the entry")


def _stated(where: Path, limit: Limit) -> Iterator[Problem]:
    """The number of a capability is written, at no size."""
    for key, value in (("at", limit.at), ("from", limit.start)):
        if value is not None:
            yield no_effect(
                (*where, key), "the number of a capability holds at no size", phrase("remove {key}", key=key)
            )
    if limit.bound.origin != "literal":
        key = "at_most" if limit.upper else "at_least"
        yield no_effect((*where, key), "nothing estimates a capability", "write a number")


def _requirement(where: Path, requirement: MeasurableRequirement, spec: Spec) -> Iterator[Problem]:
    sweep, limit = requirement.sweep, requirement.limit
    own = spec.operations.get(requirement.operation or "")
    collective = own.collective if own is not None else requirement.collective
    if isinstance(requirement, WeightSync):
        yield from _weights(where, requirement, spec)
    elif requirement.redop is not None and collective is not None and not collective_named(collective).reduces:
        yield no_effect(
            (*where, "redop"), phrase("{collective} reduces nothing", collective=collective), "remove redop"
        )
    if "per_octave" in sweep.model_fields_set and (sweep.sizes is None or sweep.sizes.listed):
        yield no_effect((*where, "sweep", "per_octave"), "the sizes are no range", "write sizes: 64 KiB .. 1 GiB")
    if limit.at is not None and limit.bound.origin != "literal":
        yield no_effect((*where, "limit", "at"), "a derived limit holds in every cell", "remove at, or write from")
    if limit.bound.origin in ("literal", "line") and "factor" in limit.model_fields_set:
        yield no_effect((*where, "limit", "factor"), "a written limit has no factor", "put it into the limit")
    if "top_sizes" in requirement.model_fields_set and limit.start is not None:
        yield no_effect((*where, "top_sizes"), "limit.from says which sizes are large", "remove top_sizes")


def _weights(where: Path, requirement: WeightSync, spec: Spec) -> Iterator[Problem]:
    """A weight sync says by its own fields what is moved where; only the condition of a sweep counts."""
    operation = spec.operations.get(requirement.operation or "")
    if operation is not None and operation.collective != "p2p":
        for key in ("path", "cut"):
            if getattr(requirement, key) is not None:
                what = phrase("{operation} says how the weights go", operation=requirement.operation)
                yield no_effect((*where, key), what, phrase("remove {key}, or operation", key=key))
    what = "weights go from every trainer to every rollout device"
    for key in ("collective", "algorithm", "at_once", "place", "dtype", "redop"):
        if key in requirement.model_fields_set:
            yield no_effect((*where, key), what, phrase("remove {key}", key=key))
    for key in ("sizes", "groups", "skews"):
        if key in requirement.sweep.model_fields_set:
            yield no_effect((*where, "sweep", key), what, phrase("remove {key}", key=key))
    for key, value in (("at", requirement.limit.at), ("from", requirement.limit.start)):
        if value is not None:
            yield no_effect(
                (*where, "limit", key), "the limit is on all the weights together", phrase("remove {key}", key=key)
            )
