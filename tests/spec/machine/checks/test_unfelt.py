"""What has no effect on the machine of a spec is told, once, where it is written."""

import pytest

from tests.spec.examples import warnings
from tests.spec.machine.machines import MESH, RAILS, SHARED, SHORT, TORUS, spec_on


def idle(machine: str, group: str, *changes: str, extra: str = "") -> list[str]:
    found = warnings(spec_on(machine, group, *changes, extra=extra))
    return [line.split(": ", 1)[1] for line in found if "no group uses this path" not in line]


@pytest.mark.parametrize("machine", [MESH, RAILS, SHARED, SHORT, TORUS])
def test_a_machine_as_it_should_be_has_no_warning(machine: str) -> None:
    assert idle(machine, "{shape: [2, 2]}") == []


@pytest.mark.parametrize(
    ("machine", "changes", "place", "words"),
    [
        (RAILS, ("nvl: {", "nvl: {wiring: rails, "), "paths.nvl.wiring", "single ranks have no index"),
        (
            MESH,
            ("ranks: 4096", "ranks: 8", "roce: {", "roce: {wiring: ring, "),
            "paths.roce.wiring",
            "one unit to join",
        ),
        (
            RAILS,
            ("rail: {", "rail: {nics: 4, "),
            "paths.rail.nics",
            "none of its NICs has a rate; write",
        ),
        (MESH, ("roce: {exclusive: {", "roce: {exclusive: {hop: 1 us, "), "paths.roce.exclusive.hop", "remove hop"),
        (RAILS, ("ranks: 256,", "ranks: 256, of: 64,"), "levels[1].of", "rail has no links between units"),
    ],
)
def test_what_nothing_feels_is_told_once(machine: str, changes: tuple[str, ...], place: str, words: str) -> None:
    (found,) = idle(machine, "{shape: [2]}", *changes)
    assert found.startswith(f"platform.{place}: has no effect: ")
    assert words in found


def test_groups_at_once_that_share_nothing_are_told() -> None:
    (found,) = idle(MESH, "{shape: [4, 2], at_once: {box: 2}}")
    assert found.startswith("groups.all.at_once.box: has no effect: groups that cross a box share nothing")
    cut = "  cuts: {nics: {boundary: box, exclusive: {bandwidth: 192 GB/s}, from: talk}}\n"
    assert idle(MESH, "{shape: [4, 2], at_once: {box: 2}}", extra=cut) == []
    assert idle(SHARED, "{shape: [4, 2], at_once: {box: 2}}") == []
    assert idle(TORUS, "{shape: [4], stride: {x: 4}, at_once: {x: 4}}") == []
