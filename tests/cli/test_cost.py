"""``commspec cost``: the answer against hand sums, and what is refused."""

import json
from typing import Any

import pytest

from estimator.cli import main as cli
from estimator.errors import one_line

RING = ["cost", "all_reduce", "--algorithm", "ring", "--ranks", "8", "--size", "1 MiB", "--alpha", "5 us"]
RING += ["--bandwidth", "100 GB/s"]
KEYS = ["n_bytes", "optimistic_s", "conservative_s", "bound_s", "startup_s", "transfer_s", "rounds", "algbw_Bps"]
KEYS += ["busbw_Bps", "defaults"]


def answer(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    assert cli.run([*args, "--format", "json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_ring_of_eight_is_fourteen_start_ups_and_seven_quarters_of_the_size(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = answer(capsys, *RING)
    assert list(found) == KEYS
    assert found["startup_s"] == pytest.approx(14 * 5e-6, rel=1e-12)
    assert found["transfer_s"] == pytest.approx(1.75 * 2**20 / 1e11, rel=1e-12)
    assert found["conservative_s"] == found["optimistic_s"] == pytest.approx(88.35008e-6, rel=1e-12)
    assert (found["n_bytes"], found["rounds"]) == (2**20, 14)
    assert found["bound_s"] is None
    assert found["busbw_Bps"] == pytest.approx(1.75 * found["algbw_Bps"], rel=1e-12)


def test_launch_and_reduction_are_added_when_they_are_given(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, *RING, "--launch", "10 us", "--reduce-bandwidth", "1 TB/s")
    extra = 10e-6 + 0.875 * 2**20 / 1e12
    assert found["conservative_s"] == pytest.approx(88.35008e-6 + extra, rel=1e-12)


def test_two_machines_of_eight_in_units_of_the_fast_paths_time(capsys: pytest.CaptureFixture[str]) -> None:
    """The lesson's 16 ranks: the way across four times slower, once per rank, once the whole node's."""
    across = ["--ranks", "16", "--ranks-per-node", "8", "--inter-alpha", "0 s", "--inter-bandwidth", "25 GB/s"]
    base = ["cost", "all_reduce", "--size", "1 GB", "--alpha", "0 s", "--bandwidth", "100 GB/s", *across]
    rails = answer(capsys, *base, "--algorithm", "hierarchical_rs_ar_ag")
    assert (rails["conservative_s"], rails["optimistic_s"]) == pytest.approx((2.25e-2, 1.75e-2), rel=1e-12)
    shared = answer(capsys, *base, "--algorithm", "hierarchical_rs_ar_ag", "--inter-per", "node")
    assert shared["conservative_s"] == pytest.approx(5.75e-2, rel=1e-12)
    assert answer(capsys, *base, "--algorithm", "ring")["conservative_s"] == pytest.approx(7.5e-2, rel=1e-12)


def test_the_bound_is_what_must_leave_a_node(capsys: pytest.CaptureFixture[str]) -> None:
    across = ["--ranks-per-node", "4", "--inter-alpha", "5 us", "--inter-bandwidth", "50 GB/s"]
    found = answer(capsys, *RING, *across, "--cut-bandwidth", "50 GB/s")
    assert found["bound_s"] == pytest.approx(2 * (1 / 2) * 2**20 / 5e10, rel=1e-12)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (["--algorithm", "rign"], "ring"),
        (["--size", "1 Mb"], "bits or bytes"),
        (["--bandwidth", "0 B/s"], "more than 0"),
        (["--alpha", "5"], "has no unit"),
        (["--ranks", "0"], "--ranks"),
        (["--ranks-per-node", "3"], "--ranks-per-node"),
        (["--ranks-per-node", "4"], "--inter-alpha"),
        (["--size", "nan"], "not a size"),
    ],
)
def test_a_wrong_input_says_what_to_write(change: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([*RING, *change]) == 2
    shown = capsys.readouterr()
    assert words in shown.err
    assert shown.out == ""


def test_the_text_form_rounds_and_keeps_both_units(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(RING) == 0
    shown = capsys.readouterr().out.replace("\u00a0", " ")
    assert "88.35 \u00b5s" in shown
    assert "Gbit/s" in shown


def test_an_unknown_algorithm_is_answered_with_all_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([*RING, "--algorithm", "xxxx"]) == 2
    told = capsys.readouterr().err
    assert "..." not in told
    assert all(name in told for name in ("ring", "torus_ring", "in_network", "hierarchical_pipeline_mesh"))


TWO_LEVELS = ["--algorithm", "hierarchical_rs_ar_ag", "--ranks", "64"]


def test_two_levels_without_the_nodes_are_pointed_out_beside_the_same_answer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.run([*RING, *TWO_LEVELS, "--format", "json"]) == 0
    silent = capsys.readouterr()
    assert silent.err == (
        "note: all 64 ranks are taken to lie on one node, so hierarchical_rs_ar_ag has one level only; "
        "give --ranks-per-node, --inter-alpha and --inter-bandwidth for two\n"
    )
    assert cli.run([*RING, *TWO_LEVELS, "--ranks-per-node", "64", "--format", "json"]) == 0
    asked = capsys.readouterr()
    assert (asked.err, asked.out) == ("", silent.out)


NO_COUNTS = (
    "0",
    "1048577",
    "0" * 20 + "9999999",
    "1.5",
    "-3",
    "8 ranks",
    "\u0663",
    "\u00b2",
    "8\n9",
    "\udcff",
    "\u202e8",
)


@pytest.mark.parametrize("count", NO_COUNTS)
def test_a_count_is_a_whole_number(count: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([*RING, "--ranks", count]) == 2
    said = f"'{one_line(count)}' is not a whole number from 1 to 1048576; write one such as 8"
    assert said in capsys.readouterr().err


def test_zeros_before_a_count_say_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([*RING, "--ranks", "64"]) == 0
    plain = capsys.readouterr().out
    assert cli.run([*RING, "--ranks", "0" * 5000 + "64"]) == 0
    assert capsys.readouterr().out == plain
    assert cli.run([*RING, "--ranks", "9" * 5000]) == 2
    assert len(capsys.readouterr().err) < 500


@pytest.mark.parametrize("command", ["cost", "layout"])
def test_the_help_names_what_a_count_is(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([command, "--help"]) == 0
    shown = capsys.readouterr().out
    assert "--ranks-per-node NUMBER" in shown
    assert "<=" not in shown


def test_a_million_ranks_are_answered_and_a_billion_refused(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["cost", "all_reduce", "--algorithm", "bruck_rs_ag", "--size", "1 GB", "--alpha", "1 us"]
    args += ["--bandwidth", "100 GB/s"]
    found = answer(capsys, *args, "--ranks", "1000000")
    assert found["rounds"] == 2 * 20  # 2^19 < 10^6 < 2^20
    assert found["transfer_s"] == pytest.approx(2 * (1e9 - 1e3) / 1e11, rel=1e-12)
    assert cli.run([*args, "--ranks", "1000000000"]) == 2
    assert "'1000000000' is not a whole number from 1 to 1048576" in capsys.readouterr().err
