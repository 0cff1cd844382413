"""Words of the index of requirements."""

INDEX = {
    "index.lead": (
        "限值取需求卡中加框的一格：操作自身的组与大小，操作自身的首个条件（未测则取所列最后一个），最大的不均；"
        "其余各格见需求卡，每格都须达标，不取平均。规则："
        "M 平均用时（最慢 rank，各遍取最差）；B 同 M，取带宽；P 百分位；R 比值或份额；E 按举证判定。",
        "Limits are those of the cell framed on the card: the operation's own group and size, its own first condition "
        "or else the last listed, the largest skew. All others stand on the cards, and every cell has to be met, never "
        "an average. Rules: M mean time (slowest rank, worst repeat); B as M, of bandwidth; P percentiles; R ratio or "
        "share; E evidence.",
    ),
    "index.prefix": ("编号省略前缀 {prefix}。", " Ids leave out {prefix}."),
    "index.what": ("需求", "Requirement"),
    "index.limit": ("限值", "Limit"),
    "index.where": ("组 g×m · 大小（扫描）", "Group g×m · size (sweep)"),
    "index.scope": ("条件 · 格数", "conditions · cells"),
    "index.test": ("测试", "Test"),
    "index.rule": ("规则", "Rule"),
    "index.level": ("等级", "Level"),
    "index.page": ("页", "Page"),
    "index.evidence": ("按举证", "by evidence"),
    "index.stated": ("举证", "evidence"),
    "index.skews": ("不均 {skews}", "skew {skews}"),
    "index.cells": ("{count} 格", "{count:cell}"),
    "index.orphans": ("没有需求的操作：{names}。", "Operations without a requirement: {names}."),
    "index.covered": ("每个操作都有需求。", "Every operation has a requirement."),
}
