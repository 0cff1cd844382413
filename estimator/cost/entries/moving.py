"""Catalogue entries of the collectives that only move data: AllGather, Broadcast, Scatter, Gather, P2P."""

from __future__ import annotations

from dataclasses import replace

from estimator.cost.entries import refusals
from estimator.cost.entries.algorithm import CatalogueEntry, FormulaTerm, needs_power_of_two
from estimator.cost.entries.alike import along_axes, hierarchical, several_rings
from estimator.cost.entries.builders import (
    with_way,
)
from estimator.cost.levels.modelled import in_network_all_gather
from estimator.cost.levels.two_levels import flat_broadcast, flat_gather, flat_scatter, pipeline_mesh_all_gather
from estimator.cost.schedules.bruck import bruck_all_gather
from estimator.cost.schedules.chain import chain_pipelined_broadcast
from estimator.cost.schedules.direct import direct_all_gather
from estimator.cost.schedules.doubling import recursive_doubling_all_gather
from estimator.cost.schedules.exchange import direct_p2p
from estimator.cost.schedules.ring import ring_all_gather
from estimator.cost.schedules.tree import (
    binomial_broadcast,
    binomial_gather,
    binomial_scatter,
    scatter_bruck_allgather_broadcast,
    scatter_ring_allgather_broadcast,
)

_P2P = (
    CatalogueEntry(
        "p2p",
        "direct",
        direct_p2p,
        "直接发送",
        "direct",
        (FormulaTerm("flat", "1", "1"),),
        "Hockney's model",
        validity_zh="两个 rank 之间",
        validity_en="between two ranks",
    ),
)

_ALL_GATHER = (
    CatalogueEntry(
        "all_gather",
        "ring",
        ring_all_gather,
        "环",
        "ring",
        (FormulaTerm("flat", "p-1", "(p-1)/p"),),
        "MPICH allgather_intra_ring.c; HCCL ring algorithm guide",
        refuses=refusals.many_hops,
        fast=with_way(ring_all_gather),
        takes=("channels",),
    ),
    CatalogueEntry(
        "all_gather",
        "recursive_doubling",
        recursive_doubling_all_gather,
        "递归倍增",
        "recursive doubling",
        (FormulaTerm("flat", "log2(p)", "(p-1)/p"),),
        "MPICH allgather_intra_recursive_doubling.c",
        refuses=needs_power_of_two,
        validity_zh="p = 2^k",
        validity_en="p = 2^k",
    ),
    CatalogueEntry(
        "all_gather",
        "bruck",
        bruck_all_gather,
        "Bruck",
        "Bruck",
        (FormulaTerm("flat", "ceil_log2(p)", "(p-1)/p"),),
        "MPICH allgather_intra_brucks.c; HCCL NB.md and NHR.md",
    ),
    CatalogueEntry(
        "all_gather",
        "direct",
        direct_all_gather,
        "全部对端同时",
        "all peers at once",
        (FormulaTerm("flat", "1", "(p-1)/p"),),
        "HCCL Mesh.md",
        refuses=refusals.many_pairs,
    ),
    hierarchical(
        "all_gather",
        "hierarchical_inter_first",
        "分层:先跨机",
        "hierarchical, inter first",
        "ASTRA-sim (dimensions reversed for AllGather); HCCL Pipeline.md",
        outer_first=True,
    ),
    hierarchical(
        "all_gather",
        "hierarchical_intra_first",
        "分层:先机内",
        "hierarchical, intra first",
        "HCCL hierarchical communication principle",
    ),
    several_rings("all_gather", ring_all_gather, FormulaTerm("flat", "p-1", "(p-1)/p")),
    along_axes("all_gather"),
    CatalogueEntry(
        "all_gather",
        "in_network",
        in_network_all_gather,
        "网内复制(模型)",
        "copies made in the network (model)",
        (FormulaTerm("flat", "1", "(p-1)/(p*E)"),),
        "NVIDIA NVLS multicast; efficiency of NCCL's tuner",
        refuses=refusals.either(refusals.efficiency, refusals.no_switch),
        validity_zh="任意 p,交换机能复制;效率 η 未给出时为 0.85",
        validity_en="any p, switches that copy; efficiency η, 0.85 where not stated",
        takes=("efficiency",),
    ),
    CatalogueEntry(
        "all_gather",
        "hierarchical_pipeline_mesh",
        pipeline_mesh_all_gather,
        "分层流水:跨机环与机内全互连同时",
        "hierarchical pipeline: ring across, mesh inside",
        (
            FormulaTerm("outer", "m-1", "(m-1)/p"),
            FormulaTerm("inner", "m-1", "(m-1)/p", port="link", beside=True),
            FormulaTerm("inner", "1", "1/p", port="link"),
        ),
        "HCCL Pipeline.md",
        refuses=refusals.either(refusals.not_two_levels, refusals.around),
        validity_zh="恰用两层,机内每对 rank 一条链路",
        validity_en="two levels in use, one link per pair of ranks inside",
        uneven=False,
    ),
)

