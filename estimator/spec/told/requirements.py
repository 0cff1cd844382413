"""What the reference says in Chinese of requirements, with examples."""

from estimator.spec.told.entry import Catalogue, Part, part

_METRIC = "测什么，以及样本如何合成一个数。"


def _kind(name: str, zh: str, **keys: tuple[str, str]) -> Part:
    return part(zh, {"kind": ("需求种类。", name), **keys})


REQUIREMENTS: Catalogue = {
    "Defaults": part(
        "需求自己没有写的键的默认值；`test` 中的键逐个计。",
        {
            "priority": ("约束等级。", "must"),
            "responsible": ("接收方由谁负责达成。", "[library, driver]"),
            "run_by": ("由谁执行测试。", "vendor"),
            "phase": ("须在哪个阶段达成，如 alpha、beta、正式发布。", "beta"),
            "condition": ("需求未写 `sweep.conditions` 时各格的条件。", "[exclusive, with_compute]"),
            "test": ("测量方法：需求自己的 `test` 未写的键。", "{tool: kit, warmup: 20, iterations: 1000, repeats: 5}"),
        },
    ),
    "Requirement": part(
        "每条需求都有的键。",
        {
            "kind": ("需求种类。", "collective_time"),
            "title": ("用几个词概括需求。", "{zh: 专家派发用时, en: Time of the expert dispatch}"),
            "short_title": ("一两个词的标题，用于索引与图；不写时用标题。", "{zh: 派发, en: Dispatch}"),
            "priority": ("约束等级。", "must"),
            "responsible": ("接收方由谁负责达成。", "[library, driver]"),
            "run_by": ("由谁执行测试。", "vendor"),
            "phase": ("须在哪个阶段达成，如 alpha、beta、正式发布。", "beta"),
            "rationale": ("训练为何需要它。", "{zh: 每层等它一次, en: Each layer waits for it once}"),
            "need": ("由模型或布局的哪一点得出。", "{zh: 每步 704 次, en: 704 calls a step}"),
            "note": ("印在卡片上的备注。", "{zh: 冷启动不计, en: Without the cold start}"),
            "covers": ("它所覆盖的编号：本文档或其他文档的需求。", "[SYS-12]"),
            "refines": ("它所细化的本文档需求。", "[AR-01]"),
            "fields": ("自定义属性，须在 `document.fields` 中声明。", "{area: training}"),
            "waive": ("该需求所豁免的规则，各附理由。", "[{rule: two-nodes, reason: only two nodes are at hand}]"),
        },
    ),
    "MeasurableRequirement": part(
        "每条实测需求都有的键：负载、指标、限值、扫描与测试。",
        {
            "operation": ("所针对的操作：`operations` 中的名称。", "moe_dispatch"),
            "collective": ("集合操作；未写 operation 时用。", "all_reduce"),
            "algorithm": ("算法；不写时同操作。", "ring"),
            "dtype": ("数据类型；不写时同操作。", "bf16"),
            "redop": ("规约算子；不写时同操作。", "sum"),
            "metric": (_METRIC, "{name: time, statistic: mean}"),
            "limit": ("唯一的限值。", "{at_most: estimate.conservative, tolerance: 5 %}"),
            "sweep": ("展开成哪些格。", "{sizes: 64 KiB .. 1 GiB, conditions: [exclusive]}"),
            "test": ("如何测量。", "{tool: kit, warmup: 20, iterations: 1000, repeats: 5}"),
            "at_once": ("一机上同时运行的同类组数；不写时用组自身的数。", "all"),
            "place": (
                "机器的一个 rank：同类组分得的网卡份额不等时，测试针对它所在的组；不写时取最慢的一组。",
                "0",
            ),
        },
    ),
    "Metric": part(
        _METRIC,
        {
            "name": ("测的量。", "busbw"),
            "statistic": ("一遍之内各次迭代的统计量（`median` 即 p50）。", "p99"),
            "ranks": ("各 rank 之间如何取值。", "max"),
            "repeats": ("各遍之间如何取值。", "worst"),
        },
    ),
    "Limit": part(
        "一个限值与一个容差。",
        {
            "at_most": ("测得值不大于它。", "estimate.conservative"),
            "at_least": ("测得值不小于它。", "90 % of line"),
            "tolerance": ("测得值可偏离限值的程度，以限值的份额计。", "5 %"),
            "at": ("写出的限值所对应的大小 n。", "64 MiB"),
            "from": ("限值从哪个大小 n 起适用：扫描中不小于它的每个大小；代替 `at`。", "64 MiB"),
            "factor": ("乘在由估计或预算得出的限值上的系数。", "1.1"),
        },
    ),
    "Sweep": part(
        "需求展开成的格：大小 × 组 × 条件 × 负载不均。",
        {
            "sizes": ("大小 n：一个列表，或一个区间；操作自身的大小会加进去。", "64 KiB .. 1 GiB"),
            "per_octave": ("区间内每翻一倍取几个大小，至多 64。", "2"),
            "groups": ("组；不写时同操作。", "[tp, ep]"),
            "conditions": ("条件；不写时同操作。", "[exclusive, with_compute]"),
            "skews": ("负载不均，最大负载与平均之比；不写时同操作。", "[1.0, 1.5]"),
        },
    ),
    "Test": part(
        "测试规程：接收方如何执行测试。",
        {
            "tool": ("测试工具，如 nccl-tests、hccl_test 或 kit。", "kit"),
            "warmup": ("正式测量前的预热次数。", "20"),
            "iterations": ("一遍的测量次数。", "1000"),
            "repeats": ("整个测试重复的遍数。", "5"),
            "launch": ("由谁发起调用；不写时同平台。", "graph"),
            "buffer": ("缓冲区种类。", "registered"),
            "in_place": ("输入与输出是否共用缓冲区。", "false"),
            "check": ("是否校验结果。", "true"),
            "placement": ("rank 如何放置。", "packed"),
            "nodes_min": ("测试至少用几机；少于 3 机覆盖不到交换网络。", "3"),
            "nodes_reason": ("为何不足三机也可以。", "{zh: 以布局为准, en: As the layout has it}"),
            "max_spread": ("各遍之间变异系数的上限；不写时，1 MiB 以上为 5 %，以下为 15 %。", "5 %"),
            "duration": ("测试的最短时长 [s]。", "10 min"),
            "load": ("如何制造该条件下的其他流量或计算；涉及几个条件时逐一写明。", "matrix products on every card"),
            "command": ("代替自动生成的命令行。", "./all_reduce_perf -b 64M -e 1G -f 2 -g 1"),
        },
    ),
    "LatencyFloor": _kind("latency_floor", "最小消息的用时；远近不同的 rank 写成扫描中的组。"),
    "LargeMessageBandwidth": _kind(
        "large_message_bandwidth",
        "大消息平台段的总线带宽。",
        metric=(_METRIC, "{name: busbw}"),
        top_sizes=("扫描中构成平台段的最大几个大小。", "3"),
    ),
    "HalfBandwidthSize": _kind(
        "half_bandwidth_size",
        "达到平台段带宽一定份额的最小消息。",
        metric=(_METRIC, "{name: size}"),
        fraction=("须达到平台段带宽的份额；不写时为一半。", "0.5"),
    ),
    "NoDipCurve": _kind("no_dip_curve", "带宽不随消息变大而下降。", metric=(_METRIC, "{name: dip}")),
    "CollectiveTime": _kind("collective_time", "一个集合操作在一段大小上的用时或带宽。"),
    "Scaling": _kind(
        "scaling",
        "组变大时的效率，含奇数与非 2 的幂的规模。",
        metric=(_METRIC, "{name: efficiency}"),
        base_group=("作为比较基准的组：`groups` 中的名称。", "tp"),
    ),
    "HierarchicalEfficiency": _kind(
        "hierarchical_efficiency",
        "测得用时与分层算法用时之比。",
        metric=(_METRIC, "{name: ratio}"),
        counters=("是否同时从网卡计数器读取跨机字节数。", "true"),
    ),
    "CutRatio": _kind(
        "cut_ratio",
        "测得用时与仅由割边决定的用时之比。",
        metric=(_METRIC, "{name: ratio}"),
        cut=("割边：`platform.cuts` 中的名称；不写时取起约束作用的那一条。", "node_out"),
    ),
    "ConcurrencySlowdown": _kind(
        "concurrency_slowdown",
        "一种条件下的用时与另一种条件下之比，或几组同时运行与一组之比。",
        metric=(_METRIC, "{name: slowdown}"),
        against=("作为比较基准的条件；不写时为几组同时运行与一组相比。", "exclusive"),
    ),
    "TailRatio": _kind(
        "tail_ratio",
        "用时的高分位数与中位数之比。",
        metric=("测什么：统计量为分子。", "{name: ratio, statistic: p99}"),
        over=("作为分母的统计量。", "p50"),
    ),
    "SkewedAllToAllV": _kind(
        "skewed_all_to_all_v",
        "负载不均的变长全交换。",
        generator=("负载不均如何生成：第 r 受欢迎的目的地得到源端发送量的 r**-z 份。", "zipf"),
        seed=("决定哪些目的地受欢迎的随机种子。", "7"),
        zero_peers=("有几个目的地什么也收不到：最不受欢迎的那些；true 为 1，false 为 0。", "1"),
    ),
    "NoFixedLengthAllToAll": _kind(
        "no_fixed_length_all_to_all",
        "线上字节与所需字节之比：不按最长消息填充。",
        metric=(_METRIC, "{name: bytes}"),
    ),
    "ComputeOverlap": _kind(
        "compute_overlap",
        "被计算隐藏的用时份额。",
        metric=(_METRIC, "{name: overlap, ranks: min}"),
        compute=("同时运行的计算。", "{zh: 8192 阶矩阵乘, en: matrix products of 8192}"),
        compute_cores=("通信可占用的计算核数。", "20"),
    ),
    "AlgorithmReport": _kind(
        "algorithm_report",
        "通信库报告它选用的算法与路径。",
        operation=("所针对的操作：`operations` 中的名称。", "moe_dispatch"),
        reports=("报告须包含的内容。", "[algorithm, path, busbw]"),
        **{"pass": ("何时算通过；不写时为每次操作的报告都含上述各项。", "{zh: 日志含各项, en: The log names all}")},
        evidence=("须提交的证据；不写时为一步的报告样例。", "{zh: 一步的日志, en: Log of one step}"),
    ),
    "FitQuality": _kind(
        "fit_quality",
        "拟合的启动时延与带宽对实测用时的预测精度。",
        metric=(_METRIC, "{name: error}"),
        predicts=("拟合参数须预测的对象。", "step_time"),
        trace=("是否用一步的 trace 核对。", "true"),
    ),
    "WeightSync": _kind(
        "weight_sync",
        "把新权重送到推演设备的用时。",
        bytes=("全部权重 [B]。", "2 TB"),
        instances=("推演实例数；每个都需要全部权重。", "4"),
        devices_per_instance=("一个实例的设备数；各保存相等的一份。", "64"),
        path=("各份权重所走的跨机路径：`platform.paths` 中的名称；跨机路径不止一条时需要。", "scale_out"),
        cut=("各份权重穿过的割边：`platform.cuts` 中的名称。", "node_out"),
    ),
    "Capability": _kind(
        "capability",
        "通信库须具备的能力：以陈述、应答与证据核验，不做计算。",
        item=("须具备的能力项。", "graph_capture"),
        statement=("用一句话写出要求。", "{zh: 集合操作可被图捕获, en: Collectives can be captured in graphs}"),
        **{"pass": ("何时算通过；不写时用能力项自身的准则。", "{zh: 回放一致, en: The replay agrees}")},
        evidence=("须提交的证据；不写时用能力项自身的要求。", "{zh: 回放日志, en: Log of a replay}"),
        collectives=("适用的集合操作。", "[all_reduce, all_gather]"),
        dtypes=("适用的数据类型。", "[bf16, fp8_e4m3]"),
        redops=("适用的规约算子。", "[sum, max]"),
        limit=("一个数值，供应商据此陈述与应答，不做计算。", "{at_most: 60 s}"),
        quantity=(
            "该数值的含义，如恢复带宽所需的时间；不写时由能力项与单位得出。",
            "{zh: 恢复用时, en: time to recovery}",
        ),
    ),
}
