"""Catalogue entries of the collectives that only move data: AllGather, Broadcast, Scatter, Gather, P2P."""

from __future__ import annotations

from dataclasses import replace

from estimator.cost.algorithm import Algorithm, Term, needs_power_of_two, needs_two_levels
from estimator.cost.bruck import bruck_all_gather
from estimator.cost.chain import chain_pipelined_broadcast, refuses_segments
from estimator.cost.doubling import recursive_doubling_all_gather
from estimator.cost.exchange import direct_p2p
from estimator.cost.hierarchical import inter_first_all_gather, intra_first_all_gather
from estimator.cost.mesh import full_mesh_all_gather
from estimator.cost.multi_ring import multi_ring_all_gather, refuses_rings
from estimator.cost.one_by_one import flat_broadcast, flat_gather, flat_scatter
from estimator.cost.pipelined import pipeline_mesh_all_gather
from estimator.cost.ring import ring_all_gather
from estimator.cost.tree import (
    binomial_broadcast,
    binomial_gather,
    binomial_scatter,
    scatter_bruck_allgather_broadcast,
    scatter_ring_allgather_broadcast,
)

_P2P = (
    Algorithm(
        "p2p",
        "direct",
        direct_p2p,
        "直接发送",
        "direct",
        (Term("flat", "1", "1", egress="1"),),
        "Hockney's model",
        validity_zh="两个 rank 之间",
        validity_en="between two ranks",
    ),
)

_ALL_GATHER = (
    Algorithm(
        "all_gather",
        "ring",
        ring_all_gather,
        "环",
        "ring",
        (Term("flat", "p-1", "(p-1)/p", egress="(p-1)/p"),),
        "MPICH allgather_intra_ring.c; HCCL ring algorithm guide",
    ),
    Algorithm(
        "all_gather",
        "recursive_doubling",
        recursive_doubling_all_gather,
        "递归倍增",
        "recursive doubling",
        (Term("flat", "log2(p)", "(p-1)/p", egress="g*(p-g)/p"),),
        "MPICH allgather_intra_recursive_doubling.c",
        refuses=needs_power_of_two,
        validity_zh="p = 2^k",
        validity_en="p = 2^k",
    ),
    Algorithm(
        "all_gather",
        "bruck",
        bruck_all_gather,
        "Bruck",
        "Bruck",
        (Term("flat", "ceil_log2(p)", "(p-1)/p"),),
        "MPICH allgather_intra_brucks.c; HCCL NB.md and NHR.md",
    ),
    Algorithm(
        "all_gather",
        "full_mesh",
        full_mesh_all_gather,
        "全互连",
        "full mesh",
        (Term("flat", "1", "1/p", egress="g*(p-g)/p", port="link"),),
        "HCCL Mesh.md",
        validity_zh="任意 p,每对 rank 一条链路",
        validity_en="any p, one link per pair of ranks",
    ),
    Algorithm(
        "all_gather",
        "hierarchical_inter_first",
        inter_first_all_gather,
        "分层:先跨机",
        "hierarchical, inter first",
        (Term("inter", "m-1", "(m-1)/p", egress="(m-1)/m"), Term("intra", "g-1", "(g-1)/g")),
        "ASTRA-sim (dimensions reversed for AllGather); HCCL Pipeline.md",
        validity_zh="任意 g、m",
        validity_en="any g and m",
        chunkable=True,
    ),
    Algorithm(
        "all_gather",
        "hierarchical_intra_first",
        intra_first_all_gather,
        "分层:先机内",
        "hierarchical, intra first",
        (Term("intra", "g-1", "(g-1)/p"), Term("inter", "m-1", "(m-1)/m", egress="g*(m-1)/m")),
        "HCCL hierarchical communication principle",
        validity_zh="任意 g、m",
        validity_en="any g and m",
        chunkable=True,
    ),
    Algorithm(
        "all_gather",
        "multi_ring",
        multi_ring_all_gather,
        "多环(每张网卡一个环)",
        "several rings, one per NIC",
        (
            Term("inter", "p-1", "(p-1)/(p*R)", egress="(p-1)/p"),
            Term("intra", "p-1", "(p-1)*(R-R//g)/(p*R)", beside=True),
        ),
        "NCCL rings, one for each NIC",
        refuses=refuses_rings,
        validity_zh="多机且每机多个 rank,环数 R 不超过 g",
        validity_en="several nodes of several ranks, R rings, at most g",
        takes=("rings",),
    ),
    Algorithm(
        "all_gather",
        "hierarchical_pipeline_mesh",
        pipeline_mesh_all_gather,
        "分层流水:跨机环与机内全互连同时",
        "hierarchical pipeline: ring across, mesh inside",
        (
            Term("inter", "m-1", "(m-1)/p", egress="(m-1)/m"),
            Term("intra", "m-1", "(m-1)/p", port="link", beside=True),
            Term("intra", "1", "1/p", port="link"),
        ),
        "HCCL Pipeline.md",
        refuses=needs_two_levels,
        validity_zh="多机且每机多个 rank,机内每对 rank 一条链路",
        validity_en="several nodes of several ranks, one link per pair of ranks inside",
    ),
)

