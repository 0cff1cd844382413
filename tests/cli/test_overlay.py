"""An overlay of values as a variant of a spec: what it sets counts, and its mistakes are told at their lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from estimator.cli import main as cli

SPEC = str(Path(__file__).parents[2] / "specs" / "dense_training.yaml")
Run = Callable[..., tuple[int, str, str]]
BANDWIDTH = "platform.paths.switch.exclusive.bandwidth"


@pytest.fixture
def estimate(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs the command on an example: exit code, what it printed, what it said of mistakes."""

    def run(*options: str) -> tuple[int, str, str]:
        code = cli.run(["estimate", SPEC, *options])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return run


def overlay(folder: Path, text: str) -> str:
    path = folder / "what_if.yaml"
    path.write_text(text, "utf-8")
    return str(path)


def test_an_overlay_is_what_the_same_values_are_when_they_are_set(estimate: Run, tmp_path: Path) -> None:
    file = overlay(tmp_path, f"overlay: {{document: D, version: 1}}\nset:\n  {BANDWIDTH}: [400 GB/s, 350 GB/s]\n")
    code, text, _ = estimate("--variant", file, "--format", "json")
    assert code == 0
    ours = json.loads(text)["variants"]
    code, text, _ = estimate("--set", f"{BANDWIDTH}=[400 GB/s, 350 GB/s]", "--format", "json")
    assert code == 0
    set_ = json.loads(text)["variants"]
    assert list(ours) == ["spec", "what_if"]
    assert ours["what_if"] == set_["after"] != set_["before"] == ours["spec"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("set:\n  platform.paths.switch.exclusive.bandwith: 1 GB/s\n", ":2: platform.paths.switch.exclusive.bandwith"),
        (
            f"set:\n\n  {BANDWIDTH}: [1 GB/s, 2 GB/s]\n",
            ":3: platform.paths.switch.exclusive.bandwidth: [1 GB/s, 2 GB/s]",
        ),
        ("set:\n  platform.knee: {k: 1}\n", ":2: set.platform.knee: no value and no list of values"),
        ("set: {}\nsett: 1\n", ":2: sett: unknown key of an overlay; did you mean set?"),
        ("overlay: {id: X}\nset: {}\n", ":1: overlay.id: unknown key"),
        ("overlay: {document: X}\n", ":1: set: an overlay that sets nothing"),
        ("set: [1]\n", ":1: set: no mapping of places to values"),
    ],
)
def test_a_mistake_in_an_overlay_is_told_at_its_line(estimate: Run, tmp_path: Path, text: str, told: str) -> None:
    code, out, err = estimate("--variant", f"w={overlay(tmp_path, text)}")
    assert code == 2
    assert out == ""
    assert f"what_if.yaml{told}" in err
    assert "Traceback" not in err


def test_a_file_that_is_no_overlay_must_hold_a_platform(estimate: Run, tmp_path: Path) -> None:
    code, _, err = estimate("--variant", f"w={overlay(tmp_path, 'paths: {}')}")
    assert code == 2
    assert "platform" in err
