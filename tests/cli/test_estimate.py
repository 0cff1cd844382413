"""``commspec init`` and ``estimate``: the table in four forms, held against hand sums."""

import csv
import io
import json
import re
from math import sqrt
from pathlib import Path

import pytest

from estimator.cli import main as cli

BUDGET = "budget: {step: 10 s, exposed_communication: 20 %, operations: {activations: 0.5 s}}\n"
N = 64 * 2**20  # the starter's activations: a ring of eight over 64 MiB


@pytest.fixture
def spec(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    path = tmp_path / "spec.yaml"
    assert cli.run(["init", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}\n"
    return str(path)


def printed(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert cli.run(args) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


def optimistic() -> float:
    """T0 2 us; 14 rounds of 3 us; 7/4 n at 200 GB/s, 7/8 n reduced at 1.6 TB/s; a knee of 0.2 between the two."""
    start, transfer = 14 * 3e-6, 1.75 * N / 200e9 + 0.875 * N / 1.6e12
    return 2e-6 + start + transfer + 0.2 * sqrt(start * transfer)


def test_init_to_a_dash_prints_the_starter_and_writes_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run(["init", "-"]) == 0
    shown = capsys.readouterr()
    assert list(tmp_path.iterdir()) == []
    assert cli.run(["init"]) == 0
    assert (Path("spec.yaml").read_text("utf-8"), "") == (shown.out, shown.err)


def test_the_json_holds_the_numbers_in_full(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(printed(capsys, "estimate", spec, "--format", "json"))
    row = data["operations"]["activations"]
    assert row["optimistic_s"] == pytest.approx(optimistic(), rel=1e-12)
    assert row["n_bytes"] == N
    assert row["bound_s"] == pytest.approx(7 / 4 * N / 200e9)  # what a rank must send, over its port
    assert data["document"] == {"id": "CCL-STARTER", "version": "0.1.0"}
    explained = sum(one["seconds"] for one in data["measure_first"])
    low, high = data["step"]["exposed_s"]
    assert explained == pytest.approx(high - low, rel=1e-9)


def test_an_overlap_stands_as_it_is_meant_in_text_and_json(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(printed(capsys, "estimate", spec, "--format", "json"))["operations"]["gradients"]["overlap"] == {
        "share": [0.8, 0.3]
    }
    assert "80 % .. 30 %" in printed(capsys, "estimate", spec)
    path = Path(spec)
    window = "overlap: {window: [12 ms, 10 ms], compute_slowdown: [1, 1.08]}"
    path.write_text(path.read_text("utf-8").replace("overlap: [0.8, 0.3]", window), "utf-8")
    assert json.loads(printed(capsys, "estimate", spec, "--format", "json"))["operations"]["gradients"]["overlap"] == {
        "window_s": [0.012, 0.01],
        "compute_slowdown": [1.0, 1.08],
    }
    assert "window 12 ms .. 10 ms, compute x 1 .. 1.08" in printed(capsys, "estimate", spec)


def test_what_is_extrapolated_is_marked_in_text_markdown_csv_and_json(
    spec: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert " *" not in printed(capsys, "estimate", spec)
    path = Path(spec)
    text = path.read_text("utf-8")
    assert "bandwidth: [200 GB/s, 170 GB/s], per: rank," in text
    # The path of both groups, for two ranks: those of eight are two octaves beyond, 1.1^2.
    valid = "bandwidth: [200 GB/s, 170 GB/s], per: rank, valid: {ranks: 2},"
    path.write_text(text.replace("bandwidth: [200 GB/s, 170 GB/s], per: rank,", valid), "utf-8")
    places = [f"platform.paths.scale_up.exclusive.{key}" for key in ("alpha", "bandwidth")]
    row = json.loads(printed(capsys, "estimate", spec, "--format", "json"))["operations"]["activations"]
    assert row["extrapolated"] == pytest.approx(dict.fromkeys(places, 1.21))
    key = next(key for key in row["conservative"]["parameters"] if key.startswith("alpha"))
    assert row["conservative"]["parameters"][key]["value"] == pytest.approx(1.21 * 5e-6)
    assert row["conservative"]["parameters"][key]["widened"] == pytest.approx(1.21)
    assert "widened" not in row["optimistic"]["parameters"][key]
    for form in ("text", "md"):
        shown = printed(capsys, "estimate", spec, "--format", form)
        assert f"* activations extrapolated: {places[0]} x 1.21, {places[1]} x 1.21." in shown
        assert "1.1 times worse an octave of ranks, 1.05 times one of size" in shown
        assert next(line for line in shown.splitlines() if "activations" in line).count(" *") == 1
    head, first, *_ = printed(capsys, "estimate", spec, "--format", "csv").splitlines()
    assert float(first.split(",")[head.split(",").index("extrapolated")]) == pytest.approx(1.21)


def test_the_budget_stands_in_json_and_text_and_says_whether_the_set_closes(
    spec: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(spec)
    stated = path.read_text("utf-8").replace("{derive: budget, ", "{at_most: 9 ms, ")
    path.write_text(re.sub(r"\nbudget: .*", "\n" + BUDGET, stated), "utf-8")
    data = json.loads(printed(capsys, "estimate", spec, "--format", "json"))["budget"]
    keys = ["allowed_s", "estimate_s", "musts_met_s", "carried_over_s", "closes", "other_s", "operations"]
    assert list(data) == keys
    assert (data["allowed_s"], data["closes"], set(data["musts_met_s"])) == (2.0, "yes", {"even", "skewed"})
    row = data["operations"]["activations"]
    assert list(row)[:6] == ["share_s", "calls", "allowed_call_s", "limit_s", "requirement", "exposed_s"]
    assert (row["share_s"], row["allowed_call_s"]) == (0.5, pytest.approx(0.5 / row["calls"], rel=1e-12))
    assert data["other_s"] == pytest.approx(1.5, rel=1e-12)
    text = printed(capsys, "estimate", spec).replace("\u00a0", " ")
    assert "Exposed per step: 2 s allowed" in text
    assert "the set closes." in text
    path.write_text(path.read_text("utf-8").replace(BUDGET, ""), "utf-8")
    data = json.loads(printed(capsys, "estimate", spec, "--format", "json"))["budget"]
    assert (data["allowed_s"], data["closes"], data["other_s"]) == (None, None, None)
    assert "allowed" not in printed(capsys, "estimate", spec)


def test_the_json_shows_the_declared_algorithm_beside_all_others(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    row = json.loads(printed(capsys, "estimate", spec, "--format", "json"))["operations"]["activations"]
    found = row["algorithms"]
    assert found["declared"] == row["algorithm"]
    assert row["algorithm"] not in found["rivals"]
    spans = found["fastest"]["conservative"]
    assert (spans[0]["low_bytes"], spans[-1]["high_bytes"]) == tuple(found["sizes_bytes"])
    for rival in found["rivals"].values():
        ratio = rival["time_s"][0] / row["optimistic_s"]
        assert rival["over_declared"][0] == pytest.approx(ratio, rel=1e-12)


def test_the_csv_holds_the_same_numbers(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(printed(capsys, "estimate", spec, "--format", "csv"))))
    assert [row["operation"] for row in rows] == ["activations", "gradients", "norm"]
    assert float(rows[0]["optimistic_s"]) == pytest.approx(optimistic(), rel=1e-12)
    assert (rows[1]["ranks_per_node"], rows[1]["nodes"]) == ("8", "4")


def test_the_terminal_and_the_review_get_the_numbers_rounded(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    for form, mark in (("text", "  "), ("md", " | ")):
        lines = printed(capsys, "estimate", spec, "--format", form).replace("\u00a0", " ").splitlines()
        row = next(line for line in lines if "activations" in line)
        assert "700.3 \u00b5s" in [cell.strip(" |") for cell in row.split(mark)]


def test_two_runs_print_the_same_bytes(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (printed(capsys, "estimate", spec, "--format", "json") for _ in range(2))
    assert first == second


def test_init_does_not_overwrite(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = Path(spec).read_bytes()
    assert cli.run(["init", spec]) == 2
    assert "exists already" in capsys.readouterr().err
    assert Path(spec).read_bytes() == before


def test_a_mistake_has_its_place_in_the_file(spec: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = Path(spec).read_text("utf-8").replace("group: tp\n", "group: pt\n")
    (tmp_path / "broken.yaml").write_text(text, "utf-8")
    assert cli.run(["estimate", str(tmp_path / "broken.yaml")]) == 2
    shown = capsys.readouterr()
    where = next(i for i, line in enumerate(text.splitlines(), 1) if line == "    group: pt")
    assert f"broken.yaml:{where}:12: operations.activations.group: " in shown.err
    assert shown.out == ""


def test_a_missing_spec_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["estimate", "nowhere/spec.yaml"]) == 2
    assert capsys.readouterr().err == "nowhere/spec.yaml: no such file\n"