_ROOTED = (
    CatalogueEntry(
        "broadcast",
        "binomial",
        binomial_broadcast,
        "二项树",
        "binomial tree",
        (FormulaTerm("flat", "ceil_log2(p)", "ceil_log2(p)"),),
        "MPICH bcast_intra_binomial.c",
    ),
    CatalogueEntry(
        "broadcast",
        "flat",
        flat_broadcast,
        "逐个发送",
        "one after another",
        (FormulaTerm("flat", "p-1", "p-1"),),
        "HCCL ring algorithm guide",
        refuses=refusals.more_levels,
        validity_zh="任意 p,至多用两层",
        validity_en="any p, at most two levels in use",
    ),
    CatalogueEntry(
        "broadcast",
        "scatter_ring_allgather",
        scatter_ring_allgather_broadcast,
        "散播加环全收集",
        "scatter + ring AllGather",
        (FormulaTerm("flat", "ceil_log2(p)+p-1", "2*(p-1)/p"),),
        "MPICH bcast_intra_scatter_ring_allgather.c",
        refuses=refusals.many_hops,
        takes=("channels",),
    ),
    CatalogueEntry(
        "broadcast",
        "scatter_bruck_allgather",
        scatter_bruck_allgather_broadcast,
        "散播加 Bruck 全收集",
        "scatter + Bruck AllGather",
        (FormulaTerm("flat", "2*ceil_log2(p)", "2*(p-1)/p"),),
        "HCCL NHR.md",
    ),
    CatalogueEntry(
        "broadcast",
        "chain_pipelined",
        chain_pipelined_broadcast,
        "流水链(分 k 段)",
        "pipelined chain, k segments",
        (FormulaTerm("flat", "p-2+k", "(p-2+k)/k"),),
        "message-level simulation",
        refuses=refusals.either(refusals.segments, refusals.many_hops),
        validity_zh="任意 p,k 段",
        validity_en="any p, k segments",
        takes=("segments", "channels"),
        needs=("segments",),
    ),
    CatalogueEntry(
        "scatter",
        "binomial",
        binomial_scatter,
        "二项树",
        "binomial tree",
        (FormulaTerm("flat", "ceil_log2(p)", "(p-1)/p"),),
        "MPICH scatter_intra_binomial.c",
    ),
    CatalogueEntry(
        "scatter",
        "flat",
        flat_scatter,
        "逐个发送",
        "one after another",
        (FormulaTerm("flat", "p-1", "(p-1)/p"),),
        "Open MPI coll_base_scatter.c, basic linear",
        refuses=refusals.more_levels,
        validity_zh="任意 p,至多用两层",
        validity_en="any p, at most two levels in use",
    ),
    CatalogueEntry(
        "gather",
        "binomial",
        binomial_gather,
        "二项树",
        "binomial tree",
        (FormulaTerm("flat", "ceil_log2(p)", "(p-1)/p"),),
        "MPICH gather_intra_binomial.c",
    ),
    CatalogueEntry(
        "gather",
        "flat",
        flat_gather,
        "逐个接收",
        "one after another",
        (FormulaTerm("flat", "p-1", "(p-1)/p"),),
        "Open MPI coll_base_gather.c, basic linear",
        refuses=refusals.more_levels,
        validity_zh="任意 p,至多用两层",
        validity_en="any p, at most two levels in use",
    ),
)

_ALL_GATHER_V = tuple(replace(algorithm, collective="all_gather_v") for algorithm in _ALL_GATHER)
"""The same of shares that differ: a skew makes every share as long as the longest."""

ENTRIES: tuple[CatalogueEntry, ...] = (*_P2P, *_ALL_GATHER, *_ALL_GATHER_V, *_ROOTED)
