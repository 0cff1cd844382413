"""Lines of DeepEP's tests: its second version, times without a transfer, a tuning without its end."""

from __future__ import annotations

from estimator.tools.records import UNKNOWN_N
from tests.tools.readers.written import records, refusals


def test_the_second_version_names_ranks_and_bytes_and_tells_settings_apart() -> None:
    text = (
        "> Testing with do_handle_copy=1, use_fp8_dispatch=1, num_bias=0 ...\n"
        "   * EP:   0/16 | dispatch: 35 GB/s (SO), 203 GB/s (SU), 864.688 us, 175531664 bytes | copy: 9 GB/s, 9.1 us\n"
        "   @ EP:   0/16 | combine: 36 GB/s (SO), 208 GB/s (SU), 1614.000 us, 335712000 bytes\n"
        "> Testing with do_handle_copy=1, use_fp8_dispatch=0, num_bias=0 ...\n"
        "   * EP:   0/16 | dispatch: 39 GB/s (SO), 225 GB/s (SU), 1501.000 us, 337725000 bytes\n"
    )
    found = records(text)
    assert [(one.table.benchmark, one.table.dtype, one.size, one.line) for one in found] == [
        ("dispatch", "fp8_e4m3", 175531664, 2),
        ("combine", "", 335712000, 3),
        ("dispatch", "", 337725000, 5),
    ]
    assert {(one.table.ranks, one.n, one.flags) for one in found} == {(16, None, (UNKNOWN_N,))}
    assert len({one.table.number for one in found}) == 3


def test_a_report_may_leave_rank_and_bytes_out() -> None:
    (one,) = records("rank 0:\n  + reduced combine:   10 GB/s (SO),  35 GB/s (SU), 22370.132 us\n")
    assert (one.table.benchmark, one.table.ranks, one.size, one.seconds) == (
        *("reduced combine", None, None, 22370.132e-6),
    )


def test_times_without_the_transfer_and_a_tuning_without_its_best_are_refused() -> None:
    apart = "[rank 7] Dispatch send/recv time: 27.25 + 7.71 us | Combine send/recv time: 32.48 + 9.45 us\n"
    tuning = "[tuning] SMs 24, NVL chunk 24, RDMA chunk 28: 23.51 GB/s (RDMA), 77.57 GB/s (NVL)\n"
    assert [(one.line, one.reason) for one in refusals(tuning + apart)] == [
        (2, "times of sending and receiving without the transfer"),
        (1, "a tuning of DeepEP without its line of the best"),
    ]


def test_a_rate_of_one_link_alone_is_of_the_test_inside_one_node() -> None:
    text = (
        "$ mpirun -np 16 python3 tests/test_internode.py\n"
        "[tuning] Best combine: SMs 24, NVL chunk 3: 332.57 GB/s (NVL)\n"
        "[tuning] Best combine: SMs 24, NVL chunk 1, RDMA chunk 32: 22.66 GB/s (RDMA), 74.21 GB/s (NVL)\n"
    )
    assert [(one.table.benchmark, one.table.nodes, one.rate) for one in records(text)] == [
        ("combine (NVL)", 1, 332.57e9),
        ("combine (RDMA)", None, 22.66e9),
        ("combine (NVL)", None, 74.21e9),
    ]
    assert refusals(text) == []
