"""A small page that keeps the script's contract: a sortable table, cards, filters, links."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape

from estimator.report.review.script import script
from tests.report.documents import assets

SCRIPT = script(assets().templates)
ROWS = [
    ("op-dispatch", "派发", 12.25, "cut", 82, "moe_dispatch"),
    ("op-tp", "张量并行收集", 1.38, "bandwidth", 1, "tp_gather"),
    ("op-counts", "专家计数", 0.0944, "latency", 81, "expert_counts"),
    ("op-none", "权重同步", None, "bandwidth", 100, "weight_sync"),
]
CARDS = [
    ("CCL-A2AV-01", "跨机变长全交换", "must", "collective_time"),
    ("CCL-AG-01", "专家计数收集的延迟", "must", "latency_floor"),
    ("CCL-OBS-01", "Report of algorithm and path", "should", "observability"),
]


def table() -> str:
    """The overview: four rows, one of them without a number."""
    head = '<tr><th data-s="t">名称</th><th data-s="n">时间</th><th>受限于</th></tr>'
    body = "".join(
        f'<tr data-item id="{id_}" data-limit="{limit}" data-assumed="{assumed}"><th>{name}<small>{code}</small></th>'
        f"<td{'' if time is None else f' data-k={time}'}>{'—' if time is None else time}</td><td>{limit}</td></tr>"
        for id_, name, time, limit, assumed, code in ROWS
    )
    return f'<table data-sortable id="overview"><thead>{head}</thead><tbody>{body}</tbody></table>'


def cards() -> str:
    """Three requirement cards, the first with folded details."""
    return "".join(
        f'<article class="card" data-item id="{id_}" data-priority="{priority}" data-kind="{kind}"><h3>{escape(title)}'
        f'</h3><details><summary>…</summary><p id="{id_}-more">more</p></details><p data-link></p></article>'
        for id_, title, priority, kind in CARDS
    )


def tools() -> str:
    """Search and chips over both containers, hidden until the script runs."""
    chips = [("priority", ""), ("priority", "must"), ("priority", "should"), ("limit", "cut"), ("limit", "bandwidth")]
    buttons = "".join(
        f'<button type="button" data-f="{f}" data-v="{v}" aria-pressed="false">{f} {v}</button>'
        for f, v in [*chips, ("assumed", ">50")]
    )
    search = '<input type="search" data-search aria-label="search">'
    return f'<div data-tools="#cards, #overview" hidden>{search}{buttons}<output data-count></output></div>'


def page(source: str = SCRIPT) -> str:
    """The whole page under a policy that allows this one script by its hash and nothing from elsewhere."""
    digest = b64encode(sha256(source.encode()).digest()).decode()
    policy = f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    words = json.dumps(
        {"lang": "zh", "copy": "复制链接", "copied": "已复制", "shown": "{n} / {all}", "spec": "规范 {t}"}
    )
    return (
        f'<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>t</title><meta '
        f'http-equiv="Content-Security-Policy" content="{policy}"><meta name="viewport" content="width=device-width">'
        "<style>[hidden]{display:none!important}.card{display:block}</style></head><body>"
        f'{tools()}{table()}<div id="cards">{cards()}</div>'
        f'<script type="application/json" id="page-words">{words}</script><script>{source}</script></body></html>'
    )
