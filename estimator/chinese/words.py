"""Single words of ours that sentences put in, the words between parts, and what the system says of files."""

WORDS = {
    "time": "时间",
    "bandwidth": "带宽",
    "size": "大小",
    "ratio": "比值",
    "rate": "消息速率",
    "None": "无单位的数",
    "nothing": "空值",
    "a mapping": "映射",
    "a list": "列表",
    "a text": "文字",
    "smaller": "较小",
    "larger": "较大",
    "ranks": "rank",
    "source": "来源",
    "operation": "操作",
    "group": "组",
    "path": "路径",
    "cut": "割边",
    "torus": "环面",
    "shape": "形状",
    "a space": "空格",
    "an All-to-All": "All-to-All",
    "5 ms": "5 ms",
    "400 Gbit/s or 50 GB/s": "400 Gbit/s 或 50 GB/s",
    "0.15 or 15 %": "0.15 或 15 %",
}
BETWEEN = {" or ": " 或 ", " refines ": " 细化 ", " and ": " 与 ", " and no ": "，也没有 ", "; ": "；", ", ": "，"}
"""Words between the parts of what is linked."""
SYSTEM = {
    "no such file or directory": "没有该文件或文件夹",
    "No such file or directory": "没有该文件或文件夹",
    "permission denied": "没有权限",
    "Permission denied": "没有权限",
    "is a directory": "是文件夹",
    "Is a directory": "是文件夹",
    "not a directory": "不是文件夹",
    "Not a directory": "不是文件夹",
    "read-only file system": "文件系统只读",
    "file name too long": "文件名过长",
    "File name too long": "文件名过长",
    "too many levels of symbolic links": "符号链接层数过多",
    "file exists": "文件已存在",
    "input/output error": "读写错误",
}
"""What the operating system says of files, as it says it and in small letters."""
