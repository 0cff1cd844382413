"""Words of the figures, and how to measure what an interval is wide by."""

FIGURES = {
    "figures.lead": (
        "用时最长的 {printed} 个操作的 T(n)，与各操作保守时间的构成。HTML 版另有其余操作的图（共 {shown} 个）、"
        "区间的由来、先测什么与敏感度表；共 {all} 个操作，全部数字见 estimates.csv。",
        "T(n) of {printed} operation, the longest, and what the conservative times are made of. The page for screens "
        "adds the other operations ({shown} in all), how intervals come about, what to measure first and the table of "
        "sensitivities. There are {all}; every number is in estimates.csv.",
    ),
    "figures.more": ("更多图", "Further figures"),
    "figures.figure": ("图", "Figure"),
    "figures.tn": (
        "{operation} 的 T(n)，{algorithm}。本操作 n = {n}，区间 {time}，n½ = {n_half}，保守端受限于{limited}。",
        "T(n) of {operation}, {algorithm}. Here n = {n}, interval {time}, n½ = {n_half}; the conservative end is "
        "limited by {limited}.",
    ),
    "figures.tn.cross": (
        "保守端与 {rival} 在 {n} 处相交。",
        "At the conservative end it crosses {rival} at {n}.",
    ),
    "figures.tn.desc": (
        "双对数图：区间带、割边下界线、平衡点 n½、本操作与其他算法",
        "log-log plot: interval band, cut bound, balance point n½, this operation and other algorithms",
    ),
    "figures.x": ("n（字节）", "n (bytes)"),
    "figures.y": ("时间 T(n)", "time T(n)"),
    "figures.optimistic": ("乐观", "optimistic"),
    "figures.conservative": ("保守", "conservative"),
    "figures.bound": ("割边下界", "cut bound"),
    "figures.impossible": ("割边下界以下：物理上不可能", "below the cut bound: impossible"),
    "figures.fall.title": ("{operation}：从乐观到保守", "{operation}: from optimistic to conservative"),
    "figures.fall": ("，不足万分之一的步不画。", "; steps below one in ten thousand are left out."),
    "figures.fall.desc": ("乐观值、每一步所加、保守值", "optimistic end, what each step adds, conservative end"),
    "figures.shares": (
        "保守时间花在哪里。斜纹为假设，其余有来源。",
        "Where the conservative time goes. Hatching marks what is assumed.",
    ),
    "figures.shares.title": ("保守时间的构成", "Shares of the conservative time"),
    "figures.shares.desc": ("每个操作一条，按参数分段", "one bar per operation, cut by parameter"),
    "figures.shares.total": ("保守值", "conservative"),
    "figures.assumed": ("假设", "assumed"),
    "figures.firm": ("有依据", "with evidence"),
    "figures.tornado": (
        "斜纹为假设：先测最宽的，区间收得最快。",
        "Hatching marks assumptions: measure the widest first.",
    ),
    "figures.tornado.title": ("先测什么", "Measure this first"),
    "figures.tornado.desc": (
        "各假设解释的每步未隐藏时间",
        "exposed time of a step that each assumption explains",
    ),
    "figures.tornado.heading": ("假设", "assumption"),
    "figures.tornado.amount": ("解释 · 份额", "explains · share"),
    "figures.tornado.hint": ("怎么测", "how to measure"),
    "figures.tornado.axis": ("每步未隐藏的通信时间", "exposed communication time of a step"),
    "figures.swings": ("每项假设各差、各好 10 %", "Each assumption 10 % worse and better"),
    "figures.swings.note": (
        "每步未隐藏时间的变化，两端重新计算；同一假设的各处一起动",
        "change of the exposed time of a step, both ends evaluated anew; all places of an assumption move together",
    ),
    "figures.swings.note.once": (
        "各操作一次的未隐藏时间的变化，两端重新计算；同一假设的各处一起动",
        "change of the exposed time of one run of each, both ends evaluated anew; all places of an assumption move "
        "together",
    ),
    "figures.swings.leading": ("；取用时最长的 {shown} 个操作", "; of the {shown:operation} that take most time"),
    "figures.swings.worse": ("差 10 %", "10 % worse"),
    "figures.swings.better": ("好 10 %", "10 % better"),
    "figures.swings.share": ("占保守值", "Of conservative"),
    # variants
    "variants.title": ("方案对比", "Variants"),
    "variants.lead": (
        "同一工作负载，平台换成各方案的；变化对本规格。要求与限值仍是本规格的。",
        "The same workload on the platform of each variant; changes are against this spec. Requirements and limits "
        "stay those of this spec.",
    ),
    "variants.leading": (
        "只列每步用时最长的 {shown} 个操作，共 {all} 个。",
        " Shown: the {shown} that take most of a step, of {all:operation}.",
    ),
    "variants.operation": ("操作", "Operation"),
    "variants.own": ("本规格", "This spec"),
    "variants.limited": ("受限于", "limited by"),
    "variants.change": ("变化", "Change"),
    "variants.exposed": ("每步未隐藏", "Exposed per step"),
    "variants.exposed.of": ("每个{step}未隐藏", "Exposed per {step}"),
    "variants.exposed.once": ("未隐藏，各计一次", "Exposed, each counted once"),
    "variants.files": ("平台文件：{files}", "Files of the platforms: {files}"),
    # how to measure
    "hint.alpha": ("扫 8 B–64 KB，拟合 α", "sweep 8 B–64 KB, fit α"),
    "hint.bandwidth": ("扫 64 MB–1 GB，同条件", "sweep 64 MB–1 GB, same conditions"),
    "hint.cut": ("全部组同时跑，读网卡计数器", "all groups at once, read NIC counters"),
    "hint.launch": ("空消息计时", "time empty messages"),
    "hint.reduce": ("规约对收集，取差", "reduce against gather"),
    "hint.knee": ("每倍频两点，看 n½ 附近", "two sizes an octave around n½"),
    "hint.root": ("每倍频两点，看 n½ 附近", "two sizes an octave around n½"),
    "hint.skew": ("录路由分布", "record the routing"),
    "hint.padding": ("读线上字节", "read bytes on the wire"),
    "hint.reorder": ("单测重排核", "time the reorder alone"),
    "hint.sync": ("录一步 trace", "trace a step"),
    "hint.sequence": ("录 trace，看两级是否重叠", "trace it: do the levels overlap?"),
    "hint.overlap": ("采集一步 trace，求通信流与计算流的重叠时间", "trace a step, intersect the streams"),
    "hint.window": ("测一次调用旁的计算时间", "time the computation beside one call"),
    "hint.compute_slowdown": ("对比有无通信时的计算时间", "time the computation with and without the call"),
    "hint.message_rate": ("小消息多对端齐发", "many peers, small messages"),
}
