"""The words of the reference in English and Chinese."""

from __future__ import annotations

from estimator.spec.values.base import Language

WORDS: dict[str, tuple[str, str]] = {
    "title": ("Reference", "参考手册"),
    "lead": (
        "Everything a spec can say and everything that is said about it: made by `commspec reference` from the models "
        "that check a spec, so it is what the program does. 中文：[reference.zh.md](reference.zh.md).",
        "规格中可以写的全部内容，以及程序对它的全部判断：由 `commspec reference --lang zh` 从校验规格的模型生成，"
        "与程序一致。English: [reference.md](reference.md)。",
    ),
    "contents": ("Contents", "目录"),
    "values": ("How values are written", "值的写法"),
    "units": ("Units", "单位"),
    "dtypes": ("Element types", "数据类型"),
    "keys": ("Keys", "键"),
    "kinds": ("Kinds of requirement", "需求种类"),
    "items": ("Capability items", "能力项"),
    "metrics": ("Metrics", "指标"),
    "rules": ("Rules of the lint", "规范检查的规则"),
    "mistakes": ("Mistakes", "错误"),
    "collectives": ("Collectives and algorithms", "集合操作与算法"),
    "key": ("Key", "键"),
    "type": ("Type", "类型"),
    "unit": ("Unit", "单位"),
    "default": ("Default", "默认"),
    "meaning": ("Meaning", "含义"),
    "example": ("Example", "示例"),
    "value": ("Value", "取值"),
    "required": ("required", "必填"),
    "see_above": ("see above", "见上"),
    "needed": ("Required: ", "必填："),
    "way_or": (", or ", "，或 "),
    "further": ("; and ", "；另写 "),
    "and": (" and ", " 与 "),
    "comma": (", ", "、"),
    "colon": (": ", "："),
    "stop": (".", "。"),
    "also_at": ("Also at ", "也用于 "),
    "top": ("Top level", "顶层"),
    "own_conditions": (
        "Beside these keys: the name of a condition of one's own, with what holds under it.",
        "除这些键外，可写自定义条件的名称，其下为该条件的参数。",
    ),
    "every_kind": ("Keys of every requirement", "每条需求的键"),
    "measured": ("Keys of every measured requirement", "每条实测需求的键"),
    "own_keys": ("{kind} also takes", "{kind} 另有"),
    "with_measured": (
        "All of them take the [keys of every requirement](#{every}), all but `algorithm_report` and `capability` the "
        "[keys of every measured requirement](#{measured}) too.",
        "各种类都可写[每条需求的键](#{every})；除 `algorithm_report` 与 `capability` 外，"
        "还可写[每条实测需求的键](#{measured})。",
    ),
    "kind": ("Kind", "种类"),
    "metric": ("Metric where left out", "不写时的指标"),
    "metric_name": ("Metric", "指标"),
    "item": ("Item", "能力项"),
    "passes": ("Passes when", "通过准则"),
    "evidence": ("Evidence", "证据"),
    "quantities": ("A number is of", "数值的含义"),
    "better": ("Better is", "更优"),
    "less": ("less", "较小"),
    "more": ("more", "较大"),
    "name": ("Name", "名称"),
    "quantity": ("Quantity", "量"),
    "written_units": ("Units as written", "可写的单位"),
    "prefixes": ("; with {prefixes} before it", "；前面可加 {prefixes}"),
    "bits": ("Bits", "位"),
    "scales": ("Scale factors of its own", "自带的缩放因子"),
    "scale": ("{bytes} B for every {per}", "每 {per} 个 {bytes} B"),
    "algorithm": ("Algorithm", "算法"),
    "formula": ("Formula", "公式"),
    "holds_for": ("Runs on", "适用"),
    "options": ("Options", "选项"),
    "source": ("Source", "来源"),
    "folded": ("p not 2^k", "p 非 2^k"),
    "alike": ("The algorithms of `{name}`, with shares that may differ.", "算法与 `{name}` 相同，各份大小可以不同。"),
    "aliases": ("Other names", "别名"),
    "symbols": ("Symbols", "符号"),
    "says": ("Says", "含义"),
    "do": ("What to do", "如何处理"),
    "in_place_of": ("{wrong} in place of {right}", "{wrong}，应为 {right}"),
    "note": ("A remark: it stays a warning under review.", "仅为提示：评审中仍是警告。"),
    "group.verifiability": ("Verifiability", "可验证性"),
    "group.physics": ("Physics", "物理"),
    "group.text": ("Text", "文字"),
    "group.lifecycle": ("Lifecycle", "生命周期"),
    "quantity.time": ("time", "时间"),
    "quantity.bandwidth": ("bandwidth", "带宽"),
    "quantity.size": ("size", "大小"),
    "quantity.ratio": ("ratio", "比例"),
    "quantity.rate": ("rate of messages", "消息速率"),
    "quantity.factor": ("factor", "倍数"),
    "quantity.none": ("plain number", "无单位的数"),
}


def words(language: Language) -> dict[str, str]:
    """The words in one language."""
    return {key: pair[language == "zh"] for key, pair in WORDS.items()}
