"""ReqIF as other programs write it, and in an archive: the answers are read, or it is told what is missing."""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections.abc import Callable
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from estimator.cli.main import run
from estimator.errors import UserError
from estimator.jobs.starter import starter
from estimator.jobs.vendors.answers import Imported, export_answers, import_answers
from estimator.jobs.vendors.answers_handed import handed_answers
from tests.jobs.vendors.test_answered_reqif import RATE, READER, STATED, TIME, WHOLE, faults, filled

ReqIFZParser = pytest.importorskip("reqif.parser", reason=READER).ReqIFZParser
SEEN = hashlib.sha256(b"busbw 150").hexdigest()
STRING = re.compile(r'<ATTRIBUTE-VALUE-STRING THE-VALUE="([^"]*)">(.*?)</ATTRIBUTE-VALUE-STRING>', re.DOTALL)
GIVEN: dict[str, Any] = {
    TIME: WHOLE | {"remark": "first line & more"},
    RATE: WHOLE | {"offered": "1.2 Tbit/s", "unit": [], "level": ["level-field"]},
    STATED: {"state": ["state-partly"], "date": "2026-11", "remark": "without the path"},
}
Change = Callable[[str], str]


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "s.yaml"
    path.write_bytes(starter())
    return path


@pytest.fixture
def answered(spec: Path) -> Path:
    """What another program's reader and writer made of the export, with three answers."""
    path = spec.with_name("a.reqif")
    export_answers(spec, "Vendor A", path)
    filled(path, GIVEN)
    return path


def values(found: Imported) -> dict[str, Any]:
    entries = found.found.entries
    return {name: (one.answer.state, one.answer.level, one.value, one.answer.remark) for name, one in entries.items()}


def prefixed(text: str) -> str:
    """Every element of ReqIF by a prefix, as DOORS writes it."""
    text = re.sub(r"<(/?)([A-Z])", r"<\1REQIF:\2", text)
    return text.replace("xmlns=", "xmlns:REQIF=")


def formatted(text: str) -> str:
    """Every text as XHTML in paragraphs with parts in bold and blanks that do not break, as Polarion writes it."""

    def made(found: re.Match[str]) -> str:
        words = found[1].split(" ")
        inner = "&#160;".join(f"<xhtml:b>{word}</xhtml:b>" if at % 3 == 1 else word for at, word in enumerate(words))
        body = f"<xhtml:div>\n <xhtml:p>{inner}</xhtml:p>\n</xhtml:div>"
        definition = found[2].replace("DEFINITION-STRING", "DEFINITION-XHTML")
        return f"<ATTRIBUTE-VALUE-XHTML><THE-VALUE>{body}</THE-VALUE>{definition}</ATTRIBUTE-VALUE-XHTML>"

    return STRING.sub(made, text)


def renamed(text: str) -> str:
    """Types, attributes and choices by other names, as a program maps them to fields of its own."""
    names = {"requirement": "Stakeholder Requirement", "state": "State", "offered": "Offered value", "unit": "Unit",
             "level": "rests on", "fingerprint": "Finger-Print", "sha256": "SHA-256 of each", "remark": "说明",
             "ReqIF.ForeignID": "ID", "ReqIF.Name": "Title", "ReqIF.Text": "What is asked"}  # fmt: skip
    for ours, theirs in names.items():
        text = re.sub(rf'(<(?:SPEC-OBJECT-TYPE|ATTRIBUTE-DEFINITION-\w+) [^>]*LONG-NAME="){re.escape(ours)}"',
                      rf'\g<1>{theirs}"', text)  # fmt: skip
    return re.sub(r'(<ENUM-VALUE [^>]*LONG-NAME=")([a-z_]+)"', r'\1Choice \2"', text)


def more(text: str) -> str:
    """Attributes and objects of the program's own, before and after ours."""
    own = '<ATTRIBUTE-DEFINITION-STRING IDENTIFIER="own-1" LONG-NAME="Absolute Number"/>'
    text = text.replace("<SPEC-ATTRIBUTES>", f"<SPEC-ATTRIBUTES>{own}")
    kind = '<SPEC-OBJECT-TYPE IDENTIFIER="own-type" LONG-NAME="Note"><SPEC-ATTRIBUTES/></SPEC-OBJECT-TYPE>'
    of = "<TYPE><SPEC-OBJECT-TYPE-REF>own-type</SPEC-OBJECT-TYPE-REF></TYPE>"
    one = f'<SPEC-OBJECT IDENTIFIER="own-2">{of}</SPEC-OBJECT>'
    return text.replace("</SPEC-TYPES>", f"{kind}</SPEC-TYPES>").replace("</SPEC-OBJECTS>", f"{one}</SPEC-OBJECTS>")


