"""Catalogue entries of the collectives that combine values: AllReduce, ReduceScatter, Reduce."""

from __future__ import annotations

from estimator.cost.algorithm import Algorithm, Term
from estimator.cost.bruck import bruck_reversed_reduce_scatter, bruck_rs_ag_all_reduce
from estimator.cost.doubling import (
    rabenseifner_all_reduce,
    recursive_doubling_all_reduce,
    recursive_halving_reduce_scatter,
)
from estimator.cost.exchange import pairwise_reduce_scatter
from estimator.cost.hierarchical import (
    hierarchical_rs_ar_ag,
    inter_first_reduce_scatter,
    intra_first_reduce_scatter,
)
from estimator.cost.mesh import full_mesh_all_reduce, full_mesh_reduce_scatter
from estimator.cost.ring import ring_all_reduce, ring_reduce_scatter
from estimator.cost.tree import binomial_reduce, binomial_reduce_bcast_all_reduce

_ALL_REDUCE = (
    Algorithm(
        "all_reduce",
        "ring",
        ring_all_reduce,
        "环",
        "ring",
        (Term("flat", "2*(p-1)", "2*(p-1)/p", "(p-1)/p", "2*(p-1)/p"),),
        "HCCL ring algorithm guide; nccl-tests PERFORMANCE.md",
    ),
    Algorithm(
        "all_reduce",
        "recursive_doubling",
        recursive_doubling_all_reduce,
        "递归倍增",
        "recursive doubling",
        (Term("flat", "log2(p)", "log2(p)", "log2(p)", "g*log2(m)"),),
        "MPICH allreduce_intra_recursive_doubling.c",
        folded=(Term("flat", "f+2", "f+2", "f+1"),),
        validity_zh="任意 p(非 2^k 时先折叠)",
        validity_en="any p (folded when not 2^k)",
    ),
    Algorithm(
        "all_reduce",
        "rabenseifner",
        rabenseifner_all_reduce,
        "Rabenseifner",
        "Rabenseifner",
        (Term("flat", "2*log2(p)", "2*(p-1)/p", "(p-1)/p", "2*g*(p-g)/p"),),
        "MPICH allreduce_intra_reduce_scatter_allgather.c; HCCL RHD.md",
        folded=(Term("flat", "2*f+2", "2*(q-1)/q+2", "(q-1)/q+1"),),
        validity_zh="任意 p(非 2^k 时先折叠)",
        validity_en="any p (folded when not 2^k)",
    ),
    Algorithm(
        "all_reduce",
        "bruck_rs_ag",
        bruck_rs_ag_all_reduce,
        "Bruck 规约散播加全收集",
        "Bruck ReduceScatter + AllGather",
        (Term("flat", "2*ceil_log2(p)", "2*(p-1)/p", "(p-1)/p"),),
        "HCCL NB.md and NHR.md",
        validity_zh="任意 p(可交换的规约)",
        validity_en="any p (commutative operator)",
    ),
    Algorithm(
        "all_reduce",
        "binomial_reduce_bcast",
        binomial_reduce_bcast_all_reduce,
        "二项树规约加广播",
        "binomial reduce + broadcast",
        (Term("flat", "2*ceil_log2(p)", "2*ceil_log2(p)", "ceil_log2(p)"),),
        "MPICH reduce_intra_binomial.c and bcast_intra_binomial.c",
    ),
    Algorithm(
        "all_reduce",
        "full_mesh",
        full_mesh_all_reduce,
        "全互连",
        "full mesh",
        (Term("flat", "2", "2/p", "(p-1)/p", "2*g*(p-g)/p", port="link"),),
        "HCCL Mesh.md",
        validity_zh="任意 p,每对 rank 一条链路",
        validity_en="any p, one link per pair of ranks",
    ),
    Algorithm(
        "all_reduce",
        "hierarchical_rs_ar_ag",
        hierarchical_rs_ar_ag,
        "分层:机内规约散播、跨机全规约、机内全收集",
        "hierarchical: ReduceScatter, AllReduce, AllGather",
        (
            Term("intra", "2*(g-1)", "2*(g-1)/g", "(g-1)/g"),
            Term("inter", "2*(m-1)", "2*(m-1)/(g*m)", "(m-1)/(g*m)", "2*(m-1)/m"),
        ),
        "lesson section 6; HCCL algorithm introduction; ASTRA-sim localBWAware",
        validity_zh="任意 g、m",
        validity_en="any g and m",
        chunkable=True,
    ),
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
)

ENTRIES: tuple[Algorithm, ...] = (*_ALL_REDUCE, *_REDUCE_SCATTER, *_REDUCE)
