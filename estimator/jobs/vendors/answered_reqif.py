"""The ReqIF that a vendor filled in, read: attributes known by their names, as programs may renew identifiers."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from estimator.errors import Problem, UserError
from estimator.history.vendors.answers import Placed
from estimator.jobs.inputs.safe_xml import XmlElement, read_xml
from estimator.jobs.vendors.answered_rows import MOST_ROWS, AnsweredRow, SheetCell, placed_rows
from estimator.phrase import phrase
from estimator.report.tables.exchange.reqif_types import ASKED, CHECKED_HERE, HEAD, STANDARD

CONTENT = ("CORE-CONTENT", "REQ-IF-CONTENT")
KEYS = {STANDARD.get(key, key): key for key in (*ASKED.keys, *HEAD)}
"""The keys by the names of attributes."""
DAY = len("2026-11-30")


class _Names(NamedTuple):
    """What identifiers stand for: attributes by type, choices, and the types of requirements."""

    attributes: Mapping[str, str]
    choices: Mapping[str, str]
    types: frozenset[str]


def answered_reqif(path: Path) -> Placed:
    """The answers in a ReqIF file, and what is wrong with it, by line.

    The vendor is the name of the file where it says none. Raises UserError where it is no ReqIF that was exported.
    """
    root = read_xml(path)
    content = next(iter(root.below(*CONTENT)), None)
    names = _names(content) if content is not None and root.tag == "REQ-IF" else None
    if content is None or names is None or not names.types:
        hint = "give the file that commspec export --format reqif or commspec respond export wrote"
        raise UserError(phrase("{path}: is no ReqIF of requirements; {hint}", path=path, hint=hint))
    rows = [_row(one, names) for one in content.below("SPEC-OBJECTS", "SPEC-OBJECT") if _type(one) in names.types]
    if len(rows) > MOST_ROWS:
        raise UserError(phrase("{path}: more than {most_rows} rows", path=path, most_rows=MOST_ROWS))

    def placing(problem: Problem, line: str) -> Problem:
        return replace(problem, file=str(path), line=int(line) if line else None)

    return placed_rows(_about(content, names, path), rows, placing, checked=CHECKED_HERE)


def _names(content: XmlElement) -> _Names:
    attributes: dict[str, str] = {}
    choices: dict[str, str] = {}
    types: list[str] = []
    for one in content.below("SPEC-TYPES"):
        for kind in one.children:
            known = {each.attributes.get("LONG-NAME", ""): each for each in _definitions(kind)}
            attributes |= {each.attributes.get("IDENTIFIER", ""): KEYS.get(name, "") for name, each in known.items()}
            if kind.tag == ASKED.element and {STANDARD["id"], "state", "fingerprint"} <= set(known):
                types.append(kind.attributes.get("IDENTIFIER", ""))
    enumerations = content.below("DATATYPES", "DATATYPE-DEFINITION-ENUMERATION", "SPECIFIED-VALUES", "ENUM-VALUE")
    for value in enumerations:
        choices[value.attributes.get("IDENTIFIER", "")] = value.attributes.get("LONG-NAME", "")
    return _Names(attributes, choices, frozenset(types))


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
        text = "".join(one.all_text() for one in value.below("THE-VALUE"))
    return text.strip()[:DAY] if value.tag.endswith("-DATE") else text.strip()


def _about(content: XmlElement, names: _Names, path: Path) -> dict[str, Any]:
    said = {
        key: cell.text for one in content.below("SPECIFICATIONS", "SPECIFICATION") for key, cell in _cells(one, names)
    }
    told = {key: said[key] for key in HEAD if said.get(key)}
    head: dict[str, Any] = {key: told[key] for key in ("commspec_answers",) if key in told}
    document = {key: told[name] for key, name in (("id", "document"), ("version", "version")) if name in told}
    return {**head, "vendor": told.get("vendor", path.stem), "document": document}
