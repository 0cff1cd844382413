"""Test method, verdict rules and diagnosis: the rules that every test shares, on one page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, get_args

from markupsafe import Markup

from estimator.layout.skewed import Skewed
from estimator.report.figures.bars import Verdict, verdict_mark
from estimator.report.numbers import NONE
from estimator.report.view.conditions import condition_rows
from estimator.report.view.context import Context
from estimator.spec.requirements.measure import Statistic, Test
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.tools.ability import is_kit
from estimator.tools.catalogue import tool_named

RULES = ("timing", "count", "spread", "nodes", "correct", "load", "return")
SUSPECTS = ("latency", "bandwidth", "topology", "algorithm", "contention", "skew", "host")
SHOWN_IDS = 12


class ToolRow(NamedTuple):
    """One benchmark tool: what it can return, what its size means, how many requirements use it."""

    name: str
    statistics: str
    size: str
    used: str


class SettingRow(NamedTuple):
    """One way to run the tests, and the requirements that use it."""

    text: str
    requirements: str


@dataclass(frozen=True)
class TestingView:
    """The section on test method, verdicts and diagnosis."""

    __test__ = False

    rules: tuple[tuple[str, str], ...]
    tools: tuple[ToolRow, ...]
    settings: tuple[SettingRow, ...]
    verdicts: tuple[tuple[Markup, str, str], ...]
    suspects: tuple[tuple[str, str, str], ...]


def testing_view(context: Context) -> TestingView:
    """The section on test method, verdicts and diagnosis."""
    words = context.words
    measured = {
        name: requirement
        for name, requirement in context.spec.requirements.items()
        if isinstance(requirement, MeasurableRequirement)
    }
    tools: dict[str, int] = {}
    settings: dict[str, list[str]] = {}
    for name, requirement in measured.items():
        tools[requirement.test.tool] = tools.get(requirement.test.tool, 0) + 1
        settings.setdefault(_setting(context, requirement.test), []).append(name)
    return TestingView(
        rules=(
            *((words[f"testing.{rule}"], words[f"testing.{rule}.text"]) for rule in RULES),
            *_uneven(context),
            *_conditions(context),
        ),
        tools=tuple(_tool(context, name, count) for name, count in tools.items()),
        settings=tuple(SettingRow(text, _some(context, names)) for text, names in settings.items()),
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


def _tool(context: Context, name: str, count: int) -> ToolRow:
    words, tool = context.words, tool_named(name)
    used = words("testing.used.count", count=str(count))
    if is_kit(name):
        return ToolRow(words["testing.kit"], words["testing.kit.statistics"], words["testing.kit.size"], used)
    if tool is None:
        return ToolRow(name, words["testing.own.statistics"], words["testing.own.size"], used)
    order = [one for one in get_args(Statistic) if one in tool.statistics]
    statistics = words.join([words[f"statistic.{one}"] for one in order])
    return ToolRow(name, statistics, tool.sizes_zh if context.language == "zh" else tool.sizes_en, used)


def _setting(context: Context, test: Test) -> str:
    words, load = context.words, context.text(test.load)
    text = words(
        "testing.setting.text",
        warmup=str(test.warmup),
        iterations=str(test.iterations),
        repeats=str(test.repeats),
        buffer=words[f"buffer.{test.buffer}"],
        place=words["inplace.yes" if test.in_place else "inplace.no"],
        check=words["check.yes" if test.check else "check.no"],
        placement=words[f"placement.{test.placement}"],
    )
    return f"{text}{words['semicolon']}{words('testing.load.own', load=load)}" if load else text


def _some(context: Context, names: list[str]) -> str:
    words = context.words
    text = words.join(names[:SHOWN_IDS])
    return text if len(names) <= SHOWN_IDS else f"{text}{words['comma']}{words('paths.more', count=str(len(names)))}"


def _verdicts(context: Context) -> tuple[tuple[Markup, str, str], ...]:
    """Each verdict with its shape, its word and when it is given."""
    words = context.words
    kinds: tuple[Verdict, ...] = get_args(Verdict)
    marks = {kind: Markup(verdict_mark(kind)) for kind in kinds}  # noqa: S704 - the project's own shapes
    return tuple((marks[kind], words[f"verdict.{kind}"], words[f"verdict.{kind}.text"]) for kind in kinds)


def _suspects(context: Context) -> tuple[tuple[str, str, str], ...]:
    """What to suspect, what to do, what shows it."""
    words = context.words
    return tuple(
        (words[f"diagnosis.{one}"], words[f"diagnosis.{one}.do"], words[f"diagnosis.{one}.shows"]) for one in SUSPECTS
    )