_ROOTED = (
    Algorithm(
        "broadcast",
        "binomial",
        binomial_broadcast,
        "二项树",
        "binomial tree",
        (Term("flat", "ceil_log2(p)", "ceil_log2(p)"),),
        "MPICH bcast_intra_binomial.c",
    ),
    Algorithm(
        "broadcast",
        "flat",
        flat_broadcast,
        "逐个发送",
        "one after another",
        (Term("flat", "p-1", "p-1", egress="p-g"),),
        "HCCL ring algorithm guide",
    ),
    Algorithm(
        "broadcast",
        "scatter_ring_allgather",
        scatter_ring_allgather_broadcast,
        "散播加环全收集",
        "scatter + ring AllGather",
        (Term("flat", "ceil_log2(p)+p-1", "2*(p-1)/p"),),
        "MPICH bcast_intra_scatter_ring_allgather.c",
    ),
    Algorithm(
        "broadcast",
        "scatter_bruck_allgather",
        scatter_bruck_allgather_broadcast,
        "散播加 Bruck 全收集",
        "scatter + Bruck AllGather",
        (Term("flat", "2*ceil_log2(p)", "2*(p-1)/p"),),
        "HCCL NHR.md",
    ),
    Algorithm(
        "broadcast",
        "chain_pipelined",
        chain_pipelined_broadcast,
        "流水链(分 k 段)",
        "pipelined chain, k segments",
        (Term("flat", "p-2+k", "(p-2+k)/k", egress="1"),),
        "message-level simulation",
        refuses=refuses_segments,
        validity_zh="任意 p,k 段",
        validity_en="any p, k segments",
        takes=("segments",),
        needs=("segments",),
    ),
    Algorithm(
        "scatter",
        "binomial",
        binomial_scatter,
        "二项树",
        "binomial tree",
        (Term("flat", "ceil_log2(p)", "(p-1)/p"),),
        "MPICH scatter_intra_binomial.c",
    ),
    Algorithm(
        "scatter",
        "flat",
        flat_scatter,
        "逐个发送",
        "one after another",
        (Term("flat", "p-1", "(p-1)/p", egress="(p-g)/p"),),
        "Open MPI coll_base_scatter.c, basic linear",
    ),
    Algorithm(
        "gather",
        "binomial",
        binomial_gather,
        "二项树",
        "binomial tree",
        (Term("flat", "ceil_log2(p)", "(p-1)/p"),),
        "MPICH gather_intra_binomial.c",
    ),
    Algorithm(
        "gather",
        "flat",
        flat_gather,
        "逐个接收",
        "one after another",
        (Term("flat", "p-1", "(p-1)/p", egress="(p-g)/p"),),
        "Open MPI coll_base_gather.c, basic linear",
    ),
)

_ALL_GATHER_V = tuple(replace(algorithm, collective="all_gather_v") for algorithm in _ALL_GATHER)
"""The same of shares that differ: a skew makes every share as long as the longest."""

ENTRIES: tuple[Algorithm, ...] = (*_P2P, *_ALL_GATHER, *_ALL_GATHER_V, *_ROOTED)
