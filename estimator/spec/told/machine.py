"""What the reference says in Chinese of the machine, with examples."""

from estimator.spec.told.entry import Catalogue, part

_VALID = ("数值的适用范围（大小、rank 数）；用在范围之外时保守端放宽。", "{sizes: 1 KiB .. 1 GiB, ranks: 2 .. 64}")
_SOURCE = ("数值的来源：`sources` 中的名称。", "bench")

MACHINE: Catalogue = {
    "Platform": part(
        "机器平台：层级、启动、路径与割边；`ranks_per_node` 与 `nodes` 是两层机器的简写。",
        {
            "name": ("平台名称。", "HGX H100"),
            "levels": (
                "机器的层级，由内到外；每一层用一条路径连接前一层的各单元，最后一层即整台机器。",
                "[{name: node, ranks: 8, path: nvlink}, {name: cluster, ranks: 4096, path: network}]",
            ),
            "ranks_per_host": (
                "启动器在一台主机上启动的 rank 数，用于生成命令；写 `levels` 时需要，否则同 `ranks_per_node`。",
                "8",
            ),
            "host": ("代替 `ranks_per_host`：主机在各层占的单元块。", "{x: 2, y: 2}"),
            "ranks_per_node": ("一机的 rank（设备）数；写了 `levels` 时由层级给出。", "8"),
            "nodes": ("平台的机器数，至多一百万；写了 `levels` 时由层级给出。", "512"),
            "launch": ("一次调用的固定用时 T0；不写时为 0。", "{time: [6 us, 25 us], mode: host}"),
            "reduce": ("规约速度；不写时规约不计时间。", "{bandwidth: [1117 GB/s, 558 GB/s]}"),
            "knee": ("启动与传输之间的拐点。", "{k: [0, 1.3], from: guess}"),
            "paths": (
                "路径，按名称列出。",
                "{nvlink: {location: intra_node, exclusive: {alpha: 3 us, bandwidth: 200 GB/s, per: rank}}}",
            ),
            "cuts": (
                "割边，按名称列出。",
                "{node_out: {boundary: node, exclusive: {bandwidth: 340 GB/s}}}",
            ),
            "conditions": (
                "自定义的运行条件，按名称列出；也可写在规格顶层。",
                "{one_plane_down: {like: exclusive, text: one of two planes is down}}",
            ),
            "sources": (
                "平台数值的来源，按名称列出；也可写在规格顶层。",
                "{bench: {basis: measured, text: nccl-tests on two nodes}}",
            ),
            "note": ("随平台印出的备注。", "{zh: 节点数按现场修改, en: Set the nodes to those of the site}"),
            "waive": ("平台所豁免的规则，各附理由。", "[{rule: default-knee, reason: measured far from the knee}]"),
        },
    ),
    "LevelSpec": part(
        "机器的一个层级：一个单元有多少 rank，以及连接其内部单元的路径。",
        {
            "name": ("层级名称，如 node、rack、fabric。", "node"),
            "ranks": ("本层一个单元的 rank 数；最后一层为整台机器的 rank 数。", "8"),
            "path": ("本层单元之内、下一层各单元之间的路径：`paths` 中的名称。", "nvlink"),
            "also": ("相同单元之间的其他路径；组用 `paths: {层级: 路径}` 选用。", "[bridge]"),
            "of": ("实际相连的单元数；不写时由 `ranks` 得出。", "16"),
            "wrap": ("环是否首尾相接；写 4 表示单元数为 4 的倍数时才相接。", "true"),
            "node": ("本层的一个单元是否为一机；不写时取主机所在的层，再次取最内层。", "true"),
        },
    ),
    "Valid": part(
        "数值的适用范围。用在范围之外时保守端放宽，结果注明为外推。",
        {
            "sizes": ("适用的单次调用大小 n；不写时不限。", "1 KiB .. 1 GiB"),
            "ranks": ("适用的组内 rank 数；不写时不限。", "2 .. 64"),
        },
    ),
    "LaunchTime": part(
        "开始搬移数据之前的固定用时 T0。",
        {
            "time": ("一次调用在算法之外的固定用时 T0 [s]。", "[6 us, 25 us]"),
            "mode": ("由谁发起调用：主机、设备，或已捕获的图。", "host"),
            "valid": _VALID,
            "from": _SOURCE,
        },
    ),
    "Launch": part(
        "平台的 T0，以及个别集合操作、算法、发起方式与大小各自的 T0。",
        {
            "per_collective": ("个别集合操作的 T0，代替平台的值。", "{all_to_all_v: {time: [7 us, 44 us]}}"),
            "only": (
                "只用于某一集合操作、算法、发起方式、路径或大小区间的 T0；条件最具体的一条起作用。",
                "[{collective: all_to_all_v, time: [7 us, 44 us]}]",
            ),
        },
    ),
    "Selector": part(
        "一项数值适用于哪些调用。",
        {
            "collective": ("适用的集合操作；不写时不限。", "all_to_all_v"),
            "algorithm": ("适用的算法；不写时不限。", "ring"),
            "sizes": ("适用的大小 n 的区间；不写时不限。", "64 KiB .. 1 GiB"),
        },
    ),
    "OnlyLaunch": part(
        "某一集合操作、算法、发起方式、路径或大小区间的 T0。",
        {"path": ("适用的路径：流量全部走该路径的调用；不写时不限。", "nvlink")},
    ),
    "Reduce": part(
        "一个 rank 相加两个缓冲区的速度 1/γ。",
        {
            "bandwidth": ("一个 rank 每秒规约的字节数 [B/s]。", "[1117 GB/s, 558 GB/s]"),
            "valid": _VALID,
            "from": _SOURCE,
        },
    ),
    "Knee": part(
        "在启动与传输的平衡点附近，实测曲线高出两者之和的程度。",
        {
            "k": ("k·√(A·X) 中的系数 k；默认值 [0, 1.3] 是假设，应由作者写明来源。", "[0, 1.3]"),
            "valid": _VALID,
            "from": _SOURCE,
            "only": (
                "只用于某一集合操作、算法或大小区间的系数；条件最具体的一条起作用。",
                "[{collective: all_to_all, k: [0, 1.7]}]",
            ),
        },
    ),
    "OnlyKnee": part(
        "某一集合操作、算法或大小区间的拐点系数。",
        {"k": ("k·√(A·X) 中的系数 k。", "[0, 1.7]"), "valid": _VALID, "from": _SOURCE},
    ),
    "PathSpec": part(
        "组内 rank 之间的一条网络路径；除下列键外，还可写自定义条件下的参数。",
        {
            "location": ("路径的位置；写了 `levels` 时由层级给出，可不写。", "inter_node"),
            "wiring": ("各单元如何相连：任意互联、同号交换机、两两直连或成环。", "rails"),
            "through": ("消息同时经过其端口、单元出口与网卡的内层路径。", "nvlink"),
            "nics": ("单元内哪些 rank 共用一块网卡，按单元内序号列出；写一个数则按顺序平均分配。", "4"),
            "link": ("路径之下的物理链路。", "{rate: 400 Gbit/s, per: rank}"),
            "exclusive": (
                "没有其他操作时的参数；同机的同类组照常运行。",
                "{alpha: [3 us, 5 us], bandwidth: [200 GB/s, 170 GB/s], per: rank}",
            ),
            "multi_group": (
                "其他组的流量同时存在时的参数。",
                "{alpha: [3 us, 5 us], bandwidth: [180 GB/s, 120 GB/s], per: rank}",
            ),
            "with_compute": (
                "与训练计算同时进行时的参数。",
                "{alpha: [3 us, 6 us], bandwidth: [190 GB/s, 130 GB/s], per: rank}",
            ),
            "only": (
                "只用于某一集合操作、算法、条件或大小区间的参数；条件最具体的一条起作用。",
                "[{sizes: 64 MiB .. 4 GiB, alpha: 3 us, bandwidth: [210 GB/s, 190 GB/s], per: rank}]",
            ),
            "title": ("路径的显示名称。", "{zh: 机内 NVLink, en: NVLink inside the node}"),
        },
    ),
    "Link": part(
        "路径链路的物理速率，单向，为各端口之和。",
        {
            "rate": ("链路的单向速率，含全部端口 [B/s]；该路径上任何 rank 都不会更快。", "400 Gbit/s"),
            "per": ("速率归属：一个 rank，或该路径所连的整个单元（`node`、`rack`）。", "rank"),
            "ports": ("网状互联时一个 rank 分摊速率的端口数；与 `per: node` 并用时为平均分摊速率的网卡数。", "8"),
            "from": _SOURCE,
        },
    ),
    "StatedParameters": part(
        "路径在一种条件下的有效启动时延与带宽。",
        {
            "alpha": ("一条消息的启动时延 [s]。", "[3 us, 5 us]"),
            "bandwidth": ("单向有效带宽 [B/s]；也可写链路速率的 `efficiency`。", "[200 GB/s, 170 GB/s]"),
            "per": (
                "带宽归属：`rank` 一个 rank；写下一层的名称（`node`）为其一个单元；`nic` 为 `nics` 中的一块网卡。",
                "rank",
            ),
            "efficiency": ("代替 `bandwidth` 与 `per`：达到 `link.rate` 的份额，大于 0，至多 1。", "[0.97, 0.8]"),
            "one_peer": (
                "一个 rank 向另一个 rank 发送的速率上限 [B/s]；不写时，网状或环取其链路，交换机不限。",
                "[25 GB/s, 22 GB/s]",
            ),
            "unit": ("除按 rank 的带宽外，一个单元总共能收、能发的速率 [B/s]。", "[340 GB/s, 300 GB/s]"),
            "nic": ("除按 rank 的带宽外，一块 `nics` 网卡能收、能发的速率 [B/s]。", "[48 GB/s, 43 GB/s]"),
            "hop": ("环上消息每多经过一段链路的启动时延 [s]。", "[0.3 us, 0.6 us]"),
            "messages": (
                "一个 rank 同时发往多个对端时，每多一个对端的启动时延 [s]；即 `message_rate` 的倒数。",
                "[0 us, 0.5 us]",
            ),
            "message_rate": ("一个 rank（或 `per` 所写的单元）每秒能发起的消息数。", "[200 Mmsg/s, 100 Mmsg/s]"),
            "root": ("拟合得到的字节数平方根项，在本路径上代替平台的拐点。", "{time: [1 us, 2 us], at: 1 MiB}"),
            "valid": _VALID,
            "from": _SOURCE,
        },
    ),
    "PathParameters": part(
        "路径在一种条件下的有效启动时延与带宽。",
        {
            "alpha": ("一条消息的启动时延 [s]。", "[3 us, 5 us]"),
            "bandwidth": ("单向有效带宽 [B/s]；也可写链路速率的 `efficiency`。", "[200 GB/s, 170 GB/s]"),
            "per": (
                "带宽归属：`rank` 一个 rank；写下一层的名称（`node`）为其一个单元；`nic` 为 `nics` 中的一块网卡。",
                "rank",
            ),
        },
    ),
    "Root": part(
        "代替拐点的拟合项 c·√（路径上的字节数）：以某一大小下增加的用时给出。",
        {
            "time": ("在路径上搬移 `at` 字节的调用因此增加的用时 [s]。", "[1 us, 2 us]"),
            "at": ("增加上述用时的字节数 [B]。", "1 MiB"),
        },
    ),
    "OnlyParameters": part(
        "某一集合操作、算法、条件、大小区间或轨道的参数；条件最具体的一条起作用。",
        {
            "condition": ("适用的运行条件；不写时不限。", "with_compute"),
            "rails": ("跨机流量中收发双方机内序号不同（`cross`）或相同（`aligned`）的那一类。", "cross"),
        },
    ),
    "Cut": part(
        "流量必须穿过的边界，以及一个单元穿过它的聚合带宽。",
        {
            "boundary": (
                "`node`、`plane`、`bisection`、层级名，连续的 {nodes: N} 或 {ranks: N}，"
                "单个平面写 {nodes: N, planes: P}。",
                "node",
            ),
            "exclusive": ("没有其他操作时。", "{bandwidth: [340 GB/s, 300 GB/s]}"),
            "loaded": ("在 multi_group、with_compute 及类似条件下；不写时同 `exclusive`。", "{bandwidth: 280 GB/s}"),
            "oversubscription": ("代替带宽：各机可发出的速率（按其割边或链路）与离开该单元的速率之比。", "[1, 2]"),
            "valid": _VALID,
            "in_network": ("边界上的交换机是否做规约与复制；它降低下界，不改变其他算法的用时。", "false"),
            "from": _SOURCE,
            "title": ("割边的显示名称。", "{zh: 整机出口, en: Out of a node}"),
        },
    ),
    "Boundary": part(
        "割边所围的单元：连续的若干机或若干 rank，或它们接入同一网络平面的部分。",
        {
            "nodes": ("一个单元的机器数；`node` 即 1，`bisection` 为平台的一半。", "32"),
            "ranks": ("一个单元的 rank 数，代替机器数：八卡机写 4 即半机。", "4"),
            "level": ("所指单元的层级；也可只写层级名。", "rack"),
            "planes": (
                "分担流量的网络平面数；机内序号 i 的 rank 接第（i 模平面数）个平面。`plane` 为每 rank 一个。",
                "8",
            ),
        },
    ),
    "CutBandwidth": part(
        "一个单元在一种条件下穿过边界的能力。",
        {"bandwidth": ("一个单元的单向聚合带宽 [B/s]；有多个平面时为其中一个平面的带宽。", "[340 GB/s, 300 GB/s]")},
    ),
    "NamedCondition": part(
        "exclusive、multi_group、with_compute 之外的运行条件，如一个平面故障、存在背景流量。",
        {
            "like": ("路径或割边未给出本条件的参数时沿用哪个条件；本条件不优于它。", "multi_group"),
            "text": ("条件的描述，可嵌入句中。", "{zh: 两个平面之一故障, en: one of two planes is down}"),
            "load": (
                "测试中如何制造该条件。",
                "{zh: 其他机之间占每块网卡 10 % 的背景流, en: a stream of 10 % of each NIC between other nodes}",
            ),
            "harder_than": ("除 `like` 及其下的条件外，用时不会比本条件更长的那些条件。", "[multi_group]"),
        },
    ),
}
