"""Words of the comparison of algorithms."""

ALGORITHMS = {
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
}
