"""Overlays and remarks, as the review page of a document exports them: what is said of them, in Chinese."""

REVIEW = {
    "remarks are on one spec; name one file": "批注只针对一份规格；只写一个文件",
    "{remarks:remark}": "{remarks:d} 条批注",
    "{file}: not a file of remarks; give the one that the page of the document exports": (
        "{file}：不是批注文件；给出文档页面导出的文件"
    ),
    "{path}: no JSON; give the file that the page of the document exports": (
        "{path}：不是 JSON；给出文档页面导出的文件"
    ),
    "remarks on {id} {version}, and this is {own} {now}": "批注针对 {id} {version}，而此处是 {own} {now}",
    "read them against that version": "请对照那一版阅读",
    "a remark on {id}, which the spec does not have": "批注针对 {id}，而规格中没有它",
    "remark: {text}": "批注：{text}",
    "remark: {text} ({said})": "批注：{text}（{said}）",
    "{file}: document: no id and version; write {hint}": "{file}：document：缺少编号与版本；写 {hint}",
    "{file}: remarks: no list": "{file}：remarks：不是列表",
    "{file}: remarks: more than {most}": "{file}：remarks：多于 {most} 条",
    "{at}: no remark": "{at}：不是批注",
    "{at}.on: {value} is neither operation nor requirement": "{at}.on：{value} 既不是 operation 也不是 requirement",
    "{at}.text: longer than {most} letters": "{at}.text：长于 {most} 个字",
    "{at}.{key}: no text": "{at}.{key}：不是文字",
    "{path}: no such file": "{path}：没有这个文件",
    "{path}: larger than {most} MiB": "{path}：大于 {most} MiB",
}
