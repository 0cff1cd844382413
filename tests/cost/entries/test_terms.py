"""Printed formulas: every expression has the value that the plan has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from estimator.cost import expression
from estimator.cost.collectives import EVEN
from estimator.cost.entries import formula
from estimator.cost.entries.algorithm import CatalogueEntry, FormulaTerm
from estimator.cost.entries.catalogue import ALGORITHMS, find
from estimator.cost.levels.by_levels import Method
from estimator.cost.options import Options
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level, Wiring
from estimator.cost.plan import Plan
from tests.cost.entries.samples import every_shape, on_nodes, options_of, plan_on, runs_on, three_levels
from tests.cost.entries.symbols import symbol_values

ENTRIES = [a for a in ALGORITHMS if EVEN[a.collective] == a.collective]
FLAT = [a for a in ENTRIES if all(term.level == "flat" for term in a.terms)]
BY_LEVEL = [a for a in ENTRIES if a.written is not None]
TWO = [a for a in ENTRIES if {term.level for term in a.terms} & {"inner", "outer"}]


def _label(entry: CatalogueEntry) -> str:
    return f"{entry.collective}-{entry.name}"


def _options(entry: CatalogueEntry, group: Group) -> Options:
    needed = options_of(entry, group)
    efficiency = 0.5 if "efficiency" in entry.takes else None
    return Options(segments=needed.segments, dims=needed.dims, efficiency=efficiency)


def _sums(plan: Plan) -> tuple[float, float, float]:
    """Rounds, bytes and bytes reduced, of each phase the largest."""
    most = [[max(getattr(s, kind) for s in phase) for kind in ("rounds", "volume", "reduced")] for phase in plan]
    rounds, volume, reduced = (sum(column) for column in zip(*most, strict=True)) if most else (0.0, 0.0, 0.0)
    return rounds, volume, reduced


def _values(terms: tuple[FormulaTerm, ...], symbols: dict[str, float]) -> tuple[float, float, float]:
    columns = [[expression.value(text, symbols) for text in (t.rounds, t.volume, t.reduced)] for t in terms]
    rounds, volume, reduced = (sum(column) for column in zip(*columns, strict=True))
    return rounds, volume, reduced


@pytest.mark.parametrize("entry", FLAT, ids=_label)
def test_the_formula_of_one_level_is_the_plan_on_one_level(entry: CatalogueEntry) -> None:
    seen = 0
    for ranks in range(2, 65):
        group = on_nodes(ranks)
        options = _options(entry, group)
        if entry.refusal(group, options) is None:
            seen += 1
            expected = _values(entry.terms_on(group, options), symbol_values(group, options))
            assert _sums(entry.on(group, options)) == pytest.approx(expected, rel=1e-12), ranks
    assert seen >= 6


def _by_level(plan: Plan) -> dict[str, tuple[float, float, float, float]]:
    found: dict[str, list[float]] = {}
    for phase in plan:
        for stage in phase:
            total = found.setdefault(stage.level, [0.0] * 4)
            for number, kind in enumerate(("rounds", "volume", "reduced", "link")):
                total[number] += getattr(stage, kind)
    return {level: (one[0], one[1], one[2], one[3]) for level, one in found.items()}


WIRINGS: list[tuple[tuple[Wiring, ...], tuple[Method, ...] | None]] = [
    (("switch", "switch", "switch"), None),
    (("mesh", "switch", "switch"), ("direct", "ring", "direct")),
    (("mesh", "rails", "switch"), ("both", "ring", "ring")),
    (("ring", "ring", "ring"), None),
    (("ring", "ring", "ring"), ("direct", "direct", "direct")),
    (("ring", "ring", "ring"), ("both", "both", "direct")),
]


def _wired(wirings: tuple[Wiring, ...]) -> Iterator[Group]:
    for shape in ((2, 3, 4), (4, 2, 1), (3, 1, 5), (1, 6, 2)):
        for wrap in (True, False):
            levels = tuple(Level(f"l{k}", wiring, wrap=wrap) for k, wiring in enumerate(wirings))
            yield Group.on(levels, shape)


@pytest.mark.parametrize("entry", BY_LEVEL, ids=_label)
@pytest.mark.parametrize(("wirings", "methods"), WIRINGS)
def test_the_formula_by_levels_is_the_plan_on_each_level(
    entry: CatalogueEntry, wirings: tuple[Wiring, ...], methods: tuple[Method, ...] | None
) -> None:
    for group in _wired(wirings):
        options = Options(methods=methods)
        if entry.refusal(group, options) is not None:
            continue
        symbols, found = symbol_values(group, options), _by_level(entry.on(group, options))
        used = [spec.name for spec, size in zip(group.levels, group.shape, strict=True) if size > 1]
        for term in entry.terms_on(group, options):
            rounds, volume, reduced, link = found[used[int(term.level) - 1]]
            moved = link if term.port == "link" else volume
            assert (rounds, moved, reduced) == pytest.approx(_values((term,), symbols), rel=1e-12)


@pytest.mark.parametrize("entry", TWO, ids=_label)
def test_the_formula_of_two_levels_is_the_plan_on_two(entry: CatalogueEntry) -> None:
    for group in every_shape(64):
        if min(group.shape) == 1 or not runs_on(entry, group):
            continue
        options = _options(entry, group)
        symbols = symbol_values(group, options)
        terms = entry.terms_on(group, options)
        for level, name in (("inner", "node"), ("outer", "fabric")):
            rounds, volume, reduced, _ = _by_level(entry.on(group, options))[name]
            own = tuple(term for term in terms if term.level == level)
            share = symbols["g"] - 1 if own[0].port == "link" else 1.0
            expected = _values(own, symbols)
            assert (rounds, volume, reduced) == pytest.approx((expected[0], expected[1] * share, expected[2]))


def test_four_levels_are_printed_level_by_level() -> None:
    entry = find("all_reduce", "hierarchical_rs_ar_ag")
    assert entry is not None
    group = Group.on(tuple(Level(name) for name in "abcd"), (2, 8, 4, 2))
    assert formula.plain_of(entry.terms_on(group)[:2]) == (
        "T = (2*(s1-1))*alpha_1 + 2*(s1-1)/s1*n*beta_1 + (s1-1)/s1*n*gamma"
        " + (2*(s2-1))*alpha_2 + 2*(s2-1)/(s1*s2)*n*beta_2 + (s2-1)/(s1*s2)*n*gamma"
    ).replace("(2*(s1-1))", "2*(s1-1)").replace("(2*(s2-1))", "2*(s2-1)")
    assert r"\frac{s_{1}-1}{s_{1}}" in formula.lines_of(entry.terms_on(group))[0].latex
    assert len(entry.terms_on(group)) == 4


def test_a_long_formula_goes_over_lines_that_together_are_the_formula() -> None:
    two = (FormulaTerm("1", "a", "b", "c"), FormulaTerm("2", "d", "e", "f"))
    assert [line.plain for line in formula.lines_of(two)] == [
        "T = a*alpha_1 + b*n*beta_1 + c*n*gamma",
        "+ d*alpha_2 + e*n*beta_2 + f*n*gamma",
    ]
    assert formula.lines_of(two)[1].latex.startswith("{} + d")


def test_a_maximum_is_broken_between_what_runs_at_once() -> None:
    one, other = FormulaTerm("1", "a", "b", "c"), FormulaTerm("2", "d", "e", "f", beside=True)
    after = FormulaTerm("flat", "g", "h")
    assert [line.plain for line in formula.lines_of((one, other, after))] == [
        "T = max(a*alpha_1 + b*n*beta_1 + c*n*gamma,",
        "d*alpha_2 + e*n*beta_2 + f*n*gamma)",
        "+ g*alpha + h*n*beta",
    ]
    small = (FormulaTerm("1", "a", "b"), FormulaTerm("2", "d", "e", beside=True))
    assert [line.plain for line in formula.lines_of(small)] == [
        "T = max(a*alpha_1 + b*n*beta_1, d*alpha_2 + e*n*beta_2)"
    ]


def test_formulas_explain_the_symbols_they_use() -> None:
    entry = find("all_to_all", "bruck")
    assert entry is not None
    assert formula.symbols_used(entry.terms) == ("L", "W")
    by_level = find("all_gather", "hierarchical_intra_first")
    assert by_level is not None
    assert formula.symbols_used(by_level.terms) == ("s",)


def test_a_flat_ring_prints_the_formula_of_one_level() -> None:
    entry = find("all_gather", "ring")
    assert entry is not None
    line = formula.FormulaLine(r"T = (p-1) \, \alpha + \frac{p-1}{p} \, n \, \beta", "T = (p-1)*alpha + (p-1)/p*n*beta")
    assert formula.lines_of(entry.terms) == (line,)
    assert formula.plain_of(entry.terms) == "T = (p-1)*alpha + (p-1)/p*n*beta"


def test_every_group_of_three_levels_has_a_term_a_level() -> None:
    for group in three_levels(24):
        for entry in BY_LEVEL:
            if runs_on(entry, group) and not options_of(entry, group).dims:
                assert [int(term.level) for term in sorted(entry.terms_on(group))] == [1, 2, 3]
                assert plan_on(entry, group)


def test_a_ring_of_two_has_two_links_with_half_a_block_on_each() -> None:
    entry = find("all_gather", "torus_ring")
    assert entry is not None
    ((found,),) = entry.on(Group.on((Level("x", "ring"),), (2,)))
    assert (found.rounds, found.link) == (1, 0.25)
