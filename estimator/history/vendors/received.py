"""Answers held against the requirements that they are to: which stand, which are stale, which are not whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from estimator.errors import Path, Problem, SpecError
from estimator.history.vendors.answers import LEVELS, STATES, Answer, Answers, Placed, parted
from estimator.history.vendors.offers import AskedRequirement, example_of, kind_of, within
from estimator.phrase import phrase
from estimator.require.criterion import Criterion
from estimator.spec.document import Spec
from estimator.spec.reading.suggest import FEW, suggestion
from estimator.spec.values.quantity import said
from estimator.units import UnitError, parse

Fault = Literal[
    "mistake",
    "tampered",
    "formula",
    "like_formula",
    "unknown",
    "unit",
    "evidence",
    "half_filled",
    "contradiction",
    "stale",
    "unread",
]
REFUSING = ("mistake", "tampered", "formula", "unknown", "unit", "evidence")
"""What makes an answer none; the others mark it."""
FOUND: tuple[Fault, ...] = ("tampered", "formula", "like_formula", "unread")
"""What a reader of files has found already: its problems name it as their rule."""
EXPLAINED = ("partly", "does_not", "deviates", "to_be_clarified", "not_applicable")
"""States that say nothing without a remark."""


class Mark(NamedTuple):
    """What is wrong with an answer: its ``requirement``, "" for the whole file; ``cell`` of a workbook."""

    fault: Fault
    requirement: str
    problem: Problem
    cell: str = ""

    @property
    def refuses(self) -> bool:
        """Whether the answer cannot be taken at all."""
        return self.fault in REFUSING


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer that was taken. ``value``: what is offered [SI]; ``cell``: what it is of; ``faults``: its marks."""

    answer: Answer
    cell: Criterion | None
    value: float | None
    faults: tuple[Fault, ...]

    @property
    def stale(self) -> bool:
        """Whether it is to an older text of the requirement."""
        return "stale" in self.faults


@dataclass(frozen=True, slots=True)
class Received:
    """The answers of one vendor. ``open``: requirements in the file without an answer; ``absent``: not in it."""

    vendor: str
    version: str
    entries: Mapping[str, Entry]
    marks: tuple[Mark, ...]
    open: tuple[str, ...]
    absent: tuple[str, ...]

    @property
    def exit_code(self) -> int:
        """0 all in order, 1 an answer is marked, 2 one is refused."""
        return 2 if any(mark.refuses for mark in self.marks) else int(bool(self.marks))


def received(
    found: Placed, spec: Spec, requirements: Mapping[str, AskedRequirement], digests: Mapping[str, str | None]
) -> Received:
    """The answers held against the spec. ``digests``: SHA-256 of each evidence file, None where it is not there.

    Raises SpecError where the head of the file is mistaken, or it is to another document.
    """
    answers, broken = parted(found)
    marks = [_mark(_fault_of(problem), problem, found) for problem in (*found.problems, *broken)]
    _same_document(answers, spec, found)
    refused = {mark.requirement for mark in marks if mark.refuses}
    entries, empty = {}, []
    for name, answer in answers.answers.items():
        if name in refused:
            continue
        own = [
            _mark(fault, found.placed(problem, False), found)
            for fault, problem in _faults(name, answer, requirements, digests)
        ]
        marks += own
        if any(mark.refuses for mark in own):
            continue
        if not answer.begun:
            empty.append(name)
            continue
        cell = requirements[name].at(answer.cell or "")
        value = parse(answer.offered, kind) if answer.offered and (kind := kind_of(cell)) else None
        entries[name] = Entry(
            answer, cell, value, tuple(dict.fromkeys(mark.fault for mark in marks if mark.requirement == name))
        )
    given = set(found.data["answers"])
    absent = tuple(name for name in requirements if name not in given)
    return Received(answers.vendor, answers.document.version, entries, tuple(marks), tuple(empty), absent)


def files_of(found: Placed) -> tuple[str, ...]:
    """The names of all evidence files of the answers that are in order."""
    answers, _ = parted(found)
    return tuple(sorted({one.file for answer in answers.answers.values() for one in answer.evidence}))


def _same_document(answers: Answers, spec: Spec, found: Placed) -> None:
    if answers.document.id != spec.document.id:
        what = phrase(
            "these are answers to {id}, and the spec is {own}",
            id=said(answers.document.id),
            own=said(spec.document.id),
        )
        raise SpecError([found.placed(Problem(("document", "id"), what, "name the spec that was exported"), False)])


