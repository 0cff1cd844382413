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
