"""ReqIF: another program's reader takes the export, fills it in and writes it, and the answers come back."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from estimator.errors import SpecError, UserError
from estimator.jobs.starter import starter
from estimator.jobs.vendors.answers import Imported, export_answers, import_answers
from estimator.jobs.vendors.answers_handed import handed_answers
from tests.examples.opened import NAMES, SPECS

READER = "the reader of ReqIF is not installed; make .venv/stamp/dev"
reqif = pytest.importorskip("reqif", reason=READER)
xmlschema = pytest.importorskip("xmlschema", reason=READER)
ReqIFParser = pytest.importorskip("reqif.parser", reason=READER).ReqIFParser
ReqIFUnparser = pytest.importorskip("reqif.unparser", reason=READER).ReqIFUnparser

TIME, RATE, STATED = "CCL-AR-01", "CCL-AR-02", "CCL-CAP-01"
WHOLE = {"state": ["state-meets"], "offered": "9", "unit": ["unit-ms"], "level": ["level-lab"], "date": "2026-11-30"}
Answers = Mapping[str, Mapping[str, Any]]
Changed = Callable[[str], str]


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """The starter spec, whose first requirement asks for a mean time of 9.82 ms or less."""
    path = tmp_path / "s.yaml"
    path.write_bytes(starter())
    return path


def filled(path: Path, answers: Answers) -> None:
    """Write values of requirements with the reader and writer of another program."""
    bundle = ReqIFParser.parse(str(path))
    for name, values in answers.items():
        attributes = bundle.get_spec_object_by_ref(f"requirement_{name}").attribute_map
        for key, value in values.items():
            attributes[f"requirement-{key}"].value = value
    path.write_text(ReqIFUnparser.unparse(bundle), "utf-8")


def answer(spec: Path, answers: Answers, changed: Changed = lambda text: text) -> Imported:
    """Export, fill in, change the text of the file, import."""
    path = spec.with_name("a.reqif")
    export_answers(spec, "Vendor A", path)
    filled(path, answers)
    path.write_text(changed(path.read_text("utf-8")), "utf-8")
    return import_answers(spec, path)


def faults(found: Imported) -> list[tuple[str, str, str]]:
    """Fault, requirement and last step of the path of every mark."""
    return [(mark.fault, mark.requirement, str(mark.problem.path[-1])) for mark in found.found.marks]


def loosened(spec: Path) -> None:
    """The first requirement is no must any more."""
    text = spec.read_text("utf-8")
    assert text.index("priority: must") > text.index("CCL-AR-01:")
    spec.write_text(text.replace("priority: must", "priority: should", 1), "utf-8")


def swapped(old: str, new: str) -> Changed:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def test_every_answer_comes_back(spec: Path) -> None:
    (spec.parent / "run.txt").write_bytes(b"busbw 150")
    seen = {"file": "run.txt", "sha256": hashlib.sha256(b"busbw 150").hexdigest()}
    rate = {**WHOLE, "offered": "1.2 Tbit/s", "unit": [], "level": ["level-field"], **seen}
    stated = {"state": ["state-partly"], "date": "2026-11", "remark": 'without "the path" <b> & 路径'}
    found = answer(spec, {TIME: WHOLE, RATE: rate, STATED: stated})
    assert faults(found) == []
    assert found.found.vendor == "Vendor A"
    entries = found.found.entries
    assert {name: (one.answer.state, one.answer.level, one.value) for name, one in entries.items()} == {
        TIME: ("meets", "lab", 0.009),
        RATE: ("meets", "field", 1.5e11),
        STATED: ("partly", None, None),
    }
    assert entries[STATED].answer.remark == 'without "the path" <b> & 路径'
    assert [(one.file, one.sha256) for one in entries[RATE].answer.evidence] == [("run.txt", seen["sha256"])]


@cache
def schema() -> Any:
    return xmlschema.XMLSchema(str(Path(reqif.__file__).parent / "reqif_schema" / "reqif.xsd"))


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_export_and_what_another_program_makes_of_it_keep_the_schema_of_the_standard(
    spec: Path, language: Any
) -> None:
    path = spec.with_name("a.reqif")
    export_answers(spec, "A", path, language=language)
    assert [error.reason for error in schema().iter_errors(str(path))] == []
    filled(path, {TIME: WHOLE})
    assert [error.reason for error in schema().iter_errors(str(path))] == []


@pytest.mark.parametrize("name", [*NAMES, "two_versions/team", "whole_way/spec"])
def test_the_export_of_every_example_keeps_the_schema_of_the_standard(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.reqif"
    path.write_bytes(handed_answers(SPECS / f"{name}.yaml", (), "reqif").data)
    assert [error.reason for error in schema().iter_errors(str(path))] == []


def test_another_program_sees_chapters_with_their_requirements_and_relations(spec: Path) -> None:
    text = spec.read_text("utf-8")
    first = "  CCL-AR-01:\n"
    assert text.count(first) == 1
    spec.write_text(text.replace(first, f"{first}    covers: [NEED 1, CCL-AR-02]\n    refines: [CCL-AR-03]\n"), "utf-8")
    path = spec.with_name("a.reqif")
    path.write_bytes(handed_answers(spec, (), "reqif").data)
    bundle = ReqIFParser.parse(str(path))
    (document,) = bundle.core_content.req_if_content.specifications
    seen = [(one.level, one.spec_object) for one in bundle.iterate_specification_hierarchy(document)]
    requirements = [name for level, name in seen if level == 2]
    assert sorted(requirements) == sorted(
        f"requirement_{name}" for name in (TIME, RATE, "CCL-AR-03", "CCL-AR-04", "CCL-OV-01", STATED)
    )
    assert all(name.startswith("chapter_") for level, name in seen if level == 1)
    links = [
        (one.relation_type_ref, one.source, one.target) for one in bundle.core_content.req_if_content.spec_relations
    ]
    (need,) = [target for _, _, target in links if target.startswith("need_")]
    assert bundle.get_spec_object_by_ref(need).attribute_map["need-id"].value == "NEED 1"
    own = f"requirement_{TIME}"
    assert links == [
        ("type-covers", own, need),
        ("type-covers", own, f"requirement_{RATE}"),
        ("type-refines", own, "requirement_CCL-AR-03"),
    ]


def test_identifiers_outlive_a_version_and_the_same_spec_gives_the_same_bytes(spec: Path) -> None:
    def identifiers() -> list[str]:
        path = spec.with_name("a.reqif")
        path.write_bytes(handed_answers(spec, (), "reqif").data)
        return [one.identifier for one in ReqIFParser.parse(str(path)).core_content.req_if_content.spec_objects]

    assert handed_answers(spec, (), "reqif") == handed_answers(spec, (), "reqif")
    before, text = identifiers(), spec.read_text("utf-8")
    assert 'version: "0.1.0"' in text
    spec.write_text(text.replace('version: "0.1.0"', 'version: "0.2.0"', 1), "utf-8")
    assert identifiers() == before


def test_a_changed_question_is_refused_with_its_line(spec: Path) -> None:
    for key in ("limit", "test", "title"):
        spec.with_name("a.reqif").unlink(missing_ok=True)
        found = answer(spec, {TIME: {**WHOLE, key: "easier"}})
        assert faults(found) == [("tampered", TIME, key)]
        (mark,) = found.found.marks
        lines = spec.with_name("a.reqif").read_text("utf-8").splitlines()
        assert mark.problem.file == str(spec.with_name("a.reqif"))
        assert mark.problem.line is not None
        assert "easier" in lines[mark.problem.line - 1]
        assert TIME not in found.found.entries


def test_an_answer_to_an_older_text_is_stale(spec: Path) -> None:
    path = spec.with_name("a.reqif")
    export_answers(spec, "A", path)
    filled(path, {TIME: WHOLE})
    assert faults(import_answers(spec, path)) == []
    loosened(spec)
    assert faults(import_answers(spec, path)) == [("stale", TIME, "fingerprint")]


def test_answers_that_are_stale_stay_so_when_they_are_handed_on(spec: Path) -> None:
    path, on = spec.with_name("a.reqif"), spec.with_name("b.reqif")
    export_answers(spec, "A", path)
    filled(path, {TIME: WHOLE, STATED: {"state": ["state-meets"], "date": "2026-11-30"}})
    loosened(spec)
    on.write_bytes(handed_answers(spec, [path], "reqif").data)
    found = import_answers(spec, on)
    assert faults(found) == [("stale", TIME, "fingerprint")]
    assert found.found.vendor == "A"
    assert {name: one.value for name, one in found.found.entries.items()} == {TIME: 0.009, STATED: None}


def test_mistaken_answers_are_refused_as_those_of_a_workbook(spec: Path) -> None:
    assert faults(answer(spec, {TIME: {**WHOLE, "unit": ["unit-GB_per_s"]}})) == [("unit", TIME, "offered")]
    spec.with_name("a.reqif").unlink()
    assert faults(answer(spec, {TIME: {**WHOLE, "state": ["state-fine"]}})) == [("mistake", TIME, "state")]
    spec.with_name("a.reqif").unlink()
    assert faults(answer(spec, {TIME: {**WHOLE, "file": "none.txt"}})) == [("evidence", TIME, "file")]
    spec.with_name("a.reqif").unlink()
    assert ("like_formula", TIME, "remark") in faults(answer(spec, {TIME: {**WHOLE, "remark": "=1+1"}}))
    spec.with_name("a.reqif").unlink()
    assert faults(answer(spec, {TIME: {**WHOLE, "date": ""}})) == [("half_filled", TIME, "date")]


def test_identifiers_that_a_program_renews_and_types_that_it_changes_are_read(spec: Path) -> None:
    def renewed(text: str) -> str:
        dated = swapped(
            '<ATTRIBUTE-VALUE-STRING THE-VALUE="2026-11-30"', '<ATTRIBUTE-VALUE-DATE THE-VALUE="2026-11-30T00:00:00Z"'
        )
        lines = dated(text).splitlines()
        at = next(number for number, line in enumerate(lines) if "ATTRIBUTE-VALUE-DATE" in line)
        end = next(number for number, line in enumerate(lines) if number > at and "</ATTRIBUTE-VALUE-STRING>" in line)
        lines[end] = lines[end].replace("STRING", "DATE")
        return (
            "\n".join(lines)
            .replace("requirement-", "_a1b2-")
            .replace("state-meets", "_77")
            .replace("requirement_", "_o")
        )

    found = answer(spec, {TIME: WHOLE}, renewed)
    assert faults(found) == []
    assert found.found.entries[TIME].answer.date == "2026-11-30"


def test_a_file_that_names_no_vendor_is_of_the_one_it_is_called_after(spec: Path) -> None:
    path = spec.with_name("vendor_b.reqif")
    path.write_bytes(handed_answers(spec, (), "reqif").data)
    filled(path, {TIME: WHOLE})
    assert import_answers(spec, path).found.vendor == "vendor_b"


def test_what_is_no_reqif_of_ours_is_refused(spec: Path) -> None:
    path = spec.with_name("a.reqif")
    for text in ("<REQ-IF/>", "<html><CORE-CONTENT><REQ-IF-CONTENT/></CORE-CONTENT></html>"):
        path.write_text(text, "utf-8")
        with pytest.raises(UserError, match="is no ReqIF of requirements"):
            import_answers(spec, path)
    path.write_text('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]><REQ-IF>&b;</REQ-IF>', "utf-8")
    with pytest.raises(SpecError, match="document type"):
        import_answers(spec, path)
