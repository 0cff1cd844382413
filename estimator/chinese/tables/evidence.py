"""Tables of logs, fits, traces and verdicts: their sentences."""

EVIDENCE_TABLES = {
    # logs
    "{tables:table}, {records:record}, {refusals:refusal}": "{tables:d} 张表，{records:d} 条记录，拒收 {refusals:d} 行",
    "{source}:{line}: {tool} {what}, {about}": "{source}:{line}：{tool} {what}，{about}",
    "{benchmark} (collective not known)": "{benchmark}（集合未知）",
    "{ranks:rank}": "{ranks:d} 个 rank",
    "{ranks} on {nodes:node}": "{ranks}，{nodes:d} 个节点",
    "ranks not known": "rank 数未知",
    "repeat {number}": "第 {number} 遍",
    "{groups:group} at once": "同时 {groups:d} 组",
    "n not known": "n 未知",
    "no time": "无时间",
    "in place": "原地",
    "out of place": "非原地",
    "{rate} both ways": "{rate} 双向",
    "{rate} with many in flight": "{rate} 多条并发",
    # fits
    "{collective} on {ranks} ranks": "{collective}，{ranks} 个 rank",
    "[{place}] {series}": "[{place}] {series}",
    "  share of a rank": "  每 rank 份额",
    "start-up on {ranks}": "启动，{ranks} rank",
    "B on {ranks}": "B，{ranks} rank",
    "not seen": "看不出",
    "no size measured": "没有实测的大小",
    "  on {ranks}: best seen {best} at {n}; half of B from {half}, nine tenths from {most}": (
        "  {ranks} 个 rank：所见最高 {best}，在 {n} 处；达到 B 的一半自 {half} 起，九成自 {most} 起"
    ),
    "  doubt: {text}": "  存疑：{text}",
    "reduction on {ranks} ranks: {rate} beside the transfer, from [{first}] and [{second}]": (
        "{ranks} 个 rank 的规约：与传输并列 {rate}，由 [{first}] 与 [{second}] 得出"
    ),
    "predicted, nine in ten between low and high": "预测，九成落在低与高之间",
    "left out: {records:record}, {reason}": "不计：{records:d} 条记录，{reason}",
    "not fitted: {series}: {points:point}": "未拟合：{series}：{points:d} 个点",
    # traces
    "{traced}, {steps}; {calls:call} of {operations:operation} seen.": (
        "{traced}，{steps}；见到 {operations:d} 个操作的 {calls:d} 次调用。"
    ),
    "{ranks:rank} traced": "{ranks:d} 个 rank 有 trace",
    "{ranks:rank} of {world} traced": "{world} 个 rank 中 {ranks:d} 个有 trace",
    "{steps:step}": "{steps:d} 步",
    "no step marked": "未标出步",
    "shortest of all ranks": "各 rank 中最短",
    "the profiler's": "采集工具给出",
    "low quantile": "低分位",
    "{seen} of {wanted}": "{seen} / {wanted}",
    "  step {step}": "  步 {step}",
    "whole trace": "整个 trace",
    "Where the time {where} goes that no computation hides, the dearest operation first:": (
        "{where}没有被计算隐藏的时间用在哪里，多的在前："
    ),
    "Where the time {where} goes, the dearest operation first; no computation was traced that might hide it:": (
        "{where}的时间用在哪里，多的在前；trace 中没有可以隐藏它的计算："
    ),
    "of a step on one rank": "一步中单个 rank 上",
    "on one rank": "单个 rank 上",
    "{factor} the conservative end": "保守端的 {factor}",
    "{factor} the optimistic end": "乐观端的 {factor}",
    "as predicted": "与预测相符",
    "... and {more:step} more; --format json has all.": "……另有 {more:d} 步；--format json 列出全部。",
    "... and {more:kind} more; --format json has all.": "……另有 {more:d} 种；--format json 列出全部。",
    "Computation beside a call as measured, nine in ten calls; what it is slowed down by no trace tells:": (
        "调用旁的计算，按实测，取十分之九的调用；计算因此变慢多少，trace 不能说明："
    ),
    "{line}  # calls hidden whole: at least the second, at most the first": (
        "{line}  # 有调用全部被隐藏：至少为第二个数，至多为第一个数"
    ),
    "Calls that match no operation, {calls:call}:": "与任何操作都不相符的调用，{calls:d} 次：",
    "Operations that were not seen: {names}.": "没有见到的操作：{names}。",
    "Transfer by a low quantile: not all ranks of a group were traced, so the tenth of the calls that took "
    "the least stands for the transfer, and what the others took longer is called waiting.": (
        "传输取低分位：一组的 rank 没有全部采集，以最快的十分之一的调用代表传输，其余多用的时间算作等待。"
    ),
    "Sizes worked out from what was sent; predicted at the operation's own size: {names}.": (
        "大小由所发字节推得，按操作自身的大小预测：{names}。"
    ),
    "The size of the group is not in the trace; matched without it: {names}.": (
        "trace 中没有组的大小，未以此对照：{names}。"
    ),
    "No call of {name} can be told from {names}: counted as one.": "{name} 的调用与 {names} 的无法区分：合并计数。",
    "Note: {note}.": "说明：{note}。",
    # verdicts
    "not accepted": "未通过验收",
    "accepted": "通过验收",
    "not accepted: {musts:must} open": "未通过验收：{musts:d} 条必须项未了结",
    "no must": "没有必须项",
    "every must passes as its limit stands today": "就现有限值而言全部必须项通过",
    "judged on limits that are not frozen: no acceptance": "限值尚未冻结，仅为预判，不构成验收",
    "{count} pass": "{count} 通过",
    "{count} waived": "{count} 豁免",
    "{count} not run": "{count} 未测",
    "{count} inconclusive": "{count} 不可判定",
    "{count} fail": "{count} 不通过",
    "{requirements:requirement}: {counts}": "{requirements:d} 条需求：{counts}",
    "  {requirement} ({priority}): {verdict}: {why}": "  {requirement}（{priority}）：{verdict}：{why}",
    "quicker than the model": "快于模型",
    "  {requirement}: {cells:cell}, such as {where}: {why}": "  {requirement}：{cells:d} 格，如 {where}：{why}",
    "to test what is open": "补测未了结的",
    "  {command}  # {cells:cell}": "  {command}  # {cells:d} 格",
    "to be shown by --evidence: {names}": "须以 --evidence 提交证据：{names}",
    "the step with measured values, at the full skew": "按实测值计的步，负载最不均",
    "the step closes as measured": "按实测预算闭合",
    "the step does not close": "预算不闭合",
    "not known yet: what was not measured in the step's condition stands at its limit or estimate": (
        "尚不可知：没有在步的条件下实测的，按限值或估算计"
    ),
    "  exposed {exposed} of {allowed} ({used}): {closes}": "  未隐藏 {exposed}，预算 {allowed}（{used}）：{closes}",
    "  at even load {even} was measured, more than at the full skew": "  负载均衡时实测 {even}，多于最不均时",
    "{share} kept": "{share} 之内",
    "{share} exceeded": "超出 {share}",
}
