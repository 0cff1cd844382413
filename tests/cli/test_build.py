"""``commspec check`` and ``build`` on the starter spec: what is written, what is said, what stays whole."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from estimator.cli import main as cli
from estimator.jobs.assets import templates
from estimator.jobs.outputs import printing
from estimator.report.pages.fonts import coverage
from estimator.report.pages.pdf import MissingLibrary

PAGES = ["requirements.en.html", "requirements.zh.html"]
DATA = ["cells.csv", "estimates.csv", "estimates.json", "requirements.csv"]


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "spec.yaml"
    path.write_bytes((templates() / "starter.yaml").read_bytes())
    return path


def build(spec: Path, *options: str) -> int:
    return cli.run(["build", str(spec), "--out", str(spec.parent / "out"), *options])


def document(spec: Path) -> dict[str, bytes]:
    folder = spec.parent / "out/CCL-STARTER/0.1.0"
    assert sorted(path.name for path in folder.parent.iterdir()) == ["0.1.0"]
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def change(spec: Path, old: str, new: str) -> None:
    text = spec.read_text("utf-8")
    assert text.count(old) == 1
    spec.write_text(text.replace(old, new), "utf-8")


def test_the_starter_has_nothing_to_complain_about(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["check", str(spec)]) == 0
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "0 errors, 0 warnings\n")
    assert cli.run(["check", str(spec), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"exit_code": 0, "problems": []}


def test_a_build_names_what_it_wrote_and_says_nothing_else(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert build(spec, "--no-pdf") == 0
    shown = capsys.readouterr()
    assert sorted(document(spec)) == [*DATA, *PAGES]
    assert sorted(Path(line).name for line in shown.out.splitlines()) == [*DATA, *PAGES]
    assert shown.err == ""


def test_the_same_spec_gives_the_same_bytes_in_another_process(spec: Path) -> None:
    assert build(spec, "--no-pdf") == 0
    first = document(spec)
    command = [sys.executable, "-m", "estimator", "build", str(spec), "--out", str(spec.parent / "out"), "--no-pdf"]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": "7"})
    assert document(spec) == first


@pytest.mark.pdf
@pytest.mark.slow
def test_the_same_spec_gives_the_same_pdf(spec: Path) -> None:
    assert build(spec, "--lang", "en") == 0
    first = document(spec)
    if "requirements.en.pdf" not in first:
        pytest.skip("the PDF writer's system libraries are missing: make system, as root")
    assert first["requirements.en.pdf"].startswith(b"%PDF-")
    assert build(spec, "--lang", "en") == 0
    assert document(spec) == first


def test_one_language_leaves_the_other_of_the_same_spec(spec: Path) -> None:
    assert build(spec, "--no-pdf", "--lang", "zh") == 0
    assert build(spec, "--no-pdf", "--lang", "en") == 0
    assert sorted(document(spec)) == [*DATA, *PAGES]


def test_a_page_of_an_earlier_content_does_not_stay_beside_a_new_one(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert build(spec, "--no-pdf") == 0
    folder = spec.parent / "out/CCL-STARTER/0.1.0"
    for name in ("requirements.en.pdf", "signed.pdf"):
        (folder / name).write_bytes(b"%PDF-")
    change(spec, "per_step: 128", "per_step: 64")
    capsys.readouterr()
    assert build(spec, "--no-pdf", "--lang", "en") == 0
    assert sorted(document(spec)) == [*DATA, "requirements.en.html", "signed.pdf"]
    told = [f"removed {folder}/{name}: " for name in ("requirements.zh.html", "requirements.en.pdf")]
    lines = capsys.readouterr().err.splitlines()
    assert [line.startswith(words) for line, words in zip(lines, told, strict=True)] == [True, True]


def test_a_broken_spec_writes_nothing(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(spec, "    group: dp\n", "    group: pd\n")
    assert build(spec) == 2
    assert "there is no group 'pd'; write dp" in capsys.readouterr().err
    assert not (spec.parent / "out").exists()
    assert cli.run(["check", str(spec), "--format", "json"]) == 2
    found = json.loads(capsys.readouterr().out)
    assert found["exit_code"] == 2
    assert "operations.gradients.group" in [problem["path"] for problem in found["problems"]]


def test_lint_is_a_warning_in_draft_and_an_error_in_review(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(spec, "en: Every step waits for the gradient norm", "en: The norm must be fast enough")
    assert cli.run(["check", str(spec)]) == 0
    assert "warning: " in capsys.readouterr().err
    change(spec, "status: draft", "status: review")
    assert cli.run(["check", str(spec)]) == 1
    assert build(spec, "--no-pdf") == 1
    assert sorted(document(spec)) == [*DATA, *PAGES]


@pytest.mark.parametrize("name", ["../../escape", "a/b", "..", ".hidden"])
def test_the_document_cannot_leave_the_out_folder(spec: Path, name: str) -> None:
    change(spec, 'version: "0.1.0"', f'version: "{name}"')
    assert build(spec, "--no-pdf") == 2
    assert [path.name for path in spec.parent.iterdir()] == ["spec.yaml"]


def test_a_missing_library_costs_the_pdf_only(
    spec: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(_: str) -> bytes:
        raise MissingLibrary("cannot load library 'libpango-1.0-0'")

    monkeypatch.setattr(printing, "pdf", missing)
    assert build(spec) == 0
    assert sorted(document(spec)) == [*DATA, *PAGES]
    notes = [line for line in capsys.readouterr().err.splitlines() if "no PDF" in line]
    assert len(notes) == 1
    assert "apt-get install" in notes[0]


def test_without_a_chinese_font_the_chinese_pdf_is_not_made(
    spec: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(printing, "installed", lambda: coverage([(0x20, 0x2FFF)]))
    monkeypatch.setattr(printing, "pdf", lambda _: b"%PDF-")
    assert build(spec) == 0
    assert sorted(document(spec)) == [*DATA, PAGES[0], "requirements.en.pdf", PAGES[1]]
    assert "fonts-noto-cjk" in capsys.readouterr().err


def vendor(spec: Path, name: str, launch: str) -> str:
    """The spec's platform with another launch time, in a file of its own."""
    data = yaml.safe_load(spec.read_text("utf-8"))["platform"]
    data["launch"]["time"] = launch
    file = spec.parent / "vendors" / f"{name}.yaml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(yaml.safe_dump(data, sort_keys=False), "utf-8")
    return str(file)


