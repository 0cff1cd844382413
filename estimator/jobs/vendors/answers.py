"""Asks a vendor for answers to the requirements of a spec, and reads what comes back."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from estimator.collector import collector_paused
from estimator.errors import Problem, SpecError, UserError, one_line
from estimator.estimate.table import estimate
from estimator.history.fingerprint import BINDING, requirement_fingerprints
from estimator.history.vendors.answers import FIRST, Placed
from estimator.history.vendors.offers import AskedRequirement, asked
from estimator.history.vendors.received import Received, files_of, received
from estimator.jobs.difference import state_of
from estimator.jobs.evidence.accept import digest_of
from estimator.jobs.inputs.book_parts import OTHER_ENDINGS, no_xlsx
from estimator.jobs.inputs.files import FolderReader
from estimator.jobs.inputs.specs import Opened, open_release, open_spec
from estimator.jobs.outputs.writing import write_new
from estimator.jobs.vendors.answered_reqif import answered_archive, answered_reqif
from estimator.jobs.vendors.reqif_archive import archived, read_archive
from estimator.phrase import phrase
from estimator.report.tables.exchange.answering import as_yaml, received_json, received_text
from estimator.report.tables.exchange.reqif import as_reqif
from estimator.report.tables.screen import PLAIN, Screen
from estimator.require.criterion import Expanded
from estimator.require.expand import expand
from estimator.spec.document import Spec
from estimator.spec.reading.include import assemble
from estimator.spec.reading.suggest import FEW, suggestion
from estimator.spec.values.base import Language

TEXTS, BOOK, REQIF, ARCHIVE = (".yaml", ".yml"), ".xlsx", ".reqif", ".reqifz"

NO_ANSWERS = "give the file of answers; commspec respond export makes one for a vendor to fill in"


@dataclass(frozen=True, slots=True)
class Put:
    """The requirements of a spec as they are put to a vendor."""

    opened: Opened
    requirements: Mapping[str, AskedRequirement]

    @property
    def spec(self) -> Spec:
        """The spec itself."""
        return self.opened.spec

    @property
    def about(self) -> dict[str, object]:
        """The document that is answered."""
        return {"document": {"id": self.spec.document.id, "version": self.spec.document.version}}


@dataclass(frozen=True, slots=True)
class Imported:
    """Answers that were read, and the requirements that they are to."""

    put: Put
    found: Received

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with them, in the order of the file."""
        return tuple(mark.problem for mark in self.found.marks)

    def shown(self, form: str, screen: Screen = PLAIN) -> str:
        """The answers as ``text`` or ``json``."""
        if form == "json":
            return received_json(self.found, self.put.about)
        return received_text(self.found, self.put.spec, screen)


def put(spec: Path) -> Put:
    """The requirements of a spec. Raises SpecError with every mistake."""
    with collector_paused():
        opened = open_spec(spec)
        expanded = state_of(opened, str(spec)).expanded
        return Put(opened, asked(opened.spec, expanded, _released(opened, expanded)))


def _released(opened: Opened, expanded: Mapping[str, Expanded]) -> dict[str, tuple[str, str]]:
    """The fingerprints of a release, or of the version before a draft, and what they would be here.

    A release counts limits as numbers and a draft as the rules that they follow: without this every answer to a release
    would be stale as soon as the next version is begun. A file of an earlier tool has fingerprints of its own.
    """
    if opened.release is not None and opened.as_released:
        prints = requirement_fingerprints(opened.spec, expanded)
        return {name: (was, prints[name]) for name, was in opened.release.fingerprints.items() if name in prints}
    if opened.previous is None or opened.spec.document.status in BINDING:
        return {}
    before = open_release(opened.previous)
    draft = before.spec.document.model_copy(update={"status": opened.spec.document.status})
    spec = before.spec.model_copy(update={"document": draft, "frozen": {}})
    prints = requirement_fingerprints(spec, expand(spec, estimate(spec), {}))
    return {name: (opened.previous.fingerprints[name], prints[name]) for name in prints}


