"""Words of the section on the budget."""

BUDGET = {
    "budget.lead": (
        "「恰好达标」：操作自身的一次调用在训练步的条件下有必须项的，取其限值加测试不含的重排与同步，否则取保守估算；"
        "重叠率同理。负载均衡与负载不均各计一次；百分位限值不参与求和。",
        "Just met: where a must limits the operation's own call in the step's condition, its limit plus the reorder "
        "and sync that the test leaves out, else the conservative estimate; overlaps likewise. Once at even load, once "
        "at the full skew; percentiles are never summed.",
    ),
    "budget.none": (
        "规范给出 budget 之后，此处列出各操作的份额、每次允许用时与必须项全部恰好达标时的总和。",
        "Once the specification states a budget, its shares, the time allowed per call and the sum with every must "
        "just met stand here.",
    ),
    "budget.operation": ("操作", "Operation"),
    "budget.share": ("份额", "Share"),
    "budget.calls": ("每步次数", "Calls a step"),
    "budget.estimate": ("估算", "Estimate"),
    "budget.allowed": ("每次允许", "Allowed a call"),
    "budget.limit": ("起约束作用的必须项", "Governing must"),
    "budget.met": ("恰好达标", "Just met"),
    "budget.met.note": ("均衡 / 不均", "even / skewed"),
    "budget.bar": ("浅色份额，蓝框估算，圆点恰好达标", "pale: share; blue: estimate; dot: just met"),
    "budget.over": ("超出份额", "Over"),
    "budget.within": ("以内", "within"),
    "budget.even.only": ("仅负载均衡；不均 {skew} 时无", "even load only; none at skew {skew}"),
    "budget.elsewhere": ("无；{id} 针对{condition}", "none; {id}: {condition}"),
    "budget.other.skew": ("无；{id} 针对其他不均程度", "none; {id}: other skew"),
    "budget.no.must": ("无", "none"),
    "budget.others": ("其余 {count} 项", "{count} others"),
    "budget.sum": ("合计", "Sum"),
    "budget.left": ("未分配 {other}", "not allotted: {other}"),
    "budget.takes": ("所需参数：使估算恰为预算的取值", "What it takes: the values at which the estimate is the budget"),
    "budget.takes.lead": (
        "三个最宽的假设，各自取何值时每步未隐藏的通信恰为 {allowed}，其余全在乐观端或全在保守端（commspec solve）。",
        "The three widest assumptions: the value of each at which {allowed} stay exposed per step, all others at their "
        "optimistic or at their conservative ends (commspec solve).",
    ),
    "budget.frontier.title": (
        "{first} 取各值时 {second} 须为何值，使每步未隐藏的通信不超过 {allowed}（commspec solve 给两个 --for）。",
        "What {second} would have to be at each value of {first} for {allowed} exposed per step (commspec solve with "
        "two --for).",
    ),
    "budget.frontier.heading": ("线{side}满足 {allowed}", "{allowed} are met {side} the lines"),
    "budget.frontier.above": ("上方", "above"),
    "budget.frontier.below": ("下方", "below"),
    "budget.frontier.signs": (
        "\u00d7 取任何值都不够   \u2022 任意值",
        "\u00d7 never, even without limit   \u2022 at any value",
    ),
    "budget.takes.what": ("参数", "Parameter"),
    "budget.takes.stated": ("现值", "Stated"),
    "budget.takes.optimistic": ("其余在乐观端", "Others optimistic"),
    "budget.takes.conservative": ("其余在保守端", "Others conservative"),
    "budget.takes.explains": ("所解释的宽度", "Width explained"),
    "budget.takes.never": ("取任何值都不够", "never, even without limit"),
    "budget.takes.any": ("任意值", "any value"),
    "budget.takes.link": ("超过链路速率", "more than the link carries"),
    "budget.takes.raised": ("较轻条件的取值随之改变", "easier conditions go along"),
}
