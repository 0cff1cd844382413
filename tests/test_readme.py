"""The two READMEs: their commands run as printed, and both say the same."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
NAMES = ("README.md", "README.zh.md")


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def blocks(name: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", text(name), re.DOTALL | re.MULTILINE)


def commands(name: str) -> list[str]:
    """Every commspec line that a reader would copy, in order, a line continued by a backslash joined."""
    shell = "".join(blocks(name, "sh")).replace("\\\n", " ")
    indented = re.findall(r"^    (commspec .*)$", text(name), re.MULTILINE)
    return [*indented, *re.findall(r"^commspec .*$", shell, re.MULTILINE)]


def test_the_result_stands_by_line_thirty() -> None:
    head = "\n".join(text("README.md").splitlines()[:30])
    assert "requirements.zh.html" in head


@pytest.mark.parametrize("name", NAMES)
def test_the_hook_shown_is_one_that_pre_commit_reads_and_takes_specs_but_no_platforms(name: str) -> None:
    [shown] = [loaded for block in blocks(name, "yaml") if "hooks" in str(loaded := yaml.safe_load(block))]
    [published] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    for hook in (shown["repos"][0]["hooks"][0], published):
        assert hook["entry"] == "commspec check"
        assert re.search(hook["files"], "specs/moe_5t.yaml")
        assert not re.search(hook["files"], "specs/platforms/hgx_h100.yaml")


@pytest.mark.slow
def test_the_commands_run_as_printed(tmp_path: Path) -> None:
    found = commands("README.md")
    assert len(found) >= 8, found
    (tmp_path / "demo.yaml").write_text(blocks("README.md", "yaml")[0], "utf-8")
    shutil.copytree(ROOT / "specs/own_look", tmp_path / "specs/own_look")
    for command in found:
        line = command.replace("commspec ", f"{sys.executable} -m estimator ", 1)
        line = line.replace("--out out", "--out out --no-pdf") if "demo.yaml" in line else line
        done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
    written = {path.name for path in (tmp_path / "out/DEMO/0.1").iterdir()}
    assert written == {
        "requirements.zh.html",
        "requirements.en.html",
        "estimates.json",
        "estimates.csv",
        "requirements.csv",
        "cells.csv",
    }
    assert (tmp_path / "commspec.schema.json").stat().st_size > 1000


def section(name: str, sign: str) -> list[str]:
    """The lines of the block that has a sign in it."""
    [found] = [one for one in re.findall(r"^```\n(.*?)^```$", text(name), re.DOTALL | re.MULTILINE) if sign in one]
    return str(found).splitlines()


def test_two_versions_and_two_vendors_go_through_release_diff_respond_and_compare(tmp_path: Path) -> None:
    first, *lines, last = section("README.md", "specs/two_versions pair")
    assert (first, last) == ("cp -r specs/two_versions pair && cd pair", "cd ..")
    shutil.copytree(ROOT / "specs" / "two_versions", tmp_path / "pair")
    said = []
    for line in lines:
        command, _, remark = line.partition("#")
        command = command.replace("commspec ", f"{sys.executable} -m estimator ")
        command = command.replace("--out out", "--out out --no-pdf")
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path / "pair", capture_output=True, text=True, check=False
        )
        assert done.returncode == int("exit code 1" in remark), f"{line}\n{done.stderr}"
        said.append(done.stdout)
    differs, compared, own, imported = said[:4]
    assert "(2 tighter, 1 looser, 1 editorial)" in differs
    assert "To approve, looser by an estimate: CCL-AR-04." in differs
    assert "vendor_a: the step closes with its offers" in compared
    assert "vendor_b: the step does not close with its offers" in compared
    assert "vendor_b: the step closes with its offers on answers/platform_b.yaml" in own
    assert "1 stale" in imported
    assert (tmp_path / "pair/releases/CCL-PAIR-0.2.0.json").exists()
    page = (tmp_path / "pair/out/CCL-PAIR/0.2.0/requirements.en.html").read_text("utf-8")
    assert "Against version 0.1.0: 1 added, 0 removed, 4 changed." in page
    assert {path.name for path in (tmp_path / "pair/out/CCL-PAIR").iterdir()} == {"0.1.0", "0.2.0"}


@pytest.mark.parametrize(("name", "language"), [(NAMES[0], "en"), (NAMES[1], "zh")])
def test_the_result_shown_is_the_one_built(name: str, language: str, tmp_path: Path) -> None:
    (tmp_path / "demo.yaml").write_text(blocks(name, "yaml")[0], "utf-8")
    command = [sys.executable, "-m", "estimator", "build", "demo.yaml", "--no-pdf", "--lang", language]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    page = (
        (tmp_path / f"out/DEMO/0.1/requirements.{language}.html").read_text("utf-8").replace("\N{NO-BREAK SPACE}", " ")
    )
    shown = next(line for line in text(name).splitlines() if line.startswith("*AR-01"))
    figures = re.findall(r"[\d.]+ [mµ]s", shown)
    assert len(figures) == 3
    assert [figure for figure in figures if figure not in page] == []
    assert f"mean(T) ≤ {figures[0]}<" in page


def test_the_kit_is_started_as_its_own_instructions_say(tmp_path: Path) -> None:
    for line in ("init my.yaml", "kit my.yaml --out kit"):
        command = [sys.executable, "-m", "estimator", *line.split()]
        subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    told = (tmp_path / "kit/README.md").read_text("utf-8")
    started = re.findall(r"^(?:mpirun|torchrun) .*$", "".join(blocks("README.md", "sh")), re.MULTILINE)
    assert len(started) == 2
    assert [line for line in started if line not in told] == []


def test_the_python_lines_run_as_printed(tmp_path: Path) -> None:
    for arguments in (["-m", "estimator", "init", "my.yaml"], ["-c", blocks("README.md", "python")[0]]):
        done = subprocess.run([sys.executable, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["activations", "gradients", "norm"]


def test_review_as_described_holds_the_limits(tmp_path: Path) -> None:
    def run(arguments: str) -> str:
        command = f"{sys.executable} -m estimator {arguments}"
        done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("init my.yaml")
    run("check my.yaml --limits-out limits-0.1.0.yaml")
    spec = tmp_path / "my.yaml"
    reviewed = re.sub("status: draft.*", "status: review\n  approvers: [Chief architect]", spec.read_text("utf-8"))
    slower = reviewed.replace("alpha: [8 us, 12 us]", "alpha: [8 us, 14 us]")
    spec.write_text(slower + "\nfrozen: !include limits-0.1.0.yaml\n", "utf-8")
    assert slower != reviewed
    assert run("check my.yaml --limits") == (tmp_path / "limits-0.1.0.yaml").read_text("utf-8")


def test_both_languages_have_the_same_blocks_tables_and_links() -> None:
    english, chinese = (text(name) for name in NAMES)
    for kind in ("yaml", "python"):
        assert blocks(NAMES[0], kind) == blocks(NAMES[1], kind) != []
    assert commands(NAMES[0]) == commands(NAMES[1])
    for pattern in (r"^#+ ", r"^\|", r"`--[a-z-]+"):
        found = [len(re.findall(pattern, side, re.MULTILINE)) for side in (english, chinese)]
        assert found[0] == found[1] > 0, pattern
    links = [set(re.findall(r"\]\(([^)]+)\)", side)) - set(NAMES) for side in (english, chinese)]
    assert links[0] == links[1]
    assert all((ROOT / link).exists() for link in links[0])


@pytest.mark.parametrize("name", NAMES)
def test_every_make_target_named_exists(name: str) -> None:
    named = set(re.findall(r"make ([a-z]+)", text(name)))
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert len(named) >= 8
    assert named <= targets
