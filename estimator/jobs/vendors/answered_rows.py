"""Rows that a vendor filled in, of whatever file: no formula, no changed question, every cell known by its place."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from estimator.errors import Problem
from estimator.history.vendors.answers import Placed
from estimator.phrase import phrase
from estimator.report.tables.exchange.answer_sheet import CHECKED, FILLED, check_of
from estimator.report.tables.rows import like_formula
from estimator.spec.values.quantity import said

NUMBER = re.compile(r"[0-9.eE+-]+")
NEGATIVE = re.compile(r"-[0-9.]+(?:[eE][+-]?[0-9]+)?")
MOST_ROWS = 20_000


class SheetCell(NamedTuple):
    """A cell that is not empty: where it stands, such as J7, what it says, and whether a formula works that out."""

    name: str
    text: str
    formula: bool = False


Line = Mapping[str, SheetCell]
"""The cells of a row by the key of their column."""


class AnsweredRow(NamedTuple):
    """A row: its cells that are not empty, and where a cell of each key stands or would stand."""

    cells: Line
    places: Mapping[str, str]


Placing = Callable[[Problem, str], Problem]
"""Gives a problem its place in the file; "" for the file as a whole."""


def placed_rows(
    about: Mapping[str, Any],
    rows: Iterable[AnsweredRow],
    placing: Placing,
    cell_of: Callable[[Problem], str] = lambda _: "",
    checked: Sequence[str] = CHECKED,
) -> Placed:
    """The answers of rows as the YAML twin would have them, and what is wrong with them.

    ``about``: vendor, document and format. ``checked``: the keys whose texts the check of a row is over.
    """
    places: dict[tuple[str, str], str] = {}
    answers: dict[str, dict[str, Any]] = {}
    problems: list[Problem] = []
    for line, stands in rows:
        name = line["id"].text if "id" in line and not line["id"].formula else ""
        if name not in answers:
            places |= {(name, key): place for key, place in stands.items()}
        problems += [placing(problem, place) for place, problem in _wrong(line, name, name in answers, checked)]
        if name and name not in answers:
            answers[name] = _answer(line)
    return Placed({**about, "answers": answers}, _Places(places, placing), tuple(problems), cell_of)


class _Places:
    """Gives a problem the place of the cell that its path is of; that of the id where it is about the whole answer."""

    def __init__(self, places: Mapping[tuple[str, str], str], placing: Placing) -> None:
        self._places, self._placing = places, placing

    def __call__(self, problem: Problem, at_key: bool) -> Problem:
        if problem.file is not None:
            return problem
        name, key = (str(step) for step in (*problem.path[1:3], "id", "id")[:2])
        if key == "evidence":
            key = str(problem.path[-1]) if problem.path[-1] in ("file", "sha256") else "file"
        return self._placing(problem, self._places.get((name, key)) or self._places.get((name, "id"), ""))


def _wrong(line: Line, name: str, twice: bool, checked: Sequence[str]) -> Iterator[tuple[str, Problem]]:
    """What is wrong with a row before anything is read from it, with the place."""
    first = next(iter(line.values())).name
    for key, cell in line.items():
        if cell.formula:
            what = phrase("a formula, {text}", text=said(cell.text))
            path = ("answers", name, key) if name else ("answers",)
            yield cell.name, Problem(path, what, "write the value that it gives, as text", "formula")
        elif key in FILLED and like_formula(cell.text) and not (key == "offered" and NEGATIVE.fullmatch(cell.text)):
            what = phrase("{text} begins as a formula does", text=said(cell.text))
            yield cell.name, Problem(("answers", name, key), what, "begin with a letter or a digit", "like_formula")
    if len(_texts(line, "sha256")) > len(_texts(line, "file")):
        what = "more SHA-256 than files"
        yield line["sha256"].name, Problem(("answers", name, "sha256"), what, "name the file of each")
    if not name and "id" not in line:
        yield first, Problem(("answers",), "a row without an id", "answer in the row of a requirement", "tampered")
    elif twice:
        yield line["id"].name, Problem(("answers", name), "there are two rows of it", "leave one", "tampered")
    elif name and not any(cell.formula for cell in line.values()):
        yield from _tampered(line, name, checked)


def _tampered(line: Line, name: str, checked: Sequence[str]) -> Iterator[tuple[str, Problem]]:
    """The locked cells that say something else than what was exported."""
    texts = {key: line[key].text if key in line else "" for key in checked}
    were = line["check"].text.split(" ") if "check" in line else []
    are = check_of(texts, checked).split(" ")
    if len(were) != len(are):
        yield line["id"].name, Problem(("answers", name), "the check of the row is gone", "export it again", "tampered")
        return
    for key, was, now in zip(checked, were, are, strict=True):
        if was != now:
            what = phrase("{text} is not what was asked", text=said(texts[key] or None))
            place = line[key].name if key in line else line["id"].name
            hint = "take the row from the file that was exported"
            yield place, Problem(("answers", name, key), what, hint, "tampered")


def _answer(line: Line) -> dict[str, Any]:
    """A row as the YAML twin would have it."""
    texts = {key: cell.text for key, cell in line.items() if not cell.formula}
    answer: dict[str, Any] = {key: texts.get(key, "") for key in ("fingerprint", "cell", *FILLED)}
    answer["offered"] = _offered(answer.pop("offered"), answer.pop("unit"))
    names, sums = _several(answer.pop("file")), _several(answer.pop("sha256"))
    pairs = [(name, sums[at] if at < len(sums) else None) for at, name in enumerate(names)]
    answer["evidence"] = [{"file": name, **({"sha256": digest} if digest else {})} for name, digest in pairs]
    return answer


def _offered(value: str, unit: str) -> str:
    """Value and unit as one quantity; a unit that the value has already is not said twice."""
    number = value.removesuffix(unit).strip()
    return f"{number} {unit}".strip() if NUMBER.fullmatch(number) else f"{value} {unit}".strip()


def _texts(line: Line, key: str) -> list[str]:
    return _several(line[key].text) if key in line else []


def _several(text: str) -> list[str]:
    return [part.strip() for part in text.replace("\n", ";").split(";") if part.strip()]
