"""Words of history and sign-off."""

HISTORY = {
    "history.history": ("版本历史", "History"),
    "history.lead": (
        "签署只对指纹 {fingerprint} 有效；任何规范字段改动后须重签。",
        "A signature holds for fingerprint {fingerprint} only; any change of a normative field needs a new one.",
    ),
    "history.role": ("角色", "Role"),
    "history.opinion": ("意见", "Decision"),
    "history.signature": ("签名", "Signature"),
    "history.date": ("日期", "Date"),
    "history.remark": ("备注", "Remark"),
    "history.approve": ("批准", "approve"),
    "history.return": ("退回", "return"),
    "history.recipient": ("收件方", "Recipient"),
}
