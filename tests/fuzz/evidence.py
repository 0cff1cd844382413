"""Command lines about measurements, versions and vendors, on logs, traces and answers good and spoilt."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random

from tests.fuzz.bases import text_of
from tests.fuzz.nasty import VALUES, another_count, another_value, cut, encoded, letter, line_again, many, without_line
from tests.fuzz.trial import Input
from tests.judge.logs import nccl
from tests.tools.readers.test_fuzz import TEXTS

SIZES = {1 << exponent: 2e-5 + (1 << exponent) / 4e10 for exponent in range(10, 31, 2)}
LOGS = (*TEXTS, nccl(SIZES), nccl(SIZES, program="reduce_scatter_perf", ranks=64))
CALL = {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "pid": 0, "tid": 7}
STEP = {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1", "pid": 0, "tid": 1, "ts": 0, "dur": 900}
TRACE = {
    "schemaVersion": 1,
    "distributedInfo": {"backend": "nccl", "rank": 0, "world_size": 64},
    "traceEvents": [STEP, *({**CALL, "ts": 100 * n, "dur": 50, "args": {"In msg nelems": 4096}} for n in range(1, 4))],
}
SPOILS = (another_value, another_count, cut, letter, line_again, many, without_line)
FORMATS = ("text", "json", "csv", "md", "jsonl", "junit", "xml")
WHERE = ("--collective", "--ranks", "--nodes", "--ranks-per-node", "--path", "--condition", "--hardware")
TOLD: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(("--ranks", "--nodes", "--ranks-per-node"), ("16", "8", "0", "-1", "1048577", "9" * 30, "x")),
    "--collective": ("all_reduce", "all_to_all", "nope", "\u202e"),
    "--path": ("scale_out", "scale_up", "x", ""),
    "--condition": ("exclusive", "with_compute", "x"),
    "--hardware": ("H100", "\udcff", "=cmd()"),
    "--manifest": ("m.yaml", "s.yaml", "nowhere.yaml", "a/"),
    "--evidence": ("e.yaml", "l.log", "nowhere.yaml"),
    "--out": ("o", "o.xlsx", "o.yaml", "s.yaml", "a/", "/dev/full", "x" * 300),
    "--lang": ("zh", "en", "fr"),
    "--date": ("2026-12-01", "2026-13-01", "x"),
    "--predict": ("4 MiB, 64 MiB", "0 B", "1e30 B", "x"),
    "--platform": ("p.yaml", "a/", "s.yaml"),
    "--apply": ("s.yaml", "p.yaml", "nowhere.yaml"),
    "--within": ("1.5", "0", "-1", "nan", "1e400", "x"),
    "--for": ("platform.paths.scale_out.exclusive.bandwidth", "operations.gradients.overlap", "x.y", ""),
    "--until": ("step.exposed <= 1 s", "operations.gradients.time <= 14 ms", "x", "step.exposed <= 1e400 s"),
    "--set": ("platform.knee.k=0", "x", "document.title=\u202e"),
    "--points": ("3", "0", "-1", "9" * 20),
    "--only": ("CCL-AR-01", "nope"),
    "--what": ("estimates", "requirements", "cells", "x"),
    "--vendor": ("A", "", "=x", "\udcff"),
    "--variant": ("A=p.yaml", "A", "=x"),
    "--groups": ("1", "8", "0"),
    "--iterations": ("20", "0", "9" * 30),
    "--over-ranks": ("mean", "one", "x"),
    "--format": FORMATS,
    "--plot": ("p.svg", "a/", "p.txt"),
}
LINES: Sequence[tuple[tuple[str, ...], tuple[str, ...]]] = (
    (("read", "LOG"), ("--format", "--manifest", *WHERE)),
    (("fit", "LOG"), ("--predict", "--format", "--platform", "--apply", "--date", "--manifest", "--plot", *WHERE)),
    (("accept", "s.yaml", "LOG", "--no-pdf"), ("--format", "--evidence", "--out", "--lang", "--date", "--groups",
                                               "--iterations", "--over-ranks", "--manifest", *WHERE)),
    (("diagnose", "s.yaml", "LOG"), ("--format", "--lang", "--manifest", *WHERE)),
    (("trace", "s.yaml", "t.json"), ("--within", "--format")),
    (("trace", "s.yaml", "LOG"), ("--format",)),
    (("solve", "s.yaml", "--for", "platform.paths.scale_out.exclusive.bandwidth"), ("--until", "--set", "--points",
                                                                                    "--format", "--plot", "--for")),
    (("diff", "s.yaml", "n.yaml"), ("--format",)),
    (("kit", "s.yaml"), ("--out", "--only")),
    (("explain", "s.yaml", "gradients"), ("--lang",)),
    (("explain", "no-limit"), ("--lang",)),
    (("export", "s.yaml"), ("--what", "--format", "--lang", "--out")),
    (("release", "s.yaml"), ()),
    (("platforms", "hgx_h100"), ()),
    (("platforms",), ("--format",)),
    (("respond", "export", "s.yaml", "--vendor", "A"), ("--out", "--vendor")),
    (("respond", "import", "s.yaml", "r.yaml"), ("--format",)),
    (("respond", "compare", "s.yaml", "r.yaml"), ("--format", "--out", "--variant", "--lang")),
    (("completion", "bash"), ()),
    (("schema", "export"), ()),
)  # fmt: skip
ANSWERS = "answers: 1\nvendor: A\ndocument: {id: X, version: '0.1'}\nrequirements:\n  R-1: {state: comply}\n"


def make(draw: Random) -> Input:
    """One of these command lines beside a spec, a changed one, a log, a trace, answers and a manifest."""
    spec = text_of("templates/starter.yaml")
    files = {
        "s.yaml": spec.encode() if draw.random() < 0.8 else encoded(_spoilt(spec, draw), draw),
        "n.yaml": encoded(_spoilt(spec, draw), draw),
        "p.yaml": b"name: x\n",
        "l.log": encoded(_spoilt(draw.choice(LOGS), draw), draw),
        "t.json": encoded(_spoilt(json.dumps(TRACE, indent=draw.choice([None, 1])), draw), draw),
        "r.yaml": encoded(_spoilt(ANSWERS, draw), draw),
        "m.yaml": encoded(_spoilt("l.log: {ranks: 16, nodes: 2, condition: exclusive}\n", draw), draw),
        "e.yaml": encoded(_spoilt("evidence: []\n", draw), draw),
        "a/": b"",
    }
    words, options = draw.choice(LINES)
    line = [draw.choice(["l.log"] * 8 + ["t.json", "a", "nowhere", "-"]) if word == "LOG" else word for word in words]
    for option in draw.sample(options, min(len(options), draw.choice([0, 0, 1, 1, 2, 4]))):
        value = draw.choice(TOLD[option]) if draw.random() < 0.85 else draw.choice(VALUES).replace("\0", "")
        line += [option, value]
    return Input(files, line)


def _spoilt(text: str, draw: Random) -> str:
    for _ in range(draw.choice([0, 1, 1, 2])):
        text = draw.choice(SPOILS)(text, draw)
    return text
