"""Slips on the command line: what is missing, too much or not known, in Chinese."""

COMMAND_LINE = {
    "write units:wiring:alpha:bandwidth, such as 8:mesh:4 us:350 GB/s": (
        "写成“单元数:连接方式:alpha:带宽”，如 8:mesh:4 us:350 GB/s"
    ),
    "{value} is not a whole number from {least} to {most}": "{value} 不是 {least} 到 {most} 的整数",
    "write a whole number such as {example}, or {word}": "写整数，如 {example}，或写 {word}",
    "write whole numbers such as 4x8, {count_limit} ranks at most": "写整数，如 4x8，至多 {count_limit} 个 rank",
    "write {known}, such as direct,ring": "写 {known}，如 direct,ring",
    "{what}; write one such as {example}": "{what}；如写 {example}",
    "'{args}' is more than it takes; write {usage}": "多了 '{args}'；写 {usage}",
    "{value} is not known; {hint}": "没有 {value}；{hint}",
    "{name}: is missing; write {usage}": "{name}：未写；写 {usage}",
    "there is no option {name}": "没有选项 {name}",
    "there is no command {name}": "没有命令 {name}",
    "{command} --help names what there is": "全部见 {command} --help",
    "{command}: {what}; {hint}": "{command}：{what}；{hint}",
    "{command}: {what}": "{command}：{what}",
    "{name}: takes no value; write {name} alone": "{name}：不带值；只写 {name}",
    "{name}: its value is missing; write {written}": "{name}：未写值；写 {written}",
    "{text} is not a number of {name}; {hint}": "{text} 不是 {name} 的数目；{hint}",
    "{value} is no {noun}; {hint}": "{value} 不是 {noun}；{hint}",
    "{method} is no method; {hint}": "{method} 不是方法；{hint}",
    "{text} is no level; {hint}": "{text} 不是一层；{hint}",
    "{wiring} is no wiring; {suggestion}": "{wiring} 不是连接方式；{suggestion}",
}
