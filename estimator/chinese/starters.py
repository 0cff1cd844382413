"""The comments of the starter specs, in Chinese."""

COMMENTS = {
    "A commspec specification. Build it:   commspec build THIS_FILE --out out": (
        "commspec 规格。构建：   commspec build THIS_FILE --out out"
    ),
    "Completion and checks in your editor: write the schema once, beside this file:"
    "   commspec schema > commspec.schema.json": (
        "编辑器中的补全与检查：在本文件旁写一次模式：   commspec schema > commspec.schema.json"
    ),
    "The next line tells the editor to use it.": "下一行让编辑器使用它。",
    "version of the spec language": "规格语言的版本",
    "also the folder's name below --out": "也是 --out 以下的文件夹名",
    "lint findings are warnings in draft, errors from review on": "规则检查的结果在草稿中为警告，送审后为错误",
    "who answers questions": "由谁答疑",
    "one document each, from the same numbers": "每种语言一份文档，数字相同",
    "Where a number came from, named once and cited with `from:`. An assumption is fine; hiding one is not.": (
        "数的来源：命名一次，用 `from:` 引用。可以是假设，但不可隐去。"
    ),
    "T0 of every call: [optimistic, conservative]": "每次调用的 T0：[乐观, 保守]",
    "at which a rank adds up two buffers": "一个 rank 把两个缓冲相加的带宽",
    "how far a real curve lies above its two straight lines": "实际曲线高出两条直线多少",
    "between ranks of one node": "同一节点的 rank 之间",
    "the physical rate: a ceiling, not an estimate": "物理速率：是上限，不是估计",
    "nothing else runs": "没有其他操作",
    "under training": "训练时",
    "between nodes": "节点之间",
    "what all traffic of a node must squeeze through": "一个节点的全部流量都要经过之处",
    "tensor parallelism, inside a node": "张量并行，节点内",
    "calls of one rank in a training step": "一个训练步中每 rank 的调用次数",
    "data parallelism, across nodes": "数据并行，跨节点",
    "`also`: shown beside it for comparison": "`also`：并列作比较",
    "the conservative end takes the worst of them": "保守端取其中最差的",
    "share that compute hides": "被计算隐藏的份额",
    "computation that runs beside one call: write yours": "一次调用旁的计算时间：改为实际的",
    "what you count on being hidden": "预计被隐藏的份额",
    "a few bytes that everybody waits for: start-up time decides": "人人都等的几个字节：由启动时延决定",
    "One requirement is one number with a test. Kinds and keys: commspec schema, or your editor's completion.": (
        "一条需求就是一个数加一个测试。种类与键：commspec reference，或编辑器的补全。"
    ),
    "must | should | may": "must 必须 | should 应当 | may 可以",
    "what the step needs: its share of the budget below, in one call": "步所需要的：下方预算中它的份额，折成一次调用",
    "under training, as the step runs it": "训练时，与步中的运行方式相同",
    "the least the model expects, at every size": "模型在每个大小上的最低预期",
    "the least the model expects; a limit from need takes a budget": "模型的最低预期；由需要得出的限值须有预算",
    "the least the model expects": "模型的最低预期",
    "the share that the estimate takes at its conservative end": "估计的保守端所取的份额",
    "bus bandwidth at the conservative time": "按保守时间计的总线带宽",
    "a written limit holds at its `at:` size only": "写定的限值只在 `at:` 的大小上成立",
    "answered and shown, not measured": "应答并举证，不作测量",
    "what the training needs": "训练所需要的",
    "A commspec specification for training a dense model. Build it:   commspec build THIS_FILE --out out": (
        "稠密模型训练的 commspec 规格。构建：   commspec build THIS_FILE --out out"
    ),
    "A commspec specification for training a mixture of experts. Build it:   commspec build THIS_FILE --out out": (
        "混合专家模型训练的 commspec 规格。构建：   commspec build THIS_FILE --out out"
    ),
    "A commspec specification for serving a mixture of experts. Build it:   commspec build THIS_FILE --out out": (
        "混合专家模型推理的 commspec 规格。构建：   commspec build THIS_FILE --out out"
    ),
    "The platform is a file of its own, with a source for every number: replace there what you know better.": (
        "平台是单独的文件，每个数都有来源：了解得更准的，在其中替换。"
    ),
    "64 ranks: tensor parallel over 4, data parallel over 16. Change world, tp and pp to your layout.": (
        "64 个 rank：张量并行 4，数据并行 16。按实际布局改 world、tp 与 pp。"
    ),
    "64 ranks: experts over 16, data parallel over all. Change world, ep and pp to your layout.": (
        "64 个 rank：专家并行 16，数据并行为全部。按实际布局改 world、ep 与 pp。"
    ),
    "Decode with experts over 32 ranks, prefill with tensor parallelism over 4. Change the layouts to yours.": (
        "解码时专家分布在 32 个 rank，预填充时张量并行 4。按实际情况改布局。"
    ),
    "`from_model`: calls a step and group follow from model and layout": "`from_model`：调用次数与组由模型与布局得出",
    "the activations of a micro-batch": "一个微批的激活",
    "tokens of a micro-batch x top_k x hidden": "一个微批的 token x top_k x 隐藏宽度",
    "busiest destination over the mean": "最忙目的端与平均之比",
    "sequences x top_k x hidden": "序列数 x top_k x 隐藏宽度",
}
HEADS = {
    "Ascend 910B: nodes of 8 cards in a mesh of HCCS links, one RoCE port of 200 Gbit/s a card.": (
        "Ascend 910B：每机 8 卡，HCCS 全互联，每卡一个 200 Gbit/s 的 RoCE 口。"
    ),
    "Ascend 910C supernodes of 384 cards (768 dies) on a unified bus, RDMA between supernodes. A rank is a die.": (
        "Ascend 910C 超节点：384 卡（768 个 die）接统一总线，超节点之间为 RDMA。一个 rank 为一个 die。"
    ),
    "Gaudi 3: nodes of 8 cards in a mesh of Ethernet ports, three ports of 200 Gbit/s a card outwards.": (
        "Gaudi 3：每机 8 卡，以太网口全互联，每卡对外三个 200 Gbit/s 口。"
    ),
    "GB200 NVL72: racks of 72 cards on one NVLink5 domain, hosts of 4.": (
        "GB200 NVL72：每柜 72 卡同在一个 NVLink5 域，每台主机 4 卡。"
    ),
    "HGX B200: nodes of 8 cards with NVLink5, one NIC of 400 Gbit/s a card.": (
        "HGX B200：每机 8 卡，NVLink5，每卡一块 400 Gbit/s 网卡。"
    ),
    "HGX H100: nodes of 8 cards with NVLink4, one NIC of 400 Gbit/s a card.": (
        "HGX H100：每机 8 卡，NVLink4，每卡一块 400 Gbit/s 网卡。"
    ),
    "HGX H200: as H100, with more memory bandwidth.": ("HGX H200：与 H100 相同，内存带宽更大。"),
    "HGX H800: as H100, with NVLink cut to 200 GB/s one way.": ("HGX H800：与 H100 相同，NVLink 减为单向 200 GB/s。"),
    "MI300X: nodes of 8 cards in a mesh of xGMI links, one NIC of 400 Gbit/s a card.": (
        "MI300X：每机 8 卡，xGMI 全互联，每卡一块 400 Gbit/s 网卡。"
    ),
    "MI355X: nodes of 8 cards in a mesh of xGMI links, one RoCE NIC of 400 Gbit/s a card.": (
        "MI355X：每机 8 卡，xGMI 全互联，每卡一块 400 Gbit/s 的 RoCE 网卡。"
    ),
    "PCIe boxes: 8 cards on PCIe Gen5, four a socket, one NIC of 400 Gbit/s for four cards.": (
        "PCIe 整机：8 卡接 PCIe Gen5，每个 CPU 插槽 4 卡，4 卡共用一块 400 Gbit/s 网卡。"
    ),
    "TPU v5p: a slice of 8 x 8 x 16 chips on a 3-D torus; other slices by other ranks of the axes.": (
        "TPU v5p：8 x 8 x 16 芯片的 3 维环面切片；改各轴的 ranks 即得其他切片。"
    ),
    "Trainium2: 16 chips on a 4 x 4 torus a host, one NIC of 200 Gbit/s a chip. A rank is a chip.": (
        "Trainium2：每台主机 16 个芯片组成 4 x 4 环面，每芯片一块 200 Gbit/s 网卡。一个 rank 为一个芯片。"
    ),
    "Every bandwidth is effective, in one direction; a pair is [optimistic, conservative]. "
    "Published numbers name their source;": ("带宽均为有效值、单向；成对的值为 [乐观, 保守]。已公布的数注明来源；"),
    "what nobody publishes is assumed, and says so.": ("未公布的为假设，并注明。"),
}
"""The first lines of the platform files."""
