"""Words of risks and assumptions."""

RISKS = {
    "risks.lead": (
        "估算靠什么、什么可能不成立、谁来收口。",
        "What the estimate rests on, what may not hold, and who settles it.",
    ),
    "risks.risks": ("风险", "Risks"),
    "risks.risk": ("风险", "Risk"),
    "risks.effect": ("后果", "Effect"),
    "risks.answer": ("对策", "What is done"),
    "risks.owner": ("归口", "Owner"),
    "risks.open": ("待定项", "Open points"),
    "risks.point": ("问题", "Question"),
    "risks.due": ("期限", "Due"),
    "risks.sources": ("出处", "Sources"),
    "risks.sources.note": ("假设还是证据", "assumption or evidence"),
    "risks.text": ("内容", "Text"),
    "risks.findings": ("检查发现", "Findings of the checks"),
    "risks.rule": ("规则", "Rule"),
    "risks.place": ("位置", "Place"),
    "risks.finding": ("发现", "Finding"),
    "risks.waivers": ("豁免的检查规则", "Waived rules"),
    "risks.reason": ("理由", "Reason"),
    "risks.nothing": ("规范里没有写风险与待定项。", "The spec names no risks and no open points."),
    "risks.share": (
        "每步保守总量中，{share} 靠假设。",
        "{share} of a step's conservative total rests on assumptions.",
    ),
    "risks.register.lead": (
        "每步未隐藏的通信从 {low} 到 {high}；各项按所解释的宽度排列，相加即为全部宽度；"
        "不足百分之一的见 estimates.json。",
        "The exposed communication of a step runs from {low} to {high}. Each assumption stands by the width that it "
        "explains; all together are the whole width, and those below one per cent are in estimates.json.",
    ),
    "risks.register.lead.once": (
        "没有操作写每步次数，各计一次，合计从 {low} 到 {high}；各项按所解释的宽度排列，相加即为全部宽度。",
        "No operation says how often it runs in a step, so each counts once: together they run from {low} to {high}. "
        "Each assumption stands by the width that it explains; together they are the whole width.",
    ),
    "risks.register": ("假设登记", "Register of assumptions"),
    "risks.register.what": ("假设", "Assumption"),
    "risks.register.value": ("取值", "Value"),
    "risks.register.basis": ("来源", "Basis"),
    "risks.register.explains": ("解释", "Explains"),
    "risks.register.share": ("份额", "Share"),
    "risks.register.how": ("如何证实", "How to check it"),
    "risks.register.none": ("区间没有宽度，无可登记。", "The interval has no width: nothing to register."),
}
