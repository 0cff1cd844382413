"""The algorithm of an operation: its name, the formula in force for it, and the options that the spec states."""

from __future__ import annotations

from estimator.cost.entries.algorithm import CatalogueEntry, FormulaTerm
from estimator.cost.entries.formula import symbols_used
from estimator.cost.options import ALL, OPTIMAL
from estimator.report.numbers import fraction
from estimator.report.view.context import Context

FULL_WIDTH = str.maketrans("(),:;", "\uff08\uff09\uff0c\uff1a\uff1b")


def algorithm_title(context: Context, algorithm: CatalogueEntry) -> str:
    """The catalogue's name of an algorithm, with the language's own marks."""
    return algorithm.zh.translate(FULL_WIDTH) if context.language == "zh" else algorithm.en


def validity(context: Context, algorithm: CatalogueEntry) -> str:
    """Where the catalogue says that an algorithm may run."""
    return algorithm.validity_zh.translate(FULL_WIDTH) if context.language == "zh" else algorithm.validity_en


def terms_of(context: Context, name: str) -> tuple[FormulaTerm, ...]:
    """The terms of an operation's formula, as its group and its options have them."""
    row, options = context.table.operations[name], context.spec.operations[name].algorithm.options
    return row.algorithm.terms_on(row.placed, options)


def options_text(context: Context, name: str) -> str:
    """The options that the spec states, "" without any: "16 segments", "rows of 4, columns of 8", "efficiency 0.9"."""
    words, options = context.words, context.spec.operations[name].algorithm.options
    parts = []
    if options.segments is not None:
        best = options.segments == OPTIMAL
        parts.append(words["option.optimal"] if best else words("option.segments", count=str(options.segments)))
    if options.dims is not None:
        parts.append(words("option.dims", axes=" × ".join(str(length) for length in options.dims)))
    if options.rings is not None:
        parts.append(words("option.rings", count=str(options.rings)))
    if options.channels is not None:
        every = options.channels == ALL
        parts.append(words["option.all_channels"] if every else words("option.channels", count=str(options.channels)))
    if options.methods is not None:
        named = words["comma"].join(words[f"option.method.{method}"] for method in options.methods)
        parts.append(words("option.methods", methods=named))
    if options.efficiency is not None:
        parts.append(words("option.efficiency", share=fraction(options.efficiency)))
    if options.send_matrix is not None:
        parts.append(words["option.send_matrix"])
    return words["comma"].join(parts)


def copies_text(context: Context, copies: str) -> str:
    """Who gets a copy of a token: "one copy per expert", "one copy per rack"."""
    known = ("per_expert", "per_rank", "per_node")
    if copies in known:
        return context.words[f"copies.{copies}"]
    return context.words("copies.per_level", level=copies.removeprefix("per_"))


def symbols_in_use(context: Context) -> list[tuple[str, str]]:
    """Symbols beyond those of every document that the formulas of its operations use, with their meaning."""
    terms = [term for name in context.table.operations for term in terms_of(context, name)]
    return [(context.words[f"symbol.{name}"], context.words[f"symbol.{name}.text"]) for name in symbols_used(terms)]