@pytest.mark.parametrize(
    "changes",
    [(prefixed,), (formatted,), (renamed,), (more,), (renamed, formatted, more, prefixed)],
    ids=["prefixed", "formatted", "renamed", "more", "all"],
)
def test_answers_are_read_from_what_other_programs_make_of_the_export(
    spec: Path, answered: Path, changes: tuple[Change, ...]
) -> None:
    before = values(import_answers(spec, answered))
    assert {name: one[:3] for name, one in before.items()} == {
        TIME: ("meets", "lab", 0.009),
        RATE: ("meets", "field", 1.5e11),
        STATED: ("partly", None, None),
    }
    text = answered.read_text("utf-8")
    for change in changes:
        assert change(text) != text
        text = change(text)
    answered.write_text(text, "utf-8")
    found = import_answers(spec, answered)
    assert faults(found) == []
    assert values(found) == before
    assert found.found.vendor == "Vendor A"


def test_a_question_that_was_changed_inside_formatted_text_is_refused(spec: Path, answered: Path) -> None:
    text = formatted(answered.read_text("utf-8"))
    assert text.count("9.82") >= 2
    answered.write_text(text.replace("9.82", "99.8"), "utf-8")
    found = import_answers(spec, answered)
    assert {(fault, name) for fault, name, _ in faults(found)} == {("tampered", TIME)}
    assert TIME not in found.found.entries


@pytest.mark.parametrize(
    ("lost", "told"),
    [
        (("fingerprint",), "its requirements have no attribute fingerprint"),
        (("check", "state"), "its requirements have no attribute state or check"),
        (("ReqIF.ForeignID",), "is no ReqIF of requirements"),
        (("document", "version", "commspec_answers"), "its specification does not say what it is of"),
    ],
)
def test_attributes_that_a_program_dropped_are_named(
    spec: Path, answered: Path, lost: tuple[str, ...], told: str
) -> None:
    text = answered.read_text("utf-8")
    for name in lost:
        assert f'LONG-NAME="{name}"' in text
        text = re.sub(rf'(<ATTRIBUTE-DEFINITION-\w+ [^>]*LONG-NAME="){re.escape(name)}"([^>]*?) DESC="[^"]*"',
                      r'\1Other"\2', text)  # fmt: skip
        text = text.replace(f'LONG-NAME="{name}"', 'LONG-NAME="Other"')
    text = re.sub(r' DESC="[^"]*"', "", text)
    answered.write_text(text, "utf-8")
    with pytest.raises(UserError, match=told):
        import_answers(spec, answered)


def archive(spec: Path, reqif: str, **files: bytes) -> Path:
    path = spec.with_name("b.reqifz")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("answers.reqif", reqif)
        for name, data in files.items():
            made.writestr(name, data)
    return path


def with_evidence(text: str, value: str) -> str:
    """The first answer names a file as evidence, and its SHA-256."""
    at = text.index(f'IDENTIFIER="requirement_{TIME}"')
    head, own = text[:at], text[at:]
    for key, said in (("file", value), ("sha256", SEEN)):
        definition = rf"\s*<DEFINITION>\s*<ATTRIBUTE-DEFINITION-STRING-REF>requirement-{key}<"
        own = re.sub(rf'(<ATTRIBUTE-VALUE-STRING THE-VALUE=)""(>{definition})', rf'\1"{said}"\2', own, count=1)
    return head + own


def test_evidence_is_found_in_the_archive_by_its_hash(spec: Path, answered: Path) -> None:
    text = with_evidence(answered.read_text("utf-8"), "logs/run.txt")
    found = import_answers(spec, archive(spec, text, **{"logs/run.txt": b"busbw 150"}))
    assert faults(found) == []
    assert [(one.file, one.sha256) for one in found.found.entries[TIME].answer.evidence] == [("logs/run.txt", SEEN)]
    assert faults(import_answers(spec, archive(spec, text, **{"logs/run.txt": b"other"}))) == [
        ("evidence", TIME, "sha256")
    ]
    assert faults(import_answers(spec, archive(spec, text))) == [("evidence", TIME, "file")]
    assert sorted(path.name for path in spec.parent.iterdir()) == ["a.reqif", "b.reqifz", "s.yaml"]


