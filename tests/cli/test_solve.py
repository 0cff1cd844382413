"""``commspec solve`` on the starter: its answers held against hand sums, and what it refuses."""

import csv
import io
import json
from pathlib import Path

import pytest

from estimator.cli import main as cli

PLATFORM = "platform.paths.scale_up.exclusive"
N = 64 * 2**20
"""The starter's activations: a ring of eight over 64 MiB, nothing hidden."""


@pytest.fixture
def spec(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    path = tmp_path / "spec.yaml"
    assert cli.run(["init", str(path)]) == 0
    capsys.readouterr()
    return str(path)


def printed(capsys: pytest.CaptureFixture[str], *args: str, code: int = 0) -> str:
    assert cli.run(["solve", *args]) == code
    shown = capsys.readouterr()
    return (shown.err if code else shown.out).replace("\u00a0", " ")


KNEE = ["--set", "platform.knee.k=0"]
UNTIL = ["--until", "operations.activations.time <= 800 us"]


def needed(launch: float, alpha: float, reduce: float) -> float:
    """What is left for the transfer of 7/4 n: no knee, T0, 14 start-ups, 7/8 n reduced."""
    return 1.75 * N / (800e-6 - launch - 14 * alpha - 0.875 * N / reduce)


def test_the_value_at_both_ends_is_that_of_a_hand_sum(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    name = f"{PLATFORM}.bandwidth"
    data = json.loads(printed(capsys, spec, "--for", name, *UNTIL, *KNEE, "--format", "json"))
    low, high = needed(2e-6, 3e-6, 1.6e12), needed(8e-6, 5e-6, 800e9)
    assert data["value"] == pytest.approx({"optimistic": low, "conservative": high}, rel=1e-12)
    assert (data["for"], data["unit"], data["stated"]) == (name, "B/s", [200e9, 170e9])
    assert (data["until"], data["at_most_s"]) == ("operations.activations.time <= 800 µs", pytest.approx(800e-6))
    assert data["document"]["id"] == "CCL-STARTER"
    text = printed(capsys, spec, "--for", name, *UNTIL, *KNEE)
    assert f"all else at its conservative end: at least {high / 1e9:.1f} GB/s" in text


def test_never_is_an_answer_and_any_value_too(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    name = f"{PLATFORM}.alpha"
    tight = ["--until", "operations.activations.time <= 100 us", *KNEE]
    assert "never, even without limit" in printed(capsys, spec, "--for", name, *tight)
    value = json.loads(printed(capsys, spec, "--for", name, *tight, "--format", "json"))["value"]
    assert value == {"optimistic": None, "conservative": None}
    row = list(csv.DictReader(io.StringIO(printed(capsys, spec, "--for", name, *tight, "--format", "csv"))))
    assert [one["value"] for one in row] == ["", ""]
    slow = printed(
        capsys, spec, "--for", "operations.norm.around.sync", "--until", "operations.activations.time <= 1 s"
    )
    assert "any value" in slow
    assert "The target does not feel this number" in slow


def test_the_budget_is_the_target_where_none_is_named(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(printed(capsys, spec, "--for", f"{PLATFORM}.bandwidth", "--format", "json"))
    assert (data["until"], data["at_most_s"]) == ("step.exposed <= 200 ms", 0.2)


def test_what_goes_along_and_what_is_beyond_the_link_is_said(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    # The starter's 190 to 160 GB/s under training, beside a link of 224 GB/s.
    name = "platform.paths.scale_up.with_compute.bandwidth"
    until = ["--until", "operations.gradients.time <= 8 ms"]
    text = printed(capsys, spec, "--for", name, *until)
    assert "that is more than the path's link carries" in text
    assert "An easier condition goes along, so that it is no worse: platform.paths.scale_up.exclusive.bandwidth" in text
    data = json.loads(printed(capsys, spec, "--for", name, *until, "--format", "json"))
    assert data["value"]["conservative"] > 224e9
    assert data["beyond_link"] == {"optimistic": False, "conservative": True}
    along = data["raised"]["platform.paths.scale_up.exclusive.bandwidth"]
    assert along == {"optimistic": None, "conservative": [data["value"]["conservative"]] * 2}


def test_two_numbers_give_their_frontier(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    both = ["--for", f"{PLATFORM}.alpha", "--for", f"{PLATFORM}.bandwidth", *UNTIL, *KNEE, "--points", "3"]
    data = json.loads(printed(capsys, spec, *both, "--format", "json"))
    assert data["units"] == ["s", "B/s"]
    points = {point["first"]: point["value"]["conservative"] for point in data["frontier"]}
    assert list(points) == pytest.approx([1.5e-6, (1.5e-6 * 10e-6) ** 0.5, 10e-6], rel=1e-9)
    for alpha, value in points.items():
        assert value == pytest.approx(needed(8e-6, alpha, 800e9), rel=1e-12)
    rows = list(csv.reader(io.StringIO(printed(capsys, spec, *both, "--format", "csv"))))
    assert rows[0][0] == f"{PLATFORM}.alpha [s]"
    assert [float(row[2]) for row in rows[1:]] == list(points.values())
    assert "all else conservative" in printed(capsys, spec, *both)


def test_a_frontier_is_drawn_into_a_file(spec: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    both, file = ["--for", f"{PLATFORM}.alpha", "--for", f"{PLATFORM}.bandwidth"], tmp_path / "frontier.svg"
    printed(capsys, spec, *both, *UNTIL, *KNEE, "--points", "3", "--plot", str(file))
    svg = file.read_text("utf-8")
    assert svg.startswith("<svg ")
    assert svg.count("<circle") == 6  # three values, two ends
    assert "operations.activations.time &lt;= 800\u00a0\u00b5s: met above the lines" in svg
    alone = printed(capsys, spec, *both[:2], *UNTIL, "--plot", str(tmp_path / "no.svg"), code=2)
    assert "a figure is of two numbers; give --for twice" in alone
    assert not (tmp_path / "no.svg").exists()


def test_an_efficiency_is_looked_for_as_a_share_of_the_link(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(spec)
    text = path.read_text("utf-8").replace("bandwidth: [200 GB/s, 170 GB/s], per: rank", "efficiency: [0.9, 0.75]")
    path.write_text(text.replace("bandwidth: [190 GB/s, 160 GB/s], per: rank", "efficiency: [0.8, 0.7]"), "utf-8")
    name = f"{PLATFORM}.efficiency"
    value = json.loads(printed(capsys, spec, "--for", name, *UNTIL, *KNEE, "--format", "json"))["value"]
    assert value["conservative"] == pytest.approx(needed(8e-6, 5e-6, 800e9) / 224e9, rel=1e-9)
    assert "%" in printed(capsys, spec, "--for", name, *UNTIL, *KNEE)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--for", "platform.paths.scale_up.exclusive.bandwith"], "did you mean"),
        (["--for", "platform.nodes"], "is no number that the estimate rests on"),
        (["--for", "operations.gradients.condition"], "is no number that the estimate rests on"),
        (["--for", f"{PLATFORM}.alpha", "--until", "operations.gradient.time <= 1 ms"], "did you mean gradients?"),
        (["--for", f"{PLATFORM}.alpha", "--until", "operations.gradients.time < 1 ms"], 'write "operations.NAME.time'),
        (["--for", f"{PLATFORM}.alpha", "--until", "step.time <= 1 ms"], 'write "operations.NAME.time'),
        (["--for", f"{PLATFORM}.alpha", "--until", "step.exposed <= 1"], "'1' has no unit"),
        (["--for", f"{PLATFORM}.alpha", "--for", f"{PLATFORM}.alpha"], "two places for a frontier"),
        (["--for", f"{PLATFORM}.alpha", "--set", "platform.knee.k=-1"], "platform.knee.k"),
        (
            ["--for", f"{PLATFORM}.alpha", "--for", f"{PLATFORM}.bandwidth", "--points", "1"],
            "a frontier has 2 points or more",
        ),
    ],
)
def test_what_cannot_be_looked_for_is_refused_with_what_to_write(
    spec: str, capsys: pytest.CaptureFixture[str], args: list[str], said: str
) -> None:
    assert said in printed(capsys, spec, *args, code=2)


def test_without_a_budget_a_target_is_asked_for(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(spec)
    text = path.read_text("utf-8").replace("{derive: budget, ", "{at_most: 9 ms, ")
    path.write_text("".join(line for line in text.splitlines(True) if not line.startswith("budget:")), "utf-8")
    assert "say what has to hold with --until" in printed(capsys, spec, "--for", f"{PLATFORM}.alpha", code=2)
