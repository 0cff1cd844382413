"""What the reference says in Chinese of layout, model, steps, groups and operations, with examples."""

from estimator.spec.told.entry import Catalogue, part

_SOURCE = ("数值的来源：`sources` 中的名称。", "bench")
_LAYOUT = "{order: tp-cp-ep-dp-pp, world: 32, ep: 32}"

TRAFFIC: Catalogue = {
    "Layout": part(
        "按 Megatron-LM 的写法给出的并行布局；组用 `from_layout` 从中取数。",
        {
            "order": ("各并行轴，变化最快的写在最前。", "tp-cp-ep-dp-pp"),
            "world": ("全部 rank 数。", "4096"),
            "tp": ("张量并行规模。", "4"),
            "cp": ("上下文并行规模。", "2"),
            "ep": ("专家并行规模。", "64"),
            "etp": ("专家的张量并行规模；不写时同 tp。", "1"),
            "dp": ("数据并行规模；不写时取其余的 rank。", "64"),
            "pp": ("流水并行规模。", "8"),
        },
    ),
    "Moe": part(
        "混合专家层。",
        {
            "experts": ("一层的专家数。", "64"),
            "top_k": ("每个 token 派发到的专家数。", "8"),
            "node_limit": ("一个 token 的专家至多分布在几机；不写时不限。", "4"),
            "routing": ("实际观测到的路由；不写时每个专家收到的 token 一样多。", "{histogram: [[4, 3, 2, 1]]}"),
        },
    ),
    "Routing": part(
        "实际观测到的路由，代替均匀路由。",
        {
            "histogram": (
                "每个专家收到的 token 副本数：一个列表、逐层的多行，或存放它们的文件。",
                "[[4, 3, 2, 1], [1, 2, 3, 4]]",
            ),
            "from": ("直方图的来源：`sources` 中的名称。", "trace"),
        },
    ),
    "ModelShape": part(
        "Transformer 的结构，专家在 `moe` 中；操作用 `from_model` 引用。",
        {
            "hidden": ("层间 token 的宽度 [元素]。", "7168"),
            "layers": ("总层数。", "61"),
            "dense_layers": ("不含专家的层数，位于最前；仅用于带 `moe` 的模型。", "3"),
            "ffn": ("不含专家的层中前馈部分的内部宽度 [元素]。", "18432"),
            "expert_ffn": ("一个专家的内部宽度 [元素]。", "2048"),
            "shared_experts": ("每个含专家的层中，所有 token 都经过的专家数。", "1"),
            "query_width": ("查询的头数乘头宽 [元素]；不写时同 hidden。", "8192"),
            "kv_width": ("键（或值）的头数乘头宽 [元素]；不写时同 hidden。", "1024"),
            "kv_heads": ("键（或值）的头数：张量并行 rank 多于头数时各存副本；不写时不存副本。", "8"),
            "kv_latent": (
                "每个 token 代替全部键值而保存的元素数（隐式注意力：512 + 64）；用于 `inference`。",
                "576",
            ),
            "vocabulary": ("嵌入矩阵的行数。", "131072"),
            "tied_embeddings": ("嵌入矩阵与输出矩阵是否为同一个。", "false"),
            "attention_params": ("一层注意力的参数量；不写时由各宽度得出。", "187105280"),
            "norms": ("一层的归一化个数，每个有 hidden 个参数；最后一层之后另有一个，除非没有归一化。", "2"),
        },
    ),
    "TrainingRun": part(
        "训练步的组成：批大小、精度、重计算与切分。",
        {
            "sequence": ("一个序列的 token 数。", "8192"),
            "micro_batch": ("一个微批的序列数。", "1"),
            "micro_batches": ("每条流水线一步的微批数。", "32"),
            "interleave": ("一个流水级的模型分块数。", "2"),
            "stage_layers": ("各流水级的层数；不写时平均分配，余下的层放在最后几级。", "[15, 15, 16, 15]"),
            "context": ("上下文并行时注意力如何取得整个序列。", "ring"),
            "recompute": ("反向时是否重做前向。", "true"),
            "zero": ("数据并行切分的内容：0 不切，1 优化器，2 加梯度，3 再加参数。", "1"),
            "zero_style": ("阶段 2 的做法：megatron 每步散播一次梯度，deepspeed 每个微批散播一次。", "megatron"),
            "capacity_factor": ("专家槽位行数与均值之比；写它则派发与合并为定长。", "1.25"),
            "aux_loss": ("是否为辅助损失累加各专家的负载。", "false"),
            "activation": ("激活及其梯度的数据类型。", "bf16"),
            "dispatch": ("派发 token 的数据类型。", "fp8_e4m3"),
            "dispatch_scale": ("随派发 token 一起发送的缩放因子。", "{bytes: 4, per: 128}"),
            "dispatch_extra": ("每份派发 token 的附加字节，如概率、索引 [B]。", "8"),
            "combine": ("合并 token 的数据类型。", "bf16"),
            "gradient": ("专家之外的梯度的数据类型。", "fp32"),
            "expert_gradient": ("专家梯度的数据类型。", "fp32"),
            "parameter": ("收集参数时的数据类型。", "bf16"),
            "rollout": ("强化学习的推演实例如何取走权重。", "{devices: 64, dtype: fp8_e4m3}"),
        },
    ),
    "Scale": part(
        "随量化张量一起发送的缩放因子。",
        {"bytes": ("一个缩放因子的字节数 [B]。", "4"), "per": ("共用一个缩放因子的元素数。", "128")},
    ),
    "RolloutRun": part(
        "强化学习中接收权重的推演实例。",
        {
            "devices": ("共同保存一个实例权重的设备数。", "64"),
            "steps": ("两次传送之间的训练步数。", "1"),
            "dtype": ("所传权重的数据类型。", "fp8_e4m3"),
        },
    ),
    "InferenceRun": part(
        "推理的组成：每一步是模型的一次前向，没有反向。",
        {
            "prefill": ("预填充步。", "{batch: 1, tokens: 4096}"),
            "decode": ("解码步。", "{batch: 64}"),
            "tp_collective": (
                "张量并行如何结束一个模块：一次 AllReduce，或 ReduceScatter 加下一模块前的 AllGather。",
                "rs_ag",
            ),
            "speculative": ("解码步除每个序列的下一个 token 外，另行验证的草稿 token 数。", "2"),
            "activation": ("激活的数据类型；不写时同 `training`，再次为 bf16。", "bf16"),
            "dispatch": (
                "派发 token 的数据类型；不写时同 `training`（含缩放因子与附加字节），再次为 bf16。",
                "fp8_e4m3",
            ),
            "dispatch_scale": ("随派发 token 一起发送的缩放因子；与 `dispatch` 并用。", "{bytes: 4, per: 128}"),
            "dispatch_extra": ("每份派发 token 的附加字节，如概率、索引 [B]；与 `dispatch` 并用。", "8"),
            "combine": ("合并 token 的数据类型；不写时同 `training`，再次为 bf16。", "bf16"),
            "kv": ("所存键值的数据类型；不写时同激活。", "fp8_e4m3"),
        },
    ),
    "PrefillRun": part(
        "一个数据并行副本的一次预填充：其提示词通过模型一遍。",
        {
            "batch": ("一个数据并行副本在该步的提示词数。", "1"),
            "tokens": ("一条提示词的 token 数。", "4096"),
            "layout": ("执行预填充的 rank 的布局；不写时同规格的布局。组用 `from_layout: prefill.ep` 引用。", _LAYOUT),
        },
    ),
    "DecodeRun": part(
        "一个数据并行副本的一次解码：每个序列得到下一个 token。",
        {
            "batch": ("一个数据并行副本同时解码的序列数。", "64"),
            "context": ("序列加入时随之到达的键值所含 token 数；用于 `decode.kv_transfer`。", "4096"),
            "output": ("序列离开之前生成的 token 数；用于 `decode.kv_transfer`。", "1024"),
            "layout": ("执行解码的 rank 的布局；不写时同规格的布局。组用 `from_layout: decode.ep` 引用。", _LAYOUT),
        },
    ),
    "OnLevels": part(
        "组在机器各层级上的分布。",
        {
            "shape": ("组在各层级上的单元数，由内到外：最内层单元的 rank 数、下一层的单元数……其后为 1。", "[8, 4]"),
            "stride": ("组在某一层级上两个单元的间距，不为 1 时写：{x: 4} 即每四个取一个。", "{x: 4}"),
            "units": ("组在某一层级上占用哪些单元，从 0 数起；代替该层的 `shape`。", "{box: [0, 2, 3]}"),
            "tree": ("各单元的 rank 数不同时逐一列出，最外层在前：[6, 2]，三层写 [[2, 2], [2]]。", "[6, 2]"),
            "at_once": ("同时穿过某一层级一个单元边界的同类组数；该层有间距时为共用其链路的组数。", "{node: 8}"),
        },
    ),
    "Group": part(
        "通信组：有哪些 rank，如何分布在机器各层级上。",
        {
            "from_layout": (
                "由并行布局中的哪一类组给出其余数值：ep、edp、tp、dp-cp、pp_pair……；前面加 `decode.` 或 `prefill.` "
                "则取自推理该步的布局。",
                "ep",
            ),
            "size": ("组的 rank 数 p。", "64"),
            "ranks_per_node": ("组在一机上的 rank 数 g；各机不同时逐机列出。", "8"),
            "at_once_per_node": ("一机上同时运行的同类组数。", "8"),
            "levels": (
                "组所用的路径，由内到外：`platform.paths` 中的名称；用于未写 `levels` 的平台。",
                "[scale_up, scale_out]",
            ),
            "paths": ("组在某一层级改走的路径，取自该层级的 `also`。", "{node: bridge}"),
            "stride_nodes": ("组内相邻两机的间距，以机计；1 为连续。", "1"),
            "title": ("组的显示名称。", "{zh: 专家并行 EP, en: Expert parallel}"),
            "note": ("随组印出的备注。", "{zh: 每机一组, en: One a node}"),
        },
    ),
    "Operation": part(
        "一步之内的一个集合操作。",
        {
            "from_model": (
                "由哪一类流量给出其余数值：moe_dispatch、expert_gradient、decode.moe_dispatch、kv_transfer……",
                "moe_dispatch",
            ),
            "collective": ("集合操作。", "all_to_all_v"),
            "group": ("执行它的组：`groups` 中的名称。", "ep"),
            "tensor": (
                "一个 rank 的缓冲区，为全部调用合计的字节；屏障不搬数据，不写。",
                "{shape: [4096, 8, 7168], dtype: bf16, semantics: input}",
            ),
            "algorithm": ("要求供应商具备的算法。", "{name: ring, also: [direct]}"),
            "redop": ("all_reduce、reduce_scatter 与 reduce 的规约算子。", "sum"),
            "copies": ("发送多少份 token：每专家、每 rank、每机一份，或写 per_ 加层级名；需要 `moe`。", "per_node"),
            "condition": ("同时还有什么在运行：一个条件，或一个列表，取较差的一端。", "[exclusive, with_compute]"),
            "skew": ("负载最大的 rank 与平均之比，1 为均匀；不写时取自 `moe.routing`，再次为 1。", "[1.0, 1.5]"),
            "skew_from": ("负载不均数值的来源：`sources` 中的名称。", "trace"),
            "node_skew": ("一机穿过割边的流量的负载不均；不写时同 `skew`。", "[1.0, 1.2]"),
            "padding": ("只有定长全交换时，实发字节与所需字节之比；代替负载不均。", "[1.25, 2.0]"),
            "launch": ("其调用如何发起；不写时同平台。", "{mode: graph}"),
            "around": ("调用前后的重排与同步。", "{reorder: {passes: 2, bandwidth: [2 TB/s, 1.5 TB/s]}}"),
            "at_once_with": ("与它同时运行、共用割边的操作。", "[gradients]"),
            "calls": ("缓冲区分几次调用；每次搬移 n / calls。", "4"),
            "per_step": ("在一个流水级的一个 rank 上，一步运行多少次；可为小数。", "704"),
            "step": ("所属的步：训练、预填充或解码；各步分别汇总。", "decode"),
            "overlap": (
                "被计算隐藏的部分：占用时的份额 [乐观, 保守]，或一次调用旁的计算时间 {window: ...}。",
                "[0.7, 0.3]",
            ),
            "title": ("操作的显示名称。", "{zh: 专家派发, en: Expert dispatch}"),
            "note": ("随操作印出的备注。", "{zh: 每层一次, en: Once a layer}"),
            "reference": (
                "印在区间旁边的公开数据。",
                "{value: 1.55 ms, at: 256 MiB, source: vendor's blog}",
            ),
            "waive": ("该操作所豁免的规则，各附理由。", "[{rule: assumed-alone, reason: one group at a time}]"),
        },
    ),
    "Tensor": part(
        "规格给出的一个 rank 的缓冲区；是哪一个由 `semantics` 说明。",
        {
            "shape": ("各轴的元素数。", "[4096, 8, 7168]"),
            "dtype": ("数据类型。", "bf16"),
            "scale": ("随元素一起发送的缩放因子。", "{bytes: 4, per: 128}"),
            "semantics": ("所指的缓冲区：发出的全部、得到的全部、发给一个对端的部分，或点对点的一条消息。", "input"),
            "bytes": ("缓冲区大小，代替 shape 与 dtype [B]。", "64 MiB"),
        },
    ),
    "Algorithm": part(
        "要求供应商具备的算法，以及并列显示的其他算法。",
        {
            "name": ("算法在目录中的名称。", "ring"),
            "also": ("用时并列显示的其他算法。", "[recursive_doubling, direct]"),
            "only_fixed_length": ("通信库是否只有整组定长的全交换；此时由 `padding` 给出倍数。", "true"),
            "segments": ("流水链的分段数：一个数，或 `optimal`。", "optimal"),
            "dims": ("环面的维度：一行的 rank 数与行数，如 4x8；更多轴依次类推。", "4x8"),
            "rings": ("`multi_ring` 的环数；不写时一机每个 rank 一个环。", "4"),
            "channels": ("同时运行的环或链的条数，各搬移消息的一份：一个数，或 `all`；不写为 1。", "all"),
            "methods": ("分层形式在各层级的做法，由内到外：ring、both（两个方向各半圈）、direct。", "[direct, ring]"),
            "efficiency": ("具名模型达到的路径带宽份额；不写时用目录的值。", "0.9"),
            "send_matrix": (
                "第 i 行第 j 列：rank i 发给 rank j 的量，单位任意；行和最大者对应张量大小。可写成行，"
                "或写存放它的 JSON、CSV 文件名（相对于规格文件）。",
                "[[0, 2], [1, 0]]",
            ),
        },
    ),
    "OperationLaunch": part(
        "某个操作的调用如何发起，与平台不同时写。",
        {
            "mode": ("由谁发起调用；除非写了 `time`，用平台在该方式下的 T0。", "graph"),
            "time": ("该操作的 T0，代替平台的值 [s]。", "[5 us, 8 us]"),
            "from": _SOURCE,
        },
    ),
    "Around": part(
        "一次调用除搬移数据外的开销；只计入保守端。",
        {
            "reorder": ("缓冲区的打包与拆包。", "{passes: 2, bandwidth: [2 TB/s, 1.5 TB/s]}"),
            "sync": ("每次调用与主机或其他流的同步用时 [s]。", "[0 us, 5 us]"),
            "from": _SOURCE,
        },
    ),
    "Reorder": part(
        "调用前后缓冲区的打包与拆包。",
        {
            "passes": ("缓冲区读写的遍数。", "2"),
            "bandwidth": ("一个 rank 在一遍中每秒搬移的字节数 [B/s]。", "[2 TB/s, 1.5 TB/s]"),
            "from": _SOURCE,
        },
    ),
    "OverlapWindow": part(
        "每次调用旁的计算时间，代替用时的份额：它不随调用变长。",
        {
            "window": ("一次调用可与之并行的计算时间 [s]。", "[12 ms, 10 ms]"),
            "compute_slowdown": ("调用进行期间该计算变慢的倍数。", "[1.0, 1.08]"),
        },
    ),
    "PublishedValue": part(
        "印在估计旁边的公开数据。",
        {
            "value": ("带单位的数值：时间或带宽。", "1.55 ms"),
            "metric": ("数值的含义；不写时，时间为用时，带宽为总线带宽。", "busbw"),
            "at": ("数值对应的大小 n；不写时为操作自身的大小。", "256 MiB"),
            "source": ("由谁在何处发布。", "nccl-tests in the vendor's blog"),
            "date": ("发布日期。", '"2026-01"'),
            "text": ("使用该数据时须知。", "{zh: 两机十六卡, en: On 16 cards of two nodes}"),
        },
    ),
}
