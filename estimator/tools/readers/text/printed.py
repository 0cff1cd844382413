"""From a physical line of a log to the plain text a tool printed: colours, markup, launchers' labels taken off."""

from __future__ import annotations

import html
import re
from typing import NamedTuple

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])|\\u001b\[[0-9;]*m|\x08")
_TAG = re.compile(
    r"</?(?:br|p|pre|code|div|span|td|th|tr|table|tbody|thead|li|ul|ol|b|i|em|strong|tt|a|font|hr|body|html|h[1-6])"
    r"(?:\s[^<>]{0,200})?\s*/?>",
    re.IGNORECASE,
)
_BREAK = re.compile(r"<br\s*/?>|<p>|</?tr[^<>]{0,100}>", re.IGNORECASE)
_TAGGED = re.compile(r"\[\d+,\d+\](?:\[[^\]\s]{1,64}\])?<std(?:out|err)>: ?")
_WEEKDAY = r"(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d \d{4}"
_STAMP = r"\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?"
_TIMES = re.compile(
    rf"\s*(?:{_STAMP}|{_WEEKDAY}|\[\d\d:\d\d:\d\d(?:\.\d+)?\])(?:\s*std(?:out|err) [FP])?(?=[\s\[:|]|$):?\s?"
)
_LABEL = re.compile(
    r"\s*(?:"
    r"\[(\d+,\d+)\](?:\[[^\]\s]{1,64}\])?<std(?:out|err)>:"  # mpirun --tag-output
    r"|\[((?:rank|default)?\d+)\]:?(?=\s)"  # mpiexec -l, torchrun
    r"|(\d+):(?=\s)"  # srun --label
    r"|\[(pod/[^\]\s]{1,200})\]"  # kubectl --prefix
    r"|((?=[\w.-]*[A-Za-z])(?=[\w.-]*\d|localhost)[\w.-]{1,80})(?::(?=\s*(?:#|\d|\||$))|\s+\|(?=\s))"  # pdsh, compose
    r") ?"
)
_WRAP = re.compile(r"""\s*(?:\{\s*"(?:log|message|msg|line|text|content|data)"\s*:\s*"|["'](?=[\s#\d]))""")
_WRAP_END = re.compile(r"""(?:["'],?|",\s*"stream".*)\s*$""")
_QUOTE = re.compile(
    r"\s*(?:(?:> ?)+|# (?=\[\d+,\d+\]<std)|//(?=\s+[#\d])|#(?=\s{2,}\d+\s+\d+(?:\s+\d{1,12}\.\d{1,3}){3,}\s*$))"
)
"""Marks of a mail, and of a whole output that somebody commented out: rows of numbers do not start with one."""
_JOINED = re.compile(rf"(?<=\S)(?=(?:{_STAMP}|{_WEEKDAY}) ?\[\d+,\d+\](?:\[[^\]\s]{{1,64}}\])?<std(?:out|err)>:)")
"""Where two stamped lines of a launcher stand on one, since a break was lost."""
_ESCAPED = re.compile(r"\\(?=[#*_|])")
"""Markdown's backslash before a mark of its own."""
_DIGITS = frozenset("0123456789.")
_MARKS = re.compile(r"[\r\\<&\x1b]")
_PLAIN = re.compile(r"\s*\d+\s+[\d.(]")


class PrintedLine(NamedTuple):
    """One line that a tool printed, and which process's label was on it (empty: none)."""

    origin: str
    text: str


def said(raw: str) -> list[PrintedLine]:
    r"""The printed lines of one physical line: more than one where it holds breaks written as ``\n``, CR or <br>.

    ``[1,0]<stdout>: 8 2 float`` is (``1,0``, ``8 2 float``).
    """
    if _PLAIN.match(raw) and not _MARKS.search(raw) and ":" not in raw[:12]:
        return [PrintedLine("", raw)]
    return [_said(part) for part in _broken(raw)]


def _broken(raw: str) -> list[str]:
    if "&" in raw:
        raw = html.unescape(raw)
    if "<" in raw:
        raw = _TAG.sub(" ", _BREAK.sub("\n", raw))
        raw = _JOINED.sub("\n", raw) if "<std" in raw else raw
    if "\\n" in raw or "\\r" in raw:
        raw = raw.replace("\\r", "\n").replace("\\n", "\n")
    if "\\" in raw:
        raw = _ESCAPED.sub("", raw)
    if "\\t" in raw:
        raw = raw.replace("\\t", " ")
    return re.split(r"[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+", raw) if not raw.isprintable() else [raw]


def _uncoloured(match: re.Match[str]) -> str:
    """Nothing in place of a colour, but a mark where it stands within a number: such a number is not whole."""
    text, start, end = match.string, match.start(), match.end()
    inside = text[start - 1 : start] in _DIGITS and text[end : end + 1] in _DIGITS
    return "?" if inside else ""


def _said(text: str) -> PrintedLine:
    if "\x1b" in text or "\\u001b" in text or "\x08" in text:
        text = _ANSI.sub(_uncoloured, text)
    wrapped = _WRAP.match(text)
    if wrapped:
        text = text[wrapped.end() :]
    if text[-1:] in "\"',}":
        text = _WRAP_END.sub("", text)
    origin = ""
    for _ in range(4):
        match = _TIMES.match(text) or _QUOTE.match(text)
        if match is None:
            match = _LABEL.match(text)
            if match is None:
                break
            origin = origin or next(label for label in match.groups() if label is not None)
        text = text[match.end() :]
    if "<std" in text:
        text = _TAGGED.sub(" ", text)
    return PrintedLine(origin, text)
