"""Catalogue entries of All-to-All; All-to-All-v has the same algorithms, from a skew or a send matrix."""

from __future__ import annotations

from dataclasses import replace

from estimator.cost.entries import refusals
from estimator.cost.entries.algorithm import CatalogueEntry, Copies, FormulaTerm
from estimator.cost.entries.alike import along_axes, hierarchical
from estimator.cost.entries.builders import (
    at_once,
    fast_by_skew,
)
from estimator.cost.levels.two_levels import leader_all_to_all, pairwise_lesson_all_to_all
from estimator.cost.schedules.bruck import bruck_all_to_all
from estimator.cost.schedules.direct import direct_all_to_all
from estimator.cost.schedules.exchange import pairwise_all_to_all, pairwise_xor_all_to_all
from estimator.cost.schedules.ring import ring_store_forward_all_to_all
from estimator.cost.schedules.send_matrix import by_skew, direct_all_to_all_v, pairwise_all_to_all_v

_TO_RANKS: tuple[Copies, ...] = ("per_expert", "per_rank")
_TO_NODES: tuple[Copies, ...] = ("per_expert", "per_rank", "per_node")
_LESSON = (refusals.more_levels, refusals.many_around)

_ALL_TO_ALL = (
    CatalogueEntry(
        "all_to_all",
        "pairwise",
        pairwise_all_to_all,
        "成对交换",
        "pairwise exchange",
        (FormulaTerm("flat", "p-1", "(p-1)/p"),),
        "MPICH alltoall_intra_pairwise.c; HCCL Pairwise.md",
        refuses=refusals.many_around,
        copies=_TO_RANKS,
    ),
    CatalogueEntry(
        "all_to_all",
        "pairwise_lesson",
        pairwise_lesson_all_to_all,
        "成对交换(含自身块的近似)",
        "pairwise exchange, own block counted",
        (FormulaTerm("flat", "p-1", "1"),),
        "lesson section 2; comment in MPICH alltoall_intra_pairwise.c",
        refuses=refusals.either(*_LESSON),
        validity_zh="任意 p,至多用两层",
        validity_en="any p, at most two levels in use",
        copies=_TO_RANKS,
    ),
    CatalogueEntry(
        "all_to_all",
        "pairwise_xor",
        pairwise_xor_all_to_all,
        "成对交换(异或)",
        "pairwise exchange by XOR",
        (FormulaTerm("flat", "p-1", "(p-1)/p"),),
        "MPICH alltoall_intra_pairwise.c",
        refuses=refusals.either(refusals.powers_of_two, refusals.many_around),
        validity_zh="p 与各层单元数均为 2^k",
        validity_en="p and the units of every level 2^k",
        uneven=False,
        copies=_TO_RANKS,
    ),
    CatalogueEntry(
        "all_to_all",
        "bruck",
        bruck_all_to_all,
        "Bruck",
        "Bruck",
        (FormulaTerm("flat", "ceil_log2(p)", "W/p"),),
        "MPICH alltoall_intra_brucks.c",
        copies=_TO_RANKS,
    ),
    CatalogueEntry(
        "all_to_all",
        "ring_store_forward",
        ring_store_forward_all_to_all,
        "环上存储转发",
        "ring, store and forward",
        (FormulaTerm("flat", "p-1", "(p-1)/2"),),
        "ASTRA-sim Ring.cc",
        refuses=refusals.many_forwarded,
        copies=_TO_RANKS,
    ),
    CatalogueEntry(
        "all_to_all",
        "direct",
        direct_all_to_all,
        "全部对端同时",
        "all peers at once",
        (FormulaTerm("flat", "1", "(p-1)/p"),),
        "HCCL Mesh.md",
        refuses=refusals.many_pairs,
        copies=_TO_RANKS,
    ),
    hierarchical(
        "all_to_all",
        "hierarchical_rail",
        "分层:先机内后同轨",
        "hierarchical rail, intra first",
        "lesson section 6; HCCL algorithm introduction",
        copies=_TO_RANKS,
    ),
    hierarchical(
        "all_to_all",
        "hierarchical_rail_inter_first",
        "分层:先同轨后机内",
        "hierarchical rail, inter first",
        "hierarchical_rail with its stages in the other order",
        outer_first=True,
        copies=_TO_NODES,
    ),
    along_axes("all_to_all", "环面上逐轴", "along the axes of a torus", copies=_TO_RANKS),
    CatalogueEntry(
        "all_to_all",
        "hierarchical_leader",
        leader_all_to_all,
        "分层:每机一个代表",
        "hierarchical, one leader per node",
        (
            FormulaTerm("inner", "3*(g-1)", "2*(g-1)*(p-g)/p+(g-1)/p"),
            FormulaTerm("outer", "m-1", "g*(m-1)/m"),
        ),
        "message-level simulation",
        refuses=refusals.either(refusals.more_levels, refusals.around),
        validity_zh="至多用两层,各单元 rank 数相同",
        validity_en="at most two levels in use, units of equal size",
        fast=at_once(leader_all_to_all),
        uneven=False,
        copies=_TO_NODES,
    ),
)

_EXACT = {"pairwise": pairwise_all_to_all_v, "direct": direct_all_to_all_v}
_FROM_MATRIX = {"pairwise": (FormulaTerm("flat", "p-1", "V"),)}


def _variable(algorithm: CatalogueEntry) -> CatalogueEntry:
    """The same algorithm for blocks of different sizes: exact where its rounds are, else from the skews."""
    build = _EXACT.get(algorithm.name) or by_skew(algorithm.build)
    return replace(
        algorithm,
        collective="all_to_all_v",
        build=build,
        fast=None if algorithm.fast is None else fast_by_skew(algorithm.fast),
        refuses=refusals.either(algorithm.refuses, refusals.matrix),
        takes=(*algorithm.takes, "send_matrix"),
        from_matrix=_FROM_MATRIX.get(algorithm.name, ()),
    )


ENTRIES: tuple[CatalogueEntry, ...] = (*_ALL_TO_ALL, *(_variable(algorithm) for algorithm in _ALL_TO_ALL))
