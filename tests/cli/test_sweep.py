"""``commspec estimate --sweep``: what it prints and writes, and what it says of what cannot be swept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from estimator.cli import main as cli
from estimator.jobs.sweeps.sweep import SweepOptions, sweep
from tests.estimate.worked import spec_data

EXCLUSIVE = "platform.paths.scale_out.exclusive.bandwidth"
DISPATCH = ["--operation", "moe_dispatch"]


def saved(folder: Path, data: dict[str, Any]) -> str:
    path = folder / "spec.yaml"
    path.write_text(yaml.safe_dump(data, sort_keys=False), "utf-8")
    return str(path)


@pytest.fixture
def spec(tmp_path: Path) -> str:
    return saved(tmp_path, spec_data())


def printed(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert cli.run(["estimate", *args]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out.replace("\u00a0", " ")


def test_sizes_and_a_bandwidth_are_swept_into_a_summary(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--sweep", "size=1 KiB .. 1 GiB", "--sweep", f"{EXCLUSIVE}=20 GB/s .. 60 GB/s", "--points", "21,5"]
    lines = printed(capsys, spec, *DISPATCH, *options).splitlines()
    assert lines[0] == "moe_dispatch: 105 cells"
    assert f"  {EXCLUSIVE}: 20 GB/s .. 60 GB/s, 5 points" in lines
    assert {"minimum", "50", "maximum", "latency", "bandwidth", "cut"} <= {line.partition(" ")[0] for line in lines}
    # a map of five rows of 21 letters at both ends
    assert sum(len(line.split()) == 4 and set(line.split()[2]) <= set("LBC") for line in lines) == 5


def test_the_json_is_held_against_hand_sums(spec: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "cells.npy"
    options = ["--sweep", f"{EXCLUSIVE}=24 GB/s .. 96 GB/s", "--points", "3", "--format", "json", "--out", str(out)]
    data = json.loads(printed(capsys, spec, *DISPATCH, *options))
    crossing = 276824064 * 7 / 8
    assert data["optimistic"]["maximum_s"] == pytest.approx(7.7e-5 + crossing / 24e9, rel=1e-9)
    assert data["optimistic"]["maximum_at"] == [24e9, 276824064.0]
    assert data["optimistic"]["minimum_s"] == pytest.approx(7.7e-5 + crossing / 48e9, rel=1e-9)
    assert data["optimistic"]["regimes"] == pytest.approx({"cut": 2 / 3, "bandwidth": 1 / 3})
    assert data["axes"] == [{"name": EXCLUSIVE, "low": "24 GB/s", "high": "96 GB/s", "points": 3}]
    assert data["out_of_order"] == 0.0
    assert np.load(out).shape == (2, 3, 1)


def test_an_exclusive_path_below_its_conditions_is_swept_all_the_same(
    spec: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # at 1 GB/s the optimistic end, which is exclusive, is the larger one; the spec itself could not say so
    options = ["--sweep", f"{EXCLUSIVE}=1 GB/s .. 48 GB/s", "--points", "2"]
    assert "In 50 % of the cells exclusive is worse than" in printed(capsys, spec, *DISPATCH, *options)


def test_a_value_set_holds_in_every_cell(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--sweep", "operations.moe_dispatch.skew=1 .. 1.5", "--points", "2", "--format", "json"]
    data = json.loads(printed(capsys, spec, *DISPATCH, *options, "--set", "platform.knee.k=0"))
    # without knee at a skew of 1.5: core, T0, reorder and sync of the worked conservative end
    expected = 0.01307611296 + 1.2e-5 + 0.00069206016 + 5e-6
    assert data["conservative"]["maximum_s"] == pytest.approx(expected, rel=1e-9)


def test_an_efficiency_moves_the_bandwidth_it_stands_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = spec_data()
    path = data["platform"]["paths"]["scale_out"]
    path["link"] = {"rate": "60 GB/s", "per": "rank"}
    path["exclusive"] = {"alpha": ["8 us", "10 us"], "efficiency": ["0.8", "0.75"]}
    options = [
        "--sweep",
        "platform.paths.scale_out.exclusive.efficiency=0.4 .. 0.8",
        "--points",
        "2",
        "--format",
        "json",
    ]
    found = json.loads(printed(capsys, saved(tmp_path, data), *DISPATCH, *options))
    assert found["optimistic"]["maximum_s"] == pytest.approx(7.7e-5 + 276824064 * 7 / 8 / 24e9, rel=1e-9)


def test_the_only_operation_need_not_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = spec_data()
    del data["operations"]["expert_gradient"]
    options = ["--sweep", "size=1 MiB .. 2 MiB", "--points", "2"]
    assert printed(capsys, saved(tmp_path, data), *options).startswith("moe_dispatch: 2 cells")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--sweep", "size"], "'size' is no range; write AXIS=LOW .. HIGH"),
        (["--sweep", "size=1 KiB"], "'size=1 KiB' is no range"),
        (["--sweep", "size=1 .. 2 MiB"], "size: '1' has no unit; write 1 with a unit"),
        (["--sweep", "size=1 B .. 2 B", "--sweep", "size=1 B .. 2 B"], "size is swept twice"),
        (["--sweep", f"{EXCLUSIVE}x=1 GB/s .. 2 GB/s"], "there is no such place in the spec; did you mean bandwidth?"),
        (["--sweep", f"{EXCLUSIVE}=1 GB/s .. 2"], f"--set: {EXCLUSIVE}: '2' has no unit"),
        (["--sweep", "groups.ep.size=8 .. 64"], "groups.ep.size cannot be swept; what can be: size, platform.paths."),
        (["--sweep", "platform.reduce.bandwidth=1 TB/s .. 2 TB/s"], "does not change the time of moe_dispatch"),
        (["--sweep", "operations.expert_gradient.skew=1 .. 2"], "does not change the time of moe_dispatch"),
        (["--sweep", "operations.moe_dispatch.overlap=0 .. 1"], "does not change the time of moe_dispatch"),
        (["--sweep", "size=1 B .. 1 GB", "--points", "1,2"], "--points '1,2' has 2 numbers for 1 range"),
        (["--sweep", "size=1 B .. 1 GB", "--points", "many"], "--points 'many': write whole numbers"),
        (["--sweep", "size=1 B .. 1 GB", "--points", "9" * 5000], "': write whole numbers up to 100000000, such as"),
        (["--sweep", "size=1 B .. 1 GB", "--points", "0" * 20 + "9" * 10], "write whole numbers up to 100000000"),
        (["--sweep", "size=1 B .. 1 GB", "--points", "\u00b2"], "--points '\u00b2': write whole numbers"),
        (
            ["--sweep", "size=1 B .. 1 GB", "--points", "100000000", "--sweep", f"{EXCLUSIVE}=1 GB/s .. 2 GB/s"],
            "too many",
        ),
        (
            ["--sweep", f"{EXCLUSIVE}=1 GB/s .. 2 GB/s", "--points", "2000000"],
            "settings of the parameters are too many",
        ),
        (["--sweep", "size=1 B .. 1 GB", "--format", "md"], "the summary of a sweep is text or json, not md"),
        (["--sweep", "size=1 B .. 1 GB", "--out", "cells.txt"], "the cells are written as .npy or .csv"),
        (["--sweep", "size=1 B .. 1 GB", "--sensitivity"], "--sensitivity and --sweep print different things"),
        (["--sweep", "size=1 B .. 1 GB", "--variant", "a=b"], "--sweep is of one platform"),
        ([], "--operation is of a sweep; add --sweep"),
    ],
)
def test_what_cannot_be_swept_says_what_to_write(
    spec: str, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    assert cli.run(["estimate", spec, *DISPATCH, *options]) == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.out == ""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "which operation is to be swept? add --operation: write moe_dispatch or expert_gradient"),
        (["--operation", "moe_dispach"], "there is no operation 'moe_dispach'; did you mean moe_dispatch?"),
    ],
)
def test_the_operation_must_be_known(
    spec: str, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    assert cli.run(["estimate", spec, "--sweep", "size=1 B .. 1 GB", *options]) == 2
    assert message in capsys.readouterr().err


def test_progress_rises_to_the_whole(spec: str) -> None:
    said: list[str] = []
    asked = SweepOptions(("size=1 KiB .. 1 GiB", f"{EXCLUSIVE}=20 GB/s .. 60 GB/s"), "1000,1000", "moe_dispatch")
    _, found = sweep(Path(spec), asked, said.append)
    assert (len(said) > 5, said[-1], found.summary.cells) == (True, "100% of 1,000,000 cells", 10**6)


def cells_of(out: Path) -> list[list[str]]:
    return [line.split(",") for line in out.read_text("utf-8").splitlines()[1:]]


def test_swept_sizes_are_whole_bytes(spec: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "cells.csv"
    printed(capsys, spec, *DISPATCH, "--sweep", "size=1 KiB .. 1 MiB", "--points", "4", "--out", str(out))
    # 2**10 * 2**(10/3) = 10321.27..., 2**10 * 2**(20/3) = 104031.91...
    assert [row[0] for row in cells_of(out)] == ["1024", "10321", "104032", "1048576"]


@pytest.mark.parametrize(
    ("falling", "rising"),
    [
        ("size=1 GiB .. 1 KiB", "size=1 KiB .. 1 GiB"),
        (f"{EXCLUSIVE}=60 GB/s .. 20 GB/s", f"{EXCLUSIVE}=20 GB/s .. 60 GB/s"),
    ],
)
def test_a_range_written_the_other_way_round_is_the_same_range(
    falling: str, rising: str, spec: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for text in (falling, rising):
        out = tmp_path / "cells.csv"
        shown = printed(capsys, spec, *DISPATCH, "--sweep", text, "--points", "5", "--out", str(out))
        found.append((shown, cells_of(out)))
    assert found[0] == found[1]
