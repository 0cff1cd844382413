"""The lint rules: id, what each says in Chinese and English, what to do; and what a rule looks at and finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple

from estimator.errors import Path
from estimator.estimate.result import EstimateTable
from estimator.require.criterion import Expanded
from estimator.spec.document import Spec

SLACK = 1e-9
"""Relative difference that is rounding: what lies closer counts as equal."""
RuleGroup = Literal["verifiability", "physics", "text", "lifecycle"]


class Rule(NamedTuple):
    """One lint rule. ``note``: a remark that stays a warning when the document is under review."""

    id: str
    group: RuleGroup
    zh: str
    en: str
    hint_zh: str
    hint_en: str
    note: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """What the rules look at. ``retired``: requirement ids of earlier versions that must not come back."""

    spec: Spec
    table: EstimateTable
    expanded: Mapping[str, Expanded]
    retired: frozenset[str] = frozenset()


class Finding(NamedTuple):
    """A rule that is not kept: where, and what is wrong with the values shown."""

    rule: str
    path: Path
    message: str
    hint: str = ""


_ALL = (
    Rule("no-limit", "verifiability", "没有一格有限值", "no cell has a limit",
         "写 at: 给出限值所在的大小", "write at: with the size at which the limit holds"),
    Rule("no-statistic", "verifiability", "未写统计量", "no statistic",
         "写 metric.statistic，如 mean", "write metric.statistic, such as mean"),
    Rule("no-samples", "verifiability", "未写预热、迭代或重复次数", "no warm-up, iterations or repeats",
         "写 test.warmup、iterations、repeats", "write test.warmup, iterations and repeats"),
    Rule("few-samples", "verifiability", "样本数不足以判定该统计量", "too few samples for the statistic",
         "增加 test.iterations", "raise test.iterations"),
    Rule("few-repeats", "verifiability", "重复少于 5 遍，离散度无从判定", "too few repeats to judge their spread",
         "写 test.repeats: 5", "write test.repeats: 5"),
    Rule("few-sizes", "verifiability", "曲线上的点太少", "too few sizes for a curve",
         "写 sweep.sizes 的区间", "write a range in sweep.sizes"),
    Rule("no-dtype", "verifiability", "未写数据类型", "no element type",
         "在操作的 tensor 或需求中写 dtype", "write dtype in the tensor of the operation or in the requirement"),
    Rule("no-redop", "verifiability", "未写规约算子", "no reduction",
         "写 redop", "write redop"),
    Rule("no-tool", "verifiability", "没有可运行的测试", "no test that can be run",
         "写 test.tool，如 nccl-tests 或 kit，或写 test.command",
         "write test.tool, such as nccl-tests or kit, or test.command"),
    Rule("tool-statistic", "verifiability", "测试工具给不出该统计量", "the tool cannot report this statistic",
         "改用 mean，或写 tool: kit，或写 test.command", "ask for the mean, or write tool: kit, or test.command"),
    Rule("tool-collective", "verifiability", "测试工具不支持该操作", "the tool cannot run this collective",
         "写 tool: kit，或换工具，或写 test.command", "write tool: kit, another tool, or test.command"),
    Rule("tool-skew", "verifiability", "测试工具造不出不均负载", "the tool cannot make an uneven load",
         "写 tool: kit，或 test.command", "write tool: kit, or test.command"),
    Rule("no-responsible", "verifiability", "未写责任方", "nobody is responsible",
         "写 responsible", "write responsible"),
    Rule("no-rationale", "verifiability", "未写理由", "no rationale",
         "写 rationale", "write rationale"),
    Rule("no-evidence", "verifiability", "未写须举的证据", "no evidence is asked for",
         "写 evidence", "write evidence"),
    Rule("no-pass-rule", "verifiability", "能力项没有通过准则", "a capability without a pass rule",
         "写 pass：何时算通过", "write pass: when it passes", note=True),
    Rule("no-quantity", "verifiability", "能力项的数值未说明是什么的数", "nothing says what the number is of",
         "写 quantity，如从故障到恢复的时间", "write quantity, such as time from the fault to recovery"),
    Rule("no-load", "verifiability", "未写并发条件下的负载", "what makes the load of the condition is not said",
         "写 test.load、条件的 load，或操作的 at_once_with",
         "write test.load, load of the condition, or at_once_with of the operation", note=True),
    Rule("idle-load", "verifiability", "写了负载，而各格均为独占", "a load is stated, and every cell runs exclusive",
         "在 conditions 中定义 like: exclusive、load 为此负载的条件，并写入 sweep.conditions",
         "define a condition with like: exclusive and this load, and name it in sweep.conditions", note=True),
    Rule("holds-by-construction", "verifiability", "限值必然满足", "a limit that no measurement can miss",
         "写 against 与 sweep.conditions 比较两个条件，或写 at_once 让几组同时运行",
         "compare two conditions with against and sweep.conditions, or several groups at once with at_once"),
    Rule("no-check", "verifiability", "不校验结果，只能判为不可判定", "results are not checked",
         "写 test.check: true", "write test.check: true"),
    Rule("two-nodes", "verifiability", "两机测不到网络", "two nodes do not exercise the fabric",
         "用三机以上的组，或写 test.nodes_reason", "test a group of 3 nodes or more, or write test.nodes_reason"),
    Rule("nodes-min", "verifiability", "组的机器数少于要求的最少机器数", "the group spans fewer nodes than nodes_min",
         "写更小的 nodes_min 或更大的组", "write a smaller nodes_min, or a larger group"),
    Rule("scaling-sizes", "verifiability", "扩展性未含奇数或非 2 的幂的组", "no odd group, or only powers of two",
         "在 sweep.groups 中加入", "add such a group to sweep.groups"),
    Rule("below-cut", "physics", "限值低于割边下界", "the limit is below the cut bound",
         "放宽限值", "loosen the limit"),
    Rule("below-floor", "physics", "限值低于启动下限", "the limit is below the start-up floor",
         "放宽限值", "loosen the limit"),
    Rule("outside-interval", "physics", "限值在区间之外", "the limit is outside the interval",
         "写区间内的值，或写明理由并豁免", "write a value inside it, or waive with a reason"),
    Rule("wide-interval", "physics", "用作限值的区间宽于 2.5 倍", "an interval wider than 2.5 is used as a limit",
         "先测最宽的假设", "measure the widest assumption first"),
    Rule("above-ceiling", "physics", "总线带宽高于物理上限", "the bus bandwidth is above the physical ceiling",
         "写上限以内的值", "write a value below the ceiling"),
    Rule("above-link", "physics", "有效带宽高于链路", "the effective bandwidth is above the link",
         "改 bandwidth 或 link.rate", "correct bandwidth or link.rate"),
    Rule("beyond-any-link", "physics", "超出任何链路的数值", "beyond any link",
         "核对单位与数量级", "check the unit and the power of ten"),
    Rule("impossible-skew", "physics", "不均程度超过组内 rank 数", "more skew than the group has ranks",
         "写不大于 rank 数的不均程度", "write a skew of at most the ranks of the group"),
    Rule("no-spread", "verifiability", "离散度限值为零，任何测量都达不到", "a spread that no measurement has",
         "写如 max_spread: 5 %", "write max_spread: 5 %, or remove it"),
    Rule("no-source", "verifiability", "参数无来源，按假设计", "no source: counted as assumed",
         "写 from: 指明 sources 中的来源", "write from: with a name in sources", note=True),
    Rule("split-call", "verifiability", "分成几次调用，而每步只算一遍",
         "a tensor is split into calls, and counted once per step",
         "每次都传整个张量时写 per_step", "write per_step for calls of the whole tensor", note=True),
    Rule("unknown-report", "text", "报告项不是已知的词，两种语言都按原样印出",
         "a word to be reported that is printed as it stands in both languages",
         "写已知的词，或写成完整的说明", "write a word that is known", note=True),
    Rule("idle-ports", "physics", "端口数没有作用", "ports that nothing uses",
         "写 wiring: mesh，或删去 ports", "write wiring: mesh, or remove ports", note=True),
    Rule("shared-nic", "physics", "整机带宽按一块共享网卡计", "a bandwidth of a whole unit is one shared NIC",
         "写 link: {rate, per: rank} 表示每 rank 一块网卡，或写 nics",
         "write link: {rate: ..., per: rank} for a NIC a rank, or nics:", note=True),
    Rule("wide-start-up", "physics", "交换的启动时间区间过宽而无消息速率",
         "the start-up of an exchange is wide, and no message rate stands",
         "写 messages: [0 us, 0.5 us] 或 message_rate，再收窄 alpha",
         "write messages: [0 us, 0.5 us] or message_rate, and a narrower alpha", note=True),
    Rule("idle-at-once", "physics", "at_once_with 没有作用", "at_once_with changes nothing",
         "删去，或给路径写 unit、nics，或写割边", "remove it, or state unit: or nics: of the path, or a cut"),
    Rule("one-channel", "physics", "多块网卡而只走一个通道", "one channel beside several NICs",
         "写 algorithm: {name: ..., channels: all}", "write algorithm: {name: ..., channels: all}", note=True),
    Rule("assumed-messages", "physics", "同时发往多个对端而无消息启动时间", "what a further message takes is assumed",
         "在路径中写 messages", "write messages: [0 us, 0.5 us] in the path", note=True),
    Rule("assumed-alone", "physics", "未写同时运行的同类组数，按一组计", "one group at once is assumed",
         "写 at_once: {层名: 组数}", "write at_once: {LEVEL: groups that cross its border}", note=True),
    Rule("idle-cut", "physics", "割边从不起约束作用", "the cut can never bind",
         "删去，或改其带宽", "remove it, or correct its bandwidth"),
    Rule("falling-time", "physics", "消息变大而用时变短", "a larger message takes less time",
         "让 only 两侧的参数在该大小处衔接，或移动边界",
         "let the parameters on both sides of the edge meet, or move the edge", note=True),
    Rule("contradicts", "physics", "限值无法满足，或彼此矛盾", "a limit cannot be kept, or not together with another",
         "只留一个限值，或放宽", "keep one of the limits, or loosen it"),
    Rule("void", "physics", "限值不起作用：同一调用另有同样严或更严的限值",
         "the limit is idle: another one on the same call is as tight",
         "删去，或改得更严", "leave it out, or ask for less"),
    Rule("wrong-direction", "physics", "限值方向反了", "the limit points the wrong way",
         "时间用 at_most，带宽用 at_least", "write at_most for a time, at_least for a bandwidth"),
    Rule("beyond-budget", "physics", "必须项全部恰好达标，仍超出预算", "every must just met is still beyond the budget",
         "收紧必须项，或放宽预算；commspec solve 给出所需的参数值",
         "tighten the musts, or widen the budget; commspec solve says what a parameter would have to be"),
    Rule("above-need", "physics", "限值取自估计，而预算要求更短",
         "the limit comes from the estimate, and the budget needs less",
         "写 limit: {derive: budget}", "write limit: {derive: budget}", note=True),
    Rule("untested-assumption", "physics", "没有一条必须项检验该假设", "no must tests the assumption",
         "加一条以它为瓶颈的必须项，或先测它", "add a must whose cell it limits, or measure it first", note=True),
    Rule("statistic-of-a-mean", "verifiability", "以均值的估计或均值的预算限定分位数",
         "a percentile is limited by what holds of the mean",
         "写一个数，或改用 mean", "write a number, or ask for the mean"),
    Rule("growing-overlap", "physics", "调用越慢，隐藏的反而越多", "a slower call is said to be hidden more",
         "计算不随调用变长：写 overlap: {window: 一次调用旁的计算时间}",
         "computation does not grow with the call: write overlap: {window: computation beside one call}", note=True),
    Rule("alone-in-cuts", "physics", "条件为多组并发，而未写与哪些操作同时运行",
         "the condition says that other groups run, and at_once_with names none of their operations",
         "写 at_once_with；否则其他流量只计入路径与 loaded",
         "write at_once_with; without it other traffic is in the paths and loaded only", note=True),
    Rule("default-knee", "physics", "拐点系数未写，用的是默认值", "the knee factor rests on the default",
         "写 knee: {k: [0, 1.3], from: ...} 并写明出处；实测的 α 与 B 远离平衡点时写 k: 0",
         "write knee: {k: [0, 1.3], from: ...} with its source; k: 0 where alpha and B were measured far from n_half"),
    Rule("kernel-start-up", "physics",
         "专家交换的内核没有自己的启动时间", "kernels of expert exchange have no start-up of their own",
         "写 launch: {only: [{collective: all_to_all_v, time: ...}]}，或操作的 launch.time；"
         "GPU 上公开的小消息派发为 23–37 us",
         "write launch: {only: [{collective: all_to_all_v, time: ...}]}, or launch.time of the operation; "
         "published small dispatches on GPUs start in 23-37 us"),
    Rule("extrapolated", "physics", "参数用在适用范围之外", "numbers are used beyond the range they hold for",
         "在该 rank 数与大小上实测，再放宽 valid", "measure at these ranks and sizes, then widen valid", note=True),
    Rule("vague", "text", "含糊用词", "vague wording", "写成数或删去", "write a number, or leave it out"),
    Rule("tbd", "text", "待定而无归口", "to be determined, and nobody owns it",
         "在 open_points 中写明归口，并提到此编号", "add an open point with an owner that names this id"),
    Rule("numbers-differ", "text", "中英文的数不一致", "the Chinese and the English text differ in numbers",
         "改成一致", "make them agree"),
    Rule("translation", "text", "缺一种语言的文字", "a text is missing in one language",
         "写 {zh: ..., en: ...}", "write {zh: ..., en: ...}"),
    Rule("modal", "text", "文字中另有表示约束等级的词", "the text brings a modal verb of its own",
         "删去：句子已有一个", "leave it out: the sentence has one already"),
    Rule("id-reused", "lifecycle", "编号重复使用", "an id is used again",
         "换一个新编号", "give it a new id"),
    Rule("open-points", "lifecycle", "发布版仍有未决问题", "open points in a released document",
         "先解决", "settle them first"),
    Rule("no-owner", "lifecycle", "文档没有归口", "the document has no owner",
         "写 document.owner", "write document.owner"),
    Rule("no-approver", "lifecycle", "送审而无批准人", "under review, and nobody approves",
         "写 document.approvers", "write document.approvers"),
    Rule("no-date", "lifecycle", "发布版没有日期", "a released document without a date",
         "写 document.date", "write document.date"),
    Rule("idle-successor", "lifecycle", "只有撤回的版本才由别的版本取代", "only a withdrawn version is superseded",
         "写 status: withdrawn，或删去 superseded_by", "write status: withdrawn, or remove superseded_by"),
    Rule("not-frozen", "lifecycle", "送审后推导的限值未冻结", "under review, and derived limits are not frozen",
         "用 commspec check --limits 得到限值表，写入 frozen",
         "write the table that commspec check --limits prints as frozen"),
    Rule("idle-frozen", "lifecycle", "冻结的限值没有作用", "a frozen limit has no effect", "删去", "remove it"),
    Rule("idle-waiver", "lifecycle", "豁免没有作用", "a waiver has no effect", "删去", "remove it"),
)  # fmt: skip
RULES: Mapping[str, Rule] = MappingProxyType({rule.id: rule for rule in _ALL})
