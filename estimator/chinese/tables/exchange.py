"""The difference of versions, and the answers of vendors: their sentences."""

EXCHANGE_TABLES = {
    # answers
    "{out}: {count:requirement}": "{out}：{count:d} 条需求",
    "# Answers of {vendor} to {id} {version}.": "# {vendor} 对 {id} {version} 的应答。",
    "# level, what the offered value rests on: {levels}": "# level，所报数值的依据：{levels}",
    "# evidence: [{{file: logs/run.txt, sha256: what sha256sum prints}}], files below the folder of this one": (
        "# evidence: [{{file: logs/run.txt, sha256: sha256sum 的输出}}]，文件在本文件所在文件夹之下"
    ),
    "# date: year-month-day; decision is ours. Leave fingerprint and cell as they are.": (
        "# date：年-月-日；decision 由我方填写。fingerprint 与 cell 保持原样。"
    ),
    "  # {priority}: {title}": "  # {priority}：{title}",
    "{vendor}: {answers:answer} ({states}), {stale} stale.": (
        "{vendor}：{answers:d} 条应答（{states}），{stale} 条过期。"
    ),
    "No answer yet: {names}.": "尚未应答：{names}。",
    "Not in the file: {names}.": "文件中没有：{names}。",
    "Exported from version {old}; the spec is {new}.": "由 {old} 版导出；规格现为 {new} 版。",
    "the step closes": "预算闭合",
    "the step can never close": "预算无法闭合",
    "inside: the estimate; doubtful: better than its optimistic end; no gain: worse than": (
        "区间内：在估算的两端之间；存疑：优于乐观端；无增益：劣于保守端。"
    ),
    "its conservative one. Compared with the spec's platform; own: with that of the vendor.": (
        "与规格的平台比较；自己的平台：与供应方的平台比较。"
    ),
    "own: {scale}": "自己的平台：{scale}",
    "fails the limit": "达不到限值",
    "its offers": "其承诺",
    "its offers on {platform}": "其在 {platform} 上的承诺",
    "{name}: {exposed} exposed in a step with {offers}; the spec has no budget.": (
        "{name}：按{offers}每步未隐藏 {exposed}；规格没有预算。"
    ),
    "{name}: {closes} with {offers}: {exposed} exposed of {allowed}.": (
        "{name}：按{offers}，{closes}：未隐藏 {exposed}，预算 {allowed}。"
    ),
    "  Nothing that stands on {names}: conservative times count.": "  {names} 没有有效承诺：按保守时间计。",
    # a difference
    "Nothing differs that means anything.": "没有实质差别。",
    "Two documents, no two versions of one: {old} -> {new}": "两份文档，不是同一份的两个版本：{old} -> {new}",
    "Requirements: {added} added, {removed} removed, {changed} changed.": (
        "需求：新增 {added} 条，删去 {removed} 条，改动 {changed} 条。"
    ),
    "Requirements: {added} added, {removed} removed, {changed} changed ({kinds}).": (
        "需求：新增 {added} 条，删去 {removed} 条，改动 {changed} 条（{kinds}）。"
    ),
    "{count} {what}": "{count} {what}",
    "+ {name}: added": "+ {name}：新增",
    "- {name}: removed": "- {name}：删去",
    "and {count} more": "另有 {count} 项",
    "and {count} more causes": "另有 {count} 个原因",
    "{names} and {count} more": "{names}，另有 {count} 项",
    "{limits:limit} moved, most {move} at {where}": "{limits:d} 格的限值有变，最多处 {move}（{where}）",
    "{cells:cell} dropped": "少了 {cells:d} 格",
    "{cells:cell} new": "多了 {cells:d} 格",
    "by {by}: {places}": "因{by}：{places}",
    "looser by {by}: {places}": "因{by}放宽：{places}",
    "looser by {by}: {places}; needs approval": "因{by}放宽：{places}；须经批准",
    "words of {name}": "{name} 的文字",
    "as by default": "未写",
    "any result": "不限",
    "{name}: {old} -> {new}": "{name}：{old} -> {new}",
    "{old} -> {new}": "{old} -> {new}",
    "{name}: {old} -> {new} ({change})": "{name}：{old} -> {new}（{change}）",
    "{path}: {old} -> {new} ({source})": "{path}：{old} -> {new}（{source}）",
    "Estimates: {count} of {whole} moved.": "估算：{whole} 项中 {count} 项变动。",
    "closes": "闭合",
    "does not close": "不闭合",
    "cannot close": "无法闭合",
    "The set: {state}; {left}.": "预算：{state}；{left}。",
    "The set: {state}; {left} ({moved}).": "预算：{state}；{left}（{moved}）。",
    "{time} left": "余 {time}",
    "{time} too much": "差 {time}",
    "To approve, looser by an estimate: {names}.": "因估算放宽，须经批准：{names}。",
    "{count:assumption} replaced by measurements:": "以实测取代的假设 {count:d} 处：",
    "{count:place} of the spec changed: {places}.": "规格改动 {count:d} 处：{places}。",
    "Of the document: {names}.": "文档信息：{names}。",
    "Said otherwise with no effect on a number (editorial): {names}.": "只改文字，不影响数值：{names}。",
    "The changes ask for a {step} step: version {next}; declared: {declared}.": (
        "改动需要升{step}：{next} 版；所写为 {declared}。"
    ),
    "error: The changes ask for a {step} step: version {next}; {declared} is too small a step; write "
    "document.version: {next}": "错误：改动需要升{step}：{next} 版；{declared} 升得不够；写 document.version: {next}",
}
