"""Requirements as ReqIF 1.2, which programs for requirements exchange, with places for the answers of a vendor."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from estimator.history.vendors.answers import FORMAT
from estimator.history.vendors.offers import AskedRequirement
from estimator.history.vendors.received import Entry, Received
from estimator.report.sentences.sentence import procedure
from estimator.report.tables.exchange.answer_sheet import FILLED, check_of, sheet_rows
from estimator.report.tables.exchange.reqif_types import (
    ASKED,
    CHECKED_HERE,
    DOCUMENT,
    NEED,
    RELATIONS,
    REQUIREMENT,
    SECTION,
    WRITTEN,
    datatypes,
    identified,
    object_types,
    values,
)
from estimator.report.words.lookup import words
from estimator.require.items import pass_rule_of
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.spec.values.base import Language

NAMESPACE = "http://www.omg.org/spec/ReqIF/20110401/reqif.xsd"
PLAIN_NAME = re.compile(r"[A-Za-z0-9_.-]+")
NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Signs that no XML may hold, not even escaped."""


def as_reqif(
    spec: Spec,
    requirements: Mapping[str, AskedRequirement],
    language: Language,
    vendor: str = "",
    answered: Received | None = None,
) -> str:
    """The ReqIF of requirements, the same for the same spec; identifiers follow from ids and outlive versions.

    ``vendor``: who is to answer, "" for whoever fills it in. ``answered``: answers that it holds already.
    """
    root = Element("REQ-IF", {"xmlns": NAMESPACE, "xmlns:xhtml": "http://www.w3.org/1999/xhtml"})
    _header(SubElement(root, "THE-HEADER"), spec, language)
    content = SubElement(SubElement(root, "CORE-CONTENT"), "REQ-IF-CONTENT")
    datatypes(SubElement(content, "DATATYPES"))
    object_types(SubElement(content, "SPEC-TYPES"))
    objects = SubElement(content, "SPEC-OBJECTS")
    entries = answered.entries if answered is not None else {}
    for texts in asked_texts(spec, requirements, language):
        _requirement(objects, texts, entries.get(texts["id"]))
    chapters = _chapters(spec, requirements, language)
    for kind, (title, _) in chapters.items():
        _object(objects, SECTION.key, kind, title, {"section": title})
    links = list(_links(spec, requirements))
    for need in dict.fromkeys(after for _, _, after in links if after not in requirements):
        _object(objects, NEED.key, need, need, {"id": need})
    _relations(SubElement(content, "SPEC-RELATIONS"), links, requirements)
    head = {"commspec_answers": FORMAT, "document": spec.document.id, "version": spec.document.version}
    _specification(SubElement(content, "SPECIFICATIONS"), spec, language, head | {"vendor": vendor}, chapters)
    indent(root, " ")
    for one in root.iter():
        one.attrib.update({key: NO_XML.sub("\ufffd", text) for key, text in one.attrib.items()})
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def asked_texts(
    spec: Spec, requirements: Mapping[str, AskedRequirement], language: Language
) -> Iterator[dict[str, str]]:
    """What is asked of each requirement, by attribute: the row of the sheet, its test and its pass rule."""
    for row in sheet_rows(spec, requirements, language):
        name = row.texts["id"]
        requirement, rule = spec.requirements[name], pass_rule_of(spec.requirements[name])
        told = [text for text in procedure(name, spec, requirements[name].expanded, language).values() if text]
        tool = [requirement.test.tool] if isinstance(requirement, MeasurableRequirement) else []
        more = {"test": "; ".join((*tool, *told)), "pass_rule": rule.get(language) if rule is not None else ""}
        yield {**row.texts, **more}


def answered_texts(entry: Entry) -> dict[str, str]:
    """An answer by attribute; of the text that it was given to, which shows where that is no longer the one asked."""
    answer = entry.answer
    files = {"file": "; ".join(one.file for one in answer.evidence)}
    sums = {"sha256": "; ".join(one.sha256 or "" for one in answer.evidence).strip("; ")}
    own = {key: getattr(answer, key) or "" for key in ("state", "offered", "level", "date", "remark", "decision")}
    cell = {"cell": answer.cell} if answer.cell else {}
    return {**own, **files, **sums, **cell, "fingerprint": answer.fingerprint}


def identifier(kind: str, name: str) -> str:
    """The identifier of what is called ``name``: readable where the name is plain."""
    known = name if PLAIN_NAME.fullmatch(name) else hashlib.sha256(name.encode()).hexdigest()[:16] + "_"
    return f"{kind}_{known}"


