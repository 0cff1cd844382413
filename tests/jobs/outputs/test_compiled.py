"""Templates that an earlier run compiled: found again, renewed with their text, never in the way."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from estimator.jobs.outputs.compiled import Compiled
from estimator.report.pages.assets import environment


def page(folder: Path, text: str) -> str:
    return environment({"a.j2": text}, Compiled(folder / "kept")).get_template("a.j2").render(x=1)


@pytest.fixture(autouse=True)
def _written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


def test_a_template_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert page(tmp_path, "{{ x }} one") == "1 one"
    (kept,) = (tmp_path / "kept").iterdir()
    monkeypatch.setattr("jinja2.environment.Environment._generate", None)  # a compilation would fail
    assert page(tmp_path, "{{ x }} one") == "1 one"
    assert kept.stat().st_size > 100


def test_another_text_of_the_same_name_is_compiled_anew(tmp_path: Path) -> None:
    assert [page(tmp_path, text) for text in ("{{ x }} one", "{{ x }} two", "{{ x }} one")] == [
        "1 one",
        "1 two",
        "1 one",
    ]


def test_a_broken_file_is_replaced(tmp_path: Path) -> None:
    page(tmp_path, "{{ x }} one")
    (kept,) = (tmp_path / "kept").iterdir()
    whole = kept.read_bytes()
    for broken in (b"", whole[:20], whole[:-7]):
        kept.write_bytes(broken)
        assert page(tmp_path, "{{ x }} one") == "1 one"
        assert kept.read_bytes() == whole


def test_nothing_is_kept_where_python_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert page(tmp_path, "{{ x }} one") == "1 one"
    assert not (tmp_path / "kept").exists()


def test_a_folder_that_cannot_be_made_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file in its place")
    assert page(tmp_path, "{{ x }} one") == "1 one"
