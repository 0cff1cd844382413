"""Source texts as trees, each parsed once for all tests that read the program; nobody changes a tree."""

import ast
from functools import cache


@cache
def parsed(source: str) -> ast.Module:
    """The tree of a source text."""
    return ast.parse(source)
