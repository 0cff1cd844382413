"""Reads logs and writes their records while they are read."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from estimator.cost.collectives import NAMES
from estimator.errors import UserError
from estimator.jobs.inputs.logs import LogFiles, events, sources
from estimator.phrase import phrase
from estimator.report.tables.evidence import measured
from estimator.report.tables.evidence.rejected import rejection_text
from estimator.report.tables.screen import PLAIN, Screen
from estimator.spec.reading.suggest import suggestion
from estimator.tools.records import Ended, Event, Record, Rejection, Told
from estimator.units import Counted

WRITERS = {
    "json": measured.as_json,
    "jsonl": measured.as_json_lines,
    "csv": measured.as_csv,
}
BATCH = 2**17
"""Characters that are written at a time."""
Write = Callable[[str], None]


@dataclass
class Done:
    """How much was read."""

    tables: int = 0
    records: int = 0
    rejections: int = 0


def told_of(options: Mapping[str, Any]) -> Told:
    """What options tell of the logs. Raises UserError for a collective that is none."""
    name = options.get("collective")
    if name is not None and name not in NAMES:
        raise UserError(
            phrase("--collective: {name!r} is not known; {suggestion}", name=name, suggestion=suggestion(name, NAMES))
        )
    return Told(**options)


def read(
    logs: Sequence[Path],
    form: str,
    manifest: Path | None,
    options: Mapping[str, Any],
    write: Write,
    tell: Write,
    screen: Screen = PLAIN,
) -> Done:
    """Write the records of logs to ``write``, findings to ``tell`` unless the form holds them; say how much it was."""
    found = sources(logs, told_of(options), manifest)
    done = Done()
    for problem in found.problems:
        tell(problem.text())
    watched = _watched(found, done, tell if form != "json" else None)
    texts_of = measured.as_text(watched, screen) if form == "text" else WRITERS[form](watched)
    for texts in _batches(texts_of):
        write("".join(texts))
    if form == "text":
        write(screen.text([_counts(done)]))
    return done


def _counts(done: Done) -> str:
    return phrase(
        "{tables:table}, {records:record}, {refusals:refusal}",
        tables=Counted(done.tables),
        records=Counted(done.records),
        refusals=Counted(done.rejections),
    )


def _batches(texts: Iterator[str]) -> Iterator[list[str]]:
    """Lines together, since each write costs as much as a line; fewer of those that hold many times."""
    batch: list[str] = []
    held = 0
    for text in texts:
        batch.append(text)
        held += len(text)
        if held >= BATCH:
            yield batch
            batch, held = [], 0
    yield batch


def _watched(found: LogFiles, done: Done, tell: Write | None) -> Iterator[Event]:
    """The events, counted; refusals and what the ends of tables showed are told."""
    for event in events(found):
        if isinstance(event, Record):
            done.records += 1
        elif isinstance(event, Rejection):
            done.rejections += 1
            if tell is not None:
                tell(rejection_text(event))
        elif isinstance(event, Ended):
            done.tables += 1
            if tell is not None and event.flags:
                tell(measured.ending_text(event))
        yield event
