"""``commspec fit``: laws, predictions and doubts of logs, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from estimator.cli import main as cli
from tests.evidence.made import SIZES, ring
from tests.tools.readers.written import HEAD, nccl_log, nccl_rows

LAW = ring(8e-6, 1e-6, 100e9)


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "own.csv"
    lines = [f"all_reduce,{p},{n},{LAW(p, n)!r},fp32" for p in (2, 4) for n in SIZES]
    path.write_text("\n".join(["collective,ranks,n,seconds,dtype", *lines]) + "\n")
    return str(path)


def shown(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert cli.run(["fit", *args]) == 0
    return capsys.readouterr().out


def data(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(shown(capsys, *args, "--format", "json"))
    return found


def test_the_text_shows_parameters_reach_and_doubts(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, log)
    assert "[1] all_reduce on 2, 4 ranks, fp32" in text
    assert "8 µs" in text
    assert "100 GB/s" in text
    assert "doubt: no size was measured three times" in text


def test_the_json_holds_parameters_in_full(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    (one,) = data(capsys, log)["series"]
    (law,) = one["ranges"]
    assert (law["T0_s"], law["alpha_s"]) == pytest.approx((8e-6, 1e-6), rel=1e-4)
    assert law["bandwidth_Bps"]["4"]["value"] == pytest.approx(100e9, rel=1e-4)
    assert (one["ranks"], one["sizes"], one["points"]) == ([2, 4], [SIZES[0], SIZES[-1]], 2 * len(SIZES))


def test_predictions_are_in_seconds_in_the_order_asked(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, log, "--predict", "4 MiB, 64 MiB", "--ranks", "8")["predictions"]
    assert [one["bytes"] for one in found] == [4 << 20, 64 << 20]
    for one in found:
        assert one["low"] <= one["median"] <= one["high"]
        assert one["median"] == pytest.approx(LAW(8, one["bytes"]), rel=1e-3)
        assert "ranks not measured" in one["notes"]


def test_every_measured_number_of_ranks_is_predicted_where_none_is_named(
    log: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = data(capsys, log, "--predict", "1 MiB")["predictions"]
    assert [one["ranks"] for one in found] == [2, 4]


def test_another_collective_is_predicted_or_refused_with_the_reason(
    log: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = data(capsys, log, "--predict", "1 MiB", "--ranks", "4", "--collective", "all_gather")
    assert found["predictions"][0]["median"] == pytest.approx(LAW(4, 1 << 20) / 2 + 4e-6, rel=1e-3)
    found = data(capsys, log, "--predict", "1 MiB", "--ranks", "4", "--collective", "all_to_all")
    assert (found["predictions"], found["refused"][0]["series"]) == ([], 1)
    assert "measure it" in found["refused"][0]["reason"]


def test_gamma_stands_where_reducescatter_and_allgather_show_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # 3/4 n at 100 GB/s, and at 90: 1.11 ps a byte, 900 GB/s.
    rows = ["collective,ranks,n,seconds"]
    rows += [
        f"{c},4,{n},{5e-6 + 0.75 * n / b!r}"
        for c, b in (("all_gather", 100e9), ("reduce_scatter", 90e9))
        for n in SIZES
    ]
    (tmp_path / "g.csv").write_text("\n".join(rows) + "\n")
    (one,) = data(capsys, str(tmp_path / "g.csv"))["reductions"]
    assert one["gamma_s_per_B"]["value"] == pytest.approx(1 / 900e9, rel=1e-3)
    assert "900 GB/s beside the transfer" in shown(capsys, str(tmp_path / "g.csv"))


def test_a_log_with_both_sides_gives_the_side_out_of_place_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    points = [(2**k, 10 + 2**k / 1e5, 11 + 2**k / 1e5) for k in range(10, 28)]
    (tmp_path / "a.log").write_text(nccl_log(rows=nccl_rows(points)))
    found = data(capsys, str(tmp_path / "a.log"), "--predict", "1 MiB")
    assert [one["in_place"] for one in found["predictions"]] == [False, True]


def test_a_log_that_does_not_say_what_was_run_is_of_what_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    points = [(n, 10 + n / 1e5, 10 + n / 1e5) for n in SIZES[8:26]]
    (tmp_path / "x.log").write_text(
        HEAD + nccl_rows(points, "alltoall", redop="none", wrong="N/A", in_place_wrong="N/A")
    )
    assert cli.run(["fit", str(tmp_path / "x.log")]) == 2
    assert "collective" in capsys.readouterr().err
    args = ["--predict", "64 KiB", "--collective", "all_to_all", "--ranks", "8"]
    assert cli.run(["fit", str(tmp_path / "x.log"), *args, "--format", "json"]) == 0
    out, err = capsys.readouterr()
    one = json.loads(out)["predictions"][0]
    assert one["median"] == pytest.approx(10e-6 + 65536 / 1e11, rel=0.01)
    assert "taken for it" in err


def test_the_figure_has_a_panel_for_each_series(log: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.svg"
    shown(capsys, log, "--plot", str(path))
    root = ElementTree.fromstring(path.read_text("utf-8"))
    texts = ["".join(each.itertext()) for each in root.iter() if each.tag.endswith("text")]
    assert "all_reduce on 2, 4 ranks, fp32, records" in texts
    assert [text for text in texts if text.endswith("ranks")] == ["4 ranks", "2 ranks"]
    assert sum(each.tag.endswith("circle") for each in root.iter()) == 2 * len(SIZES)


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (["--predict", "4 lightyears"], "--predict"),
        (["--collective", "all_redce", "--predict", "1 MiB"], "all_reduce"),
        (["--ranks", "8"], "add --predict"),
    ],
)
def test_an_option_that_is_wrong_is_a_sentence(
    log: str, args: list[str], what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["fit", log, *args]) == 2
    assert what in capsys.readouterr().err


def test_logs_without_enough_to_fit_say_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.log").write_text(nccl_log().replace("# Rank", "# rank"))
    (tmp_path / "b.log").write_text("nothing\n")
    assert cli.run(["fit", str(tmp_path / "a.log"), str(tmp_path / "b.log")]) == 2
    error = capsys.readouterr().err
    assert "3 points of all_reduce" in error
    assert "nothing that a known benchmark prints" in error


def test_the_platform_that_is_written_is_included_and_applied(
    log: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["init", str(tmp_path / "my.yaml")]) == 0
    capsys.readouterr()
    spec = (tmp_path / "my.yaml").read_text("utf-8")
    path = next(iter(yaml.safe_load(spec)["platform"]["paths"]))
    args = [log, "--apply", str(tmp_path / "my.yaml"), "--path", path, "--date", "2026-11-30"]
    found = data(capsys, *args, "--platform", str(tmp_path / "fitted.yaml"))["applied"]
    assert set(found) == {"operations", "limits"}
    text = shown(capsys, *args)
    assert "before" in text
    written = yaml.safe_load((tmp_path / "fitted.yaml").read_text("utf-8"))
    assert written["sources"]["fit"] == {"basis": "fitted", "text": f"fit of {log}", "date": "2026-11-30"}
    assert {entry["collective"] for entry in written["paths"][path]["only"]} == {"all_reduce"}
    variant = f"fitted={tmp_path / 'fitted.yaml'}"
    assert cli.run(["estimate", str(tmp_path / "my.yaml"), "--variant", variant, "--format", "json"]) == 0
    beside = json.loads(capsys.readouterr().out)["variants"]["fitted"]["operations"]
    assert {name: row["optimistic_s"] for name, row in beside.items()} == pytest.approx(
        {name: figures["after"][0] for name, figures in found["operations"].items() if name in beside}
    )


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (["--date", "2026-11-30"], "add --platform"),
        (["--apply", "none.yaml"], "none.yaml: no such file"),
        (["--platform", "{log}"], "is no fitted platform"),
    ],
)
def test_a_platform_that_cannot_be_is_a_sentence(
    log: str, args: list[str], what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["fit", log, *(arg.replace("{log}", log) for arg in args)]) == 2
    assert what in capsys.readouterr().err


def test_a_path_that_the_spec_does_not_have_is_told(
    log: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["init", str(tmp_path / "my.yaml")]) == 0
    assert cli.run(["fit", log, "--apply", str(tmp_path / "my.yaml"), "--path", "nowhere"]) == 2
    assert "the spec has no path 'nowhere'" in capsys.readouterr().err


def test_a_size_that_cannot_be_told_leaves_the_others_predicted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "small.csv"
    lines = [f"all_reduce,{p},{n},{(8 + 2 * (p - 1)) * 1e-6!r}" for p in (2, 4) for n in SIZES[:10]]
    path.write_text("\n".join(["collective,ranks,n,seconds", *lines]) + "\n")
    found = data(capsys, str(path), "--predict", "1 KiB, 4 MiB", "--ranks", "8")
    assert [one["bytes"] for one in found["predictions"]] == [1024]
    assert [(one["bytes"], one["ranks"]) for one in found["refused"]] == [(4 << 20, 8)]
    assert "no bandwidth is seen" in found["refused"][0]["reason"]
    both = data(capsys, str(path), "--predict", "4 MiB, 8 MiB", "--ranks", "8")["refused"]
    assert ["bytes" in one for one in both] == [False]
    assert "4 MiB  8" in shown(capsys, str(path), "--predict", "1 KiB, 4 MiB", "--ranks", "8")


PLAIN = """
commspec: 1
document: {id: CCL-FIT, version: "0.1.0", status: draft, date: "2026-11-30", owner: A, recipient: B, title: Own}
sources: {plan: {basis: assumed, text: plan, date: "2026-11-30"}}
platform:
  name: Own
  ranks_per_node: 8
  nodes: 1
  paths:
    up: {location: intra_node, exclusive: {alpha: 2 us, bandwidth: 300 GB/s, per: rank, from: plan}}
  launch: {time: 4 us, from: plan}
groups: {all: {shape: [8, 1]}}
operations:
  large: {group: all, collective: all_reduce, algorithm: ring, tensor: {bytes: 16 GiB, semantics: input}}
  small: {group: all, collective: all_reduce, algorithm: ring, tensor: {bytes: 4 MiB, semantics: input}}
  other: {group: all, collective: all_reduce, algorithm: recursive_doubling, tensor: {bytes: 4 MiB, semantics: input}}
"""


def test_operations_that_a_fit_does_not_reach_are_named_with_the_reason(
    log: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.yaml").write_text(PLAIN, "utf-8")
    assert cli.run(["fit", log, "--apply", str(tmp_path / "own.yaml"), "--path", "up", "--format", "json"]) == 0
    out, err = capsys.readouterr()
    changed = {name for name, row in json.loads(out)["applied"]["operations"].items() if row["before"] != row["after"]}
    assert changed & {"large", "small", "other"} == {"small"}
    assert "large: 16 GiB lies outside the 8 B to 1 GiB that were fitted" in err
    assert "other goes by recursive_doubling, the fit by ring" in err
    assert "small" not in err
