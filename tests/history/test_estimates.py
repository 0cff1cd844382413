"""Estimates that moved, and the places of the spec that moved them; sums worked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.history.versions import BASE, between, directions, edited

NO_KNEE = ("knee: {k: [0, 1.7], from: talk}", "knee: {k: 0, from: talk}")
CUTS = (
    "  cuts:\n    nics: {boundary: node, exclusive: {bandwidth: 384 GB/s}, loaded: {bandwidth: 300 GB/s}, from: talk}\n"
)
PLAIN = edited(NO_KNEE, (CUTS, ""))
ACROSS = "multi_group:  {alpha: [10 us, 20 us], bandwidth: [46 GB/s, 38 GB/s]"
ALPHA = "platform.paths.across.multi_group.alpha"
BANDWIDTH = "platform.paths.across.multi_group.bandwidth"
SPECS = Path(__file__).parents[2] / "specs"
N = 2**28  # bytes of the gradient, 2**26 elements of four


def test_one_start_up_that_grew_is_the_whole_cause() -> None:
    after = edited((ACROSS, ACROSS.replace("20 us", "25 us")), text=PLAIN)
    moved = between(PLAIN, after).estimates.moved
    assert list(moved) == ["gradient"]
    # A ring AllReduce of 16 ranks starts 30 messages, each 5 us later.
    assert moved["gradient"].because.conservative == pytest.approx({ALPHA: 150e-6})
    assert not moved["gradient"].because.optimistic


def test_start_up_and_rate_share_the_difference_as_the_formula_has_them() -> None:
    after = edited((ACROSS, ACROSS.replace("20 us", "25 us").replace("38 GB/s", "40 GB/s")), text=PLAIN)
    one = between(PLAIN, after).estimates.moved["gradient"]
    # Each rank sends 2 * 15/16 of n.
    saved = 2 * 15 / 16 * N * (1 / 40e9 - 1 / 38e9)
    assert one.because.conservative == pytest.approx({ALPHA: 150e-6, BANDWIDTH: saved})
    assert sum(one.because.conservative.values()) == pytest.approx(one.after[1] - one.before[1], rel=1e-9)


def test_the_knee_passes_on_what_its_start_ups_and_rates_did() -> None:
    before = edited((CUTS, ""))
    after = edited((ACROSS, ACROSS.replace("20 us", "25 us")), text=before)
    one = between(before, after).estimates.moved["gradient"]
    # 1.7 * sqrt(A * X * n), A = 600 us and then 750 us, X = 1.875 / 38 GB/s + 0.9375 / 800 GB/s.
    knee = [1.7 * (a * (1.875 / 38e9 + 0.9375 / 800e9) * N) ** 0.5 for a in (600e-6, 750e-6)]
    assert one.because.conservative == pytest.approx({ALPHA: 150e-6 + knee[1] - knee[0]})


def test_two_causes_of_the_knee_are_told_apart() -> None:
    before = edited((CUTS, ""))
    after = edited((ACROSS, ACROSS.replace("20 us", "25 us")), ("k: [0, 1.7]", "k: [0, 1.5]"), text=before)
    one = between(before, after).estimates.moved["gradient"].because.conservative
    assert set(one) == {ALPHA, "platform.knee.k"}
    assert one[ALPHA] > 150e-6
    assert one["platform.knee.k"] < 0.0


@pytest.mark.parametrize(
    ("was", "now", "cause"),
    [
        ("tensor: {shape: [67108864]", "tensor: {shape: [33554432]", "operations.gradient.tensor.shape"),
        ("dp: {size: 16", "dp: {size: 32", "groups.dp.size"),
        ("ring}\n    condition: [m", "rabenseifner}\n    condition: [m", "operations.gradient.algorithm.name"),
        ("condition: [multi_group]\n    per", "condition: [with_compute]\n    per", "operations.gradient.condition"),
        ("loaded: {bandwidth: 300 GB/s}", "loaded: {bandwidth: 200 GB/s}", "platform.cuts.nics.loaded.bandwidth"),
    ],
)  # fmt: skip
def test_another_call_is_its_own_cause(was: str, now: str, cause: str) -> None:
    found = between(BASE, edited((was, now)))
    one = found.estimates.moved["gradient"]
    assert set(one.because.conservative) == {cause}
    assert sum(one.because.conservative.values()) == pytest.approx(one.after[1] - one.before[1], rel=1e-9)


def test_the_step_says_what_more_overlap_saved() -> None:
    found = between(PLAIN, edited(("overlap: [0.7, 0.6]", "overlap: [0.7, 0.7]"), text=PLAIN))
    assert not found.estimates.moved
    exposed = found.estimates.exposed
    assert exposed is not None
    saved = exposed.after[1] - exposed.before[1]
    assert exposed.because.conservative == pytest.approx({"operations.dispatch.overlap": saved})
    # A tenth of 64 calls is no longer exposed.
    time = found.after.table.operations["dispatch"].step.time.conservative
    assert saved == pytest.approx(-0.1 * 64 * time)


def test_a_set_that_closes_by_less_says_by_how_much() -> None:
    found = between(BASE, edited(("exposed_communication: 20 %", "exposed_communication: 18 %")))
    before, after = found.closing.margin
    assert before is not None
    assert after is not None
    assert after - before == pytest.approx(-0.02 * 4.0)  # 2 % of a step of 4 s
    assert (found.closing.before, found.closing.after) == ("yes", "yes")


def test_a_limit_that_better_overlap_loosens_is_marked_and_named() -> None:
    found = between(BASE, edited(("overlap: [0.7, 0.6]", "overlap: [0.7, 0.7]")))
    loosened = found.changed["R-BUD"].loosened
    assert loosened is not None
    assert loosened.because == ("operations.dispatch.overlap",)
    assert (loosened.by, loosened.needs_approval) == ("assumption", True)
    # 250 ms / 64 calls: 9.76 ms at 60 % hidden, 13 ms at 70 %, both less 5 us of sync and rounded down.
    assert loosened.ratio == pytest.approx(13.0 / 9.76)
    assert found.to_approve == ("R-BUD",)


def test_a_limit_that_a_measurement_loosens_says_so() -> None:
    inside = "exclusive:    {alpha: [3 us, 4 us], bandwidth: [200 GB/s, 180 GB/s], per: rank, from: talk}"
    measured = inside.replace("180 GB/s", "165 GB/s").replace("talk", "bench")
    found = between(BASE, edited((inside, measured)))
    loosened = found.changed["R-EST"].loosened
    assert loosened is not None
    assert loosened.because == ("platform.paths.inside.exclusive.bandwidth",)
    assert (loosened.by, loosened.needs_approval) == ("measurement", True)
    assert [(one.path, one.before, one.after) for one in found.replaced] == [
        ("platform.paths.inside.exclusive", "assumed", "measured")
    ]


def test_a_limit_that_somebody_loosened_by_hand_needs_no_mark() -> None:
    found = between(BASE, edited(("at_most: 20 ms", "at_most: 25 ms")))
    assert found.changed["R-LIT"].loosened is None
    assert not found.to_approve


def test_two_changes_of_what_is_called_are_told_apart() -> None:
    size = ("tensor: {shape: [67108864]", "tensor: {shape: [33554432]")
    group = ("dp: {size: 16", "dp: {size: 32")
    one = between(PLAIN, edited(size, group, text=PLAIN)).estimates.moved["gradient"].because.conservative
    # In the order of the spec: the group first, at the old size, then half the bytes on the larger group.
    alpha, rate, add = 20e-6, 1 / 38e9, 1 / 800e9
    times = [2 * (p - 1) * alpha + (p - 1) / p * n * (2 * rate + add) for p, n in ((16, N), (32, N), (32, N / 2))]
    assert one == pytest.approx(
        {"groups.dp.size": times[1] - times[0], "operations.gradient.tensor.shape": times[2] - times[1]}
    )


def test_a_place_that_does_not_touch_a_call_is_no_cause_of_it() -> None:
    edits = (("dp: {size: 16", "dp: {size: 32"), ("tensor: {shape: [8192, 8192]", "tensor: {shape: [4096, 8192]"))
    moved = between(PLAIN, edited(*edits, text=PLAIN)).estimates.moved
    assert set(moved["gradient"].because.conservative) == {"groups.dp.size"}
    assert set(moved["gather"].because.conservative) == {"operations.gather.tensor.shape"}


def test_a_cell_that_another_takes_the_name_of_is_no_moved_limit() -> None:
    text = (SPECS / "h800_expert_parallel.yaml").read_text("utf-8")
    found = between(text, edited(("ep: 64", "ep: 32"), text=text))
    assert set(directions(found).values()) <= {"both", "looser", "tighter"}
    assert found.changed
