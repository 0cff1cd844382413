"""What commands say of their options and files: what is said of them, in Chinese."""

COMMANDS = {
    "wrote {path}": "已写 {path}",
    "removed {path}: an earlier content made it, and this build does not write it": (
        "已删 {path}：由早先的内容生成，本次构建不再写它"
    ),
    "no browser can be opened here; the page is {page}": "此处无法打开浏览器；页面为 {page}",
    "limits are those of one spec; name one file": "限值属于一份规格；只写一个文件",
    "wrote {limits_out}": "已写 {limits_out}",
    "--sensitivity and --sweep print different things; ask for one of them": (
        "--sensitivity 与 --sweep 输出不同的内容；只写其一"
    ),
    "--{part} is of one platform; leave out --variant": "--{part} 只针对一个平台；去掉 --variant",
    '--{option} is of a sweep; add --sweep, such as --sweep size="1 KiB .. 1 GiB"': (
        '--{option} 只用于扫描；加 --sweep，如 --sweep size="1 KiB .. 1 GiB"'
    ),
    "give SPEC and one NAME, or the id at the end of a message": "写 SPEC 与一个 NAME，或信息末尾的编号",
    "--lang is of the texts of requirements; add --what requirements": (
        "--lang 是需求文字的语言；再写 --what requirements"
    ),
    "{out}: would hold {form}; add --format {named}": "{out}：会写成 {form}；加上 --format {named}",
    "a workbook is a file; add --out FILE.xlsx": "工作簿须写成文件；加上 --out FILE.xlsx",
    "ReqIF is of requirements or answers; add --what requirements": "ReqIF 只含需求或应答；加 --what requirements",
    "--answers are of vendors; add --what answers": "--answers 是供应商的应答；加 --what answers",
    "whose answers? add --answers FILE, what a vendor sent back": "谁的应答？加 --answers FILE，即供应商交回的文件",
    "a ReqIF file holds the answers of one vendor; give one --answers": (
        "一个 ReqIF 文件只含一家供应商的应答；只给一个 --answers"
    ),
    "is no XML: {why}": "不是 XML：{why}",
    "save it again": "请重新保存",
    "declares a document type": "声明了文档类型",
    "leave out <!DOCTYPE ...> with all that it declares": "去掉 <!DOCTYPE ...> 及其全部声明",
    "holds too much": "内容过多",
    "export fewer requirements into one file": "每个文件少导出几条需求",
    "{path}: is no ReqIF of requirements": "{path}：不是需求的 ReqIF",
    "{path}: its requirements have no attribute {names}": "{path}：其中的需求没有属性 {names}",
    "{path}: its specification does not say what it is of": "{path}：其中的 specification 没有写明所属的文档",
    "give the file that commspec respond export wrote, with all its attributes": (
        "给出 commspec respond export 写出的文件，保留其全部属性"
    ),
    "{path}: is no archive of ReqIF; give a .reqifz, or the .reqif itself": (
        "{path}：不是 ReqIF 的归档；给出 .reqifz，或 .reqif 本身"
    ),
    "{path}: two of its files have the same name": "{path}：其中两个文件同名",
    "{path}: holds {count} files of ReqIF; give an archive with one": (
        "{path}：含 {count} 个 ReqIF 文件；给出只含一个的归档"
    ),
    "{path}: {name} leads out of the archive": "{path}：{name} 指向归档之外",
    "--kind goes with --platform; commspec platforms lists them": (
        "--kind 须与 --platform 同用；平台见 commspec platforms"
    ),
    "built in {seconds:.2f} s": "构建用时 {seconds:.2f} 秒",
    "--port {port}: {why}; write another, or none": "--port {port}：{why}；换一个端口，或不写",
    "internal error, not your spec's fault: {name}: {first}; save again": (
        "内部错误，不是规格的问题：{name}：{first}；请再存一次"
    ),
    "{path}: no file that can be watched; give the file of a spec": "{path}：不是可监视的文件；请给出规格文件",
    "Next: commspec build {file} --out out": "下一步：commspec build {file} --out out",
    "removed {path}: the spec has no such requirement any more": "已删 {path}：规格中不再有该需求",
    "commspec: internal error, not your spec's fault: {name}: {first}": (
        "commspec：程序内部错误，不是规格的问题：{name}：{first}"
    ),
    "Set COMMSPEC_DEBUG=1 to see where; please report it with the spec.": (
        "设 COMMSPEC_DEBUG=1 可见出处；请附上规格报告此问题。"
    ),
    "commspec: this takes more memory than there is; ask for smaller groups or fewer sizes": (
        "commspec：内存不足；请缩小组或减少大小"
    ),
    "commspec: {name}{why}": "commspec：{name}{why}",
    "not released: mend the errors above, or waive each with a reason": "未发布：改正以上错误，或逐条写明理由豁免",
    "released before, with the same content": "此前已发布，内容相同",
    "wrote {out}": "已写 {out}",
    "{name}: {value!r} is no language; write en or zh": "{name}：{value!r} 不是语言；写 en 或 zh",
    "a factor is 1 or more; write one such as 1.25": "倍数不小于 1；如写 1.25",
    "--format {form} has every step as it is; leave out --by-step": "--format {form} 已列出每一步；去掉 --by-step",
    "writing the {language} HTML": "正在写 {language} HTML",
    "writing the {language} PDF": "正在写 {language} PDF",
    "{path}: holds something else than limits; choose another name for --limits-out": (
        "{path}：其内容不是限值；--limits-out 换一个文件名"
    ),
    "{path}: not written, for no limit is derived from the estimate or the budget": (
        "{path}：未写，因为没有限值由估计或预算推导"
    ),
    "reading logs": "正在读日志",
    "freeze them with commspec check --limits-out limits.yaml, or judge all the same with --draft": (
        "用 commspec check --limits-out limits.yaml 冻结，或加 --draft 照样判定"
    ),
    "judging {requirements:requirement}": "正在判定 {requirements:d} 条需求",
    "its limits are not frozen": "其限值未冻结",
    "{limits:limit} still follow the estimate": "{limits:d} 个限值仍随估计变化",
    "{path}: the document is a {status} and {what}; {hint}": "{path}：文档状态为 {status}，而{what}；{hint}",
    "{name}: {why}": "{name}：{why}",
    "--date: {written!r} is no day; write one such as 2026-11-30": "--date：{written!r} 不是日期；如写 2026-11-30",
    "{path}: holds no logs": "{path}：没有日志",
    "{log}: the same bytes as {first}: not counted": "{log}：与 {first} 的字节相同：不计",
    "is no file": "不是文件",
    "no such file": "没有该文件",
    "{name}: cannot read: {error}": "{name}：无法读取：{error}",
    "writing the {language} report": "正在写 {language} 报告",
    "what a log does not say, commspec-logs.yaml beside it may": "日志没有写明的，可写在旁边的 commspec-logs.yaml 中",
    "nothing to fit; a fit needs five sizes with times: {why}; {hint}": (
        "没有可拟合的数据；拟合需要五个带时间的大小：{why}；{hint}"
    ),
    '--ranks and --collective say what is predicted; add --predict "1 MiB, 64 MiB"': (
        '--ranks 与 --collective 说明预测什么；再写 --predict "1 MiB, 64 MiB"'
    ),
    "the logs do not say what was run: --collective and --ranks are taken for it": (
        "日志没有写明运行的是什么：以 --collective 与 --ranks 为准"
    ),
    "{records} records: {reason}": "{records} 条记录：{reason}",
    "{count} points of {collective}": "{collective} 的 {count} 个点",
    "--collective: {collective!r} is not known; {suggestion}": "--collective：没有 {collective!r}；{suggestion}",
    "--predict: {what}; {hint}": "--predict：{what}；{hint}",
    "the logs hold no records": "日志中没有记录",
    "{message}, with variant {name} ({file})": "{message}（变体 {name}，{file}）",
    "{name}: {what}": "{name}：{what}",
    "--only {name}: {suggestion}": "--only {name}：{suggestion}",
    "{out}: cannot read: {strerror}": "{out}：无法读取：{strerror}",
    "--collective: {name!r} is not known; {suggestion}": "--collective：没有 {name!r}；{suggestion}",
    "the fitted platform": "拟合得到的平台",
    "fit [{place}] is not in the platform: {reason}": "第 [{place}] 个拟合不进入平台：{reason}",
    "no fit says what a path has: {notes}": "没有拟合能说明路径的参数：{notes}",
    "which path do the groups of the logs use? Say --path {names}": "日志中的组走哪条路径？写 --path {names}",
    "--date dates a platform; add --platform FILE": "--date 是平台的日期；再写 --platform FILE",
    "{path}: --platform names it too; name another file with --plot": (
        "{path}：--platform 也写了它；用 --plot 写另一个文件"
    ),
    "{path}: is no fitted platform; choose another name for --platform": (
        "{path}：不是拟合得到的平台；--platform 换一个文件名"
    ),
    "--path: the spec has no path {path!r}; {suggestion}": "--path：规格中没有路径 {path!r}；{suggestion}",
    "JSON that is no trace; give traceEvents of a PyTorch profiler, or a file of an Ascend profiler": (
        "是 JSON 但不是 trace；请给 PyTorch profiler 的 traceEvents，或 Ascend profiler 的文件"
    ),
    "reading {path}": "正在读 {path}",
    "is a folder; name the files in it, such as {path}/*.json": "是文件夹；写其中的文件，如 {path}/*.json",
    "{path}: {what}": "{path}：{what}",
    "{path}: broken gzip after {done} bytes of content; copy the file again": (
        "{path}：gzip 在 {done} 字节内容之后损坏；请重新拷贝"
    ),
    "what of {spec}? write commspec explain {spec} NAME; for NAME {suggestion}": (
        "要解释 {spec} 中的哪一项？写 commspec explain {spec} NAME；NAME：{suggestion}"
    ),
    "there is no rule '{name}'; {suggestion}; of a spec write SPEC NAME": (
        "没有规则 '{name}'；{suggestion}；解释规格中的内容写 SPEC NAME"
    ),
    "there is no operation or requirement '{name}'; {suggestion}": "没有操作或需求 '{name}'；{suggestion}",
    "{name}: not in the release; release the version again": "{name}：不在发布文件中；请重新发布该版本",
    "{name!r}: write a path relative to the spec's folder": "{name!r}：写相对于规格所在文件夹的路径",
    "{name}: lies outside the spec's folder; an include must stay inside it": (
        "{name}：在规格所在文件夹之外；被包含的文件须在其内"
    ),
    "{what}: {name!r} cannot be a folder name; use letters, digits, '.', '-' and '_'": (
        "{what}：{name!r} 不能作文件夹名；用字母、数字、'.'、'-' 与 '_'"
    ),
    "{name}: larger than {most} MiB; split it with !include": "{name}：大于 {most} MiB；用 !include 拆分",
    "is not a plain file": "不是普通文件",
    "{path}: cannot read: {error}": "{path}：无法读取：{error}",
    "is no file; name the logs": "不是文件；请写出日志文件",
    "{spec}: no such folder": "{spec}：没有该文件夹",
    "{name} is no revision; write a tag, a branch or a commit, such as v0.1": (
        "{name} 不是版本号；写标签、分支或提交，如 v0.1"
    ),
    "git: not found; install git, or give two files": "找不到 git；请安装 git，或写两个文件",
    "git {command}: {said}": "git {command}：{said}",
    "{name}: no such file at {revision}": "{name}：{revision} 中没有该文件",
    "{name}: is no plain file at {revision}": "{name}：在 {revision} 中不是普通文件",
    "{name} is no revision of {top}; write a tag, a branch or a commit": "{name} 不是 {top} 的版本；写标签、分支或提交",
    "{version} is released with another content: {shown}": "{version} 已以另一内容发布：{shown}",
    "write {following}, or take the changes back": "请写 {following}，或撤回改动",
    "{name}: write two dots, {two}": "{name}：请写两个点，即 {two}",
    "git {command}: took more than {seconds} s": "git {command}：超过 {seconds} s 未结束",
    "exit code {returncode}": "退出码 {returncode}",
    "--skew makes a send matrix, and --send-matrix names one; give one of the two": (
        "--skew 生成发送矩阵，--send-matrix 指定发送矩阵；只写其一"
    ),
    "{flag} has no effect without --skew; give --skew too, or leave it out": (
        "没有 --skew 时 {flag} 不起作用；再写 --skew，或去掉"
    ),
    "{place}: {message}; {example}": "{place}：{message}；{example}",
    "{path}: is not a plain file": "{path}：不是普通文件",
    "give the spec itself": "写规格文件本身",
    "give the file of the platform": "写平台文件",
    "not a file; {hint}": "不是文件；{hint}",
    "standard input: more than {most} MiB; split it with !include": "标准输入：超过 {most} MiB；用 !include 拆分",
    "the disk is full; free some space and run again": "磁盘已满；腾出空间后重新运行",
    "no PDF: a system library is missing ({reason}); run: apt-get install -y {packages}": (
        "未生成 PDF：缺少系统库（{reason}）；运行：apt-get install -y {packages}"
    ),
    "{named} and {count} more": "{named} 等，另有 {count} 个",
    "no installed font has {named}; they print as empty boxes: install a font that has them": (
        "已安装的字体均无 {named}，打印为空框；请安装含有这些字符的字体"
    ),
    "no Chinese PDF: no Chinese font is installed; run: apt-get install -y fonts-noto-cjk fonts-inter": (
        "未生成中文 PDF：没有安装中文字体；运行：apt-get install -y fonts-noto-cjk fonts-inter"
    ),
    "PDFs are written slowly without a system library; run: apt-get install -y libharfbuzz-subset0": (
        "缺少一个系统库，PDF 生成较慢；运行：apt-get install -y libharfbuzz-subset0"
    ),
    "{path}: exists already; choose another name or remove it first": "{path}：已存在；换一个名称，或先删去",
    "{path}: this command reads it; name another file with {option}": (
        "{path}：本命令要读取它；用 {option} 写另一个文件"
    ),
    "{path}: is a release, which stays as it is; name another file with {option}": (
        "{path}：是发布文件，保持不变；用 {option} 写另一个文件"
    ),
    "{path}: is a folder; name a file": "{path}：是文件夹；请写文件名",
    "{path}: is a device or a pipe, which a file cannot take the place of; name a file": (
        "{path}：是设备或管道，不能用文件替代；请写文件名"
    ),
    "{folder}: is a folder; remove it, or choose another --out": "{folder}：是文件夹；删去，或换一个 --out",
    "{path}: cannot write: {error}": "{path}：无法写入：{error}",
    "{path}: cannot write: {file} is a file, not a folder; move it, or choose another place": (
        "{path}：无法写入：{file} 是文件而不是文件夹；把它移走，或换一个位置"
    ),
    "{path}: cannot write: {error}; choose a folder that you may write to": (
        "{path}：无法写入：{error}；换一个有权写入的文件夹"
    ),
    "writing the release": "正在写发布文件",
    "a new one": "另一个",
    "{spec}: version {version} is released with another content: {shown}; write document.version: {following}, or"
    " build with --as-draft": (
        "{spec}：版本 {version} 已以另一内容发布：{shown}；改写 document.version: {following}，或加 --as-draft 构建"
    ),
    "{spec}: document.status is {status}; write released, with its date and approvers": (
        "{spec}：document.status 为 {status}；写 released，并写明日期与批准人"
    ),
    "{name} added": "新增 {name}",
    "{name} removed": "删去 {name}",
    "there is no operation '{name}'; {suggestion}": "没有操作 '{name}'；{suggestion}",
    "a frontier has 2 points or more; give --points 9": "前沿至少两个点；写 --points 9",
    "nothing to look for; give --for PATH, such as platform.paths.scale_out.exclusive.bandwidth": (
        "没有要求的量；写 --for PATH，如 platform.paths.scale_out.exclusive.bandwidth"
    ),
    "give --for once for a value, or for two places for a frontier": "求一个值时 --for 写一次，求前沿时写两处",
    "the spec has no budget: add budget: {step: ..., exposed_communication: ...}, or say what has to hold with"
    ' --until "operations.NAME.time <= 14 ms"': (
        '规格没有预算：补写 budget: {step: ..., exposed_communication: ...}，或用 --until "operations.NAME.time <= '
        '14 ms" 写明须满足什么'
    ),
    '--until {until!r}: write "operations.NAME.time <= 14 ms" (of one call), "operations.NAME.exposed <= 1 s", or'
    ' "step.exposed <= 9 s" (total: hidden time included)': (
        '--until {until!r}：写 "operations.NAME.time <= 14 ms"（一次调用）、"operations.NAME.exposed <= 1 s" 或 '
        '"step.exposed <= 9 s"（total：含隐藏的时间）'
    ),
    "--until: there is no operation '{operation}'; {suggestion}": "--until：没有操作 '{operation}'；{suggestion}",
    "--for {name} is no number that the estimate rests on; {choice}": "--for {name} 不是估计所依据的数；{choice}",
    "a figure is of two numbers; give --for twice, or leave out --plot": "图针对两个数；--for 写两次，或去掉 --plot",
    "--until: {error}": "--until：{error}",
    "there is no platform '{name}'; {suggestion}": "没有平台 '{name}'；{suggestion}",
    "{path}: is there already; choose another name": "{path}：已存在；换一个名称",
    "{beside}: is there already, and holds something else; move it, or choose another folder": (
        "{beside}：已存在且内容不同；请移走，或换一个文件夹"
    ),
    "what can be: {places}": "可选：{places}",
    "--points {text} has {numbers:number} for {ranges:range}": (
        "--points {text} 有 {numbers:d} 个数，而有 {ranges:d} 个区间"
    ),
    "write whole numbers up to {most_points}, such as 10000,10000": "写不大于 {most_points} 的整数，如 10000,10000",
    "{what}; write one, or one for each": "{what}；写一个，或每个区间各写一个",
    '{text} is no range; write AXIS=LOW .. HIGH, such as {size}="1 KiB .. 1 GiB"': (
        '{text} 不是区间；写 AXIS=LOW .. HIGH，如 {size}="1 KiB .. 1 GiB"'
    ),
    "{name} cannot be swept; {choice}; --set sets other values": "{name} 不能扫描；{choice}；其他值用 --set 设定",
    "{name} does not change the time of {operation}; {choice}": "{name} 不影响 {operation} 的时间；{choice}",
    "--points {text}: {hint}": "--points {text}：{hint}",
    "{name} is swept twice; give one range": "{name} 扫描了两次；只写一个区间",
    "{done:.0%} of {cells:,} cells": "{cells:,} 格的 {done:.0%}",
    "a part of the sweep was ended from outside; run it again": "扫描的一部分被外部终止；请重新运行",
    "{out}: the cells are written as .npy or .csv": "{out}：各格只写成 .npy 或 .csv",
    "{out}: a CSV of {cells:,} rows is too long; write .npy, or at most {csv_rows:,} cells": (
        "{out}：{cells:,} 行的 CSV 过长；写 .npy，或至多 {csv_rows:,} 格"
    ),
    "the summary of a sweep is text or json, not {form}; --out FILE.csv holds the cells": (
        "扫描的摘要只有 text 或 json，没有 {form}；--out FILE.csv 保存各格"
    ),
    "which operation is to be swept? add --operation: {suggestion}": "扫描哪个操作？加 --operation：{suggestion}",
    "{cells:,} cells are too many; choose --points for at most {most_cells:,}": (
        "{cells:,} 格过多；--points 至多取 {most_cells:,} 格"
    ),
    "{rows:,} settings of the parameters are too many; choose at most {most_rows:,}, and more points for {size}": (
        "参数的 {rows:,} 种取值过多；至多取 {most_rows:,} 种，{size} 可多取几点"
    ),
    "the best number of segments is another one in each cell; state it: --set {place}=16": (
        "各格的最佳段数不同；请写明：--set {place}=16"
    ),
    "{name} cannot be the name of a variant": "{name} 不能作变体的名称",
    "estimating {name}": "正在估计 {name}",
    "{count} variants; give at most {most}": "{count} 个变体；至多 {most} 个",
    "{text} is no variant; write NAME=FILE, such as vendor_b=platforms/vendor_b.yaml": (
        "{text} 不是变体；写 NAME=FILE，如 vendor_b=platforms/vendor_b.yaml"
    ),
    "{what}; begin with a letter or digit, then letters, digits, space, _ . and - (at most 80)": (
        "{what}；以字母或数字开头，其后用字母、数字、空格、_、. 与 -（至多 80 个字符）"
    ),
    "two variants are called {name}; give each a name of its own (the spec's own is {as_is})": (
        "有两个变体名为 {name}；各用不同的名称（规格自己的平台为 {as_is}）"
    ),
    "{out}: name a file that ends in {forms} or {last}": "{out}：文件名须以 {forms} 或 {last} 结尾",
    "estimating {operations:operation}": "正在估计 {operations:d} 个操作",
    "expanding {requirements:requirement}": "正在展开 {requirements:d} 条需求",
    "{errors:error}, {warnings:warning}": "{errors:d} 个错误，{warnings:d} 个警告",
    "{counted}; --all lists each": "{counted}；逐条列出用 --all",
    "warning: {count} times: {says}; {hint} (first {place}: {path}) [{rule}]": (
        "警告：{count} 处：{says}；{hint}（首处 {place}: {path}）[{rule}]"
    ),
}
