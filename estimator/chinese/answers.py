"""What is said of vendors' answers, their workbooks and the comparison of them, in Chinese."""

ANSWERS = {
    "give the file of answers; commspec respond export makes one for a vendor to fill in": (
        "给出答复文件；commspec respond export 可生成供供应方填写的文件"
    ),
    "give the workbook that commspec respond export wrote, saved as .xlsx": (
        "写 commspec respond export 导出、存为 .xlsx 的工作簿"
    ),
    "Not one of the choices": "不在选项之中",
    "Choose: {allowed}": "请选择：{allowed}",
    "{path}: is no .xlsx; save it as .xlsx, without macros or a password": (
        "{path}：不是 .xlsx；请另存为 .xlsx，不带宏与密码"
    ),
    "{path}: holds a program (macros); save it as .xlsx without": "{path}：含有程序（宏）；请另存为不带宏的 .xlsx",
    "{path}: {part} declares a document type; no workbook needs one": "{path}：{part} 声明了文档类型；工作簿不需要它",
    "{path}: there is no sheet {missing}": "{path}：没有工作表 {missing}",
    "leave the sheets of the export as they were, here are {names}": "不要改动导出的工作表，这里有 {names}",
    "{what}, and {more} heads more are others": "{what}，另有 {more} 个表头也不同",
    "its row is gone": "它的行不见了",
    "of the merged cells {merged} only the first is read": "合并的单元格 {merged} 只读取第一格",
    "undo the merge, and fill in each cell": "取消合并，逐格填写",
    "a note on the cell is not read": "单元格上的批注不读取",
    "{text} is not read": "{text} 不读取",
    "more SHA-256 than files": "SHA-256 比文件多",
    "take the row from the file that was exported": "用导出的文件中的原行",
    "{text} is no longer the head of {key}": "{text} 不再是 {key} 的表头",
    "a formula, {text}": "是公式 {text}",
    "{text} is not what was asked": "{text} 不是原来所要求的",
    "{path}: cannot be read as a workbook of answers; {hint}": "{path}：不能作为应答工作簿读取；{hint}",
    "{path}: more than {most_rows} rows": "{path}：超过 {most_rows} 行",
    "leave the heads and the order of the columns": "不要改动表头与列的顺序",
    "{text} begins as a formula does": "{text} 的开头与公式相同",
    "name the file of each": "写明各自的文件",
    "a row without an id": "有一行没有编号",
    "answer in the row of a requirement": "在需求所在的行中应答",
    "the check of the row is gone": "该行的校验值不见了",
    "export it again": "请重新导出",
    "write the value that it gives, as text": "把公式的结果写成文字",
    "there are two rows of it": "它有两行",
    "leave one": "只留一行",
    "begin with a letter or a digit": "以字母或数字开头",
    "--vendor: name who is to answer": "--vendor：写明由谁应答",
    "holds no answers": "没有应答",
    "{out}: name a file that ends in {named} or {last}": "{out}：文件名须以 {named} 或 {last} 结尾",
    "{count} files of answers; give at most {most}": "{count} 个应答文件；至多 {most} 个",
    "{file}: of {vendor!r} as {other} is; give one file of each vendor": (
        "{file}：与 {other} 同为 {vendor!r} 的应答；每个供应商只给一个文件"
    ),
    "held against {spec}": "对照 {spec}",
    "{both}: more than one spec; name the one that is answered": "{both}：不止一个规格；只写所应答的那一个",
    "{file}: neither a spec nor answers; give the spec, and what came back from vendors": (
        "{file}：既不是规格也不是应答；请写规格和供应商交回的文件"
    ),
    "{file}: a spec, and no answers; name the files of answers": "{file}：是规格，没有应答；请写应答文件",
    "{file}: does not say what it answers; write --spec SPEC": "{file}：没有写明应答的是哪份文档；请写 --spec SPEC",
    "{file} answers {id}": "{file} 应答的是 {id}",
    "{both}; compare answers to one document": "{both}；请比较对同一份文档的应答",
    "{both}: each is {id}; write --spec and one of them": "{both}：都是 {id}；请用 --spec 写明其中一个",
    "no spec or release of {what} in the folders of the answers, above them or here; write --spec SPEC": (
        "在应答所在的文件夹、其上级和当前文件夹中都没有 {what} 的规格或发布文件；请写 --spec SPEC"
    ),
    "--variant {name}: no vendor; {suggestion}": "--variant {name}：没有该供应商；{suggestion}",
}
