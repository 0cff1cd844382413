"""The commands printed on the cards of all examples can be run: hosts, processes, groups, conditions, load.

How a tool forms its groups is simulated here from its own description: Open MPI numbers processes host by host,
nccl-tests gives process r the r-th visible device of its host (or the device of that number) and puts processes with
one value of ``NCCL_TESTS_SPLIT`` in a group.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from functools import cache
from operator import and_, floordiv, mod
from typing import NamedTuple

import numpy as np
import pytest

from estimator.require.place import Place
from estimator.spec.document import Spec
from estimator.spec.groups.placed import placed
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.tools.by_kit import by_kit
from estimator.tools.catalogue import commands
from estimator.tools.tool import Command
from tests.examples.opened import NAMES, worked

Where = tuple[int, int]
"""Host, counted from 0 in the run, and device."""
OPERATIONS: dict[str, Callable[[int, int], int]] = {"DIV": floordiv, "MOD": mod, "AND": and_, "": lambda r, v: 0}


class Card(NamedTuple):
    """One command of one requirement."""

    spec: Spec
    requirement: str
    command: Command
    place: Place


@cache
def cards(name: str) -> tuple[Card, ...]:
    """All commands of an example that a public tool runs."""
    found = worked(name)
    spec = found.opened.spec
    return tuple(
        Card(spec, one, command, next(b.place for b in expanded.blocks if b.place.group == command.group))
        for one, expanded in found.expanded.items()
        for command in commands(spec, one, expanded)
        if command.group in {block.place.group for block in expanded.blocks}
    )


def every() -> Iterator[Card]:
    for name in NAMES:
        yield from cards(name)


def words_of(card: Card) -> list[str]:
    """The words of the launch, of a loop its body's."""
    return shlex.split(card.command.line.partition("; do ")[2] or card.command.line)


def after(words: list[str], flag: str) -> str:
    return words[words.index(flag) + 1] if flag in words else ""


def environment(words: list[str]) -> dict[str, str]:
    """What -x passes to the processes."""
    passed = [words[at + 1] for at, word in enumerate(words[: words.index(_program(words))]) if word == "-x"]
    return dict(one.split("=", 1) for one in passed)


def _program(words: list[str]) -> str:
    return next(word for word in words if word.startswith("./"))


