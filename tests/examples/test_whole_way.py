"""The example that goes the whole way: records of a real run are read, fitted, judged, diagnosed, and carried back."""

import json
import re
import shutil
import subprocess
import sys
from difflib import unified_diff
from pathlib import Path

import pytest

from estimator.cli import main as cli
from estimator.jobs.evidence.measured import told_of
from estimator.jobs.inputs.logs import events, sources
from estimator.judge.diagnosis.runs.run import seen
from tests.judge.kit_cases import digest

WAY = Path(__file__).parents[2] / "specs" / "whole_way"
SPEC, RECORDS = str(WAY / "spec.yaml"), str(WAY / "records.jsonl")


def test_cells_of_a_kit_are_one_run_over_their_sizes() -> None:
    found = seen(events(sources([WAY / "records.jsonl"], told_of({}), None)))
    # AllReduce, and the exchange at two skews, each five times over seven sizes
    assert [len(run.samples) for run in found.runs] == [7] * 15
    assert {run.collective for run in found.runs} == {"all_reduce", "all_to_all"}


def test_the_records_say_that_they_are_of_what_the_kit_has_the_cells_run(tmp_path: Path) -> None:
    assert cli.run(["kit", SPEC, "--out", str(tmp_path)]) == 0
    plan = json.loads((tmp_path / "plan.json").read_text("utf-8"))
    lines = map(json.loads, (WAY / "records.jsonl").read_text("utf-8").splitlines())
    found = {line["cell"]: line["work"] for line in lines if "cell" in line}
    assert found == {cell["id"]: digest(plan, cell) for cell in plan["cells"]}


def test_every_cell_of_the_plan_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["accept", SPEC, RECORDS, "--draft", "--format", "json"]) in (0, 1)
    found = json.loads(capsys.readouterr().out)["requirements"]
    verdicts = {name: [cell["verdict"] for cell in one["cells"]] for name, one in found.items()}
    assert {name: len(cells) for name, cells in verdicts.items()} == {"ONE-AR-01": 7, "ONE-A2AV-01": 14}
    assert {verdict for cells in verdicts.values() for verdict in cells} <= {"pass", "fail"}


def test_the_fit_stands_in_a_platform_and_says_what_it_moves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    platform = tmp_path / "measured.yaml"
    assert cli.run(["fit", RECORDS, "--platform", str(platform), "--date", "2026-11-30", "--apply", SPEC]) == 0
    assert "basis: fitted" in platform.read_text("utf-8")
    said = capsys.readouterr().out
    assert "ONE-AR-01: 7 cells" in said
    assert cli.run(["diagnose", SPEC, RECORDS]) == 0
    assert "runs: 15" in capsys.readouterr().out


def test_the_next_version_differs_by_its_platform_and_version_alone() -> None:
    before, after = ((WAY / name).read_text("utf-8") for name in ("spec.yaml", "updated.yaml"))
    lines = list(unified_diff(before.splitlines(), after.splitlines(), n=0))[2:]
    added = [line[1:] for line in lines if line.startswith("+") and not line.startswith("+#")]
    assert added == ['  version: "0.2.0"', "platform: !include measured.yaml"]
    removed = [line[1:] for line in lines if line.startswith("-") and not line.startswith("-#")]
    assert removed[:2] == ['  version: "0.1.0"', "platform:"]
    assert all(line.startswith("  ") for line in removed[2:]), "the rest is the guess"


def test_the_measured_platform_is_the_fit_of_the_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(WAY.parents[1])
    made = tmp_path / "measured.yaml"
    fit = ["fit", "specs/whole_way/records.jsonl", "--platform", str(made), "--date", "2026-11-30"]
    assert cli.run([*fit, "--apply", "specs/whole_way/spec.yaml"]) == 0
    assert made.read_text("utf-8") == (WAY / "measured.yaml").read_text("utf-8")


def test_the_updated_document_is_tighter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    updated = str(WAY / "updated.yaml")
    assert cli.run(["build", updated, "--out", str(tmp_path), "--no-pdf", "--lang", "en"]) == 0
    assert (tmp_path / "CCL-ONE-HOST/0.2.0/requirements.en.html").stat().st_size > 10_000
    capsys.readouterr()
    assert cli.run(["diff", SPEC, updated]) == 0
    assert "2 changed (2 tighter)" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_the_command_in_the_text_shows_what_the_run_no_longer_meets(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    [section] = [
        part
        for part in (WAY.parents[1] / name).read_text("utf-8").split("\n## ")
        if "run_plan.py --out" in part and "updated.yaml" in part
    ]
    [said] = re.findall(r"`commspec (accept [^`]*)`", section)
    monkeypatch.chdir(WAY.parents[1])
    assert cli.run(said.replace("kit/records.jsonl", RECORDS).split()) == 1
    assert "ONE-A2AV-01 (must): fail" in capsys.readouterr().out


@pytest.mark.slow
def test_the_section_of_the_readme_is_followed_in_a_clean_folder(tmp_path: Path) -> None:
    root = WAY.parents[1]
    readme = (root / "README.md").read_text("utf-8").partition("## The whole way")[2].partition("\n## ")[0]
    [block] = re.findall(r"^```\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
    lines = [line.partition("  #")[0].strip() for line in block.splitlines()]
    assert len(lines) == 8
    shutil.copytree(WAY, tmp_path / "specs/whole_way")
    for line in lines:
        if "mpirun" in line:
            shutil.copy(WAY / "records.jsonl", tmp_path / "kit/records.jsonl")
            continue
        command = line.replace("commspec ", f"{sys.executable} -m estimator ", 1)
        command += " --no-pdf" if " build " in command else ""
        done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    assert {path.name for path in (tmp_path / "out/CCL-ONE-HOST").iterdir()} >= {"0.1.0", "0.2.0"}
