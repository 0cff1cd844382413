"""The closed grammar of catalogue expressions: + - * / // ** over names, whole numbers and four functions."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from functools import lru_cache
from string import ascii_letters

_BINARY: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: operator.pow,
}
_FUNCTIONS: dict[str, Callable[[int], float]] = {
    "ceil_log2": lambda value: (value - 1).bit_length(),
    "floor_log2": lambda value: value.bit_length() - 1,
    "log2": math.log2,
}
_SPELLED = {
    "ceil_log2": r"\lceil \log_2 \, {} \rceil",
    "floor_log2": r"\lfloor \log_2 \, {} \rfloor",
    "log2": r"\log_2 \, {}",
}
_GREEK = {"q": "p'", "E": r"\eta"}
_SUM, _PRODUCT, _POWER, _ATOM = range(4)


def parse(text: str) -> ast.expr:
    """The tree of an expression. Raises ValueError for anything outside the grammar."""
    try:
        tree = ast.parse(text, mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"{text!r} is not an expression") from error
    for node in ast.walk(tree):
        _check(node, text)
    return tree


@lru_cache(maxsize=1024)
def names_in(text: str) -> frozenset[str]:
    """The names an expression uses, functions left out: ``names_in("2*(p-1)/p")`` is {"p"}."""
    return frozenset(node.id for node in ast.walk(parse(text)) if isinstance(node, ast.Name)) - _FUNCTIONS.keys()


def value(text: str, symbols: Mapping[str, float]) -> float:
    """The value [1]: ``value("2*(p-1)/p", {"p": 8})`` is 1.75. Raises ValueError for an unknown name."""
    return _value(parse(text), symbols)


def latex(text: str) -> str:
    r"""The expression in LaTeX: ``latex("(p-1)/p")`` is ``\frac{p-1}{p}``."""
    return _latex(parse(text))[0]


def is_sum(text: str) -> bool:
    """True when the expression needs brackets before a factor: ``p-1``."""
    return _latex(parse(text))[1] == _SUM


def in_brackets(text: str) -> str:
    """LaTeX in round brackets that grow with a fraction inside."""
    return rf"\left( {text} \right)" if r"\frac" in text else f"({text})"


def _check(node: ast.AST, text: str) -> None:
    """Refuse every kind of node the grammar does not have."""
    allowed: tuple[type[ast.AST], ...] = (ast.BinOp, ast.Name, ast.Constant, ast.Call, ast.Load, *_BINARY)
    known = isinstance(node, allowed)
    if isinstance(node, ast.Constant):
        known = type(node.value) is int
    elif isinstance(node, ast.Call):
        known = isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS and len(node.args) == 1
        known = known and not node.keywords
    if not known:
        raise ValueError(f"{text!r} holds {type(node).__name__}, which expressions do not have")


def _value(node: ast.expr, symbols: Mapping[str, float]) -> float:
    match node:
        case ast.Constant(value=int(number)):
            return number
        case ast.Name(id=name):
            if name not in symbols:
                raise ValueError(f"unknown symbol {name}")
            return symbols[name]
        case ast.Call(func=ast.Name(id=name), args=[argument]):
            return _FUNCTIONS[name](int(_value(argument, symbols)))
        case ast.BinOp(left=left, op=op, right=right):
            return _BINARY[type(op)](_value(left, symbols), _value(right, symbols))
    raise ValueError(f"cannot evaluate {type(node).__name__}")


def _latex(node: ast.expr) -> tuple[str, int]:
    """LaTeX and how tightly it binds."""
    match node:
        case ast.Constant(value=int(number)):
            return str(number), _ATOM
        case ast.Name(id=name):
            return _GREEK.get(name) or _indexed(name), _ATOM
        case ast.Call(func=ast.Name(id=name), args=[argument]):
            return _SPELLED[name].replace("{}", _bracketed(argument, _ATOM)), _PRODUCT
        case ast.BinOp():
            return _latex_operation(node)
    raise ValueError(f"cannot print {type(node).__name__}")


def _indexed(name: str) -> str:
    """A name with its number below the line: s_{1} for s1."""
    number = name.lstrip(ascii_letters)
    return f"{name.removesuffix(number)}_{{{number}}}" if number else name


def _latex_operation(node: ast.BinOp) -> tuple[str, int]:
    left, right = node.left, node.right
    match node.op:
        case ast.Add():
            return f"{_latex(left)[0]}+{_latex(right)[0]}", _SUM
        case ast.Sub():
            return f"{_latex(left)[0]}-{_bracketed(right, _PRODUCT)}", _SUM
        case ast.Mult():
            between = r" \cdot " if isinstance(right, ast.Constant) else " "
            return f"{_bracketed(left, _PRODUCT)}{between}{_bracketed(right, _PRODUCT)}", _PRODUCT
        case ast.Div():
            return rf"\frac{{{_latex(left)[0]}}}{{{_latex(right)[0]}}}", _PRODUCT
        case ast.FloorDiv():
            return rf"\lfloor \frac{{{_latex(left)[0]}}}{{{_latex(right)[0]}}} \rfloor", _PRODUCT
        case _:
            return f"{_bracketed(left, _ATOM)}^{{{_latex(right)[0]}}}", _POWER


def _bracketed(node: ast.expr, least: int) -> str:
    """The LaTeX of a part, in brackets when it binds less tightly than ``least``."""
    text, tightness = _latex(node)
    return text if tightness >= least else in_brackets(text)
