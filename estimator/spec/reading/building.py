"""Nodes to plain data: mappings, lists, text and None, nothing else.

Scalars stay text; the models give them types, so that ``no``, ``010``, ``1:30`` or ``1e400`` mean what they say or are
refused. What YAML can do beyond that (merge keys, tags but ``!include``, aliases that unfold without end) is refused.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from yaml import MappingNode, Node, ScalarNode

from estimator.errors import Path
from estimator.phrase import phrase
from estimator.spec.reading.nodes import EMPTY, LIST, MAPPING, TEXT

INCLUDE = "!include"
STANDARD_TAG = "tag:yaml.org,2002:"  # how the parser spells !!
DEPTH = 24  # levels; design's own example has 7
FREE_NODES = 10_000
FREE_LETTERS = 4 * 2**20  # of aliases that repeat a text
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")

RawPath = list[str | int]


class Trouble:
    """A mistake at a node, found while nodes become data."""

    __slots__ = ("hint", "message", "node", "path")

    def __init__(self, path: Path, node: Node, message: str, hint: str) -> None:
        self.path, self.node, self.message, self.hint = path, node, message, hint


class TooMuchError(Exception):
    """Aliases unfold to more nodes than the text can hold, or the nesting is too deep."""

    def __init__(self, path: Path, node: Node, message: str, hint: str) -> None:
        self.trouble = Trouble(path, node, message, hint)
        super().__init__(message)


class DataBuilder:
    """Turns the nodes of one file into data, and collects what is wrong on the way.

    ``troubles`` are the mistakes, ``silent`` the paths whose value is known to be missing because of one of them, and
    ``includes`` the ``!include`` scalars with their paths, left as None in the data for the caller to fill.
    """

    def __init__(self, characters: int, prefix: Path = ()) -> None:
        self.budget = characters + FREE_NODES
        self.letters = characters + FREE_LETTERS
        self.path: RawPath = list(prefix)
        self.deepest = DEPTH + len(prefix)
        self.troubles: list[Trouble] = []
        self.silent: set[Path] = set()
        self.includes: list[tuple[Path, ScalarNode]] = []

    def build(self, node: Node) -> Any:
        """The data of a node and everything below it. Raises ``TooMuchError``."""
        kind = node.tag
        if node.__class__ is ScalarNode:
            self._spend(node)
            if kind == TEXT:
                return self._text(node) if node.style == '"' else node.value
            return None if kind == EMPTY else self._tagged(node)
        self.budget -= len(node.value)
        if self.budget < 0:
            raise TooMuchError(tuple(self.path), node, "aliases unfold to too many entries", "write the entries out")
        if len(self.path) >= self.deepest:
            raise TooMuchError(
                tuple(self.path), node, phrase("nested more than {depth} levels deep", depth=DEPTH), "nest less deeply"
            )
        if kind not in (MAPPING, LIST):
            return self._tagged(node)
        return self._mapping(node) if node.__class__ is MappingNode else self._list(node)

    def _list(self, node: Node) -> list[Any]:
        path, items = self.path, []
        for index, item in enumerate(node.value):
            if item.tag == TEXT and item.style != '"':
                self._spend(item)
                items.append(item.value)
                continue
            path.append(index)
            if item.tag == EMPTY:
                self._trouble(item, "an entry without a value", "write a value, or remove the entry", silent=True)
            items.append(self.build(item))
            path.pop()
        return items

    def _mapping(self, node: MappingNode) -> dict[str, Any]:
        path, data = self.path, {}
        for key_node, item in node.value:
            if key_node.tag != TEXT or key_node.__class__ is not ScalarNode:
                self._trouble(key_node, "a key that is no text", "write a plain word as key")
                continue
            key = key_node.value
            path.append(key)
            if key == "<<" or key in data:
                self._refused_key(key_node, key)
            elif item.tag == TEXT and item.style != '"' and item.__class__ is ScalarNode:
                self._spend(item)
                data[key] = item.value
            elif item.tag == EMPTY:
                self._no_value(node, key_node, item)
            else:
                data[key] = self.build(item)
            path.pop()
        return data

    def _spend(self, node: ScalarNode) -> None:
        """Count the letters of a text: an alias of a long one costs as much as the text each time that it is read."""
        self.letters -= len(node.value)
        if self.letters < 0:
            raise TooMuchError(tuple(self.path), node, "aliases unfold to too much text", "write the text once")

    def _refused_key(self, node: Node, key: str) -> None:
        if key == "<<":
            self._trouble(node, "merge keys are not part of the spec language", "write the keys out")
        else:
            self._trouble(node, "the key is there twice", "keep one of the two")

    def _no_value(self, mapping: MappingNode, key: Node, item: Node) -> None:
        if mapping.flow_style and item.value == "":
            if "：" in key.value:
                plain = ": ".join(part.strip() for part in key.value.split("："))
                self._full_width(key, "：", plain)
                return
            if key.value.endswith("）") and (opened := _opened_by(mapping, key)) is not None:
                last = self.path.pop()
                self.path.append(opened[0].value)
                self._full_width(opened[1], "（", f"[{opened[1].value.lstrip('（')}, {key.value.rstrip('）')}]")
                self.path[-1] = last
                return
            hint = "comma inside { }: quote the text, or write key: value"
            self._trouble(key, phrase("'{value}' has no value", value=key.value), hint, silent=True)
        else:
            self._trouble(key, "no value", "write a value, or remove the key", silent=True)

    def _full_width(self, node: Node, sign: str, plain: str) -> None:
        what = phrase("{value} has the full-width {sign} of a Chinese input method", value=f"'{node.value}'", sign=sign)
        self._trouble(node, what, phrase("write {value}", value=plain), silent=True)

    def _text(self, node: ScalarNode) -> str | None:
        found = _CONTROL.search(node.value)
        if found:
            self._trouble(
                node,
                phrase("the control character U+{code:04X} in a text", code=ord(found[0])),
                "remove it",
                silent=True,
            )
            return None
        text: str = node.value
        return text

    def _tagged(self, node: Node) -> None:
        path = tuple(self.path)
        self.silent.add(path)
        if node.tag == INCLUDE and isinstance(node, ScalarNode):
            self.includes.append((path, node))
            return
        tag = node.tag.replace(STANDARD_TAG, "!!")
        quotable = isinstance(node, ScalarNode) and not tag.startswith("!!")
        hint = "quote a text that starts with !" if quotable else "remove the tag"
        if quotable and (get_close_matches(tag.lower(), [INCLUDE]) or node.value.endswith((".yaml", ".yml"))):
            hint = phrase("write {include} {value}", include=INCLUDE, value=node.value)
        self._trouble(node, phrase("the tag {tag} is not part of the spec language", tag=tag), hint)

    def _trouble(self, node: Node, message: str, hint: str, silent: bool = False) -> None:
        path = tuple(self.path)
        self.troubles.append(Trouble(path, node, message, hint))
        if silent:
            self.silent.add(path)


def _opened_by(mapping: MappingNode, key: Node) -> tuple[ScalarNode, ScalarNode] | None:
    """The key and the value before ``key`` that begins with the full-width bracket which ``key`` closes."""
    before = [pair for pair in mapping.value if pair[0].start_mark.index < key.start_mark.index]
    if not before or not all(isinstance(one, ScalarNode) for one in before[-1]):
        return None
    return before[-1] if before[-1][1].value.startswith("（") else None
