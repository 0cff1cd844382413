"""Records as text, JSON, JSON lines and CSV: what is written is read back as it was."""

from __future__ import annotations

import csv
import io
import json

import pytest

from estimator.report.tables.evidence import measured
from estimator.tools.records import Record, Told
from tests.tools.readers.written import events, nccl_log, osu_log, records

WRONG = "     2048   512   float   sum   -1   99.99   9.99   9.99   0   12.30   0.17   0.29   0\n"
LOG = nccl_log().replace("# Out of", f"{WRONG}# Out of")
KEPT = ("n", "seconds", "in_place", "correct", "wrong", "low", "high")


@pytest.mark.parametrize("write", [measured.as_json_lines, measured.as_csv])
@pytest.mark.parametrize(
    "text", [nccl_log(), nccl_log("alltoall", 4), "mpirun -np 4 osu_allgather\n" + osu_log("Allgather")]
)
def test_what_is_written_is_read_back_as_it_was(write: object, text: str) -> None:
    assert callable(write)
    first = records(text)
    again = records("".join(write(events(text))))
    assert [[getattr(one, name) for name in KEPT] for one in again] == [
        [getattr(one, name) for name in KEPT] for one in first
    ]
    assert {one.table.ranks for one in again} == {one.table.ranks for one in first}
    assert {one.table.collective for one in again} == {one.table.collective for one in first}


def test_the_json_holds_records_tables_and_refusals() -> None:
    found = json.loads("".join(measured.as_json(events(LOG))))
    assert list(found) == ["commspec_records", "records", "tables", "rejections"]
    # 1 MiB in 35 us are 29.96 GB/s.
    one = next(one for one in found["records"] if one["n"] == 1 << 20)
    assert (one["collective"], one["ranks"], one["seconds"]) == ("all_reduce", 8, 35e-6)
    assert one["algbw"] == pytest.approx(29.959e9, rel=1e-4)
    assert found["tables"][0]["records"] == len(found["records"])
    assert found["rejections"][0]["line"] == LOG[: LOG.index(WRONG)].count("\n") + 1


def test_the_text_has_a_heading_and_a_line_for_each_record() -> None:
    lines = "".join(measured.as_text(events(nccl_log()))).splitlines()
    assert lines[0].startswith("log:")
    assert "nccl-tests all_reduce, 8 ranks" in lines[0]
    assert [line.split()[1:5] for line in lines[3:5]] == [["1", "MiB", "35", "µs"], ["1", "MiB", "40", "µs"]]


def test_a_text_that_a_spreadsheet_would_run_is_quoted() -> None:
    text = "".join(measured.as_csv(events(nccl_log(), Told(label="=cmd()", hardware='a,"b"'))))
    row = next(csv.DictReader(io.StringIO(text)))
    assert (row["label"], row["hardware"]) == ("'=cmd()", 'a,"b"')


def test_a_rate_without_a_time_is_shown_as_one() -> None:
    text = "# OSU MPI Bandwidth Test v5.9\n# Size      Bandwidth (MB/s)\n4194304             22919.91\n"
    (one,) = [event for event in events(text) if isinstance(event, Record)]
    assert (one.seconds, one.algbw) == (None, None)
    shown = "".join(measured.as_text(events(text)))
    assert "no time" in shown
    assert "22.92\xa0GB/s with many in flight" in shown
