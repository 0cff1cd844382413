"""Writes fits as a platform, and shows what a spec becomes with them."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from estimator.errors import UserError
from estimator.estimate.result import EstimateTable, OperationEstimate
from estimator.estimate.search.variants import Comparison, compared
from estimator.estimate.table import estimate
from estimator.evidence.fitting.regimes import Fit
from estimator.evidence.overlay import FittedPart, alone, merged, parts, source_of
from estimator.jobs.inputs.specs import Opened, open_spec
from estimator.jobs.outputs.kept import refuse_to_replace
from estimator.jobs.outputs.writing import drafted
from estimator.phrase import linked, phrase, word
from estimator.report.tables.estimates.comparison import as_text
from estimator.report.tables.estimates.moved import moves_as_data, moves_as_text
from estimator.report.tables.screen import PLAIN, Screen
from estimator.require.expand import expand
from estimator.require.limits.moves import Move, moves
from estimator.spec.reading.alter import Alteration, PartFile
from estimator.spec.reading.suggest import FEW, suggestion
from estimator.units import format_size

HEAD = (
    "# Fitted parameters, written by commspec fit. Use it as platform: !include FILE, or with --variant fitted=FILE.\n"
)
MEASURED = "measured"
NAME = "the fitted platform"


class Overlay(NamedTuple):
    """A platform with fitted parameters as data, what they are of, and sentences about fits that are not in it."""

    platform: dict[str, Any]
    parts: tuple[FittedPart, ...]
    notes: tuple[str, ...]


class Applied(NamedTuple):
    """The estimates of a spec before and with the fitted parameters, and the limits that moved."""

    comparison: Comparison
    moved: tuple[Move, ...]
    before: EstimateTable


def overlay(fits: Sequence[Fit], path: str | None, spec: Path | None, date: str | None) -> Overlay:
    """The fits on the platform of a spec, or on one of their own. Raises UserError where no path is meant."""
    opened = open_spec(spec) if spec else None
    platform = opened.loaded.data["platform"] if opened else None
    name = path or (_only_path(platform) if platform else MEASURED)
    found, skipped = parts(fits, name, _gamma(opened))
    notes = tuple(
        phrase("fit [{place}] is not in the platform: {reason}", place=one.place + 1, reason=one.reason)
        for one in skipped
    )
    if not found:
        raise UserError(phrase("no fit says what a path has: {notes}", notes="; ".join(notes)))
    source = source_of(fits, date or datetime.date.today().isoformat())
    if platform is None:
        most = max(max(fit.ranks) for fit in fits)
        return Overlay(alone(found, source, 1, most), tuple(found), notes)
    _check(found, platform)
    return Overlay(merged(platform, found, source), tuple(found), notes)


def _gamma(opened: Opened | None) -> float:
    """What the spec counts for a reduced byte at the optimistic end [s/B]."""
    reduce = opened.spec.platform.reduce if opened else None
    return 1.0 / max(reduce.bandwidth.ends) if reduce else 0.0


def _only_path(platform: Mapping[str, Any]) -> str:
    names = list(platform["paths"])
    if len(names) > 1:
        raise UserError(
            phrase("which path do the groups of the logs use? Say --path {names}", names=" or --path ".join(names))
        )
    return str(names[0])


def _check(found: Sequence[FittedPart], platform: Mapping[str, Any]) -> None:
    for part in found:
        if part.path not in platform["paths"]:
            raise UserError(
                phrase(
                    "--path: the spec has no path {path!r}; {suggestion}",
                    path=part.path,
                    suggestion=suggestion(part.path, platform["paths"], FEW),
                )
            )


def used(
    fits: Sequence[Fit],
    path: str | None,
    spec: Path | None,
    file: Path | None,
    date: str | None,
    plot: Path | None = None,
) -> tuple[Applied | None, tuple[str, ...]]:
    """Write the platform to ``file`` and apply it to ``spec``, each where it is asked for; what is not in it.

    UserError, and nothing written, where the figure that is to come would replace a file that was read.
    """
    if spec is None and file is None:
        if date is not None:
            raise UserError("--date dates a platform; add --platform FILE")
        return None, ()
    made = overlay(fits, path, spec, date)
    found = applied(spec, made.platform) if spec is not None else None
    if plot is not None:
        _refuse_plot(plot, file)
    if file is not None:
        write_platform(made.platform, file)
    return found, (*made.notes, *(_untouched(made.parts, found.before) if found else ()))


def _refuse_plot(plot: Path, file: Path | None) -> None:
    refuse_to_replace(plot, "--plot")
    if file is not None and plot.resolve() == file.resolve():
        raise UserError(phrase("{path}: --platform names it too; name another file with --plot", path=plot))


def _untouched(found: Sequence[FittedPart], table: EstimateTable) -> Iterator[str]:
    """Operations of a fitted collective on its path that go on with what the spec says, and why."""
    for one in table.operations.values():
        own = [
            part
            for part in found
            if (part.collective, part.path) in {(one.collective, path) for path in one.paths.values()}
        ]
        if not own or any(_holds(part, one) for part in own):
            continue
        algorithms = dict.fromkeys(part.algorithm for part in own)
        if one.algorithm.name not in algorithms:
            yield phrase(
                "{name} goes by {algorithm}, the fit by {fitted}: it keeps what the spec says",
                name=one.id,
                algorithm=one.algorithm.name,
                fitted=linked(" and ", list(algorithms)),
            )
            continue
        least, most = min(part.sizes[0] for part in own), max(part.sizes[1] for part in own)
        yield phrase(
            "{name}: {size} lies outside the {least} to {most} that were fitted: it keeps what the spec says",
            name=one.id,
            size=_size(one.size.n),
            least=_size(least),
            most=_size(most),
        )


def _size(n: float) -> str:
    return format_size(n).replace("\u00a0", " ")


def _holds(part: FittedPart, one: OperationEstimate) -> bool:
    return part.algorithm in ("", one.algorithm.name) and part.sizes[0] <= one.size.n <= part.sizes[1]


def as_yaml(platform: Mapping[str, Any]) -> str:
    """The platform as a file that a spec includes."""
    return HEAD + yaml.dump(dict(platform), Dumper=_Written, sort_keys=False, allow_unicode=True, width=120)


class _Written(yaml.SafeDumper):
    """Writes pairs on one line and every part in full."""

    def ignore_aliases(self, data: Any) -> bool:
        """No part stands for another."""
        return True


def _list(dumper: yaml.SafeDumper, data: list[Any]) -> yaml.Node:
    flat = not any(isinstance(item, (dict, list)) for item in data)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=flat)


_Written.add_representer(list, _list)


def write_platform(platform: Mapping[str, Any], path: Path) -> None:
    """Put the platform into a file in one step; UserError where a file is there that this command did not write."""
    if path.is_file() and not path.read_bytes().startswith(HEAD.encode()):
        raise UserError(phrase("{path}: is no fitted platform; choose another name for --platform", path=path))
    with drafted(path, "--platform", own=True) as draft:
        draft.write_text(as_yaml(platform), "utf-8")


def applied(spec: Path, platform: Mapping[str, Any]) -> Applied:
    """What the platform makes of a spec; no file is changed. Raises SpecError where it does not fit the spec."""
    text = as_yaml(platform).encode()
    before = open_spec(spec)
    after = open_spec(spec, Alteration(PartFile(NAME, lambda _: text)))
    tables = {name: _table(one) for name, one in ((word("before"), before), (word("after"), after))}
    found = [expand(one.spec, table) for one, table in zip((before, after), tables.values(), strict=True)]
    return Applied(compared(tables), moves(found[0], found[1]), tables["before"])


def _table(opened: Opened) -> Any:
    with opened.located():
        return estimate(opened.spec)


def applied_text(found: Applied, screen: Screen = PLAIN) -> str:
    """The comparison, then the requirements that moved."""
    return as_text(found.comparison, (), screen) + moves_as_text(found.moved, screen)


def applied_data(found: Applied) -> dict[str, object]:
    """The times of every operation before and after, and every limit that moved."""
    return {
        "operations": {
            one.name: {"before": list(one.figures[0].time), "after": list(one.figures[1].time)}
            for one in (*found.comparison.operations, *found.comparison.step)
        },
        "limits": moves_as_data(found.moved),
    }
