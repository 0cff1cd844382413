"""One thing that is other than the spec says, by hand: which law explains the times of several groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log

import pytest

from estimator.estimate.table import estimate
from estimator.evidence.fitting.series import Key
from estimator.judge.diagnosis.laws.law import Law
from estimator.judge.diagnosis.laws.telling import undecided
from estimator.judge.diagnosis.laws.weighing import Weighed, weighed
from estimator.judge.diagnosis.runs.promises import Promises
from estimator.judge.diagnosis.runs.run import DiagnosedRun, Sample, Seen
from estimator.judge.diagnosis.runs.view import views_of
from estimator.spec.load import load
from estimator.tools.records import Table
from tests.judge.diagnosis.setups.promised import Spec
from tests.judge.diagnosis.setups.wires import Wires

SIZES = tuple(2.0**k for k in range(10, 31, 2))
WIRES = Wires(4, (2e-6, 10e-6), (100e9, 20e9), 0.0)
SPEC = Spec(WIRES, 2, "all_gather", "ring", ("recursive_doubling",), "bare", 1.05)
"""A start-up of 10 us across, 2 us inside; 100 GB/s inside, 20 GB/s across; both ends 5 % from that."""


def run(collective: str, nodes: int, each: int, time: Callable[[float], float]) -> DiagnosedRun:
    table = Table(f"{collective}{nodes}x{each}", 1, 1, "nccl-tests")
    facts = {"collective": collective, "ranks": nodes * each, "nodes": nodes, "ranks_per_node": each}
    made = Table(table.source, 1, 1, "nccl-tests", **facts)  # type: ignore[arg-type]
    return DiagnosedRun(Key(collective), made, tuple(Sample(n, time(n)) for n in SIZES))


def judged(*runs: DiagnosedRun) -> Weighed:
    spec = load("d.yaml", {"d.yaml": SPEC.text().encode()}.__getitem__).spec
    promises = Promises(spec, estimate(spec))
    return weighed(views_of(Seen(runs), promises), promises)


def whole(start: float = 10e-6, rate: float = 20e9) -> DiagnosedRun:
    # A ring of eight ranks on two nodes: seven rounds of n/8, each waits for the path across.
    return run("all_gather", 2, 4, lambda n: 7 * start + 7 / 8 * n / rate)


def _of(other: DiagnosedRun) -> tuple[Key, Table]:
    return other.key, other.table


def inside(start: float = 2e-6, rate: float = 100e9) -> DiagnosedRun:
    return run("all_gather", 1, 4, lambda n: 3 * start + 3 / 4 * n / rate)


def pair(start: float = 10e-6, rate: float = 20e9) -> DiagnosedRun:
    return run("p2p", 2, 1, lambda n: start + n / rate)


def best(found: Weighed) -> Law:
    assert found.best is not None
    return found.best


def test_what_is_as_stated_needs_no_other_law() -> None:
    assert best(judged(whole(), inside(), pair())).name == "as_stated"


def test_a_path_across_of_a_third_slows_the_group_and_the_pair() -> None:
    law = best(judged(whole(rate=20e9 / 3), inside(), pair(rate=20e9 / 3)))
    assert (law.name, law.what) == ("path_slower", "out")
    assert law.factor == pytest.approx(3.0, rel=0.12)


def test_a_path_inside_of_a_third_leaves_what_crosses_alone() -> None:
    law = best(judged(whole(), inside(rate=100e9 / 3), pair()))
    assert (law.name, law.what) == ("path_slower", "up")


def test_start_ups_of_four_times_are_told_from_small_sizes() -> None:
    law = best(judged(whole(start=40e-6), inside(start=8e-6), pair(start=40e-6)))
    assert law.name in ("starts_later", "messages_later")  # without T0 they are one
    assert law.factor == pytest.approx(4.0, rel=0.12)


def test_a_slow_group_beside_a_pair_in_order_has_a_border() -> None:
    law = best(judged(whole(rate=5e9), pair(), inside()))
    assert law.name == "node_border"
    assert law.factors[0] == pytest.approx(4.0, rel=0.15)


def test_another_algorithm_fits_as_it_is() -> None:
    # Recursive doubling: inside 1/8 and 2/8 n, across 4/8 n, and three start-ups; promised was a ring.
    other = run("all_gather", 2, 4, lambda n: 14e-6 + n * (3 / 8 / 100e9 + 4 / 8 / 20e9))
    slow = Spec(WIRES, 2, "all_gather", "recursive_doubling", ("ring",), "bare", 1.05)
    spec = load("d.yaml", {"d.yaml": slow.text().encode()}.__getitem__).spec
    promises = Promises(spec, estimate(spec))
    assert best(weighed(views_of(Seen((other,)), promises), promises)).name == "as_stated"
    law = best(weighed(views_of(Seen((whole(),)), promises), promises))
    assert (law.name, law.what) == ("other_algorithm", "ring")


def test_both_collectives_take_another_algorithm() -> None:
    # Named are recursive doubling and halving; measured are rings, whose every round waits for the path across.
    second = "bytes: 1 MiB, dtype: fp32, semantics: input}}\n"
    more = f"  other: {{collective: reduce_scatter, group: whole, algorithm: recursive_halving, tensor: {{{second}"
    named = Spec(WIRES, 2, "all_gather", "recursive_doubling", (), "bare", 1.05).text() + more
    ring = {"all_gather": whole(), "reduce_scatter": run("reduce_scatter", 2, 4, lambda n: 70e-6 + 7 / 8 * n / 20e9)}
    spec = load("d.yaml", {"d.yaml": named.encode()}.__getitem__).spec
    promises = Promises(spec, estimate(spec))
    law = best(weighed(views_of(Seen(tuple(ring.values())), promises), promises))
    assert (law.name, law.what) == ("other_algorithm", "all_gather ring, reduce_scatter ring")
    assert max(law.misfits) == pytest.approx(0.0, abs=1e-9)


def test_a_start_up_that_only_the_smallest_sizes_show_is_shown() -> None:
    # Where transfer rules most sizes a line through all of them says little of the start-up; the smallest do.
    slow = judged(whole(start=40e-6)).pools[0]
    assert slow.beyond(largest=False) == pytest.approx(log(40 / 10.5), abs=0.02)
    assert slow.beyond(largest=True) < 0.0


def test_a_pair_quicker_than_stated_takes_nothing_from_the_law_of_the_group() -> None:
    # The pair has five times what is stated, as on a path that nobody named: no fault, and no word on the border.
    law = best(judged(whole(rate=5e9), pair(start=2e-6, rate=100e9), inside()))
    assert law.name == "node_border"
    assert max(law.misfits) < 0.02


def test_a_group_quicker_at_large_sizes_is_not_just_late() -> None:
    # Small sizes take twice as long, large ones a quarter: later start-ups leave that open.
    found = judged(run("all_gather", 2, 4, lambda n: 14 * 10e-6 + 7 / 8 * n / 80e9))
    (late,) = [law for law, _ in found.laws if law.name == "starts_later"]
    assert late.misfits[0] > 0.1


def test_of_three_repeats_one_that_is_late_says_nothing() -> None:
    good = whole()
    late = run("all_gather", 2, 4, lambda n: 3 * (70e-6 + 7 / 8 * n / 20e9))
    assert best(judged(good, good, late)).name == "as_stated"


def test_a_size_that_all_repeats_show_slow_is_no_delayed_call() -> None:
    # The largest of eleven sizes takes twice as long, three times over: ln 2 counts 0.35 at most, over eleven sizes.
    slow = run("all_gather", 2, 4, lambda n: (1 + (n == SIZES[-1])) * (70e-6 + 7 / 8 * n / 20e9))
    assert judged(slow, slow, slow).pools[0].slow == pytest.approx(0.35 / 11)
    assert judged(slow).pools[0].slow == pytest.approx(0.0)


def test_what_two_laws_explain_alike_is_undecided() -> None:
    # No pair across was measured: the path, or the border of the node.
    assert undecided(judged(whole(rate=5e9), inside()))
    assert not undecided(judged(whole(rate=5e9), inside(), pair(rate=5e9)))


def test_without_a_spec_there_is_no_law() -> None:
    assert weighed(views_of(Seen((whole(),)), None), None).best is None


def test_the_shares_of_all_laws_are_one() -> None:
    found: Sequence[float] = [share for _, share in judged(whole(rate=7e9)).laws]
    assert sum(found) == pytest.approx(1.0)
    assert list(found) == sorted(found, reverse=True)
