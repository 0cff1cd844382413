"""Cells that no public tool can run: who takes part, by which rule the bytes are shared out; run by the test kit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from estimator.cost.collectives import UNEVEN
from estimator.require.criterion import Block, Expanded
from estimator.require.inherited import inherited
from estimator.spec.document import Spec
from estimator.spec.requirements.kinds import SkewedAllToAllV, WeightSync
from estimator.spec.requirements.measure import Test
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.tools.catalogue import runs_it, tool_named
from estimator.tools.conditions import conditions
from estimator.tools.members import numbers_text
from estimator.tools.procedure import placement, procedure
from estimator.tools.together import together
from estimator.tools.tool import Pair, joined
from estimator.units import Counted, format_number, format_size

SEED = 7
"""Of a send matrix where the requirement names none."""


class ByKit(NamedTuple):
    """Cells of one group, and what is said of them: ``counts`` how often and on which buffers, ``remarks`` the rest."""

    group: str
    cells: int
    remarks: tuple[Pair, ...]
    counts: tuple[Pair, ...]

    @property
    def zh(self) -> str:
        """All of it in a line, in Chinese."""
        return f"由测试套件运行：{joined([*self.remarks, *self.counts])[0]}"

    @property
    def en(self) -> str:
        """All of it in a line, in English."""
        return f"to be run by the test kit: {joined([*self.remarks, *self.counts])[1]}"


def by_kit(spec: Spec, requirement_id: str, expanded: Expanded) -> tuple[ByKit, ...]:
    """The cells that are left to the test kit, group by group; none where the spec brings a command of its own."""
    requirement = spec.requirements[requirement_id]
    if not isinstance(requirement, MeasurableRequirement) or requirement.test.command is not None:
        return ()
    tool, alike = tool_named(requirement.test.tool), dict[tuple[str, int], list[Block]]()
    for block in expanded.blocks:
        if isinstance(requirement, WeightSync) or (block.place.group and not runs_it(tool, block)):
            alike.setdefault((block.place.group, block.place.at_once), []).append(block)
    found = []
    for (group, at_once), blocks in alike.items():
        parts = list(_parts(spec, requirement, blocks))
        parts += conditions(requirement, expanded, spec, group, 1 if isinstance(requirement, WeightSync) else at_once)
        parts += procedure(requirement)
        cells = sum(len(block.sizes) for block in blocks)
        found.append(ByKit(group, cells, tuple(dict.fromkeys(parts)), tuple(_counts(requirement.test))))
    return tuple(found)


def _parts(spec: Spec, requirement: MeasurableRequirement, blocks: list[Block]) -> Iterator[Pair]:
    if isinstance(requirement, WeightSync):
        yield from _weights(spec, requirement)
    else:
        yield _members(spec, blocks[0])
        yield from _matrix(spec, requirement, blocks)
    if blocks[0].place.group:
        place = blocks[0].place
        yield from placement(requirement, together(spec, place, place.at_once))
    elif (placing := requirement.test.placement) != "packed":
        yield f"放置 {placing}", f"placement {placing}"


def _counts(test: Test) -> Iterator[Pair]:
    """How often, checked or not, how started and on which buffers."""
    count = (test.warmup, test.iterations, test.repeats)
    yield (
        "预热 {} 次、迭代 {} 次、{} 遍".format(*count),
        "warm-up {}, iterations {}, repeats {}".format(*count),
    )
    if test.in_place:
        yield "输入与输出用同一缓冲", "input and output share the buffer"
    if not test.check:
        yield "不校验结果", "results are not checked"
    if test.launch is not None:
        yield f"由 {test.launch} 发起", f"launched by {test.launch}"
    if test.buffer != "plain":
        yield f"缓冲 {test.buffer}", f"buffers {test.buffer}"


def _members(spec: Spec, block: Block) -> Pair:
    """The ranks of every group, by the numbers of the machine."""
    place = block.place
    groups = together(spec, place, place.at_once).groups
    shown = " | ".join(numbers_text(members) for members in groups[:4])
    more = len(groups) - 4
    zh = f"{place.group} 组的 rank {shown}" + (f" 等 {len(groups)} 组" if more > 0 else "")
    en = f"ranks {shown} of {place.group}" + (f" and {Counted(more):more group}" if more > 0 else "")
    return zh, en


def _matrix(spec: Spec, requirement: MeasurableRequirement, blocks: list[Block]) -> Iterator[Pair]:
    """The rule of the send matrix, whose generator the method explains; nothing where all shares are equal."""
    skews = list(dict.fromkeys(block.skew for block in blocks if block.collective in UNEVEN))
    if not skews:
        return
    own = requirement if isinstance(requirement, SkewedAllToAllV) else None
    seed, zero = (own.seed, own.zero_peers) if own is not None else (SEED, 0)
    dtype = inherited(requirement, spec).dtype
    many = ", ".join(format_number(skew) for skew in skews)
    zh = f"发送矩阵按测试方法中的规则：不均 {many}、种子 {seed}、{zero} 个 rank 不收数据"
    en = f"send matrix by the rule of the test method: skew {many}, seed {seed}, {Counted(zero):rank} getting nothing"
    yield zh + (f"、元素 {dtype}" if dtype else ""), en + (f", elements of {dtype}" if dtype else "")


def _weights(spec: Spec, requirement: WeightSync) -> Iterator[Pair]:
    """Which devices get which bytes: those of a cited operation as it runs, else one shard to each device."""
    instances, devices = requirement.instances, requirement.devices_per_instance
    host = min(devices, spec.platform.host_ranks)
    zh = f"{instances} 个实例，各 {devices} 个设备，每台主机 {host} 个"
    en = f"{Counted(instances):instance} of {Counted(devices):device} each, {host} on a host"
    yield zh, en
    operation = spec.operations.get(requirement.operation or "")
    if operation is not None:
        name, collective, group = requirement.operation, operation.collective, operation.group
        size = format_size(float(requirement.bytes))
        yield f"按操作 {name}（{group} 组上的 {collective}）送出 {size}", f"{size} by {name}, {collective} on {group}"
        return
    shard = format_size(float(requirement.bytes) / devices)
    yield (
        f"实例的第 i 个设备收权重的第 i 个 1/{devices}，{shard}",
        f"device i of an instance gets the i-th 1/{devices} of the weights, {shard}",
    )
