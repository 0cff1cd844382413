"""Numbers that cannot belong together are refused; ranks, collective and units come from the numbers that say them."""

from __future__ import annotations

import pytest

from estimator.tools import records as flags
from estimator.tools.readers.table.agree import PLAIN, Ratios, chosen, fits
from estimator.tools.readers.tokens import PrintedNumber, printed, whole
from estimator.tools.records import Told
from tests.tools.readers.written import HEAD, POINTS, devices, nccl_log, nccl_rows, records, refusals, times


def test_a_number_is_known_with_half_a_unit_of_its_last_digit() -> None:
    assert printed("12.90") == PrintedNumber(12.9, 0.005)
    assert printed("11812") == PrintedNumber(11812.0, 0.5)
    assert printed("5e-07") == PrintedNumber(5e-07, 5e-08)
    for text in ("", ".5", "1.2.3", "0x10", "1_000", "१२", "nan", "inf", "1e999", "9" * 30, "-"):
        assert printed(text) is None, text
    assert whole("007") is None
    for text in ("-1", "1.0", "²", "", "9" * 19):
        assert whole(text) is None, text


def test_a_bandwidth_tells_decimal_from_binary_where_it_has_the_digits() -> None:
    # 2**30 bytes in 1000 us are 1073.74 GB/s, or 1000.00 GiB/s.
    time = PrintedNumber(1e-3, 5e-7)
    assert fits(PrintedNumber(1073.74, 0.005), 2**30, time, PLAIN, 1e9) == 0b01
    assert fits(PrintedNumber(1000.0, 0.005), 2**30, time, PLAIN, 1e9) == 0b10
    assert fits(PrintedNumber(900.0, 0.005), 2**30, time, PLAIN, 1e9) == 0
    # 0.01 GB/s is between 0.005 and 0.015: it leaves both open; 0.00 says nothing.
    assert fits(PrintedNumber(0.01, 0.005), 100, PrintedNumber(10e-6, 5e-9), PLAIN, 1e9) == 0b11
    assert fits(PrintedNumber(0.0, 0.005), 100, PrintedNumber(10e-6, 5e-9), PLAIN, 1e9) == -1
    assert chosen([0b01, 0b11, 0], PLAIN) == (0, "decimal")
    assert chosen([0b11], PLAIN) == (0, "either")
    assert chosen([-1], PLAIN) == (None, "")


@pytest.mark.parametrize("ranks", [2, 3, 8, 24, 96, 300])
def test_ranks_follow_from_bus_over_algorithm_bandwidth(ranks: int) -> None:
    # 2 (p-1)/p of four figures of GB/s, each rounded to two decimals.
    ratios = Ratios()
    for algbw in (187.35, 192.41, 195.37, 203.11):
        k = 2 * (ranks - 1) / ranks
        ratios.add(PrintedNumber(algbw, 0.005), PrintedNumber(round(algbw * k, 2), 0.005))
    least, most = ratios.ranks(twice=True) or (0, 0)
    assert most is not None
    assert least <= ranks <= most
    assert most - least <= ranks**2 * 1e-4
    assert ratios.allow(2 * (ranks - 1) / ranks)
    assert not ratios.allow(1.01)


def test_one_wrong_digit_among_the_ratios_does_not_hide_the_ranks() -> None:
    ratios = Ratios()
    for busbw in (175.0, 350.0, 525.0, 700.0, 999.0):
        ratios.add(PrintedNumber(busbw / 1.75 if busbw < 900 else 400.0, 0.005), PrintedNumber(busbw, 0.005))
    assert ratios.ranks(twice=True) == (8, 8)


def test_without_lines_around_the_numbers_say_collective_and_ranks() -> None:
    table = records(HEAD + nccl_rows(ranks=16))[0].table
    assert (table.collective, table.ranks, table.nodes) == ("all_reduce", 16, None)
    table = records(HEAD + nccl_rows(collective="reduce_scatter", ranks=16))[0].table
    assert (table.collective, table.ranks) == ("reduce_scatter", 16)
    unchecked = nccl_rows(collective="alltoall", redop="none", in_place_wrong="N/A")
    assert records(HEAD + unchecked)[0].table.collective == "all_to_all"
    table = records(HEAD + nccl_rows(collective="gather", redop="none", root="0", ranks=4))[0].table
    assert table.collective is None
    assert table.ranks == 4
    assert "gather" in table.notes[0]
    assert "scatter" in table.notes[0]


