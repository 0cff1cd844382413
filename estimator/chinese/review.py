"""Overlays and remarks, as the review page of a document exports them: what is said of them, in Chinese."""

REVIEW = {
    "write PATH: VALUE or PATH: [optimistic, conservative]": "写 PATH: 值，或 PATH: [乐观, 保守]",
    "unknown key of an overlay": "覆盖文件没有这个键",
    "{count} values": "有 {count} 个值",
    "set at most {most}": "至多写 {most} 个",
    "an overlay that sets nothing": "覆盖文件没有改任何值",
    "add set: {PATH: VALUE}": "加 set: {PATH: 值}",
    "no mapping": "不是映射",
    "write {document: ..., version: ...}": "写 {document: ..., version: ...}",
    "no mapping of places to values": "不是“位置: 值”的映射",
    "no value and no list of values": "既不是值，也不是值的列表",
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