def formed(card: Card) -> list[set[Where]]:
    """The groups that the tool forms, by the host and device of every process."""
    words = words_of(card)
    each, given = int(after(words, "-N")), environment(words)
    devices = [int(one) for one in given.get("CUDA_VISIBLE_DEVICES", "").split(",") if one] or list(range(each))
    operation, _, value = given.get("NCCL_TESTS_SPLIT", "").partition(" ")
    found: dict[int, set[Where]] = {}
    for process in range(int(after(words, "-np"))):
        colour = OPERATIONS[operation](process, int(value, 0) if value else 0)
        found.setdefault(colour, set()).add((process // each, devices[process % each]))
    return list(found.values())


def of_layout(spec: Spec, group: str) -> list[list[Where]]:
    """Host and device of the ranks of every group of a kind, as layout or spec says; hosts are nodes here."""
    placing = placed(spec, group)
    index = placing.index[:, None, :] if placing.kin is None else placing.kin
    widths = np.cumprod([1, *placing.machine.of])[:-1]
    ranks = np.tensordot(widths, index, axes=1)
    return [
        [(int(rank) // spec.platform.host_ranks, int(rank) % spec.platform.host_ranks) for rank in one] for one in ranks
    ]


def renumbered(where: list[Where]) -> set[Where]:
    """With the hosts of the group counted from 0."""
    hosts = sorted({host for host, _ in where})
    return {(hosts.index(host), device) for host, device in where}


def shifted(where: set[Where], by: int) -> set[Where]:
    return {(host, device + by) for host, device in where}


NCCL = [card for card in every() if "_perf" in card.command.line]


def test_there_is_something_to_try() -> None:
    assert len(NCCL) > 50
    assert {card.command.group for card in NCCL} >= {"dp_cp", "tp", "cp", "edp", "pp_pair"}
    assert any("SPLIT=MOD" in card.command.line for card in NCCL)
    assert any("SPLIT=DIV" in card.command.line for card in NCCL)
    assert any("SPLIT=AND" in card.command.line for card in NCCL)


@pytest.mark.parametrize("name", NAMES)
def test_no_host_holds_more_than_it_has_and_no_run_more_than_the_platform(name: str) -> None:
    for card in cards(name):
        words = words_of(card)
        if "-N" not in words:
            continue
        platform = card.spec.platform
        assert int(after(words, "-N")) <= platform.host_ranks, card.requirement
        assert int(after(words, "-np")) <= platform.machine.ranks[-1], card.requirement


def test_every_group_that_a_tool_forms_is_one_of_the_layout() -> None:
    for card in NCCL:
        layout = [renumbered(one) for one in of_layout(card.spec, card.command.group)]
        groups = formed(card)
        words = words_of(card)
        started = card.command.at_once if "NCCL_TESTS_SPLIT" in environment(words) else 1
        assert len(groups) == started, card.command.line
        for group in groups:
            mine = {(sorted({h for h, _ in group}).index(host), device) for host, device in group}
            # A group that the spec gives in numbers has others of its kind further on in every node.
            known = mine in layout or any(shifted(layout[0], by) == mine for by in range(card.spec.platform.host_ranks))
            assert known, (card.requirement, card.command.line)


def test_the_data_parallel_group_of_the_large_example_is_every_fourth_rank() -> None:
    """The groups of dp_cp are 0, 4, 8, ...: a mask of 0x6 would join 0 and 1."""
    (card, *_) = [card for card in NCCL if card.command.group == "dp_cp"]
    assert "'NCCL_TESTS_SPLIT=MOD 4'" in card.command.line
    assert sorted(map(min, formed(card))) == [(0, 0), (0, 1), (0, 2), (0, 3)]
    assert {(host, device) for host in range(2) for device in (0, 4)} <= min(formed(card), key=min)


def test_a_run_has_the_nodes_that_its_test_asks_for() -> None:
    for card in NCCL:
        requirement = card.spec.requirements[card.requirement]
        assert isinstance(requirement, MeasurableRequirement)
        least, reason = requirement.test.nodes_min, requirement.test.nodes_reason
        if least is None or reason is not None or card.place.nodes == 1 or "sendrecv" in card.command.line:
            continue
        words = words_of(card)
        hosts = int(after(words, "-np")) // int(after(words, "-N"))
        nodes = hosts * card.spec.platform.host_ranks // card.spec.platform.ranks_per_node
        assert nodes >= least, (card.requirement, card.command.line)


@pytest.mark.parametrize("name", NAMES)
def test_every_condition_is_told_beside_the_command_with_its_other_groups_and_its_load(name: str) -> None:
    for card in cards(name):
        expanded = worked(name).expanded[card.requirement]
        conditions = {block.condition for block in expanded.blocks}
        for condition in conditions if len(conditions) > 1 or conditions != {"exclusive"} else ():
            (part,) = re.findall(rf"condition {condition}: [^;]*(?:; with_compute: [^;]*)?", card.command.note_en)
            if card.command.at_once > 1:
                more = card.command.at_once - 1
                assert f"with {more} more group{'s' if more > 1 else ''} of {card.command.group}" in part
            if condition == "with_compute":
                assert "load: " in part
        assert len(re.findall("条件 ", card.command.note_zh)) >= (len(conditions) if len(conditions) > 1 else 0)


def test_what_no_public_tool_runs_has_no_command_and_is_left_to_the_kit_with_its_members_and_rule() -> None:
    seen = 0
    for name in NAMES:
        spec = worked(name).opened.spec
        for one, expanded in worked(name).expanded.items():
            uneven = [block for block in expanded.blocks if block.skew != 1.0]
            for left in by_kit(spec, one, expanded):
                seen += 1
                assert left.en.startswith("to be run by the test kit: ")
                if uneven and left.group == uneven[0].place.group:
                    assert "send matrix by the rule of the test method: skew " in left.en
                    assert "ranks 0" in left.en
                assert "_bench" not in left.en + left.zh
            for command in commands(spec, one, expanded):
                assert "_bench" not in command.line
    assert seen > 10
