"""Groups that the logs have and the spec does not."""

from __future__ import annotations

import pytest

from estimator.estimate.table import estimate
from estimator.evidence.fitting.series import Key
from estimator.judge.diagnosis.runs.promises import Promises
from estimator.judge.diagnosis.runs.run import DiagnosedRun
from estimator.judge.diagnosis.runs.stand_in import stand_ins
from estimator.spec.document import Spec as Document
from estimator.spec.load import load
from estimator.tools.records import Table
from tests.judge.diagnosis.setups.promised import Form, Spec
from tests.judge.diagnosis.setups.wires import Wires

WIRES = Wires(4, (2e-6, 10e-6), (100e9, 20e9), 5e-6)


def document(form: Form) -> Document:
    text = Spec(WIRES, 4, "all_gather", "ring", (), form, 1.0).text()
    return load("d.yaml", {"d.yaml": text.encode()}.__getitem__).spec


def run(ranks: int | None, nodes: int | None = None, each: int | None = None, what: str = "p2p") -> DiagnosedRun:
    table = Table("log", 1, 1, "osu", collective=what, ranks=ranks, nodes=nodes, ranks_per_node=each)
    return DiagnosedRun(Key(what), table, ())


@pytest.mark.parametrize("form", ["bare", "levels"])
def test_a_pair_across_takes_the_path_across(form: Form) -> None:
    spec = document(form)
    (found,) = Promises(spec, estimate(spec)).of(run(2, 2, 1))
    assert (found.own, found.group, found.paths) == (False, "2 x 1", ("out",))
    # T0 and one message: 5 us + 10 us, and 2 MB at 20 GB/s.
    assert found.expected([2e6]).high[0] == pytest.approx(15e-6 + 100e-6)


@pytest.mark.parametrize("form", ["bare", "levels"])
def test_a_part_of_a_node_takes_the_path_inside(form: Form) -> None:
    spec = document(form)
    (found,) = Promises(spec, estimate(spec)).of(run(2, 1, 2, "all_gather"))
    # One round of half the output: 5 us + 2 us, and 1 MB at 100 GB/s.
    assert found.expected([2e6]).high[0] == pytest.approx(7e-6 + 10e-6)


def test_a_pair_whose_place_nobody_says_may_be_either() -> None:
    assert [one.group for one in stand_ins(document("bare"), run(2))] == ["1 x 2", "2 x 1"]


def test_ranks_without_nodes_are_packed() -> None:
    assert [one.group for one in stand_ins(document("bare"), run(8, what="all_gather"))] == ["2 x 4"]


@pytest.mark.parametrize(("ranks", "nodes", "each"), [(None, None, None), (1, 1, 1), (64, 16, 4), (10, 4, None)])
def test_what_the_machine_does_not_have_stands_in_for_nothing(
    ranks: int | None, nodes: int | None, each: int | None
) -> None:
    assert list(stand_ins(document("levels"), run(ranks, nodes, each))) == []


def test_what_the_spec_has_is_its_own() -> None:
    spec = document("groups")
    (found,) = Promises(spec, estimate(spec)).of(run(2, 2, 1))
    assert (found.own, found.name) == (True, "pair_far")


def test_a_pair_may_also_be_on_a_path_of_the_groups_that_no_pair_of_the_spec_takes() -> None:
    # Nodes of four joined to pods of two nodes, pods by a slower path, on which the spec's one pair is.
    text = """
commspec: 1
document: {id: D, version: "1", title: {zh: 题, en: title}}
platform:
  name: pods
  ranks_per_host: 4
  levels: [{name: node, ranks: 4, path: up}, {name: pod, ranks: 8, path: mid}, {name: all, ranks: 16, path: far}]
  paths:
    up: {exclusive: {alpha: 1 us, bandwidth: 100 GB/s, per: rank}}
    mid: {exclusive: {alpha: 2 us, bandwidth: 50 GB/s, per: rank}}
    far: {exclusive: {alpha: 9 us, bandwidth: 10 GB/s, per: rank}}
groups: {pod: {shape: [4, 2]}, between: {shape: [1, 1, 2]}}
operations:
  move: {collective: p2p, group: between, algorithm: direct, tensor: {bytes: 1 MiB, dtype: fp32, semantics: message}}
  sum: {collective: all_reduce, group: pod, algorithm: ring, tensor: {bytes: 1 MiB, dtype: fp32, semantics: input}}
"""
    spec = load("d.yaml", {"d.yaml": text.encode()}.__getitem__).spec
    promises = Promises(spec, estimate(spec))
    assert {one.paths: one.own for one in promises.of(run(2, 2, 1))} == {("far",): True, ("mid",): False}
    assert {one.paths for one in promises.of(run(2))} == {("far",)}
