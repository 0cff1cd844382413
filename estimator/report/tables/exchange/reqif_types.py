"""What a ReqIF file declares before it says anything: its data types, its types of objects, and their attributes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from estimator.history.vendors.answers import LEVELS, STATES
from estimator.report.tables.exchange.answer_sheet import CHECKED, COLUMNS, FILLED, UNITS_OFFERED

TEXT = "text"
WRITTEN = "2000-01-01T00:00:00Z"
"""When everything is said to have been changed: the same spec gives the same bytes, on every day."""

EXTRA = ("test", "pass_rule")
"""What a requirement says here beyond the sheet of answers; it is checked as the rest is."""
CHECKED_HERE = (*CHECKED, *EXTRA)
REQUIREMENT = (*(column.key for column in COLUMNS if column.locked), *EXTRA)
HEAD = ("commspec_answers", "document", "version", "vendor")
"""What the specification says of itself; the vendor is filled in."""
STANDARD = {"id": "ReqIF.ForeignID", "title": "ReqIF.Name", "asked": "ReqIF.Text", "section": "ReqIF.ChapterName"}
"""Names that programs agreed on; every other attribute is named by its key."""
CHOICES: Mapping[str, Sequence[str]] = {
    "priority": ("must", "should", "may"),
    "state": STATES,
    "level": LEVELS,
    "unit": tuple(dict.fromkeys(unit for units in UNITS_OFFERED.values() for unit in units)),
}
"""The attributes that are chosen, with their choices."""


class ObjectType(NamedTuple):
    """A type of objects: its element, its key, and its attributes by key."""

    element: str
    key: str
    keys: tuple[str, ...]

    @property
    def identifier(self) -> str:
        """Of the type itself."""
        return f"type-{self.key}"

    def attribute(self, key: str) -> str:
        """The identifier of one of its attributes."""
        return f"{self.key}-{key}"


ASKED = ObjectType("SPEC-OBJECT-TYPE", "requirement", (*REQUIREMENT, *FILLED))
SECTION = ObjectType("SPEC-OBJECT-TYPE", "chapter", ("section",))
NEED = ObjectType("SPEC-OBJECT-TYPE", "need", ("id",))
RELATIONS = {key: ObjectType("SPEC-RELATION-TYPE", key, ()) for key in ("covers", "refines")}
DOCUMENT = ObjectType("SPECIFICATION-TYPE", "document", HEAD)


def choice(key: str, value: str) -> str:
    """The identifier of one choice: a unit may hold signs that no identifier may."""
    return f"{key}-{value}".replace("/", "_per_").replace("%", "percent")


def identified(parent: Element, tag: str, identifier: str, name: str = "", **more: str) -> Element:
    """An element of its own identity below another one."""
    named = {"LONG-NAME": name} if name else {}
    return SubElement(parent, tag, {"IDENTIFIER": identifier, "LAST-CHANGE": WRITTEN, **named, **more})


def datatypes(parent: Element) -> None:
    """Text, and one enumeration for each attribute that is chosen."""
    identified(parent, "DATATYPE-DEFINITION-STRING", f"data-{TEXT}", TEXT, **{"MAX-LENGTH": "32000"})
    for key, values in CHOICES.items():
        made = identified(parent, "DATATYPE-DEFINITION-ENUMERATION", f"data-{key}", key)
        listed = SubElement(made, "SPECIFIED-VALUES")
        for at, value in enumerate(values):
            one = identified(listed, "ENUM-VALUE", choice(key, value), value)
            SubElement(SubElement(one, "PROPERTIES"), "EMBEDDED-VALUE", {"KEY": str(at), "OTHER-CONTENT": value})


def object_types(parent: Element) -> None:
    """The types of requirements, chapters, needs, relations, and of the specification."""
    for one in (ASKED, SECTION, NEED, *RELATIONS.values(), DOCUMENT):
        made = identified(parent, one.element, one.identifier, one.key)
        if one.keys:
            _attributes(SubElement(made, "SPEC-ATTRIBUTES"), one)


def _attributes(parent: Element, one: ObjectType) -> None:
    heads = {column.key: column.head.get("en") for column in COLUMNS}
    for key in one.keys:
        form = "ENUMERATION" if key in CHOICES else "STRING"
        told = {"DESC": heads.get(key, key), "IS-EDITABLE": str(key in (*FILLED, "vendor")).lower()}
        several = {"MULTI-VALUED": "false"} if key in CHOICES else {}
        tag = f"ATTRIBUTE-DEFINITION-{form}"
        made = identified(parent, tag, one.attribute(key), STANDARD.get(key, key), **told, **several)
        data = f"data-{key if key in CHOICES else TEXT}"
        SubElement(SubElement(made, "TYPE"), f"DATATYPE-DEFINITION-{form}-REF").text = data


def values(parent: Element, one: ObjectType, said: Iterable[tuple[str, str]]) -> None:
    """The values of an object by the keys of its attributes; "" of a choice is none."""
    found = SubElement(parent, "VALUES")
    for key, text in said:
        if key in CHOICES:
            made = SubElement(found, "ATTRIBUTE-VALUE-ENUMERATION")
            chosen = SubElement(made, "VALUES")
            if text in CHOICES[key]:
                SubElement(chosen, "ENUM-VALUE-REF").text = choice(key, text)
        else:
            made = SubElement(found, "ATTRIBUTE-VALUE-STRING", {"THE-VALUE": text})
        form = "ENUMERATION" if key in CHOICES else "STRING"
        SubElement(SubElement(made, "DEFINITION"), f"ATTRIBUTE-DEFINITION-{form}-REF").text = one.attribute(key)
