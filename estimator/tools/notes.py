"""What a command line does not say by itself: repeats, groups at once, conditions, conversions, limits of checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from estimator.cost.collectives import MOVING
from estimator.require.criterion import Expanded
from estimator.spec.conditions import NamedCondition
from estimator.spec.document import Spec
from estimator.spec.requirements.kinds import WeightSync
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.tools.nccl_tests import can_split
from estimator.tools.tool import Run, Tool
from estimator.units import Counted

_CHECKED = {"int8": 63, "bf16": 63, "fp16": 511}
"""Most ranks for which hccl_test can check a sum of this type (Ascend guide, results)."""
_BESIDE = {
    "bytes": ("线上字节由网卡计数器读出", "bytes on the wire are read from the NIC counters"),
    "overlap": (
        "另测单独计算与两者同时运行的用时",
        "time the computation alone and both together as well",
    ),
    "error": ("由拟合与 trace 得出", "worked out from the fit and the trace"),
}
_CONDITION = {
    "exclusive": ("不运行其他操作", "nothing else runs"),
    "multi_group": ("同时运行其他组的通信", "while other groups communicate"),
    "with_compute": ("同时运行训练计算", "while training compute runs"),
}


def notes(tool: Tool, run: Run, requirement: MeasurableRequirement, expanded: Expanded, spec: Spec) -> tuple[str, str]:
    """The notes of a run in Chinese and in English, each one line; empty where there is nothing to say."""
    return _joined(_notes(tool, run, requirement, expanded, spec))


def beside(requirement: MeasurableRequirement, expanded: Expanded, spec: Spec) -> tuple[str, str]:
    """What runs beside a command of the spec's own, in Chinese and in English."""
    return _joined(_conditions(requirement, expanded, spec))


def _joined(pairs: Iterable[tuple[str, str]]) -> tuple[str, str]:
    found = list(pairs)
    return "；".join(zh for zh, _ in found), "; ".join(en for _, en in found)


def _conditions(requirement: MeasurableRequirement, expanded: Expanded, spec: Spec) -> Iterator[tuple[str, str]]:
    """What runs beside the command under each condition of its cells, and what makes it."""
    against = expanded.measure.against if expanded.measure else None
    other = against.name if against and against.what == "condition" else ""
    names = dict.fromkeys([*(block.condition for block in expanded.blocks), *filter(None, (other,))])
    for name in names:
        own = spec.platform.conditions.get(name)
        if name == "exclusive" and len(names) == 1:
            continue
        zh, en = _CONDITION[name] if own is None else _own(own)
        yield f"条件 {name}：{zh}" if zh else f"条件 {name}", f"condition {name}: {en}" if en else f"condition {name}"
    if requirement.test.load is not None:
        yield f"负载：{requirement.test.load.get('zh')}", f"load: {requirement.test.load.get('en')}"
    if other:
        yield f"与条件 {other} 各跑一遍，取用时之比", f"run it under {other} too; the times are divided"


def _hosts(run: Run, spec: Spec) -> Iterator[tuple[str, str]]:
    """How many hosts, where a node is no host or hosts differ, and which of their devices."""
    processes, each = run.hosts.processes, run.hosts.each
    if each is None:
        every = ", ".join(map(str, processes))
        yield f"主机文件中各主机的进程数依次为 {every}", f"the host file gives the hosts {every} processes in turn"
    elif spec.platform.host_ranks != spec.platform.ranks_per_node:
        count = len(processes)
        yield f"{count} 台主机，每台 {each} 个进程", f"on {Counted(count):host}, {Counted(each):rank} each"
    if not run.hosts.first:
        used = ", ".join(map(str, run.hosts.devices))
        yield f"每台主机用设备 {used}", f"on each host the devices {used}"


def _own(condition: NamedCondition) -> tuple[str, str]:
    """What a condition of the spec's own is, and what makes it; "" where it does not say."""
    said = [text for text in (condition.text, condition.load) if text is not None]
    return "，".join(text.get("zh") for text in said), ", ".join(text.get("en") for text in said)


def _notes(
    tool: Tool, run: Run, requirement: MeasurableRequirement, expanded: Expanded, spec: Spec
) -> Iterator[tuple[str, str]]:
    repeats = requirement.test.repeats
    if repeats > 1:
        yield f"整条命令重复 {repeats} 遍", f"run the whole command {repeats} times"
    yield from _conditions(requirement, expanded, spec)
    yield from _hosts(run, spec)
    if run.at_once > 1 and not (tool.ability.splits and can_split(run)):
        yield f"{run.at_once} 组同时各跑一份", f"start it in {run.at_once} groups at once"
    count = requirement.instances if isinstance(requirement, WeightSync) else 1
    if count > 1:
        yield f"{count} 个实例同时各跑一份", f"start it for {count} instances at once"
    name = expanded.measure.name if expanded.measure else ""
    if name in ("busbw", "efficiency", "dip") and "busbw" not in tool.ability.columns:
        yield "busbw 由用时换算", "busbw is worked out from the time"
    if name in _BESIDE:
        yield _BESIDE[name]
    if run.dtype and run.dtype not in tool.ability.dtypes:
        yield f"工具不支持 {run.dtype}：用同样字节数的类型", f"the tool has no {run.dtype}: use a type of as many bytes"
    yield from _of_tool(tool, run, requirement)


def _of_tool(tool: Tool, run: Run, requirement: MeasurableRequirement) -> Iterator[tuple[str, str]]:
    """What is peculiar to one tool."""
    if tool.name == "hccl_test" and run.redop and run.ranks > _CHECKED.get(run.dtype or "", run.ranks):
        most = _CHECKED[run.dtype or ""]
        yield (
            f"{run.dtype} 求和超过 {most} 个 rank 时工具不校验结果",
            f"the tool does not check sums of {run.dtype} beyond {most} ranks",
        )
    if tool.name == "osu" and run.collective in MOVING:
        yield "缓冲放在设备上：加 -d cuda 或 -d rocm", "for buffers on the device add -d cuda or -d rocm"
    if not requirement.test.in_place and tool.name == "nccl-tests":
        yield "取非原地一栏", "read the out-of-place columns"
