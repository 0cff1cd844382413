"""Reads logs, fits every series in them, and predicts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from estimator.cost.collectives import NAMES
from estimator.errors import UserError
from estimator.evidence.fitting.predict import predict
from estimator.evidence.fitting.reduction import reductions
from estimator.evidence.fitting.regimes import Fit, fit
from estimator.evidence.fitting.series import NO_RANKS, LeftOut, Series, sorted_out
from estimator.evidence.fitting.sides import RefusedError
from estimator.jobs.evidence.overlays import Applied, applied_data, applied_text
from estimator.jobs.inputs.logs import events, sources
from estimator.jobs.outputs.writing import drafted
from estimator.phrase import linked, phrase, sentence_of, word
from estimator.report.figures.laws import laws_figure
from estimator.report.tables.evidence.fits import Answer, as_json, as_text
from estimator.report.tables.evidence.rejected import rejection_text
from estimator.report.tables.screen import PLAIN, Screen
from estimator.spec.reading.suggest import suggestion
from estimator.tools.records import UNKNOWN_COLLECTIVE, Event, Rejection, Told
from estimator.units import UnitError, parse


@dataclass(frozen=True, slots=True)
class Asked:
    """Which calls are to be predicted: sizes n [byte], ranks and collective where they are not those measured."""

    sizes: tuple[float, ...] = ()
    ranks: int | None = None
    collective: str | None = None


@dataclass
class Fitted:
    """The fits in order; series that have too few points; what was left out; what was predicted."""

    fits: list[Fit] = field(default_factory=list)
    too_few: list[Series] = field(default_factory=list)
    left_out: tuple[LeftOut, ...] = ()
    refused: list[str] = field(default_factory=list)
    """Rows and tables that were not read."""
    warnings: list[str] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)


def asked(sizes: str | None, ranks: int | None, collective: str | None) -> Asked:
    """What the options ask for. Raises UserError for a size or collective that is none."""
    if collective is not None and collective not in NAMES:
        raise UserError(
            phrase(
                "--collective: {collective!r} is not known; {suggestion}",
                collective=collective,
                suggestion=suggestion(collective, NAMES),
            )
        )
    try:
        found = tuple(parse(part.strip(), "size", positive=True) for part in (sizes or "").split(",") if part.strip())
    except UnitError as error:
        raise UserError(phrase("--predict: {what}; {hint}", what=error.what, hint=error.hint)) from None
    if (ranks or collective) and not found:
        raise UserError('--ranks and --collective say what is predicted; add --predict "1 MiB, 64 MiB"')
    return Asked(found, ranks, collective)


def fitted(logs: Sequence[Path], manifest: Path | None, told: Mapping[str, Any], wanted: Asked) -> Fitted:
    """Every series of the logs, and the calls that are asked for. Raises UserError where nothing can be fitted."""
    done = _read(logs, manifest, Told(**told))
    missing = {one.reason for one in done.left_out} & {UNKNOWN_COLLECTIVE, NO_RANKS}
    if not done.fits and missing and (wanted.collective or wanted.ranks):
        # Logs that do not say what was run: what is to be predicted is what they are of.
        done = _read(logs, manifest, Told(**told, collective=wanted.collective, ranks=wanted.ranks))
        done.warnings.append("the logs do not say what was run: --collective and --ranks are taken for it")
    if not done.fits:
        raise UserError(_nothing(done))
    done.answers = [answer for place, one in enumerate(done.fits) for answer in _answers(place, one, wanted)]
    return done


def _read(logs: Sequence[Path], manifest: Path | None, told: Told) -> Fitted:
    found = sources(logs, told, manifest)
    done = Fitted(warnings=[problem.text() for problem in found.problems])
    sorted_events = sorted_out(_noted(event, done) for event in events(found))
    done.left_out = sorted_events.left_out
    for series in sorted_events.series:
        try:
            done.fits.append(fit(series))
        except ValueError:
            done.too_few.append(series)
    return done


def _noted(event: Event, done: Fitted) -> Event:
    if isinstance(event, Rejection):
        done.refused.append(rejection_text(event))
    return event


def _answers(place: int, one: Fit, wanted: Asked) -> Iterator[Answer]:
    """The calls on the ranks that were asked for, or on each that was measured; one refusal where it is that of all."""
    for ranks in (wanted.ranks,) if wanted.ranks else one.ranks:
        found = [_answer(place, one, n, ranks, wanted.collective) for n in wanted.sizes]
        reasons = {answer.refused for answer in found}
        yield from [found[0]._replace(n=None)] if len(reasons) == 1 and "" not in reasons else found


def _answer(place: int, one: Fit, n: float, ranks: int, collective: str | None) -> Answer:
    try:
        return Answer(place, predict(one, n, ranks, collective), "", ranks, n)
    except RefusedError as error:
        return Answer(place, None, sentence_of(error), ranks, n)


def _nothing(done: Fitted) -> str:
    why = [phrase("{records} records: {reason}", records=one.records, reason=one.reason) for one in done.left_out]
    why += [
        phrase("{count} points of {collective}", count=len(one.points), collective=one.key.collective)
        for one in done.too_few
    ]
    why += done.refused[:3]
    hint = "what a log does not say, commspec-logs.yaml beside it may"
    return phrase(
        "nothing to fit; a fit needs five sizes with times: {why}; {hint}",
        why=linked("; ", why) if why else word("the logs hold no records"),
        hint=hint,
    )


def printed(done: Fitted, form: str, used: Applied | None = None, screen: Screen = PLAIN) -> str:
    """The fits and predictions as ``text`` or ``json``; with what they change in a spec, where they were applied."""
    args = (done.fits, done.answers, reductions(done.fits), done.left_out, done.too_few)
    if form == "json":
        return as_json(*args, applied_data(used) if used else None)
    return as_text(*args, screen) + (f"\n{applied_text(used, screen)}" if used else "")


def drawn(done: Fitted, path: Path) -> None:
    """Write the figure of all series. Raises UserError where the file cannot be written."""
    with drafted(path, "--plot") as draft:
        draft.write_text(laws_figure(done.fits), "utf-8")
