"""The glossary: terms of collective communication in both languages, with a symbol and a short meaning."""

from typing import NamedTuple


class GlossaryTerm(NamedTuple):
    """One term: its names, its symbol or unit ("" where it has none), its meaning in both languages."""

    zh: str
    en: str
    symbol: str
    meaning_zh: str
    meaning_en: str


GLOSSARY: tuple[GlossaryTerm, ...] = (
    GlossaryTerm(
        "通信组", "process group", "G", "参与同一集合操作的一组 rank", "the ranks that take part in one collective"
    ),
    GlossaryTerm(
        "通信域",
        "communicator",
        "",
        "库里代表一个通信组的对象，占缓冲与连接",
        "the library's object of a group; it holds buffers and connections",
    ),
    GlossaryTerm(
        "进程号", "rank", "", "组内一个参与者，通常是一个设备", "one participant of a group, as a rule one device"
    ),
    GlossaryTerm(
        "每机 rank 数",
        "ranks per node",
        "g, r",
        "一个组（g）或平台（r）在一机上的 rank 数",
        "ranks on one node, of a group (g) or of the platform (r)",
    ),
    GlossaryTerm("节点", "node", "m", "一台主机；m 为一个组所跨的机数", "one host; m is the number a group spans"),
    GlossaryTerm(
        "超节点", "scale-up domain", "", "同一高速互联所及的设备", "the devices that one scale-up fabric reaches"
    ),
    GlossaryTerm(
        "机内互联",
        "scale-up fabric",
        "",
        "一机或一个超节点内的高速互联",
        "the fast fabric inside a node or scale-up domain",
    ),
    GlossaryTerm("跨机网络", "scale-out network", "", "机与机之间的网络", "the network between nodes"),
    GlossaryTerm(
        "网络平面", "network plane, rail", "", "各机同号网卡所接的一张网", "the network that NICs of one number share"
    ),
    GlossaryTerm(
        "收敛比", "oversubscription ratio", "", "下行带宽之和比上行带宽之和", "downlink bandwidth over uplink bandwidth"
    ),
    GlossaryTerm(
        "割边", "cut", "", "把一组端点与其余分开的全部链路", "all links that part some endpoints from the rest"
    ),
    GlossaryTerm(
        "割边带宽",
        "cut bandwidth",
        "B_cut",
        "一个单元单向穿过割边的聚合带宽",
        "aggregate bandwidth of one unit through a cut, one direction",
    ),
    GlossaryTerm(
        "必须穿过的字节",
        "must-move bytes",
        "D_cut",
        "不论算法如何都要穿过割边的字节",
        "bytes that cross a cut whatever the algorithm",
    ),
    GlossaryTerm(
        "对分带宽",
        "bisection bandwidth",
        "",
        "把全部端点分成两半的最小割边带宽",
        "the least bandwidth of a cut into halves",
    ),
    GlossaryTerm(
        "启动时延",
        "start-up latency",
        "α",
        "一条消息与大小无关的时间",
        "the time of a message that does not depend on its size",
    ),
    GlossaryTerm("每字节时间", "inverse bandwidth", "β", "1/B", "1/B"),
    GlossaryTerm(
        "有效带宽",
        "effective bandwidth",
        "B",
        "某路径、算法与条件下实际可得的带宽",
        "what one path gives under one algorithm and condition",
    ),
    GlossaryTerm(
        "标称带宽", "nominal bandwidth", "", "规格书上的速率，只作上限", "the data sheet's rate, used as a ceiling only"
    ),
    GlossaryTerm("规约时间", "reduction time", "γ", "规约一字节的时间", "time to reduce one byte"),
    GlossaryTerm("下发时间", "launch time", "T₀", "一次调用开始搬数据前的时间", "time of a call before data moves"),
    GlossaryTerm("算法带宽", "algorithm bandwidth", "algbw", "n ÷ T", "n ÷ T"),
    GlossaryTerm(
        "总线带宽", "bus bandwidth", "busbw", "algbw × 系数，便于与链路比较", "algbw × a factor, to compare with a link"
    ),
    GlossaryTerm("线上字节", "wire bytes", "", "真正上线的字节，含补齐", "bytes really sent, padding included"),
    GlossaryTerm("临界消息大小", "critical size", "n*", "一条路径上 α·B", "α·B of one path"),
    GlossaryTerm(
        "平衡点",
        "balance point",
        "n½",
        "整个操作的启动与传输相等处的 n",
        "the n at which an operation's start-up equals its transfer",
    ),
    GlossaryTerm("启动受限", "latency-bound", "", "n 小于 n½", "n is below n½"),
    GlossaryTerm(
        "带宽受限", "bandwidth-bound", "", "n 大于 n½，且割边不是瓶颈", "n is above n½ and no cut is in force"
    ),
    GlossaryTerm("全规约", "AllReduce", "AR", "各 rank 得到同一份规约结果", "every rank gets the same reduced tensor"),
    GlossaryTerm(
        "全收集", "AllGather", "AG", "各 rank 得到全部分片拼成的张量", "every rank gets all shards put together"
    ),
    GlossaryTerm(
        "规约散播",
        "ReduceScatter",
        "RS",
        "各 rank 得到规约结果的一片",
        "every rank gets one shard of the reduced tensor",
    ),
    GlossaryTerm("全交换", "All-to-All", "A2A", "每对 rank 互送一块", "every pair of ranks exchanges a block"),
    GlossaryTerm(
        "变长全交换",
        "All-to-All-v",
        "A2AV",
        "各块大小可以不同的全交换",
        "an All-to-All whose blocks may differ in size",
    ),
    GlossaryTerm("点对点", "point-to-point", "P2P", "一个 rank 发，一个 rank 收", "one rank sends, one receives"),
    GlossaryTerm("广播", "broadcast", "BC", "根的张量送到每个 rank", "the root's tensor goes to every rank"),
    GlossaryTerm("派发", "dispatch", "", "token 送到所选专家", "tokens go to their experts"),
    GlossaryTerm("合并", "combine", "", "专家的结果送回 token 所在处", "experts' results go back to the tokens"),
    GlossaryTerm("环", "ring", "", "每轮只与邻居交换", "each round exchanges with neighbours only"),
    GlossaryTerm("树", "tree", "", "按树逐层收发，轮数随 log p", "levels of a tree; rounds grow with log p"),
    GlossaryTerm(
        "递归倍增", "recursive doubling", "", "每轮对象距离加倍", "the distance of the partner doubles each round"
    ),
    GlossaryTerm(
        "成对交换", "pairwise exchange", "", "每轮与一个不同的对端交换", "each round exchanges with a different peer"
    ),
    GlossaryTerm(
        "分层算法",
        "hierarchical algorithm",
        "",
        "机内与跨机分级进行",
        "works level by level, inside nodes and between them",
    ),
    GlossaryTerm("在网计算", "in-network computing", "", "交换机内完成规约", "the switches reduce"),
    GlossaryTerm("轮数", "rounds", "", "关键路径上的启动次数", "start-ups on the critical path"),
    GlossaryTerm("流水", "pipelining", "", "分块，让各级同时工作", "cut into chunks so that levels work at once"),
    GlossaryTerm("通道", "channel", "", "库内并行的一路传输", "one of a library's parallel streams"),
    GlossaryTerm("原地", "in place", "", "输入与输出共用缓冲", "input and output share a buffer"),
    GlossaryTerm("预热", "warm-up", "", "计时前的迭代", "iterations before timing"),
    GlossaryTerm("尾部时延", "tail latency", "p99", "高分位的用时", "the time of a high percentile"),
    GlossaryTerm("抖动", "jitter", "CV", "重复之间的离散", "the spread of repeats"),
    GlossaryTerm("慢节点", "straggler", "", "拖慢全组的节点", "a node that slows its group"),
    GlossaryTerm(
        "并发减速因子",
        "concurrency slow-down",
        "S_c",
        "多组同时与单组用时之比",
        "time of several groups at once over one alone",
    ),
    GlossaryTerm("多打一", "incast", "", "多个发方同时涌向一个收方", "many senders meet at one receiver"),
    GlossaryTerm("自适应路由", "adaptive routing", "", "交换机按负载选路", "switches choose paths by load"),
    GlossaryTerm("重叠率", "overlap", "", "被计算隐藏的通信时间份额", "share of the time hidden behind compute"),
    GlossaryTerm(
        "计算窗口", "window", "W", "一次调用旁可隐藏它的计算时间", "computation beside one call that can hide it"
    ),
    GlossaryTerm(
        "设备侧发起",
        "device-initiated",
        "",
        "设备自己发起通信，主机不参与",
        "the device starts the call without the host",
    ),
    GlossaryTerm("图捕获", "graph capture", "", "把调用录成图再回放", "calls recorded into a graph and replayed"),
    GlossaryTerm("确定性", "determinism", "", "同样输入逐位相同", "same input, same bits"),
    GlossaryTerm(
        "负载不均因子",
        "imbalance factor, skew",
        "",
        "最忙 rank 的字节 ÷ 平均",
        "bytes of the busiest rank over the mean",
    ),
    GlossaryTerm("补齐", "padding", "", "定长交换多送的倍数", "how much more a fixed-length exchange sends"),
    GlossaryTerm(
        "权重同步", "weight synchronisation", "", "训练端的新权重送到推理端", "new weights go from training to rollout"
    ),
    GlossaryTerm(
        "张量并行", "tensor parallelism", "TP", "一层的矩阵切到多个 rank", "one layer's matrices over several ranks"
    ),
    GlossaryTerm("上下文并行", "context parallelism", "CP", "一条序列切到多个 rank", "one sequence over several ranks"),
    GlossaryTerm("专家并行", "expert parallelism", "EP", "专家分放到多个 rank", "experts over several ranks"),
    GlossaryTerm("流水并行", "pipeline parallelism", "PP", "各层分放到多个 rank", "layers over several ranks"),
    GlossaryTerm("数据并行", "data parallelism", "DP", "各 rank 处理不同数据", "different data on each rank"),
    GlossaryTerm(
        "专家数据并行",
        "expert data parallelism",
        "EDP",
        "同一专家的副本之间的数据并行",
        "data parallelism among copies of an expert",
    ),
    GlossaryTerm(
        "应答等级", "answer states", "C, PC, NC, D", "满足、部分满足、不满足、偏离", "comply, partly, not, deviation"
    ),
    GlossaryTerm("不可判定", "inconclusive", "", "证据不足；不等于通过", "not enough evidence; not a pass"),
    GlossaryTerm("豁免", "waiver", "", "有理由与期限的免除", "an exemption with a reason and a term"),
    GlossaryTerm("追溯", "traceability", "", "需要、需求与测试的对应", "needs, requirements and tests tied together"),
)
