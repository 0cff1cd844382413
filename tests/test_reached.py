"""Whatever the program defines is reached from a command or from the public names: tests alone keep nothing alive."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tests.sources import parsed
from tests.test_rooms import PACKAGE

ROOTS = ("estimator", "estimator.__main__", "estimator.cli")
"""The public names, and the commands; whatever these modules define or import is reached."""
TYPE = re.compile(r"[A-Za-z_][\w.\[\], |]*")
"""A text that may be a type written in quotes."""
Name = tuple[str, str]
"""A module and a name at its top."""


class Module(NamedTuple):
    """What stands at the top of a module: definitions by name, statements without one, and where names come from."""

    defined: Mapping[str, list[ast.stmt]]
    loose: list[ast.stmt]
    imported: Mapping[str, Name]


def read(source: str) -> Module:
    """A module by its source text; imports inside functions count too."""
    tree = parsed(source)
    defined: dict[str, list[ast.stmt]] = {}
    loose = []
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                defined.setdefault(name, []).append(node)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                defined.setdefault(name, []).append(node)
            case _:
                loose.append(node)
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module is not None]
    imported = {alias.asname or alias.name: (str(node.module), alias.name) for node in froms for alias in node.names}
    return Module(defined, loose, imported)


def used(module: str, modules: Mapping[str, Module], node: ast.AST) -> Iterable[Name]:
    """The names at the top of modules that a piece of code names; a name in an imported module by its dot too."""
    own = modules[module]
    for part in ast.walk(node):
        words = [part.id] if isinstance(part, ast.Name) else []
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and TYPE.fullmatch(part.value):
            words = re.findall(r"\w+", part.value)
        for word in words:
            yield (module, word) if word in own.defined else own.imported.get(word, ("", word))
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
            yield ".".join(own.imported.get(part.value.id, ("", ""))), part.attr


def unreached(modules: Mapping[str, Module]) -> set[Name]:
    """Names at the top of modules that no root leads to."""
    roots = [name for name in modules if name in ROOTS[:2] or name.startswith(ROOTS[2])]
    todo: list[Name] = [(name, word) for name in roots for word in modules[name].defined]
    todo += [found for name in roots for found in modules[name].imported.values()]
    todo += [found for name in modules for node in modules[name].loose for found in used(name, modules, node)]
    seen: set[Name] = set()
    while todo:
        one = todo.pop()
        if one in seen or one[0] not in modules:
            continue
        seen.add(one)
        for node in modules[one[0]].defined.get(one[1], []):
            todo += used(one[0], modules, node)
    return {(name, word) for name, module in modules.items() for word in module.defined if word != "__all__"} - seen


def test_all_code_is_reached_from_a_command_or_a_public_name() -> None:
    files = {path: ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in PACKAGE.rglob("*.py")}
    modules = {name.removesuffix(".__init__"): read(path.read_text("utf-8")) for path, name in files.items()}
    assert len(modules) > 500
    assert sum(len(module.defined) for module in modules.values()) > 3000
    assert unreached(modules) == set()


def test_planted_code_that_nothing_reaches_is_found() -> None:
    command = "from estimator.a import first\ndef run():\n    first()\n"
    code = "from estimator.b import used\nSPARE = 1\ndef first() -> 'Kept':\n    return used()\nclass Kept: ...\n"
    other = "def used(): ...\ndef unused():\n    return unused()\n"
    modules = {"estimator.cli.run": read(command), "estimator.a": read(code), "estimator.b": read(other)}
    assert unreached(modules) == {("estimator.a", "SPARE"), ("estimator.b", "unused")}