def test_ranks_that_the_numbers_leave_open_are_not_guessed() -> None:
    # At a thousand ranks two decimals of a busbw of 200 GB/s allow many numbers.
    points = ((1 << 30, 19355.0, 19189.0), (2 << 30, 20218.0, 19883.0))
    table = records(HEAD + nccl_rows(points, ranks=1024))[0].table
    assert table.ranks is None
    assert any("busbw/algbw allows" in note for note in table.notes)


def test_a_device_list_that_leaves_lines_out_still_gives_the_ranks_by_its_highest() -> None:
    kept = [line for n, line in enumerate(devices(16, 2).splitlines()) if n in (0, 1, 8, 9, 16)]
    table = records("# nThread 1 nGpus 1 minBytes 8\n" + "\n".join(kept) + "\n" + HEAD + nccl_rows(ranks=16))[0].table
    assert (table.ranks, table.nodes, table.ranks_per_node) == (16, 2, 8)


def test_lines_around_that_contradict_the_numbers_give_way_with_a_note() -> None:
    table = records("# nThread 1 nGpus 1 minBytes 8\n" + devices(4) + HEAD + nccl_rows(ranks=16))[0].table
    assert table.ranks == 16
    assert table.notes[-1] == "the lines around say 4 ranks, counts or bandwidths say 16"
    text = nccl_log().replace("all_reduce_perf", "all_gather_perf")
    table = records(text)[0].table
    assert table.collective == "all_reduce"
    assert table.notes[0] == "the log names all_gather, which its redop, root and counts contradict"


def test_ranks_that_were_told_and_cannot_be_keep_the_records_out_of_fits() -> None:
    found = records(nccl_log(ranks=8), Told(ranks=6))
    assert {record.flags for record in found} == {(flags.CONFLICT,)}
    assert found[0].table.ranks == 6
    assert {record.flags for record in records(nccl_log(ranks=8), Told(ranks=8))} == {()}


def test_a_row_whose_bandwidth_is_not_size_over_time_is_refused_with_its_line() -> None:
    text = HEAD + nccl_rows().replace("1342.2", "1842.2")
    assert times(records(text)) == [(1024, 12.34), (1 << 20, 35.0)]
    (one,) = refusals(text)
    assert one.line == 6
    assert one.reason.startswith("the first columns: the printed bandwidth 50")
    in_place = [record for record in records(text) if record.size == 64 << 20]
    assert [record.in_place for record in in_place] == [True]


def test_a_wrong_digit_in_the_first_row_does_not_turn_the_others_away() -> None:
    text = HEAD + nccl_rows([POINTS[2], POINTS[1], POINTS[2], POINTS[2]]).replace("1342.2", "1250.0", 1)
    assert len(refusals(text)) == 1
    assert len(records(text)) == 7


def test_a_size_that_is_no_multiple_of_its_count_is_refused() -> None:
    text = HEAD + nccl_rows().replace("67108864", "67108865")
    assert refusals(text)[0].reason == "size 67108865 is no multiple of count 16777216 times 4 bytes"


def test_the_old_algorithm_bandwidth_of_all_gather_is_known_by_its_own_bus_bandwidth() -> None:
    # Before June 2020 algbw was already times (p-1)/p, like busbw.
    rows = ""
    for size, time in ((8 << 20, 100.0), (64 << 20, 700.0)):
        bus = size / time / 1e3 * 7 / 8
        four = f"  {time:7.2f}  {bus:6.2f}  {bus:6.2f}  0e+00"
        rows += f"{size:12d}  {size // 32:12d}     float{four}{four}\n"
    head = "#       size         count      type     time   algbw   busbw  error     time   algbw   busbw  error\n"
    found = records(head + rows)
    assert [record.seconds for record in found] == [1e-4, 1e-4, 7e-4, 7e-4]
    assert found[0].table.ranks == 8
    assert found[0].algbw == pytest.approx((8 << 20) / 1e-4)
    assert "algbw is of the old kind, already times (p-1)/p" in found[0].table.notes


def test_a_csv_of_nccl_columns_in_nanoseconds_is_checked_by_its_bus_bandwidth() -> None:
    points = ((1 << 30, 5442800), (1 << 28, 1442800), (1 << 20, 51400))
    head = "size(B),count,type,time(ns),busbw(GB/s),time(ns),busbw(GB/s)\n"
    rows = "".join(f"{s},{s // 4},float,{t},{s / t * 1.5:.2f},{t},{s / t * 1.5:.2f}\n" for s, t in points)
    found = records(head + rows)
    assert times(found) == [(size, time / 1e3) for size, time in points]
    assert (found[0].table.collective, found[0].table.ranks) == ("all_reduce", 4)
