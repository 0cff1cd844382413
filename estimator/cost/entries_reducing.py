"""Catalogue entries of ReduceScatter and Reduce."""

from __future__ import annotations

from dataclasses import replace

from estimator.cost.algorithm import Algorithm, Term, needs_two_levels
from estimator.cost.bruck import bruck_reversed_reduce_scatter
from estimator.cost.chain import chain_pipelined_reduce, refuses_segments
from estimator.cost.doubling import recursive_halving_reduce_scatter
from estimator.cost.exchange import pairwise_reduce_scatter
from estimator.cost.hierarchical import inter_first_reduce_scatter, intra_first_reduce_scatter
from estimator.cost.mesh import full_mesh_reduce_scatter
from estimator.cost.multi_ring import multi_ring_reduce_scatter, refuses_rings
from estimator.cost.one_by_one import flat_reduce
from estimator.cost.pipelined import pipeline_mesh_reduce_scatter
from estimator.cost.ring import ring_reduce_scatter
from estimator.cost.tree import (
    binomial_reduce,
    bruck_reduce_scatter_gather_reduce,
    ring_reduce_scatter_gather_reduce,
)

_REDUCE_SCATTER = (
    Algorithm(
        "reduce_scatter",
        "ring",
        ring_reduce_scatter,
        "环",
        "ring",
        (Term("flat", "p-1", "(p-1)/p", "(p-1)/p", "(p-1)/p"),),
        "HCCL ring algorithm guide",
    ),
    Algorithm(
        "reduce_scatter",
        "pairwise",
        pairwise_reduce_scatter,
        "成对交换",
        "pairwise exchange",
        (Term("flat", "p-1", "(p-1)/p", "(p-1)/p", "g*(p-g)/p"),),
        "MPICH reduce_scatter_block_intra_pairwise.c",
    ),
    Algorithm(
        "reduce_scatter",
        "recursive_halving",
        recursive_halving_reduce_scatter,
        "递归折半",
        "recursive halving",
        (Term("flat", "log2(p)", "(p-1)/p", "(p-1)/p", "g*(p-g)/p"),),
        "MPICH reduce_scatter_intra_recursive_halving.c; fold by message-level simulation",
        folded=(Term("flat", "f+2", "1+(S+1)/p", "1+S/p"),),
        validity_zh="任意 p(非 2^k 时先折叠)",
        validity_en="any p (folded when not 2^k)",
    ),
    Algorithm(
        "reduce_scatter",
        "bruck_reversed",
        bruck_reversed_reduce_scatter,
        "反向 Bruck",
        "reversed Bruck",
        (Term("flat", "ceil_log2(p)", "(p-1)/p", "(p-1)/p"),),
        "HCCL NB.md and NHR.md",
        validity_zh="任意 p(可交换的规约)",
        validity_en="any p (commutative operator)",
    ),
    Algorithm(
        "reduce_scatter",
        "full_mesh",
        full_mesh_reduce_scatter,
        "全互连",
        "full mesh",
        (Term("flat", "1", "1/p", "(p-1)/p", "g*(p-g)/p", port="link"),),
        "HCCL Mesh.md",
        validity_zh="任意 p,每对 rank 一条链路",
        validity_en="any p, one link per pair of ranks",
    ),
    Algorithm(
        "reduce_scatter",
        "hierarchical_intra_first",
        intra_first_reduce_scatter,
        "分层:先机内",
        "hierarchical, intra first",
        (Term("intra", "g-1", "(g-1)/g", "(g-1)/g"), Term("inter", "m-1", "(m-1)/p", "(m-1)/p", "(m-1)/m")),
        "ASTRA-sim; HCCL algorithm introduction",
        validity_zh="任意 g、m",
        validity_en="any g and m",
        chunkable=True,
    ),
    Algorithm(
        "reduce_scatter",
        "hierarchical_inter_first",
        inter_first_reduce_scatter,
        "分层:先跨机",
        "hierarchical, inter first",
        (Term("inter", "m-1", "(m-1)/m", "(m-1)/m", "g*(m-1)/m"), Term("intra", "g-1", "(g-1)/p", "(g-1)/p")),
        "HCCL hierarchical communication principle",
        validity_zh="任意 g、m",
        validity_en="any g and m",
        chunkable=True,
    ),
    Algorithm(
        "reduce_scatter",
        "multi_ring",
        multi_ring_reduce_scatter,
        "多环(每张网卡一个环)",
        "several rings, one per NIC",
        (
            Term("inter", "p-1", "(p-1)/(p*R)", "(p-1)/p", "(p-1)/p"),
            Term("intra", "p-1", "(p-1)*(R-R//g)/(p*R)", "(p-1)/p", beside=True),
        ),
        "NCCL rings, one for each NIC",
        refuses=refuses_rings,
        validity_zh="多机且每机多个 rank,环数 R 不超过 g",
        validity_en="several nodes of several ranks, R rings, at most g",
        takes=("rings",),
    ),
    Algorithm(
        "reduce_scatter",
        "hierarchical_pipeline_mesh",
        pipeline_mesh_reduce_scatter,
        "分层流水:跨机环与机内全互连同时",
        "hierarchical pipeline: ring across, mesh inside",
        (
            Term("intra", "1", "1/p", "(g-1)/p", port="link"),
            Term("inter", "m-1", "(m-1)/p", "(m-1)/m", "(m-1)/m"),
            Term("intra", "m-1", "(m-1)/p", "(m-1)/m", port="link", beside=True),
        ),
        "HCCL Pipeline.md, backwards",
        refuses=needs_two_levels,
        validity_zh="多机且每机多个 rank,机内每对 rank 一条链路",
        validity_en="several nodes of several ranks, one link per pair of ranks inside",
    ),
)

