"""What the help says of options, in Chinese."""

OPTIONS = {
    "Tell each warning, also where many are of one rule.": "逐条列出警告，同一规则的也不合并。",
    "Language of messages and help. [default: COMMSPEC_LANG, else en]": (
        "信息与帮助的语言。[默认：COMMSPEC_LANG，否则 en]"
    ),
    "Show the version and exit.": "显示版本并退出。",
    "Start from a platform of `commspec platforms`.": "以 `commspec platforms` 所列的某个平台为起点。",
    "With --platform: what runs on it. [default: dense]": "与 --platform 同用：在其上运行什么。[默认：dense]",
    "Print one of the templates that can be extended, such as cover.": "打印一个可扩展的模板，如 cover。",
    "Print the phrases of the document with their ids.": "列出文档的措辞及其编号。",
    "How to print it.": "输出格式。",
    "Print the limits too, for `frozen` of the spec: as YAML with the findings on stderr, or in the JSON.": (
        "同时输出限值，供规格的 `frozen` 使用：为 YAML（检查结果写到标准错误），或在 JSON 中。"
    ),
    "Write them to FILE, which the spec may include already: it is replaced in one step at the end.": (
        "把限值写入 FILE，规格可能已包含它：最后一次性替换。"
    ),
    'What if: another value, such as platform.paths.scale_out.multi_group.bandwidth="25 GB/s". Repeatable.': (
        '假设改用另一个值，如 platform.paths.scale_out.multi_group.bandwidth="25 GB/s"。可写多次。'
    ),
    "The platform of FILE beside the spec's own, or the values of an overlay. Repeatable.": (
        "与规格自己的平台并列，加入 FILE 的平台，或只含部分数值的 FILE。可写多次。"
    ),
    "List the remarks that a reviewer exported from the page of the document, by file and line. Repeatable.": (
        "按文件与行列出评审人从文档页面导出的批注。可写多次。"
    ),
    "What 10 % on each assumption does, in place of the table.": "改为打印各假设变动 10 % 的影响。",
    'One operation over ranges: size="1 KiB .. 1 GiB", or a place of the spec as for --set. Repeatable.': (
        '让一个操作扫过区间：size="1 KiB .. 1 GiB"，或如 --set 写规格中的位置。可写多次。'
    ),
    "The operation that is swept, or whose sensitivity is asked for.": "被扫描的操作，或要看其敏感度的操作。",
    "Points of the ranges: one number for all, or one each. [default: 100]": (
        "各区间的点数：共用一个数，或各写一个。[默认：100]"
    ),
    "Every cell of the sweep: .npy, or .csv up to 10^6 cells.": "保存扫描的每一格：.npy，或至多 10^6 格的 .csv。",
    "The number to look for, such as platform.paths.scale_out.with_compute.bandwidth; twice: their frontier.": (
        "要求的数，如 platform.paths.scale_out.with_compute.bandwidth；写两次则求两者的前沿。"
    ),
    'What has to hold, such as "operations.NAME.time <= 14 ms".': '须满足什么，如 "operations.NAME.time <= 14 ms"。',
    "Another value beside it. Repeatable.": "同时改用的另一个值。可写多次。",
    "Points of a frontier.": "前沿的点数。",
    "Draw the frontier into an SVG file.": "把前沿画成 SVG 文件。",
    "Folder to write to.": "写入的文件夹。",
    "A language to write, once for each; without it those of the spec.": "文档的语言，每种写一次；不写时按规格。",
    "Build another content under a released version; every page says that it is a draft.": (
        "在已发布的版本下构建另一内容；每页标明是草稿。"
    ),
    "Write the HTML only.": "只写 HTML。",
    "Where to serve. [default: any free port]": "服务端口。[默认：任一空闲端口]",
    "Open the page in a browser.": "用浏览器打开页面。",
    "Open the first page that is written in a browser.": "用浏览器打开写出的第一个页面。",
    "One row an operation, a requirement, a cell, or a requirement and vendor. [default: estimates; requirements of"
    " ReqIF, answers with --answers]": (
        "每行一个操作、一条需求、一格，或一条需求与一家供应商。"
        "[默认：estimates；ReqIF 为 requirements，有 --answers 时为 answers]"
    ),
    "A vendor's answers; once for each file.": "供应商的应答；每个文件写一次。",
    "Of the requirements' texts. [default: the spec's first]": "需求文字的语言。[默认：规格的第一种]",
    "The file to write, in place of printing.": "写入的文件，代替打印。",
    "Write it too: NAME.html, NAME.pdf or NAME.xlsx.": "同时写文件：NAME.html、NAME.pdf 或 NAME.xlsx。",
    "Of the page.": "页面的语言。",
    "The spec or release that is answered.": "所应答的规格或发布文件。",
    "Who is to answer.": "由谁应答。",
    "Of this requirement; once for each, or joined by commas.": "只含该需求；每条写一次，或以逗号连接。",
    "NAME.xlsx, NAME.yaml, NAME.reqif or NAME.reqifz.": "NAME.xlsx、NAME.yaml、NAME.reqif 或 NAME.reqifz。",
    "Of what is asked.": "所提问题的语言。",
    "Folder to write to: a new one, an empty one, or that of an earlier kit.": (
        "写入的文件夹：新的、空的，或早先的测试套件。"
    ),
    "A requirement, once for each; left out: all of them.": "需求编号，每条写一次；不写时为全部。",
    "Such as ring, bruck, hierarchical_rs_ar_ag; without it, or with a name not known, a list.": (
        "如 ring、bruck、hierarchical_rs_ar_ag；不写或名称未知时列出全部。"
    ),
    "Ranks of the group; with --levels the whole machine, or as --shape says.": (
        "组的 rank 数；有 --levels 时为整台机器，或按 --shape。"
    ),
    'Canonical n, such as "1 MiB"; a send matrix says it itself.': '规范的 n，如 "1 MiB"；有发送矩阵时由其得出。',
    'Start-up of a round, such as "5 us".': '一轮的启动时延，如 "5 us"。',
    'Per rank, all its links together, such as "100 GB/s".': '每 rank 全部链路合计的带宽，如 "100 GB/s"。',
    "How the path of --bandwidth joins ranks; else a switch.": "--bandwidth 的路径如何连接各 rank；不写时为交换机。",
    'In place of the paths: units:wiring:alpha:bandwidth per rank, innermost first, such as "8:mesh:4 us:350'
    ' GB/s, 512:switch:9 us:24 GB/s".': (
        '代替各路径：单元数:连接方式:alpha:每 rank 带宽，由内到外，如 "8:mesh:4 us:350 GB/s, 512:switch:9 us:24 GB/s"。'
    ),
    "Units of the group on each level, innermost first, such as 8x16.": "组在各层的单元数，由内到外，如 8x16。",
    "Ranks of the group on one node; makes two levels.": "组在一个节点上的 rank 数；由此成为两层。",
    "Start-up of a round between nodes.": "节点间一轮的启动时延。",
    "Bandwidth between nodes.": "节点间的带宽。",
    "Whether one rank or a whole node has --inter-bandwidth.": "--inter-bandwidth 属于一个 rank 还是整个节点。",
    "At which a rank adds up two buffers; without it reducing is free.": (
        "一个 rank 把两个缓冲相加的带宽；不写时规约不计时间。"
    ),
    "Of all that leaves a node; without it there is no bound.": "离开一个节点的全部带宽；不写时没有下界。",
    "T0 of a call; else 0 s.": "一次调用的 T0；不写时为 0 s。",
    "k: what is added is k * sqrt(start-up * transfer); else 0.": "k：附加 k * sqrt(启动 * 传输)；不写时为 0。",
    "Of a pipelined chain: a number, or optimal for the best one.": "流水链的段数：一个数，或 optimal 取最佳。",
    "Of a torus: ranks of a row x rows, such as 4x8.": "环面的形状：每行 rank 数 x 行数，如 4x8。",
    "Of a ring or chain: a number, or all; else 1.": "环或链的通道数：一个数，或 all；不写时为 1。",
    "Of a hierarchical form: of each level, such as direct,ring.": "分层算法各层的方法，如 direct,ring。",
    "Of multi_ring; without it one per rank of a node.": "multi_ring 的环数；不写时节点内每 rank 一个。",
    "Of a named model, such as 0.9.": "所指模型的效率，如 0.9。",
    "Of all_to_all_v: JSON or CSV; row i: bytes that rank i sends.": (
        "all_to_all_v 的发送矩阵：JSON 或 CSV；第 i 行为 rank i 发送的字节数。"
    ),
    "Of all_to_all_v, in place of --send-matrix: load of the busiest destination over the mean load.": (
        "用于 all_to_all_v，代替 --send-matrix：最忙目的端的负载与平均负载之比。"
    ),
    "With --skew: which destinations are busy; else 7.": "与 --skew 同用：决定哪些目的端较忙；不写时为 7。",
    "With --skew: how many destinations get nothing; else 0.": "与 --skew 同用：有几个目的端不收数据；不写时为 0。",
    "With --skew: type of the elements that are shared out; else single bytes.": (
        "与 --skew 同用：所分配元素的类型；不写时按字节。"
    ),
    "With --skew: the file to write the matrix to, JSON or CSV as its name says.": (
        "与 --skew 同用：写入矩阵的文件，按文件名为 JSON 或 CSV。"
    ),
    "All ranks.": "全部 rank 数。",
    "The axes, the fastest first.": "各轴，变化最快的写在最前。",
    "Tensor parallel size.": "张量并行规模。",
    "Context parallel size.": "上下文并行规模。",
    "Pipeline parallel size.": "流水并行规模。",
    "Expert parallel size.": "专家并行规模。",
    "Tensor parallel size of the experts; without it --tp.": "专家的张量并行规模；不写时同 --tp。",
    "Data parallel size, to have it checked; it is what remains.": "数据并行规模，仅供核对；它由其余各轴得出。",
    "Consecutive ranks on one node.": "一个节点上连续的 rank 数。",
    "List the ranks of this kind's groups, such as ep or dp_cp.": "列出该类组的 rank，如 ep 或 dp_cp。",
    "YAML that says more of each log; commspec-logs.yaml beside a log is found by itself.": (
        "补充说明各日志的 YAML；日志旁的 commspec-logs.yaml 会自动找到。"
    ),
    "The collective, by its name in a spec.": "通信操作，用规格中的名称。",
    "Ranks of the group.": "组的 rank 数。",
    "Nodes that the group spans.": "组所跨的节点数。",
    "Ranks of the group on each node.": "组在每个节点上的 rank 数。",
    "Path of the spec that the group uses.": "该组所用的规格中的路径。",
    "Condition of the spec: what ran beside it.": "规格中的条件：旁边有什么在运行。",
    "Device, for the record.": "设备，记录用。",
    'Sizes n to predict, such as "4 MiB, 64 MiB".': '要预测的大小 n，如 "4 MiB, 64 MiB"。',
    "Predict on so many ranks; left out: on those measured.": "预测的 rank 数；不写时为实测的。",
    "Predict this collective from the one measured.": "由实测的通信操作预测这一种。",
    "Draw times, law and band of every series into an SVG file.": "把各序列的时间、规律与误差带画成 SVG 文件。",
    "Write the fits as a platform that a spec includes.": "把拟合写成规格可包含的平台。",
    "Show what the fits change in this spec.": "显示拟合给该规格带来的变化。",
    "Date of the fits in the platform; left out: today.": "平台中拟合的日期；不写时为今天。",
    "Nodes that the groups of the logs span, where they do not say it.": "日志未写明时，其中的组所跨的节点数。",
    "Ranks of a group on each node, where the logs do not say it.": "日志未写明时，组在每个节点上的 rank 数。",
    "Path of the spec that the groups use.": "各组所用的规格中的路径。",
    "Condition of the spec: what ran beside them.": "规格中的条件：旁边有什么在运行。",
    "Device.": "设备。",
    "YAML that says more of each log; see commspec read.": "补充说明各日志的 YAML；见 commspec read。",
    "YAML with evidence files, who reviewed them, and waivers; commspec schema evidence prints its form.": (
        "写有证据文件、评审人与豁免的 YAML；其形式见 commspec schema evidence。"
    ),
    "Write the acceptance report to OUT/<id>/<version>/ too.": "同时把验收报告写到 OUT/<id>/<version>/。",
    "A language of the report, once for each.": "报告的语言，每种写一次。",
    "Write the report as HTML only.": "报告只写 HTML。",
    "Judge limits that are not frozen: no acceptance, but an early look.": "限值未冻结也判定：只供先行了解，不作验收。",
    "The day that terms of waivers are held against; left out: today.": "核对豁免期限所用的日期；不写时为今天。",
    "Groups that ran at once.": "同时运行的组数。",
    "Timed iterations of each run.": "每遍计时的迭代次数。",
    "How times of ranks were joined.": "各 rank 的时间如何合并。",
    "Language.": "语言。",
    "A call that is at most so many times larger or smaller than an operation's is one of its calls.": (
        "调用的大小与某操作相差不超过此倍数时，算作该操作的调用。"
    ),
    "In text and md each operation in each step too; csv and json have it.": (
        "text 与 md 中还列出各步的各操作；csv 与 json 本来就有。"
    ),
    "The spec to write. [default: TABLE's name with .yaml]": "要写的规格。[默认：TABLE 的名称加 .yaml]",
    "What a column says. Repeatable.": "一列说的是什么。可重复。",
    "Unit of plain numbers. Repeatable.": "没有单位的数用什么单位。可重复。",
    "What holds for every row. Repeatable.": "对每一行都成立的值。可重复。",
    "What a word means. Repeatable.": "表中的词是什么意思。可重复。",
    "Leave this row out. Repeatable.": "略过这一行。可重复。",
    "Of the sheet, heads included, where it holds more than the table.": "工作表中不止该表时，其行（含表头）。",
    "The heads stand below each other: each column is an operation.": "表头竖排：每一列为一个操作。",
    "The sign before decimals; the other parts thousands.": "小数点的符号；另一个符号用于千位分隔。",
    "The sheet of a workbook.": "工作簿中的工作表。",
    "The machine is a platform of `commspec platforms`.": "机器取自 `commspec platforms` 的平台。",
    "Write over a spec that is there.": "覆盖已有的规格。",
}
