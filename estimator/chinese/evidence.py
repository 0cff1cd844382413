"""Logs, traces, answers and releases: what is said of them, in Chinese."""

EVIDENCE = {
    "start-up does not grow with the rounds: alpha is 0; measure other numbers of ranks": (
        "启动时延不随轮数增长：alpha 为 0；请测别的 rank 数"
    ),
    "{size} on {ranks}": "{ranks} 上的 {size}",
    " and {count} more": "，另有 {count} 项",
    "no size was measured three times: how far runs differ is not known": "没有一个大小测过三遍：各遍相差多少不得而知",
    "the bandwidth falls below {same_path:g} of that on fewer ranks or rises above twice that, or the start-up of a"
    " round grows as far: another path; nothing is extrapolated": (
        "带宽不到 rank 更少时的 {same_path:g} 倍或超过其两倍，或每轮启动时间同样变差：走了另一条路径；不作外推"
    ),
    "libraries of MPI double the distance in place of going round a ring for small messages": (
        "MPI 库对小消息用倍增而不走环"
    ),
    "a larger size takes less time: {found} ranks{more}": "消息变大而用时变短：{found} 个 rank{more}",
    "repeats of {count} sizes differ by more than {unsteady:g}: {spread:.2f} at {size}": (
        "{count} 个大小的各遍相差超过 {unsteady:g}：{size} 处为 {spread:.2f}"
    ),
    "of {count} points at most {most_points} are fitted, evenly chosen": (
        "{count} 个点中至多拟合 {most_points} 个，均匀选取"
    ),
    "{count} points: bands from so few are wide; measure more sizes": (
        "只有 {count} 个点：由此得到的误差带很宽；请多测几个大小"
    ),
    "measured on {ranks} ranks alone: T0 and alpha cannot be told apart": (
        "只在 {ranks} 个 rank 上测过：T0 与 alpha 无法区分"
    ),
    "no start-up is seen on {ranks} ranks: measure smaller sizes": "{ranks} 个 rank 上看不出启动时延：请测更小的消息",
    "no bandwidth is seen on {ranks} ranks: measure larger sizes": "{ranks} 个 rank 上看不出带宽：请测更大的消息",
    "all sizes on {ranks} ranks are ruled by start-up: B is uncertain; go beyond {half}": (
        "{ranks} 个 rank 上所有大小都由启动时延主导：B 不确定；请测到 {half} 以上"
    ),
    "all sizes on {ranks} ranks are ruled by transfer: start-up is uncertain; measure smaller ones": (
        "{ranks} 个 rank 上所有大小都由传输主导：启动时延不确定；请测更小的消息"
    ),
    "write what sha256sum prints: 64 hexadecimal digits": "写 sha256sum 输出的 64 位十六进制数字",
    "{value} is no SHA-256": "{value} 不是 SHA-256",
    "one side alone waives nothing": "只有一方同意不构成豁免",
    "write who agreed on each side": "写明双方各由谁同意",
    "matches none of the logs": "与任何日志都不匹配",
    "remove it, or correct the name": "删去，或改正名称",
    "{value} is no meaning of K": "{value} 不是 K 的含义",
    "has no effect without time_column": "没有 time_column 就不起作用",
    "name the time column": "写明时间列的名称",
    "the times scatter so far that they tell nothing; measure again": "时间过于离散，说明不了问题；请重测",
    "a group has at least two ranks": "一个组至少有两个 rank",
    "an exchange of all pairs starts its messages in another way; measure it": (
        "全部两两交换的消息以另一种方式启动；请实测"
    ),
    "an exchange of all pairs does not tell of rings; measure one": "由两两交换推不出环；请测一个环",
    "over several nodes the path of more ranks is not known; measure it": (
        "多节点上 rank 更多时走哪条路径不得而知；请实测"
    ),
    "the path changes with the number of ranks: the bandwidth falls below 0.7 of that on fewer or rises above twice"
    " that, or the start-up of a round grows as far": (
        "路径随 rank 数而变：带宽不到 rank 更少时的 0.7 倍或超过其两倍，或每轮启动时间同样变差"
    ),
    "the bandwidth grows with the number of ranks: how many links fewer ranks have is not known; measure it": (
        "带宽随 rank 数增大：rank 更少时还有几条链路不得而知；请实测"
    ),
    "no bandwidth is seen up to the largest size: what lies beyond it is not known; measure it": (
        "直到最大的大小仍看不出带宽：更大的无从得知；请实测"
    ),
    "no start-up is seen down to the least size: what lies below it is not known; measure it": (
        "直到最小的大小仍看不出启动时间：更小的无从得知；请实测"
    ),
    "beyond the measured sizes": "超出实测的大小",
    "ranks not measured": "未实测的 rank 数",
    "measured on {known} ranks; say on how many": "在 {known} 个 rank 上测过；请写明预测多少个 rank",
    "{collective} does not tell of {ranks} ranks or of {other}: algorithm not known": (
        "{collective} 推不出 {ranks} 个 rank 或 {other} 的情形：算法未知"
    ),
    "measured on {ranks} ranks alone: T0 and alpha cannot be told apart; measure another number": (
        "只在 {ranks} 个 rank 上测过：T0 与 alpha 无法区分；请测别的 rank 数"
    ),
    "a switch that reduces may be used from five devices on, and be faster": (
        "五个设备以上可能启用在网规约的交换机，实际会更快"
    ),
    "measured below and above five devices, from which on a switch that reduces may be used": (
        "实测的 rank 数跨过了五个设备：五个以上可能启用在网规约的交换机"
    ),
    "{name} goes by {algorithm}, the fit by {fitted}: it keeps what the spec says": (
        "{name} 用 {algorithm}，拟合的是 {fitted}：仍按规格中的值"
    ),
    "{name}: {size} lies outside the {least} to {most} that were fitted: it keeps what the spec says": (
        "{name}：{size} 在拟合的 {least} 到 {most} 之外：仍按规格中的值"
    ),
    "from {collective}": "由 {collective} 推得",
    "the times on {few} and {more} ranks contradict each other: a call of {rounds:.3g} rounds would take next to"
    " nothing; measure again": ("{few} 与 {more} 个 rank 上的时间互相矛盾：{rounds:.3g} 轮的调用几乎不耗时；请重测"),
    "{count} points; a fit needs {least_points}": "只有 {count} 个点；拟合需要 {least_points} 个",
    "times of {least:.3g} s to {most:.3g} s are none of a call": "{least:.3g} s 到 {most:.3g} s 不是一次调用的时间",
    "no values": "没有数值",
    "{calls:call} that do not line up across the ranks of their group: each is taken as one rank's own": (
        "{calls:d} 次调用在组内各 rank 间对不齐：每次按单个 rank 自己的时间计"
    ),
    "{calls:call} of groups that no trace names, put together across ranks by their order and their ends": (
        "{calls:d} 次调用的通信组在 trace 中没有名字：按调用的次序与结束时刻在各 rank 间对齐"
    ),
    "calls of {name} may be of {others}: they move as much, and no trace tells which ranks take part": (
        "{name} 的调用也可能属于 {others}：字节数相同，而 trace 没有说明有哪些 rank 参与"
    ),
    "each call of {name} waited: {quicker} is larger and was faster; trace all ranks": (
        "{name} 的每次调用都有等待：{quicker} 更大而更快；请采集所有 rank 的 trace"
    ),
    "{odd:call} without start or duration left out": "{odd:d} 次没有开始时刻或时长的调用不计",
    "{odd:call} without a duration left out": "{odd:d} 次没有时长的调用不计",
    "the list of events has no end: the profiler was stopped, and what it had written by then counts": (
        "事件列表没有结尾：性能采集被中断，按已写出的内容计"
    ),
    "communication on the host and no device kernel of it: profile the device too": (
        "trace 中有主机侧的通信而没有设备内核：请同时采集设备"
    ),
    "{odd:event} without start or duration left out": "{odd:d} 个没有开始时刻或时长的事件不计",
    "no trace: a trace is JSON, an object or a list of events": "不是 trace：trace 为 JSON 对象或事件列表",
    "tells of links, not of calls; give communication.json, which lies beside it": (
        "只有链路而没有调用的记录；请给同目录下的 communication.json"
    ),
    "a zip archive; unpack it, and name the files in it": "这是 zip 压缩包；请解压后给出其中的文件",
    "a database; export it as text, which gives trace_view.json and communication.json": (
        "这是数据库；请按文本导出，得到 trace_view.json 与 communication.json"
    ),
    "something follows the end of the JSON": "JSON 结束之后还有内容",
    "broken JSON: the file ends in the middle; it was cut off, export or copy it again": (
        "JSON 残缺：文件在中途结束；请重新导出或拷贝"
    ),
    "broken JSON: {message}; export or copy the trace again": "JSON 残缺：{message}；请重新导出或拷贝 trace",
    "{place}: {message}": "{place}: {message}",
    "expected a key in double quotes": "此处应为双引号中的键",
    "expected '{char}'": "此处应为 '{char}'",
    "one value has more than {most} million characters: this is no trace": "单个值超过 {most} 百万字符：这不是 trace",
    "nested too deeply": "嵌套过深",
    "a number that is too long": "数字过长",
    "{name}: no communication in it": "{name}：其中没有通信",
    "{name}: left out: rank {rank} at the time that {first} shows; no call counts twice": (
        "{name}：不计：rank {rank} 的这段时间已由 {first} 给出；调用不重复计数"
    ),
    "{name}: left out: the same calls at the same times as {first}": "{name}：不计：与 {first} 的调用、时刻都相同",
    "{calls:call} of a P2P whose other end no trace tells: a send and its receive count apart": (
        "{calls:d} 次 P2P 的另一端在 trace 中没有说明：发送与接收各计一次"
    ),
    "{factor:.3g} times larger than {name} of {size}": "为 {name}（{size}）的 {factor:.3g} 倍",
    "{factor:.3g} times smaller than {name} of {size}": "为 {name}（{size}）的 {factor:.3g} 分之一",
    "the trace does not tell which collective it is": "trace 没有说明是哪种通信操作",
    "the trace does not tell its size; record shapes": "trace 没有说明大小；采集时请记录形状",
    "no operation is of {kind}": "没有操作是 {kind}",
    "no {kind} of {size} ranks, only of {sizes}": "没有 {size} 个 rank 的 {kind}，只有 {sizes} 个 rank 的",
    "{reason}; --within {wider:g} takes it": "{reason}；--within {wider:g} 可将其纳入",
    "holds no mapping": "内容不是映射",
    "write keys and values, such as {first}": "写键与值，如 {first}",
    "{name}: a release of another schema; use the commspec that made it, or a later one": (
        "{name}：是另一种格式的发布文件；请用生成它的或更新的 commspec"
    ),
    "{name}: changed since it was released; take it from the repository's history again": (
        "{name}：发布后被改动过；请从版本库历史中取回"
    ),
    "{name}: not a whole release; release the version again": "{name}：不是完整的发布文件；请重新发布该版本",
    "{name}: no release that can be read: {error}; release the version again": (
        "{name}：无法读取的发布文件：{error}；请重新发布该版本"
    ),
    "{text!r}: no limit of a release: {what}": "{text!r}：不是发布文件中的限值：{what}",
    "a plain number, such as 1.2": "不带单位的数，如 1.2",
    "a {kind}, such as {example}": "{kind}，如 {example}",
    "{first} or {last}": "{first} 或 {last}",
    "these are answers to {id}, and the spec is {own}": "这是对 {id} 的应答，而规格是 {own}",
    "answers {fingerprint}, and the requirement is now '{now}'": ("应答的是 {fingerprint}，而该需求现为 '{now}'"),
    "{offered} does not pass the limit that the state says is met": "{offered} 达不到限值，而 state 写的是满足",
    "put it beside the answers, by a path below their folder": "放在应答文件旁，用其文件夹以下的路径",
    "there is an answer without a state": "有应答而没有 state",
    "an offered value that rests on nothing": "给出的数值没有依据",
    "write why, or what is missing": "写明原因，或缺什么",
    "no date": "没有日期",
    "write year-month-day, such as 2026-10-14": "写年-月-日，如 2026-10-14",
    "no requirement of the spec": "规格中没有该需求",
    "say it in remark": "写在 remark 中",
    "write partly, does_not or deviates, or another value": "写 partly、does_not 或 deviates，或改写数值",
    "write sha256: {lies}": "写 sha256: {lies}",
    "write {states}": "写 {states}",
    "{state} without an offered value": "{state} 而没有给出数值",
    "write {example}": "写 {example}",
    "write {levels}": "写 {levels}",
    "{state} without a remark": "{state} 而没有 remark",
    "name the spec that was exported": "改用当初导出的那份规格",
    "export it again and answer the text as it is now": "重新导出，按现在的文字应答",
    "{cell} is no cell of it": "{cell} 不是它的单元格",
    "{offered}: no number is asked for": "{offered}：此处不要求数值",
    "{file} is not the file that was named: its SHA-256 is {lies}": "{file} 不是当初所指的文件：其 SHA-256 为 {lies}",
    "there is no file {file}": "没有文件 {file}",
    "{file} has no sha256: nothing shows which file it is": "{file} 没有 sha256：无从确认是哪个文件",
    "hand in the file that was meant": "提交当初所指的文件",
    "write its id as in the spec": "写规格中的需求编号",
    "no requirement {requirement}": "没有需求 {requirement}",
    "names no cell of it": "没有指到它的任何一格",
    "write keys as accept prints them": "写 accept 输出的键",
    "no samples": "没有样本",
}
