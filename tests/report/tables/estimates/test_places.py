"""A reader finds every class of places of groups that share NICs unequally, with its time, in document and JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from estimator.cli import main as cli
from estimator.report.words.lookup import LANGUAGES
from estimator.spec.values.base import Language
from tests.report.documents import documents, visible_text

TEXT = """
commspec: 1
document: {id: T, version: "0.1", title: shared NICs, owner: us, languages: [zh, en]}
sources: {talk: {basis: assumed, text: example, date: "2026-01-15"}}
platform:
  name: two of eight share a NIC
  ranks_per_host: 8
  levels: [{name: box, ranks: 8, path: nvl}, {name: fabric, ranks: 64, path: ib}]
  knee: {k: 0, from: talk}
  paths:
    nvl: {exclusive: {alpha: 3 us, bandwidth: 360 GB/s, per: rank, from: talk}}
    ib: {nics: [[0, 1], [2], [3], [4], [5], [6], [7]],
         exclusive: {alpha: 9 us, bandwidth: 24 GB/s, per: nic, from: talk}}
groups: {rail: {shape: [1, 4], at_once: {box: 8}}}
operations:
  sync: {collective: all_reduce, group: rail, tensor: {bytes: 64 MiB, semantics: input}, algorithm: ring}
"""
SAID = {
    "zh": "各处位置 首 rank 为 0–1 的组 8.443 ms；首 rank 为 2–7 的组 4.248 ms",
    "en": "Places groups from rank 0–1: 8.443 ms; groups from rank 2–7: 4.248 ms",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_the_operation_names_every_class(language: Language) -> None:
    """Six rounds of 9 us and 16 MiB: at half of 24 GB/s 8.443 ms, at all of it 4.248 ms."""
    text = re.sub(r"\s+", " ", visible_text(documents(TEXT)[language].html))
    assert SAID[language] in text


def test_the_row_for_programs_lists_them_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "spec.yaml").write_text(TEXT, "utf-8")
    assert cli.run(["estimate", str(tmp_path / "spec.yaml"), "--format", "json"]) == 0
    row = json.loads(capsys.readouterr().out)["operations"]["sync"]
    shared, alone = row["places"]
    assert shared["ranks"] == [[0, 8, 16, 24], [1, 9, 17, 25]]
    assert (shared["optimistic_s"], shared["conservative_s"]) == (row["optimistic_s"], row["conservative_s"])
    assert alone["conservative_s"] == pytest.approx(6 * (9e-6 + 2**24 / 24e9))


def test_the_table_in_a_terminal_lists_them_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "spec.yaml").write_text(TEXT, "utf-8")
    assert cli.run(["estimate", str(tmp_path / "spec.yaml")]) == 0
    said = "Places of sync: groups from rank 0-1 8.443 ms .. 8.443 ms; groups from rank 2-7 4.248 ms .. 4.248 ms."
    assert said in capsys.readouterr().out.replace("\u00a0", " ")


def test_a_platform_has_a_name_in_each_language() -> None:
    named = TEXT.replace("name: two of eight share a NIC", "name: {zh: 两卡共用网卡, en: two share a NIC}")
    assert "两卡共用网卡" in visible_text(documents(named)["zh"].html)
    assert "两卡共用网卡" not in visible_text(documents(named)["en"].html)
