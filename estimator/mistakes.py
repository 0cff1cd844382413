"""Kinds of mistakes: the id that a message carries, what it means, what to do, and an example that is tried."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from estimator.phrase import Phrase


class Mistake(NamedTuple):
    """A kind of mistake. ``wrong`` in the place of ``right``, which stands in the starter spec, is an example of it.

    ``messages``: a pattern of the English templates that are of this kind.
    """

    id: str
    en: str
    zh: str
    hint_en: str
    hint_zh: str
    wrong: str
    right: str
    messages: str


OTHER = "does-not-fit"
"""The kind of what is right by itself, and not beside the rest."""
_ALL = (
    Mistake("look", "a file of the document's own look is not in order", "文档自有外观中的文件有误",
            "mend it at the place named; commspec look lists the blocks and phrases that there are",
            "在所指之处改正；commspec look 列出可用的区块与措辞", "", "",
            r"which runs a script|@import|no phrase has|no mapping from ids|cannot be filled in|no template"
            r"|has no block|two logos|is closed$|cannot be placed|another SHA-256|its style loads|keeps its own look"
            r"|no valid CSS|runs and loads nothing|out of the picture|is no SVG|for a logo|^no text$|file of a look"
            r"|^a look has|has the instruction|is outside the page|braces of the text|text is left out"
            r"|no place in a page|^\{variable\} has no|extends (?:another|two)|outside the blocks|escaping of values"
            r"|which every page|no whole PNG|^has no size|not named in place|would end the style sheet"
            r"|there is no tag|no field \{name\}"),
    Mistake("yaml-tab", "a tab indents a line", "用制表符缩进",
            "indent with spaces", "用空格缩进",
            "\tnodes: 4", "  nodes: 4", "a tab indents"),
    Mistake("yaml-quote", "a quotation mark opens and is not closed", "引号没有结束",
            "close it on its line", "在同一行补上引号",
            'version: "0.1.0', 'version: "0.1.0"', "quotation mark opens"),
    Mistake("full-width", "a full-width sign of a Chinese input method", "中文输入法的全角符号",
            "write its plain form", "改写为半角",
            "nodes：4", "nodes: 4", "full-width"),
    Mistake("yaml-indent", "a line stands further in or out than its neighbours", "缩进与相邻各行不一致",
            "indent the keys of one mapping alike", "同一映射的各键用相同的缩进",
            "   nodes: 4", "  nodes: 4", "indented by"),
    Mistake("yaml-colon", "a colon, or the space after it, is left out", "漏写冒号或其后的空格",
            "write key: value", "写 key: value",
            "nodes:4", "nodes: 4", "the colon of|no colon after"),
    Mistake("said-twice", "two keys, or two places, say the same thing", "两个键或两处说同一件事",
            "keep one of the two", "只留一个",
            "tensor: {shape: [2], bytes: 8 B, dtype: fp32, semantics: input}",
            "tensor: {shape: [2], dtype: fp32, semantics: input}",
            "both (?:say|give|mark)|two limits|twice|defines it too|already|beside a send matrix|"
            "an operation and a collective|says it|source at the top too|from say where|are both marked"),
    Mistake("yaml", "the text is no YAML, or of a part of YAML that a spec does not have",
            "不是有效的 YAML，或用了规格没有的写法",
            "mend it at the place named", "在所指之处改正",
            "algorithm: {name: ring\n", "algorithm: {name: ring}\n",
            "YAML|aliases|merge keys|without a value|has no value|key that is no text|control character|the tag "
            "|nested more|^no value$|comma inside|nothing is open"),
    Mistake("file", "a file is not there, cannot be read, or is not what it should be", "文件不存在、读不了或内容不对",
            "name a file inside the spec's folder, in UTF-8", "写规格所在文件夹内的 UTF-8 文件",
            "budget: !include budget.yaml",
            "budget: {step: 1 s, exposed_communication: 20 %, operations: {gradients: 55 ms}}",
            r"cannot (?:read|include)|the spec's folder|larger than|UTF-|^the file "
            r"|includes (?:itself|are)|^files are not"
            r"|included files|is not (?:JSON|CSV)|holds no numbers|is no table"
            r"|is no list of rows|^row \{row\}|a whole spec|^the file holds \{found\}"),
    Mistake("unknown-key", "a key that the language does not have at this place", "该处没有这个键",
            "the nearest key is named; all of them are in the reference", "已给出最接近的键；全部键见参考手册",
            "reductoin: sum", "redop: sum", "^unknown key"),
    Mistake("missing-key", "a key that must be written is not there, or holds nothing", "必须写的键没有写，或内容为空",
            "add it", "补写",
            "tensor: {shape: [2], dtype: fp32}", "tensor: {shape: [2], dtype: fp32, semantics: input}",
            r"is missing|are missing|^no \{missing\}$|is empty$|has nothing in it"),
    Mistake("unknown-name", "a name that nothing defines", "没有定义的名称",
            "write a name that is there, or define it", "写已有的名称，或定义它",
            "groups: [dpp]", "groups: [dp]", "^there is no |^no operation '|^the spec has no sources"),
    Mistake("bits-or-bytes", "a unit that may mean bits or bytes", "单位分不清是比特还是字节",
            "write Gbit/s or GB/s, Gbit or GB", "写 Gbit/s 或 GB/s",
            "rate: 400 gb/s", "rate: 400 Gbit/s", "bits or bytes|letter from bits"),
    Mistake("no-unit", "a number without its unit", "数没有单位",
            "write the unit", "写上单位",
            "rate: 224", "rate: 224 GB/s", "has no unit"),
    Mistake("unknown-unit", "a unit that is none, or something beside number and unit",
            "单位未知，或数与单位之外还有别的内容",
            "write a number and a unit of the reference", "写数与参考手册中的单位",
            "at_most: 20 micros", "at_most: 20 us",
            "unknown unit|(?:separator|letter) in its|names a statistic|compares"),
    Mistake("other-quantity", "a quantity of another kind than the place takes", "量的种类不对",
            "write one of the kind that is named", "写所指种类的量",
            "rate: 224 GB,", "rate: 224 GB/s,",
            r"is a size, not|is a \{other\}|is a \{kind\}, and|is not a \{kind\}|is not a quantity"),
    Mistake("wrong-order", "the ends of a pair or range stand the wrong way round", "成对的值或区间的两端顺序反了",
            "write the optimistic value first, the smaller end of a range first", "乐观值写在前；区间小的一端写在前",
            "alpha: [12 us, 8 us]", "alpha: [8 us, 12 us]", "wrong order|not rise|is below 1:1"),
    Mistake("not-a-choice", "a word that is none of those the key takes", "不在该键可写的词之中",
            "write one of the words named", "写所列的词之一",
            "collective: allreduce", "collective: all_reduce",
            r"is not known here|is no kind|is no condition|is no known|is no boundary|is no \{type\}|who gets a copy"
            "|unknown way|is no axis|says nothing about a ring|no kind of group"),
    Mistake("out-of-range", "a number that is too small or too large for its place", "数过小或过大",
            "write a number inside the range named", "写所给范围内的数",
            "overlap: [8, 3]", "overlap: [0.8, 0.3]",
            r"is too (?:small|large)|is negative|is outside|is below 1|must be more|line rate is above|many to lay out"
            r"|entries$|in all|too long|rows; at most|\{cells\} cells of|are more than the|0 steps"),
    Mistake("wrong-form", "a value of another form: a text for a number, a list for a mapping",
            "值的形式不对：该写数而写了文字等",
            "write it as the example shows", "照例子写",
            "repeats: five", "repeats: 5",
            r"^\{value\}|^\{text\} is no|^\{title\}|^\{word\} is no|is \{kind\}, not a mapping"
            r"|^a list of|numbers, and the first"
            r"|numbers, and there are|^row \{number\}|deeper in lists|is not a number"),
    Mistake("half-said", "one thing is said without the other that it needs", "只写了一半：缺与之配套的键",
            "add what is named, or remove it", "补写所指的键，或删去",
            "limit: {at: 8 B, tolerance: 5 %}", "limit: {at_most: 20 us, at: 8 B, tolerance: 5 %}",
            "without|^neither|^no limit|no parameter is stated|is a share of the link|needs the number|nothing to share"
            "|a choice of nothing|has no choices|alone does not say"),
    Mistake("no-effect", "what is written changes nothing", "写了而不起作用",
            "remove it, or write what lets it count", "删去，或写出使其起作用的内容",
            "groups:\n  spare: {size: 16, ranks_per_node: 8, levels: [scale_up, scale_out]}\n", "groups:\n",
            "no effect|moves no bytes|reduces nothing|carries its own|replaces the skew|nothing is sent by"),
    Mistake("cannot-run", "an algorithm that cannot run on this group", "算法不能在该组上运行",
            "choose another algorithm or group", "换算法或组",
            "algorithm: {name: torus_ring}", "algorithm: {name: ring}",
            r"cannot run|cannot send|^no \{algorithm\}|as many ranks in every unit"),
    Mistake("too-good", "a condition is better than the one it is harder than", "条件的参数优于比它容易的条件",
            "make it no better", "不要写得更好",
            "with_compute: {alpha: [7 us, 15 us]", "with_compute: {alpha: [9 us, 15 us]",
            r"^more bandwidth|^a smaller start-up|^\{word\} than|is below the skew's"),
    Mistake("not-given", "numbers that the estimate needs are not there", "缺少估计所需的参数",
            "add them", "补写",
            "# with_compute: {alpha: [9 us, 15 us]", "with_compute: {alpha: [9 us, 15 us]",
            "no parameters for|no T0 for"),
    Mistake("circle", "names that lead back to themselves", "名称绕回自身",
            "break the circle", "断开这个环",
            "conditions: {night: {like: night}}\n\nbudget:", "budget:",
            "circle|itself in the end|names itself"),
    Mistake("name-taken", "a name that means something else already", "名称已有别的含义",
            "give it another name", "换一个名称",
            "conditions: {multi_group: {like: exclusive}}\n\nbudget:", "budget:",
            r"^\{name\} is \{taken\}|means something else|levels are named|is called so|is the node, and"),
    Mistake("not-derived", "layout, model or step do not give what is taken from them",
            "布局、模型或步中没有所取的内容",
            "add the section, or take something that is there", "补写该节，或取其中有的内容",
            "tp: {from_layout: tp}\n", "tp: {size: 8,  ranks_per_node: 8, at_once_per_node: 1, levels: [scale_up]}\n",
            r"the spec has no|inference has no|step of this model|come from the layout|no layout holds|has no levels$"
            "|no value that is a name|a value that is no name"),
    Mistake("no-limit-follows", "no limit follows from the estimate, the link or the budget",
            "由估计、链路或预算得不出限值",
            "write a number, or add what is named", "写一个数，或补写所指的内容",
            "limit: {at_least: {derive: budget}} ", "limit: {at_least: estimate.conservative} ",
            "says nothing about this|line rate|the budget|no budget|a budget gives|no time follows|no derived limit"
            "|measures no call"),
    Mistake("set-nothing", "an option that sets a value names no place or no value", "设定值的选项没有写对位置或值",
            "write PATH=VALUE", "写 PATH=VALUE", "", "",
            "sets nothing|no single value|is no value|nothing below it|counted from 0|such place|no entry"
            "|no mapping|values$|no value and no list"),
    Mistake("handed-in", "a table, an answer, a remark or evidence that is handed in does not say what is asked for",
            "交来的表、答复、批注或证据与所要求的不符",
            "mend it at the place named, or export the form again", "在所指之处改正，或重新导出表格填写", "", "",
            r"^one side alone|none of the logs|^--(?:column|unit|skip)|row of heads|column is known|such column"
            r"|is not used|formula|path alone|under \{condition\} is|^no row says|how the \{size\} ranks lie"
            r"|holds no (?:columns|answers)|\{nodes\} nodes are not"
            r"|^these are answers|is no cell of it|cell of it$|no number is asked for|does not pass the limit"
            r"|rests on nothing|no date|sha256:|file that was named|fingerprint|requirement of the spec|^no requirement"
            r"|merged|--rows|its row is gone|no sheet"
            r"|no XML|document type|holds too much|remark|no JSON|check of the row|more SHA|two rows of it"),
    Mistake(OTHER, "parts that are right by themselves do not fit together", "各部分单独看没有错，放在一起不相容",
            "change one of the two numbers named", "改所指的两个数之一",
            "dp: {size: 64, ranks_per_node: 8", "dp: {size: 32, ranks_per_node: 8",
            r"^no path \{where|of kind \{(?:group|kind|name)\}|not (?:fill|fit|fall|divide|lie|say where|join)"
            r"|\} divide|\{name\} is \{size|the expert layers'|ranks apart|ranks per node$|^no (?:sizes|\{what\})"
            r"|not about|nothing of \{group|^\{name\}: \{why|is \{collective|says nothing about \{coll|no cut around"
            r"|has no \{key|are given \{given|cannot s(?:hare|it)|paths cross nodes|surround|which path joins"
            r"|with another content|platform has|ranks of a group on|nodes hold|stages|mistakes, of which|^units of"
            r"|whole (?:machine|number|ones)|has no NIC|names no NICs|a group (?:on|with)|group spans"
            r"|are physically there|is no ring|is \{given|joins|and its level lies|needs \{needed|gives no link"
            r"|too many ranks|and the machine has|^\{count\} of the|^\{what\}: they|one unit on|reach beyond|shape has"
            r"|numbers in the histogram|is more than|tokens of|heads|experts on|layers of"),
)  # fmt: skip
MISTAKES: Mapping[str, Mistake] = MappingProxyType({one.id: one for one in _ALL})
_AROUND = re.compile(r"^no valid YAML: \{message\}$|^\{message\}, which ")
"""Templates about a message that they put in."""


def mistake_of(message: str) -> str:
    """The id of the kind of mistake that a message is of."""
    if not isinstance(message, Phrase):
        return _named(message)
    inner = message.fields.get("message")
    return (
        mistake_of(inner) if _AROUND.search(message.template) and isinstance(inner, str) else _named(message.template)
    )


def known_kind(template: str) -> str | None:
    """The kind that an English template is of, None where no kind knows it."""
    return next((name for name, pattern in _patterns() if pattern.search(template)), None)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Compiled once something is wrong: a spec in order needs none of them."""
    return tuple((one.id, re.compile(one.messages)) for one in _ALL if one.messages)


def _named(template: str) -> str:
    return known_kind(template) or OTHER
