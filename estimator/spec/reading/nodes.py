"""YAML text to nodes with positions, in the cheapest way there is: a scalar is text, or nothing.

Text that is no YAML is told with what to write instead; what the nodes mean is in ``building``.
"""

from __future__ import annotations

from typing import Any

import yaml
from yaml import MappingNode, Node, ScalarNode
from yaml._yaml import CParser

from estimator.phrase import phrase
from estimator.spec.reading.slips import slip_in

TEXT, EMPTY, MAPPING, LIST = "s", "n", "m", "q"
LARGEST = 32 * 2**20  # bytes of one file
_EMPTY_WORDS = frozenset(("", "~", "null", "Null", "NULL"))


class NotYamlError(Exception):
    """Text that is no YAML; line and column count from 1."""

    def __init__(self, message: str, hint: str, line: int | None = None, column: int | None = None) -> None:
        self.message, self.hint, self.line, self.column = message, hint, line, column
        super().__init__(message)


class _Composer(CParser):
    """The C parser and composer with the cheapest resolver there is: text, or nothing."""

    def descend_resolver(self, parent: Node | None, index: object) -> None:
        """No paths to follow."""

    def ascend_resolver(self) -> None:
        """No paths to follow."""

    def resolve(self, kind: type[Node], value: str | None, implicit: Any) -> str:
        """A plain empty scalar (or null) is EMPTY, every other one TEXT."""
        if kind is ScalarNode:
            return EMPTY if implicit[0] and value in _EMPTY_WORDS else TEXT
        return MAPPING if kind is MappingNode else LIST


def decode(content: bytes | str) -> str:
    """The text of a file: UTF-8, with or without a byte order mark. Raises ``NotYamlError``."""
    if len(content) > LARGEST:
        raise NotYamlError(
            phrase("the file has {size:.0f} MiB", size=len(content) / 2**20),
            phrase("keep it below {most} MiB", most=LARGEST // 2**20),
        )
    if isinstance(content, str):
        return content
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise NotYamlError("the text is UTF-16", "save the file as UTF-8")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise NotYamlError("the text is not UTF-8", "save the file as UTF-8", line, 1) from None
    if "\0" in text:
        raise NotYamlError("the file is not text", "write the spec as YAML text in UTF-8")
    return text


def entries_in(text: str) -> int:
    """As many nodes as the text can have at most: none begins without one of these."""
    return 1 + sum(map(text.count, ("[", "{", ",", ":", "?", "\n", "- ")))


def compose(text: str) -> Node | None:
    """The root node, or None for an empty text. Raises ``NotYamlError`` for the first syntax error."""
    parser = _Composer(text)
    try:
        node: Node | None = parser.get_single_node()
    except yaml.MarkedYAMLError as error:
        raise _explained(error, text) from None
    except yaml.reader.ReaderError as error:
        raise NotYamlError(
            phrase("a character that YAML does not allow: {reason}", reason=error.reason), "remove it"
        ) from None
    except (yaml.YAMLError, RecursionError) as error:
        raise NotYamlError("no valid YAML", str(error).partition("\n")[0]) from None
    finally:
        parser.dispose()
    return node


def _explained(error: yaml.MarkedYAMLError, text: str) -> NotYamlError:
    """The slip behind an error of the parser where one is found, else what the parser says."""
    mark = error.problem_mark or error.context_mark
    if mark is None:
        return NotYamlError(phrase("no valid YAML: {problem}", problem=error.problem or error.context), _advice(error))
    slip = slip_in(text, mark.line, _failing)
    if slip is not None:
        return NotYamlError(
            phrase("no valid YAML: {message}", message=slip.message), slip.hint, slip.line + 1, slip.column + 1
        )
    if "flow" in f"{error.context}" and error.context_mark is not None:
        mark = error.context_mark
    return NotYamlError(
        phrase("no valid YAML: {problem}", problem=error.problem or error.context),
        _advice(error),
        mark.line + 1,
        mark.column + 1,
    )


def _failing(text: str) -> int | None:
    """The line, from 0, on which the parser gives a text up."""
    parser = _Composer(text)
    try:
        parser.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return mark.line if mark else 0
    except (yaml.YAMLError, RecursionError):
        return 0
    finally:
        parser.dispose()
    return None


def _advice(error: yaml.MarkedYAMLError) -> str:
    what = f"{error.problem or ''} {error.context or ''}"
    for word, hint in (
        ("cannot start any token", "indent with spaces, not tabs, and quote a text that starts with @, `, % or *"),
        ("mapping values are not allowed", "quote a text that holds ': '"),
        ("flow mapping", "close the { and put commas between its entries"),
        ("flow sequence", "close the [ and put commas between its entries"),
        ("block mapping", "give all keys of one mapping the same indentation"),
        ("block collection", "give all entries of one list the same indentation"),
        ("single document", "write one document, without ---"),
        ("quoted scalar", "close the quotation mark"),
        ("undefined alias", "quote a text that starts with *"),
        ("depth", "nest less deeply"),
    ):
        if word in what:
            return hint
    return "correct the YAML at this place"
