"""What click says by itself is there in Chinese, all of it, and in the form that gettext reads."""

import ast
from pathlib import Path

import click

from tests.chinese.messages import BINARY, SOURCE, binary, entries

SHOWN = ("core", "exceptions", "parser", "types", "formatting", "decorators")
"""Modules of click that speak to users of a command line."""
NEVER = frozenset(
    [
        *("d", "deprecated", "file", "path", "directory", "Do you want to continue?"),
        "Confirm the action without prompting.",
    ]
)
"""Words beside names, as they are in English too, and questions that no command of ours asks."""


def said_by_click() -> set[str]:
    """The sentences that click hands to gettext; of two forms both, joined by a zero byte."""
    folder = Path(click.__file__).parent
    found = set()
    for name in SHOWN:
        for node in ast.walk(ast.parse((folder / f"{name}.py").read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "ngettext"):
                texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
                found.add("\0".join(texts))
    return {text for text in found if text and "Deprecat" not in text and "decl" not in text}


def test_every_sentence_of_click_has_a_chinese_one() -> None:
    said = said_by_click()
    assert len(said) > 40
    of_programmers = {text for text in said if "No options defined" in text}
    assert said - set(entries(SOURCE.read_text("utf-8"))) <= NEVER | of_programmers


def test_the_binary_file_is_what_the_text_file_says() -> None:
    assert BINARY.read_bytes() == binary(entries(SOURCE.read_text("utf-8"))), "run make messages"
