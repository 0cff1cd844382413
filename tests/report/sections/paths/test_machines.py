"""Machines of several levels in the document: where paths run, which rings close, which groups run at once."""

from __future__ import annotations

import pytest

from estimator.spec.values.base import Language
from tests.report.documents import documents, visible_text

TORUS = """
commspec: 1
document: {id: T, version: "0.1", title: torus, owner: us, languages: [zh, en]}
sources: {talk: {basis: assumed, text: example, date: "2026-01-15"}}
platform:
  name: a slice of a torus
  ranks_per_host: 8
  levels: [{name: x, ranks: 8, of: 16, wrap: WRAP, path: ici}, {name: y, ranks: 64, of: 16, wrap: WRAP, path: ici},
           {name: pods, ranks: 256, path: dcn}]
  knee: {k: 0, from: talk}
  paths:
    ici: {wiring: ring, exclusive: {alpha: 1 us, bandwidth: 180 GB/s, per: rank, hop: 0.5 us, from: talk}}
    dcn: {through: ici, exclusive: {alpha: 9 us, bandwidth: 100 GB/s, per: y, from: talk}}
groups: {plane: {shape: [8, 8]}, pair: {shape: [1, 1, 2], at_once: {x: 8}}}
operations:
  sum: {collective: all_reduce, group: plane, tensor: {bytes: 64 MiB, semantics: input}, algorithm: torus_ring}
  send: {collective: p2p, group: pair, tensor: {bytes: 64 MiB, semantics: message}, algorithm: direct}
"""
CLOSED = TORUS.replace("WRAP", "4")
SAID = {
    "zh": ("x、y 级（环）", "pods 级，经 ici", "每多经一条链路 500 ns", "ici x 1 µs", "ici x、y 级", "用 x、y 各级"),
    "en": (
        "on x, y (ring)",
        "on pods, through ici",
        "500 ns for each further link",
        "ici x 1 µs",
        "ici on x, y",
        "levels x, y",
    ),
}


def text(language: Language) -> str:
    return " ".join(visible_text(documents(CLOSED)[language].html).replace("\u00a0", " ").split())


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_path_says_which_levels_it_joins_how_and_what_it_passes(language: Language) -> None:
    found = text(language)
    assert [said for said in SAID[language] if said not in found] == []


def test_a_pair_of_two_pods_uses_that_level_alone() -> None:
    assert "one level, pods" in text("en")


def test_a_path_of_two_levels_stands_once_beside_its_group() -> None:
    found = text("en")
    assert "64 8 8 1 ici sum" in found
    assert "ici + ici" not in found


def test_groups_at_once_are_those_that_cross_the_border_of_a_node() -> None:
    assert "pair 2 1 2 8 dcn" in text("en")


@pytest.mark.parametrize(("wrap", "rings"), [("4", 2), ("3", 0), ("true", 0)])
def test_a_ring_is_drawn_closed_where_wrap_closes_it(wrap: str, rings: int) -> None:
    # Eight of sixteen units: closed where wrap is 4, open for 3, and for the default, as the way round is not theirs.
    html = documents(TORUS.replace("WRAP", wrap))["en"].html
    figure = html[html.index("<svg", html.index("Topology, groups and paths</h2>")) :].partition("</svg>")[0]
    assert len([part for part in figure.split(' d="')[1:] if "C" in part.partition('"')[0]]) == rings
