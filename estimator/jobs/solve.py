"""What a number of a spec file would have to be for the budget, or for another target."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from estimator.errors import UserError
from estimator.estimate.assume.uncertain import places_of
from estimator.estimate.case import Case
from estimator.estimate.search.place import path_in, value_at
from estimator.estimate.search.solve import Solver
from estimator.estimate.search.spaced import spaced
from estimator.estimate.search.trial import Target
from estimator.estimate.table import cases_of, estimate
from estimator.jobs.estimates import about
from estimator.jobs.inputs.specs import open_spec
from estimator.jobs.outputs.writing import drafted
from estimator.phrase import phrase
from estimator.report.tables.estimates.solved import (
    SolvedFor,
    as_csv,
    as_json,
    as_text,
    frontier_csv,
    frontier_json,
    frontier_svg,
    frontier_text,
)
from estimator.report.tables.screen import PLAIN, Screen
from estimator.spec.document import Spec
from estimator.spec.reading.alter import Alteration
from estimator.spec.reading.change import change_of
from estimator.spec.reading.suggest import FEW, suggestion
from estimator.spec.values.quantity import Pair
from estimator.units import UnitError, parse

Figure = Literal["time", "exposed", "total"]
_UNTIL = re.compile(r"(?:step|operations\.(?P<operation>.+))\.(?P<figure>\w+)\s*<=\s*(?P<seconds>.+)")
MOST = 2
POINTS = 9


@dataclass(frozen=True, slots=True)
class SolveQuestion:
    """What a command line asks for.

    ``wanted``: one or two places of the spec; ``until``: what has to hold, the budget where it is left out; ``changes``
    (PATH=VALUE) hold for the whole search; ``points`` of a frontier, and the file that it is drawn into.
    """

    wanted: tuple[str, ...]
    until: str | None = None
    changes: tuple[str, ...] = ()
    points: int = POINTS
    plot: Path | None = None


def solved(path: Path, question: SolveQuestion, form: str, screen: Screen = PLAIN) -> str:
    """The answer as ``text``, ``json`` or ``csv``.

    Raises SpecError with every mistake of the spec, UserError for what cannot be looked for.
    """
    opened = open_spec(path, Alteration(None, tuple(map(change_of, question.changes))))
    with opened.located():
        table, cases = estimate(opened.spec), cases_of(opened.spec)
    solver, target = Solver(opened.spec, table, cases), _target(opened.spec, question.until)
    asked = [_asked(opened.spec, cases, solver, name) for name in _wanted(question.wanted)]
    if len(asked) == 1:
        if question.plot is not None:
            raise UserError(phrase("a figure is of two numbers; give --for twice, or leave out --plot"))
        found = solver.solve(asked[0].place, target)
        if form == "json":
            return as_json(asked[0], found, about(opened))
        return as_text(asked[0], found, screen) if form == "text" else as_csv(asked[0], found)
    if question.points < 2:
        raise UserError("a frontier has 2 points or more; give --points 9")
    points = solver.frontier(asked[0].place, spaced(asked[0].place, question.points), asked[1].place, target)
    if question.plot is not None:
        with drafted(question.plot, "--plot") as draft:
            draft.write_text(frontier_svg(asked, points, target, screen), "utf-8")
    if form == "json":
        return frontier_json(asked, points, target, about(opened))
    return frontier_text(asked, points, target, screen) if form == "text" else frontier_csv(asked, points)


def _wanted(names: Sequence[str]) -> Sequence[str]:
    if not names:
        raise UserError("nothing to look for; give --for PATH, such as platform.paths.scale_out.exclusive.bandwidth")
    if len(names) > MOST or len(set(names)) < len(names):
        raise UserError("give --for once for a value, or for two places for a frontier")
    return names


def _target(spec: Spec, until: str | None) -> Target:
    if until is not None:
        return _stated_target(spec, until)
    budget = spec.budget
    if budget is None or budget.exposed_communication is None:
        raise UserError(
            "the spec has no budget: add budget: {step: ..., exposed_communication: ...}, or say what has to hold with "
            '--until "operations.NAME.time <= 14 ms"'
        )
    return Target("exposed", "", float(budget.step) * float(budget.exposed_communication))


def _stated_target(spec: Spec, until: str) -> Target:
    match = _UNTIL.fullmatch(until.strip())
    figures = get_args(Figure)
    if match is None or match["figure"] not in figures or (not match["operation"] and match["figure"] == "time"):
        raise UserError(
            phrase(
                '--until {until!r}: write "operations.NAME.time <= 14 ms" (of one call), '
                '"operations.NAME.exposed <= 1 s", or "step.exposed <= 9 s" (total: hidden time included)',
                until=until,
            )
        )
    operation = match["operation"] or ""
    if operation and operation not in spec.operations:
        raise UserError(
            phrase(
                "--until: there is no operation '{operation}'; {suggestion}",
                operation=operation,
                suggestion=suggestion(operation, spec.operations, FEW),
            )
        )
    try:
        seconds = parse(match["seconds"], "time", positive=True)
    except UnitError as error:
        raise UserError(phrase("--until: {error}", error=error)) from None
    figure = next(one for one in figures if one == match["figure"])
    return Target(figure, operation, seconds)


def _asked(spec: Spec, cases: Mapping[str, Case], solver: Solver, name: str) -> SolvedFor:
    try:
        path = path_in(spec, name)
        stated, unit = value_at(spec, path), 1.0
    except (LookupError, TypeError):
        stated = None
    if not isinstance(stated, Pair):
        raise UserError(
            phrase(
                "--for {name} is no number that the estimate rests on; {choice}", name=name, choice=_choice(cases, name)
            )
        )
    if path[-1] == "efficiency":
        path = (*path[:-1], "bandwidth")
        rate = value_at(spec, path)
        unit, stated = rate.optimistic / stated.optimistic, rate
    return SolvedFor(name, solver.place(path, stated, unit))


def _choice(cases: Mapping[str, Case], name: str) -> str:
    """Places that there are: the one that was meant, or some of them."""
    places = list(dict.fromkeys(place.spec_path for case in cases.values() for place in places_of(case)))
    return suggestion(name, places, FEW)
