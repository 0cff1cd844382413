"""Catalogue entries of AllReduce."""

from __future__ import annotations

from estimator.cost.entries import refusals
from estimator.cost.entries.algorithm import CatalogueEntry, FormulaTerm
from estimator.cost.entries.alike import along_axes, several_rings
from estimator.cost.entries.builders import (
    at_once,
    recursion,
    with_way,
    written,
)
from estimator.cost.entries.terms import by_levels_terms
from estimator.cost.levels.modelled import (
    double_binary_tree_all_reduce,
    hierarchical_in_network_all_reduce,
    in_network_all_reduce,
)
from estimator.cost.levels.two_levels import pipeline_mesh_all_reduce
from estimator.cost.schedules.bruck import bruck_rs_ag_all_reduce
from estimator.cost.schedules.direct import direct_all_reduce
from estimator.cost.schedules.doubling import rabenseifner_all_reduce, recursive_doubling_all_reduce
from estimator.cost.schedules.ring import ring_all_reduce
from estimator.cost.schedules.tree import binomial_reduce_bcast_all_reduce

ENTRIES: tuple[CatalogueEntry, ...] = (
    CatalogueEntry(
        "all_reduce",
        "ring",
        ring_all_reduce,
        "环",
        "ring",
        (FormulaTerm("flat", "2*(p-1)", "2*(p-1)/p", "(p-1)/p"),),
        "HCCL ring algorithm guide; nccl-tests PERFORMANCE.md",
        refuses=refusals.many_hops,
        fast=with_way(ring_all_reduce),
        takes=("channels",),
    ),
    CatalogueEntry(
        "all_reduce",
        "recursive_doubling",
        recursive_doubling_all_reduce,
        "递归倍增",
        "recursive doubling",
        (FormulaTerm("flat", "log2(p)", "log2(p)", "log2(p)"),),
        "MPICH allreduce_intra_recursive_doubling.c",
        folded=(FormulaTerm("flat", "f+2", "f+2", "f+1"),),
        validity_zh="任意 p(非 2^k 时先折叠)",
        validity_en="any p (folded when not 2^k)",
    ),
    CatalogueEntry(
        "all_reduce",
        "rabenseifner",
        rabenseifner_all_reduce,
        "Rabenseifner",
        "Rabenseifner",
        (FormulaTerm("flat", "2*log2(p)", "2*(p-1)/p", "(p-1)/p"),),
        "MPICH allreduce_intra_reduce_scatter_allgather.c; HCCL RHD.md",
        folded=(FormulaTerm("flat", "2*f+2", "2*(q-1)/q+2", "(q-1)/q+1"),),
        validity_zh="任意 p(非 2^k 时先折叠)",
        validity_en="any p (folded when not 2^k)",
    ),
    CatalogueEntry(
        "all_reduce",
        "bruck_rs_ag",
        bruck_rs_ag_all_reduce,
        "Bruck 规约散播加全收集",
        "Bruck ReduceScatter + AllGather",
        (FormulaTerm("flat", "2*ceil_log2(p)", "2*(p-1)/p", "(p-1)/p"),),
        "HCCL NB.md and NHR.md",
        validity_zh="任意 p(可交换的规约)",
        validity_en="any p (commutative operator)",
    ),
    CatalogueEntry(
        "all_reduce",
        "binomial_reduce_bcast",
        binomial_reduce_bcast_all_reduce,
        "二项树规约加广播",
        "binomial reduce + broadcast",
        (FormulaTerm("flat", "2*ceil_log2(p)", "2*ceil_log2(p)", "ceil_log2(p)"),),
        "MPICH reduce_intra_binomial.c and bcast_intra_binomial.c",
    ),
    CatalogueEntry(
        "all_reduce",
        "direct",
        direct_all_reduce,
        "全部对端同时",
        "all peers at once",
        (FormulaTerm("flat", "2", "2*(p-1)/p", "(p-1)/p"),),
        "HCCL Mesh.md",
        refuses=refusals.many_pairs,
    ),
    CatalogueEntry(
        "all_reduce",
        "hierarchical_rs_ar_ag",
        recursion("all_reduce"),
        "分层:机内规约散播、跨机全规约、机内全收集",
        "hierarchical: ReduceScatter, AllReduce, AllGather",
        by_levels_terms("all_reduce"),
        "lesson section 6; HCCL algorithm introduction; ASTRA-sim localBWAware",
        written=written("all_reduce"),
        refuses=refusals.either(refusals.unequal, refusals.methods()),
        validity_zh="任意层数;各单元 rank 数不同时至多两层",
        validity_en="any number of levels; units of different sizes on two at most",
        fast=at_once(recursion("all_reduce")),
        takes=("methods",),
    ),
    several_rings("all_reduce", ring_all_reduce, FormulaTerm("flat", "2*(p-1)", "2*(p-1)/p", "(p-1)/p")),
    along_axes("all_reduce"),
    CatalogueEntry(
        "all_reduce",
        "double_binary_tree",
        double_binary_tree_all_reduce,
        "双二叉树(模型)",
        "double binary tree (model)",
        (FormulaTerm("flat", "2*ceil_log2(p)", "2/E", "1"),),
        "Sanders, Speck and Traeff, two-tree algorithms; NCCL trees, efficiency of its tuner",
        refuses=refusals.either(refusals.efficiency, refusals.trees_over_rings),
        validity_zh="任意 p;最外层不是环;效率 η 未给出时为 0.92",
        validity_en="any p; the outermost level no ring; efficiency η, 0.92 where not stated",
        takes=("channels", "efficiency"),
    ),
    CatalogueEntry(
        "all_reduce",
        "in_network",
        in_network_all_reduce,
        "网内规约(模型)",
        "in-network reduction (model)",
        (FormulaTerm("flat", "2", "1/E"),),
        "NVIDIA SHARP and NVLS; efficiency of NCCL's tuner",
        refuses=refusals.either(refusals.efficiency, refusals.no_switch),
        validity_zh="任意 p,交换机能规约;效率 η 未给出时为 0.85",
        validity_en="any p, switches that reduce; efficiency η, 0.85 where not stated",
        takes=("efficiency",),
        in_network=True,
    ),
    CatalogueEntry(
        "all_reduce",
        "hierarchical_in_network",
        hierarchical_in_network_all_reduce,
        "分层:机内规约散播、网内规约、机内全收集(模型)",
        "hierarchical: ReduceScatter, in-network reduction, AllGather (model)",
        (
            FormulaTerm("inner", "2*(g-1)", "2*(g-1)/g", "(g-1)/g"),
            FormulaTerm("outer", "2", "1/(g*E)"),
        ),
        "NVIDIA SHARP behind a ReduceScatter; efficiency of NCCL's tuner",
        refuses=refusals.either(refusals.efficiency, refusals.several_units, refusals.outer_switch),
        validity_zh="用多层,最外层交换机能规约;效率 η 未给出时为 0.85",
        validity_en="several levels, switches that reduce on the outermost; efficiency η, 0.85 where not stated",
        fast=at_once(hierarchical_in_network_all_reduce),
        uneven=False,
        takes=("efficiency",),
        in_network=True,
    ),
    CatalogueEntry(
        "all_reduce",
        "hierarchical_pipeline_mesh",
        pipeline_mesh_all_reduce,
        "分层流水:跨机环与机内全互连同时",
        "hierarchical pipeline: ring across, mesh inside",
        (
            FormulaTerm("outer", "2*(m-1)", "2*(m-1)/p", "(m-1)/m"),
            FormulaTerm("inner", "2*(m-1)", "2*(m-1)/p", "(m-1)/m", port="link", beside=True),
            FormulaTerm("inner", "2", "2/p", "(g-1)/p", port="link"),
        ),
        "HCCL Pipeline.md",
        refuses=refusals.either(refusals.not_two_levels, refusals.around),
        validity_zh="恰用两层,机内每对 rank 一条链路",
        validity_en="two levels in use, one link per pair of ranks inside",
        uneven=False,
    ),
)
