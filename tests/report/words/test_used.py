"""Every word of the document is said somewhere: in the program, a template or a script."""

from __future__ import annotations

import re

from estimator.report.words.lookup import words
from tests.test_rooms import PACKAGE, TEMPLATES

WORDS = ("words.py", "names.py", "page.py", "quantities.py", "reasons.py")
"""Files that hold words themselves."""
QUOTED = re.compile(r"[\"'`]([A-Za-z_]+(?:\.[\w*]+)*)[\"'`]")
FILLED = re.compile(r"[\"'`]([a-z_]{3,}\.[^\"'`\s{$]*\$?\{[^\"'`\s]*)")
"""A key that is put together: its beginning stands there, a name is filled in."""
ENDINGS = re.compile(r"(\.once)?(\.note)?$|\.of$")
"""What the name of a sum adds to its key, as the steps of a document ask for."""


def sources() -> str:
    python = [path for path in (PACKAGE / "report").rglob("*.py") if path.name not in WORDS]
    placed = [path for path in TEMPLATES.rglob("*") if path.suffix in (".j2", ".js")]
    other = [PACKAGE / "report" / "review" / "words.py"]
    assert len(python) > 100
    return "\n".join(path.read_text("utf-8") for path in (*python, *placed, *other))


def unused(keys: set[str], text: str) -> set[str]:
    """Keys that a text neither quotes nor puts together."""
    quoted = set(QUOTED.findall(text))
    begins = tuple({re.split(r"\$?\{", found)[0] for found in FILLED.findall(text)})
    return {key for key in keys if not {key, ENDINGS.sub("", key)} & quoted and not key.startswith(begins)}


def test_every_word_is_said_somewhere() -> None:
    assert unused(set(words("en").texts), sources()) == set()


def test_a_word_that_nobody_says_is_found() -> None:
    text = "say['a.one'] + f\"bee.{name}\" + `cow.${name}` + total_key('d.sum')"
    assert unused({"a.one", "bee.x", "cow.x", "d.sum.once", "a.two", "e"}, text) == {"a.two", "e"}
