"""Test method, verdict rules and diagnosis: the rules that every test shares, on one page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, get_args

from markupsafe import Markup

from estimator.layout.skewed import Skewed
from estimator.report.figures.bars import Verdict, verdict_mark
from estimator.report.figures.drawing.svg import titled
from estimator.report.numbers import NONE
from estimator.report.view.context import Context
from estimator.report.view.machine.conditions import condition_rows
from estimator.report.view.requirements.ids import short_ids
from estimator.report.view.requirements.procedure import usual_text
from estimator.report.view.requirements.tools import tools_of
from estimator.report.view.shared import Load, shared
from estimator.spec.requirements.measure import Statistic
from estimator.tools.ability import is_kit
from estimator.tools.catalogue import tool_named
from estimator.tools.tool import Pair, joined

RULES = ("timing", "count", "spread", "nodes", "correct", "load", "return")
SUSPECTS = ("latency", "bandwidth", "topology", "algorithm", "contention", "skew", "host")
SHOWN_IDS = 40


class ToolRow(NamedTuple):
    """One benchmark tool: what it can return, what its size means, how many requirements use it."""

    name: str
    statistics: str
    size: str
    used: str


class LoadRow(NamedTuple):
    """One load that runs beside tests, by its name on the cards, and the requirements that ask for it."""

    name: str
    text: str
    requirements: str


@dataclass(frozen=True)
class TestingView:
    """The section on test method, verdicts and diagnosis."""

    __test__ = False

    rules: tuple[tuple[str, str], ...]
    tools: tuple[ToolRow, ...]
    loads: tuple[LoadRow, ...]
    verdicts: tuple[tuple[Markup, str, str], ...]
    suspects: tuple[tuple[str, str, str], ...]


def testing_view(context: Context) -> TestingView:
    """The section on test method, verdicts and diagnosis."""
    words = context.words
    tools = Counter(tool for name in context.spec.requirements for tool in tools_of(context, name))
    said = shared(context)
    return TestingView(
        rules=(
            *_usual(context),
            *((words[f"testing.{rule}"], words[f"testing.{rule}.text"]) for rule in RULES),
            *_uneven(context),
            *_conditions(context),
        ),
        tools=tuple(_tool(context, name, count, said.remarks.get(name, ())) for name, count in tools.items()),
        loads=tuple(LoadRow(load.name, load.text, _asked(context, load)) for load in said.loads),
        verdicts=_verdicts(context),
        suspects=_suspects(context),
    )


WORKED = Skewed(ranks=4, skew=2.0, seed=7, zero_peers=1)
"""The exchange that the method works out."""
WRITE = (
    "commspec cost all_to_all_v --algorithm pairwise --ranks 4 --size 16B --skew 2 --seed 7 --zero-peers 1 "
    "--alpha 1us --bandwidth 1GB/s --write-send-matrix matrix.csv"
)
"""The command that writes its matrix."""


def _uneven(context: Context) -> Iterator[tuple[str, str]]:
    """How the send matrix of an uneven exchange is made; nothing where no requirement asks for one."""
    if any(block.skew != 1.0 for found in context.material.expanded.values() for block in found.blocks):
        words, worked = context.words, WORKED
        order, row = (" ".join(map(str, numbers)) for numbers in (worked.order, worked.row(16)))
        yield words["testing.skew"], words("testing.skew.text", order=order, row=row, command=WRITE)


def _conditions(context: Context) -> Iterator[tuple[str, str]]:
    """Each condition of the spec's own, and what makes it."""
    words = context.words
    for row in condition_rows(context):
        load = words("testing.load.own", load=row.load) if row.load != NONE else ""
        name = words("testing.condition", name=row.id)
        yield (
            name,
            words["semicolon"].join(part for part in (row.text, load) if part) or words["testing.condition.open"],
        )


def _tool(context: Context, name: str, count: int, remarks: Sequence[Pair]) -> ToolRow:
    words, tool = context.words, tool_named(name)
    used = words("testing.used.count", count=str(count))
    if is_kit(name):
        return ToolRow(words["testing.kit"], words["testing.kit.statistics"], words["testing.kit.size"], used)
    if tool is None:
        return ToolRow(name, words["testing.own.statistics"], words["testing.own.size"], used)
    order = [one for one in get_args(Statistic) if one in tool.statistics]
    statistics = words.join([words[f"statistic.{one}"] for one in order])
    size = tool.sizes_zh if context.language == "zh" else tool.sizes_en
    beside = words("testing.beside", remarks=joined(remarks)[0 if context.language == "zh" else 1]) if remarks else ""
    return ToolRow(name, statistics, words["semicolon"].join(part for part in (size, beside) if part), used)


def _usual(context: Context) -> Iterator[tuple[str, str]]:
    """The procedure that most tests share, which cards leave out."""
    if text := usual_text(context):
        yield context.words["testing.usual"], text


def _asked(context: Context, load: Load) -> str:
    """Which requirements ask for a load; of one that their cards name, how many."""
    if load.name:
        return context.words("testing.used.count", count=str(len(load.requirements)))
    return _some(context, load.requirements)


def _some(context: Context, names: Sequence[str]) -> str:
    words = context.words
    shown = short_ids(list(context.spec.requirements))
    text = words.join([shown[name] for name in names[:SHOWN_IDS]])
    return text if len(names) <= SHOWN_IDS else f"{text}{words['comma']}{words('paths.more', count=str(len(names)))}"


def _verdicts(context: Context) -> tuple[tuple[Markup, str, str], ...]:
    """Each verdict with its shape, its word and when it is given."""
    words = context.words
    kinds: tuple[Verdict, ...] = get_args(Verdict)
    marks = {
        kind: Markup(titled(verdict_mark(kind), words[f"verdict.{kind}"]))  # noqa: S704 - the project's own shapes
        for kind in kinds
    }
    return tuple((marks[kind], words[f"verdict.{kind}"], words[f"verdict.{kind}.text"]) for kind in kinds)


def _suspects(context: Context) -> tuple[tuple[str, str, str], ...]:
    """What to suspect, what to do, what shows it."""
    words = context.words
    return tuple(
        (words[f"diagnosis.{one}"], words[f"diagnosis.{one}.do"], words[f"diagnosis.{one}.shows"]) for one in SUSPECTS
    )
