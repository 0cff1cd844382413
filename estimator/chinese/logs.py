"""What is said of benchmark logs that cannot be read, and of what their rows leave open, in Chinese."""

LOGS = {
    "the size in bytes is not printed: bandwidth times time": "未打印字节数：取带宽乘以时间",
    "the bytes are those that one rank receives, not n": "字节数是单个 rank 收到的，不是 n",
    "no size in bytes is printed, only a count": "只打印了元素数，没有字节数",
    "data_size {size} is no multiple of the count's bytes": "data_size {size} 不是元素数所占字节的整数倍",
    "a result without size": "结果中缺大小",
    "rows of numbers under no header": "没有表头的若干行数字",
    "the run failed before its first row": "运行在第一行数据之前失败",
    "a result without a time": "结果中缺时间",
    "times of sending and receiving without the transfer": "只有发送与接收的时间，不含传输",
    "a tuning of DeepEP without its line of the best": "DeepEP 的调优过程，缺最优结果一行",
    "perftest times one connection, no library's call": "perftest 测的是一条连接，不是通信库的调用",
    "a barrier moves no bytes: it has no size to go by": "屏障不搬运数据：没有大小可依",
    "busbw/algbw is that of no number of ranks": "busbw/algbw 与任何 rank 数都不符",
    "the header leaves out the columns of -f: least, largest, iterations by their order": (
        "表头未写 -f 的各列：按次序为最小、最大、迭代数"
    ),
    "the last column stands on lines of its own: it is left out": "最后一列单独成行：略去不读",
    "a result without size and time": "结果中缺大小或时间",
    "too many kinds of results in one file": "一个文件中的结果种类过多",
    "JSON without results of a known benchmark": "JSON 中没有已知测试工具的结果",
    "a result that is no object": "结果不是对象",
    "the JSON breaks off: {what}": "JSON 中断：{what}",
    "no JSON: {what}": "不是 JSON：{what}",
    "an element or the end of the list": "一个元素或列表的结尾",
    "a key in quotes and a colon were expected": "此处应为带引号的键与冒号",
    "the text ends inside this element": "文字在该元素内结束",
    "the text ends where {what} was expected": "文字在应有{what}处结束",
    "one element is longer than 8 MiB": "一个元素超过 8 MiB",
    "{said} (and {others} more)": "{said}（另有 {others} 处）",
    "neither seconds nor times of as many iterations on every rank": "既无 seconds，也无各 rank 迭代数相同的 times",
    "a percentile that is no share between 0 and 1": "分位数不在 0 与 1 之间",
    "seconds lies outside its own times": "seconds 不在自己的 times 之内",
    "too many different runs in one file": "一个文件中的运行种类过多",
    "records without a single row": "没有一行记录",
    "no object": "不是对象",
    "a number that begins with 0: its first digit is lost": "以 0 开头的数：首位数字已丢失",
    "no line of CSV: {why}": "不是 CSV 行：{why}",
    "no JSON object: {why}": "不是 JSON 对象：{why}",
    "{cells} cells under {columns} columns": "{columns} 列之下有 {cells} 格",
    "{groups} groups at once, and {named} are named": "{groups} 个组同时运行，而写出了 {named} 个",
    "the cell is of {name} {cited}, and the record of {own}": "该格的 {name} 为 {cited}，而记录的为 {own}",
    "ranks {first} and {second} have the same time of every iteration": "rank {first} 与 {second} 每次迭代的用时都相同",
    "times of {found} ranks are no groups of {ranks}": "{found} 个 rank 的用时不能分成每组 {ranks} 个 rank",
    "algbw is {rate}, and n / seconds is {own} B/s": "algbw 为 {rate}，而 n / seconds 为 {own} B/s",
    "time_us is {micro}, and seconds {seconds}": "time_us 为 {micro}，而 seconds 为 {seconds}",
    "{named} ranks are named, and there are times of {times}": "写出了 {named} 个 rank，而时间属于 {times} 个",
    "a group of {ranks} ranks names {members}": "{ranks} 个 rank 的组写出了 {members} 个",
    "not run: {why}": "未运行：{why}",
    "repeat {named} of {wanted} is missing": "{wanted} 次重复中缺第 {named} 次",
    "no line names the collective; it may be {names}": "没有一行写明集合操作；可能是 {names}",
    "no collective fits": "没有集合操作与之相符",
    "any number": "任意个",
    "{least} to {most}": "{least} 至 {most}",
    "{name} by redop, root, counts and bandwidths: no line names the collective": (
        "由规约算子、根、元素数与带宽判为 {name}：没有一行写明集合操作"
    ),
    "told {said} ranks, but counts or bandwidths say {span}": "告知为 {said} 个 rank，而元素数或带宽表明为 {span}",
    "the lines around say {said} ranks, counts or bandwidths say {span}": (
        "前后各行写 {said} 个 rank，元素数或带宽表明为 {span}"
    ),
    "nobody says how many ranks; busbw/algbw allows {span}": "没有写明 rank 数；由 busbw/algbw 可为 {span}",
    "the log names {name}, which its redop, root and counts contradict": (
        "日志写的是 {name}，与其规约算子、根和元素数矛盾"
    ),
    "{most} ranks by counts or bandwidths: no line says it": "由元素数或带宽得 {most} 个 rank：没有一行写明",
    "the rate of several pairs together": "几对一起的速率",
    "several pairs at once": "几对同时运行",
    "several threads at once": "几个线程同时运行",
    "several processes at once": "几个进程同时运行",
    "an OSU table without the line that names the test": "OSU 表缺写明测试名的一行",
    "non-blocking call": "非阻塞调用",
    "an IMB table without the line that names the benchmark": "IMB 表缺写明测试名的一行",
    "the unit of the column {name} is not told": "未告知列 {name} 的单位",
    "{benchmark}: {other}, no collective": "{benchmark}：{other}，不是集合操作",
    "the first columns: ": "前一组列：",
    "the second columns: ": "后一组列：",
    "size over count times the element's bytes is {ratio}, and {share} in the other rows": (
        "大小除以元素所占字节为 {ratio}，其他行为 {share}"
    ),
    "the printed bandwidth {value} is not size / time: a digit is wrong, or the row is of another table": (
        "打印的带宽 {value} 不等于大小除以时间：有一位数字错了，或该行属于别的表"
    ),
    "{side}{reason}": "{side}{reason}",
    "algbw is of the old kind, already times (p-1)/p": "algbw 为旧式，已乘以 (p-1)/p",
    "no header was seen: columns by the form of the rows": "没有表头：按各行的形式认列",
    "the mean is not between the least and the largest time": "平均时间不在最小与最大之间",
    "the time is not above 0": "时间不大于 0",
    "a table of no known tool: name its time column, its units and its collective in a manifest": (
        "不是已知工具的表：在清单中写明时间列、单位与集合操作"
    ),
    "the size is no whole number of bytes, or says K without saying of how many": (
        "大小不是整数字节，或写了 K 而未说明是多少"
    ),
    "the row is cut off before its first group of numbers is whole": "该行在第一组数完整之前中断",
    "a group of numbers of the row is cut off, or holds what is no number; the other is read": (
        "该行有一组数中断，或其中有不是数的内容；另一组已读"
    ),
    "size {size} is no multiple of count {number} times {width} bytes": (
        "大小 {size} 不是元素数 {number} 乘以 {width} 字节的整数倍"
    ),
    "more numbers than the header has columns": "数比表头的列多",
    "a smaller size without a new header: not a row of this table": "没有新表头而大小变小：不是本表的行",
    "the row is cut in two and its parts do not fit": "该行断成两截，且拼不上",
    "too many element types and reductions under one header": "一个表头下的元素类型与规约算子过多",
    "{groups} groups of {ranks} ran at once": "{groups} 个 {ranks} rank 的组同时运行",
    "{count} more processes waited meanwhile": "另有 {count} 个进程在等待",
    "the run failed before its table": "运行在出表之前失败",
    "a row without a header, and not the columns of nccl-tests": "没有表头的行，且列与 nccl-tests 不符",
    "nothing that a known benchmark prints": "没有已知测试工具的输出",
    "{name} by the heading; redop, root, counts and bandwidths allow {names}": (
        "按标题为 {name}；规约算子、根、元素数与带宽允许 {names}"
    ),
    "a run without rows": "一次没有数据行的运行",
    "no table has the time column {name} that was told": "没有表含所告知的时间列 {name}",
    "a header without rows": "有表头而无数据行",
    "{place}: {reason}: {text}": "{place}: {reason}: {text}",
    "{place}: {reason}": "{place}: {reason}",
}
