"""A rank layout: the axes that share out the ranks, in two grids over the same ranks."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from estimator.errors import UserError
from estimator.phrase import phrase

AXES = ("tp", "pp", "dp", "ep", "cp")
DEFAULT_ORDER = "tp-cp-ep-dp-pp"
MOST_RANKS = 2**20
"""Of a machine, a layout or a group: larger ones would not be worked out in seconds."""


class LayoutError(UserError):
    """A layout that cannot be: ``key`` is the field to mend, ``what`` is wrong, ``hint`` says what to write."""

    def __init__(self, key: str, what: str, hint: str) -> None:
        self.key, self.what, self.hint = key, what, hint
        super().__init__(phrase("{what}; {hint}", what=what, hint=hint))


@dataclass(frozen=True, slots=True)
class LayoutAxis:
    """One axis of a grid: ``size`` ranks, ``stride`` apart."""

    name: str
    size: int
    stride: int


@dataclass(frozen=True, slots=True)
class RankLayout:
    """Sizes of all axes, and the order in which they vary, the fastest first.

    The *dense* grid has tp, cp, dp, pp; the *expert* grid has etp in the place of tp, ep, edp in the place of dp, and
    the same pp. Each holds all ``world`` ranks. Made by ``rank_layout``, which refuses what cannot be.
    """

    order: tuple[str, ...]
    world: int
    tp: int
    cp: int
    ep: int
    etp: int
    pp: int
    dp: int
    edp: int

    @property
    def dense(self) -> tuple[LayoutAxis, ...]:
        """The grid of attention and dense layers, the fastest axis first."""
        return self._grid({"tp": self.tp, "cp": self.cp, "ep": 1, "dp": self.dp, "pp": self.pp})

    @property
    def expert(self) -> tuple[LayoutAxis, ...]:
        """The grid of expert layers; its axis tp is etp, its axis dp is edp."""
        return self._grid({"tp": self.etp, "cp": 1, "ep": self.ep, "dp": self.edp, "pp": self.pp})

    def _grid(self, sizes: dict[str, int]) -> tuple[LayoutAxis, ...]:
        axes, stride = [], 1
        for name in self.order:
            axes.append(LayoutAxis(name, sizes[name], stride))
            stride *= sizes[name]
        return tuple(axes)


def rank_layout(
    world: int,
    order: str = DEFAULT_ORDER,
    *,
    tp: int = 1,
    cp: int = 1,
    ep: int = 1,
    etp: int | None = None,
    pp: int = 1,
    dp: int | None = None,
) -> RankLayout:
    """The layout of ``world`` ranks as Megatron-LM arranges them; ``etp`` left out is tp, ``dp`` what remains.

    4,096 ranks with tp 4, cp 2, pp 8, ep 64, etp 1 have dp 64 and edp 8. Raises LayoutError for a layout that cannot
    be. Source: Megatron-LM core/parallel_state.py, RankGenerator.
    """
    etp = tp if etp is None else etp
    _check_counts({"world": world, "tp": tp, "cp": cp, "ep": ep, "etp": etp, "pp": pp, "dp": 1 if dp is None else dp})
    rest = _remaining(world, {"tp": tp, "cp": cp, "pp": pp}, "dense")
    if dp is not None and dp != rest:
        what = phrase(
            "dp {dp} does not fill the world: {world} ranks / (tp {tp} x cp {cp} x pp {pp}) leave {rest}",
            dp=dp,
            world=world,
            tp=tp,
            cp=cp,
            pp=pp,
            rest=rest,
        )
        raise LayoutError(
            "dp",
            what,
            phrase(
                "write dp {rest}, leave it out, or set world to {filled_world}",
                rest=rest,
                filled_world=tp * cp * pp * dp,
            ),
        )
    edp = _remaining(world, {"etp": etp, "ep": ep, "pp": pp}, "expert")
    tokens = _tokens(order)
    _check_named(order, tokens, {"tp": max(tp, etp), "cp": cp, "ep": ep, "dp": max(rest, edp), "pp": pp})
    layout = RankLayout((*tokens, *(a for a in AXES if a not in tokens)), world, tp, cp, ep, etp, pp, rest, edp)
    _check_pipelines(layout, order, tokens)
    return layout


def _check_counts(sizes: dict[str, int]) -> None:
    for name, size in sizes.items():
        if size < 1:
            raise LayoutError(
                name, phrase("{name} is {size}", name=name, size=size), "write a whole number of 1 or more"
            )
    if sizes["world"] > MOST_RANKS:
        raise LayoutError(
            "world",
            phrase("{world} ranks are too many to lay out", world=sizes["world"]),
            phrase("write at most {most_ranks}", most_ranks=MOST_RANKS),
        )


def _remaining(world: int, sizes: dict[str, int], grid: str) -> int:
    """Ranks along the data-parallel axis: what the other axes of a grid leave."""
    filled = prod(sizes.values())
    if world % filled:
        product = " x ".join(f"{name} {size}" for name, size in sizes.items())
        near = max(1, round(world / filled)) * filled
        what = phrase(
            "{world} ranks do not fill the {grid} grid: {product} = {filled} does not divide {world}",
            world=world,
            grid=grid,
            product=product,
            filled=filled,
        )
        raise LayoutError(
            "world", what, phrase("change one of {sizes}, or the world to {near}", sizes=", ".join(sizes), near=near)
        )
    return world // filled


def _tokens(order: str) -> tuple[str, ...]:
    tokens = tuple(order.strip().lower().split("-"))
    for token in tokens:
        if token not in AXES:
            hint = phrase("write the axes tp, cp, ep, dp, pp joined by '-', such as {order}", order=DEFAULT_ORDER)
            raise LayoutError("order", phrase("'{token}' in the order is no axis", token=token[:40]), hint)
        if tokens.count(token) > 1:
            raise LayoutError(
                "order",
                phrase("{token} stands twice in the order", token=token),
                phrase("name each axis once: {order}", order=DEFAULT_ORDER),
            )
    return tokens


def _check_named(order: str, tokens: tuple[str, ...], sizes: dict[str, int]) -> None:
    """An axis with more than one rank has its place in the order; the others go anywhere."""
    for name, size in sizes.items():
        if size > 1 and name not in tokens:
            what = phrase(
                "the order {order} does not say where {name} (size {size}) goes", order=order, name=name, size=size
            )
            raise LayoutError(
                "order", what, phrase("add {name} to the order, such as {order}", name=name, order=DEFAULT_ORDER)
            )


def _check_pipelines(layout: RankLayout, order: str, tokens: tuple[str, ...]) -> None:
    """Both grids must cut the ranks into the same pipelines, or a stage would not know its neighbour."""
    if layout.pp == 1:
        return
    hint = "let the order end in pp"
    if tokens[-1] != "pp" and layout.edp != layout.dp:
        what = phrase(
            "with the order {order} the expert layers' dp ({edp}) must equal the dense layers' ({dp})",
            order=order,
            edp=layout.edp,
            dp=layout.dp,
        )
        raise LayoutError("order", what, phrase("{hint}, or make tp x cp equal to etp x ep", hint=hint))
    dense, expert = (next(a.stride for a in grid if a.name == "pp") for grid in (layout.dense, layout.expert))
    if dense != expert:
        what = phrase(
            "with the order {order} pipeline stages are {dense} ranks apart in dense layers, {expert} in experts",
            order=order,
            dense=dense,
            expert=expert,
        )
        raise LayoutError("order", what, hint)
