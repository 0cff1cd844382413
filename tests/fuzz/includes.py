"""Specs in several files that include one another: missing, empty, in circles, elsewhere, of the wrong kind."""

from __future__ import annotations

import re
from random import Random

from tests.fuzz.bases import PLATFORM, base
from tests.fuzz.nasty import encoded, mutated, value
from tests.fuzz.trial import Input

SECTIONS = ("platform", "groups", "operations", "requirements", "sources", "document", "conditions", "frozen", "budget")
NAMES = (
    *(
        "p.yaml",
        "a/p.yaml",
        "a/b/q.yaml",
        "../p.yaml",
        "/etc/passwd",
        "./p.yaml",
        "a/../p.yaml",
        "p.yaml/",
        ".",
        "..",
        "a",
    ),
    *(
        "s.yaml",
        "nowhere.yaml",
        "P.yaml",
        "p.yml",
        "\udcff.yaml",
        "p\u202e.yaml",
        "字.yaml",
        "a b.yaml",
        "x" * 300,
        "''",
    ),
    *(
        "link.yaml",
        "loop.yaml",
        "out.yaml",
        "file:p.yaml",
        "a\\p.yaml",
        "p.yaml#x",
        "~/p.yaml",
        "[p.yaml]",
        "{a: p.yaml}",
    ),
)
REAL = ("p.yaml", "a/p.yaml", "a/b/q.yaml", "字.yaml", "a b.yaml")


def make(draw: Random) -> Input:
    """A spec, the files that it might include, and a command on it."""
    main, files = base(draw), {}
    for _ in range(draw.choice([1, 1, 2, 3])):
        name = draw.choice(REAL) if draw.random() < 0.6 else draw.choice(NAMES)
        section = draw.choice(SECTIONS)
        main, part = _taken_out(main, section, f"{draw.choice(['!include'] * 9 + ['!inc', '!Include', ''])} {name}")
        for real in REAL:
            if real == name or draw.random() < 0.2:
                files[real] = _content(draw, part)
    if draw.random() < 0.3:
        main = mutated(main, draw)
    files["s.yaml"] = encoded(main, draw)
    files["a/"] = b""
    links = {"link.yaml": "p.yaml", "loop.yaml": "loop.yaml", "out.yaml": "/etc/hostname"}
    return Input(files, _command(draw), links if draw.random() < 0.3 else {})


def _taken_out(text: str, section: str, instead: str) -> tuple[str, str]:
    """A spec with one section replaced, and that section as a file of its own."""
    found = re.search(rf"(?m)^{section}:[^\n]*\n((?:[ #][^\n]*\n|\n)*)", text)
    if found is None:
        return text + f"\n{section}: {instead}\n", PLATFORM
    part = re.sub(r"(?m)^  ", "", found[1])
    return text[: found.start()] + f"{section}: {instead}\n" + text[found.end() :], part


def _content(draw: Random, part: str) -> bytes:
    chance = draw.random()
    if chance < 0.4:
        return encoded(part, draw)
    if chance < 0.7:
        return encoded(mutated(part, draw), draw)
    other = draw.choice(NAMES)
    return encoded(
        draw.choice(
            [
                *(
                    "",
                    "# nothing\n",
                    "null\n",
                    "---\n",
                    "a: 1\n---\nb: 2\n",
                    "commspec: 1\n",
                    "[a, b]\n",
                    "text\n",
                    "{" * 50,
                ),
                *(
                    f"!include {other}\n",
                    f"a: !include {other}\n",
                    f"{part}\nx: !include {other}\n",
                    value(draw) + "\n",
                ),
                *("x: &a [1, 2]\ny: *a\n", "\x00\x01", "x: 1\n" * 3000, "- " * 500, "a: " * 500),
            ]
        ),
        draw,
    )


def _command(draw: Random) -> tuple[str, ...]:
    if draw.random() < 0.25:
        name = draw.choice(REAL if draw.random() < 0.7 else NAMES)
        return ("estimate", "s.yaml", "--variant", f"b={name}", "--format", draw.choice(["text", "json", "csv", "md"]))
    return draw.choice(
        [
            *(("check", "s.yaml"), ("check", "s.yaml", "--format", "json"), ("estimate", "s.yaml")),
            *(("check", "link.yaml"), ("check", "s.yaml", "--limits-out", draw.choice(REAL)), ("check", "loop.yaml")),
        ]
    )
