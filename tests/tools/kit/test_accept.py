"""Spec, kit, run, records, verdicts: a sound run passes, and each planted fault keeps its requirement from it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from estimator.cli import main as cli
from tests.tools.kit.small import uneven
from tests.tools.kit.start import Done, made, run
from tests.tools.kit.test_run import SPOILT

pytestmark = [pytest.mark.kit, pytest.mark.slow]
LATE = """
before = run_plan.OnMpi.operation
def late(self, group, members, work, plan, send, recv):
    call = before(self, group, members, work, plan, send, recv)
    return (lambda: (time.sleep(0.7), call())) if self.rank == 2 else call
run_plan.OnMpi.operation = late
"""
LIMIT = "at_most: 10 s"
Line = dict[str, Any]


def spec() -> str:
    """The uneven exchange, AllGather-v in half a second at most."""
    head, tail = uneven(4).split("  AGV:")
    assert tail.count(LIMIT) == 3
    return f"{head}  AGV:{tail.replace(LIMIT, 'at_most: 500 ms', 1)}"


def verdicts(folder: Path, records: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    capsys.readouterr()
    cli.run(["accept", str(folder / "spec.yaml"), str(records), "--draft", "--format", "json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)["requirements"]
    return found


def ran(folder: Path, fault: str = "") -> Done:
    return run(made(spec(), folder), 4, "--only", "AGV", "--only", "RSV", "--only", "SYNC", fault=fault)


def test_a_sound_run_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = verdicts(tmp_path, ran(tmp_path).path, capsys)
    assert [found[name]["verdict"] for name in ("AGV", "RSV", "SYNC")] == ["pass"] * 3
    assert found["A2AV"]["verdict"] == "not_run", "what was not asked for has no records"


def test_a_rank_that_comes_late_to_every_call_fails_the_limit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = verdicts(tmp_path, ran(tmp_path, LATE).path, capsys)
    assert found["AGV"]["verdict"] == "fail"
    assert {cell["verdict"] for cell in found["AGV"]["cells"]} == {"fail"}


def test_a_wrong_result_fails_however_fast(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = verdicts(tmp_path, ran(tmp_path, SPOILT).path, capsys)
    assert {name: found[name]["verdict"] for name in ("AGV", "RSV")} == {"AGV": "fail", "RSV": "fail"}
    assert "wrong" in json.dumps(found["AGV"]["reason"])


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Done:
    return ran(tmp_path_factory.mktemp("sound"))


@pytest.mark.parametrize(
    "change",
    [
        lambda line: None if line["repeat"] == 2 else line,
        lambda line: line | {"group": "rail", "cell": line["cell"].replace("/all/", "/rail/")},
        lambda line: line | {"dtype": "fp64"},
        lambda line: line | {"condition": "multi_group", "cell": line["cell"].replace("exclusive", "multi_group")},
        lambda line: line | {"times": [times[:1] for times in line["times"]]},
        lambda line: {key: value for key, value in line.items() if key != "wrong"},
        lambda line: line | {"skew": 2.0, "cell": line["cell"].replace("skew=1.5", "skew=2").replace("=1/n", "=1/n")},
    ],
    ids=[
        "missing repeat",
        "other group",
        "other dtype",
        "other condition",
        "few iterations",
        "unchecked",
        "other skew",
    ],
)
def test_records_of_another_test_do_not_pass(
    change: Callable[[Line], Line | None], sound: Done, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *rest = sound.path.read_text("utf-8").splitlines()
    lines = [change(json.loads(line)) for line in rest]
    path = tmp_path / "changed.jsonl"
    path.write_text("\n".join([first, *(json.dumps(line) for line in lines if line is not None)]) + "\n", "utf-8")
    found = verdicts(sound.path.parents[1], path, capsys)
    assert found["AGV"]["verdict"] in ("inconclusive", "not_run")
