"""The blocks that a look can fill, template by template, with what each holds: (Chinese, English)."""

from __future__ import annotations

from collections.abc import Mapping

from estimator.report.sections.order import ORDER

Blocks = Mapping[str, tuple[str, str]]
_SECTION: Blocks = {
    "lead": ("节首的说明", "what the section begins with"),
    "body": ("节的其余内容", "all the rest of the section"),
}
_HEAD: Blocks = {
    "title": ("浏览器标签页与 PDF 属性中的标题，只写文字", "the title in the browser's tab and of the PDF, text alone"),
    "top": ("封面之前；通常为空", "above the cover; empty as it is"),
}
_COVER: Blocks = {
    "logo": ("标识，文件夹中有时才显示", "the logo, where the folder has one"),
    "kick": ("标题上方的一行", "the line above the title"),
}
BLOCKS: Mapping[str, Blocks] = {
    "page.html.j2": {
        **_HEAD,
        "section_title": ("各节标题中的文字", "the text in the heading of each section"),
        "end": ("正文之后；通常为空", "below the text; empty as it is"),
    },
    "cover.html.j2": {
        **_COVER,
        "title": ("文档标题，只写行内标记", "the title of the document, inside its heading"),
        "subtitle": ("平台一行", "the line on the platform"),
        "facts": ("状态、版本、指纹、批准等表格行", "the rows on status, version, fingerprint, approval and so on"),
        "closing": ("预算是否闭合", "whether the budget closes"),
        "strip": ("假设占比、先测什么、签署前须解决", "what rests on assumptions, what to measure, what to settle"),
        "requirements": ("需求一览与首要必须项", "all requirements by their ids, and the musts to look at first"),
        "end": ("封面末尾；通常为空", "the end of the cover; empty as it is"),
    },
    "closing.html.j2": {
        "question": ("「预算是否闭合」的问句", "the question whether the budget closes"),
        "end": ("各项之和以下；通常为空", "below the sums; empty as it is"),
    },
    "card.html.j2": {
        "chips": ("等级与种类的标记", "the marks of level and kind"),
        "title": ("编号之后的标题", "the title after the id"),
        "scale": ("限值在估算区间上的位置", "the limit on the scale of the estimate"),
        "sentence": ("需求的句子", "the sentence of the requirement"),
        "acceptance": ("验收条件", "what is accepted"),
        "commands": ("测试命令", "the command lines of the test"),
        "cells": ("限值表", "the table of limits"),
        "links": ("理由、出处与关联", "rationale, origin and links"),
        "answer": ("应答栏", "the place for the answer"),
        "end": ("需求卡末尾；通常为空", "the end of the card; empty as it is"),
    },
    "figure.html.j2": {"caption": ("图号与图题", "number and caption of a figure")},
    **{f"{entry.name}.html.j2": _SECTION for entry in ORDER},
    "acceptance.html.j2": {
        **_HEAD,
        **_COVER,
        "heading": ("验收报告的标题", "the title of the acceptance report"),
        "facts": ("报告信息的表格行", "the rows on the report"),
        "strip": ("是否闭合与判定一览", "whether the step closes, and all verdicts"),
        "failing": ("不通过的需求与差距", "what fails and by how much"),
        "verdicts": ("逐条判定", "the verdict on each requirement"),
        "cells": ("逐格判定", "the verdict on each cell"),
        "budget": ("实测用时的预算", "the budget with measured times"),
        "coverage": ("未测的格", "cells that were not run"),
        "handed": ("提交的证据与豁免", "evidence and waivers"),
        "input": ("未采用的输入", "input that was not used"),
        "sign": ("双方签署处，仅打印", "where both sides sign, in print alone"),
        "end": ("报告末尾；通常为空", "the end of the report; empty as it is"),
    },
    "offers.html.j2": {
        **_HEAD,
        **_COVER,
        "heading": ("供应商对照的标题", "the title of the comparison of vendors"),
        "step": ("各供应商的一步", "the step with each vendor"),
        "each": ("逐条对照", "each requirement beside the others"),
        "end": ("对照末尾；通常为空", "the end of the comparison; empty as it is"),
    },
}
"""``tests/report/looks/test_blocks`` holds them against the templates and ``docs/looks.md``."""
