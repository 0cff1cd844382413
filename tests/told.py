"""The templates of the messages of mistakes, read from the source: what is given to a Problem as its message.

A message is followed back from where it is given: through names, conditions and functions of ours that return it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.sources import parsed

PACKAGE = Path(__file__).parents[1] / "estimator"
GIVEN: Mapping[str, tuple[int, str]] = {
    "Problem": (1, "message"),
    "ChangeError": (1, "message"),
    "LayoutError": (1, "what"),
    "NotYamlError": (0, "message"),
    "Refusal": (1, "what"),
    "Slip": (2, "message"),
    "TableError": (0, "message"),
    "TooMuchError": (2, "message"),
    "UnitError": (0, "what"),
    "Words": (0, "what"),
    "_refused": (0, "what"),
    "_trouble": (1, "message"),
    "_wrong": (1, "what"),
    "fault": (0, "what"),
    "lacks": (1, "what"),
}
"""What takes a message, with the place of it among its arguments and its name."""
OTHER_WAYS = ("lint", "chinese")
"""What is said under a rule's id, and the catalogue itself."""


class Told(NamedTuple):
    """A template and where it is written."""

    template: str
    place: str


def told() -> set[Told]:
    """All of them."""
    found: set[Told] = set()
    for path, tree in _trees().items():
        if path.relative_to(PACKAGE).parts[0] not in OTHER_WAYS:
            for scope in _scopes(tree):
                for given in _given(scope):
                    found.update(_followed(given, scope, path, frozenset()))
    return found


@cache
def _trees() -> dict[Path, ast.Module]:
    return {path: parsed(path.read_text("utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def _functions() -> dict[str, list[tuple[Path, ast.FunctionDef]]]:
    """By name."""
    found: dict[str, list[tuple[Path, ast.FunctionDef]]] = {}
    for path, tree in _trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                found.setdefault(node.name, []).append((path, node))
    return found


def _scopes(tree: ast.Module) -> Iterator[ast.AST]:
    """Every function, and the module itself for what stands in none."""
    yield tree
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def _given(scope: ast.AST) -> Iterator[ast.expr]:
    """What the calls of a scope give as a message."""
    for node in ast.walk(scope):
        name = _called(node)
        if name in GIVEN and isinstance(node, ast.Call):
            place, keyword = GIVEN[name]
            yield from node.args[place : place + 1]
            yield from (one.value for one in node.keywords if one.arg == keyword)


def _called(node: ast.AST) -> str:
    """The last word of what is called."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "id", "") or getattr(node.func, "attr", "")


def _followed(node: ast.AST, scope: ast.AST, path: Path, seen: frozenset[str]) -> Iterator[Told]:
    """The templates that an expression may be."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and " " in node.value:
            yield Told(node.value, f"{path.relative_to(PACKAGE)}:{node.lineno}")
        return
    called = _called(node)
    if isinstance(node, ast.Name) and node.id not in seen:
        seen |= {node.id}
        parts = list(_assigned(node.id, scope))
    elif called and called != "phrase" and called not in seen:
        yield from _returned(called, path, seen)
        return
    else:
        parts = _parts(node)
    for part in parts:
        yield from _followed(part, scope, path, seen)


def _parts(node: ast.AST) -> list[ast.expr]:
    """What an expression chooses among: the branches of a condition, the template of a phrase, the first of a tuple."""
    if isinstance(node, ast.IfExp):
        return [node.body, node.orelse]
    if isinstance(node, ast.BoolOp):
        return node.values
    if isinstance(node, ast.Tuple):
        return node.elts[:1]
    return node.args[:1] if isinstance(node, ast.Call) and _called(node) == "phrase" else []


def _assigned(name: str, scope: ast.AST) -> Iterator[ast.expr]:
    """What a name may be in a scope: the same place of a tuple where it is one of several."""
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
                elif isinstance(target, ast.Tuple):
                    yield from _at_place(name, target, node.value)


def _at_place(name: str, target: ast.Tuple, value: ast.expr) -> Iterator[ast.expr]:
    for place, one in enumerate(target.elts):
        if isinstance(one, ast.Name) and one.id == name:
            if isinstance(value, ast.Tuple):
                yield value.elts[place]
            elif place == 0:
                yield value


def _returned(name: str, path: Path, seen: frozenset[str]) -> Iterator[Told]:
    """What a function of ours returns: the one of the same file, else the only one of its name."""
    found = _functions().get(name, [])
    near = [one for one in found if one[0] == path] or found
    if len(near) == 1:
        file, function = near[0]
        for node in ast.walk(function):
            if isinstance(node, ast.Return) and node.value is not None:
                yield from _followed(node.value, function, file, seen | {name})
