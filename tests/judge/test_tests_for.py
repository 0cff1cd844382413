"""What would test an open cell: the tool where it can, the kit where it cannot, nothing where no run shows it."""

from typing import Any

import pytest

from estimator.judge.tests_for import tests_for as commands_for
from tests.judge.scenes import CALL, TEST, acceptance, runs, spec_with

KIT = "commspec kit spec.yaml --only R"
SIZES = {"sizes": ["64 MiB"], "conditions": ["exclusive"]}
TIMED = {**CALL, "limit": {"at_most": "10 ms", "at": "64 MiB"}, "sweep": SIZES}
UNEVEN = {**CALL, "operation": "experts", "limit": {"at_most": "10 ms"}}


@pytest.mark.parametrize(
    ("requirement", "start"),
    [
        (TIMED, "mpirun -np 16 -N 8 ./build/all_reduce_perf -b 67108864 -e 67108864"),
        ({**TIMED, "metric": {"name": "time", "statistic": "p99"}}, KIT),  # nccl-tests tells means only
        ({**TIMED, "test": {**TEST, "tool": "a_bench"}}, KIT),
        ({**TIMED, "test": {**TEST, "command": "a_bench --all"}}, "a_bench --all"),
        ({**TIMED, "sweep": {"sizes": ["64 MiB"], "conditions": ["multi_group"]}}, KIT),  # nor the load beside it
        ({**TIMED, "test": {**TEST, "launch": "graph"}}, "mpirun -np 16 -N 8 ./build/all_reduce_perf"),
        ({**TIMED, "test": {**TEST, "launch": "graph", "tool": "hccl_test"}}, KIT),
        ({**UNEVEN, "sweep": {"skews": ["1.5"]}}, KIT),  # and makes no uneven load
        ({**UNEVEN, "sweep": {"skews": ["1.0"]}}, "mpirun -np 16 -N 8 ./build/alltoall_perf"),
        ({"kind": "capability", "item": "determinism", "statement": {"zh": "句", "en": "s"}}, ""),
    ],
)
def test_an_open_cell_has_what_would_test_it(requirement: dict[str, Any], start: str) -> None:
    worked = spec_with(requirement)
    found = acceptance(worked, [])
    commands = commands_for(found, worked.spec, worked.expanded, "spec.yaml")
    shown = {commands.get(cell.cell.key, "") for cell in found.untested}
    assert len(shown) == 1
    assert shown.pop().startswith(start)


def test_a_cell_that_is_judged_needs_no_test() -> None:
    worked = spec_with(TIMED)
    found = acceptance(worked, runs([0.009] * 3))
    assert commands_for(found, worked.spec, worked.expanded, "spec.yaml") == {}


def test_the_line_of_a_cell_is_the_one_that_runs_its_size() -> None:
    """Sizes of 1, 2 and 4 MiB are one sweep by 2; 3 MiB stands alone, and the operation's own n of 64 MiB too."""
    sweep = {"sizes": ["1 MiB", "2 MiB", "3 MiB", "4 MiB"], "conditions": ["exclusive"]}
    worked = spec_with({**CALL, "limit": {"at_most": "estimate.conservative"}, "sweep": sweep})
    found = acceptance(worked, [])
    commands = commands_for(found, worked.spec, worked.expanded, "spec.yaml")
    ran = {round((cell.cell.n or 0) / 2**20): commands[cell.cell.key].split(" -f ")[0] for cell in found.untested}
    assert {size: line.split("-b ")[1] for size, line in ran.items()} == {
        **dict.fromkeys((1, 2, 4), f"{2**20} -e {2**22}"),
        3: f"{3 * 2**20} -e {3 * 2**20}",
        64: f"{2**26} -e {2**26}",
    }


def test_a_slow_down_is_tested_with_what_it_is_set_against() -> None:
    call: dict[str, Any] = {
        "kind": "concurrency_slowdown",
        "collective": "reduce_scatter",
        "algorithm": "ring",
        "dtype": "bf16",
    }
    call |= {"redop": "sum", "test": TEST, "limit": {"at_most": "2"}}
    worked = spec_with({**call, "sweep": {"sizes": ["64 MiB"], "groups": ["rail"], "conditions": ["exclusive"]}})
    found = acceptance(worked, [])
    (command,) = set(commands_for(found, worked.spec, worked.expanded, "spec.yaml").values())
    assert len(command.split(" && ")) == 2
