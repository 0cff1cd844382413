"""Words of the comparison of algorithms and of the sensitivity to each assumption."""

COMPARING = {
    "compare.briefs.note": (
        "本操作大小处最快的备选及其与指定算法之比",
        "fastest alternative at its own size, over the specified one",
    ),
    "compare.nothing": ("没有可比的其他算法。", "No other algorithm can run."),
    "compare.none": ("无更快者；", "none faster; "),
    "compare.lead": (
        "裸模型：所有算法取同一组参数、同一个 n，不计各家实现的好坏。从 n ÷ 4096 比到 16 n；"
        "估算与限值始终按指定算法。更快区间：它在该端快于指定算法的大小。",
        "In the bare model: every algorithm has the same parameters and the same n, whatever its implementation is "
        "worth. Compared from n ÷ 4096 to 16 n; estimates and limits stay those of the specified algorithm. "
        "Faster range: the sizes at which it beats the specified one at that end.",
    ),
    "compare.algorithm": ("算法", "Algorithm"),
    "compare.time": ("区间", "Interval"),
    "compare.ratio": ("相对指定算法", "Over the specified one"),
    "compare.optimistic": ("更快区间，乐观端", "Faster range, optimistic"),
    "compare.conservative": ("更快区间，保守端", "Faster range, conservative"),
    "compare.declared": ("指定", "specified"),
    "compare.below": ("小于 {n}", "below {n}"),
    "compare.above": ("大于 {n}", "above {n}"),
    "compare.always": ("全程", "throughout"),
    "compare.never": ("无", "nowhere"),
    "compare.same": ("相同", "the same"),
    "compare.equal": ("{name} 等 {count} 个同快", "{name} and others, {count} equally fast,"),
    "compare.fastest.optimistic": ("乐观端最快：{spans}", "Fastest, optimistic: {spans}"),
    "compare.fastest.conservative": ("保守端最快：{spans}", "Fastest, conservative: {spans}"),
    "compare.premises": ("前提：{names}", "On the premise of: {names}"),
    "compare.left_out": ("此处不能跑：{names}", "Cannot run here: {names}"),
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
}
