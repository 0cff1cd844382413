"""The templates of a look, before anything is placed: whether they can be read, and fill blocks that there are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from jinja2 import TemplateSyntaxError, nodes

from estimator.errors import Problem
from estimator.phrase import phrase
from estimator.report.looks.blocks import BLOCKS
from estimator.report.looks.engine import LookEnvironment, look_environment
from estimator.report.looks.look import ENDING, OURS, Look
from estimator.report.looks.markup import markup_problems
from estimator.report.looks.names import name_problems
from estimator.report.looks.place import on
from estimator.spec.reading.suggest import FEW, choice, suggestion

TAGS = (
    *("block", "endblock", "extends", "include", "import", "from", "if", "elif", "else", "endif", "for", "endfor"),
    *("set", "endset", "macro", "endmacro", "call", "endcall", "filter", "endfilter", "with", "endwith", "raw"),
    "endraw",
)
STILL = (nodes.Macro, nodes.Assign, nodes.AssignBlock, nodes.Import, nodes.FromImport, nodes.Extends, nodes.Block)
"""What may stand outside the blocks: it shows nothing by itself."""
_UNKNOWN_TAG = re.compile(r"unknown tag '(\w+)'")
_OPEN = re.compile(r"innermost block that needs to be closed is '(\w+)'")


class _Read:
    """One template that could be read."""

    def __init__(self, name: str, file: str, text: str, tree: nodes.Template) -> None:
        self.name, self.file, self.text, self.tree = name, file, text, tree

    def at(self, line: int, word: str, message: str, hint: str = "") -> Problem:
        """A problem with a word from a line on."""
        return on(self.file, self.text, line, word, message, hint)


def template_problems(look: Look, ours: Mapping[str, str]) -> Iterator[Problem]:
    """What is wrong with any template of a look. ``ours``: the text of each of ours by name."""
    engine = look_environment(ours, look)
    read: list[_Read] = []
    for name, text in look.templates.items():
        file = look.file(name)
        yield from markup_problems(file, text)
        try:
            read.append(_Read(name, file, text, engine.parse(text)))
        except TemplateSyntaxError as error:
            yield _unreadable(file, text, error)
        except RecursionError:
            yield _too_deep(file)
    for one in read:
        yield from _looked_through(one, look, ours, engine)
    if len(read) == len(look.templates):
        yield from _unused(read)


def _looked_through(one: _Read, look: Look, ours: Mapping[str, str], engine: LookEnvironment) -> Iterator[Problem]:
    try:
        found = [*_structure(one), *_references(one, look, ours)]
        found += name_problems(one.name, one.file, one.text, one.tree, engine)
        yield from found or _compiled(one, engine)
    except RecursionError:
        yield _too_deep(one.file)


def _too_deep(file: str) -> Problem:
    return Problem(
        (), "no template that can be read: nested too deeply", "nest less deeply", file=file, line=1, column=1
    )


def _unreadable(file: str, text: str, error: TemplateSyntaxError) -> Problem:
    """A syntax error at its line, with what to write where that is plain."""
    said = error.message or ""
    if found := _UNKNOWN_TAG.search(said):
        hint = suggestion(found[1], TAGS, FEW)
        if (open_ := _OPEN.search(said)) and found[1].startswith("end"):
            hint = phrase("write {tag}", tag=f"{{% end{open_[1]} %}}")
        return on(file, text, error.lineno, found[1], phrase("there is no tag {name}", name=found[1]), hint)
    open_ = _OPEN.search(said)
    if open_ and "end of template" in said:
        tag, end = f"{{% {open_[1]} %}}", f"{{% end{open_[1]} %}}"
        what = phrase("the template ends before {tag} is closed", tag=tag)
        return on(file, text, _open_line(text, open_[1]), open_[1], what, phrase("write {tag}", tag=end))
    what = phrase("no template that can be read: {why}", why=said.rstrip("."))
    return Problem((), what, "mend it on this line or above", file=file, line=error.lineno, column=1)


def _open_line(text: str, tag: str) -> int:
    """The line of the last tag of a name that nothing closes."""
    open_: list[int] = []
    for found in re.finditer(rf"{{%[-+]?\s*(end)?{tag}\b", text):
        if found[1] is None:
            open_.append(text.count("\n", 0, found.start()) + 1)
        elif open_:
            open_.pop()
    return open_[-1] if open_ else 1


def _structure(one: _Read) -> Iterator[Problem]:
    """One that is called as one of ours extends it, and says nothing outside its blocks; its blocks are there."""
    extends = [node for node in one.tree.body if isinstance(node, nodes.Extends)]
    if one.name not in BLOCKS:
        return
    wanted = f'{{% extends "{OURS}{one.name}" %}}'
    if not extends:
        hint = phrase("write {wanted} in its first line, and fill blocks of it", wanted=wanted)
        yield one.at(1, "", "extends no template", hint)
        return
    target = extends[0].template
    if not isinstance(target, nodes.Const) or target.value != OURS + one.name:
        yield one.at(extends[0].lineno, "extends", "extends another template than ours of its name", f"write {wanted}")
    for again in extends[1:]:
        yield one.at(again.lineno, "extends", "extends two templates", "keep the first of the two")
    for node in one.tree.body:
        if isinstance(node, nodes.Block) and node.name not in BLOCKS[one.name]:
            known = BLOCKS[one.name]
            what = phrase("{template} has no block {name}", template=one.name, name=node.name)
            yield one.at(node.lineno, node.name, what, suggestion(node.name, known))
        elif not isinstance(node, STILL) and not _blank(node):
            yield from _outside(one, node)


def _blank(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Output) and all(
        isinstance(part, nodes.TemplateData) and not part.data.strip() for part in node.nodes
    )


def _outside(one: _Read, node: nodes.Node) -> Iterator[Problem]:
    line, word = node.lineno, ""
    if isinstance(node, nodes.Output):
        parts = [part for part in node.nodes if not isinstance(part, nodes.TemplateData) or part.data.strip()]
        line = parts[0].lineno
        if isinstance(parts[0], nodes.TemplateData):
            data = parts[0].data
            line += len(data[: len(data) - len(data.lstrip())].split("\n")) - 1
            word = data.strip().split("\n")[0]
    problem = one.at(line, word, "stands outside the blocks, where nothing of it is shown", "put it into a block")
    yield problem


def _taken(tree: nodes.Template) -> Iterator[tuple[int, nodes.Expr]]:
    """What a template includes or imports: the line, and how it is named."""
    yield from ((node.lineno, node.template) for node in tree.find_all(nodes.Include))
    yield from ((node.lineno, node.template) for node in tree.find_all(nodes.Import))
    yield from ((node.lineno, node.template) for node in tree.find_all(nodes.FromImport))


def _references(one: _Read, look: Look, ours: Mapping[str, str]) -> Iterator[Problem]:
    """What it includes or imports is a template of the look or one of ours, named in place."""
    mine = [name for name in ours if name.endswith(ENDING)]
    for line, target in _taken(one.tree):
        if not isinstance(target, nodes.Const) or not isinstance(target.value, str):
            hint = 'write its name: {% include "note.html.j2" %}'
            yield one.at(line, "include", "includes a template that is not named in place", hint)
        elif target.value not in look.templates and target.value.removeprefix(OURS) not in mine:
            what = phrase("there is no template {name}", name=f"'{target.value[:80]}'")
            yield one.at(line, target.value, what, suggestion(target.value, [*look.templates, *mine], FEW))


def _unused(read: list[_Read]) -> Iterator[Problem]:
    """A template that is none of ours by name, and that no other one takes."""
    named = [target for one in read for _, target in _taken(one.tree)]
    named += [node.template for one in read for node in one.tree.find_all(nodes.Extends)]
    taken = {target.value for target in named if isinstance(target, nodes.Const)}
    for one in read:
        if one.name not in BLOCKS and one.name not in taken:
            near = suggestion(one.name, BLOCKS, FEW)
            every = phrase("write one of {choice}", choice=choice([*BLOCKS]))
            what = "no template with blocks is called so, and none of this look includes it"
            yield one.at(1, "", what, near if near.startswith("did you mean") else every)


def _compiled(one: _Read, engine: LookEnvironment) -> Iterator[Problem]:
    """What only the compiler finds, as a block that is there twice."""
    try:
        engine.compile(one.text, name=one.name)
    except TemplateSyntaxError as error:
        yield _unreadable(one.file, one.text, error)
    except (SyntaxError, MemoryError):  # of Python, which nests twenty loops at most
        yield _too_deep(one.file)
