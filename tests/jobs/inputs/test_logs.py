"""Logs are opened packed or plain, in several encodings, with the manifest that lies beside them."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

import pytest

from estimator.errors import SpecError, UserError
from estimator.evidence.manifest import NAME
from estimator.jobs.inputs.logs import events, sources
from estimator.tools.records import NOTHING_TOLD, Record, Rejection, Told
from tests.tools.readers.written import POINTS, nccl_log

SIZES = [size for size, _, _ in POINTS for _ in (0, 1)]


def sizes(*paths: Path) -> list[int | None]:
    return [event.size for event in events(sources(paths, NOTHING_TOLD)) if isinstance(event, Record)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("packed", [False, True])
def test_a_log_is_read_in_any_of_its_encodings_packed_or_plain(tmp_path: Path, encoding: str, packed: bool) -> None:
    data = nccl_log().replace("\n", "\r\n").encode(encoding)
    path = tmp_path / "a.log"
    path.write_bytes(gzip.compress(data) if packed else data)
    assert sizes(path) == SIZES


def test_bytes_that_are_no_text_spoil_their_line_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(b"\xff\xfe\x00 junk \xc3\n".replace(b"\xff\xfe", b"\xc3\x28") + nccl_log().encode())
    assert sizes(path) == SIZES


def test_a_packed_log_that_is_cut_off_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.log.gz"
    path.write_bytes(gzip.compress(nccl_log().encode())[:-40])
    with pytest.raises(UserError, match="cannot read"):
        sizes(path)


def test_stdin_is_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(nccl_log().encode())))
    assert sizes(Path("-")) == SIZES


def test_a_file_that_is_not_there_or_a_folder_is_a_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "none.log", tmp_path):
        with pytest.raises(UserError, match=r"no such file|is no file"):
            sources([path], NOTHING_TOLD)
    with pytest.raises(UserError, match="no such file"):
        sources([Path("-")], NOTHING_TOLD, tmp_path / "none.yaml")


def test_the_manifest_beside_a_log_is_found_and_one_that_is_named_comes_in_its_place(tmp_path: Path) -> None:
    log, beside, other = tmp_path / "a.log", tmp_path / NAME, tmp_path / "other.yaml"
    log.write_text(nccl_log())
    beside.write_text('commspec_logs: "1"\nlogs: [{files: [a.log], path: fabric}, {files: [b.log], path: none}]\n')
    other.write_text('commspec_logs: "1"\nall: {path: mesh}\n')
    found = sources([log], Told(hardware="ASIC-X"))
    assert [(one.told.path, one.told.hardware) for one in found.logs] == [("fabric", "ASIC-X")]
    assert [problem.message for problem in found.problems] == ["matches none of the logs"]
    assert [one.told.path for one in sources([log], NOTHING_TOLD, other).logs] == ["mesh"]


def test_a_mistake_in_a_manifest_stands_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("")
    (tmp_path / NAME).write_text('commspec_logs: "1"\nall: {nodez: 2}\n')
    with pytest.raises(SpecError) as caught:
        sources([tmp_path / "a.log"], NOTHING_TOLD)
    assert f"{NAME}:2:" in caught.value.problems[0].text()


def test_a_log_that_two_entries_name_is_read_once_for_each(tmp_path: Path) -> None:
    report = "| size | p50 | p99 |\n|---|---|---|\n| 1024 | 12.5 | 20.0 |\n"
    (tmp_path / "r.md").write_text(report)
    (tmp_path / NAME).write_text(
        'commspec_logs: "1"\nall: {collective: all_reduce, ranks: 4, time_unit: us}\n'
        "logs: [{files: r.md, time_column: p50}, {files: r.md, time_column: p99}, {files: r.md, time_column: x}]\n"
    )
    found = list(events(sources([tmp_path / "r.md"], NOTHING_TOLD)))
    assert [event.seconds for event in found if isinstance(event, Record)] == [12.5e-6, 20e-6]
    reasons = [event.reason for event in found if isinstance(event, Rejection)]
    assert any("'x' that was told" in reason for reason in reasons)
