"""What command lines and shells around a table say of the run, and what they do not."""

from __future__ import annotations

from estimator.tools.records import Table
from tests.tools.readers.test_other_tools import HCCL_HEAD, hccl
from tests.tools.readers.written import HEAD, OLD_HEAD, nccl_rows, osu_log, records, refusals


def tables(text: str) -> list[Table]:
    return list({record.table.number: record.table for record in records(text)}.values())


def test_a_command_over_several_lines_is_one_command() -> None:
    text = "mpirun --oversubscribe -np 16 \\\n  ${HOME}/bin/all_reduce_test \\\n  -b 8192 -d fp32 -o sum -p 8\n"
    (table,) = tables(text + HCCL_HEAD + hccl(8192, 764.55))
    assert (table.collective, table.ranks, table.nodes, table.ranks_per_node) == ("all_reduce", 16, 2, 8)
    assert (table.dtype, table.redop) == ("fp32", "sum")


def test_a_backslash_after_a_row_joins_nothing() -> None:
    rows = nccl_rows().splitlines()
    assert len(records(HEAD + "\n".join(f"{row} \\" for row in rows) + "\n")) == 2 * len(rows)


def test_a_program_started_with_one_device_does_not_say_how_many_did() -> None:
    text = "all_reduce_perf -b 25M -e 25M -f 1 -g 1 -c 1 -n 100\n"
    labelled = "".join(f" 0: {line}\n" for line in (HEAD + nccl_rows(ranks=16)).splitlines())
    (table,) = tables(text + labelled)
    assert (table.collective, table.ranks, table.nodes) == ("all_reduce", 16, None)
    assert refusals(text + labelled) == []


def test_a_command_of_another_number_of_ranks_says_nothing_of_the_nodes() -> None:
    (table,) = tables("./build/all_reduce_perf -g 8\n" + HEAD + nccl_rows(ranks=16))
    assert (table.ranks, table.nodes, table.ranks_per_node) == (16, None, None)


def test_runs_that_differ_by_what_the_shell_set_before_are_no_repeats() -> None:
    run = "mpirun -n 2 ./osu_bw D D\n" + osu_log("Latency")
    text = "".join(f"export HIP_VISIBLE_DEVICES=0,{other}\nexport ROCM_PATH=/opt\n{run}" for other in (1, 2))
    assert [(table.repeat, table.environment) for table in tables(text)] == [
        (1, (("HIP_VISIBLE_DEVICES", "0,1"),)),
        (1, (("HIP_VISIBLE_DEVICES", "0,2"),)),
    ]


def test_a_version_that_prints_no_root_is_believed_what_it_names() -> None:
    text = (
        "./broadcast_perf -b 8 -e 128M -g 4\n" + OLD_HEAD + nccl_rows(collective="broadcast", redop="none", root=None)
    )
    (table,) = tables(text)
    assert (table.collective, table.ranks) == ("broadcast", 4)


def test_a_prompt_in_brackets_before_results_in_json_is_no_json() -> None:
    row = '"count": 262144, "type": "float", "redop": "none", "root": "-1", "oop_time": 140.0, "oop_algbw": 7.489829'
    text = (
        "[me@node ~]$ ./nccl_alltoall_perf -b 1M -g 8 --json\n"
        '{"identifier": "nccl-tests structured output", "version": "2.26.6", "benchmark": [{"1048576": {'
        f'{row}, "oop_busbw": 6.553600, "oop_error": 0.0}}}}]}}\n'
    )
    text = text.replace("262144", "32768")
    (one,) = records(text)
    assert (one.size, one.seconds, one.line, one.table.collective, one.table.ranks) == (
        *(1 << 20, 140.0e-6, 2, "all_to_all", 8),
    )
    assert refusals(text) == []
