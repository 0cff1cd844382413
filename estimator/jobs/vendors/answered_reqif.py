"""The ReqIF that a vendor filled in, read: attributes known by their names, as programs may renew identifiers."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from estimator.errors import Problem, UserError
from estimator.history.vendors.answers import Placed
from estimator.jobs.inputs.safe_xml import XmlElement, read_xml, xml_of
from estimator.jobs.vendors.answered_rows import MOST_ROWS, AnsweredRow, SheetCell, placed_rows
from estimator.jobs.vendors.reqif_archive import ReqifArchive
from estimator.phrase import phrase
from estimator.report.tables.exchange.answer_sheet import COLUMNS
from estimator.report.tables.exchange.reqif_types import ASKED, CHECKED_HERE, CHOICES, HEAD, STANDARD
from estimator.spec.reading.suggest import choice

CONTENT = ("CORE-CONTENT", "REQ-IF-CONTENT")
NEEDED = ("id", "state", "fingerprint", "check")
"""Attributes without which no answer can be told from another, or from one to an older text."""
LINES = ("p", "div", "li", "tr", "br", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "dt", "dd")
"""Elements of XHTML that begin a line."""
WORDS = frozenset(word for words in CHOICES.values() for word in words)
DAY = len("2026-11-30")


def _plain(name: str) -> str:
    """A name without case, blanks, points and hyphens: "ReqIF.ForeignID" is "reqifforeignid"."""
    return re.sub(r"[\s_.:\-]+", "", name.casefold())


KEYS: Mapping[str, str] = {
    **{_plain(word): column.key for column in COLUMNS for word in (column.head.get("en"), column.head.get("zh"))},
    **{_plain(key): key for key in (*ASKED.keys, *HEAD)},
    **{_plain(name): key for key, name in STANDARD.items()},
}
"""The keys by what programs call their attributes: names agreed on, our keys, the heads of the workbook."""


class _Names(NamedTuple):
    """What identifiers stand for: attributes, choices, and the types of requirements.

    ``lost``: of the type that is most like one of requirements, the attributes that it lacks.
    """

    attributes: Mapping[str, str]
    choices: Mapping[str, str]
    types: frozenset[str]
    lost: tuple[str, ...] = ()


def answered_reqif(path: Path) -> Placed:
    """The answers in a ReqIF file, and what is wrong with it, by line.

    The vendor is the name of the file where it says none. Raises UserError where it is no ReqIF that was exported.
    """
    return _answered(read_xml(path), str(path), path.stem)


def answered_archive(path: Path, archive: ReqifArchive) -> Placed:
    """As ``answered_reqif``, of the ReqIF in an archive."""
    file = f"{path}/{archive.name}"
    return _answered(xml_of(archive.reqif, file), file, path.stem)


def _answered(root: XmlElement, file: str, stem: str) -> Placed:
    content = next(iter(root.below(*CONTENT)), None)
    if content is None or root.tag != "REQ-IF":
        raise _no_answers(phrase("{path}: is no ReqIF of requirements", path=file))
    names = _names(content)
    if not names.types:
        raise _no_answers(
            phrase("{path}: its requirements have no attribute {names}", path=file, names=choice(names.lost))
            if names.lost
            else phrase("{path}: is no ReqIF of requirements", path=file)
        )
    about = _about(content, names, stem)
    if "commspec_answers" not in about or not about["document"]:
        raise _no_answers(phrase("{path}: its specification does not say what it is of", path=file))
    rows = [_row(one, names) for one in content.below("SPEC-OBJECTS", "SPEC-OBJECT") if _type(one) in names.types]
    if len(rows) > MOST_ROWS:
        raise UserError(phrase("{path}: more than {most_rows} rows", path=file, most_rows=MOST_ROWS))

    def placing(problem: Problem, line: str) -> Problem:
        return replace(problem, file=file, line=int(line) if line else None)

    return placed_rows(about, rows, placing, checked=CHECKED_HERE)


def _no_answers(what: str) -> UserError:
    hint = "give the file that commspec respond export wrote, with all its attributes"
    return UserError(phrase("{what}; {hint}", what=what, hint=hint))


def _names(content: XmlElement) -> _Names:
    attributes: dict[str, str] = {}
    lacking: dict[str, tuple[str, ...]] = {}
    for one in content.below("SPEC-TYPES"):
        for kind in one.children:
            found = {each.attributes.get("IDENTIFIER", ""): _key(each) for each in _definitions(kind)}
            attributes |= found
            if kind.tag == ASKED.element and "id" in found.values():
                lost = tuple(STANDARD.get(key, key) for key in NEEDED if key not in found.values())
                lacking[kind.attributes.get("IDENTIFIER", "")] = lost
    types = frozenset(name for name, lost in lacking.items() if not lost)
    nearest = min(lacking.values(), key=len, default=())
    return _Names(attributes, _choices(content), types, nearest if len(nearest) < len(NEEDED) - 1 else ())


def _key(definition: XmlElement) -> str:
    """The key of an attribute by what a program calls it; "" where it is none of ours."""
    named = (definition.attributes.get(name, "") for name in ("LONG-NAME", "DESC"))
    return next((KEYS[plain] for name in named if (plain := _plain(name)) in KEYS), "")


def _choices(content: XmlElement) -> dict[str, str]:
    """The words of choices by their identifiers: as they are called, else as their content says."""
    found = {}
    for value in content.below("DATATYPES", "DATATYPE-DEFINITION-ENUMERATION", "SPECIFIED-VALUES", "ENUM-VALUE"):
        name = value.attributes.get("LONG-NAME", "")
        inside = [one.attributes.get("OTHER-CONTENT", "") for one in value.below("PROPERTIES", "EMBEDDED-VALUE")]
        word = next((word for word in (name, *inside) if word in WORDS), name)
        found[value.attributes.get("IDENTIFIER", "")] = word
    return found


def _definitions(kind: XmlElement) -> Iterator[XmlElement]:
    return (each for listed in kind.below("SPEC-ATTRIBUTES") for each in listed.children)


def _type(one: XmlElement) -> str:
    return "".join(each.text for kind in one.below("TYPE") for each in kind.children).strip()


def _row(one: XmlElement, names: _Names) -> AnsweredRow:
    found = [cell for cell in _cells(one, names) if cell[0]]
    own = str(one.line)
    places = {**dict.fromkeys(ASKED.keys, own), **{key: cell.name for key, cell in found}}
    cells = {key: cell for key, cell in found if cell.text}
    return AnsweredRow(cells or {"check": SheetCell(own, "")}, places)


def _cells(one: XmlElement, names: _Names) -> Iterator[tuple[str, SheetCell]]:
    """Each value of an object with the key of its attribute, "" where it is none of ours."""
    for value in (each for listed in one.below("VALUES") for each in listed.children):
        told = "".join(each.text for kind in value.below("DEFINITION") for each in kind.children).strip()
        yield names.attributes.get(told, ""), SheetCell(str(value.line), _text(value, names))


def _text(value: XmlElement, names: _Names) -> str:
    """What a value says, of whatever type a program made of it: a date without its hour, a whole number as such."""
    if value.tag.endswith("-ENUMERATION"):
        chosen = [ref.text.strip() for ref in value.below("VALUES", "ENUM-VALUE-REF")]
        return "; ".join(names.choices.get(ref, ref) for ref in chosen)
    text = value.attributes.get("THE-VALUE")
    if text is None:
        text = "\n".join(filter(None, (line.strip() for one in value.below("THE-VALUE") for line in _lines(one))))
    return text.strip()[:DAY] if value.tag.endswith("-DATE") else text.strip()


def _lines(element: XmlElement) -> list[str]:
    """The lines of formatted text; of a file that is embedded, its name."""
    lines = [element.text.replace("\u00a0", " ")]
    if element.tag == "object" and "data" in element.attributes:
        lines = [element.attributes["data"]]
    for child in element.children:
        first, *others = _lines(child)
        lines = [*lines, first] if child.tag in LINES else [*lines[:-1], lines[-1] + first]
        lines += others
        tail = child.tail.replace("\u00a0", " ")
        lines = [*lines, tail] if child.tag in LINES else [*lines[:-1], lines[-1] + tail]
    return lines


def _about(content: XmlElement, names: _Names, stem: str) -> dict[str, Any]:
    said = {
        key: cell.text for one in content.below("SPECIFICATIONS", "SPECIFICATION") for key, cell in _cells(one, names)
    }
    told = {key: said[key] for key in HEAD if said.get(key)}
    head: dict[str, Any] = {key: told[key] for key in ("commspec_answers",) if key in told}
    document = {key: told[name] for key, name in (("id", "document"), ("version", "version")) if name in told}
    return {**head, "vendor": told.get("vendor", stem), "document": document}
