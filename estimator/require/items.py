"""Capability items: what shows that an item is there, when it passes, and what a number beside it is a number of."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from estimator.require.criterion import Unit
from estimator.spec.requirements.kinds import AlgorithmReport, Capability
from estimator.spec.requirements.requirement import Requirement
from estimator.spec.values.base import Text


class Item(NamedTuple):
    """One item. ``quantities``: what a limit is of, by its unit; "" is a plain number."""

    passes: Text
    evidence: Text
    quantities: Mapping[Unit, Text]


def _text(zh: str, en: str) -> Text:
    return Text(zh=zh, en=en)


def _item(passes: tuple[str, str], evidence: tuple[str, str], **quantities: tuple[str, str]) -> Item:
    units: dict[Unit, Text] = {unit: _text(*said) for unit, said in quantities.items()}  # type: ignore[misc]
    return Item(_text(*passes), _text(*evidence), MappingProxyType(units))


ITEMS: Mapping[str, Item] = MappingProxyType(
    {
        "dtype_coverage": _item(
            ("每个操作与数据类型的组合都运行且结果正确", "every pair of operation and type runs with right results"),
            ("支持矩阵与校验日志", "matrix of support, and the log of a checked run"),
            none=("所支持的组合数", "pairs supported"),
            ratio=("所支持组合的份额", "share of the pairs supported"),
        ),
        "redop_coverage": _item(
            ("每个操作与算子的组合都运行且结果正确", "every pair of operation and reduction runs with right results"),
            ("支持矩阵与校验日志", "matrix of support, and the log of a checked run"),
            none=("所支持的组合数", "pairs supported"),
            ratio=("所支持组合的份额", "share of the pairs supported"),
        ),
        "topology_query": _item(
            ("返回的连接图与实际布线一致", "the graph that is returned agrees with the cabling"),
            ("格式说明与一台整机的输出", "description of the format, and the output of a whole machine"),
            time=("查询用时", "time of a query"),
        ),
        "algorithm_override": _item(
            ("指定的算法被采用，并在日志中读出", "the algorithm that was set is the one that runs, read from the log"),
            ("接口说明与日志样例", "description of the interface, and a sample log"),
        ),
        "profiling_hooks": _item(
            ("一步之内的每次操作都有记录，时刻相符", "every call of a step has a record, and their times agree"),
            ("格式说明与一步的记录", "description of the format, and the record of one step"),
            ratio=("开启后增加的用时份额", "time added when switched on"),
            time=("每次操作增加的用时", "time added to a call"),
        ),
        "determinism": _item(
            ("全部重复的结果逐位相同", "all repeats give the same bits"),
            ("各次重复的结果哈希", "hashes of the results of all repeats"),
            none=("结果不同的次数", "repeats that differ"),
            ratio=("开启后增加的用时份额", "time added when switched on"),
            time=("开启后增加的用时", "time added when switched on"),
        ),
        "group_count": _item(
            ("规定数目的组同时存在，且每一组都能通信", "as many groups exist at once, and each communicates"),
            ("建组与通信的日志", "log of their creation and of a call on each"),
            none=("同时存在的组数", "groups that exist at once"), size=("每组占用的内存", "memory that a group takes"),
        ),
        "group_creation": _item(
            ("所列规模的组都在限时之内建成", "groups of the size stated are created within the time"),
            ("各 rank 的建组用时日志", "log of the time on every rank"),
            time=("建组用时", "time to create a group"),
        ),
        "arbitrary_subsets": _item(
            ("由任意所列 rank 组成的组都能通信", "groups of any ranks listed communicate"),
            ("所试 rank 列表与日志", "the lists of ranks tried, and the log"),
            none=("所试的子集数", "subsets tried"),
        ),
        "concurrent_groups": _item(
            ("各组同时推进，运行期内无死锁", "all groups advance at the same time, without a deadlock"),
            ("混合负载的日志", "log of a mixed load"),
            none=("同时推进的组数", "groups that advance at once"),
            time=("无死锁的运行时间", "time without a deadlock"),
        ),
        "recovery": _item(
            ("故障注入后作业继续，结果正确", "after an injected fault the job goes on, with right results"),
            ("带时间戳的故障注入日志", "log of the fault injection, with time stamps"),
            time=("从故障到恢复的时间", "time from the fault to recovery"),
            ratio=("恢复后带宽与故障前之比", "bandwidth after recovery over that before"),
            none=("丢失的步数", "steps lost"), bandwidth=("恢复后的带宽", "bandwidth after recovery"),
        ),
        "graph_capture": _item(
            ("被捕获的操作可回放，结果与直接调用相同", "captured calls replay with the results of direct ones"),
            ("回放的日志与结果校验", "log of a replay, and the check of its results"),
            time=("每次回放的下发用时", "launch time of a replay"), none=("捕获后的回放次数", "replays of a capture"),
        ),
        "device_initiated": _item(
            ("操作由设备内核发起，主机不参与", "a kernel on the device starts the call, without the host"),
            ("接口说明与一次运行的 trace", "description of the interface, and the trace of a run"),
            time=("发起用时", "time to start a call"),
        ),
        "buffer_footprint": _item(
            ("峰值占用不超过所述上限", "the peak stays within the bound stated"),
            ("各 rank 的峰值占用日志", "log of the peak on every rank"),
            size=("每 rank 的缓冲占用", "buffers of one rank"),
            ratio=("占设备内存的份额", "share of the device memory"),
        ),
        "numerical_accuracy": _item(
            ("与高精度参考相比误差在界内，NaN 与 Inf 照常传播",
             "the error against a reference of higher precision is within its bound; NaN and Inf propagate"),
            ("与参考相比的最大误差", "the largest error against the reference"),
            none=("最大误差", "largest error"), ratio=("最大相对误差", "largest relative error"),
        ),
        "versioning": _item(
            ("每次运行都写出所用的全部版本", "every run writes all versions that it uses"),
            ("一次运行的环境记录", "the environment record of a run"),
        ),
        "other": _item(
            ("所交证据显示陈述成立", "the evidence shows that the statement holds"),
            ("能复查的日志或说明", "a log or a description that can be checked"),
        ),
        "report": _item(
            ("每次操作的报告都含所列各项", "the report of every call names all that is listed"),
            ("一步训练的报告样例", "sample report of one training step"),
        ),
    }
)  # fmt: skip
"""Every item of the catalogue; ``report`` is that of an algorithm report."""


def item_of(requirement: Requirement) -> Item:
    """The item of a stated requirement."""
    return ITEMS[requirement.item if isinstance(requirement, Capability) else "report"]


def pass_rule_of(requirement: Requirement) -> Text | None:
    """When a stated requirement passes: in its own words, else in those of its item; None for a measured one."""
    if not isinstance(requirement, Capability | AlgorithmReport):
        return None
    return requirement.pass_rule or item_of(requirement).passes


def evidence_of(requirement: Requirement) -> Text | None:
    """What is handed in to show it: in its own words, else in those of its item; None for a measured one."""
    if not isinstance(requirement, Capability | AlgorithmReport):
        return None
    return requirement.evidence or item_of(requirement).evidence


def quantity_of(requirement: Requirement, unit: Unit) -> Text | None:
    """What the number of a capability is of; None where nobody says it."""
    if not isinstance(requirement, Capability):
        return None
    return requirement.quantity or item_of(requirement).quantities.get(unit)
