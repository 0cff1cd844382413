"""Puts the parts of the kit's program together into one file that needs none of them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

PACKAGE = "run_plan"
PARTS = (
    *("base", "sending", "pattern", "backend", "on_mpi", "launched", "torch_calls", "on_torch", "nodes", "digest"),
    *("groups", "buffers", "runner", "records", "saying", "command"),
)
"""In the order in which they build on one another; the first one's text is that of the whole."""
RULE = "# " + "-" * 117


@dataclass
class Imports:
    """What the parts take from the standard library, each name once."""

    modules: set[str] = field(default_factory=set)
    names: dict[str, set[str]] = field(default_factory=dict)

    def take(self, node: ast.Import | ast.ImportFrom) -> None:
        """One statement; those of other parts and of the future are no longer needed."""
        if isinstance(node, ast.Import):
            self.modules |= {alias.name for alias in node.names}
        elif node.module and node.module.partition(".")[0] not in (PACKAGE, "__future__"):
            self.names.setdefault(node.module, set()).update(alias.name for alias in node.names)

    def lines(self) -> list[str]:
        """The statements, in the order of their modules."""
        plain = [f"import {name}" for name in sorted(self.modules)]
        return plain + [f"from {name} import {', '.join(sorted(taken))}" for name, taken in sorted(self.names.items())]


def bundled(texts: Mapping[str, str], parts: Iterable[str] = PARTS) -> str:
    """The parts in their order as one program; each but the first is headed by what it says of itself."""
    imports, bodies, head = Imports(), list[str](), ""
    for name in parts:
        tree = ast.parse(texts[name])
        about = ast.get_docstring(tree) or name
        head = head or f'"""{about}\n"""'
        rest = [node for node in tree.body if not _is_head(node)]
        for node in tree.body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports.take(node)
        lines = texts[name].splitlines()[_start(rest[0]) - 1 :]
        title = [RULE, f"# {about.splitlines()[0].rstrip('.')}", "", ""] if bodies else []
        bodies.append("\n".join([*title, *lines]).rstrip())
    top = ["#!/usr/bin/env python3", head, "", "from __future__ import annotations", "", *imports.lines()]
    return "\n".join(top) + "\n\n" + "\n\n\n".join(bodies) + "\n"


def _is_head(node: ast.stmt) -> bool:
    """Whether a statement is an import or the text of the module."""
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node.col_offset == 0
    return isinstance(node, ast.Import | ast.ImportFrom) or (text and node.lineno == 1)


def _start(node: ast.stmt) -> int:
    """The line on which a statement starts, decorators included."""
    decorated = node.decorator_list if isinstance(node, ast.ClassDef | ast.FunctionDef) else []
    return min(node.lineno, *(one.lineno for one in decorated), node.lineno)
