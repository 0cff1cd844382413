"""The types of values that have a name of their own: how each reads in English and Chinese, and its unit."""

from __future__ import annotations

from typing import Any

from estimator.spec.algorithm import Channels, Dims, Segments, SendMatrix
from estimator.spec.document import Digits
from estimator.spec.groups.group import NodeRanks
from estimator.spec.machine import valid
from estimator.spec.machine.checks.lying import TreeRanks, UnitList
from estimator.spec.machine.cut import OversubscriptionPair
from estimator.spec.machine.level import Wrap
from estimator.spec.machine.path import NicRanks
from estimator.spec.requirements.bounds import LimitValue
from estimator.spec.requirements.measure import PerOctave, Skew
from estimator.spec.requirements.requirement import AtOnce
from estimator.spec.requirements.skewed import Seed, ZeroPeers
from estimator.spec.training.routing import Histogram
from estimator.spec.training.run import Zero
from estimator.spec.values.base import (
    Condition,
    Count,
    Flag,
    Line,
    Name,
    Nodes,
    Number,
    Ranks,
    Reference,
    WholeNumber,
)
from estimator.spec.values.date import Date
from estimator.spec.values.quantity import (
    AnyQuantity,
    Bandwidth,
    BandwidthPair,
    EfficiencyPair,
    KneePair,
    OverlapPair,
    RatePair,
    Ratio,
    Size,
    SkewPair,
    SlowdownPair,
    Time,
    TimePair,
    WindowPair,
)
from estimator.spec.values.sizes import Sizes
from estimator.spec.workload import Copies

NAMED: tuple[tuple[Any, str, str, str], ...] = (
    (Time, "time", "时间", "s"),
    (Size, "size", "大小", "B"),
    (Bandwidth, "bandwidth", "带宽", "B/s"),
    (Ratio, "ratio, 0 to 1", "比例，0 至 1", "1"),
    (AnyQuantity, "quantity of any kind", "任意数值", "by its own"),
    (TimePair, "time or pair, rising", "时间，可成对，递增", "s"),
    (BandwidthPair, "bandwidth or pair, falling", "带宽，可成对，递减", "B/s"),
    (RatePair, "rate or pair, falling", "速率，可成对，递减", "msg/s"),
    (SkewPair, "factor or pair, 1 or more, rising", "倍数，可成对，不小于 1，递增", "1"),
    (KneePair, "factor or pair, rising", "系数，可成对，递增", "1"),
    (EfficiencyPair, "ratio or pair, above 0 to 1, falling", "比例，可成对，大于 0 至 1，递减", "1"),
    (OverlapPair, "ratio or pair, 0 to 1, falling", "比例，可成对，0 至 1，递减", "1"),
    (WindowPair, "time or pair, falling", "时间，可成对，递减", "s"),
    (SlowdownPair, "factor or pair, 1 to 2, rising", "倍数，可成对，1 至 2，递增", "1"),
    (OversubscriptionPair, "ratio such as `2:1`, or pair", "比值，如 `2:1`，可成对", "1"),
    (Sizes, "range of sizes, or list", "大小区间，或列表", "B"),
    (valid.Ranks, "range of whole numbers, or one", "整数区间，或一个整数", "ranks"),
    (
        LimitValue,
        "quantity, `estimate.optimistic`, `estimate.conservative`, `{estimate.at: 0.3}`, `90 % of line`, or `budget`",
        "数值、`estimate.optimistic`、`estimate.conservative`、`{estimate.at: 0.3}`、`90 % of line` 或 `budget`",
        "of the metric",
    ),
    (Skew, "factor, 1 or more", "倍数，不小于 1", "1"),
    (Flag, "`true` or `false`", "`true` 或 `false`", ""),
    (Wrap, "`true`, `false`, or whole number from 2", "`true`、`false` 或不小于 2 的整数", ""),
    (ZeroPeers, "whole number from 0, `true` or `false`", "不小于 0 的整数，或 `true`、`false`", ""),
    (Count, "whole number from 1", "不小于 1 的整数", ""),
    (WholeNumber, "whole number from 0", "不小于 0 的整数", ""),
    (Nodes, "whole number, 1 to 1,000,000", "整数，1 至 1,000,000", "nodes"),
    (Ranks, "whole number, 1 to 1,048,576", "整数，1 至 1,048,576", "ranks"),
    (Digits, "whole number, 1 to 15", "整数，1 至 15", "digits"),
    (PerOctave, "whole number, 1 to 64", "整数，1 至 64", ""),
    (Seed, "whole number from 0", "不小于 0 的整数", ""),
    (Zero, "0, 1, 2 or 3", "0、1、2 或 3", ""),
    (Number, "number from 0", "不小于 0 的数", ""),
    (AtOnce, "whole number from 1, or `all`", "不小于 1 的整数，或 `all`", ""),
    (Channels, "whole number from 1, or `all`", "不小于 1 的整数，或 `all`", ""),
    (Segments, "whole number from 1, or `optimal`", "不小于 1 的整数，或 `optimal`", ""),
    (NodeRanks, "whole number from 1, or list", "不小于 1 的整数，或列表", "ranks"),
    (NicRanks, "whole number from 1, or list of lists", "不小于 1 的整数，或列表的列表", "ranks"),
    (TreeRanks, "list of whole numbers, or of lists", "整数列表，或列表的列表", "ranks"),
    (UnitList, "list of whole numbers from 0", "不小于 0 的整数列表", ""),
    (Dims, "two or more whole numbers, such as `4x8`", "两个以上的整数，如 `4x8`", "ranks"),
    (SendMatrix, "rows of numbers, or name of a file", "数的矩阵，或文件名", "any"),
    (Histogram, "numbers, rows of them, or name of a file", "数的列表、多行，或文件名", "copies"),
    (Copies, "`per_expert`, `per_rank`, `per_node`, or `per_` and a level",
     "`per_expert`、`per_rank`、`per_node`，或 `per_` 加层级名", ""),
    (Condition, "`exclusive`, `multi_group`, `with_compute`, or name in `conditions`",
     "`exclusive`、`multi_group`、`with_compute`，或 `conditions` 中的名称", ""),
    (Date, "date, `YYYY-MM-DD` or its beginning", "日期，`YYYY-MM-DD` 或其前段", ""),
    (Name, "name", "名称", ""),
    (Reference, "name", "名称", ""),
    (Line, "text on one line", "单行文字", ""),
)  # fmt: skip
"""(annotation, in English, in Chinese, unit)."""

UNITS_ZH = {
    "by its own": "随数值", "ranks": "rank", "nodes": "机", "digits": "位", "any": "任意", "copies": "份",
    "of the metric": "随指标",
}  # fmt: skip
"""Units that are words, in Chinese."""
