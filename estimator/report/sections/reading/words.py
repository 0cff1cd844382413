"""Words of the notes on reading, and symbols of some algorithms' formulas."""

READING = {
    "reading.units": (
        "1 GB = 10⁹ B，1 GiB = 2³⁰ B，1 GB/s = 8 Gbit/s。带宽一律为单方向。",
        "1 GB = 10⁹ B, 1 GiB = 2³⁰ B, 1 GB/s = 8 Gbit/s. Every bandwidth is one direction.",
    ),
    "reading.n": ("n 指哪个张量", "Which tensor n is"),
    "reading.n.note": ("全文只用这一种约定", "one convention in the whole document"),
    "reading.n.all_reduce": ("每 rank 的张量", "the tensor per rank"),
    "reading.n.all_gather": ("每 rank 的输出", "the output per rank"),
    "reading.n.reduce_scatter": ("每 rank 的输入", "the input per rank"),
    "reading.n.all_to_all": ("每 rank 的整个缓冲，含自留块", "the whole buffer per rank, own block included"),
    "reading.n.scatter": ("根的整个缓冲", "the root's full buffer"),
    "reading.n.p2p": ("消息本身", "the message"),
    "reading.n.barrier": ("没有张量，n = 0", "no tensor, n = 0"),
    "reading.busbw.note": ("algbw = n ÷ T，busbw = algbw × 系数", "algbw = n ÷ T, busbw = algbw × factor"),
    "reading.factor": ("系数", "factor"),
    "reading.collective": ("集合操作", "Collective"),
    "reading.nis": ("n 是", "n is"),
    "reading.marks": ("标记", "Marks"),
    "reading.marks.note": (
        "证据越硬，墨色越实；不靠颜色也能分辨",
        "the firmer the evidence, the more ink; nothing is told by colour alone",
    ),
    "reading.basis": ("来源", "Basis"),
    "reading.limited": ("受限于", "Limited by"),
    "reading.priorities": ("约束等级", "Level"),
    "reading.priorities.text": (
        "必须 = MUST，宜 = SHOULD，可 = MAY，依 RFC 2119",
        "must, should, may as in RFC 2119",
    ),
    "reading.extrapolated.text": (
        "参数用在写明的适用范围之外：保守端的时间乘以、带宽除以一个因子，rank 数每超出一倍频 {ranks}，大小每超出一倍频 "
        "{size}，两者相乘，各参数按自己的范围；乐观端与下界不变",
        "a number is used beyond the range it holds for: at the conservative end times are multiplied and bandwidths "
        "divided by {ranks} an octave of ranks and {size} an octave of size, each number by its own range; the "
        "optimistic end and the bound stay",
    ),
    "reading.cell": ("格", "Cell"),
    "reading.cell.text": (
        "一条需求在一个组、条件、负载不均、大小上的一个限值；每格单独判定。",
        "one limit of a requirement: one group, condition, skew and size; each is judged on its own",
    ),
    "reading.answers": ("应答码", "Answers"),
    "reading.answers.text": (
        "C 满足，PC 部分满足，NC 不满足，D 偏离（写明差异），TBC 待澄清",
        "C comply, PC partly, NC not, D deviation (stated), TBC to be clarified",
    ),
    "reading.evidence": ("证据等级", "Evidence"),
    "reading.evidence.text": (
        "由弱到强：数据手册、仿真、实验室实测、现场实测；应答须写明是哪一级",
        "from weak to strong: datasheet, simulated, lab, field; an answer says which",
    ),
    "reading.interval": ("区间", "Interval"),
    "reading.interval.text": (
        "[乐观，保守]：乐观取独占、理想均衡、可重叠的级重叠；保守取所列条件下更差的一端，各级顺序，含负载不均、重排、同步。",
        "[optimistic, conservative]: the optimistic end has the path to itself, even load and overlapped levels; the "
        "conservative end takes the worse end of the listed conditions, levels in sequence, uneven load, reordering "
        "and synchronisation.",
    ),
    # symbols of some algorithms' formulas
    "symbol.L": ("L", "L"),
    "symbol.L.text": ("⌈log₂ p⌉", "⌈log₂ p⌉"),
    "symbol.f": ("f", "f"),
    "symbol.f.text": ("⌊log₂ p⌋", "⌊log₂ p⌋"),
    "symbol.q": ("p′", "p′"),
    "symbol.q.text": ("不超过 p 的最大的 2 的幂", "the largest power of 2 up to p"),
    "symbol.r": ("r", "r"),
    "symbol.r.text": ("p − p′，先折叠的 rank 数", "p − p′, the ranks that are folded first"),
    "symbol.s": ("s₁, s₂, …", "s₁, s₂, …"),
    "symbol.s.text": ("第 1、2、… 级的单元数，由内到外", "units on level 1, 2, …, innermost first"),
    "symbol.S": ("S", "S"),
    "symbol.S.text": ("各轮交换的块数之和", "blocks exchanged, summed over the rounds"),
    "symbol.W": ("W", "W"),
    "symbol.W.text": ("各轮转发的块数之和", "blocks forwarded, summed over the rounds"),
    "symbol.k": ("k", "k"),
    "symbol.k.text": ("流水线的段数（拐点一项的 k 是系数）", "segments of the pipeline (in the knee k is a factor)"),
    "symbol.E": ("η", "η"),
    "symbol.E.text": ("此算法达到路径带宽的份额", "share of the path's bandwidth the algorithm reaches"),
    "symbol.V": ("V", "V"),
    "symbol.V.text": (
        "各轮最大的一条消息之和除以 n，取自发送矩阵",
        "largest message of each round, summed, over n; from the send matrix",
    ),
}
