"""Verdicts by what was handed in: files that are there, are those that were read, and who read them; and waivers."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from estimator.evidence.handed import Evidence, Waiver
from estimator.judge.limit import compared
from estimator.judge.numbers.samples import Span
from estimator.judge.reason import Judged, Reason, inconclusive, reason
from estimator.require.criterion import Criterion
from estimator.require.metrics import KIND_OF_UNIT

EMPTY = hashlib.sha256(b"").hexdigest()
Found = Mapping[str, str | None]
"""SHA-256 of each evidence file as it lies there; None: it is missing."""


class Shown(NamedTuple):
    """A verdict by evidence, the number that it shows, and the files."""

    judged: Judged
    value: Span | None = None
    files: tuple[str, ...] = ()


def about(cell: Criterion, patterns: Sequence[str]) -> bool:
    """Whether one of the patterns names a cell, by its whole key or by what follows the requirement in it."""
    rest = cell.key.partition("/")[2]
    return any(fnmatchcase(cell.key, pattern) or fnmatchcase(rest, pattern) for pattern in patterns)


def by_evidence(cell: Criterion, evidence: Sequence[Evidence], found: Found, today: str) -> Shown:
    """The verdict of a cell by the evidence about it on a day: of several pieces the worst decides."""
    mine = [one for one in evidence if one.requirement == cell.requirement and about(cell, one.cells)]
    if not mine:
        return Shown(Judged("not_run", reason("no_evidence")))
    shown = [_one(cell, each, found, today) for each in mine]
    order = ("fail", "inconclusive", "not_run", "waived", "pass")
    return min(shown, key=lambda one: order.index(one.judged.verdict))


def _one(cell: Criterion, piece: Evidence, found: Found, today: str) -> Shown:
    files = tuple(one.file for one in piece.files)
    why = _unproven(piece, found) or _unread(piece, today)
    if why is not None:
        return Shown(inconclusive(why), None, files)
    if piece.outcome == "not_met":
        return Shown(Judged("fail", reason("not_met", reviewer=piece.reviewed_by or "")), None, files)
    if cell.effective is None:
        return Shown(Judged("pass", reason("shown", reviewer=piece.reviewed_by or "")), None, files)
    if piece.value is None:
        return Shown(inconclusive(reason("no_value")), None, files)
    wanted = KIND_OF_UNIT.get(cell.unit, "ratio")
    if piece.value.kind != wanted:
        return Shown(inconclusive(reason("other_kind", value=piece.value.text, wanted=wanted)), None, files)
    value = Span(piece.value.value, piece.value.value, piece.value.value)
    return Shown(compared(value, cell.comparator, cell.effective, cell.unit), value, files)


def _unproven(piece: Evidence, found: Found) -> Reason | None:
    """Why the files prove nothing yet; None where they do."""
    if not piece.files:
        return reason("no_files")
    for one in piece.files:
        there = found.get(one.file)
        if there is None:
            return reason("file_missing", file=one.file)
        if there == EMPTY:
            return reason("file_empty", file=one.file)
        if one.sha256 is None:
            return reason("file_unhashed", file=one.file)
        if there != one.sha256:
            return reason("file_changed", file=one.file)
    return None


def _unread(piece: Evidence, today: str) -> Reason | None:
    """Whether nobody has read the files by now."""
    if not (piece.reviewed_by or "").strip():
        return reason("not_reviewed")
    if piece.reviewed is not None and piece.reviewed > today[: len(piece.reviewed)]:
        return reason("reviewed_later", day=piece.reviewed, today=today)
    return None


def waived(cell: Criterion, waivers: Sequence[Waiver], today: str) -> Waiver | None:
    """The waiver in force for a cell on a day, such as 2026-11-30; None without one."""
    mine = (one for one in waivers if one.requirement == cell.requirement and about(cell, one.cells))
    return next((one for one in mine if _in_force(one, today)), None)


def _in_force(waiver: Waiver, today: str) -> bool:
    """A term of a month lasts to its end."""
    return today[: len(waiver.until)] <= waiver.until
