"""The lesson's eight items of one operation, each with why it matters there."""

from __future__ import annotations

from typing import NamedTuple

from estimator.cost.collectives import EVEN, MOVING
from estimator.cost.key import Key
from estimator.estimate.result import End, OperationEstimate
from estimator.report.numbers import NONE, exact_size, fraction, percent, rate, seconds, size, span, whole
from estimator.report.view.context import Context
from estimator.report.view.machine.boundary import ranks_text
from estimator.report.view.machine.levels import path_on, per_text, short_places
from estimator.report.view.marks import Mark, basis_mark
from estimator.report.view.operations.algorithms import algorithm_title, copies_text, options_text
from estimator.report.view.operations.overlap import overlap_text
from estimator.report.view.operations.tensors import dtype_text
from estimator.spec.groups.placed import placed
from estimator.spec.workload import Operation


class ItemPiece(NamedTuple):
    """A value with the badge of its evidence, none where the spec itself states it; ``line``: begins a new line."""

    text: str
    mark: Mark | None = None
    line: bool = False


class MinimalItem(NamedTuple):
    """One of the eight: its name, the pieces filled in, a second line in small type, and why it matters."""

    name: str
    pieces: tuple[ItemPiece, ...]
    small: str
    why: str


EightItems = tuple[MinimalItem, ...]


def eight_items(context: Context, name: str) -> EightItems:
    """The eight items of an operation, in the lesson's order."""
    row, operation = context.table.operations[name], context.spec.operations[name]
    return (
        _group(context, row),
        _semantics(context, row, operation),
        _dtype(context, row, operation),
        _alpha(context, row),
        _bandwidth(context, row),
        _condition(context, row, operation),
        _location(context, row),
        _algorithm(context, row, operation),
    )


def _item(context: Context, key: str, text: str, why: str, small: str = "") -> MinimalItem:
    return MinimalItem(context.words[f"minimal.{key}"], (ItemPiece(text),), small, why)


def _group(context: Context, row: OperationEstimate) -> MinimalItem:
    words, shape = context.words, row.shape
    text = words(
        "minimal.group.uneven" if shape.uneven else "minimal.group.text",
        name=row.group,
        p=str(shape.ranks),
        ranks=ranks_text(shape),
        g=str(shape.per_node),
        m=str(shape.nodes),
        at_once=str(row.at_once),
    )
    if context.spec.platform.levels:
        placing = placed(context.spec, row.group)
        used = [placing.machine.names[level] for level in placing.used or (0,)]
        why = "minimal.group.levels" if len(used) > 1 else "minimal.group.level"
        return _item(context, "group", text, words(why, levels=words.join(used)))
    kind = "two" if shape.two_level else "flat" if shape.nodes == 1 else "rail"
    return _item(context, "group", text, words[f"minimal.group.{kind}"])


MEANING = {"gather": "scatter", "broadcast": "p2p", "reduce": "p2p"}


def _semantics(context: Context, row: OperationEstimate, operation: Operation) -> MinimalItem:
    words, tensor = context.words, operation.tensor
    if row.collective not in MOVING:
        return _item(context, "semantics", words["reading.n.barrier"], words["minimal.semantics.still"])
    shape = f"[{', '.join(str(axis) for axis in tensor.shape)}] " if tensor.shape else ""
    meaning = words[f"reading.n.{MEANING.get(EVEN[row.collective], EVEN[row.collective])}"]
    text = words(
        "minimal.semantics.text", shape=shape, semantics=words[f"semantics.{tensor.semantics}"], meaning=meaning
    )
    each = size(row.size.n / row.calls)
    small = words("minimal.semantics.calls", calls=fraction(row.calls), each=each) if row.calls != 1.0 else ""
    return _item(context, "semantics", text, words("minimal.semantics.why", n=size(row.size.n)), small)


def _dtype(context: Context, row: OperationEstimate, operation: Operation) -> MinimalItem:
    words, tensor, note = context.words, operation.tensor, row.size
    if row.collective not in MOVING:
        return _item(context, "dtype", NONE, words["minimal.semantics.still"])
    text = dtype_text(tensor) or words["minimal.dtype.bytes"]
    if tensor.blocks is not None:
        per, each = str(tensor.blocks.per), f"{tensor.blocks.bytes}\u00a0B"
        text = dtype_text(tensor).removesuffix(" + scale") + words("minimal.dtype.scale", per=per, bytes=each)
    small = exact_size(note.tensor_bytes)
    if tensor.shape is not None:
        scale = f" + {exact_size(note.scale_bytes)}" if note.scale_bytes else ""
        product = f"{whole(note.elements)} \u00d7 {fraction(note.dtype_bytes)}\u00a0B{scale}"
        small = f"{product} = {exact_size(note.tensor_bytes)}"
    if note.n != note.tensor_bytes:
        small += f"{words['semicolon']}n = {exact_size(note.n)}"
    return _item(context, "dtype", text, words["minimal.dtype.why"], small)