def _mark(fault: Fault, problem: Problem, found: Placed) -> Mark:
    name = problem.path[1] if problem.path[:1] == ("answers",) and len(problem.path) > 1 else ""
    return Mark(fault, str(name), problem, found.cell_of(problem))


def _fault_of(problem: Problem) -> Fault:
    return next((fault for fault in FOUND if fault == problem.rule), "mistake")


def _faults(
    name: str, answer: Answer, requirements: Mapping[str, AskedRequirement], digests: Mapping[str, str | None]
) -> Iterator[tuple[Fault, Problem]]:
    place: Path = ("answers", name)
    if name not in requirements:
        yield "unknown", Problem(place, "no requirement of the spec", suggestion(name, requirements, FEW))
        return
    one = requirements[name]
    if not one.answered_by(answer.fingerprint):
        what = phrase(
            "answers {fingerprint}, and the requirement is now '{now}'",
            fingerprint=said(answer.fingerprint),
            now=one.fingerprint,
        )
        if answer.begun:
            yield "stale", Problem((*place, "fingerprint"), what, "export it again and answer the text as it is now")
    if answer.cell is not None and one.at(answer.cell) is None:
        hint = suggestion(answer.cell, one.keys, FEW)
        yield "unknown", Problem((*place, "cell"), phrase("{cell} is no cell of it", cell=said(answer.cell)), hint)
        return
    yield from _offered(place, answer, one.at(answer.cell or ""), one.answered_by(answer.fingerprint))
    yield from _files(place, answer, digests)
    if answer.begun:
        yield from _half_filled(place, answer, one.at(answer.cell or ""))


def _offered(place: Path, answer: Answer, cell: Criterion | None, current: bool) -> Iterator[tuple[Fault, Problem]]:
    """What is wrong with the offered value. ``current``: it is to the limit as it is now."""
    if answer.offered is None:
        return
    at, kind = (*place, "offered"), kind_of(cell)
    if kind is None or cell is None:
        yield (
            "unit",
            Problem(at, phrase("{offered}: no number is asked for", offered=said(answer.offered)), "say it in remark"),
        )
        return
    try:
        value = parse(answer.offered, kind)
    except UnitError as error:
        yield "unit", Problem(at, error.what, phrase("write {example}", example=example_of(cell)))
        return
    if answer.state == "meets" and current and within(cell, value) is False:
        what = phrase("{offered} does not pass the limit that the state says is met", offered=said(answer.offered))
        yield "contradiction", Problem(at, what, "write partly, does_not or deviates, or another value")


def _files(place: Path, answer: Answer, digests: Mapping[str, str | None]) -> Iterator[tuple[Fault, Problem]]:
    for index, one in enumerate(answer.evidence):
        at, lies = (*place, "evidence", index, "file"), digests.get(one.file)
        if lies is None:
            hint = "put it beside the answers, by a path below their folder"
            yield "evidence", Problem(at, phrase("there is no file {file}", file=said(one.file)), hint)
        elif one.sha256 is None:
            hint = phrase("write sha256: {lies}", lies=lies)
            yield (
                "half_filled",
                Problem(at, phrase("{file} has no sha256: nothing shows which file it is", file=said(one.file)), hint),
            )
        elif one.sha256 != lies:
            what = phrase(
                "{file} is not the file that was named: its SHA-256 is {lies}", file=said(one.file), lies=lies
            )
            yield "evidence", Problem((*place, "evidence", index, "sha256"), what, "hand in the file that was meant")


def _half_filled(place: Path, answer: Answer, cell: Criterion | None) -> Iterator[tuple[Fault, Problem]]:
    def lacks(key: str, what: str, hint: str) -> tuple[Fault, Problem]:
        return "half_filled", Problem((*place, key), what, hint)

    if answer.state is None:
        yield lacks("state", "there is an answer without a state", phrase("write {states}", states=_either(STATES)))
        return
    if answer.offered is None and answer.state in ("meets", "partly", "deviates") and kind_of(cell) is not None:
        yield lacks(
            "offered",
            phrase("{state} without an offered value", state=answer.state),
            phrase("write {example}", example=example_of(cell)),
        )
    if answer.offered is not None and answer.level is None and kind_of(cell) is not None:
        yield lacks("level", "an offered value that rests on nothing", phrase("write {levels}", levels=_either(LEVELS)))
    if answer.state in EXPLAINED and answer.remark is None:
        yield lacks("remark", phrase("{state} without a remark", state=answer.state), "write why, or what is missing")
    if answer.date is None:
        yield lacks("date", "no date", "write year-month-day, such as 2026-10-14")


def _either(words: Iterable[str]) -> str:
    *first, last = words
    return phrase("{first} or {last}", first=", ".join(first), last=last)
