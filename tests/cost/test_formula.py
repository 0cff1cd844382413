"""Printed formulas: the same numbers as the functions, and drawable."""

from __future__ import annotations

from collections import defaultdict

import pytest

from estimator.cost import expression, formula
from estimator.cost.algorithm import Algorithm, power_of_two
from estimator.cost.catalogue import ALGORITHMS, find
from estimator.cost.collectives import UNEVEN
from estimator.cost.plan import stages
from estimator.cost.shape import Shape
from tests.cost.reference import every_shape, options_of, plan_on, runs_on

ENTRIES = [a for a in ALGORITHMS if a.collective not in UNEVEN]
SHAPES = every_shape(64)
DEFAULT_EFFICIENCY = {"double_binary_tree": 0.92, "in_network": 0.85, "hierarchical_in_network": 0.85}
FIELDS = ("rounds", "volume", "reduced")
Sums = dict[tuple[str, str], dict[str, float]]


def _label(algorithm: Algorithm) -> str:
    return f"{algorithm.collective}-{algorithm.name}"


def _from_plan(algorithm: Algorithm, shape: Shape) -> Sums:
    sums: Sums = defaultdict(lambda: dict.fromkeys((*FIELDS, "egress"), 0.0))
    for stage in stages(plan_on(algorithm, shape)):
        for field in (*FIELDS, "egress"):
            # Which path a torus' rows use depends on its dimensions; its formula is of one path.
            level = shape.flat_level if algorithm.name == "torus2d_ring" else stage.level
            sums[level, stage.port][field] += getattr(stage, field)
    return sums


def _from_text(algorithm: Algorithm, shape: Shape) -> Sums:
    sums: Sums = defaultdict(lambda: dict.fromkeys((*FIELDS, "egress"), 0.0))
    default = {"E": DEFAULT_EFFICIENCY.get(algorithm.name, 1.0)}
    symbols = default | formula.symbol_values(shape, options_of(algorithm, shape))
    for term in formula.terms_for(algorithm, shape):
        level = shape.flat_level if term.level == "flat" else term.level
        for field in FIELDS:
            sums[level, term.port][field] += expression.value(getattr(term, field), symbols)
        if term.egress is not None and shape.nodes > 1:
            sums[level, term.port]["egress"] += expression.value(term.egress, symbols)
    return sums


@pytest.mark.parametrize("algorithm", ENTRIES, ids=_label)
def test_every_formula_evaluates_to_its_plan(algorithm: Algorithm) -> None:
    checked = 0
    for shape in SHAPES:
        if not runs_on(algorithm, shape) or shape.ranks == 1:
            continue
        plan, text = _from_plan(algorithm, shape), _from_text(algorithm, shape)
        closed = all(term.egress is not None or term.level == "intra" for term in formula.terms_for(algorithm, shape))
        for key in {*plan, *text}:
            for field in (*FIELDS, "egress") if closed else FIELDS:
                assert text[key][field] == pytest.approx(plan[key][field], rel=1e-12, abs=1e-15), (shape, field)
        checked += 1
    assert checked >= 20


def _all_latex() -> list[str]:
    printed = [formula.latex(a) for a in ENTRIES] + [formula.latex(a, folded=True) for a in ENTRIES if a.folded]
    symbols = [f"{symbol.latex} = {symbol.definition}" for symbol in formula.SYMBOLS.values()]
    numbers = {
        "n": "1 MiB",
        "alpha.intra": "5 us",
        "beta.intra": "100 GB/s",
        "gamma": "1.6 TB/s",
        "alpha.inter": "9 µs",
    }
    put_in = [formula.with_numbers(plan_on(a, Shape(16, 8)), numbers).latex for a in ENTRIES]
    return printed + symbols + put_in


# The library reads its own font through a call that newer Pythons deprecate.
@pytest.mark.filterwarnings("ignore:path is deprecated:DeprecationWarning")
@pytest.mark.parametrize("text", _all_latex())
def test_every_formula_can_be_drawn(text: str) -> None:
    from ziamath.zmath import Latex

    assert "<svg" in Latex(text).svg()


def _found(collective: str, name: str) -> Algorithm:
    algorithm = find(collective, name)
    assert algorithm is not None
    return algorithm


def test_the_ring_formulas_read_as_in_a_textbook() -> None:
    ring = _found("all_reduce", "ring")
    assert formula.plain(ring) == "T = 2*(p-1)*alpha + 2*(p-1)/p*n*beta + (p-1)/p*n*gamma"
    assert formula.latex(ring) == (
        r"T = 2 (p-1) \, \alpha + \frac{2 (p-1)}{p} \, n \, \beta + \frac{p-1}{p} \, n \, \gamma"
    )
    assert formula.latex(_found("p2p", "direct")) == r"T = \alpha + n \, \beta"


def test_a_folded_formula_explains_its_symbols() -> None:
    halving = _found("reduce_scatter", "recursive_halving")
    used = formula.symbols_used(formula.terms_for(halving, Shape(6)))
    assert [symbol.latex for symbol in used] == ["f", "S"]
    assert formula.symbols_used(formula.terms_for(halving, Shape(8))) == ()
    assert formula.terms_for(halving, Shape(6)) == halving.folded
    assert not power_of_two(6)


def test_symbols_have_the_values_of_their_definitions() -> None:
    for ranks in range(1, 200):
        values = formula.symbol_values(Shape(ranks))
        steps = max(k for k in range(9) if 2**k <= ranks)
        least = min(k for k in range(9) if 2**k >= ranks)
        assert (values["f"], values["L"], values["q"], values["r"]) == (steps, least, 2**steps, ranks - 2**steps)
        assert values["W"] == sum((j >> k) & 1 for k in range(least) for j in range(ranks))
        assert values["S"] == sum(2**k + min(ranks - 2**steps, 2**k) for k in range(steps))


def test_numbers_are_put_into_the_plan() -> None:
    numbers = {"n": "1 MiB", "alpha.intra": "5 us", "beta.intra": "100 GB/s"}
    written = formula.with_numbers(_found("all_gather", "ring").plan(Shape(8)), numbers)
    assert written.plain == "T = 7 x 5 us + 0.875 x 1 MiB / (100 GB/s)"
    assert written.latex == (
        r"T = 7 \cdot 5 \, \mathrm{\mu s} + 0.875 \cdot \frac{1 \, \mathrm{MiB}}{100 \, \mathrm{GB/s}}"
    )


@pytest.mark.parametrize(
    "text", ["__import__('os')", "p.real", "p if p else g", "1.5*p", "p[0]", "ceil_log2(p, 2)", "p-"]
)
def test_expressions_outside_the_grammar_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expression"):
        expression.parse(text)


def test_an_unknown_symbol_is_named() -> None:
    with pytest.raises(ValueError, match="unknown symbol z"):
        expression.value("z+1", {"p": 2})


def test_the_grammar_knows_whole_division_and_powers() -> None:
    assert expression.value("p//2+2**g", {"p": 7, "g": 3}) == 11
    assert expression.latex("p//2+2**(g-1)") == r"\lfloor \frac{p}{2} \rfloor+2^{g-1}"
    assert expression.latex("p-(g-m)") == "p-(g-m)"
