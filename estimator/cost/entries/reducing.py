"""Catalogue entries of ReduceScatter and Reduce."""

from __future__ import annotations

from dataclasses import replace

from estimator.cost.entries import refusals
from estimator.cost.entries.algorithm import CatalogueEntry, FormulaTerm
from estimator.cost.entries.alike import along_axes, hierarchical, several_rings
from estimator.cost.entries.builders import (
    with_way,
)
from estimator.cost.levels.modelled import in_network_reduce_scatter
from estimator.cost.levels.two_levels import flat_reduce, pipeline_mesh_reduce_scatter
from estimator.cost.schedules.bruck import bruck_reversed_reduce_scatter
from estimator.cost.schedules.chain import chain_pipelined_reduce
from estimator.cost.schedules.direct import direct_reduce_scatter
from estimator.cost.schedules.doubling import recursive_halving_reduce_scatter
from estimator.cost.schedules.exchange import pairwise_reduce_scatter
from estimator.cost.schedules.ring import ring_reduce_scatter
from estimator.cost.schedules.tree import (
    binomial_reduce,
    bruck_reduce_scatter_gather_reduce,
    ring_reduce_scatter_gather_reduce,
)

_REDUCE_SCATTER = (
    CatalogueEntry(
        "reduce_scatter",
        "ring",
        ring_reduce_scatter,
        "环",
        "ring",
        (FormulaTerm("flat", "p-1", "(p-1)/p", "(p-1)/p"),),
        "HCCL ring algorithm guide",
        refuses=refusals.many_hops,
        fast=with_way(ring_reduce_scatter),
        takes=("channels",),
    ),
    CatalogueEntry(
        "reduce_scatter",
        "pairwise",
        pairwise_reduce_scatter,
        "成对交换",
        "pairwise exchange",
        (FormulaTerm("flat", "p-1", "(p-1)/p", "(p-1)/p"),),
        "MPICH reduce_scatter_block_intra_pairwise.c",
        refuses=refusals.many_around,
    ),
    CatalogueEntry(
        "reduce_scatter",
        "recursive_halving",
        recursive_halving_reduce_scatter,
        "递归折半",
        "recursive halving",
        (FormulaTerm("flat", "log2(p)", "(p-1)/p", "(p-1)/p"),),
        "MPICH reduce_scatter_intra_recursive_halving.c; fold by message-level simulation",
        folded=(FormulaTerm("flat", "f+2", "1+(S+1)/p", "1+S/p"),),
        validity_zh="任意 p(非 2^k 时先折叠)",
        validity_en="any p (folded when not 2^k)",
    ),
    CatalogueEntry(
        "reduce_scatter",
        "bruck_reversed",
        bruck_reversed_reduce_scatter,
        "反向 Bruck",
        "reversed Bruck",
        (FormulaTerm("flat", "ceil_log2(p)", "(p-1)/p", "(p-1)/p"),),
        "HCCL NB.md and NHR.md",
        validity_zh="任意 p(可交换的规约)",
        validity_en="any p (commutative operator)",
    ),
    CatalogueEntry(
        "reduce_scatter",
        "direct",
        direct_reduce_scatter,
        "全部对端同时",
        "all peers at once",
        (FormulaTerm("flat", "1", "(p-1)/p", "(p-1)/p"),),
        "HCCL Mesh.md",
        refuses=refusals.many_pairs,
    ),
    hierarchical(
        "reduce_scatter",
        "hierarchical_intra_first",
        "分层:先机内",
        "hierarchical, intra first",
        "ASTRA-sim; HCCL algorithm introduction",
    ),
    hierarchical(
        "reduce_scatter",
        "hierarchical_inter_first",
        "分层:先跨机",
        "hierarchical, inter first",
        "HCCL hierarchical communication principle",
        outer_first=True,
    ),
    several_rings("reduce_scatter", ring_reduce_scatter, FormulaTerm("flat", "p-1", "(p-1)/p", "(p-1)/p")),
    along_axes("reduce_scatter"),
    CatalogueEntry(
        "reduce_scatter",
        "in_network",
        in_network_reduce_scatter,
        "网内规约散播(模型)",
        "in-network reduction, scattered (model)",
        (FormulaTerm("flat", "1", "(p-1)/(p*E)"),),
        "NVIDIA SHARP and NVLS; efficiency of NCCL's tuner",
        refuses=refusals.either(refusals.efficiency, refusals.no_switch),
        validity_zh="任意 p,交换机能规约;效率 η 未给出时为 0.85",
        validity_en="any p, switches that reduce; efficiency η, 0.85 where not stated",
        takes=("efficiency",),
    ),
    CatalogueEntry(
        "reduce_scatter",
        "hierarchical_pipeline_mesh",
        pipeline_mesh_reduce_scatter,
        "分层流水:跨机环与机内全互连同时",
        "hierarchical pipeline: ring across, mesh inside",
        (
            FormulaTerm("inner", "1", "1/p", "(g-1)/p", port="link"),
            FormulaTerm("outer", "m-1", "(m-1)/p", "(m-1)/m"),
            FormulaTerm("inner", "m-1", "(m-1)/p", "(m-1)/m", port="link", beside=True),
        ),
        "HCCL Pipeline.md, backwards",
        refuses=refusals.either(refusals.not_two_levels, refusals.around),
        validity_zh="恰用两层,机内每对 rank 一条链路",
        validity_en="two levels in use, one link per pair of ranks inside",
        uneven=False,
    ),
)

