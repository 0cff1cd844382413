"""Writes the Chinese of click's own sentences in the form that gettext reads: ``python -m tests.chinese.messages``."""

import json
import struct
from pathlib import Path

LOCALE = Path(__file__).parents[2] / "estimator" / "cli" / "locale"
SOURCE = LOCALE / "zh" / "LC_MESSAGES" / "messages.po"
BINARY = SOURCE.with_suffix(".mo")
MAGIC, HEAD = 0x950412DE, 7 * 4


def entries(text: str) -> dict[str, str]:
    """The sentences of a .po file whose texts stand on one line each; both forms of one are joined by a zero byte."""
    found = {}
    for block in text.split("\n\n"):
        pairs = (line.partition(" ") for line in block.splitlines() if not line.startswith("#"))
        lines = {key: json.loads(quoted) for key, _, quoted in pairs}
        if "msgid_plural" in lines:
            found[f"{lines['msgid']}\0{lines['msgid_plural']}"] = lines["msgstr[0]"]
        elif lines:
            found[lines["msgid"]] = lines["msgstr"]
    return found


def binary(catalogue: dict[str, str]) -> bytes:
    """The bytes of a .mo file: a head, two tables of lengths and offsets, and the texts, sorted by the original."""
    pairs = [(en.encode(), zh.encode()) for en, zh in sorted(catalogue.items())]
    tables, texts = b"", b""
    start = HEAD + 16 * len(pairs)
    for side in (0, 1):
        for pair in pairs:
            tables += struct.pack("<II", len(pair[side]), start + len(texts))
            texts += pair[side] + b"\0"
    count = len(pairs)
    head = struct.pack("<7I", MAGIC, 0, count, HEAD, HEAD + 8 * count, 0, HEAD + 16 * count)
    return head + tables + texts


if __name__ == "__main__":
    BINARY.write_bytes(binary(entries(SOURCE.read_text("utf-8"))))
