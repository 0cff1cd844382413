"""``commspec kit`` writes a whole kit, over nothing but an earlier one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from estimator.cli import main as cli
from estimator.jobs.starter import starter
from tests.tools.kit.small import uneven


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "uneven.yaml"
    path.write_text(uneven(4))
    return path


def kit(spec: Path, out: Path, *more: str) -> int:
    return cli.run(["kit", str(spec), "--out", str(out), *more])


def test_a_kit_has_the_plan_its_program_and_a_script_for_what_a_tool_runs(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert kit(spec, tmp_path / "kit") == 0
    out, err = capsys.readouterr()
    assert {Path(line).name for line in out.split()} == {
        *("run_plan.py", "README.md", "plan.json", "A2AV.sh", "OVER.sh", "SLOW.sh"),
        *("plan.schema.json", "records.schema.json"),
    }
    assert "16 cells of 7 requirements, 3 scripts" in err
    assert "\\n" not in err
    assert "mpirun -np 4 -N 2 ./build/alltoall_perf" in (tmp_path / "kit/A2AV.sh").read_text()
    for script in (tmp_path / "kit").glob("*.sh"):
        assert subprocess.run(["sh", "-n", script], check=False).returncode == 0


def test_its_instructions_start_as_many_ranks_as_the_largest_cell_needs(spec: Path, tmp_path: Path) -> None:
    """Groups of four ranks, two on a host: two hosts, whatever the machine has."""
    assert kit(spec, tmp_path / "kit") == 0
    text = (tmp_path / "kit/README.md").read_text("utf-8")
    assert "mpirun -np 4 -N 2 python3 run_plan.py" in text
    assert "torchrun --nnodes 2 --nproc_per_node 2 " in text


def test_a_script_tells_the_condition_of_its_logs(spec: Path, tmp_path: Path) -> None:
    """The tool is played by a program that prints one row of its table."""
    assert kit(spec, tmp_path / "kit") == 0
    text = (tmp_path / "kit/A2AV.sh").read_text()
    row = "# size count type redop root time algbw busbw #wrong\\n 65536 512 bfloat16 none -1 50 1.31 0.98 0\\n"
    assert text.count("{ mpirun") == 1
    played = text.replace("{ mpirun", f"{{ printf '{row}' ; : mpirun")
    (tmp_path / "kit/A2AV.sh").write_text(played)
    for condition in ("exclusive", "multi_group", "multi_group"):
        subprocess.run(["sh", "A2AV.sh", condition], cwd=tmp_path / "kit", check=True, capture_output=True)
    logs = sorted((tmp_path / "kit/logs").glob("*.log"))
    assert [log.name for log in logs] == [
        f"A2AV+1+{condition}+{repeat}.log" for condition in ("exclusive", "multi_group") for repeat in (1, 2)
    ]
    read = [sys.executable, "-m", "estimator", "read", *map(str, logs), "--format", "json", "--ranks", "4"]
    done = subprocess.run(read, capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)["records"]
    assert [record["condition"] for record in found] == ["exclusive"] * 2 + ["multi_group"] * 2, done.stderr
    assert {record["label"] for record in found} == {"A2AV"}


def test_a_script_goes_on_after_a_command_that_fails_and_says_so_at_its_end(spec: Path, tmp_path: Path) -> None:
    assert kit(spec, tmp_path / "kit") == 0
    text = (tmp_path / "kit/A2AV.sh").read_text().replace("{ mpirun", "{ echo half; (exit 7) && mpirun")
    (tmp_path / "kit/A2AV.sh").write_text(text)
    done = subprocess.run(["sh", "A2AV.sh"], cwd=tmp_path / "kit", capture_output=True, text=True, check=False)
    assert done.returncode == 1
    for repeat in (1, 2):
        log = (tmp_path / f"kit/logs/A2AV+1+exclusive+{repeat}.log").read_text()
        assert log == "half\n# exit code of the command: 7\n"


def test_one_requirement_can_be_planned_alone(spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert kit(spec, tmp_path / "kit", "--only", "AGV") == 0
    plan = json.loads((tmp_path / "kit/plan.json").read_text())
    assert {cell["requirement"] for cell in plan["cells"]} == {"AGV"}
    assert kit(spec, tmp_path / "other", "--only", "AGW") == 2
    assert "AGV" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


def test_a_later_kit_replaces_an_earlier_one_and_leaves_records(spec: Path, tmp_path: Path) -> None:
    out = tmp_path / "kit"
    assert kit(spec, out) == 0
    (out / "records.jsonl").write_text("kept\n")
    assert kit(spec, out, "--only", "SLOW") == 0
    assert {path.name for path in out.iterdir()} == {
        *("run_plan.py", "README.md", "plan.json", "SLOW.sh", "records.jsonl"),
        *("plan.schema.json", "records.schema.json"),
    }


def test_the_same_spec_gives_the_same_bytes(spec: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert kit(spec, tmp_path / name) == 0
    both = [{path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "two")]
    assert both[0] == both[1]


@pytest.mark.parametrize("held", ["notes.txt", "plan.json"])
def test_a_folder_that_holds_something_else_is_left_alone(
    held: str, spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "mine"
    out.mkdir()
    (out / held).write_text("[]")
    assert kit(spec, out) == 2
    assert "no test kit" in capsys.readouterr().err
    assert [(path.name, path.read_text()) for path in out.iterdir()] == [(held, "[]")]


def test_a_file_in_the_place_of_the_folder_is_left_alone(spec: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert kit(spec, tmp_path / "file") == 2
    assert (tmp_path / "file").read_text() == "mine"


def test_a_spec_with_a_mistake_leaves_no_folder(spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec.write_text(spec.read_text().replace("collective: all_to_all_v", "collective: all_to_all_w"))
    assert kit(spec, tmp_path / "kit") == 2
    assert "all_to_all_w" in capsys.readouterr().err
    assert not (tmp_path / "kit").exists()


def test_the_cells_are_listed_without_any_library(spec: Path, tmp_path: Path) -> None:
    """The program itself, by the interpreter alone: no numpy, no MPI is imported before something runs."""
    assert kit(spec, tmp_path / "kit") == 0
    command = [sys.executable, "-I", "-S", "run_plan.py", "--dry-run", "--only", "SLOW"]
    done = subprocess.run(command, cwd=tmp_path / "kit", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    first, *_, last = done.stdout.splitlines()
    assert first.startswith("SLOW/rail/exclusive/skew=1/at_once=2/n=4096: p2p int8 4096 B, 2 x 2 ranks on 2 hosts, ")
    assert last.startswith("2 cells, ")
    wrong = subprocess.run([*command[:-1], "SLOWER"], cwd=tmp_path / "kit", capture_output=True, text=True, check=False)
    said = "not run: --only SLOWER: the plan has no such requirement or cell; --dry-run lists them\n"
    assert (wrong.returncode, wrong.stderr) == (2, said)


def test_what_no_cell_shows_has_a_line_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = tmp_path / "my.yaml"
    spec.write_bytes(starter())
    assert kit(spec, tmp_path / "kit") in (0, 1)
    lines = capsys.readouterr().err.splitlines()
    assert [line for line in lines if line.startswith("CCL-CAP-01: a capability")]
    assert not any("\\n" in line for line in lines)


def test_a_run_says_once_what_this_python_lacks(tmp_path: Path, spec: Path) -> None:
    """The library that is missing is played by one that cannot be imported; the second process says nothing."""
    assert kit(spec, tmp_path / "kit") == 0
    (tmp_path / "none").mkdir()
    (tmp_path / "none/mpi4py.py").write_text("raise ImportError\n")
    for rank, lines in (("0", 1), ("1", 0)):
        told = os.environ | {"PYTHONPATH": str(tmp_path / "none"), "OMPI_COMM_WORLD_RANK": rank}
        command = [sys.executable, "run_plan.py", "--backend", "mpi"]
        done = subprocess.run(
            command, cwd=tmp_path / "kit", env=told, capture_output=True, text=True, check=False, timeout=60
        )
        assert (done.returncode, len(done.stderr.splitlines())) == (2, lines)
        assert "Traceback" not in done.stderr
        assert ("no mpi4py; get it by" in done.stderr) == bool(lines)
