"""Boxes of eight cards in a mesh in the place of the switched ones: a ring inside has one link of seven, by hand."""

from math import sqrt
from pathlib import Path
from shutil import copytree

import pytest

from estimator.estimate.result import EstimateTable
from estimator.jobs.work import Worked, work_out
from tests.examples.opened import SPECS, worked


@pytest.fixture(scope="module")
def meshed(tmp_path_factory: pytest.TempPathFactory) -> Worked:
    """The 5T example on boxes in a mesh."""
    copied = tmp_path_factory.mktemp("mesh") / "specs"
    copytree(SPECS, copied)
    spec: Path = copied / "moe_5t.yaml"
    text = spec.read_text("utf-8")
    assert "platforms/asic_x.yaml" in text
    spec.write_text(text.replace("platforms/asic_x.yaml", "platforms/mesh_box.yaml"), "utf-8")
    return work_out(spec)


def ends(table: EstimateTable, name: str) -> tuple[float, float]:
    found = table.operations[name]
    return found.optimistic.total_s, found.conservative.total_s


@pytest.mark.parametrize(
    ("name", "ranks", "n"), [("tp_all_gather", 4, 16384 * 8192 * 2), ("cp_kv_gather", 2, 32768 * 2 * 256 * 2)]
)
def test_a_ring_inside_a_box_sends_over_one_link(meshed: Worked, name: str, ranks: int, n: int) -> None:
    # p - 1 steps of 3 us, a p-th each at 25 GB/s; with compute 9 us and 19 GB/s, T0 12 us, knee 1.7 sqrt(A X).
    steps = ranks - 1
    starts, moved = steps * 9e-6, steps * n / ranks / 19e9
    late = 12e-6 + starts + moved + 1.7 * sqrt(starts * moved)
    assert ends(meshed.table, name) == pytest.approx((steps * 3e-6 + steps * n / ranks / 25e9, late), rel=1e-9)


def test_what_leaves_the_box_takes_as_long_as_from_a_switched_one(meshed: Worked) -> None:
    switched = worked("moe_5t").table
    for name in ("pp_send", "expert_gradient", "weight_sync"):
        assert ends(meshed.table, name) == ends(switched, name)


def test_the_5t_example_has_no_errors_on_boxes_in_a_mesh(meshed: Worked) -> None:
    assert [problem.text() for problem in meshed.findings if problem.severity == "error"] == []
