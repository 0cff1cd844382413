"""What is doubtful about a fit is said; a good one has no doubts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from estimator.evidence.fitting.doubts import doubts
from estimator.evidence.fitting.regimes import fit
from estimator.evidence.fitting.series import Series
from tests.evidence.made import SIZES, made, ring

LAW = ring(8e-6, 1e-6, 100e9)


def named(series: Series, repeats: int = 3) -> list[str]:
    points = tuple(point._replace(repeats=max(point.repeats, repeats)) for point in series.points)
    return [doubt.name for doubt in doubts(fit(Series(series.key, points)))]


def test_a_good_fit_has_no_doubts() -> None:
    assert named(made(LAW, (2, 4, 8))) == []


@pytest.mark.parametrize(
    ("seconds", "ranks", "name"),
    [
        (LAW, (8,), "one-rank-count"),
        (lambda p, n: (20 - p) * 1e-6 + n / 1e11, (2, 4), "no-alpha"),
        (lambda p, n: ring(8e-6, 1e-6, 20e9 if p == 2 else 5e9)(p, n), (2, 4), "path-changes"),
        (lambda p, n: LAW(p, n) * (0.6 if n == 2**20 else 1.0), (2, 4), "not-monotone"),
        (lambda p, n: 1e-5 + 0 * n, (2, 4), "no-bandwidth"),
        (lambda p, n: n / 1e9, (2, 4), "no-start"),
        (lambda p, n: 1e-2 + 1e-5 * p + n / 1e12, (2, 4), "small-only"),
        (lambda p, n: 1e-13 * p + n / 1e9, (2, 4), "large-only"),
    ],
)
def test_each_doubt_has_its_case(seconds: Callable[[int, int], float], ranks: tuple[int, ...], name: str) -> None:
    assert name in named(made(seconds, ranks))


def test_few_points_and_few_repeats_are_said() -> None:
    series = made(LAW, (2,))
    few = Series(series.key, series.points[::5])
    assert named(few, repeats=1) == ["few-repeats", "few-points", "one-rank-count"]


def test_repeats_that_differ_are_said_with_the_worst() -> None:
    series = made(LAW, (2, 4))
    points = [point._replace(repeats=5, spread=1.6 if point.n == SIZES[3] else 1.0) for point in series.points]
    (one,) = doubts(fit(Series(series.key, tuple(points))))
    assert (one.name, "1.60 at 64\N{NO-BREAK SPACE}B" in one.text) == ("repeats-differ", True)