def test_a_file_embedded_in_formatted_text_is_evidence_by_its_name(spec: Path, answered: Path) -> None:
    text = formatted(with_evidence(answered.read_text("utf-8"), "@"))
    embedded = '<xhtml:object data="files/run.txt" type="text/plain">run</xhtml:object>'
    assert text.count("<xhtml:p>@</xhtml:p>") == 1
    text = text.replace("<xhtml:p>@</xhtml:p>", f"<xhtml:p>{embedded}</xhtml:p>")
    found = import_answers(spec, archive(spec, text, **{"files/run.txt": b"busbw 150"}))
    assert faults(found) == []
    assert found.found.entries[TIME].answer.evidence[0].file == "files/run.txt"


def test_an_archive_that_is_handed_on_holds_the_evidence_and_says_the_same(spec: Path, answered: Path) -> None:
    answered.write_text(with_evidence(answered.read_text("utf-8"), "run.txt"), "utf-8")
    spec.with_name("run.txt").write_bytes(b"busbw 150")
    once = import_answers(spec, answered)
    assert faults(once) == []
    handed = spec.with_name("on") / "c.reqifz"
    handed.parent.mkdir()
    options = ["--what", "answers", "--format", "reqif", "--answers", str(answered), "--out", str(handed)]
    assert run(["export", str(spec), *options]) == 0
    with zipfile.ZipFile(handed) as parts:
        assert parts.namelist() == ["c.reqif", "run.txt"]
        assert parts.read("run.txt") == b"busbw 150"
    assert import_answers(spec, handed).shown("json") == once.shown("json")
    again = handed_answers(spec, [handed], "reqif", archive="c.reqif")
    assert again.data == handed.read_bytes()


def test_another_program_reads_the_archive_that_a_vendor_is_sent(spec: Path) -> None:
    path = spec.with_name("a.reqifz")
    assert run(["respond", "export", str(spec), "--vendor", "A", "--out", str(path)]) == 0
    bundle = ReqIFZParser.parse(str(path))
    (reqif,) = bundle.reqif_bundles.values()
    assert reqif.get_spec_object_by_ref(f"requirement_{TIME}").attribute_map["requirement-id"].value == TIME
    assert import_answers(spec, path).found.open == (TIME, "CCL-AR-04", "CCL-OV-01", RATE, "CCL-AR-03", STATED)


@pytest.mark.parametrize("name", ["../../evil.txt", "/etc/evil.txt", "a\\..\\..\\evil.txt", "C:\\evil.txt"])
def test_a_name_that_leads_out_of_the_archive_is_refused_and_nothing_is_unpacked(
    spec: Path, answered: Path, name: str
) -> None:
    path = archive(spec, answered.read_text("utf-8"), **{name: b"x"})
    with pytest.raises(UserError, match="leads out of the archive"):
        import_answers(spec, path)
    assert sorted(one.name for one in spec.parent.iterdir()) == ["a.reqif", "b.reqifz", "s.yaml"]


def test_an_archive_that_is_a_bomb_or_none_is_refused(spec: Path, answered: Path) -> None:
    text = answered.read_text("utf-8")
    path = archive(spec, text, big=b"\0" * (64 * 2**20 + 1))
    assert path.stat().st_size < 2**20
    with pytest.raises(UserError, match="too large once unpacked"):
        import_answers(spec, path)
    entities = f'<!DOCTYPE a [<!ENTITY b "{escape("x" * 9)}">]>'
    with pytest.raises(UserError, match="declares a document type"):
        import_answers(spec, archive(spec, text.replace("?>", f"?>{entities}", 1)))
    with pytest.raises(UserError, match="holds 2 files of ReqIF"):
        import_answers(spec, archive(spec, text, **{"more.reqif": text.encode()}))
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as empty:
        empty.writestr("x.txt", "x")
    for data, told in ((b"no zip", "is no archive of ReqIF"), (stream.getvalue(), "holds 0 files of ReqIF")):
        path.write_bytes(data)
        with pytest.raises(UserError, match=told):
            import_answers(spec, path)
