"""The paragraphs of the reference that no model says: how values are written, symbols of formulas, mistakes."""

from estimator.spec.values.base import Language

VALUES: dict[Language, str] = {
    "en": """\
* **quantity**: a number and a unit in one text, `5 us`, `400 Gbit/s`, `1 MiB`, `15 %`; what could be read in two ways
  is refused. The units are [below](#units).
* **pair**: one quantity for both ends, or `[optimistic, conservative]`; which end is the larger one says the meaning of
  the key.
* **text**: one text for both languages, or `{zh: ..., en: ...}`.
* **name**: letters, digits, `_`, `.`, `-`, at most 80. **name in X**: a name that the section X defines.
* **list**: `[a, b]`. **one or a list**: `a` or `[a, b]`.
* Any section can stand in a file of its own: `platform: !include platforms/hgx_h100.yaml`.""",
    "zh": """\
* **数值**：数与单位写成一段文字，如 `5 us`、`400 Gbit/s`、`1 MiB`、`15 %`；有歧义的写法会被拒绝。单位见[下文](#单位)。
* **成对**：两端相同时写一个数值，否则写 `[乐观, 保守]`；哪一端较大由键的含义决定。
* **文字**：一段文字用于两种语言，或写 `{zh: ..., en: ...}`。
* **名称**：字母、数字、`_`、`.`、`-`，至多 80 个字符。**X 中的名称**：由 X 一节定义的名称。
* **列表**：`[a, b]`。**单个或列表**：`a` 或 `[a, b]`。
* 任何一节都可放在单独的文件中：`platform: !include platforms/hgx_h100.yaml`。""",
}

SYMBOLS: dict[Language, str] = {
    "en": """\
n is the size of the collective [B], p the ranks of the group, g its ranks on a node, m = p / g; alpha the start-up of a
message [s], beta the time of a byte on the path [s/B], gamma that of reducing a byte [s/B]. T is what the algorithm
takes; T0, the knee and bounds come on top.""",
    "zh": """\
n 为集合操作的大小 [B]，p 为组的 rank 数，g 为组在一机上的 rank 数，m = p / g；alpha 为一条消息的启动时延 [s]，beta 为
路径上每字节的时间 [s/B]，gamma 为规约每字节的时间 [s/B]。T 为算法自身的用时；T0、拐点与下界另计。""",
}

MISTAKES: dict[Language, str] = {
    "en": """\
What `check` refuses whatever the status. A slip gives one message, at its place and with its id; what follows from it
is silent.""",
    "zh": """\
无论文档处于何种状态，`check` 都会拒绝的错误。一处失误只报一条，指向其所在位置并带编号；由它引起的后果不另报。""",
}