def _alpha(context: Context, row: OperationEstimate) -> MinimalItem:
    share = row.conservative.startup_s / row.conservative.total_s if row.conservative.total_s else 0.0
    ends = span(row.optimistic.startup_s, row.conservative.startup_s, seconds)
    key = "minimal.alpha.why" if row.conservative.startup_s else "minimal.alpha.hidden"
    why = context.words(key, span=ends, share=percent(share))
    return MinimalItem(context.words["minimal.alpha"], _pieces(context, row, ("alpha",)), "", why)


def _bandwidth(context: Context, row: OperationEstimate) -> MinimalItem:
    share = row.conservative.transfer_s / row.conservative.total_s if row.conservative.total_s else 0.0
    why = context.words("minimal.bandwidth.why", share=percent(share))
    return MinimalItem(
        context.words["minimal.bandwidth"], _pieces(context, row, ("beta", "link", "unit", "nic")), "", why
    )


def _pieces(context: Context, row: OperationEstimate, families: tuple[str, ...]) -> tuple[ItemPiece, ...]:
    """Both ends of a family of parameters on each path, each with its own badge; one piece where they are equal."""
    keys = [key for key in row.conservative.theta if key.family in families]
    found: list[ItemPiece] = []
    for key in keys:
        path = path_on(row.paths, key.where)
        low, high = (_value(end, key) + _whose(context, key) for end in (row.optimistic, row.conservative))
        marks = [_mark(context, end, key) for end in (row.optimistic, row.conservative)]
        if low == high and marks[0] == marks[1]:
            found.append(ItemPiece(f"{path} {high}", marks[1], bool(found)))
        else:
            found += [ItemPiece(f"{path} {low}", marks[0], bool(found)), ItemPiece(f"\u2013 {high}", marks[1])]
    return tuple(found) or (ItemPiece("\u2014"),)


def _value(end: End, key: Key) -> str:
    value = end.theta.get(key, 0.0)
    if key.family == "alpha":
        return seconds(value)
    return rate(1.0 / value) if value else "\u2014"


def _whose(context: Context, key: Key) -> str:
    """Whose rate it is, where it is not one rank's or one link's: " per node"."""
    if key.family not in ("unit", "nic"):
        return ""
    machine = context.spec.platform.machine
    whose = machine.below[machine.names.index(key.where)] if key.family == "unit" else "nic"
    return "\u00a0" + per_text(context.words, whose).replace(" ", "\u00a0")


def _mark(context: Context, end: End, key: Key) -> Mark:
    origin = end.origins.get(key)
    return basis_mark(context.words, origin.basis if origin else "assumed")


def _condition(context: Context, row: OperationEstimate, operation: Operation) -> MinimalItem:
    words = context.words
    conditions = words.join([context.condition(condition) for condition in row.conditions])
    skew = span(row.optimistic.skew, row.conservative.skew, fraction)
    key = "alone" if set(row.conditions) == {"exclusive"} else "text"
    text = words(f"minimal.condition.{key}", conditions=conditions, skew=skew)
    if operation.at_once_with:
        text += words("minimal.condition.with", others=words.join(list(operation.at_once_with)))
    small = ""
    if operation.per_step is not None:
        overlap = overlap_text(context, operation)
        small = words("minimal.condition.overlap", count=fraction(row.step.count), overlap=overlap)
    return _item(context, "condition", text, words["minimal.condition.why"], small)


def _location(context: Context, row: OperationEstimate) -> MinimalItem:
    words = context.words
    text = words.join(short_places(context, row.paths))
    if row.bound.cut:
        text += words("minimal.location.cut", cut=row.bound.cut)
    else:
        text += words["minimal.location.crossed" if context.spec.platform.cuts else "minimal.location.undeclared"]
    return _item(context, "location", text, words("minimal.location.why", limited=context.limits(row)))


def _algorithm(context: Context, row: OperationEstimate, operation: Operation) -> MinimalItem:
    words = context.words
    title = algorithm_title(context, row.algorithm)
    count = row.conservative.rounds
    rounds = words(f"minimal.algorithm.{'round' if count == 1.0 else 'rounds'}", rounds=fraction(count))
    text = (
        f"{row.algorithm.name} ({title}), {rounds}"
        if context.language == "en"
        else f"{row.algorithm.name}（{title}），{rounds}"
    )
    stated = options_text(context, row.id)
    if stated:
        text += words["comma"] + stated
    if operation.copies is not None:
        text += words["comma"] + copies_text(context, operation.copies)
    if operation.algorithm.also:
        text += words("minimal.algorithm.also", also=words.join(list(operation.algorithm.also)))
    return _item(context, "algorithm", text, words["minimal.algorithm.why"])