def export_answers(spec: Path, vendor: str, out: Path, only: Collection[str] = (), language: Language = "en") -> int:
    """Write the file that a vendor fills in, which must not exist yet; how many requirements it holds.

    ``only``: these requirements. Raises UserError for an unknown one, and for a name that says no format.
    """
    form = out.suffix.lower()
    if form not in (*TEXTS, BOOK, REQIF, ARCHIVE):
        named = ", ".join((TEXTS[0], BOOK, REQIF))
        raise UserError(phrase("{out}: name a file that ends in {named} or {last}", out=out, named=named, last=ARCHIVE))
    if not vendor.strip() or one_line(vendor) != vendor:
        raise UserError("--vendor: name who is to answer")
    made = put(spec)
    chosen = {name: made.requirements[name] for name in _chosen(made, only)}
    if form == BOOK:
        from estimator.jobs.vendors.answer_book import answer_book

        write_new(out, answer_book(made.spec, chosen, vendor.strip(), language))
    elif form in (REQIF, ARCHIVE):
        data = as_reqif(made.spec, chosen, language, vendor.strip()).encode()
        write_new(out, archived(f"{out.stem}{REQIF}", data, {}) if form == ARCHIVE else data)
    else:
        write_new(out, as_yaml(made.spec, chosen, vendor.strip(), language).encode())
    return len(chosen)


def _chosen(made: Put, only: Collection[str]) -> list[str]:
    if unknown := [name for name in only if name not in made.requirements]:
        raise UserError(
            *(
                phrase("--only {name}: {suggestion}", name=name, suggestion=suggestion(name, made.requirements, FEW))
                for name in unknown
            )
        )
    return [name for name in made.requirements if not only or name in only]


def import_answers(spec: Path, path: Path) -> Imported:
    """The answers in a file, held against the spec. Raises SpecError where the file as a whole cannot be read."""
    made = put(spec)
    return Imported(made, read_answers(made, path))


def read_answers(made: Put, path: Path) -> Received:
    """The answers in one file, held against requirements that were worked out."""
    return held(made, path, answers_in(path))


def answers_in(path: Path) -> Placed:
    """What a file of answers holds. Raises UserError and SpecError where it cannot be read as a whole."""
    if not path.is_file():
        raise UserError(phrase("{name}: {why}", name=path, why="is no file" if path.exists() else "no such file"))
    form = path.suffix.lower()
    if form in OTHER_ENDINGS:
        raise no_xlsx(path)
    if form == ARCHIVE:
        return answered_archive(path, read_archive(path))
    return {BOOK: _from_book, REQIF: answered_reqif}.get(form, _from_text)(path)


def held(made: Put, path: Path, found: Placed) -> Received:
    """Answers that a file holds, against requirements that were worked out.

    Evidence files lie in the archive of the answers, else below the folder of the file.
    """
    inside = read_archive(path).digests if path.suffix.lower() == ARCHIVE else {}
    folder = path.resolve().parent
    digests = {name: inside.get(name) or digest_of(folder, name) for name in files_of(found)}
    return received(found, made.spec, made.requirements, digests)


def evidence_of(path: Path, found: Received) -> dict[str, bytes]:
    """The files that answers name as evidence, by name; those of an archive from it, others from beside the answers."""
    held = read_archive(path).files if path.suffix.lower() == ARCHIVE else {}
    folder, files = path.resolve().parent, {}
    for entry in found.entries.values():
        for one in entry.answer.evidence:
            if one.file in held:
                files[one.file] = held[one.file]
            elif digest_of(folder, one.file) is not None:
                files[one.file] = (folder / one.file).read_bytes()
    return files


def _from_book(path: Path) -> Placed:
    from estimator.jobs.vendors.answered_book import answered_book

    return answered_book(path)


def _from_text(path: Path) -> Placed:
    reader = FolderReader(path.resolve().parent)
    folder = "" if path.parent == Path() else str(path.parent)
    tree = assemble(reader(path.name), path.name, reader, folder, what=NO_ANSWERS)
    places = tree.locations
    if not isinstance(tree.data, dict):
        nothing = Problem(
            (), "holds no answers", phrase("write keys and values, such as {first}", first=FIRST), file=str(path)
        )
        raise SpecError(places.sort(tree.problems or [nothing]))
    if tree.problems:
        raise SpecError(places.sort(tree.problems))
    return Placed(tree.data, places.placed)
