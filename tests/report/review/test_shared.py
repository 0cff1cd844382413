"""The tables of the page's model: what is equal is there once, and everything else has its number."""

from __future__ import annotations

from typing import NoReturn

import pytest

from estimator.estimate.live.value import Factor, Product
from estimator.report.review.shared import Shared, Table


def never() -> NoReturn:
    raise AssertionError("an item that is there already is not made again")


def test_an_item_with_a_known_key_is_the_one_that_is_there() -> None:
    table = Table()
    assert [table.add("a", lambda: "first"), table.add("b", lambda: "second"), table.add("a", never)] == [0, 1, 0]
    assert table.listed == ["first", "second"]


def test_a_value_is_its_products_each_a_number_and_its_factors() -> None:
    # The longer of 1 / bandwidth at the conservative end of place 3 and of 2e-11 s/B: two products.
    shared = Shared()
    value = (Product(1.0, (Factor(3, 1, -1.0),)), Product(2e-11))
    assert shared.value(value) == 0
    assert shared.value((Product(5.0),)) == 1
    assert shared.value((Product(1.0, (Factor(3, 1, -1.0),)), Product(2e-11))) == 0
    assert shared.values.listed == [[[1.0, 3, 1, -1.0], [2e-11]], [[5.0]]]


def test_two_pages_share_nothing() -> None:
    first, second = Shared(), Shared()
    first.value((Product(1.0),))
    assert second.values.listed == []
    with pytest.raises(AssertionError):
        second.values.add("x", never)
