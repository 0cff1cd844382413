"""The rank layout as it is written."""

from __future__ import annotations

from pydantic import model_validator

from estimator.layout.grid import DEFAULT_ORDER, LayoutError, RankLayout, rank_layout
from estimator.spec.values.base import Count, Line, SpecModel
from estimator.spec.values.quantity import fault


class Layout(SpecModel):
    """The rank layout as Megatron-LM writes it; groups take their figures from it with `from_layout`."""

    order: Line = DEFAULT_ORDER
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

    @model_validator(mode="after")
    def a_layout_that_can_be(self) -> Layout:
        """The sizes fill the world in both grids, and both have the same pipelines."""
        try:
            self._arranged()
        except LayoutError as error:
            raise fault(error.what, error.hint, error.key) from None
        return self

    @property
    def ranks(self) -> RankLayout:
        """The layout with the sizes that follow: dp and edp."""
        return self._arranged()

    def _arranged(self) -> RankLayout:
        sizes = {"tp": self.tp, "cp": self.cp, "ep": self.ep, "pp": self.pp}
        return rank_layout(self.world, self.order, **sizes, etp=self.etp, dp=self.dp)
