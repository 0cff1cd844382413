"""The machines and groups of the page about machines are in order as they stand there."""

import re
from pathlib import Path

import pytest

from tests.spec.examples import messages
from tests.spec.machine.machines import HEAD, TAIL, TORUS, spec_on

PAGE = (Path(__file__).parents[3] / "docs" / "machines.md").read_text("utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
MACHINES = [block for block in BLOCKS if "levels:" in block]
GROUPS = [block for block in BLOCKS if block.startswith("groups:")]


def test_the_page_has_machines_and_groups() -> None:
    assert (len(MACHINES), len(GROUPS)) == (4, 1)


@pytest.mark.parametrize("block", MACHINES, ids=lambda block: block.splitlines()[0])
def test_a_machine_of_the_page_is_in_order(block: str) -> None:
    lines = "".join(f"  {line}\n" for line in block.splitlines())
    assert messages(spec_on("\n" + lines, "{shape: [2]}")) == []


def test_its_groups_lie_on_its_torus() -> None:
    groups = GROUPS[0] + "  all: {shape: [2]}\n"
    layout = "layout: {world: 1024, tp: 4, dp: 256}\n"
    assert messages(f"{HEAD}platform:\n  name: machine{TORUS}{layout}{groups}{TAIL}") == []
