"""The page computes what the tool computes: random changes of numbers over every algorithm of the catalogue."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from estimator.cost.entries.catalogue import ALGORITHMS
from estimator.estimate.result import EstimateTable
from estimator.estimate.steps.need import Needs
from estimator.jobs.inputs.overlays import estimated_under
from estimator.jobs.inputs.specs import open_spec
from estimator.require.closure import closure
from estimator.require.expand import expand
from estimator.spec.document import Spec
from tests.browser.conftest import Open
from tests.browser.review import PLACES, TABLE, random_changes
from tests.estimate.live.catalogue import every_algorithm
from tests.report.documents import documents

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SPECS = Path(__file__).parents[2] / "specs"
EXAMPLES = ("moe_5t", "dense_training", "torus", "lesson")


def same_as_the_table(page: dict[str, Any], table: EstimateTable, spec: Spec) -> None:
    """Times, exposed times, bounds, sums and the budget of a page are those of a table, to 1e-9."""
    assert [one["id"] for one in page["operations"]] == list(table.operations)
    for one in page["operations"]:
        row = table.operations[one["id"]]
        assert one["time"] == pytest.approx(list(row.time), rel=1e-9), row.id
        assert one["exposed"] == pytest.approx(list(row.step.exposed), rel=1e-9, abs=1e-15), row.id
        assert one["bound"] == pytest.approx(row.bound.seconds, rel=1e-9), row.id
    assert page["sums"][table.main]["total"] == pytest.approx(list(table.total), rel=1e-9)
    assert page["sums"][table.main]["exposed"] == pytest.approx(list(table.exposed), rel=1e-9)
    if page["budget"] is not None:
        closed = closure(Needs(spec, table), expand(spec, table))
        assert page["budget"]["met"] == pytest.approx(list(closed.musts_met), rel=1e-9)
        assert page["budget"]["closes"] == closed.closes


def compare(show: Open, html: str, spec: Path, folder: Path, changes: int, seed: int) -> None:
    """Hold a page against the tool after each of some random changes; the tool takes every one of them."""
    driver, random = show(html), Random(seed)
    places = driver.execute_script(PLACES)
    for _ in range(changes):
        page = driver.execute_script(TABLE, random_changes(random, places))
        overlay = folder / "overlay.yaml"
        overlay.write_text(page["overlay"], "utf-8")
        opened, table = estimated_under(spec, overlay)
        same_as_the_table(page, table, opened.spec)


@pytest.mark.parametrize("root", [False, True])
def test_a_hundred_random_changes_over_every_algorithm_give_what_the_tool_gives(
    show: Open, tmp_path: Path, root: bool
) -> None:
    text = json.dumps(every_algorithm(root=root))
    spec = tmp_path / "every.yaml"
    spec.write_text(text, "utf-8")
    assert len(estimated_under_itself(spec).operations) == len(ALGORITHMS) > 90
    compare(show, documents(text)["en"].html, spec, tmp_path, CHANGES, seed=7 + root)


CHANGES = 100
ASKED = ("alpha", "bandwidth", "launch", "skew", "overlap", "window", "compute_slowdown", "sync", "reorder", "knee")
"""What a reviewer may change, as a page names it."""


def test_the_random_changes_move_every_kind_of_number_that_a_reviewer_may_change(show: Open) -> None:
    moved: set[str] = set()
    for root in (False, True):
        driver, random = show(documents(json.dumps(every_algorithm(root=root)))["en"].html), Random(7 + root)
        places = driver.execute_script(PLACES)
        of = {place["path"]: place["of"].rpartition(".")[2] for place in places}
        moved |= {of[path] for _ in range(CHANGES) for path, _ in random_changes(random, places)}
    assert set(ASKED) | {"link", "message_rate", "root"} <= moved


def estimated_under_itself(spec: Path) -> EstimateTable:
    """The table of a spec under an overlay that sets nothing."""
    nothing = spec.with_name("nothing.yaml")
    nothing.write_text("set: {}\n", "utf-8")
    return estimated_under(spec, nothing)[1]


POD = """
commspec: 1
document: {id: DEMO, version: "0.1", title: pod}
platform:
  name: pod
  ranks_per_node: 8
  nodes: 4
  knee: {k: [0, 1.7]}
  paths:
    up: {location: intra_node, exclusive: {alpha: [3 us, 5 us], bandwidth: [200 GB/s, 170 GB/s], per: rank}}
    out: {location: inter_node, exclusive: {alpha: [8 us, 10 us], bandwidth: [48 GB/s, 43 GB/s], per: rank}}
groups: {dp: {size: 32, ranks_per_node: 8, levels: [up, out]}}
operations:
  ar: {collective: all_reduce, group: dp, tensor: {bytes: 8 MiB, semantics: input}, algorithm: multi_ring}
"""
OUT = "platform.paths.out.exclusive.bandwidth"


@pytest.mark.parametrize(("root", "worst"), [("", 1.391e-3), (", root: {time: 20 us, at: 1 MiB}", 1.465e-3)])
def test_many_rings_and_a_root_at_a_quarter_of_the_bandwidth_take_what_was_worked_by_hand(
    show: Open, root: str, worst: float
) -> None:
    text = POD.replace("[200 GB/s, 170 GB/s], per: rank", f"[200 GB/s, 170 GB/s], per: rank{root}")
    page = show(documents(text)["en"].html).execute_script(TABLE, [(OUT, (12e9, 10.75e9))])
    (found,) = page["operations"]
    assert found["time"][1] == pytest.approx(worst, rel=5e-4)


@pytest.mark.parametrize("name", EXAMPLES)
def test_random_changes_of_an_example_give_what_the_tool_gives(show: Open, tmp_path: Path, name: str) -> None:
    from estimator.jobs.build import build

    spec = SPECS / f"{name}.yaml"
    assert open_spec(spec).spec.operations
    built = build(spec, tmp_path / "out", languages=("en",), pdf=False)
    html = next(path for path in built.files if path.name == "requirements.en.html").read_text("utf-8")
    compare(show, html, spec, tmp_path, 15, seed=11)
