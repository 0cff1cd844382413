"""Scale factors beside the elements of a quantised tensor."""

from __future__ import annotations

from estimator.dtypes import TYPES, Blocks
from estimator.phrase import phrase
from estimator.spec.values.base import Count, SpecModel
from estimator.spec.values.quantity import fault


class Scale(SpecModel):
    """Scale factors that travel with a quantised tensor."""

    bytes: Count
    """Bytes of one scale factor [B]."""
    per: Count
    """Elements that share one scale factor."""

    @property
    def blocks(self) -> Blocks:
        """The same for `dtypes`."""
        return Blocks(self.bytes, self.per)


def scaled_once(dtype: str | None, scale: Scale | None, key: str) -> None:
    """Refuse scale factors beside those that a format itself carries."""
    if scale is not None and dtype is not None and TYPES[dtype].scale is not None:
        raise fault(phrase("{dtype} carries its own scale factors", dtype=dtype), phrase("remove {key}", key=key), key)
