"""``commspec trace``: what it prints, and what it does with files that are broken or hostile."""

import csv
import gzip
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from estimator.cli import main as cli
from tests.evidence.traces.test_compare import JOB, SPEC
from tests.evidence.traces.written import export, kineto, timeline


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "spec.yaml").write_text(SPEC, "utf-8")
    for rank in (0, 1):
        (tmp_path / f"rank{rank}.json").write_text(json.dumps(kineto(JOB, rank)), "utf-8")
    return tmp_path


def ran(folder: Path, *args: object) -> int:
    return cli.run(["trace", str(folder / "spec.yaml"), *map(str, args)])


def test_the_text_has_operations_steps_windows_and_what_is_left(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ran(folder, folder / "rank0.json", folder / "rank1.json") == 0
    text = capsys.readouterr().out.replace("\u00a0", " ")
    lines = text.splitlines()
    assert lines[0] == "2 ranks of 2 traced, 2 steps; 5 calls of 2 operations seen."
    grads = next(line for line in lines if line.startswith("grads"))
    for part in ("1 MiB", "2 of 3", "54.43 µs .. 148.9 µs", "70 µs", "shortest of all ranks", "100 %"):
        assert part in grads, part
    assert any(line.startswith("4     1     3") for line in lines)
    assert "  grads: {overlap: {window: [" in text
    assert "8 times larger than grads of 1 MiB" in text
    assert "Operations that were not seen: weights." in text
    assert "No call of grads can be told from again: counted as one." in text
    assert "low quantile" not in text


def test_it_says_where_the_time_goes_and_what_is_asked_of_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = """requirements:
  CCL-AR-01: {kind: collective_time, title: {en: Time}, priority: must, responsible: [library], operation: again,
    metric: {name: time, statistic: mean, ranks: max, repeats: worst}, limit: {at_most: estimate.conservative}}
"""
    (folder / "spec.yaml").write_text(SPEC + asked, "utf-8")
    assert ran(folder, folder / "rank0.json", folder / "rank1.json") == 0
    lines = capsys.readouterr().out.replace("\u00a0", " ").splitlines()
    at = lines.index(
        "Where the time of a step on one rank goes that no computation hides, the dearest operation first:"
    )
    # Of grads 2 calls a step: 660 us on both ranks, 50 + 20 of them hidden: 590 us / 8 = 73.75 us a call on a rank.
    # Of 100 us of waiting the first 30 were hidden: 70 us / 8 = 8.75 us a call.
    assert [re.split(r"  +", line) for line in lines[at + 1 : at + 4]] == [
        ["operation", "calls", "time", "of all", "of it waiting", "transfer", "requirements"],
        ["grads", "2", "147.5 µs", "74.7 %", "17.5 µs", "as predicted", "CCL-AR-01"],
        ["experts", "1", "50 µs", "25.3 %", "0 s", "as predicted", "-"],
    ]


def test_the_json_has_the_published_keys(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(folder, folder / "rank0.json", folder / "rank1.json", "--format", "json") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert list(found) == [
        *("commspec_trace", "document", "fingerprint", "sources_sha256", "commspec", "ranks", "world", "steps"),
        *("never_seen", "notes", "operations", "by_step", "unmatched"),
    ]
    grads = found["operations"]["grads"]
    assert grads["transfer_s"]["p50"] == pytest.approx(70e-6)
    assert grads["transfer_told_by"] == "all_ranks"
    assert grads["overlap"].keys() == {"window_s", "hidden_share", "open"}
    assert grads["by_step"]["5"]["waiting_s"]["total"] == pytest.approx(50e-6)
    assert found["by_step"][0]["exposed_s"] == pytest.approx(220e-6)
    assert found["unmatched"][0]["n_bytes"] == 8 * 2**20


def test_csv_has_a_line_an_operation_and_step_and_markdown_a_table(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ran(folder, folder / "rank0.json", "--format", "csv") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["operation"], row["step"]) for row in rows] == [
        *(("grads", ""), ("grads", "4"), ("grads", "5"), ("experts", ""), ("experts", "4")),
    ]
    assert float(rows[0]["hidden_p50_s"]) == pytest.approx(5e-6)
    assert ran(folder, folder / "rank0.json", "--format", "md") == 0
    text = capsys.readouterr().out
    assert "| operation | collective | ranks |" in text
    assert "Transfer by a low quantile" in text


def test_gzip_is_known_by_its_content(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packed = folder / "rank_1.anything"
    packed.write_bytes(gzip.compress((folder / "rank1.json").read_bytes()))
    assert ran(folder, folder / "rank0.json", packed) == 0
    assert "shortest of all ranks" in capsys.readouterr().out


def test_an_ascend_folder_is_one_rank(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = []
    for rank in (0, 1):
        (folder / f"rank{rank}").mkdir()
        for name, content in (("trace_view", timeline(JOB, rank)), ("communication", export(JOB, rank))):
            files.append(folder / f"rank{rank}" / f"{name}.json")
            files[-1].write_text(json.dumps(content), "utf-8")
    assert ran(folder, *files, "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["ranks"], found["notes"]) == (["0", "1"], [])
    assert found["operations"]["grads"]["calls"] == 4
    assert found["operations"]["grads"]["transfer_told_by"] == "profiler"


def test_the_rank_of_an_ascend_folder_is_in_the_name_of_a_file_beside_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = []
    for rank in (0, 1):
        (folder / f"host_{rank}7_ascend_pt" / "ASCEND_PROFILER_OUTPUT").mkdir(parents=True)
        (folder / f"host_{rank}7_ascend_pt" / f"profiler_info_{rank}.json").write_text("{}", "utf-8")
        files.append(folder / f"host_{rank}7_ascend_pt" / "ASCEND_PROFILER_OUTPUT" / "trace_view.json")
        files[-1].write_text(json.dumps(timeline(JOB, rank)), "utf-8")
    assert ran(folder, *files, "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["ranks"] == ["0", "1"]


def test_every_broken_file_is_one_sentence_with_its_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = (folder / "rank0.json").read_bytes()
    (folder / "cut.json").write_bytes(whole[:2000])
    (folder / "cut.gz").write_bytes(gzip.compress(whole)[:300])
    (folder / "other.json").write_text("# nccl-tests version 2.13\n", "utf-8")
    (folder / "comma.json").write_text('{"traceEvents": [\n{"ph": "X"}\n{"ph": "X"}]}', "utf-8")
    names = ("cut.json", "cut.gz", "other.json", "comma.json", "missing.json", ".")
    assert ran(folder, *(folder / name for name in names)) == 2
    found = capsys.readouterr()
    lines = [line.removeprefix(f"{folder}/") for line in found.err.splitlines()]
    assert found.out == ""
    assert lines[0].startswith("cut.json:1:2001: broken JSON: the file ends in the middle; it was cut off")
    assert lines[1].startswith("cut.gz: broken gzip after ")
    assert lines[2].startswith("other.json:1:1: no trace: a trace is JSON, an object or a list of events")
    assert lines[3] == "comma.json:3:1: broken JSON: expected ','; export or copy the trace again"
    assert lines[4] == "missing.json: no such file"
    assert lines[5].endswith("is a folder; name the files in it, such as " + f"{folder}/*.json")
    assert len(lines) == 6


def test_a_file_without_communication_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "empty.json").write_text('{"traceEvents": []}', "utf-8")
    assert ran(folder, folder / "empty.json") == 0
    text = capsys.readouterr().out
    assert "no communication in it" in text
    assert "Operations that were not seen: grads, experts, weights." in text


@pytest.mark.parametrize("text", ["{}", '{"a": {"b": [1, 2]}}', "[]", '[1, {"name": "x"}]'])
def test_json_that_is_no_trace_is_refused(folder: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (folder / "other.json").write_text(text, "utf-8")
    assert ran(folder, folder / "other.json") == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "other.json: JSON that is no trace; give traceEvents" in said.err


def test_what_lies_beside_a_trace_is_told_apart_from_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link = {"Transport Type": "HCCS", "Transit Size(MB)": 1.0, "Transit Time(ms)": 0.1, "Bandwidth(GB/s)": 10.0}
    matrix = {"step1": {"collective": {"allreduce-top1@629": {"0-1": link}}, "p2p": {}}}
    (folder / "communication_matrix.json").write_text(json.dumps(matrix), "utf-8")
    (folder / "traces.zip").write_bytes(b"PK\x03\x04" + bytes(200))
    (folder / "ascend_pytorch_profiler_0.db").write_bytes(b"SQLite format 3\x00" + bytes(200))
    (folder / "step_trace_time.csv").write_text("Device_id,Step,Computing\n0,1,2.5\n", "utf-8")
    names = ("communication_matrix.json", "traces.zip", "ascend_pytorch_profiler_0.db", "step_trace_time.csv")
    assert ran(folder, *(folder / name for name in names)) == 2
    lines = [line.removeprefix(f"{folder}/") for line in capsys.readouterr().err.splitlines()]
    assert lines == [
        "communication_matrix.json: tells of links, not of calls; give communication.json, which lies beside it",
        "traces.zip: a zip archive; unpack it, and name the files in it",
        *(
            "ascend_pytorch_profiler_0.db: a database; export it as text, which gives trace_view.json and "
            "communication.json",
            "step_trace_time.csv:1:1: no trace: a trace is JSON, an object or a list of events",
        ),
    ]


def test_what_a_trace_names_reaches_neither_terminal_nor_page(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evil = "nccl\x1b]0;x\x07\x9b<script>alert(1)</script>|`=cmd()\ud800\n"
    kernel = {"ph": "X", "cat": "kernel", "name": evil, "ts": 1, "dur": 5, "args": {"Collective name": evil}}
    step = {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1<b>", "ts": 0, "dur": 9, "args": {}}
    info = {"rank": evil, "world_size": evil}
    (folder / "evil.json").write_text(json.dumps({"distributedInfo": info, "traceEvents": [step, kernel]}), "utf-8")
    leaf = {"Communication Time Info": {"Start Timestamp(us)": 1, "Elapse Time(ms)": 1}}
    (folder / "evil2.json").write_text(json.dumps({"step" + evil: {evil: leaf, "hcom_x__1_0": leaf}}), "utf-8")
    for form in ("text", "json", "csv", "md"):
        assert ran(folder, folder / "evil.json", folder / "evil2.json", "--format", form) == 0
        text = capsys.readouterr().out
        assert not set(text) & set("\x1b\x07\x9b<>`\ud800")


@pytest.mark.parametrize("factor", ["0.5", "0", "nan", "x", "1e10"])
def test_a_factor_below_one_is_refused(folder: Path, factor: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(folder, folder / "rank0.json", "--within", factor) == 2
    assert "--within" in capsys.readouterr().err


def test_by_step_has_a_row_of_each_operation_and_step(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(folder, folder / "rank0.json", folder / "rank1.json", "--by-step") == 0
    lines = capsys.readouterr().out.replace("\u00a0", " ").splitlines()
    lines = lines[: lines.index("", 2)]
    rows = [line for line in lines if line.startswith(("grads ", "  step 4", "  step 5", "experts "))]
    assert [line.split()[0] for line in rows] == ["grads", "step", "step", "experts", "step"]
    assert "60 µs" in rows[1]
    assert "80 µs" in rows[2]
    assert ran(folder, folder / "rank0.json", "--by-step", "--format", "csv") == 2
    assert "leave out --by-step" in capsys.readouterr().err


def test_every_key_of_the_json_is_explained(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs/traces.md").read_text("utf-8")
    assert ran(folder, folder / "rank0.json", "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    named = {"document", "fingerprint", "sources_sha256", "commspec", "commspec_trace", "id", "version"}
    named |= found["operations"].keys() | found["steps"]
    keys = keys_of(found) - named
    assert len(keys) > 40
    assert [key for key in sorted(keys) if not re.search(rf"\b{key}\b", page)] == []


def keys_of(value: object) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*map(keys_of, value.values()))
    return set().union(*map(keys_of, value)) if isinstance(value, list) else set()


def test_the_window_shown_is_one_that_a_spec_takes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(folder, folder / "rank0.json", folder / "rank1.json") == 0
    shown = re.findall(r"\{overlap: (\{.*?\})\}", capsys.readouterr().out)
    # Five calls with none beside them, then 10, 20 and 40 us: the ninth of ten lies 0.3 of the way from 20 to 40.
    assert shown[0] == "{window: [26 us, 0 s]}"
    (folder / "spec.yaml").write_text(SPEC.replace("{window: [40 us, 20 us]}", shown[0]), "utf-8")
    assert ran(folder, folder / "rank0.json") == 0
