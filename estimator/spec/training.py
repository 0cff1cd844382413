"""The model that is trained, as far as communication depends on it: experts, and the rank layout."""

from __future__ import annotations

from pydantic import model_validator

from estimator.spec.base import Count, Line, SpecModel
from estimator.spec.quantity import fault


class Moe(SpecModel):
    """The mixture of experts."""

    experts: Count
    """Experts of a layer."""
    top_k: Count
    """Experts that each token is sent to."""

    @model_validator(mode="after")
    def a_token_has_enough_experts(self) -> Moe:
        """top_k is at most the number of experts."""
        if self.top_k > self.experts:
            raise fault(f"top_k {self.top_k} is more than {self.experts} experts", "write a smaller top_k", "top_k")
        return self


class Layout(SpecModel):
    """The rank layout as Megatron writes it; kept for a later version, without effect now."""

    order: Line
    """The axes, the first one varying fastest, such as tp-cp-ep-dp-pp."""
    world: Count
    """All ranks."""
    tp: Count = 1
    """Tensor parallel size."""
    cp: Count = 1
    """Context parallel size."""
    ep: Count = 1
    """Expert parallel size."""
    etp: Count | None = None
    """Tensor parallel size of the experts; left out: as tp."""
    dp: Count | None = None
    """Data parallel size; left out: what remains."""
    pp: Count = 1
    """Pipeline parallel size."""
