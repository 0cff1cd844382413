"""Words of the formulas."""

FORMULAS = {
    "formulas.lead": (
        "式子由算法的系数生成，与估算共用一份来源。下标 i 机内，x 跨机；T 为一次调用。",
        "Drawn from the coefficients the estimate computes with. Subscripts: i inside a node, x between nodes; T is "
        "one call.",
    ),
    "formulas.name": ("算法", "Algorithm"),
    "formulas.formula": ("公式", "Formula"),
    "formulas.valid": ("适用", "Valid for"),
    "formulas.source": ("出处", "Source"),
    "formulas.base": ("基本式", "Base"),
    "formulas.base.source": ("Hockney 模型", "Hockney's model"),
    "formulas.half": ("平衡点", "Balance point"),
    "formulas.half.source": ("启动之和等于传输之和处", "where start-up and transfer are equal"),
    "formulas.cut": ("割边下界", "Cut bound"),
    "formulas.cut.source": (
        "D 为必须穿过割边的字节，按单元单向；B 为割边聚合带宽",
        "D: bytes that must cross, per unit and direction; B: the cut's aggregate bandwidth",
    ),
    "formulas.window": ("一次调用未隐藏的时间", "Exposed time of a call"),
    "formulas.window.source": (
        "窗口 W 之外的时间，加上窗口内计算变慢 s 倍多出的时间",
        "what stands out of the window W, and how much longer the computation in it takes at a slow-down s",
    ),
    "formulas.call": ("一次调用", "One call"),
    "formulas.call.source": (
        "core 为计划；knee = k·√(A·X)，A 启动之和，X 传输之和",
        "core: the plan; knee = k·√(A·X), A sum of start-ups, X sum of transfers",
    ),
    "formulas.none": ("—", "—"),
}
