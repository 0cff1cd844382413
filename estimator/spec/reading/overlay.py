"""An overlay: values for places of a spec in a file of its own, as the review page exports it.

::

    overlay: {document: CCL-X, version: 0.1.0}
    set:
      platform.paths.scale_out.exclusive.bandwidth: [40 GB/s, 35 GB/s]
"""

from __future__ import annotations

from typing import Any, NamedTuple

from yaml import MappingNode, Node, ScalarNode, SequenceNode

from estimator.errors import Problem
from estimator.phrase import phrase
from estimator.spec.reading.change import Replacement
from estimator.spec.reading.nodes import NotYamlError, compose
from estimator.spec.reading.suggest import suggestion

OVERLAY, SET = "overlay", "set"
ABOUT = ("document", "version", "fingerprint", "note")
HINT = "write PATH: VALUE or PATH: [optimistic, conservative]"
MOST = 10_000
"""Values at most."""


class OverlayFile(NamedTuple):
    """What an overlay sets, in its order, each with the line that it stands on (from 1)."""

    changes: tuple[Replacement, ...]
    lines: tuple[int, ...]


def is_overlay(text: str) -> bool:
    """Whether a file is an overlay: a mapping with ``overlay`` or ``set`` at its top, which no part of a spec has."""
    try:
        root = compose(text)
    except (NotYamlError, RecursionError):
        return False
    keys = (
        {key.value for key, _ in root.value if isinstance(key, ScalarNode)} if isinstance(root, MappingNode) else set()
    )
    return bool(keys & {OVERLAY, SET})


def read_overlay(text: str) -> tuple[OverlayFile, list[tuple[int, Problem]]]:
    """The values of an overlay, and what is wrong with it, by line."""
    root = compose(text)
    problems: list[tuple[int, Problem]] = []
    found: list[tuple[Replacement, int]] = []
    assert isinstance(root, MappingNode)  # noqa: S101 - `is_overlay` saw it
    for key, node in root.value:
        name = _text(key)
        if name == OVERLAY:
            problems += _about(node)
        elif name == SET:
            entries, troubles = _entries(node)
            found += entries
            problems += troubles
        else:
            what = "unknown key of an overlay"
            problems.append((_line(key), Problem((name,), what, suggestion(name, (OVERLAY, SET)))))
    if not any(_text(key) == SET for key, _ in root.value):
        problems.append((1, Problem((SET,), "an overlay that sets nothing", "add set: {PATH: VALUE}")))
    return OverlayFile(tuple(change for change, _ in found), tuple(line for _, line in found)), problems


def _about(node: Node) -> list[tuple[int, Problem]]:
    if not isinstance(node, MappingNode):
        return [(_line(node), Problem((OVERLAY,), "no mapping", "write {document: ..., version: ...}"))]
    keys = [(key, _text(key)) for key, _ in node.value]
    return [
        (_line(key), Problem((OVERLAY, name), "unknown key", suggestion(name, ABOUT)))
        for key, name in keys
        if name not in ABOUT
    ]


def _entries(node: Node) -> tuple[list[tuple[Replacement, int]], list[tuple[int, Problem]]]:
    if not isinstance(node, MappingNode):
        return [], [(_line(node), Problem((SET,), "no mapping of places to values", HINT))]
    found: list[tuple[Replacement, int]] = []
    problems: list[tuple[int, Problem]] = []
    if len(node.value) > MOST:
        what, hint = phrase("{count} values", count=len(node.value)), phrase("set at most {most}", most=MOST)
        return [], [(_line(node), Problem((SET,), what, hint))]
    for key, value in node.value:
        place, text = _text(key), _value(value)
        if text is None:
            problems.append((_line(value), Problem((SET, place), "no value and no list of values", HINT)))
        else:
            found.append((Replacement(place, text), _line(key)))
    return found, problems


def _value(node: Node) -> str | None:
    """As ``--set`` takes it; None for what is neither a scalar nor a list of scalars."""
    if isinstance(node, ScalarNode):
        return str(node.value)
    if isinstance(node, SequenceNode) and node.value and all(isinstance(item, ScalarNode) for item in node.value):
        return f"[{', '.join(_quoted(item.value) for item in node.value)}]"
    return None


def _quoted(text: Any) -> str:
    return "'" + str(text).replace("'", "''") + "'"


def _text(node: Node) -> str:
    return str(node.value) if isinstance(node, ScalarNode) else "?"


def _line(node: Node) -> int:
    return int(node.start_mark.line) + 1
