"""Reads a spec and the files it includes into one tree of data, through a reader that the caller hands in."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from yaml import Node, ScalarNode

from estimator.errors import NoFileError, Path, Problem, UserError, path_text
from estimator.phrase import phrase
from estimator.spec.reading.building import DataBuilder, TooMuchError, Trouble
from estimator.spec.reading.locate import Locations, SourceFile, node_place
from estimator.spec.reading.missing import instead
from estimator.spec.reading.nodes import NotYamlError, compose, decode, entries_in
from estimator.units import shown

Reader = Callable[[str], bytes]
"""Gives the bytes of a file by its path relative to the spec's folder; raises UserError when it may not or cannot."""

MOST_FILES = 100
MOST_BYTES = 64 * 2**20
MOST_ENTRIES = 1_500_000
"""Of all files together: each takes some 300 bytes before it is data."""


@dataclass
class Tree:
    """The data of a spec with all includes in place, and what was wrong on the way."""

    data: Any
    locations: Locations
    problems: list[Problem] = field(default_factory=list)
    silent: set[Path] = field(default_factory=set)


def leaves(written: str, target: str) -> bool:
    """Whether a name as written leads out of the spec's folder; ``target`` is where it leads inside it."""
    outside = target.startswith(("/", "..")) or "\\" in written or "\0" in written or ":" in written
    return outside or written.startswith("/") or target == "."


A_SPEC = "write a spec; commspec init makes one"
"""What an empty file should have held that is read as a spec."""


class _Assembler:
    def __init__(self, reader: Reader | None, folder: str, content: str) -> None:
        self.reader, self.folder, self.content = reader, folder, content
        self.problems: list[Problem] = []
        self.silent: set[Path] = set()
        self.included: dict[int, SourceFile] = {}
        self.order: dict[str, int] = {}
        self.files = self.size = self.entries = 0

    def full(self) -> bool:
        """Whether more files or bytes were included than anybody writes by hand."""
        return self.files > MOST_FILES or self.size > MOST_BYTES

    def shown(self, name: str) -> str:
        return f"{self.folder}/{name}" if self.folder else name

    def file(self, content: bytes | str, name: str, prefix: Path, stack: tuple[str, ...]) -> tuple[Any, Node | None]:
        """Data and root node of one file, its includes filled in; (None, None) when it cannot be read as YAML."""
        shown = self.shown(name)
        self.order.setdefault(shown, len(self.order))
        try:
            text = decode(content)
            self._count(text)
            root = _composed(text, shown)
        except NotYamlError as fault:
            self.problems.append(
                Problem(prefix, fault.message, fault.hint, file=shown, line=fault.line, column=fault.column)
            )
            return None, None
        if root is None:
            self.problems.append(
                Problem(prefix, "the file is empty", _what_for(prefix, self.content), file=shown, line=1, column=1)
            )
            return None, None
        builder = DataBuilder(len(text), prefix)
        try:
            data = builder.build(root)
        except TooMuchError as much:
            self._trouble(shown, much.trouble)
            self.silent.add(prefix)
            return None, None
        for trouble in builder.troubles:
            self._trouble(shown, trouble)
        self.silent |= builder.silent
        for path, node in builder.includes:
            data = self._fill(data, prefix, path, self._include(node, name, path, stack))
        return data, root

    def _count(self, text: str) -> None:
        self.entries += entries_in(text)
        if self.entries > MOST_ENTRIES:
            raise NotYamlError(
                "too many entries",
                phrase("write at most {most_entries:,} in all files together", most_entries=MOST_ENTRIES),
            )

    def _fill(self, data: Any, prefix: Path, path: Path, value: Any) -> Any:
        steps = path[len(prefix) :]
        if not steps:
            return value
        place = data
        for step in steps[:-1]:
            place = place[step]
        place[steps[-1]] = value
        return data

    def _include(self, node: ScalarNode, name: str, path: Path, stack: tuple[str, ...]) -> Any:
        written: str = node.value
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), written))
        if self.full():
            return None  # said once, where it became too much
        message, hint = self._refusal(written, target, stack)
        content = b""
        if not message and self.reader is not None:
            try:
                content = self.reader(target)
            except UserError as error:
                message = phrase("cannot include {written}", written=shown(written))
                if isinstance(error, NoFileError):
                    message = phrase("cannot include {written}: no such file", written=shown(written))
                hint = instead(error, written, posixpath.dirname(name), name)
            self.files, self.size = self.files + 1, self.size + len(content)
            if self.full():
                message, hint = (
                    "too many included files",
                    phrase("include at most {most_files} files", most_files=MOST_FILES),
                )
        if message:
            self._trouble(self.shown(name), Trouble(path, node, message, hint))
            return None
        data, root = self.file(content, target, path, (*stack, target))
        if root is not None:
            self.included[id(node)] = SourceFile(self.shown(target), root)
            self.silent.discard(path)
        return data

    def _refusal(self, written: str, target: str, stack: tuple[str, ...]) -> tuple[str, str]:
        if self.reader is None:
            return "includes are not possible here", "write the content in place"
        if leaves(written, target):
            return phrase(
                "{written} is outside the spec's folder", written=shown(written)
            ), "include a file inside it by a relative path"
        if target in stack:
            return phrase("{written} includes itself", written=shown(written)), phrase(
                "break the circle {circle}", circle=" > ".join((*stack, target))
            )
        return "", ""

    def _trouble(self, shown: str, trouble: Trouble) -> None:
        place = node_place(shown, trouble.node)
        problem = Problem(trouble.path, trouble.message, trouble.hint)
        self.problems.append(replace(problem, file=shown, line=place.line, column=place.column))


@lru_cache(maxsize=4)
def _composed(text: str, shown: str) -> Node | None:
    """The nodes of a file, which nothing changes: a process that reads a spec again has most of its files already."""
    return compose(text)


def _what_for(prefix: Path, content: str) -> str:
    """What an empty file should have held. A shell empties the file that output goes to before anything is read."""
    if prefix == ("frozen",):
        return (
            "was the output of check --limits sent to this file? > empties it first: get it back from your versions, "
            "or leave the include out once, and write it with check --limits-out"
        )
    if prefix:
        return phrase("write what belongs in {prefix}, or remove the include", prefix=path_text(prefix))
    return content


def assemble(
    content: bytes | str, name: str, reader: Reader | None, folder: str = "", prefix: Path = (), what: str = A_SPEC
) -> Tree:
    """Read a spec's content and everything it includes. ``name`` is the file's path inside ``folder``.

    Mistakes are collected, never raised. The data is None when the main file is no YAML at all. ``prefix``: where in
    the spec the content stands, when it is a part of one. ``what``: what to write where the file is empty.
    """
    work = _Assembler(reader, folder, what)
    name = posixpath.normpath(name)
    data, root = work.file(content, name, prefix, (name,))
    shown = work.shown(name)
    main = SourceFile(shown, root) if root is not None else None
    return Tree(data, Locations(main, shown, work.included, work.order), work.problems, work.silent)
