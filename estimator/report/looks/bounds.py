"""What a template of a look may take: so many steps for a page, and texts of so many letters; a bomb is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from jinja2 import nodes
from jinja2.exceptions import SecurityError
from jinja2.visitor import NodeTransformer

from estimator.phrase import phrase

STEPS = 1_000_000
"""Rounds of loops and calls in one page: ours take some ten thousand."""
LONGEST = 2**16
"""Letters or entries of what an operator, a filter or a call makes."""
COUNTED, SHORT = "-counted", "-short"
"""Filters that are put around parts of a template; no template can name them."""
GROWING = frozenset(("center", "ljust", "rjust", "zfill", "expandtabs", "replace", "join", "translate", "encode"))
"""Methods of texts that can make much of little; the filters of the same names are bounded."""
_WIDE = re.compile(r"\d{4}")
"""In a format: a field wider than any page."""


class Steps:
    """How many are left of a page."""

    def __init__(self) -> None:
        self.left = STEPS

    def again(self) -> None:
        """Begin another page."""
        self.left = STEPS

    def take(self) -> None:
        """One step. Raises SecurityError where there is none left."""
        self.left -= 1
        if self.left < 0:
            raise SecurityError(phrase("more than {most:,} steps for one page", most=STEPS))

    def counted(self, each: Iterable[Any]) -> Iterator[Any]:
        """The same things, a step each."""
        for one in each:
            self.take()
            yield one


def short(value: Any) -> Any:
    """The value. Raises SecurityError where it is too long a text or list."""
    if isinstance(value, (str, list, tuple)) and len(value) > LONGEST:
        raise SecurityError(phrase("a text of more than {most:,} letters", most=LONGEST))
    return value


def product(left: Any, right: Any) -> None:
    """Raise SecurityError where the product of two values would be too long a text or too large a number."""
    for text, times in ((left, right), (right, left)):
        if isinstance(text, (str, list, tuple)) and isinstance(times, int) and len(text) * times > LONGEST:
            short("x" * (LONGEST + 1))


def power(left: Any, right: Any) -> None:
    """Raise SecurityError where a power would be a number that nobody reads."""
    if any(isinstance(one, int) and abs(one) > 1000 for one in (left, right)):
        raise SecurityError("a power of large numbers")


def plain_width(text: str) -> None:
    """Raise SecurityError where a format asks for very wide fields."""
    if _WIDE.search(text):
        raise SecurityError("a field of a format wider than a page")


def bounded(made: Callable[..., Any]) -> Callable[..., Any]:
    """A filter that replaces or joins, where what it makes cannot become very long."""

    def filter_(value: Any, *args: Any, **named: Any) -> Any:
        parts = [value, *args, *named.values()]
        if sum(len(one) for one in parts if isinstance(one, (str, list, tuple))) > LONGEST // 16:
            short("x" * (LONGEST + 1))
        return made(value, *args, **named)

    return filter_


class Bounding(NodeTransformer):
    """Puts the filters around the loops of a template, and around what makes texts."""

    def visit_For(self, node: nodes.For, *args: Any, **named: Any) -> nodes.Node:  # noqa: N802 - the library's name
        """A loop whose rounds are counted."""
        self.generic_visit(node, *args, **named)
        node.iter = _around(COUNTED, node.iter, node)
        return node

    def visit_CallBlock(self, node: nodes.CallBlock, *args: Any, **named: Any) -> nodes.Node:  # noqa: N802
        """The call of a block stays a call."""
        for child in (*node.call.args, *node.body):
            self.visit(child, *args, **named)
        return node

    def _bounded(self, node: nodes.Expr, *args: Any, **named: Any) -> nodes.Node:
        self.generic_visit(node, *args, **named)
        return _around(SHORT, node, node)

    visit_Concat = visit_Filter = _bounded  # noqa: N815


def _around(name: str, inner: Any, node: nodes.Node) -> nodes.Filter:
    made = nodes.Filter(inner, name, [], [], None, None, lineno=node.lineno)
    if node.environment is not None:
        made.set_environment(node.environment)
    return made
