"""What the numbers of a table say of collective and ranks where no line does."""

from __future__ import annotations

import pytest

from tests.tools.readers.written import OLD_HEAD, nccl_rows, records

SMALL = ((256, 24.35, 24.08), (512, 25.48, 25.99), (1024, 34.96, 35.66), (2048, 36.0, 36.1))
"""Bandwidths of a hundredth of a GB/s or two: to divide one by the other says nothing."""


@pytest.mark.parametrize(("ranks", "collective"), [(16, "all_reduce"), (2, None)])
def test_small_sizes_tell_an_all_reduce_of_many_from_a_message_by_size_over_time(
    ranks: int, collective: str | None
) -> None:
    found = records(OLD_HEAD + nccl_rows(SMALL, ranks=ranks, root=None, wrong="1e-07"))
    assert {record.table.collective for record in found} == {collective}


def test_collectives_that_cannot_be_told_apart_may_still_agree_on_the_ranks() -> None:
    # busbw / algbw = 7/8 of every one that is open.
    head = (
        "# Initializing MSCCL++\n#                                    in-place                       out-of-place\n"
        "#       size         count     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong\n"
        "#        (B)    (elements)     (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)\n"
    )
    (one,) = records(f"{head}  1073741824      33554432{' ' * 37}7158.3  150.00  131.25      0\n")
    assert (one.table.collective, one.table.ranks, one.in_place) == (None, 8, False)


def test_a_bus_bandwidth_that_no_number_of_ranks_has_is_noted() -> None:
    text = "nccom-test allr -r 32 -b 1M\nsize(B)    count(elems)  type    time(us)   algbw(GB/s)  busbw(GB/s)\n"
    (one,) = records(f"{text}1048576    262144        fp32    2156.2     0.49         15.11\n")
    assert one.table.ranks == 32
    assert "busbw/algbw is that of no number of ranks" in one.table.notes
