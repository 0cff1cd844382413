"""Answers of a vendor: what is exported comes back, and what is wrong with it is told where it stands."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from estimator.errors import SpecError, UserError
from estimator.jobs.starter import starter
from estimator.jobs.vendors.answers import Imported, export_answers, import_answers

TIME, RATE, STATED = "CCL-AR-01", "CCL-AR-02", "CCL-CAP-01"
WHOLE = {"state": "meets", "offered": "9 ms", "level": "lab", "date": "2026-11-30"}


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """The starter spec, whose first requirement asks for a mean time of 9.82 ms or less."""
    path = tmp_path / "s.yaml"
    path.write_bytes(starter())
    return path


def answer(spec: Path, **answers: dict[str, Any]) -> Imported:
    """Export, fill in as another program would, import. Ids are written with _ in place of -."""
    path = spec.with_name("a.yaml")
    path.unlink(missing_ok=True)
    export_answers(spec, "Vendor A", path)
    data = yaml.safe_load(path.read_text("utf-8"))
    for name, filled in answers.items():
        data["answers"].setdefault(name.replace("_", "-"), {}).update(filled)
    path.write_text(yaml.safe_dump(data, sort_keys=False), "utf-8")
    return import_answers(spec, path)


def faults(found: Imported) -> list[tuple[str, str, str]]:
    """Fault, requirement and last step of the path of every mark."""
    return [(mark.fault, mark.requirement, str(mark.problem.path[-1])) for mark in found.found.marks]


def test_every_answer_comes_back(spec: Path) -> None:
    (spec.parent / "run.txt").write_bytes(b"busbw 150")
    seen = hashlib.sha256(b"busbw 150").hexdigest()
    rate = WHOLE | {"offered": "1.2 Tbit/s", "evidence": [{"file": "run.txt", "sha256": seen}], "decision": "accepted"}
    stated = {"state": "partly", "date": "2026-11", "remark": "=1+1 without the path"}
    found = answer(spec, CCL_AR_01=WHOLE, CCL_AR_02=rate, CCL_CAP_01=stated)
    assert found.found.exit_code == 0
    assert faults(found) == []
    data = json.loads(found.shown("json"))
    assert data["vendor"] == "Vendor A"
    assert {name: one["state"] for name, one in data["answers"].items()} == {
        TIME: "meets",
        RATE: "meets",
        STATED: "partly",
    }
    assert data["answers"][TIME]["offered_si"] == 0.009
    assert data["answers"][RATE]["offered_si"] == 1.5e11  # 1.2 Tbit/s / 8
    assert data["answers"][RATE]["evidence"] == [{"file": "run.txt", "sha256": seen}]
    assert data["answers"][STATED]["remark"] == "=1+1 without the path"
    assert data["open"] == ["CCL-AR-04", "CCL-OV-01", "CCL-AR-03"]


def test_an_answer_to_an_older_text_is_stale(spec: Path) -> None:
    answer(spec, CCL_AR_01=WHOLE, CCL_AR_03=WHOLE | {"offered": "15 us"})
    text = spec.read_text("utf-8")
    assert "at_most: 20 us" in text
    spec.write_text(text.replace("at_most: 20 us", "at_most: 18 us"), "utf-8")
    found = import_answers(spec, spec.with_name("a.yaml"))
    assert faults(found) == [("stale", "CCL-AR-03", "fingerprint")]
    assert found.found.entries["CCL-AR-03"].stale
    assert not found.found.entries[TIME].stale
    assert found.found.exit_code == 1


def test_all_that_is_wrong_is_told_at_once_with_its_line(spec: Path) -> None:
    found = answer(
        spec,
        CCL_AR_01=WHOLE | {"offered": "9 GB/s"},
        CCL_AR_02=WHOLE | {"state": "perhaps", "offered": "150 GB/s"},
        CCL_AR_03=WHOLE | {"offered": "15 us", "evidence": [{"file": "no.txt", "sha256": "0" * 64}]},
        CCL_CAP_01={"state": "meets", "date": "2026-11-30", "offered": "3 us"},
        CCL_NO={"fingerprint": "0", "state": "meets"},
    )
    assert sorted(faults(found)) == [
        ("evidence", "CCL-AR-03", "file"),
        ("mistake", RATE, "state"),
        ("unit", TIME, "offered"),
        ("unit", STATED, "offered"),
        ("unknown", "CCL-NO", "CCL-NO"),
    ]
    assert found.found.exit_code == 2
    assert found.found.entries == {}
    lines = spec.with_name("a.yaml").read_text("utf-8").splitlines()
    place = next(mark.problem for mark in found.found.marks if mark.requirement == TIME)
    assert place.line is not None
    assert lines[place.line - 1] == "    offered: 9 GB/s"


@pytest.mark.parametrize(
    ("filled", "missing"),
    [
        ({"state": "meets", "date": "2026-11-30"}, ["offered"]),
        ({"offered": "9 ms", "level": "lab"}, ["state"]),
        ({"state": "meets", "offered": "9 ms"}, ["level", "date"]),
        ({"state": "does_not", "date": "2026-11-30"}, ["remark"]),
    ],
)
def test_a_half_filled_answer_is_marked(spec: Path, filled: dict[str, Any], missing: list[str]) -> None:
    found = answer(spec, CCL_AR_01=filled)
    assert faults(found) == [("half_filled", TIME, key) for key in missing]
    assert found.found.exit_code == 1


def test_a_value_that_fails_the_limit_is_not_met(spec: Path) -> None:
    found = answer(spec, CCL_AR_01=WHOLE | {"offered": "9.9 ms"}, CCL_AR_02=WHOLE | {"offered": "140 GB/s"})
    assert faults(found) == [("contradiction", TIME, "offered"), ("contradiction", RATE, "offered")]


def test_an_evidence_file_with_other_bytes_is_refused(spec: Path) -> None:
    (spec.parent / "run.txt").write_bytes(b"busbw 150")
    other = {"file": "run.txt", "sha256": hashlib.sha256(b"busbw 151").hexdigest()}
    found = answer(spec, CCL_AR_01=WHOLE | {"evidence": [other]})
    assert faults(found) == [("evidence", TIME, "sha256")]
    assert found.found.exit_code == 2


def test_an_offered_value_can_be_of_another_cell(spec: Path) -> None:
    of = "CCL-AR-04/dp/exclusive/skew=1/at_once=1/n="
    found = answer(spec, CCL_AR_04=WHOLE | {"cell": of + "1048576", "offered": "1 us"})
    cell = found.found.entries["CCL-AR-04"].cell
    assert cell is not None
    assert cell.n == 2**20
    found = answer(spec, CCL_AR_04=WHOLE | {"cell": of + "7", "offered": "1 us"})
    assert faults(found) == [("unknown", "CCL-AR-04", "cell")]


def test_answers_to_another_document_are_refused(spec: Path) -> None:
    answer(spec)
    spec.write_text(spec.read_text("utf-8").replace("CCL-STARTER", "CCL-OTHER"), "utf-8")
    with pytest.raises(SpecError, match=r"a\.yaml:\d+:\d+: document\.id: these are answers to 'CCL-STARTER'"):
        import_answers(spec, spec.with_name("a.yaml"))


def test_only_the_requirements_asked_for_are_exported(spec: Path, tmp_path: Path) -> None:
    export_answers(spec, "A", tmp_path / "some.yaml", [RATE, TIME])
    assert list(yaml.safe_load((tmp_path / "some.yaml").read_text("utf-8"))["answers"]) == [TIME, RATE]
    with pytest.raises(UserError, match="--only CCL-AR-O1: did you mean CCL-AR-01"):
        export_answers(spec, "A", tmp_path / "other.yaml", ["CCL-AR-O1"])
    with pytest.raises(UserError, match="exists already"):
        export_answers(spec, "A", tmp_path / "some.yaml")


def test_very_many_mistakes_of_a_kind_are_told_by_the_first_fifty(spec: Path) -> None:
    path = spec.with_name("many.yaml")
    path.write_text("".join(f"unknown{number}: 1\n" for number in range(3000)), "utf-8")
    with pytest.raises(SpecError) as caught:
        import_answers(spec, path)
    assert len(caught.value.problems) < 60
    assert max(problem.more for problem in caught.value.problems) > 2900
