"""Words of the test method, the verdict rules and the diagnosis."""

TESTING = {
    # testing
    "testing.lead": (
        "按本节规则运行所得的日志方可用于判定。每张卡给出自己的命令；这里是共同的规则与各工具的说法。",
        "Only logs made under these rules are used for a verdict. Each card has its own command; here are the "
        "rules all share, and what each tool reports.",
    ),
    "testing.timing": ("计时", "Timing"),
    "testing.timing.text": (
        "每次迭代取全组 rank 的最大值；预热不计入；时间为整个调用，不是单条消息。",
        "Per iteration the largest time of all ranks; warm-up is left out; the time is of the whole call, not of a "
        "message.",
    ),
    "testing.count": ("次数", "Samples"),
    "testing.count.text": (
        "按卡上的迭代与遍数；p50 至少 5 个样本，p90 29，p95 59，p99 299，p99.9 2995。"
        "各遍重启作业，各遍都计入，不择优。",
        "Iterations and repeats as on the card; at least 5 samples for p50, 29 for p90, 59 for p95, 299 for p99, 2995 "
        "for p99.9. Each repeat restarts the job; all repeats count, never the best.",
    ),
    "testing.spread": ("离散", "Spread"),
    "testing.spread.text": (
        "至少 5 遍的变异系数：1 MiB 以上不过 5 %，以下不过 15 %，卡上另写的从卡。",
        "Coefficient of variation of at least 5 repeats: at most 5 % above 1 MiB and 15 % below, unless the card says "
        "otherwise.",
    ),
    "testing.nodes": ("规模", "Scale"),
    "testing.nodes.text": (
        "跨机测试 m ≥ 3；两机测试覆盖不到交换网络，如采用须说明理由。",
        "Tests between nodes run on m ≥ 3: two nodes do not exercise the fabric, unless a reason is given.",
    ),
    "testing.correct": ("正确性", "Correctness"),
    "testing.correct.text": (
        "校验打开；错误数大于 0 判不通过，未校验判不可判定。",
        "Checking is on; more than 0 wrong results is a fail, an unchecked run is inconclusive.",
    ),
    "testing.load": ("并发条件", "Conditions"),
    "testing.load.text": (
        "独占：无其他操作，同类组照常运行。多组并发：其余组的流量同时跑。与计算并行：训练计算同时跑。",
        "Exclusive: no other operation, the sibling groups of a node do run. Several groups: other groups' traffic "
        "runs too. With compute: under training computation.",
    ),
    "testing.skew": ("不均的负载", "Uneven load"),
    "testing.skew.text": (
        "发送矩阵由种子、不均系数与不收数据的 rank 数确定，任何人都能重建。"
        "状态 s 从种子开始；places = p、p−1、…、2 时令 s ← (6364136223846793005·s + 1442695040888963407) mod 2^64，"
        "取 s 的高 32 位模 places 为 j，交换目的地序列中从 0 数的第 places−1 位与第 j 位，序列初始为 0、1、…、p−1。"
        "从 1 数的第 r 位得到份额 r^−z ÷ Σ r^−z，末尾 zero_peers 位不得；z 用二分法求得，使首位收到平均值的 skew 倍。"
        "每个源按同样的份额发送；元素数取整，余下的按最大余数分配。skew 为 1 即均匀负载。"
        "例：p = 4、skew 2、种子 7、1 个 rank 不收数据，序列为 {order}，z = 0.788；"
        "每个 rank 发送 16 个元素，4 × 4 矩阵的各行均为 {row}。"
        "写出矩阵：{command}。",
        "Seed, skew and the number of ranks that get nothing define the send matrix, so that anyone can rebuild it. "
        "The state s starts at the seed; for places = p, p−1, …, 2 let s ← (6364136223846793005·s + "
        "1442695040888963407) mod 2^64, j = high 32 bits of s modulo places, and swap entries places−1 and j, counted "
        "from 0, of the list of destinations, at first 0, 1, …, p−1. Entry r of the list, counted from 1, gets a share "
        "r^−z ÷ Σ r^−z, the last zero_peers entries none; z, by bisection, is such that the first gets skew times the "
        "mean. Every source sends by the same shares, in whole elements by largest remainder; a skew of 1 is the even "
        "load. Example: p = 4, skew 2, seed 7, 1 rank getting nothing: the list is {order}, z = 0.788, and with 16 "
        "elements from every rank each row of the 4 × 4 matrix is {row}. To write a matrix: {command}.",
    ),
    "testing.return": ("交回", "Hand back"),
    "testing.return.text": (
        "原始日志、环境记录（芯片、固件、驱动、库版本与环境变量、拓扑、节点表）、每个大小所选算法与路径、网卡计数器。",
        "Raw logs, environment record (device, firmware, driver, library version and variables, topology, node list), "
        "algorithm and path chosen at each size, NIC counters.",
    ),
    "testing.tools": ("工具", "Tools"),
    "testing.tool": ("工具", "Tool"),
    "testing.statistics": ("能给的统计量", "Statistics it can return"),
    "testing.size": ("size 参数含义", "Its size means"),
    "testing.beside": ("每条命令之外：{remarks}", "beside every command: {remarks}"),
    "testing.kit": ("测试套件", "test kit"),
    "testing.kit.statistics": ("全部：逐次记录每个 rank 的用时", "all: it records every call of every rank"),
    "testing.kit.size": (
        "规范的 n，由 commspec kit 写出的计划给出",
        "canonical n, from the plan that commspec kit writes",
    ),
    "testing.own.statistics": ("由供应商提供", "the vendor supplies it"),
    "testing.own.size": ("命令写在卡上，大小即规范的 n", "the command is on the card; its sizes are canonical n"),
    "testing.used": ("用于", "Used by"),
    "testing.used.count": ("{count} 条需求", "requirements: {count}"),
    "testing.usual": ("通用过程", "Shared procedure"),
    "testing.loads": ("测试之外的负载", "Loads beside a test"),
    "testing.load.name": ("名", "Id"),
    "testing.load.what": ("负载", "Load"),
    "testing.load.own": ("负载：{load}", "load: {load}"),
    "testing.condition": ("条件 {name}", "Condition {name}"),
    "testing.condition.open": ("由测试一栏的负载造成", "made by the load of the test"),
    "testing.requirements": ("需求", "Requirements"),
    # verdicts
    "verdicts.title": ("判定规则", "Verdict rules"),
    "verdicts.lead": (
        "一条需求的判定是它最差的一格：不通过 > 不可判定 > 未测 > 豁免 > 通过；不对大小取平均。",
        "A requirement's verdict is its worst cell: fail > inconclusive > not run > waived > pass; never an average "
        "over sizes.",
    ),
    "verdict.pass": ("通过", "pass"),
    "verdict.pass.text": (
        "条件逐项相符，统计量的 95 % 区间整体在限值（计容差）之内。",
        "Every condition agrees, and the statistic's 95 % interval lies inside the limit with its tolerance.",
    ),
    "verdict.fail": ("不通过", "fail"),
    "verdict.fail.text": (
        "95 % 区间整体越过限值，或结果有错。",
        "The 95 % interval lies beyond the limit, or results are wrong.",
    ),
    "verdict.inconclusive": ("不可判定", "inconclusive"),
    "verdict.inconclusive.text": (
        "无数据、条件不符、样本不足、各遍离散过大、区间跨过限值、未校验，或数值高于物理上限；写明是哪一种。不等于通过。",
        "No data, a condition that differs, too few samples, repeats too far apart, an interval across the limit, "
        "unchecked results, or a value above the physical ceiling; it says which. It is not a pass.",
    ),
    "verdict.not_run": ("未测", "not run"),
    "verdict.not_run.text": ("尚未收到日志。", "No log has come yet."),
    "verdict.waived": ("豁免", "waived"),
    "verdict.waived.text": ("有理由、有期限、双方同意。", "With a reason, a term, and both sides' consent."),
    "verdicts.ceiling": ("物理上限", "Physical ceilings"),
    "verdicts.ceiling.text": (
        "m 机 × 每机 r 个 rank、无在网计算：AR、AG、RS 的 busbw ≤ r·B_nic·((p−1)/p) ÷ ((m−1)/m)；A2A 的 busbw ≤ "
        "B_nic·(p−1) ÷ (p−r)；单机为链路速率。",
        "m nodes × r ranks, no in-network reduction: busbw of AR, AG, RS ≤ r·B_nic·((p−1)/p) ÷ ((m−1)/m); of A2A ≤ "
        "B_nic·(p−1) ÷ (p−r); on one node the link rate.",
    ),
    # diagnosis
    "diagnosis.title": ("不通过时的诊断顺序", "Diagnosis of a failure"),
    "diagnosis.lead": (
        "不通过时按此顺序追问，一次只改一个条件。",
        "When a test fails, ask in this order and change one condition at a time.",
    ),
    "diagnosis.suspect": ("怀疑", "Suspect"),
    "diagnosis.do": ("做什么", "Do"),
    "diagnosis.shows": ("说明问题的读数", "It is this when"),
    "diagnosis.latency": ("启动", "start-up"),
    "diagnosis.latency.do": ("扫 8 B–64 KB，拟合 α", "sweep 8 B–64 KB and fit α"),
    "diagnosis.latency.shows": ("α 高于路径表的保守值", "α lies above the conservative value of the path table"),
    "diagnosis.bandwidth": ("带宽", "bandwidth"),
    "diagnosis.bandwidth.do": ("扫 64 MB–1 GB，单组独占", "sweep 64 MB–1 GB, one group alone"),
    "diagnosis.bandwidth.shows": ("B 低于路径表的独占值", "B lies below the exclusive value of the path table"),
    "diagnosis.topology": ("拓扑", "topology"),
    "diagnosis.topology.do": ("换节点集，比最近与最远", "other nodes; nearest against furthest"),
    "diagnosis.topology.shows": (
        "网卡计数器不均，或走了其他平面",
        "NIC counters are uneven, or another plane is used",
    ),
    "diagnosis.algorithm": ("算法", "algorithm"),
    "diagnosis.algorithm.do": ("指定算法后重测，对照报告", "name the algorithm, run again, compare the report"),
    "diagnosis.algorithm.shows": (
        "所选算法不是估算表里的那一个",
        "the algorithm chosen is not the one in the estimation table",
    ),
    "diagnosis.contention": ("争用", "contention"),
    "diagnosis.contention.do": ("1、2、4……组依次同时跑", "1, 2, 4, … groups at once"),
    "diagnosis.contention.shows": (
        "减速因子随组数上升，割边计数器饱和",
        "the slow-down grows with the groups while the cut's counters saturate",
    ),
    "diagnosis.skew": ("负载不均", "skew"),
    "diagnosis.skew.do": ("均匀负载再跑一次", "run again with an even load"),
    "diagnosis.skew.shows": ("均匀时达标，不均时按比例变慢", "it passes even and slows in proportion"),
    "diagnosis.host": ("主机与下发", "host and launch"),
    "diagnosis.host.do": ("图回放或设备发起再跑", "run from a graph or from the device"),
    "diagnosis.host.shows": ("小消息变快，大消息不变", "small messages get faster, large ones do not"),
}
