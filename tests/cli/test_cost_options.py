"""``commspec cost`` with options of single algorithms: segments, dimensions, rings, efficiency, a send matrix."""

import json
from pathlib import Path
from typing import Any

import pytest

from estimator.cli import main as cli

PATH = ["--alpha", "5 us", "--bandwidth", "50 GB/s", "--format", "json"]
CHAIN = ["cost", "broadcast", "--algorithm", "chain_pipelined", "--ranks", "13", "--size", "64 MiB", *PATH]
TORUS = ["cost", "all_reduce", "--algorithm", "torus2d_ring", "--ranks", "8", "--size", "64 MiB", *PATH]
PAIRWISE = ["cost", "all_to_all_v", "--algorithm", "pairwise", "--ranks", "3", *PATH]
SENT = [[0, 4_000_000, 1_000_000], [2_000_000, 0, 3_000_000], [0, 5_000_000, 0]]


def answer(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    assert cli.run(list(args)) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    found: dict[str, Any] = json.loads(shown.out)
    return found


def test_a_chain_in_sixteen_segments_as_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, *CHAIN, "--segments", "16")
    assert found["conservative_s"] == pytest.approx(0.00239992416, rel=1e-12)
    assert (found["rounds"], found["n_bytes"]) == (27, 2**26)


def test_the_best_number_of_segments_is_the_least_of_all(capsys: pytest.CaptureFixture[str]) -> None:
    every = [(11 + k) * (5e-6 + 2**26 / k / 50e9) for k in range(1, 2001)]
    found = answer(capsys, *CHAIN, "--segments", "optimal")
    assert found["conservative_s"] == found["optimistic_s"] == pytest.approx(min(every), rel=1e-12)
    assert found["rounds"] == 11 + every.index(min(every)) + 1


@pytest.mark.parametrize("dims", ["2x4", "4x2"])
def test_a_torus_takes_its_rounds_either_way_round(dims: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, *TORUS, "--dims", dims)
    assert found["conservative_s"] == pytest.approx(0.00238881024, rel=1e-12)
    assert found["rounds"] == 8


@pytest.mark.parametrize("form", ["json", "csv"])
def test_a_send_matrix_says_the_size_and_the_time(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"sent.{form}"
    lines = "\n".join(",".join(str(value) for value in row) for row in SENT)
    file.write_text(json.dumps(SENT) if form == "json" else lines + "\n", encoding="utf-8")
    found = answer(capsys, *PAIRWISE, "--send-matrix", str(file))
    assert found["n_bytes"] == 5e6
    assert found["conservative_s"] == pytest.approx(2 * 5e-6 + 9e6 / 50e9, rel=1e-12)
    assert answer(capsys, *PAIRWISE, "--send-matrix", str(file), "--size", "5 MB") == found


def test_a_size_beside_a_send_matrix_is_reported_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sent.json"
    file.write_text(json.dumps(SENT), encoding="utf-8")
    assert cli.run([*PAIRWISE, "--send-matrix", str(file), "--size", "1 MB"]) == 0
    shown = capsys.readouterr()
    assert "no effect" in shown.err
    assert json.loads(shown.out)["n_bytes"] == 5e6


def test_the_bound_of_a_send_matrix_is_what_it_sends_out_of_a_node(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sent.json"
    file.write_text(json.dumps(SENT), encoding="utf-8")
    across = ["--ranks-per-node", "1", "--inter-alpha", "5 us", "--inter-bandwidth", "50 GB/s"]
    found = answer(capsys, *PAIRWISE, *across, "--send-matrix", str(file), "--cut-bandwidth", "50 GB/s")
    # Rank 1 receives 4 + 5 MB.
    assert found["bound_s"] == pytest.approx(9e6 / 50e9, rel=1e-12)


def test_rings_and_efficiency_are_taken(capsys: pytest.CaptureFixture[str]) -> None:
    across = ["--ranks", "16", "--ranks-per-node", "8", "--inter-alpha", "0 s", "--inter-bandwidth", "25 GB/s"]
    base = ["cost", "all_reduce", "--size", "1 GB", "--alpha", "0 s", "--bandwidth", "100 GB/s", "--format", "json"]
    # Two rings: each NIC sends 15/16 n, four times slower than inside.
    found = answer(capsys, *base, *across, "--algorithm", "multi_ring", "--rings", "2")
    assert found["conservative_s"] == pytest.approx(15 / 16 * 1e9 / 25e9, rel=1e-12)
    tree = answer(capsys, *base, "--ranks", "8", "--algorithm", "double_binary_tree", "--efficiency", "0.8")
    assert tree["conservative_s"] == pytest.approx(2 * 1e9 / 100e9 / 0.8, rel=1e-12)
    switch = [*across, "--algorithm", "hierarchical_in_network", "--efficiency", "100 %", "--cut-bandwidth", "200 GB/s"]
    assert answer(capsys, *base, *switch)["bound_s"] == pytest.approx(1e9 / 200e9, rel=1e-12)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (CHAIN, "segments, such as 16, or optimal"),
        ([*CHAIN, "--segments", "0"], "whole number such as 16"),
        ([*CHAIN, "--segments", "best"], "optimal"),
        ([*CHAIN, "--segments", "4", "--dims", "13x1"], "--dims has no effect on chain_pipelined"),
        (TORUS, "dims, such as 4x8"),
        ([*TORUS, "--dims", "3x3"], "3x3 is not a torus of 8 ranks"),
        ([*TORUS, "--dims", "8"], "4x8"),
        ([*TORUS, "--dims", "2x4", "--segments", "4"], "--segments has no effect"),
        (PAIRWISE, "--size"),
        ([*PAIRWISE, "--send-matrix", "none.json"], "none.json"),
        ([*TORUS[:3], "hierarchical_leader", *TORUS[4:]], "no algorithm"),
        (["cost", "all_reduces"], "did you mean all_reduce?"),
        (["cost", "all_reduce"], "no algorithm for all_reduce; "),
        (["cost", "all_reduce", "--algorithm", "rng"], "did you mean ring?"),
        ([*TORUS[:3], "double_binary_tree", *TORUS[4:], "--efficiency", "1.5"], "at most 1"),
    ],
)
def test_an_option_that_is_missing_or_cannot_be_is_an_error(
    args: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(args) == 2
    shown = capsys.readouterr()
    assert words in shown.err
    assert shown.out == ""
