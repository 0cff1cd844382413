"""What the help says of commands, in Chinese: paragraph by paragraph."""

HELPS = {
    "From a YAML spec to a collective-communication requirement document.": "由 YAML 规格生成集合通信需求文档。",
    "Exit codes: 0 fine, 1 a requirement is not met or the lint found errors, 2 something for you to fix, 3 our"
    " fault.": ("退出码：0 正常，1 有需求未满足或规则检查发现错误，2 有待改正之处，3 程序自身的错误。"),
    "Write a commented starter spec to FILE (spec.yaml; - prints it); a file that exists is never overwritten.": (
        "把带注释的起始规格写入 FILE（默认 spec.yaml；- 为打印）；从不覆盖已有文件。"
    ),
    "With --platform the platform's file is written beside it, in platforms/.": (
        "写 --platform 时，平台文件写在旁边的 platforms/ 中。"
    ),
    "Make a spec from a team's estimation table.": "由团队的估算表生成规格。",
    "Write a spec to go on with from TABLE, a team's estimation table as .xlsx, .csv or .tsv.": (
        "由 TABLE（团队的估算表，.xlsx、.csv 或 .tsv）写出可继续完善的规格。"
    ),
    "HEAD is the text of a head, or its cell where two have the same. KEY is operation, collective, group_size,"
    " ranks_per_node, nodes, bytes, dtype, semantics, algorithm, condition, location, alpha, alpha_conservative,"
    " bandwidth, bandwidth_conservative, per, calls, per_step or note. What the options say is kept"
    " beside the table under its whole name, as t.csv.columns.yaml of t.csv, so that the next import needs"
    " none of them.": (
        "HEAD 是表头的文字，两处相同时写其单元格。KEY 是 operation、collective、group_size、ranks_per_node、nodes、"
        "bytes、dtype、semantics、algorithm、condition、location、alpha、alpha_conservative、bandwidth、"
        "bandwidth_conservative、per、calls、per_step 或 note。选项所写的记在表旁以其全名命名的"
        "文件中（t.csv 的是 t.csv.columns.yaml），下次导入不必再写。"
    ),
    'A cell that is merged downwards counts in each of its rows; "10~15 us" is both ends of an alpha or a bandwidth.'
    " Rows and columns that are not used are told by their cell. A number without a unit in its cell, its head or"
    " --unit, and a formula that no program has worked out, are refused.": (
        "竖向合并的单元格在其每一行都算数；“10~15 us”是 alpha 或 bandwidth 的两端。未使用的行与列按单元格指出。"
        "单元格、表头与 --unit 都没有单位的数，以及没有算出值的公式，不予接受。"
    ),
    "List the platforms that come with commspec, or print the file of one: every number with its source.": (
        "列出 commspec 自带的平台，或打印其中一个的文件：每个数都有来源。"
    ),
    "Say what a look can change, or look through the one in FOLDER.": "列出外观可改之处，或检查 FOLDER 中的外观。",
    "A look is a folder that `document.look` of a spec names: templates that fill blocks of ours, style.css and"
    " print.css, logo.svg or logo.png, wording.zh.yaml and wording.en.yaml. Without FOLDER the blocks are listed; with"
    " --wording the phrases are, as a file of wording has them, and with --template one of our templates is printed."
    " With FOLDER its mistakes are told by file and line, also those that show only when a document is made; `commspec"
    " check SPEC` tells them of the look of a spec.": (
        "外观是规格的 `document.look` 所写的文件夹：填写原有区块的模板、style.css 与 print.css、logo.svg 或 "
        "logo.png、wording.zh.yaml 与 wording.en.yaml。不写 FOLDER 时列出区块，写 --wording 时按措辞文件的形式列出"
        "措辞，写 --template 时打印一个原有模板。写 FOLDER 时按文件与行指出其中的错误，包括生成文档时才出现的；"
        "`commspec check SPEC` 对规格的外观也这样检查。"
    ),
    "Check each SPEC (- reads standard input): all mistakes at once, then the lint.": (
        "检查每个 SPEC（- 读标准输入）：一次列出全部错误，其后是规则检查。"
    ),
    "Exit code 0: nothing, or warnings only; 1: the lint found errors; 2: the spec has mistakes. With --limits or"
    " --limits-out, limits that are not frozen yet are no error.": (
        "退出码 0：没有问题，或只有警告；1：规则检查发现错误；2：规格有错误。写 --limits 或 --limits-out 时，"
        "限值尚未冻结不算错误。"
    ),
    "Print the estimation table of SPEC: one [optimistic, conservative] interval per operation.": (
        "打印 SPEC 的估计表：每个操作一个 [乐观, 保守] 区间。"
    ),
    "With --set it prints before and after, with --variant one group of columns a platform; a value set then"
    " holds for every column. With --sweep it evaluates up to 10^8 cells and prints minimum, maximum, quantiles,"
    " and which regime and limit holds where; a swept parameter has one value at both ends. No spec is changed.": (
        "写 --set 时打印前后两组，写 --variant 时每个平台一组列，此时所设的值对各列都成立。写 --sweep 时计算至多 "
        "10^8 格，打印最小值、最大值、分位数，以及各处由哪个环节与限制主导；被扫描的参数两端取同一个值。"
        "不改动任何规格。"
    ),
    "Find the value of a number of SPEC at which the budget, or another target, is just met.": (
        "求 SPEC 中某个数取何值时恰好满足预算或另一个目标。"
    ),
    "The value takes the place of both ends of that number; all others, the skews and the overlaps stand at their"
    " optimistic, then at their conservative ends, and every call runs under the condition of the step. Never,"
    " even without limit, is an answer too. No spec is changed.": (
        "所求的值代替该数的两端；其余各数、不均与重叠先取乐观端、再取保守端，每次调用都在步的条件下运行。"
        "「无论取何值都不满足」也是一种答案。不改动任何规格。"
    ),
    "Write the requirement documents of SPEC to OUT/<id>/<version>/.": "把 SPEC 的需求文档写到 OUT/<id>/<version>/。",
    "With --variant they also show what each operation takes on other platforms; the limits stay those of SPEC."
    " Pages and PDFs there that an earlier content made and this build does not write are removed, and named on"
    " stderr. SPEC may be the file of a release: that version is built again, byte for byte with the same version"
    " of commspec. Exit code 1: written, but the lint found errors.": (
        "写 --variant 时还列出各操作在其他平台上的用时；限值仍是 SPEC 的。早先内容生成而本次不写的页面与 PDF "
        "会删去，并在标准错误中列出。SPEC 可以是发布文件：重新构建该版本，commspec 版本相同时逐字节一致。退出码 "
        "1：已写出，但规则检查发现错误。"
    ),
    "Freeze the version of SPEC into one file, releases/<id>-<version>.json beside it: put it into the repository.": (
        "把 SPEC 的这个版本冻结成旁边的一个文件 releases/<id>-<version>.json：请放入版本库。"
    ),
    "It holds the spec with all that it includes, its estimates, its limits as numbers and a fingerprint of every"
    " requirement. From then on these limits hold, `build` refuses another content under the same version, and"
    " `commspec build FILE` builds that version again. The document must say `status: released`, with date and"
    " approvers. Exit code 1: refused, for the lint found errors.": (
        "其中有规格及其包含的全部内容、估计、以数写出的限值，以及每条需求的指纹。此后以这些限值为准，`build` "
        "拒绝同一版本的另一内容，`commspec build FILE` 重新构建该版本。文档须写 `status: released`，"
        "并有日期与批准人。退出码 1：规则检查发现错误，未发布。"
    ),
    "Compare two versions of a spec, OLD and NEW: what changed, whether it got tighter, and why estimates moved.": (
        "比较规格的两个版本 OLD 与 NEW：改了什么，是否收紧，估计为何变化。"
    ),
    "Each is a spec or the file of a release. Revisions of a git repository come with the path of the spec:"
    " `commspec diff v0.1..HEAD SPEC`, `commspec diff v0.1 HEAD SPEC`, or `commspec diff v0.1 SPEC` for the file"
    " as it is.": (
        "两者各为规格或发布文件。用 git 版本时加上规格的路径：`commspec diff v0.1..HEAD SPEC`、`commspec diff "
        "v0.1 HEAD SPEC`，或与现有文件比较：`commspec diff v0.1 SPEC`。"
    ),
    "A requirement is tighter where fewer results pass in every cell that changed, looser where more do, both"
    " where it is another test; test: only the procedure, editorial: only words. Limits that an estimate loosened"
    " need approval. Exit code 1: the version that NEW declares is too small a step for its changes.": (
        "凡有变化的格能通过的结果都变少为收紧，变多为放宽，改成另一种测试则两者都是；test 指只改步骤，editorial "
        "指只改文字。因估计而放宽的限值需要批准。退出码 1：NEW 的版本号相对于改动升得不够。"
    ),
    "Give what SPEC says to other programs and reviews.": "把 SPEC 的内容提供给其他程序与评审。",
    "`commspec schema export` prints the schema of the JSON. Numbers are in SI units; no cell of a table is taken"
    " for a formula or for markup. A workbook of estimates has formulas: change a parameter or a size in it, and"
    " the times follow; one of requirements or cells has heads in the language of --lang, filters, and no formula."
    " ReqIF is of requirements, with places for a vendor's answers, which `commspec respond import` reads; --out"
    " NAME.reqifz is the archive of it with the evidence that answers name. Of answers the exit codes are as of respond"
    " import.": (
        "`commspec schema export` 打印 JSON 的模式。数值为 SI 单位；表中没有会被当作公式或标记的单元格。"
        "估计的工作簿带公式：改动参数或大小，时间随之变化；需求或测试格的工作簿表头用 --lang 的语言，可筛选，不含公式。"
        "ReqIF 含需求与供应商应答的位置，由 `commspec respond import` 读取；"
        "--out NAME.reqifz 写出其归档，含应答所写的证据文件。应答的退出码与 respond import 相同。"
    ),
    "Ask vendors for answers to the requirements of a spec, and read what comes back.": (
        "向供应商征求对规格各需求的应答，并读取应答。"
    ),
    "Set the answers of several vendors beside each other, FILES, one of each; the spec may be one of FILES.": (
        "把几个供应商的应答 FILES（每家一个）并列；FILES 之一可以是规格。"
    ),
    "Where it is not, and --spec names none, it is looked for: the release of the version that is answered, or a"
    " spec of its id, in the folders of FILES, above them and here.": (
        "既不在其中、--spec 也未给出时，则自行查找：所应答版本的发布文件，或同一 id 的规格，"
        "依次在 FILES 所在的文件夹、其上级和当前文件夹中找。"
    ),
    "Offered values on the estimate: inside it, doubtful (better than the optimistic end), no gain (worse than"
    " the conservative one); and on the budget: whether the step closes with what each vendor offers, by"
    " --variant with its name on its own platform. What a vendor does not promise counts with the conservative"
    " time. Exit codes as of import.": (
        "所给数值与估计相比：在区间内、存疑（优于乐观端）、无收益（劣于保守端）；与预算相比："
        "按各家所给数值该步是否闭合，用 --variant 及其名称时按其自己的平台计算。供应商未承诺的按保守时间计。"
        "退出码与 import 相同。"
    ),
    "Write the file that a vendor fills in: each requirement of SPEC with its fingerprint and what it asks for.": (
        "写供应商填写的文件：SPEC 的每条需求及其指纹与所要求的内容。"
    ),
    "A workbook has its questions locked, choices for states and units, and cells that cannot become formulas;"
    " the YAML holds the same, and so does ReqIF, for programs that manage requirements.": (
        "工作簿的问题已锁定，状态与单位为选项，单元格不会变成公式；YAML 内容相同，ReqIF 亦同，供需求管理程序使用。"
    ),
    "Read the answers in FILE and hold them against SPEC.": "读取 FILE 中的应答，与 SPEC 核对。",
    "Refused: formulas, changed questions and lost rows of a workbook, unknown ids, values in another unit,"
    " evidence files that are missing or whose SHA-256 differs. Marked: stale answers, to an older text of the"
    " requirement; half-filled ones; a value that fails the limit it is said to meet; what stands where it is not"
    " read, as notes and other sheets. Exit code 1: an answer is marked, 2: one is refused. Both are told on stderr"
    " with their places.": (
        "拒绝：工作簿中的公式、被改动的问题与丢失的行、未知的编号、单位不同的数值、缺失或 SHA-256 不符的"
        "证据文件。标出：针对旧文字的过期应答；未填完的应答；达不到其自称满足的限值的数值；写在不读取之处的"
        "内容，如批注与其他工作表。退出码 1：有应答被标出；2："
        "有应答被拒绝。两者都在标准错误中写明位置。"
    ),
    "Write the test kit of SPEC: plan.json with every cell, run_plan.py that runs it, scripts of benchmark tools.": (
        "写 SPEC 的测试套件：含每一格的 plan.json、运行它的 run_plan.py、各测试工具的脚本。"
    ),
    "The program needs Python 3.9, numpy, and PyTorch or mpi4py; it leaves records that commspec read"
    " understands. What is written goes to stdout, cells, time by the model and what no cell shows to stderr."
    " Exit code 1: written, but the lint found errors.": (
        "该程序需要 Python 3.9、numpy，以及 PyTorch 或 mpi4py；其记录可由 commspec read 读取。"
        "写出的文件列在标准输出；格数、按模型的用时与没有格能检验的内容列在标准错误。退出码 1：已写出，"
        "但规则检查发现错误。"
    ),
    "Estimate one COLLECTIVE (all_reduce, all_to_all, ...) without a spec.": (
        "不用规格，估计一个 COLLECTIVE（all_reduce、all_to_all 等）。"
    ),
    "The conservative end runs the stages in sequence, the optimistic end overlaps them where the algorithm can"
    " chunk. With a send matrix n is its largest row sum.": (
        "保守端让各阶段依次运行；算法能分块时，乐观端让它们重叠。有发送矩阵时，n 为其最大的行和。"
    ),
    "Show the communication groups of a rank layout without a spec.": "不用规格，显示 rank 布局中的通信组。",
    "The axes are written as Megatron-LM writes them; rank r is on node r // RANKS_PER_NODE.": (
        "各轴按 Megatron-LM 的写法；rank r 位于节点 r // RANKS_PER_NODE。"
    ),
    "Read benchmark LOGS of any known tool; - is stdin. Formats are found by content.": (
        "读取任一已知工具的测试日志 LOGS；- 为标准输入。格式由内容识别。"
    ),
    "What cannot be read is told with file, line and reason: on stderr, or in the JSON. Exit code 2: nothing was"
    " read.": ("读不了的内容写明文件、行与原因：在标准错误或 JSON 中。退出码 2：什么也没读到。"),
    "Fit T0, alpha and B of every series in benchmark LOGS, and predict from them.": (
        "由测试日志 LOGS 的各序列拟合 T0、alpha 与 B，并据此预测。"
    ),
    "A series is one collective under one condition, over sizes and numbers of ranks.": (
        "一个序列为一种通信操作在一个条件下、不同大小与 rank 数的数据。"
    ),
    "Judge every requirement of SPEC by benchmark LOGS of any known tool, or folders of them.": (
        "由任一已知工具的测试日志 LOGS 或其文件夹，判定 SPEC 的每条需求。"
    ),
    "Verdicts: pass, fail, inconclusive, not_run, waived, with the reason, by cell and by requirement; the worst"
    " cell decides. Exit code 1: a must is not passed or waived. With --out the acceptance report is written as"
    " HTML and PDF, the verdicts as JSON and JUnit XML; the files are named on stderr.": (
        "判定为 pass、fail、inconclusive、not_run、waived，按格与按需求给出并附理由；以最差的一格为准。退出码 1："
        "有必须项既未通过也未豁免。写 --out 时，验收报告写成 HTML 与 PDF，判定写成 JSON 与 JUnit XML；"
        "文件列在标准错误。"
    ),
    "Rank what makes benchmark LOGS slow against SPEC, with the evidence in numbers, and what to measure next.": (
        "对照 SPEC，按可能性列出测试日志 LOGS 变慢的原因，附以数字为证，并给出下一步测什么。"
    ),
    "Causes: start-up latency, effective bandwidth, topology bottleneck, algorithm choice, contention; a failure"
    " that is no question of performance; in order; or that the log cannot tell. A run that no operation or"
    " requirement of SPEC is of is held against what is usual, the line rate that --hardware names, pairs of"
    " ranks and the other logs.": (
        "原因有：启动时延、有效带宽、拓扑瓶颈、算法选择、争用；与性能无关的失败；正常；或日志看不出。SPEC "
        "中没有对应操作或需求的运行，与通常的数值、--hardware 的线速、rank 对及其他日志比较。"
    ),
    "Hold the estimates of SPEC against traces of real steps.": "把 SPEC 的估计与真实训练步的 trace 对照。",
    "A TRACE is a PyTorch profiler (Kineto) trace, or of an Ascend profiler communication.json, its cluster form,"
    " trace_view.json, msprof_*.json or profiler_metadata.json: JSON or gzip, of one rank or of many. Calls are"
    " matched to operations by collective, group size and bytes. Predictions are judged on transfer; what a call"
    " waited for a late rank is told apart, exactly with the traces of all ranks. No spec is changed.": (
        "TRACE 为 PyTorch profiler（Kineto）的 trace，或 Ascend profiler 的 communication.json 及其集群形式、"
        "trace_view.json、msprof_*.json 或 profiler_metadata.json：JSON 或 gzip，一个或多个 rank。"
        "调用按通信操作、组大小与字节数对应到规格的操作。预测按传输时间评判；等待迟到 rank 的时间分开列出，"
        "有全部 rank 的 trace 时可精确区分。不改动任何规格。"
    ),
    "Print a JSON schema.": "打印 JSON 模式。",
    "It is of a spec, a line of records, the manifest of logs, evidence and waivers, the answers of a vendor, a"
    " kit's plan, or what `commspec export` gives.": (
        "可为规格、一行记录、日志清单、证据与豁免、供应商应答、测试套件的计划，或 `commspec export` 的输出。"
    ),
    "Print the reference as Markdown: every key, kind, item, rule, algorithm, element type and unit.": (
        "以 Markdown 打印参考手册：每个键、种类、能力项、规则、算法、元素类型与单位。"
    ),
    "Print the completion script for SHELL: commspec completion bash >> ~/.bashrc.": (
        "打印 SHELL 的补全脚本：commspec completion bash >> ~/.bashrc。"
    ),
    "Write a commented starter spec that builds.": "写一份可构建、带注释的起始规格。",
    "List the platforms that a spec can start from.": "列出可作规格起点的平台。",
    "Say what a document's own look can change, or check one.": "列出文档自有外观可改之处，或检查一个外观。",
    "Check a spec: all mistakes at once, then the lint.": "检查规格：一次列出全部错误，其后是规则检查。",
    "Print the estimation table of a spec.": "打印规格的估计表。",
    "Explain an operation, a requirement, or the id of a message.": "解释一个操作、一条需求，或信息末尾的编号。",
    "Find what a number would have to be for the budget.": "求某个数须为多少才满足预算。",
    "Write the requirement documents of a spec.": "写规格的需求文档。",
    "Show the document of a spec in a browser, anew on every save.": "在浏览器中显示规格的文档，每次保存后刷新。",
    "Show the document of SPEC in a browser, and show it anew whenever SPEC or a file that it includes is saved.": (
        "在浏览器中显示 SPEC 的文档；每次保存 SPEC 或其包含的文件后刷新。"
    ),
    "While the spec has mistakes, the last good page stays, with the mistakes and their lines above it. Only browsers"
    " of this machine are served, at the address that is printed; nothing is written. Ctrl-C ends it.": (
        "规格有错误时保留上一次正常的页面，上方列出错误及其行号。只供本机的浏览器访问，地址见输出；不写任何文件。"
        "按 Ctrl-C 结束。"
    ),
    "Freeze a version of a spec into one file.": "把规格的一个版本冻结成一个文件。",
    "Compare two versions of a spec: tighter, looser, and why.": "比较规格的两个版本：收紧、放宽及原因。",
    "Give estimates, requirements or cells to other programs and reviews.": "把估计、需求或各格提供给其他程序与评审。",
    "Ask vendors for answers to a spec, and read what comes back.": "向供应商征求对规格的应答，并读取应答。",
    "Write the test kit of a spec: a plan of every cell and the program that runs it.": (
        "写规格的测试套件：含每一格的计划与运行它的程序。"
    ),
    "Estimate one collective without a spec.": "不用规格，估计一个通信操作。",
    "Show the groups of a rank layout without a spec.": "不用规格，显示 rank 布局中的组。",
    "Read benchmark logs of any known tool.": "读取任一已知工具的测试日志。",
    "Fit T0, alpha and B of benchmark logs, and predict from them.": "由测试日志拟合 T0、alpha 与 B，并据此预测。",
    "Judge every requirement of a spec by benchmark logs.": "由测试日志判定规格的每条需求。",
    "Rank what makes benchmark logs slow, and ask for what would tell.": "列出测试日志变慢的原因，并说明还需测什么。",
    "Hold the estimates of a spec against profiler traces.": "把规格的估计与 profiler trace 对照。",
    "Print the JSON schema of a spec.": "打印规格的 JSON 模式。",
    "Print the reference of keys, kinds, rules and algorithms.": "打印键、种类、规则与算法的参考手册。",
    "Print the completion script of a shell.": "打印 shell 的补全脚本。",
    "Explain an operation or a requirement of SPEC, or what a message says by the id at its end.": (
        "解释 SPEC 中的一个操作或一条需求，或按信息末尾的编号解释该信息。"
    ),
    "Of an operation: the eight items it rests on, the sum with its numbers, what limits it, why its interval is wide, "
    "and the sources. Of a requirement: its sentence, pass rule, limit and command. Of a rule or a mistake: what it "
    "means, what to do, and an example; with SPEC also where the spec has it.": (
        "操作：所依据的八项、带数字的求和、受何限制、区间为何宽、各来源。需求：句子、通过准则、限值与命令。"
        "规则或错误：含义、如何处理、一个例子；给 SPEC 则另列规格中的各处。"
    ),
}
