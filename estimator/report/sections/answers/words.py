"""Words of the answer matrix."""

ANSWERS = {
    "answers.lead": (
        "逐条填写：C 满足，PC 部分满足，NC 不满足，D 偏离，TBC 待澄清。「满足」须附数值、证据等级与文件校验和。",
        "Answer each one: C comply, PC partly, NC not, D deviation, TBC to be clarified. C needs a value, the level of "
        "evidence and the checksum of a file.",
    ),
    "answers.answer": ("应答", "Answer"),
    "answers.value": ("所报数值", "Value offered"),
    "answers.evidence": ("证据等级", "Evidence"),
    "answers.file": ("文件与校验和", "File, checksum"),
}
