import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from estimator.spec.values.quantity import (
    AnyQuantity,
    BandwidthPair,
    Pair,
    Quantity,
    Time,
    TimePair,
    as_written,
)

TIME_PAIR: TypeAdapter[Pair] = TypeAdapter(TimePair)
BANDWIDTH_PAIR: TypeAdapter[Pair] = TypeAdapter(BandwidthPair)


def test_one_value_is_both_ends() -> None:
    assert TIME_PAIR.validate_python("5 us").ends == (5e-6, 5e-6)
    assert TIME_PAIR.validate_python(["3 us", "4 us"]) == Pair(3e-6, 4e-6)
    assert BANDWIDTH_PAIR.validate_python(["48 GB/s", "344 Gbit/s"]).ends == (48e9, 43e9)


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_pair_is_read_in_one_order_only(first: int, second: int) -> None:
    texts = [f"{first} us", f"{second} us"]
    if first <= second:
        assert TIME_PAIR.validate_python(texts).ends == (first / 10**6, second / 10**6)
    else:
        with pytest.raises(ValidationError, match="wrong order"):
            TIME_PAIR.validate_python(texts)


@pytest.mark.parametrize("value", [5, 5.0, None, True, {}, ["3 us"] * 3, [["3 us", "4 us"]]])
def test_a_bare_number_or_a_wrong_shape_is_no_time(value: object) -> None:
    with pytest.raises(ValidationError):
        TIME_PAIR.validate_python(value)


def test_a_quantity_remembers_how_it_was_written() -> None:
    time: Quantity = TypeAdapter(Time).validate_python("5 us")
    assert (time, time.text) == (5e-6, "5 us")
    assert as_written(TIME_PAIR.validate_python(["3 us", "4 us"])) == ["3 us", "4 us"]
    assert as_written(TIME_PAIR.validate_python("3 us")) == "3 us"
    assert TypeAdapter(AnyQuantity).validate_python("40 GB/s").kind == "bandwidth"
