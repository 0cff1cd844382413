"""``commspec check``: the limits to freeze get into a file without losing what it held."""

from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from estimator.cli import main as cli
from estimator.jobs.assets import templates


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """The starter under review, which includes its limits from ``limits.yaml``."""
    path = tmp_path / "spec.yaml"
    text = (templates() / "starter.yaml").read_text("utf-8")
    path.write_text(text, "utf-8")
    assert check(path, "--limits-out", str(tmp_path / "limits.yaml")) == 0
    reviewed = text.replace("status: draft", "status: review\n  approvers: [Chief architect]", 1)
    path.write_text(reviewed + "\nfrozen: !include limits.yaml\n", "utf-8")
    return path


def check(spec: Path, *options: str) -> int:
    return cli.run(["check", str(spec), *options])


def test_the_file_that_the_spec_includes_is_replaced_with_the_same_limits(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    limits = spec.with_name("limits.yaml")
    slower = limits.read_text("utf-8").replace(": 158 us", ": 157.25 us")
    limits.write_text(f"# signed on the 3rd\n\n{slower}", "utf-8")
    assert slower.count("157.25 us") == 1
    assert check(spec, "--limits-out", str(limits)) == 0
    assert limits.read_text("utf-8") == slower
    assert "wrote " in capsys.readouterr().err
    assert check(spec, "--limits") == 0
    assert capsys.readouterr().out == slower


@pytest.mark.parametrize("holds", ["commspec: 1\n", "alpha: 5 us\n", "my notes\n", "{commspec: 1}", "\x00\xff"])
def test_a_file_that_holds_anything_else_is_left_alone(
    spec: Path, holds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    other = spec.with_name("other.yaml")
    other.write_text(holds, "utf-8")
    for file in (spec, other):
        before = file.read_bytes()
        assert check(spec, "--limits-out", str(file)) == 2
        assert "choose another name" in capsys.readouterr().err
        assert file.read_bytes() == before


def test_a_spec_with_mistakes_or_without_derived_limits_writes_nothing(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = spec.read_text("utf-8").replace("limit: {at_most: estimate.conservative", "limit: {at_most: 5 s", 1)
    for broken, said in ((text.replace("group: dp", "group: pd"), "no group 'pd'"), ("commspec: 1\n", "is missing")):
        spec.write_text(broken, "utf-8")
        assert check(spec, "--limits-out", str(spec.with_name("new.yaml"))) == 2
        assert said in capsys.readouterr().err
    assert not spec.with_name("new.yaml").exists()


def test_output_sent_to_the_included_file_says_what_emptied_it(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec.with_name("limits.yaml").write_text("", "utf-8")  # as the shell does for > before the command starts
    assert check(spec, "--limits") == 2
    said = capsys.readouterr().err
    assert "limits.yaml:1:1: frozen: the file is empty; " in said
    assert "> empties it first" in said
    assert "--limits-out" in said


def test_a_link_to_a_file_of_limits_stays_a_link(spec: Path) -> None:
    link = spec.with_name("latest.yaml")
    link.symlink_to("limits.yaml")
    assert check(spec, "--limits-out", str(link)) == 0
    assert link.is_symlink()
    assert link.read_bytes() == spec.with_name("limits.yaml").read_bytes() != b""


def test_several_specs_are_checked_at_once_and_the_worst_decides(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = spec.with_name("broken.yaml")
    broken.write_text("commspec: 1\n", "utf-8")
    missing = spec.with_name("missing.yaml")
    assert cli.run(["check", str(spec), str(spec)]) == 0
    assert capsys.readouterr().err.splitlines()[-1].startswith("0 errors")
    assert cli.run(["check", str(missing), str(spec), str(broken)]) == 2
    said = capsys.readouterr().err
    assert f"{missing}: no such file" in said
    assert "broken.yaml:1:1: platform: is missing" in said
    assert cli.run(["check", str(spec), str(broken), "--limits"]) == 2
    assert "name one file" in capsys.readouterr().err


def test_a_spec_may_be_piped_in(
    spec: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(spec.parent)  # the limits are included from the working folder
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(spec.read_bytes())))
    assert cli.run(["check", "-"]) == 0
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"commspec: 1\n")))
    assert cli.run(["check", "-"]) == 2
    assert "-:1:1: platform: is missing" in capsys.readouterr().err
