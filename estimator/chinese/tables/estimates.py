"""Tables of estimates, sweeps, what a number would have to be, limits that moved, and layouts: their sentences."""

ESTIMATE_TABLES = {
    "Left out on {width} columns: {names}; --format json has all.": (
        "{width} 列放不下：{names}；--format json 列出全部。"
    ),
    # an estimate without a spec
    "{name} {value}": "{name} {value}",
    "each peer beyond the first eight": "第八个之后的每个对端",
    "- (give --cut-bandwidth)": "-（须给 --cut-bandwidth）",
    "  start-up": "  启动",
    "  transfer": "  传输",
    "bound of the cut": "割边下界",
    "taken as": "默认取",
    "{time} in {rounds} rounds": "{time}，共 {rounds} 轮",
    "reducing free": "规约不计时",
    "note: --size has no effect: the largest row sum of the send matrix is n, {shown}; leave --size out": (
        "提示：--size 不起作用：n 为发送矩阵最大的行和，{shown}；去掉 --size"
    ),
    "note: all {ranks} ranks are taken to lie on one node, so {algorithm} has one level only; give "
    "--ranks-per-node, --inter-alpha and --inter-bandwidth for two": (
        "提示：全部 {ranks} 个 rank 视为在一个节点上，{algorithm} 只有一级；要两级，给 --ranks-per-node、"
        "--inter-alpha 与 --inter-bandwidth"
    ),
    # the table of a spec
    "Per step": "每步",
    "Per {step} step": "每个{step}步",
    "{per} of pipeline stage {stage} of {stages}": "{per}（第 {stage} 个流水级，共 {stages} 级）",
    "{of}: total {total}, exposed {exposed}.": "{of}：总量 {total}，未隐藏 {exposed}。",
    "{sum} Measure first: {first}.": "{sum}先测：{first}。",
    "nothing: no interval is open": "无：没有张开的区间",
    "{exposed} ({step})": "{exposed}（{step}）",
    "window {window}": "窗口 {window}",
    "window {window}, compute x {slowed}": "窗口 {window}，计算变慢 {slowed} 倍",
    "* {name} extrapolated: {places}.": "* {name} 外推：{places}。",
    "Beyond `valid` a number is {ranks:g} times worse an octave of ranks, {size:g} times one of size.": (
        "超出 `valid` 时，rank 数每翻一倍按差 {ranks:g} 倍计，大小每翻一倍按差 {size:g} 倍计。"
    ),
    "Stage {stage} exposes more of {name}: {exposed}, {count} x {n}.": (
        "{name} 在第 {stage} 级未隐藏更多：{exposed}，{count} x {n}。"
    ),
    "Places of {name}: {places}.": "{name} 的各处：{places}。",
    "groups from rank {ranks} {low} .. {high}": "自 rank {ranks} 起的组 {low} .. {high}",
    "{count} more": "另有 {count} 个",
    # the budget
    "the set closes": "预算闭合",
    "the set does not close": "预算不闭合",
    "the set cannot close: already the optimistic end is over the budget": "预算无法闭合：乐观端已经超出",
    "{verdict} by {over}": "{verdict}，超出 {over}",
    "Exposed per step: {allowed} allowed, estimated {low} .. {high}; every must just met {even} at even load, "
    "{skewed} at the full skew: {verdict}.": (
        "每步未隐藏：允许 {allowed}，估算 {low} .. {high}；必须项全部恰好达标时，"
        "均衡 {even}，最不均 {skewed}：{verdict}。"
    ),
    # variants and assumptions
    "{name}: {first}": "{name}：{first}",
    "Measure first: {first}.": "先测：{first}。",
    "With {places}.": "改动：{places}。",
    "step, {what}": "步，{what}",
    "step, exposed": "步，未隐藏",
    "step, total": "步，总量",
    "Seconds added to the optimistic .. conservative end when an assumption is {by} worse or better.": (
        "假设变差或变好 {by} 时，乐观端 .. 保守端增加的时间。"
    ),
    # a number that is looked for
    "{name}, now {low} .. {high}, for {target}:": "{name}，现为 {low} .. {high}，要使 {target}：",
    "  all else at its optimistic end: {value}": "  其余取乐观端：{value}",
    "  all else at its conservative end: {value}": "  其余取保守端：{value}",
    "{value}; that is more than the path's link carries": "{value}；超过该路径的链路速率",
    "The target does not feel this number: no call of the step rests on it.": "目标与此数无关：步中没有调用用到它。",
    "An easier condition goes along, so that it is no worse: {path}": "较轻的条件随之改变，以免反而更差：{path}",
    "never, even without limit": "取任何值都不够",
    "any value": "任意值",
    "at least {value}": "至少 {value}",
    "at most {value}": "至多 {value}",
    "all else optimistic": "其余取乐观端",
    "all else conservative": "其余取保守端",
    "{name}, {end}": "{name}，{end}",
    "For {target}:": "要使 {target}：",
    "{second} beside {first}, for {target}": "{first} 取各值时的 {second}，要使 {target}",
    "{target}: met above the lines": "{target}：线上方满足",
    "{target}: met below the lines": "{target}：线下方满足",
    "{no} never, even without limit   {any} at any value": "{no} 取任何值都不够   {any} 任意值",
    # a sweep
    "{name}: {cells:,} cells": "{name}：{cells:,} 格",
    "1 point": "1 点",
    "{count:,} points": "{count:,} 点",
    "  {name}: {low} .. {high}, {points}": "  {name}：{low} .. {high}，{points}",
    "one letter a size, rising": "每个大小一个字母，由小到大",
    "at the operation's own size": "取操作自身的大小",
    "L latency, B bandwidth, C cut; {sizes}:": "L 启动，B 带宽，C 割边；{sizes}：",
    "Quantiles are within {error} of the exact ones.": "分位数与精确值相差不超过 {error}。",
    "In {share} of the cells exclusive is worse than the operation's conditions: no interval there.": (
        "{share} 的格中独占反而差于操作自身的条件：该处没有区间。"
    ),
    # limits that moved
    "{cells:cell} looser": "{cells:d} 格放宽",
    "{cells:cell} tighter": "{cells:d} 格收紧",
    "{cells:cell} gone": "{cells:d} 格已无",
    "{name}: {counts}": "{name}：{counts}",
    "  {key}: {old} -> {new}": "  {key}：{old} -> {new}",
    "  and {count} more": "  另有 {count} 格",
    "no limit moves": "没有限值变动",
    # a layout
    "{world} ranks, {order}: dense {dense}; expert {expert}": (
        "{world} 个 rank，{order}：稠密层 {dense}；专家层 {expert}"
    ),
    "warning: {kind} is uneven: a node holds {low} to {high} ranks of a group": (
        "警告：{kind} 不等：一个节点含一组的 {low} 至 {high} 个 rank"
    ),
    "{low} to {high}": "{low} 至 {high}",
}
