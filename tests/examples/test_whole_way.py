"""The example that goes the whole way: records of a real run are read, fitted, judged, diagnosed, and carried back."""

import json
from pathlib import Path

import pytest

from estimator.cli import main as cli
from estimator.jobs.evidence.measured import told_of
from estimator.jobs.inputs.logs import events, sources
from estimator.judge.diagnosis.run import seen

WAY = Path(__file__).parents[2] / "specs" / "whole_way"
SPEC, RECORDS = str(WAY / "spec.yaml"), str(WAY / "records.jsonl")


def test_cells_of_a_kit_are_one_run_over_their_sizes() -> None:
    found = seen(events(sources([WAY / "records.jsonl"], told_of({}), None)))
    # AllReduce, and the exchange at two skews, each five times over seven sizes
    assert [len(run.samples) for run in found.runs] == [7] * 15
    assert {run.collective for run in found.runs} == {"all_reduce", "all_to_all"}


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
