"""Compares what several vendors answered, each on its own platform where one is given."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from estimator.errors import Problem, UserError
from estimator.history.state import State
from estimator.history.vendors.answers import Placed
from estimator.history.vendors.offered import Offered, Vendor, vendor_of
from estimator.history.vendors.received import Received
from estimator.jobs.difference import state_of
from estimator.jobs.inputs.overlays import under
from estimator.jobs.variants import variant_files
from estimator.jobs.vendors.answered_spec import document_of, spec_around, told_apart
from estimator.jobs.vendors.answers import Put, answers_in, held, put
from estimator.phrase import phrase
from estimator.report.tables.exchange.offering import offered_csv, offered_json, offered_text
from estimator.report.tables.screen import PLAIN, Screen
from estimator.spec.reading.suggest import FEW, suggestion

MOST = 20
"""Vendors at once: more columns nobody reads."""


@dataclass(frozen=True, slots=True)
class ComparedOffers:
    """What vendors offer, and what is wrong with their answers. ``spec``: the file that they are held against."""

    spec: Path
    put: Put
    found: Offered

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The marks of all files, file after file."""
        return tuple(mark.problem for one in self.found.vendors for mark in one.received.marks)

    @property
    def exit_code(self) -> int:
        """0 all answers in order, 1 one is marked, 2 one is refused."""
        return max(one.received.exit_code for one in self.found.vendors)

    def shown(self, form: str, screen: Screen = PLAIN) -> str:
        """The comparison as ``text``, ``json`` or ``csv``."""
        if form == "json":
            return offered_json(self.found, self.put.about)
        return offered_csv(self.found) if form == "csv" else offered_text(self.found, screen)


def compare_files(files: Sequence[Path], spec: Path | None = None, variants: Sequence[str] = ()) -> ComparedOffers:
    """The same for files of which one may be the spec; where none is, the spec or release that the answers are to.

    Raises UserError too where that cannot be told.
    """
    named, answers = told_apart(files, spec)
    given = {file: answers_in(file) for file in _few(answers)}
    if named is None:
        document = document_of({str(file): found.data for file, found in given.items()})
        named = spec_around(answers, document)
    return _compared(named, given, variants)


def compare_answers(spec: Path, files: Sequence[Path], variants: Sequence[str] = ()) -> ComparedOffers:
    """The answers in the files beside each other. ``variants``: NAME=FILE, the platform of the vendor of that name.

    Raises SpecError with the mistakes of the spec, of a file as a whole or of a platform, UserError where two files are
    of one vendor or a variant of none.
    """
    return _compared(spec, {file: answers_in(file) for file in _few(files)}, variants)


def _few(files: Sequence[Path]) -> Sequence[Path]:
    if len(files) > MOST:
        raise UserError(phrase("{count} files of answers; give at most {most}", count=len(files), most=MOST))
    return files


def _compared(spec: Path, given: Mapping[Path, Placed], variants: Sequence[str]) -> ComparedOffers:
    made = put(spec)
    answered = {str(file): held(made, file, found) for file, found in given.items()}
    platforms = _platforms(answered, variants)
    own = {name: _on(spec, file, name) for name, file in platforms.items()}
    plain = state_of(made.opened, str(spec))
    vendors = tuple(_vendor(one, file, made, own.get(one.vendor), plain, platforms) for file, one in answered.items())
    return ComparedOffers(spec, made, Offered(made.spec, made.requirements, vendors))


def _vendor(one: Received, file: str, made: Put, own: State | None, plain: State, platforms: dict[str, str]) -> Vendor:
    return vendor_of(one, file, made.requirements, own or plain, platforms.get(one.vendor, ""), own is not None)


def _platforms(answered: dict[str, Received], variants: Sequence[str]) -> dict[str, str]:
    """The file of the platform of each vendor that has its own."""
    names: dict[str, str] = {}
    for file, one in answered.items():
        if one.vendor in names:
            raise UserError(
                phrase(
                    "{file}: of {vendor!r} as {other} is; give one file of each vendor",
                    file=file,
                    vendor=one.vendor,
                    other=names[one.vendor],
                )
            )
        names[one.vendor] = file
    found = variant_files(variants)
    if unknown := [name for name in found if name not in names]:
        raise UserError(
            *(
                phrase("--variant {name}: no vendor; {suggestion}", name=name, suggestion=suggestion(name, names, FEW))
                for name in unknown
            )
        )
    return found


def _on(spec: Path, file: str, vendor: str) -> State:
    with under(spec, Path(file), name=vendor) as opened:
        return state_of(opened, file)
