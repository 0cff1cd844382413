"""The sentences of a diagnosis in Chinese and English; names in braces are numbers of the evidence."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from estimator.report.diagnosis.law_words import LAW_EVIDENCE, Pair

CAUSES: Mapping[str, Pair] = MappingProxyType(
    {
        "startup": ("启动时延", "start-up latency"),
        "bandwidth": ("有效带宽", "effective bandwidth"),
        "topology": ("拓扑瓶颈", "topology bottleneck"),
        "algorithm": ("算法选择", "algorithm choice"),
        "contention": ("通信竞争", "contention"),
        "not_performance": ("不是性能问题", "not performance"),
        "healthy": ("正常", "healthy"),
        "cannot_tell": ("日志无法判定", "the log cannot tell"),
    }
)

EVIDENCE: Mapping[str, Pair] = MappingProxyType(
    {
        "startup_above_spec": (
            "启动时间 {startup_s}，规格上限 {expected_s}（{test}）：{startup_x}；传输为规格的 {transfer_x}",
            "start-up {startup_s}, the spec has at most {expected_s} ({test}): {startup_x}; transfer is {transfer_x} "
            "of the spec's",
        ),
        "startup_above_typical": (
            "小消息用时 {startup_s}，到 {flat_to_B} 几乎不变；同等规模通常约 {typical_s}：{typical_x}",
            "small messages take {startup_s}, flat up to {flat_to_B}; about {typical_s} is usual at this scale: "
            "{typical_x}",
        ),
        "later_than_other": (
            "与 {other} 相比：小消息慢 {small_x}，大消息慢 {large_x}",
            "against {other}: small sizes take {small_x}, large ones {large_x}",
        ),
        "transfer_above_spec": (
            "每字节时间为规格上限的 {transfer_x}（{test}）：最大消息 {rate_Bps}，规格至少 {expected_Bps}；启动为 "
            "{startup_x}",
            "time per byte is {transfer_x} of the spec's upper end ({test}): {rate_Bps} at the largest size, the spec "
            "has at least {expected_Bps}; start-up is {startup_x}",
        ),
        "slower_than_other": (
            "与 {other} 相比：大消息慢 {large_x}，小消息慢 {small_x}，最多 {worst_x}（{worst_B}）",
            "against {other}: large sizes take {large_x}, small ones {small_x}, at most {worst_x} at {worst_B}",
        ),
        "below_line": (
            "带宽 {best_Bps}，只有线速 {line_Bps}（{words}）的 {share}",
            "bandwidth {best_Bps} is only {share} of the line rate {line_Bps} ({words})",
        ),
        "as_ethernet": (
            "节点之间最好 {best_Bps}，正是 {gigabits} Gbit/s 以太网的 {share}：像是走了管理网的 TCP",
            "{best_Bps} at best between nodes, just {share} of an Ethernet of {gigabits} Gbit/s: as over TCP of a "
            "management network",
        ),
        "links_unused": (
            "节点内总线带宽 {busbw_Bps}，只有 {words} 自身链路 {links_Bps} 的 {share}：像是走 PCIe 或主机内存",
            "bus bandwidth {busbw_Bps} inside a node is only {share} of the {links_Bps} that the links of {words} "
            "carry: as over PCIe or the memory of hosts",
        ),
        "crossing_above_spec": (
            "跨 {nodes} 个节点的组，每字节时间为规格的 {transfer_x}；割边下界占实测时间的 {cut_use}{others}",
            "a group over {nodes} nodes takes {transfer_x} of the spec's time per byte; the cut bound is {cut_use} "
            "of the "
            "measured time{others}",
        ),
        "shrinks_with_ranks": (
            "总线带宽从 {fewer} 个 rank 的 {fewer_Bps} 降到 {ranks} 个 rank 的 {busbw_Bps}：相差 {shrinks_x}",
            "bus bandwidth falls from {fewer_Bps} on {fewer} ranks to {busbw_Bps} on {ranks}: by {shrinks_x}",
        ),
        "below_pair": (
            "同一路径上两个 rank 有 {pair_Bps}，整组每端口只有 {busbw_Bps}：相差 {pair_x}",
            "a pair of ranks on this path has {pair_Bps}, a port of the group only {busbw_Bps}: {pair_x} less",
        ),
        "path_forced": ("设置改变了路径或网络：{words}", "settings choose another path or network: {words}"),
        "small_path": (
            "{from_B} 到 {to_B} 这样小的消息也按字节计时，只有 {rate_Bps}：像是协议在拷贝，要看更大的消息是否换协议",
            "even {from_B} to {to_B} take time by their bytes, at {rate_Bps}: as of a protocol that copies them; "
            "larger sizes show whether it is left",
        ),
        "choice_forced": (
            "{words} 强制使用小消息协议，而尺寸到 {largest_B}",
            "{words} forces a protocol for small messages, and sizes go up to {largest_B}",
        ),
        "other_setting": (
            "与 {other} 的设置不同（慢 / 快）：{words}；小消息慢 {small_x}，大消息慢 {large_x}",
            "settings differ from {other} (slow / fast): {words}; small sizes take {small_x}, large ones {large_x}",
        ),
        "drops": (
            "带宽在大消息处下降：最好 {best_Bps}（{best_B}），最大的几个尺寸只有 {last_Bps}：{drop_x}",
            "bandwidth drops at large sizes: {best_Bps} at best ({best_B}), {last_Bps} at the largest ones: {drop_x}",
        ),
        "rival_fits": (
            "{named} 的系数不符（偏 {off_x}：启动 {startup_x}，传输 {transfer_x}），{fits} 的系数相符（偏 {fits_x}）",
            "the coefficients of {named} do not fit (off by {off_x}: start-up {startup_x}, transfer {transfer_x}), "
            "those "
            "of {fits} do (off by {fits_x})",
        ),
        "hump": (
            "只有 {from_B} 到 {to_B} 慢，最多 {worst_x}；更小与更大的消息都在区间内",
            "only {from_B} to {to_B} are slow, by up to {worst_x}; smaller and larger sizes are within the interval",
        ),
        "switch": (
            "从 {before_B} 到 {after_B}，尺寸 {sizes_x} 而用时 {times_x}，更大的消息又恢复带宽；其他 {others} "
            "次测量中 {again} 次重现",
            "from {before_B} to {after_B} the size grows {sizes_x} and the time {times_x}, larger sizes come back to "
            "the "
            "bandwidth; seen again in {again} of {others} other runs",
        ),
        "time_falls": (
            "从 {before_B} 到 {after_B} 用时反而变为 {times_x}；其他 {others} 次测量中 {again} 次重现",
            "from {before_B} to {after_B} the time becomes {times_x}, less for more bytes; seen again in {again} of "
            "{others} other runs",
        ),
        "setting": (
            "设置不同（{settings}）：小消息 {small_x}，大消息 {large_x}，最多 {worst_x}（{worst_B}）",
            "other settings ({settings}): small sizes {small_x}, large ones {large_x}, at most {worst_x} at {worst_B}",
        ),
        "setting_rules": (
            "设置不同（{settings}），大消息始终相差 {large_x}，小消息 {small_x}，最多 {worst_x}（{worst_B}）",
            "other settings ({settings}), and large sizes differ by {large_x} throughout, small ones by {small_x}, at "
            "most {worst_x} at {worst_B}",
        ),
        "one_range": (
            "与 {other} 只在一段尺寸上不同，最多 {worst_x}（{worst_B}），其余一致：像是两种设置",
            "differs from {other} over one range of sizes, by up to {worst_x} at {worst_B}, and agrees elsewhere: as "
            "of "
            "two settings",
        ),
        "repeats_differ": (
            "同样的测量重复不一致：与 {other} 在 {sizes} 个尺寸中的 {apart} 个上不同，最多 {worst_x}（{worst_B}）",
            "repeats of one run differ: from {other} at {apart} of {sizes} sizes, by up to {worst_x} at {worst_B}",
        ),
        "erratic": (
            "用时随尺寸乱跳：{breaks} 处突变，其中 {falls} 处下降，最大 {worst_x}；{small} 个小尺寸相差 {scatter_x}",
            "times are erratic over sizes: {breaks} breaks, {falls} of them falls, the worst {worst_x}; the {small} "
            "small sizes differ by {scatter_x}",
        ),
        "spread": (
            "同一尺寸各 rank 或各次迭代相差 {spread_x}（中位），最多 {worst_x}，共 {sizes} 个尺寸",
            "ranks or iterations of one size differ by {spread_x} (median), at most {worst_x}, over {sizes} sizes",
        ),
        "residual": (
            "围绕自身规律来回散布 {scatter_x}，{sizes} 个尺寸中 {far} 个偏离很远，最多慢 {worst_x}",
            "times scatter about their own law by {scatter_x}, {far} of {sizes} sizes far from it, at most {worst_x} "
            "slow",
        ),
        "beyond_pairs": (
            "启动 {startup_s} 是 {rounds} 轮点对点消息（每条 {pair_s}）的 {beyond_x}，每节点 {per_node} 个 rank："
            "时间花在主机上",
            "start-up {startup_s} is {beyond_x} of {rounds} rounds of messages between pairs ({pair_s} each), with "
            "{per_node} ranks a node: hosts take the time",
        ),
        "beside_others": (
            "与其他通信同时运行时为单独运行（{other}）的 {beside_x}",
            "beside others it takes {beside_x} of the time alone ({other})",
        ),
        "wrong_results": ("{rows} 行结果错误", "rows with wrong results: {rows}"),
        "several_programs": (
            "{programs} 个程序各自从 rank 0 编号（{hosts}），写进同一个日志：它们之间没有通信，可能编译时没有打开 MPI",
            "{programs} programs each count their ranks from 0 ({hosts}) and write into one log: nothing passes "
            "between them, as of a benchmark built without MPI",
        ),
        "one_rank": ("只有一个 rank", "there is one rank alone"),
        "slow_rank": (
            "{of} 个尺寸中 {sizes} 个上，只有 rank {rank} 的用时是其他 rank 的 {apart_x}",
            "at {sizes} of {of} sizes rank {rank} alone takes {apart_x} of the others' time",
        ),
        "late_rank": (
            "{of} 个尺寸中 {sizes} 个上，只有 rank {rank} 的用时是其他 rank 的 {apart_x}：它来得晚，其他 rank 在等",
            "at {sizes} of {of} sizes rank {rank} alone takes {apart_x} of the others' time: it is late and they wait",
        ),
        "one_of_ranks": (
            "{of} 个尺寸中 {sizes} 个上，只有一个 rank 的用时是其他 rank 的 {apart_x}：平均值紧靠其余 rank",
            "at {sizes} of {of} sizes a single rank takes {apart_x} of the others' time: the mean lies close to theirs",
        ),
        "run_failed": ("运行失败，此前有 {rows} 行", "the run failed after {rows} rows"),
        "no_rows": ("没有数据：{words}{quoted}", "no data: {words}{quoted}"),
        "refused": ("没有读入：{words}{quoted}", "not read: {words}{quoted}"),
        "cut_row": ("一行被截断：{line}", "a row is cut off: {line}"),
        "ends_early": (
            "命令要求到 {asked_B}，表只到 {largest_B}：运行中止，或日志不全",
            "the command asks for {asked_B}, the table ends at {largest_B}: the run stopped, or the log is a part",
        ),
        "within_spec": (
            "{sizes} 个尺寸中 {inside} 个在规格区间内（{test}）：启动 {startup_x}，传输 {transfer_x}，平均超出 "
            "{beyond_x}",
            "{inside} of {sizes} sizes are within the spec's interval ({test}): start-up {startup_x}, transfer "
            "{transfer_x}, beyond it by {beyond_x} in the mean",
        ),
        "near_line": (
            "带宽达到线速的 {share}，{sizes} 个尺寸规律平稳",
            "bandwidth reaches {share} of the line rate, and {sizes} sizes follow one law",
        ),
        "nothing_strange": (
            "{sizes} 个尺寸规律平稳，启动正常；带宽没有可比的依据",
            "{sizes} sizes follow one law with a usual start-up; nothing says which bandwidth is right",
        ),
        "few_sizes": ("只有 {sizes} 个尺寸", "too few sizes: {sizes}"),
        "cliff": (
            "从 {before_B} 到 {after_B}，尺寸 {sizes_x} 而用时 {times_x}，此后没有恢复（之后 {after} 个尺寸）：算法、"
            "协议、插件或路径都可能",
            "from {before_B} to {after_B} the size grows {sizes_x} and the time {times_x}, and does not come back in "
            "the "
            "{after} sizes after: algorithm, protocol, plug-in or path",
        ),
        "one_size": (
            "只有 {size_B} 一个尺寸突出：尺寸 {sizes_x} 而用时 {times_x}，下一个尺寸恢复：可能是某次调用被耽误，"
            "也可能是算法切换",
            "{size_B} alone stands out: the size grows {sizes_x} and the time {times_x}, and the next size is back: "
            "one call that something delayed, or a switch of algorithm",
        ),
        "small_only": (
            "最大 {largest_B}，全部由启动决定：看不出带宽",
            "the largest size is {largest_B}, and start-up rules all: no bandwidth shows",
        ),
        "large_only": (
            "最小 {smallest_B}，全部由传输决定：看不出启动",
            "the smallest size is {smallest_B}, and transfer rules all: no start-up shows",
        ),
        "no_reference": (
            "最好 {best_Bps}；没有与之对应的规格测试、线速或点对点可比，无法判断带宽是否正常",
            "{best_Bps} at best; without a test of the spec that matches, a line rate or pairs of ranks nothing says "
            "whether that is right",
        ),
        "several_promises": (
            "规格中有 {promises} 项可能对应，取最接近的 {taken}；用 --nodes、--ranks-per-node 或清单指明",
            "{promises} tests of the spec may be meant, the nearest is taken, {taken}; say it by --nodes, "
            "--ranks-per-node "
            "or a manifest",
        ),
        "unaligned": (
            "约 {n_B} 的消息：不是 16 字节整数倍用 {odd_s}，对齐的只用 {aligned_s}",
            "messages of {n_B}: {odd_s} where the size is no multiple of 16 bytes, {aligned_s} where it is",
        ),
        **LAW_EVIDENCE,
        "nothing_measured": ("日志中没有可判断的数据", "the logs hold nothing to judge"),
    }
)

QUOTED: Pair = ("（{}）", " ({})")
"""The line of a log that a sentence is about."""
BESIDE: Mapping[str, Pair] = MappingProxyType(
    {
        "pair_x": ("；两个 rank 之间为规格的 {}", "; between two ranks it is {} of the spec's"),
        "inside_x": ("；节点内的组为 {}", "; groups inside a node take {}"),
        "across_x": ("；跨节点的组为 {}", "; groups across nodes take {}"),
        "by_group": ("；各组（节点 x rank）相对规格的倍数：{}", "; times the spec by group (nodes x ranks): {}"),
    }
)

NEXT: Mapping[str, Pair] = MappingProxyType(
    {
        "p2p": (
            "同一对 rank 的点对点，全部尺寸：慢则是路径本身，快则是拓扑或算法",
            "P2P of the same pair of ranks over all sizes: slow means the path itself, fast means topology or "
            "algorithm",
        ),
        "other_pair": (
            "另一对 rank（其他节点或网卡）的点对点，全部尺寸：分清是这条链路还是整台机器",
            "P2P of another pair of ranks, on other nodes or NICs, over all sizes: this link or the whole machine",
        ),
        "fewer_nodes": (
            "{nodes} 个节点对比 {other} 个节点：看时间随边界另一侧如何增长",
            "{nodes} nodes against {other}: how the time grows with what crosses the border",
        ),
        "fewer_ranks": (
            "只用 {other} 个 rank 再测：看时间随轮数如何增长",
            "the same with {other} ranks: how the time grows with the rounds",
        ),
        "without_rank": (
            "去掉该 rank 所在的设备或主机再测，并查它的日志：其余恢复，就是它",
            "the same without the device or host of that rank, and its logs read: the rest is in order if it was that",
        ),
        "alone": (
            "单独运行这一组，其他作业全部停止（先检查残留进程）",
            "this group alone with every other job stopped (look for left-over processes first)",
        ),
        "repeat": ("同一条命令重复五遍，看各次是否一致", "the same command five times: do the runs agree"),
        "aligned_sizes": ("只用 16 字节整数倍的尺寸再测", "again with sizes that are multiples of 16 bytes"),
        "forced_algorithm": (
            "强制一种算法与协议再测，逐一比较",
            "again with algorithm and protocol forced, one after the other",
        ),
        "checked": (
            "先排除失败（残留进程、显存、各节点版本是否一致），再带结果校验重跑",
            "remove the failure (left-over processes, device memory, versions that differ between nodes), then run "
            "again with results checked",
        ),
        "readable_log": (
            "工具原样输出的日志，或在清单 commspec-logs.yaml 里写明时间列、单位、集合操作与 rank 数",
            "the log as the tool prints it, or its time column, units, collective and ranks named in a manifest, "
            "commspec-logs.yaml",
        ),
        "all_sizes": ("从小到大测全部尺寸", "all sizes from small to large"),
        "larger_sizes": ("加测大消息，直到带宽不再上升", "larger sizes, until the bandwidth rises no more"),
        "smaller_sizes": ("加测小消息，看启动时间", "smaller sizes, for the start-up"),
    }
)

FRAME: Mapping[str, Pair] = MappingProxyType(
    {
        "runs": ("测量 {} 次", "runs: {}"),
        "confidence": ("把握 {}", "confidence {}"),
        "more": ("另有 {} 条同类证据", "{} more of the kind"),
        "silent": ("日志没有说明：", "The logs do not tell:"),
        "left_out": ("另有 {} 次测量未判断。", "{} more runs were not judged."),
        "next": ("下一步测量：", "Measure next:"),
        "nothing": ("无需再测。", "Nothing more to measure."),
    }
)