_REDUCE = (
    CatalogueEntry(
        "reduce",
        "binomial",
        binomial_reduce,
        "二项树",
        "binomial tree",
        (FormulaTerm("flat", "ceil_log2(p)", "ceil_log2(p)", "ceil_log2(p)"),),
        "MPICH reduce_intra_binomial.c",
    ),
    CatalogueEntry(
        "reduce",
        "flat",
        flat_reduce,
        "逐个接收",
        "one after another",
        (FormulaTerm("flat", "p-1", "p-1", "p-1"),),
        "the flat broadcast backwards; HCCL ring algorithm guide",
        refuses=refusals.more_levels,
        validity_zh="任意 p,至多用两层",
        validity_en="any p, at most two levels in use",
    ),
    CatalogueEntry(
        "reduce",
        "ring_reduce_scatter_gather",
        ring_reduce_scatter_gather_reduce,
        "环规约散播加收集",
        "ring ReduceScatter + gather",
        (FormulaTerm("flat", "ceil_log2(p)+p-1", "2*(p-1)/p", "(p-1)/p"),),
        "scatter_ring_allgather of the broadcast, backwards",
        refuses=refusals.many_hops,
        takes=("channels",),
    ),
    CatalogueEntry(
        "reduce",
        "bruck_reduce_scatter_gather",
        bruck_reduce_scatter_gather_reduce,
        "反向 Bruck 规约散播加收集",
        "reversed Bruck ReduceScatter + gather",
        (FormulaTerm("flat", "2*ceil_log2(p)", "2*(p-1)/p", "(p-1)/p"),),
        "scatter_bruck_allgather of the broadcast, backwards; MPICH reduce_intra_reduce_scatter_gather.c",
        validity_zh="任意 p(可交换的规约)",
        validity_en="any p (commutative operator)",
    ),
    CatalogueEntry(
        "reduce",
        "chain_pipelined",
        chain_pipelined_reduce,
        "流水链(分 k 段)",
        "pipelined chain, k segments",
        (FormulaTerm("flat", "p-2+k", "(p-2+k)/k", "(p-2+k)/k"),),
        "the pipelined broadcast backwards",
        refuses=refusals.either(refusals.segments, refusals.many_hops),
        validity_zh="任意 p,k 段",
        validity_en="any p, k segments",
        takes=("segments", "channels"),
        needs=("segments",),
    ),
)

_REDUCE_SCATTER_V = tuple(replace(algorithm, collective="reduce_scatter_v") for algorithm in _REDUCE_SCATTER)
"""The same of shares that differ: a skew makes every share as long as the longest."""

ENTRIES: tuple[CatalogueEntry, ...] = (*_REDUCE_SCATTER, *_REDUCE_SCATTER_V, *_REDUCE)
