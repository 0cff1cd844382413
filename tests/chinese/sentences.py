"""Every English sentence that the program can say, read from its source: templates, and sentences without places."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.sources import parsed

PACKAGE = Path(__file__).parents[2] / "estimator"
OTHER_ROOMS = ("chinese", "mistakes", "report", "tools", "templates")
"""The catalogue itself, what has words in both languages, and what speaks of logs in records."""
NOT_SAID = re.compile(
    r"lint/(?:rules|examples)|spec/told/|spec/editor/|spec/values/patterns|require/items|spec/schema|cost/(?:entries/(?!algorithm|refusals)|expression|key)"
    r"|evidence/(?:overlay|traces/files/host)|jobs/(?:estimate_book|assets)"
    r"|report/looks/(?:blocks|listing|logo_style)|report/tables/(?:evidence/(?:junit|verdicts)|estimates/stages)"
    r"|report/tables/exchange/(?:answer_sheet|book_sheets|export_schema|exported|live_terms|offered_book)"
    r"|report/tables/exchange/(?:offers_schema|reqif|reqif_types|requirement_rows|schema_parts|differing_data)|judge/(?:diagnosis|tests_for)|lint/vague|history/drafts/guesses"
    r"|__init__|cli/schema"
)
"""Files whose sentences have their Chinese beside them, are formulas or names of others, or go into what is written."""
NOT_TOLD = re.compile(r"schema|Schema|re\\.compile|linked|startswith|TypeError|AssertionError|IndexError")
"""What is called with texts that nobody is shown."""
SENTENCE = re.compile(r"[A-Za-z]{2,}[',;:)]? +[(a-z'{\[<>=]|[{}\])>] [a-z]{2,}")
"""Two words, or a word beside a place for one."""
NO_SENTENCE = re.compile(r"[\\一-鿿]|\(\?:|^\W*(?:https?:|\{\w+: )")
"""Patterns, formulas and Chinese text."""


class Found(NamedTuple):
    """A text and where it stands; ``made``: by ``phrase``, ``word`` or ``heads``, else as a plain text."""

    text: str
    place: str
    made: bool


def found() -> list[Found]:
    """All of them."""
    files = [path for path in sorted(PACKAGE.rglob("*.py")) if _room(path) not in OTHER_ROOMS]
    files += sorted((PACKAGE / "tools" / "readers").rglob("*.py"))
    files += [PACKAGE / "report" / "pages" / name for name in ("pdf.py", "fonts.py")]
    for room in ("looks", "tables"):
        files += sorted((PACKAGE / "report" / room).rglob("*.py"))
    files = [path for path in files if not NOT_SAID.match(path.relative_to(PACKAGE).as_posix())]
    return [one for path in files for one in in_source(path.read_text("utf-8"), str(path.relative_to(PACKAGE)))]


def _room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def in_source(source: str, name: str) -> Iterator[Found]:
    """The sentences of a source text; raises on a sentence that is put together where no catalogue can find it."""
    tree = parsed(source)
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
            if _reads_as_sentence(text) and _may_be_said(node, above):
                yield Found(ast.unparse(node), f"{name}:{node.lineno}", False)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            holder = above[node]
            made = isinstance(holder, ast.Call) and _made(holder, node)
            if made or (_may_be_said(node, above) and _reads_as_sentence(node.value)):
                yield Found(node.value, f"{name}:{node.lineno}", made)


def _made(call: ast.Call, text: ast.Constant) -> bool:
    """Whether a call makes a sentence or a word of ours of a text."""
    name = getattr(call.func, "id", "")
    return name == "heads" or (name in ("phrase", "word") and call.args[0] is text)


def _may_be_said(node: ast.AST, above: dict[ast.AST, ast.AST]) -> bool:
    """Not a docstring, not compared with, not put into a schema, a pattern or a fault of the program."""
    if isinstance(above[node], ast.Expr | ast.JoinedStr | ast.Compare):
        return False
    while (node := above[node]) in above:
        if isinstance(node, ast.Call) and NOT_TOLD.search(ast.unparse(node.func)):
            return False
    return True


def _reads_as_sentence(text: str) -> bool:
    return bool(SENTENCE.search(text)) and not NO_SENTENCE.search(text)
