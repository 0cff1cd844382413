import numpy as np
import pytest

from estimator.dtypes import BYTES, dtype_bytes

NUMPY_NAMES = {"fp16": "float16", "fp32": "float32", "fp64": "float64"}


@pytest.mark.parametrize("name", [name for name in BYTES if name.startswith(("int", "uint")) or name in NUMPY_NAMES])
def test_sizes_agree_with_numpy(name: str) -> None:
    assert dtype_bytes(name) == np.dtype(NUMPY_NAMES.get(name, name)).itemsize


def test_the_types_numpy_lacks_have_the_bits_in_their_names() -> None:
    assert {name: dtype_bytes(name) * 8 for name in ("bf16", "fp8_e4m3", "fp8_e5m2")} == {
        "bf16": 16,
        "fp8_e4m3": 8,
        "fp8_e5m2": 8,
    }


def test_an_unknown_type_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        dtype_bytes("float")
