"""``commspec respond``."""

from pathlib import Path

import pytest
import yaml

from estimator.cli.main import run
from estimator.jobs.starter import starter


def test_answers_are_exported_filled_in_and_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec, path = tmp_path / "s.yaml", tmp_path / "a.yaml"
    spec.write_bytes(starter())
    export = [
        "respond",
        "export",
        str(spec),
        "--vendor",
        "A: one",
        "--only",
        "CCL-AR-01,CCL-CAP-01",
        "--out",
        str(path),
    ]
    assert run(export) == 0
    assert capsys.readouterr().out == f"{path}: 2 requirements\n"
    text = path.read_text("utf-8")
    path.write_text(text.replace('state: ""', "state: meets").replace('date: ""', 'date: "2026-11-30"'), "utf-8")
    assert run(["respond", "import", str(spec), str(path)]) == 1
    said = capsys.readouterr()
    assert "CCL-CAP-01   meets" in said.out
    assert "A: one: 2 answers (2 meets" in said.out
    assert "answers.CCL-AR-01.offered: meets without an offered value; write a time, such as 5 us" in said.err
    assert len(said.err.splitlines()) == 1


def test_vendors_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec, files = tmp_path / "s.yaml", [tmp_path / "a.yaml", tmp_path / "b.xlsx"]
    spec.write_bytes(starter())
    for path in files:
        assert run(["respond", "export", str(spec), "--vendor", path.stem, "--out", str(path)]) == 0
    text = files[0].read_text("utf-8")
    filled = {"state": "meets", "offered": "9 ms", "level": "lab", "date": "2026-11-30"}
    for key, value in filled.items():
        text = text.replace(f'{key}: ""', f"{key}: {value}", 1)
    files[0].write_text(text, "utf-8")
    capsys.readouterr()
    assert run(["respond", "compare", str(spec), *map(str, files)]) == 0
    said = capsys.readouterr()
    assert "meets, 9 ms, inside" in said.out
    assert "a: the step closes with its offers: " in said.out
    assert said.err == ""


def test_an_empty_file_is_told_as_the_answers_that_it_should_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec, path = tmp_path / "s.yaml", tmp_path / "empty.yaml"
    spec.write_bytes(starter())
    path.write_bytes(b"")
    assert run(["respond", "import", str(spec), str(path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{path}:1:1: the file is empty; give the file of answers; commspec respond export makes")


def test_a_mistake_on_a_vendor_s_platform_names_the_vendor_and_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The spec is in order on its own platform; on a machine of one node its groups have no room."""
    spec, answers, platform = tmp_path / "s.yaml", tmp_path / "a.yaml", tmp_path / "p.yaml"
    spec.write_bytes(starter())
    assert run(["respond", "export", str(spec), "--vendor", "a", "--out", str(answers)]) == 0
    own = yaml.safe_load(starter())["platform"]
    platform.write_text(yaml.safe_dump({**own, "nodes": 1}), "utf-8")
    capsys.readouterr()
    assert run(["respond", "compare", str(spec), str(answers), "--variant", f"a={platform}"]) == 2
    lines = [line for line in capsys.readouterr().err.splitlines() if ": " in line]
    assert lines
    assert all(f", with variant a ({platform})" in line for line in lines)
