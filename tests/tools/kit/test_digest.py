"""The program of a kit and the tool give what a cell runs the same digest, and another one to what runs otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from estimator.tools.kit.digest import digests
from estimator.tools.kit.whole import kit_of
from tests.judge.kit_cases import NAMES, opened
from tests.tools.kit.program import loaded

RUN = loaded()


def digest(name: str, at: int, **fields: Any) -> str:
    """The program's digest of a cell of an example, with some of its fields changed."""
    _, plan = opened(name)
    cell = {**plan["cells"][at], **fields}
    return str(RUN.digest_of(cell, plan["places"][cell["place"]]["groups"]))


@pytest.mark.parametrize("name", NAMES)
def test_the_program_and_the_tool_agree_on_every_cell(name: str) -> None:
    worked, plan = opened(name)
    found = digests(kit_of(worked.opened.spec, worked.expanded, "", "0").plan)
    assert [digest(name, at) for at in range(len(plan["cells"]))] == list(found.values())


def test_words_and_numbers_of_runs_are_no_part_of_it() -> None:
    _, plan = opened("lesson")
    procedure = {**plan["cells"][0]["procedure"], "iterations": 7, "repeats": 1}
    assert digest("lesson", 0, procedure=procedure, judges=[], seconds=[0, 1]) == digest("lesson", 0)


def test_another_seed_of_the_send_matrix_is_another_cell() -> None:
    _, plan = opened("moe_5t")
    at = next(place for place, cell in enumerate(plan["cells"]) if cell["matrix"])
    assert digest("moe_5t", at, matrix={**plan["cells"][at]["matrix"], "seed": 8}) != digest("moe_5t", at)
    assert digest("moe_5t", at, load=[]) != digest("moe_5t", at) or not plan["cells"][at]["load"]
