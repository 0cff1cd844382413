"""Entries that several collectives have alike: by levels, along the axes of a torus, as several rings at once."""

from __future__ import annotations

from estimator.cost.entries import refusals
from estimator.cost.entries.algorithm import CatalogueEntry, Copies, FormulaTerm
from estimator.cost.entries.builders import (
    Build,
    as_rings,
    as_rings_fast,
    at_once,
    recursion,
    torus,
    torus_fast,
    torus_written,
    with_way,
    written,
)
from estimator.cost.entries.terms import by_levels_terms
from estimator.cost.levels.by_levels import Moves, Order

PER_EXPERT: tuple[Copies, ...] = ("per_expert",)


def hierarchical(
    collective: Moves,
    name: str,
    zh: str,
    en: str,
    source: str,
    *,
    outer_first: bool = False,
    copies: tuple[Copies, ...] = PER_EXPERT,
) -> CatalogueEntry:
    """The recursion by levels of a collective that has one direction, on units of equal size."""
    order: Order = "outer_first" if outer_first else "inner_first"
    build = recursion(collective, order)
    return CatalogueEntry(
        collective,
        name,
        build,
        zh,
        en,
        by_levels_terms(collective, outer_first=outer_first),
        source,
        written=written(collective, order),
        refuses=refusals.methods(exchanges=collective == "all_to_all"),
        validity_zh="任意层数,各单元 rank 数相同",
        validity_en="any number of levels, units of equal size",
        fast=at_once(build),
        uneven=False,
        copies=copies,
        takes=("methods",),
    )


def along_axes(
    collective: Moves,
    zh: str = "环面上逐轴的环",
    en: str = "rings along the axes of a torus",
    *,
    copies: tuple[Copies, ...] = PER_EXPERT,
) -> CatalogueEntry:
    """``torus_ring``; an exchange goes straight along each axis, so that it has no channels."""
    exchanges = collective == "all_to_all"
    return CatalogueEntry(
        collective,
        "torus_ring",
        torus(collective),
        zh,
        en,
        by_levels_terms(collective),
        "ASTRA-sim dimensions; message-level simulation",
        written=torus_written(collective),
        refuses=refusals.either(refusals.axes, refusals.methods(exchanges=exchanges)),
        validity_zh="各层为环,或给出轴长之积为 p",
        validity_en="ring levels, or axes whose product is p",
        fast=torus_fast(collective),
        uneven=False,
        copies=copies,
        takes=("dims", "methods") if exchanges else ("dims", "methods", "channels"),
    )


def several_rings(collective: Moves, ring: Build, term: FormulaTerm) -> CatalogueEntry:
    """``multi_ring``: a ring whose channels are called rings."""
    return CatalogueEntry(
        collective,
        "multi_ring",
        as_rings(ring),
        "多环(每张网卡一个环)",
        "several rings, one per NIC",
        (term,),
        "NCCL rings, one for each NIC",
        refuses=refusals.many_rings,
        validity_zh="任意 p;环数未给出时为全部通道",
        validity_en="any p; all channels where the number of rings is not stated",
        fast=as_rings_fast(with_way(ring)),
        takes=("rings",),
    )
