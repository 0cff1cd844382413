"""The optional terms of a platform in the document: cuts of every kind, terms of paths and calls, options, symbols."""

from __future__ import annotations

import re

import pytest

from estimator.cost.shape import Shape
from estimator.report.view.machine.boundary import ranks_text
from estimator.spec.values.base import Language
from tests.report.documents import SMALL, documents, visible_text

KNEE = """  knee:
    k: 0
    from: talk
    only: [{algorithm: ring, k: [0, 1.2], from: bench}]
"""
CUTS = """    nics: {boundary: {planes: 8}, exclusive: {bandwidth: 50 GB/s}, loaded: {bandwidth: 40 GB/s}, from: bench}
    leaf: {boundary: {nodes: 2}, oversubscription: "2:1"}
    spine: {boundary: bisection, exclusive: {bandwidth: 900 GB/s}, in_network: true}
    rail: {boundary: {nodes: 2, planes: 4}, exclusive: {bandwidth: 90 GB/s}, from: bench}
"""
OUT = """      link: {rate: 50 GB/s, per: rank}
      only:
        - {collective: all_reduce, sizes: 1 KiB .. 1 MiB, alpha: 4 us, efficiency: 80 %, from: talk}
        - rails: cross
          alpha: 12 us
          bandwidth: 30 GB/s
          per: rank
          message_rate: [200 Mmsg/s, 100 Mmsg/s]
          from: bench
        - {condition: with_compute, alpha: 12 us, bandwidth: 30 GB/s, per: rank, root: {time: 20 us, at: 1 MiB}}
"""
LAUNCH = """  launch:
    time: [0 us, 12 us]
    mode: host
    from: talk
    per_collective: {all_gather: {time: 9 us, from: bench}}
    only: [{mode: graph, collective: all_reduce, time: [2 us, 3 us], from: bench}]
"""
TERMS = (
    re.sub(r"    nics: .*\n", lambda _: CUTS, SMALL)
    .replace("  launch: {time: [0 us, 12 us], mode: host, from: talk}\n", LAUNCH)
    .replace("  knee: {k: 0, from: talk}\n", KNEE)
    .replace(
        "      exclusive: {alpha: 10 us",
        OUT + "      exclusive: {alpha: 10 us",
    )
    .replace("    per_step: 10\n", "    launch: {mode: graph}\n    per_step: 10\n")
)
TORUS = TERMS.replace("{name: ring, also: [recursive_doubling]}", "{name: torus2d_ring, dims: 2x4}")


def table(html: str, section: str, number: int) -> list[str]:
    """The rows of a table of a section as text."""
    body = re.search(rf'<section [^>]*aria-labelledby="s-{section}">(.*?)</section>', html, flags=re.DOTALL)
    assert body is not None
    whole = re.findall(r"<table.*?</table>", body.group(1), flags=re.DOTALL)[number]
    return [re.sub(r"\s+", " ", visible_text(row)) for row in re.findall(r"<tr>(.*?)</tr>", whole, flags=re.DOTALL)]


def row_with(rows: list[str], start: str) -> str:
    found = [row for row in rows if start in row]
    assert len(found) >= 1, rows
    return found[0]


def test_a_cut_says_which_unit_it_surrounds_and_over_what_it_is_oversubscribed() -> None:
    rows = table(documents(TERMS)["en"].html, "paths", 1)
    assert "one of 8 planes per node" in row_with(rows, "cut nics")
    # Two nodes of eight planes of 50 GB/s send 800 GB/s; half of it leaves the pair.
    leaf = row_with(rows, "cut leaf")
    assert "per 2 nodes" in leaf
    assert "oversubscribed 2:1 over nics" in leaf
    assert "400 GB/s" in leaf
    assert "per half (bisection, 4 nodes)" in row_with(rows, "cut spine")
    assert "switches reduce and copy" in row_with(rows, "cut spine")
    assert "one of 4 planes per 2 nodes" in row_with(rows, "cut rail")


def test_the_terms_of_a_path_stand_in_its_row_with_their_evidence() -> None:
    rows = table(documents(TERMS)["en"].html, "paths", 0)
    reduced = row_with(rows, "only AllReduce · 1 KiB–1 MiB")
    assert "efficiency 80 % of the link rate" in reduced
    assert "assumed" in reduced
    # The efficiency makes the bandwidth: 0.8 of 50 GB/s.
    assert "40 GB/s" in reduced
    rails, computing = row_with(rows, "only across rails"), row_with(rows, "only with compute")
    assert "message rate 200–100 Mmsg/s per rank" in rails
    assert "measured" in rails
    assert "√n term: 20 µs at 1 MiB, in place of the knee" in computing
    assert "assumed" in computing


def test_launch_and_knee_of_one_collective_mode_or_algorithm_have_rows_of_their_own() -> None:
    rows = table(documents(TERMS)["en"].html, "paths", 1)
    assert "9 µs measured" in row_with(rows, "launch T₀, AllGather")
    assert "2–3 µs measured" in row_with(rows, "only AllReduce · replayed from a graph")
    # The operation names a mode; the platform states what that takes.
    assert "replayed from a graph 2–3 µs measured" in row_with(rows, "launch T₀, Gradient sync")
    assert "0–1.2 measured" in row_with(rows, "only ring")


@pytest.mark.parametrize(("k", "covered"), [("0", False), ("[0, 1.3]", True)])
def test_a_knee_that_counts_says_what_it_covers(k: str, covered: bool) -> None:
    row = row_with(table(documents(SMALL.replace("{k: 0,", f"{{k: {k},"))["en"].html, "paths", 1), "knee factor k")
    assert ("a k of 0.8–1.5 beyond 8 n½ and of 1.3–2.6 around n½" in row) is covered
    assert "default" not in row


@pytest.mark.parametrize(
    ("language", "default"), [("en", "the default, which nobody named"), ("zh", "默认值，无人写明")]
)
def test_a_knee_that_nobody_named_is_called_the_default(language: Language, default: str) -> None:
    rows = table(documents(SMALL.replace("  knee: {k: 0, from: talk}\n", ""))[language].html, "paths", 1)
    assert default in row_with(rows, "0–1.3")


def test_the_formula_is_that_of_the_options_and_its_symbols_are_explained() -> None:
    html = documents(TORUS)["en"].html
    symbols = " ".join(table(html, "reading", 0))
    assert "units on level 1, 2, …, innermost first" in symbols
    assert "2 × 4 torus" in visible_text(html)
    assert "2*(s1-1)" in visible_text(html)


@pytest.mark.parametrize(
    ("counts", "text"), [((8, 8, 4), "8 + 8 + 4"), ((8,) * 63 + (4,), "8 × 63 + 4"), ((8, 8), "8 × 2")]
)
def test_uneven_groups_are_written_node_by_node(counts: tuple[int, ...], text: str) -> None:
    assert ranks_text(Shape.on(counts)) == text


def test_an_uneven_group_shows_its_nodes_wherever_its_shape_stands() -> None:
    uneven = SMALL.replace("ep: {size: 64, ranks_per_node: 8,", "ep: {size: 20, ranks_per_node: [8, 8, 4],").replace(
        "{name: hierarchical_rail, also: [pairwise]}", "{name: pairwise}"
    )
    html = documents(uneven)["en"].html
    assert "p = 20 = 8 + 8 + 4, m = 3" in visible_text(html)  # of the two operations both have a whole table
    assert "uneven: 8 + 8 + 4" in row_with(table(html, "paths", 2), "ep")
    row = re.search(r'<tr id="op-dispatch".*?</tr>', html)
    assert row is not None
    assert "8 + 8 + 4" in row.group()