_REDUCE = (
    Algorithm(
        "reduce",
        "binomial",
        binomial_reduce,
        "二项树",
        "binomial tree",
        (Term("flat", "ceil_log2(p)", "ceil_log2(p)", "ceil_log2(p)"),),
        "MPICH reduce_intra_binomial.c",
    ),
    Algorithm(
        "reduce",
        "flat",
        flat_reduce,
        "逐个接收",
        "one after another",
        (Term("flat", "p-1", "p-1", "p-1", "p-g"),),
        "the flat broadcast backwards; HCCL ring algorithm guide",
    ),
    Algorithm(
        "reduce",
        "ring_reduce_scatter_gather",
        ring_reduce_scatter_gather_reduce,
        "环规约散播加收集",
        "ring ReduceScatter + gather",
        (Term("flat", "ceil_log2(p)+p-1", "2*(p-1)/p", "(p-1)/p"),),
        "scatter_ring_allgather of the broadcast, backwards",
    ),
    Algorithm(
        "reduce",
        "bruck_reduce_scatter_gather",
        bruck_reduce_scatter_gather_reduce,
        "反向 Bruck 规约散播加收集",
        "reversed Bruck ReduceScatter + gather",
        (Term("flat", "2*ceil_log2(p)", "2*(p-1)/p", "(p-1)/p"),),
        "scatter_bruck_allgather of the broadcast, backwards; MPICH reduce_intra_reduce_scatter_gather.c",
        validity_zh="任意 p(可交换的规约)",
        validity_en="any p (commutative operator)",
    ),
    Algorithm(
        "reduce",
        "chain_pipelined",
        chain_pipelined_reduce,
        "流水链(分 k 段)",
        "pipelined chain, k segments",
        (Term("flat", "p-2+k", "(p-2+k)/k", "(p-2+k)/k", "1"),),
        "the pipelined broadcast backwards",
        refuses=refuses_segments,
        validity_zh="任意 p,k 段",
        validity_en="any p, k segments",
        takes=("segments",),
        needs=("segments",),
    ),
)

_REDUCE_SCATTER_V = tuple(replace(algorithm, collective="reduce_scatter_v") for algorithm in _REDUCE_SCATTER)
"""The same of shares that differ: a skew makes every share as long as the longest."""

ENTRIES: tuple[Algorithm, ...] = (*_REDUCE_SCATTER, *_REDUCE_SCATTER_V, *_REDUCE)
