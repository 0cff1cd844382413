from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.dtypes import TYPES, Blocks, element_width, elements_bytes
from estimator.spec.values.base import Dtype

NUMPY_NAMES = {"fp16": "float16", "fp32": "float32", "fp64": "float64"}
WHOLE = [name for name in TYPES if TYPES[name].scale is None]


@pytest.mark.parametrize("name", [name for name in WHOLE if hasattr(np, NUMPY_NAMES.get(name, name))])
def test_sizes_agree_with_numpy(name: str) -> None:
    assert elements_bytes(1000, name) == np.zeros(1000, NUMPY_NAMES.get(name, name)).nbytes


def test_the_types_numpy_lacks_have_the_bits_in_their_names() -> None:
    names = {"bf16": 16, "fp8_e4m3": 8, "fp8_e5m2": 8, "fp4": 4, "int4": 4, "uint4": 4}
    assert {name: element_width(name) * 8 for name in names} == names
    mixed = {"mxfp8": 8, "mxfp6": 6, "mxfp4": 4, "nvfp4": 4}
    assert {name: element_width(name) * 8 for name in mixed} == mixed


@pytest.mark.parametrize(
    ("name", "per_element"),
    # OCP MX 1.0: 32 elements and one byte; 4.25, 6.25 and 8.25 bits an element. NVFP4: 16 elements and one byte.
    [("mxfp4", 4.25), ("mxfp6", 6.25), ("mxfp8", 8.25), ("nvfp4", 4.5)],
)
def test_whole_blocks_have_the_published_bits_per_element(name: str, per_element: float) -> None:
    assert elements_bytes(7168, name) * 8 == 7168 * per_element


def test_bits_round_up_to_whole_bytes_and_scales_to_whole_blocks() -> None:
    assert (elements_bytes(3, "fp4"), elements_bytes(3, "int4"), elements_bytes(0, "mxfp4")) == (2, 2, 0)
    assert elements_bytes(33, "mxfp6") == 25 + 2  # 198 bits, two blocks begun
    assert elements_bytes(130, "fp8_e4m3", Blocks(4, 128)) == 130 + 2 * 4


@given(st.sampled_from(sorted(TYPES)), st.integers(0, 10**15), st.integers(0, 10**15))
def test_parts_never_need_less_than_the_whole(name: str, one: int, two: int) -> None:
    apart, together = elements_bytes(one, name) + elements_bytes(two, name), elements_bytes(one + two, name)
    assert together <= apart <= together + 2


def test_a_format_with_its_own_scales_takes_no_others() -> None:
    with pytest.raises(ValueError, match="mxfp8 carries its own scale factors"):
        elements_bytes(32, "mxfp8", Blocks(4, 128))


def test_an_unknown_type_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        elements_bytes(1, "float")


def test_a_spec_may_write_exactly_the_types_of_the_table() -> None:
    assert get_args(Dtype) == tuple(TYPES)