@pytest.mark.slow
def test_a_variant_is_a_column_beside_the_spec_s_own(spec: Path) -> None:
    assert build(spec, "--no-pdf") == 0
    without = document(spec)
    option = f"vendor_b={vendor(spec, 'b', '20 us')}"
    assert build(spec, "--no-pdf", "--variant", option) == 0
    first = document(spec)
    page = first[PAGES[0]].decode()
    for head in ("This spec</th>", "vendor_b</th>", f"vendor_b: {spec.parent}/vendors/b.yaml"):
        assert head in page
    data, before = (json.loads(found["estimates.json"]) for found in (first, without))
    assert list(data.pop("variants")) == ["vendor_b"]
    assert data == before
    assert build(spec, "--no-pdf", "--variant", option) == 0
    assert document(spec) == first
    assert build(spec, "--no-pdf") == 0
    assert document(spec) == without


@pytest.mark.slow
def test_a_page_with_other_variants_does_not_stay_beside_a_new_one(spec: Path) -> None:
    assert build(spec, "--no-pdf", "--variant", f"b={vendor(spec, 'b', '20 us')}") == 0
    assert build(spec, "--no-pdf", "--lang", "en", "--variant", f"b={vendor(spec, 'b', '30 us')}") == 0
    assert sorted(document(spec)) == [*DATA, "requirements.en.html"]


@pytest.mark.parametrize(
    ("launch", "message"),
    [("late", ": 'late' is not a time"), (None, "nowhere.yaml: no such file"), ("", "'b' is no variant")],
)
def test_a_wrong_variant_is_told_at_its_place_and_writes_nothing(
    spec: Path, launch: str | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    option = f"b={vendor(spec, 'b', launch)}" if launch else "b" if launch == "" else "b=nowhere.yaml"
    assert build(spec, "--no-pdf", "--variant", option) == 2
    shown = capsys.readouterr().err
    assert message in shown
    if launch:
        assert re.match(rf"{re.escape(str(spec.parent))}/vendors/b\.yaml:\d+:\d+: platform\.launch\.time: ", shown)
    assert not (spec.parent / "out").exists()


@pytest.mark.slow
def test_a_build_that_is_killed_leaves_one_whole_document(spec: Path) -> None:
    assert build(spec, "--no-pdf") == 0
    old = document(spec)
    change(spec, "per_step: 128", "per_step: 64")
    assert cli.run(["build", str(spec), "--out", str(spec.parent / "other"), "--no-pdf"]) == 0
    new = {path.name: path.read_bytes() for path in (spec.parent / "other/CCL-STARTER/0.1.0").iterdir()}
    assert new.keys() == old.keys()
    command = [sys.executable, "-m", "estimator", "build", str(spec), "--out", str(spec.parent / "out"), "--no-pdf"]
    killed = 0
    for delay in (0.1, 0.3, 0.5, 0.7):
        for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(delay)
            child.send_signal(how)
            killed += child.wait(timeout=60) != 0
            folder = spec.parent / "out/CCL-STARTER/0.1.0"
            assert {path.name: path.read_bytes() for path in folder.iterdir()} in (old, new)
    assert killed > 0
    assert build(spec, "--no-pdf") == 0
    assert document(spec) == new


@pytest.mark.parametrize("there", [True, False])
def test_the_first_page_is_opened_where_a_browser_is_and_else_named(
    there: bool, spec: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def opened(url: str) -> bool:
        asked.append(url)
        return there

    monkeypatch.setattr("webbrowser.open", opened)
    assert build(spec, "--no-pdf", "--lang", "zh", "--open") == 0
    page = spec.parent / "out/CCL-STARTER/0.1.0/requirements.zh.html"
    assert asked == [page.as_uri()]
    assert (str(page) in capsys.readouterr().err) is not there
