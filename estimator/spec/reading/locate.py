"""From a path in the data to file, line and column, by walking the YAML nodes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from yaml import MappingNode, Node, ScalarNode, SequenceNode

from estimator.errors import Path, Problem
from estimator.spec.reading.few import few_of_a_kind

OPTION = "--set"
"""Stands for the file of a value that an option has set."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position in a file; line and column count from 1."""

    file: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One parsed file: the name it is shown by, and its root node."""

    name: str
    root: Node


@dataclass(frozen=True, slots=True)
class Locations:
    """Where everything in a spec stands.

    ``included`` maps the id of a node (an ``!include``, or a section that another file takes the place of) to the file
    that stands there. ``changed``: places whose value no file says, for they were set by an option.
    """

    main: SourceFile | None
    name: str
    included: dict[int, SourceFile] = field(default_factory=dict)
    order: dict[str, int] = field(default_factory=dict)
    changed: frozenset[Path] = frozenset()
    _children: dict[int, dict[str, tuple[Node, Node]]] = field(default_factory=dict, repr=False)

    def place(self, path: Path, key: bool = False) -> Position:
        """The position of the value at a path, or of its key with ``key``; of the nearest part above when missing.

        A block mapping or list is shown by its key, since it starts on the line below.
        """
        if self.main is None:
            return Position(self.name, 1, 1)
        file = self.included.get(id(self.main.root), self.main)
        node = file.root
        place = _place(file, node)
        for index, step in enumerate(path):
            child, key_node = self._child(node, step)
            if child is None:
                break
            at_key = key and index == len(path) - 1
            inside = self.included.get(id(child))
            if inside is not None and not at_key:
                file, child = inside, inside.root
                place = _place(file, child)
            else:
                block = isinstance(child, (MappingNode, SequenceNode)) and not child.flow_style
                place = _place(file, key_node if key_node is not None and (at_key or block) else child)
            node = child
        return place

    def _child(self, node: Node, step: str | int) -> tuple[Node | None, Node | None]:
        """Value and key of an entry. Each mapping is indexed once, since thousands of problems may ask for places."""
        if isinstance(node, MappingNode):
            index = self._children.get(id(node))
            if index is None:
                index = {key.value: (item, key) for key, item in reversed(node.value) if isinstance(key, ScalarNode)}
                self._children[id(node)] = index
            return index.get(str(step), (None, None))
        if isinstance(node, SequenceNode) and isinstance(step, int) and step < len(node.value):
            return node.value[step], None
        return None, None

    def placed(self, problem: Problem, key: bool = False) -> Problem:
        """The problem with file, line and column filled in, unless it has them already."""
        if problem.line is not None or problem.file is not None:
            return problem
        if any(problem.path[:length] in self.changed for length in range(len(problem.path) + 1)):
            return replace(problem, file=OPTION)
        place = self.place(problem.path, key)
        return replace(problem, file=place.file, line=place.line, column=place.column)

    def sort(self, problems: Iterable[Problem]) -> tuple[Problem, ...]:
        """Problems with their places, in the order of the files as they were read; of a kind only the first fifty."""
        placed = [self.placed(problem) for problem in few_of_a_kind(problems)]
        return tuple(sorted(placed, key=lambda p: (self.order.get(p.file or "", 0), p.line or 0, p.column or 0)))


def node_place(file: str, node: Node) -> Position:
    """The position of a node in a file."""
    mark = node.start_mark
    return Position(file, mark.line + 1, mark.column + 1)


def _place(file: SourceFile, node: Node) -> Position:
    return node_place(file.name, node)
