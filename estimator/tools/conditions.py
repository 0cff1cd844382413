"""What runs beside a test under each of its conditions: how many other groups, which load."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.require.criterion import Expanded
from estimator.require.loads import load_of, named_in, stated_load
from estimator.require.workload import place_of
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.spec.values.base import Text
from estimator.units import Counted

Pair = tuple[str, str]
_BASE = {
    "exclusive": ("不运行其他操作", "no other operation runs"),
    "multi_group": ("同时运行其他组的通信", "while other groups communicate"),
    "with_compute": ("同时运行训练计算", "while training compute runs"),
}


def conditions(
    requirement: MeasurableRequirement, expanded: Expanded, spec: Spec, group: str = "", at_once: int = 1
) -> Iterator[Pair]:
    """One remark a condition of the cells, with the number of other groups and the load that makes it.

    ``at_once``: groups of the kind ``group`` that run together.
    """
    against = expanded.measure.against if expanded.measure else None
    other = against.name if against and against.what == "condition" else ""
    names = dict.fromkeys([*(block.condition for block in expanded.blocks), *filter(None, (other,))])
    said: set[int] = set()
    for name in names:
        load = load_of(name, requirement, spec, expanded)
        said.add(id(load))
        parts = list(_parts(name, requirement, spec, group, at_once, load))
        if name != "exclusive" or len(names) > 1 or at_once > 1 or load is not None:
            yield (
                f"条件 {name}：{'，'.join(zh for zh, _ in parts)}",
                f"condition {name}: {', '.join(en for _, en in parts)}",
            )
    stated = stated_load(requirement)
    if stated is not None and id(stated) not in said and not named_in(stated, spec):
        yield _load(stated)
    if other:
        yield f"与条件 {other} 各跑一遍，取用时之比", f"run it under {other} too; the times are divided"


def _parts(
    name: str, requirement: MeasurableRequirement, spec: Spec, group: str, at_once: int, load: Text | None
) -> Iterator[Pair]:
    """What a condition is, the other groups of the kind, the operations that run at the same time, the load."""
    own = spec.platform.conditions.get(name)
    base = spec.platform.lineage(name)[-1]
    if own is not None and own.text is not None:
        yield own.text.get("zh"), own.text.get("en")
    elif load is None or base != "exclusive":
        yield _BASE[base]  # beside a load something else does run
    if at_once > 1:
        more = at_once - 1
        yield f"同机另有 {more} 个 {group} 组", f"with {Counted(more):more group} of {group} on its nodes"
    if base == "multi_group":
        yield from _named(requirement, spec)
    if load is not None:
        yield _load(load)


def _named(requirement: MeasurableRequirement, spec: Spec) -> Iterator[Pair]:
    """The operations that the spec says run at the same time, each on as many groups as its kind has on a node."""
    operation = spec.operations.get(requirement.operation or "")
    for name in operation.at_once_with if operation is not None else ():
        other = spec.operations[name].group
        count = place_of(spec, other).at_once
        yield f"{name} 在 {count} 个 {other} 组上", f"{name} on {Counted(count):group} of {other}"


def _load(load: Text) -> Pair:
    return f"负载：{load.get('zh')}", f"load: {load.get('en')}"
