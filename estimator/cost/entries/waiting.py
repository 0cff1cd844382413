"""Catalogue entries of the Barrier, which moves no bytes."""

from __future__ import annotations

from estimator.cost.entries.algorithm import CatalogueEntry, FormulaTerm
from estimator.cost.schedules.barrier import dissemination_barrier, tree_barrier

ENTRIES: tuple[CatalogueEntry, ...] = (
    CatalogueEntry(
        "barrier",
        "dissemination",
        dissemination_barrier,
        "分发式",
        "dissemination",
        (FormulaTerm("flat", "ceil_log2(p)", "0"),),
        "Hensgen, Finkel and Manber (1988); MPICH barrier_intra_dissemination.c",
    ),
    CatalogueEntry(
        "barrier",
        "tree",
        tree_barrier,
        "二项树汇聚再放行",
        "binomial tree, up and down",
        (FormulaTerm("flat", "2*ceil_log2(p)", "0"),),
        "Mellor-Crummey and Scott (1991)",
    ),
)
