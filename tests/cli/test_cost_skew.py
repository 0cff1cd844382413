"""``commspec cost --skew`` makes a send matrix, estimates with it and writes it for others to run."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from estimator.cli import main as cli
from estimator.report.sections.testing.view import WRITE

ASK = ["cost", "all_to_all_v", "--algorithm", "direct", "--ranks", "4", "--alpha", "0 s", "--bandwidth", "1 GB/s"]
SKEW = ["--skew", "2", "--seed", "7", "--zero-peers", "1"]


Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Exit code, and all that is printed."""

    def ran(*words: str) -> tuple[int, str]:
        code = cli.run([*ASK, *words])
        said = capsys.readouterr()
        return code, said.out + said.err

    return ran


@pytest.mark.parametrize("name", ["m.csv", "m.json"])
def test_the_matrix_is_written_and_read_back_to_the_same_estimate(run: Run, tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    code, said = run("--size", "32 B", *SKEW, "--dtype", "bf16", "--write-send-matrix", str(target), "--format", "json")
    assert code == 0
    rows = [[0, 16, 6, 10]] * 4
    text = target.read_text()
    assert (json.loads(text) if name == "m.json" else [[*map(int, row.split(","))] for row in text.split()]) == rows
    # Rank 1 receives 16 B from each of three others at 1 GB/s.
    assert json.loads(said)["conservative_s"] == pytest.approx(48e-9)
    assert run("--send-matrix", str(target), "--format", "json") == (0, said)


def test_the_command_that_the_method_prints_writes_the_matrix_that_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run(WRITE.split()[1:]) == 0
    assert (tmp_path / "matrix.csv").read_text() == "0,8,3,5\n" * 4


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--size", "32 B", "--seed", "7"], "--seed has no effect without --skew"),
        (["--size", "32 B", "--write-send-matrix", "m.csv"], "--write-send-matrix has no effect without --skew"),
        (["--size", "33 B", *SKEW, "--dtype", "bf16"], "33 B are no whole number of elements of bf16"),
        (["--size", "32 B", "--skew", "5"], "a skew of 5 is more than the 4 ranks; give another --skew"),
        (["--skew", "2"], "no size; give --size"),
        (["--size", "32 B", *SKEW, "--send-matrix", "m.csv"], "give one of the two"),
        # Three of four ranks that share all of it get 4/3 of the mean.
        (["--size", "32 B", "--skew", "1", "--zero-peers", "1"], "an even load leaves no rank out; give --skew 1.333"),
        (["--size", "32 B", *SKEW, "--dtype", "bf61"], "'bf61' is no element type; did you mean bf16?"),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_give(run: Run, words: list[str], message: str) -> None:
    code, said = run(*words)
    assert code == 2
    assert message in said.replace("\u00a0", " ")


def test_only_an_uneven_exchange_has_a_load_to_skew(capsys: pytest.CaptureFixture[str]) -> None:
    ring = ["cost", "all_reduce", "--algorithm", "ring", *ASK[4:], "--size", "1 MiB"]
    assert cli.run([*ring, "--skew", "2"]) == 2
    assert "ask for all_to_all_v" in capsys.readouterr().err
