"""The names in a template of a look: filters, tests, variables, and parts of these that there are."""

from __future__ import annotations

from collections.abc import Iterator

from jinja2 import nodes
from jinja2.exceptions import TemplateError
from jinja2.meta import find_undeclared_variables

from estimator.errors import Problem
from estimator.phrase import phrase
from estimator.report.looks.engine import GIVEN, LookEnvironment
from estimator.report.looks.known import known_in, parts_of
from estimator.report.looks.place import on
from estimator.report.words.lookup import words
from estimator.spec.reading.suggest import FEW, suggestion

WITHHELD_HINTS = {
    "safe": "write the markup in the template itself: every value is shown as text",
    "random": "leave it out: the same document is the same in every build",
}
METHODS = frozenset(("get", "items", "keys", "values"))


def name_problems(name: str, file: str, text: str, tree: nodes.Template, engine: LookEnvironment) -> Iterator[Problem]:
    """What a template names that is not there, by line and column."""
    yield from _filters(file, text, tree, engine)
    for scope in tree.find_all(nodes.ScopedEvalContextModifier):
        what = "switches the escaping of values off, or on"
        yield on(file, text, scope.lineno, "autoescape", what, "leave it out: every value is shown as text")
    known = known_in(name)
    yield from _variables(file, text, tree, {*known, *GIVEN}, engine)
    own = _assigned(tree)
    for line, base, part in _parts(tree):
        if base in known and base not in own:
            ours = {*words("en").texts, *METHODS} if base == "w" else parts_of(known[base])
            if ours and part not in ours:
                what = phrase("{variable} has no {part}", variable=base, part=part)
                yield on(file, text, line, part, what, suggestion(part, sorted(ours - METHODS), FEW))


def _parts(tree: nodes.Template) -> Iterator[tuple[int, str, str]]:
    """Every part of a variable that is named in place: line, variable, part."""
    for node in tree.find_all(nodes.Getattr):
        if isinstance(node.node, nodes.Name):
            yield node.lineno, node.node.name, node.attr
    for item in tree.find_all(nodes.Getitem):
        if isinstance(item.node, nodes.Name) and isinstance(item.arg, nodes.Const) and isinstance(item.arg.value, str):
            yield item.lineno, item.node.name, item.arg.value


def _filters(file: str, text: str, tree: nodes.Template, engine: LookEnvironment) -> Iterator[Problem]:
    for node in tree.find_all(nodes.Filter):
        if node.name not in engine.filters:
            known = [name for name in engine.filters if name.isidentifier()]
            hint = WITHHELD_HINTS.get(node.name) or suggestion(node.name, known, FEW)
            yield on(file, text, node.lineno, node.name, phrase("there is no filter {name}", name=node.name), hint)
    for test in tree.find_all(nodes.Test):
        if test.name not in engine.tests:
            hint = suggestion(test.name, engine.tests, FEW)
            yield on(file, text, test.lineno, test.name, phrase("there is no test {name}", name=test.name), hint)


def _variables(
    file: str, text: str, tree: nodes.Template, known: set[str], engine: LookEnvironment
) -> Iterator[Problem]:
    absent = {node.name for node in tree.find_all(nodes.Filter)} - set(engine.filters)
    try:
        engine.filters |= dict.fromkeys(absent, str)  # these are told already
        undeclared = find_undeclared_variables(tree)
    except TemplateError:  # a test that is not there, or what the compiler tells
        return
    finally:
        for name in absent:
            del engine.filters[name]
    for name in sorted(undeclared - known - _given(tree)):
        if name.startswith("__"):
            continue
        line = min((node.lineno for node in tree.find_all(nodes.Name) if node.name == name), default=1)
        yield on(
            file,
            text,
            line,
            name,
            phrase("there is no variable {name}", name=name),
            suggestion(name, sorted(known), FEW),
        )


def _given(tree: nodes.Template) -> set[str]:
    """What stands outside the blocks and holds in all of them: imports, macros, assignments."""
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, nodes.Import):
            found.add(node.target)
        elif isinstance(node, nodes.FromImport):
            found |= {name if isinstance(name, str) else name[1] for name in node.names}
        elif isinstance(node, nodes.Macro):
            found.add(node.name)
        elif isinstance(node, (nodes.Assign, nodes.AssignBlock)):
            found |= {name.name for name in node.find_all(nodes.Name) if name.ctx == "store"}
    return found


def _assigned(tree: nodes.Template) -> set[str]:
    """Names that the template gives a meaning of its own somewhere."""
    return {node.name for node in tree.find_all(nodes.Name) if node.ctx in ("store", "param")}
