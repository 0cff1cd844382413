"""What a command line does not say by itself: repeats, where it runs, beside what, conversions, limits of checks."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.cost.collectives import MOVING
from estimator.require.criterion import Expanded
from estimator.require.place import Place
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.tools.conditions import conditions
from estimator.tools.procedure import procedure, where
from estimator.tools.tool import Pair, Tool, ToolRun

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


def notes(
    tool: Tool, run: ToolRun, place: Place, requirement: MeasurableRequirement, expanded: Expanded, spec: Spec
) -> tuple[Pair, ...]:
    """The remarks on a run, each once; none where there is nothing to say."""
    return tuple(dict.fromkeys(_notes(tool, run, place, requirement, expanded, spec)))


def beside(requirement: MeasurableRequirement, expanded: Expanded, spec: Spec) -> tuple[Pair, ...]:
    """What runs beside a command of the spec's own and how it is run."""
    return tuple(dict.fromkeys([*conditions(requirement, expanded, spec), *procedure(requirement)]))


def _notes(
    tool: Tool, run: ToolRun, place: Place, requirement: MeasurableRequirement, expanded: Expanded, spec: Spec
) -> Iterator[Pair]:
    repeats = requirement.test.repeats
    if repeats > 1:
        yield f"整条命令重复 {repeats} 遍", f"run the whole command {repeats} times"
    yield from conditions(requirement, expanded, spec, place.group, run.at_once)
    yield from where(run, place, requirement, spec)
    yield from procedure(requirement)
    name = expanded.measure.name if expanded.measure else ""
    if name in ("busbw", "efficiency", "dip") and "busbw" not in tool.ability.columns:
        yield "busbw 由用时换算", "busbw is worked out from the time"
    if name in _BESIDE:
        yield _BESIDE[name]
    if run.dtype and run.dtype not in tool.ability.dtypes:
        yield f"工具不支持 {run.dtype}：用同样字节数的类型", f"the tool has no {run.dtype}: use a type of as many bytes"
    yield from _of_tool(tool, run, requirement)


def _of_tool(tool: Tool, run: ToolRun, requirement: MeasurableRequirement) -> Iterator[tuple[str, str]]:
    """What is peculiar to one tool."""
    if tool.name == "hccl_test" and run.redop and run.ranks > _CHECKED.get(run.dtype or "", run.ranks):
        most = _CHECKED[run.dtype or ""]
        yield (
            f"{run.dtype} 求和超过 {most} 个 rank 时工具不校验结果",
            f"the tool does not check sums of {run.dtype} beyond {most} ranks",
        )
    if tool.name == "osu" and run.collective in MOVING:
        yield "缓冲放在设备上：加 -d cuda 或 -d rocm", "for buffers on the device add -d cuda or -d rocm"
    in_place = requirement.test.in_place
    if tool.name == "nccl-tests":
        yield (
            ("取原地一栏", "read the in-place columns")
            if in_place
            else ("取非原地一栏", "read the out-of-place columns")
        )
    elif in_place:
        yield "输入与输出用同一缓冲", "input and output share the buffer"
