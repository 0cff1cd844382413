"""The sentences of a law that explains all runs, in Chinese and English."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

Pair = tuple[str, str]

LAW_EVIDENCE: Mapping[str, Pair] = MappingProxyType(
    {
        "starts_later": (
            "每次启动都为规格的 {factor_x}{fit}",
            "every start-up at {factor_x} of the spec{fit}",
        ),
        "messages_later": (
            "各路径上每条消息的启动时延都为规格的 {factor_x}{fit}",
            "start-ups of messages on every path at {factor_x} of the spec{fit}",
        ),
        "path_starts_later": (
            "路径 {what} 的启动时延为规格的 {factor_x}{fit}",
            "start-ups on path {what} at {factor_x} of the spec{fit}",
        ),
        "calls_later": (
            "每次调用都晚同样久，最小的消息为规格的 {factor_x}{fit}",
            "every call later by one time, the smallest ones at {factor_x} of the spec{fit}",
        ),
        "path_slower": (
            "路径 {what} 的每字节时间为规格的 {factor_x}{fit}",
            "time per byte on path {what} at {factor_x} of the spec{fit}",
        ),
        "paths_slower": (
            "所有路径的每字节时间都为规格的 {factor_x}{fit}",
            "time per byte on every path at {factor_x} of the spec{fit}",
        ),
        "all_slower": (
            "启动与传输同为规格的 {factor_x}，如另一条路径、较慢的设备或受阻的主机{fit}",
            "start-up and transfer alike at {factor_x} of the spec, by another path, slow devices or busy hosts{fit}",
        ),
        "cut_slower": (
            "割边 {what} 的每字节时间为规格的 {factor_x}{fit}",
            "time per byte through cut {what} at {factor_x} of the spec{fit}",
        ),
        "node_border": (
            "出节点的组慢（{slow}，最多 {factor_x}），不出节点的正常（{fine}）{fit}",
            "groups that leave a node slow ({slow}, up to {factor_x}), others in order ({fine}){fit}",
        ),
        "nodes_border": (
            "超过 {what} 个节点的组慢（{slow}，最多 {factor_x}），其余正常（{fine}）{fit}",
            "groups beyond {what} nodes slow ({slow}, up to {factor_x}), others in order ({fine}){fit}",
        ),
        "ranks_border": (
            "节点内超过 {what} 个 rank 的组慢（{slow}，最多 {factor_x}），其余正常（{fine}）{fit}",
            "groups beyond {what} ranks of a node slow ({slow}, up to {factor_x}), others in order ({fine}){fit}",
        ),
        "other_algorithm": (
            "算法为 {what}{fit}",
            "{what} in place of the algorithm named{fit}",
        ),
        "range_slower": (
            "只有 {from_B} 到 {to_B} 慢（最多 {factor_x}）{fit}",
            "only {from_B} to {to_B} slow, by up to {factor_x}{fit}",
        ),
        "no_law": (
            "没有单一原因能解释 {groups} 个组：最接近的（{one}）对最差的一组仍偏 {beyond}",
            "no single thing explains all {groups} groups: the nearest ({one}) leaves the worst one off by {beyond}",
        ),
        "alike": (
            "两种解释同样说得通：{one}，或{other}（可能性之比 {share}）",
            "two explanations fit alike: {one}, or {other} (as likely by {share})",
        ),
    }
)

FIT: Pair = (
    "：{groups} 个组的用时平均只偏 {beyond}，按规格则偏 {stated}{others}",
    ": the times of {groups} groups are then off by {beyond} in the mean, as stated by {stated}{others}",
)
"""What one law for all groups leaves of their distance from the spec."""

LAWS: Mapping[str, Pair] = MappingProxyType(
    {
        "starts_later": ("所有启动都慢", "every start-up is late"),
        "as_stated": ("一切如规格", "all is as stated"),
        "all_slower": ("启动与传输同样慢", "start-up and transfer are slower alike"),
        "messages_later": ("每条消息的启动都慢", "start-ups of messages are late"),
        "path_starts_later": ("一条路径的启动慢", "start-ups on one path are late"),
        "calls_later": ("每次调用都晚", "every call is late"),
        "path_slower": ("路径带宽低", "a path is slow"),
        "paths_slower": ("所有路径带宽低", "every path is slow"),
        "cut_slower": ("割边带宽低", "a cut is slow"),
        "node_border": ("节点的边界", "the border of a node"),
        "nodes_border": ("节点之间的边界", "a border between nodes"),
        "ranks_border": ("节点内的边界", "a border inside a node"),
        "other_algorithm": ("另一种算法", "another algorithm"),
        "range_slower": ("一段尺寸慢", "one range of sizes is slow"),
    }
)
