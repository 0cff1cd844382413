"""Tables of no known tool are refused by what to tell, whichever column holds the sizes."""

from __future__ import annotations

from estimator.tools.readers.table.plain import WHY
from tests.tools.readers.written import refusals


def test_a_report_whose_sizes_stand_in_a_later_column_is_refused_with_what_to_tell() -> None:
    text = "|   n_ctx | size     |   custom (us) |\n|---------|----------|---------------|\n|  1 | 24.0KiB | 15.6 |\n"
    assert [(one.line, one.reason) for one in refusals(text)] == [(1, WHY)]


def test_a_table_with_sizes_and_no_times_is_no_log() -> None:
    (one,) = refusals("| name | size | owner |\n|---|---|---|\n| a | 12 | me |\n")
    assert one.reason == "nothing that a known benchmark prints"


def test_a_scripts_own_table_is_refused_with_what_to_tell() -> None:
    text = "size(MB)   tavg(usec)    tmin(usec)    avgbw(GB/sec)\n0.10      227.7          196.8          0.77\n"
    assert [(one.line, one.reason) for one in refusals(text)] == [(1, WHY)]


def test_a_scripts_own_csv_is_refused_with_what_to_tell() -> None:
    text = "size (bytes),rounds,min_time (seconds),avg_time (seconds)\n4,100,2.5e-7,2.75e-7\n"
    assert [(one.line, one.reason) for one in refusals(text)] == [(1, WHY)]


def test_a_csv_that_names_its_unit_in_the_word_and_sizes_later_is_refused_with_what_to_tell() -> None:
    text = "ranks,nodes,bytes,time_us\n8,1,8192,45.2\n"
    assert [(one.line, one.reason) for one in refusals(text)] == [(1, WHY)]


def test_a_sentence_between_commas_is_no_table() -> None:
    (one,) = refusals("size (bytes), of course, and the time it takes (us) to move all of that over the wire\n")
    assert one.reason == "nothing that a known benchmark prints"
