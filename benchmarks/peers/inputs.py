"""The same requirements written as the inputs of other tools, each in the way its own manual shows."""

from collections.abc import Callable, Sequence
from pathlib import Path

import yaml

from benchmarks.peers.stated import Stated

Writer = Callable[[Path, Sequence[Stated], bool], None]
"""Writes the input of a tool into an empty folder; with the limits as tables or without them."""

CONF = """\
project = "bench"
extensions = ["sphinx_needs", "sphinx_simplepdf"]
html_theme = "alabaster"
needs_id_regex = "^[A-Z0-9-]{5,}"
needs_types = [dict(directive="req", title="Requirement", prefix="", color="#BFD8D2", style="node")]
needs_fields = {name: {"nullable": True} for name in (
    "kind", "priority", "responsible", "run_by", "operation", "tool", "limit", "rationale")}
"""
DOORSTOP = "settings:\n  digits: 5\n  prefix: REQ\n  sep: ''\n"


def doorstop(folder: Path, found: Sequence[Stated], tables: bool) -> None:
    """A file a requirement, in a folder under version control."""
    (folder / ".git").mkdir()
    place = folder / "req"
    place.mkdir()
    (place / ".doorstop.yml").write_text(DOORSTOP, "utf-8")
    for number, one in enumerate(found, start=1):
        text = "\n\n".join([one.statement, one.rationale, _fields(one), *_markdown(one, tables)])
        item = {"active": True, "derived": False, "header": one.title, "level": f"1.{number}", "links": []}
        item |= {"normative": True, "ref": "", "reviewed": None, "text": text}
        (place / f"REQ{number:05d}.yml").write_text(yaml.safe_dump(item, allow_unicode=True), "utf-8")


def strictdoc(folder: Path, found: Sequence[Stated], tables: bool) -> None:
    """One document; what its grammar has no field for is a comment."""
    parts = ["[DOCUMENT]\nTITLE: Bench\n"]
    for one in found:
        comment = "\n\n".join([_fields(one), *_listed(one, tables)])
        parts.append(
            f"[REQUIREMENT]\nUID: {one.id}\nTITLE: {one.title}\nSTATEMENT: >>>\n{one.statement}\n<<<\n"
            f"RATIONALE: >>>\n{one.rationale}\n<<<\nCOMMENT: >>>\n{comment}\n<<<\n"
        )
    (folder / "bench.sdoc").write_text("\n".join(parts), "utf-8")


def sphinx(folder: Path, found: Sequence[Stated], tables: bool) -> None:
    """One page of needs with their fields as options."""
    parts = ["Bench\n=====\n"]
    for one in found:
        options = {"id": one.id, **one.fields, "rationale": one.rationale}
        lines = [f".. req:: {one.title}", *(f"   :{name}: {value}" for name, value in options.items()), ""]
        lines += [f"   {line}" for text in (one.statement, *_listed(one, tables)) for line in (*text.split("\n"), "")]
        parts.append("\n".join(lines))
    (folder / "conf.py").write_text(CONF, "utf-8")
    (folder / "index.rst").write_text("\n".join(parts), "utf-8")


def datacontract(folder: Path, found: Sequence[Stated], tables: bool) -> None:
    """One schema with a property a requirement, what it has no field for as custom properties."""
    properties = []
    for one in found:
        custom = [{"property": name, "value": value} for name, value in one.fields.items()]
        custom += [{"property": " ".join(line[:2]), "value": ", ".join(line[2:])} for line in one.limits if tables]
        said = {"businessName": one.title, "description": f"{one.statement} {one.rationale}"}
        properties.append({"name": one.id, "logicalType": "string", **said, "customProperties": custom})
    head = {"apiVersion": "v3.0.2", "kind": "DataContract", "id": "bench", "version": "1.0.0", "status": "draft"}
    whole = {**head, "schema": [{"name": "requirements", "properties": properties}]}
    (folder / "bench.odcs.yaml").write_text(yaml.safe_dump(whole, allow_unicode=True, sort_keys=False), "utf-8")


WRITERS: dict[str, Writer] = {
    "doorstop": doorstop,
    "strictdoc": strictdoc,
    "sphinx": sphinx,
    "datacontract": datacontract,
}


def _fields(one: Stated) -> str:
    return "; ".join(f"{name}: {value}" for name, value in one.fields.items())


def _markdown(one: Stated, tables: bool) -> list[str]:
    if not (tables and one.limits):
        return []
    head, *rows = one.limits
    return ["\n".join("| " + " | ".join(line) + " |" for line in (head, ["---"] * len(head), *rows))]


def _listed(one: Stated, tables: bool) -> list[str]:
    """The limits as a list-table of reStructuredText."""
    if not (tables and one.limits):
        return []
    rows = ["\n".join(f"   {'* ' if k == 0 else '  '}- {value}" for k, value in enumerate(row)) for row in one.limits]
    return ["\n".join([".. list-table::", "   :header-rows: 1", "", *rows])]
