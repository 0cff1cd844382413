"""Words of the review page's script, and of its panel."""

REVIEW = {
    "review.title": ("假如（只改本页，不改规范）", "What if (changes this page only, never the spec)"),
    "review.undo": ("撤销", "undo"),
    "review.redo": ("重做", "redo"),
    "review.reset": ("还原", "reset"),
    "review.link": ("复制改动链接", "copy link to the changes"),
    "review.export": ("导出 YAML 覆盖文件", "export as a YAML overlay"),
    "review.sliders": ("影响最大的假设", "The assumptions that matter most"),
    "review.numbers": ("全部参数（逐项填写）", "Every number, as a field"),
    "review.figures": ("图：改动前后", "Figures, before and after"),
    "review.operation": ("操作", "Operation"),
    "review.find": ("搜索参数", "search numbers"),
    "review.number": ("参数", "Number"),
    "review.condition": ("工况", "Condition"),
    "review.optimistic": ("乐观端", "Optimistic end"),
    "review.conservative": ("保守端", "Conservative end"),
    "review.source": ("来源", "Source"),
    "review.columns": ("显示的列", "Columns shown"),
    "review.within": ("在预算内", "within"),
    "review.count": ("已改 {n} 处", "{n} changed"),
    "review.exposed": ("每步未隐藏 {now}（文档为 {spec}）", "exposed per step {now} (in the document {spec})"),
    "review.closes.yes": ("预算闭合：{met}，不超过 {allowed}", "the budget closes: {met} of {allowed}"),
    "review.closes.no": ("预算不闭合：{met}，超过 {allowed}", "the budget does not close: {met} of {allowed}"),
    "review.closes.never": ("预算不可能闭合：上限 {allowed}", "the budget cannot close: {allowed} are allowed"),
    "review.closing": (
        "按本页改动：必须项全部恰好达标时每步未隐藏 {met}，预算 {allowed}；估算 {estimate}。",
        "With the changes of this page: {met} exposed with every must just met, of {allowed}; estimated {estimate}.",
    ),
    "review.disorder": (
        "{one} 优于 {other}：估算会拒绝这样的规范，请一并修改",
        "{one} is better than {other}: the estimate refuses such a spec; change both",
    ),
    "review.missing": (
        "{name}：路径没有给出计算时的参数，估算会拒绝重叠",
        "{name}: a path states nothing under compute, so the estimate refuses an overlap",
    ),
    "review.held": (
        "以下需求的限值随估算变化，本页保持文档中的数值：{ids}",
        "The limits of these requirements follow the estimate; this page keeps the document's numbers: {ids}",
    ),
    "review.asprinted": (
        "下面的图仍是文档中的数值；改动后的图在《估算总览》中。",
        "The figures below show the document's numbers; those with the changes are in the overview.",
    ),
    "review.bad.number": ("写一个数值和单位，例如 {example}", "write a number with its unit, such as {example}"),
    "review.bad.range": ("超出范围 {range}", "outside {range}"),
    "review.bad.size": ("数值过大、过小或为零；例如 {example}", "too large, too small or zero; such as {example}"),
    "review.bad.order": ("乐观端必须不差于保守端", "the optimistic end must not be the worse one"),
    "review.bad.fixed": ("设计给定，本页不改", "given by the design; this page leaves it alone"),
    "review.link.broken": ("链接中的改动无法读取，已忽略", "the changes in the link cannot be read and are left out"),
    "review.link.other": (
        "链接来自另一份或另一版文档；能对应的改动已采用",
        "the link is of another document or version; what fits here is taken",
    ),
    "review.link.unknown": (
        "链接中有本文档没有的项，已忽略：{what}",
        "the link names what is not here, left out: {what}",
    ),
    "review.link.bad": ("链接中有无效数值，已忽略：{what}", "the link has values that cannot be, left out: {what}"),
    "review.overlay.head": (
        "commspec what-if of {id} {version}; commspec estimate SPEC --variant FILE",
        "commspec what-if of {id} {version}; commspec estimate SPEC --variant FILE",
    ),
    "review.figure.exposed": (
        "每步未隐藏时间（框线为文档值）",
        "Exposed time of a step (outlined: in the document)",
    ),
    "review.figure.curve": (
        "{name}：T(n)，实线为改动后，虚线为文档值，竖线为本操作的大小",
        "{name}: T(n), solid with the changes, dashed in the document; the upright line is its own size",
    ),
    "review.figure.curve.alt": (
        "{name} 的 T(n) 曲线；在 {size} 时为 {now}",
        "T(n) of {name}; {now} at {size}",
    ),
    "review.close": ("关闭", "close"),
    "review.why": ("为何", "why"),
    "review.why.parameter": ("项", "Term"),
    "review.why.coefficient": ("系数", "Coefficient"),
    "review.why.value": ("取值", "Value"),
    "review.why.seconds": ("时间", "Time"),
    "review.why.sum": ("合计（共 {calls} 次调用）", "Sum (of {calls} calls)"),
    "review.why.formula": (
        "T 是各项系数与取值之积的和，n = {n}；起作用的限制：{limits}",
        "T = the sum of coefficient × value, n = {n}; in force: {limits}",
    ),
    "review.why.constant": ("本工具的常数", "a constant of this tool"),
    "review.why.unsourced": ("规范未注明来源", "no source in the spec"),
    "review.why.times": ("× {x}", "× {x}"),
    "review.why.worst": ("{n} 个候选中最差者", "the worst of {n}"),
    "review.why.by.1": ("已乘负载不均", "times the skew"),
    "review.why.by.2": ("已乘机间不均", "times the skew of units"),
    "review.why.by.3": ("已乘负载不均的平方根", "times the root of the skew"),
    "review.why.by.4": ("已乘遍数与负载不均", "times passes and skew"),
    "review.why.knee": ("k × √（A·X·负载不均）", "k × √(A·X·skew)"),
    "review.why.step": ("在一步中", "In a step"),
    "review.why.share": ("隐藏 {share}", "{share} hidden"),
    "review.why.window": (
        "计算窗口 {window}，变慢 {slowdown} 倍",
        "a window of {window}, slowed down {slowdown} times",
    ),
    "review.why.exposed": (
        "{count} × {calls} 次，每次 {call}，{hidden}：未隐藏 {exposed}",
        "{count} × {calls} calls of {call} each, {hidden}: {exposed} exposed",
    ),
    "review.why.bound": (
        "下界（必须通过边界的字节）：{bound}",
        "Lower bound (bytes that must cross a border): {bound}",
    ),
}
BORROWED = (
    *("basis.assumed", "basis.datasheet", "basis.simulated", "basis.measured", "basis.fitted"),
    *("regime.latency", "regime.bandwidth", "regime.cut", "closing.yes", "closing.no", "closing.never"),
    *("closing.budget", "closing.estimate", "closing.met", "closing.met.even", "closing.met.skewed", "semicolon"),
)
"""Words of the document that the script says too."""
SHORT = {"copied": "js.copied", "copy": "js.copy", "shown": "js.shown", "spec": "js.spec"}