def _header(parent: Element, spec: Spec, language: Language) -> None:
    found = SubElement(parent, "REQ-IF-HEADER", {"IDENTIFIER": identifier("header", spec.document.id)})
    told = {
        "COMMENT": f"{spec.document.id} {spec.document.version}",
        "CREATION-TIME": WRITTEN,
        "REQ-IF-TOOL-ID": "commspec",
        "REQ-IF-VERSION": "1.0",  # which every version up to 1.2 writes
        "SOURCE-TOOL-ID": "commspec",
        "TITLE": spec.document.title.get(language),
    }
    for tag, text in told.items():
        SubElement(found, tag).text = NO_XML.sub("\ufffd", text)


def _requirement(parent: Element, texts: Mapping[str, str], entry: Entry | None) -> None:
    said = {**texts, **dict.fromkeys(FILLED, ""), **(answered_texts(entry) if entry is not None else {})}
    said["check"] = check_of(said, CHECKED_HERE)
    made = identified(parent, "SPEC-OBJECT", identifier(ASKED.key, texts["id"]), texts["id"])
    SubElement(SubElement(made, "TYPE"), "SPEC-OBJECT-TYPE-REF").text = ASKED.identifier
    shown = [(key, said[key]) for key in (*REQUIREMENT, *FILLED) if said[key] or key in FILLED]
    values(made, ASKED, shown)


def _object(parent: Element, kind: str, name: str, title: str, said: Mapping[str, str]) -> None:
    made = identified(parent, "SPEC-OBJECT", identifier(kind, name), title)
    one = {SECTION.key: SECTION, NEED.key: NEED}[kind]
    SubElement(SubElement(made, "TYPE"), "SPEC-OBJECT-TYPE-REF").text = one.identifier
    values(made, one, said.items())


Chapters = Mapping[str, tuple[str, list[str]]]
"""Title and requirements of each chapter, by the kind of requirement that it holds."""


def _chapters(spec: Spec, requirements: Mapping[str, AskedRequirement], language: Language) -> Chapters:
    found: dict[str, tuple[str, list[str]]] = {}
    for name in requirements:
        kind = spec.requirements[name].kind
        found.setdefault(kind, (words(language).get(f"kind.{kind}", kind), []))[1].append(name)
    return found


def _links(spec: Spec, requirements: Mapping[str, AskedRequirement]) -> Iterator[tuple[str, str, str]]:
    """The way, the requirement, and what it covers or refines, each once."""
    for name in requirements:
        for way in RELATIONS:
            yield from ((way, name, after) for after in dict.fromkeys(getattr(spec.requirements[name], way)))


def _relations(
    parent: Element, links: list[tuple[str, str, str]], requirements: Mapping[str, AskedRequirement]
) -> None:
    for way, name, after in links:
        whole = hashlib.sha256(f"{name}\n{after}".encode()).hexdigest()[:16]
        made = identified(parent, "SPEC-RELATION", f"{way}_{whole}")
        SubElement(SubElement(made, "TYPE"), "SPEC-RELATION-TYPE-REF").text = RELATIONS[way].identifier
        target = identifier(ASKED.key if after in requirements else NEED.key, after)
        for tag, one in (("SOURCE", identifier(ASKED.key, name)), ("TARGET", target)):
            SubElement(SubElement(made, tag), "SPEC-OBJECT-REF").text = one


def _specification(
    parent: Element, spec: Spec, language: Language, head: Mapping[str, str], chapters: Chapters
) -> None:
    title = spec.document.title.get(language)
    made = identified(parent, "SPECIFICATION", identifier("document", spec.document.id), title)
    SubElement(SubElement(made, "TYPE"), "SPECIFICATION-TYPE-REF").text = DOCUMENT.identifier
    values(made, DOCUMENT, head.items())
    children = SubElement(made, "CHILDREN")
    for kind, (_, names) in chapters.items():
        chapter = SubElement(_place(children, SECTION.key, kind), "CHILDREN")
        for name in names:
            _place(chapter, ASKED.key, name)


def _place(parent: Element, kind: str, name: str) -> Element:
    """An object at its place in the order of the document."""
    made = identified(parent, "SPEC-HIERARCHY", identifier(f"place_{kind}", name))
    SubElement(SubElement(made, "OBJECT"), "SPEC-OBJECT-REF").text = identifier(kind, name)
    return made
