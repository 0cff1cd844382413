"""What is said of a team's table that becomes a spec, in Chinese."""

DRAFTS = {
    "remove the file, and name the columns again": "删去该文件，重新写明各列",
    "{operations:operation}; next: commspec check {out}": "{operations:d} 个操作；下一步：commspec check {out}",
    "{value}, the most that a row has": "{value}，取各行的最大值",
    "{name} is in {cell} already": "{name} 在 {cell} 已有",
    "nothing says how the {size} ranks lie on nodes": "没有说明 {size} 个 rank 如何分布在节点上",
    "{each} ranks on each of {nodes} nodes are not {size}": "{nodes} 个节点各 {each} 个 rank，不等于 {size}",
    "the condition {between} is of the path alone, not of the operation": "条件 {between} 只用于路径参数，不用于该操作",
    "write one such as {unit}": "写如 {unit} 的单位",
    "units have {columns}": "有单位的是 {columns}",
    "write --column {key}=HEAD of {heads}, or --every {key}=VALUE": (
        "写 --column {key}=表头，表头有 {heads}；或写 --every {key}=值"
    ),
    "no column is known to be {keys}": "不知道哪一列是 {keys}",
    "{option} {name}: no such column": "{option} {name}：没有这一项",
    "--unit {name}: '{unit}' is no unit of it": "--unit {name}：'{unit}' 不是它的单位",
    "--column {key}: there is no head '{head}'": "--column {key}：没有表头 '{head}'",
    "{hint}; or take the machine from --platform NAME": "{hint}；或用 --platform NAME 取平台",
    "--every {key}: {head} says it too": "--every {key}：{head} 列也写了",
    "row {number} is not used: it stands above the heads": "第 {number} 行未使用：位于表头之上",
    "the column {head} is not used": "{head} 列未使用",
    "--column {key}: '{head}' is the head of {names}": "--column {key}：'{head}' 是 {names} 的表头",
    "--unit {key} is {unit}, the head says {other}": "--unit {key} 为 {unit}，表头写的是 {other}",
    "the sheet {name} is not used": "工作表 {name} 未使用",
    "--sheet NAME takes another than {sheet}": "现用 {sheet}；换一张写 --sheet 名称",
    "the column {head} is not used: --platform says {key}": "{head} 列未使用：{key} 由 --platform 给出",
    "--column {key}: '{head}' is {other} already": "--column {key}：'{head}' 已是 {other}",
    "{key} without {start}": "有 {key} 而没有 {start}",
    "write --column {key}=HEAD too": "另写 --column {key}=表头",
    "row {number} spans nodes with several ranks on each, and names one path": (
        "第 {number} 行跨节点且每节点多个 rank，却只写了一条路径"
    ),
    "row {number} states one path under several conditions": "第 {number} 行把一条路径写在多个条件下",
    "{key} of {path} under {condition} is {value}, and {other} in {cell}": (
        "{path} 在 {condition} 下的 {key} 此处为 {value}，{cell} 为 {other}"
    ),
    "no row says what {path} carries under {condition}": "没有一行给出 {path} 在 {condition} 下的参数",
    "--skip {name}": "--skip {name}",
    "--skip {name}: no row has this operation": "--skip {name}：没有这个操作的行",
    "--every {key} is not used: --platform says it": "--every {key} 未使用：由 --platform 给出",
    "it holds nothing but {text}": "只写了 {text}",
    "write {choice}, or --value {key}:{text}=ONE": "写 {choice}，或写 --value {key}:{text}=其中之一",
    "a formula that no program has worked out, {text}": "公式没有算出的值：{text}",
    "{text} is no text of one line": "{text} 不是一行文字",
    "row {number} is not used: {why}": "第 {number} 行未使用：{why}",
    "row {number} says nothing of {key}": "第 {number} 行没有写 {key}",
    "{text} is no {key} that is known": "{text} 不是已知的 {key}",
    "{text} is no whole number from 1 on": "{text} 不是从 1 起的整数",
    "write at most {most} letters that can be seen": "写至多 {most} 个可见字符",
    "the formula {formula} counts as {text}": "公式 {formula} 按 {text} 计",
    "{hint}; for all rows --unit {key}=UNIT": "{hint}；各行相同时写 --unit {key}=单位",
    "Made from {name} by commspec import; SHA-256 of the table: {digest}": (
        "由 commspec import 从 {name} 生成；表的 SHA-256：{digest}"
    ),
    "{path}: is the table itself; choose another --out": "{path}：就是该表本身；换一个 --out",
    "{path}: is where the columns of the table are kept; choose another --out": (
        "{path}：是记录该表各列的文件；换一个 --out"
    ),
    "{path}: exists already; choose another --out, or write --force": "{path}：已存在；换一个 --out，或写 --force",
    "{path}: no row under the heads is an operation": "{path}：表头之下没有一行是操作",
    "{path}: is neither UTF-8 nor GBK; save it as CSV UTF-8": "{path}：既非 UTF-8 也非 GBK；请另存为 CSV UTF-8",
    "{path}: name a table that ends in {forms} or {last}": "{path}：写以 {forms} 或 {last} 结尾的表",
    "--sheet {name}: {suggestion}": "--sheet {name}：{suggestion}",
    "{path}: several sheets hold something; write --sheet with one of {names}": (
        "{path}：多张工作表有内容；写 --sheet 与其中之一：{names}"
    ),
    "{path}: is no CSV: {error}": "{path}：不是 CSV：{error}",
    "{path}: cannot be read as a workbook; save it as .xlsx": "{path}：无法作为工作簿读取；请另存为 .xlsx",
    "{path}: more than {most_rows} rows; delete what stands far below the table": (
        "{path}：超过 {most_rows} 行；删去表下远处的内容"
    ),
    "{path}: more than {most} columns": "{path}：超过 {most} 列",
    "{path}: row {number} has a cell of more than {most} letters": "{path}：第 {number} 行有单元格超过 {most} 个字符",
    "{path}: too large once unpacked": "{path}：解压后过大",
    "--value {text}: write KEY:WORD=OURS": "--value {text}：写 KEY:词=规格的词",
    "{option} {text}: write KEY=TEXT": "{option} {text}：写 KEY=文字",
    "write what the machine has": "按机器的实际写",
    "give one of the two another name; rows of one operation differ in their condition alone": (
        "给其中之一另取名称；同一操作的各行只有条件不同"
    ),
    "map a column of ranks_per_node or of nodes": "指定 ranks_per_node 或 nodes 的列",
    "mend one of the numbers": "改正其中一个数",
    "write --column KEY=HEAD where it says something of the operation": "该列若说明操作，写 --column 项=表头",
    "the table has no row of heads": "表中没有表头行",
    "write one head a column": "每列写一个表头",
    "leave one of the two out": "两者去掉一个",
    "leave --unit out, or mend the head": "去掉 --unit，或改正表头",
    "give one of the two another column": "给其中之一另一列",
    "write both, such as intra_node + inter_node, and a row for each; or use --platform NAME": (
        "两条都写，如 intra_node + inter_node，并各有一行；或用 --platform 名称"
    ),
    "write a row of the operation for each condition; or use --platform NAME": "每个条件写一行；或用 --platform 名称",
    "let one path have one value under one condition, or take the machine from --platform NAME": (
        "一条路径在一个条件下只写一个值，或用 --platform NAME 取平台"
    ),
    "add a row of the path under it, or take the machine from --platform NAME": (
        "补一行该路径在此条件下的参数，或用 --platform NAME 取平台"
    ),
    "none of the columns that are used says anything": "所用各列都没有内容",
    "open the table in a spreadsheet and save it as .xlsx, or write the value": (
        "用表格软件打开后另存为 .xlsx，或直接写数值"
    ),
    "write digits alone, such as 8": "只写数字，如 8",
    "fill the cell in; or --skip the row by its operation": "填写该单元格；或按操作名用 --skip 略过该行",
    "fill them in; where it is no operation, write --rows FIRST-LAST of the table alone": (
        "填写这些单元格；若该行不是操作，写 --rows 首行-末行，只取该表"
    ),
    "{rows}, or --skip {name}": "{rows}，或 --skip {name}",
    "{ranges} are merged: each row counts with the text of the first": "{ranges} 已合并：每一行都取第一行的文字",
    "a note on the cell is not used": "单元格上的批注未使用",
    "{count} rows outside --rows are not used": "--rows 之外的 {count} 行未使用",
    "--rows {rows}: nothing stands there": "--rows {rows}：那里没有内容",
    "write the rows as the spreadsheet counts them": "按电子表格的行号填写",
    "the heads stand below each other in column {name}": "表头竖排在第 {name} 列",
    "write --turned, so that each column is an operation": "写 --turned，使每一列为一个操作",
    "if these are right, write {options}; {hint}": "若下列对应正确，写 {options}；{hint}",
    "write --column {key}={name}, the cell of the one that is meant": "写 --column {key}={name}，即所指表头的单元格",
    "{hint}; for all rows --decimal with the sign before decimals, . or ,": (
        "{hint}；所有行可用 --decimal 写小数点前的符号 . 或 ,"
    ),
    "--rows {rows}: write the first and the last row, such as 3-20": "--rows {rows}：写首行与末行，如 3-20",
    "What the table did not say is yours to add: owner, requirements, budget.": "表中没有的由你补充：归口、需求与预算",
    "--sheet is of a workbook; a CSV has none": "--sheet 用于工作簿；CSV 没有工作表",
    "holds no columns": "没有列的说明",
    "remove the file; import writes it again": "删去该文件；import 会重新生成",
    "an option has an empty or very long text; write KEY=TEXT": "有选项的文字为空或过长；写 KEY=文字",
}
