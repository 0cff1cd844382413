"""Catalogue entries of All-to-All; All-to-All-v has the same algorithms, from a skew or a send matrix."""

from __future__ import annotations

from dataclasses import replace

from estimator.cost.algorithm import Algorithm, Copies, Term, power_of_two
from estimator.cost.bruck import bruck_all_to_all
from estimator.cost.exchange import pairwise_all_to_all, pairwise_lesson_all_to_all, pairwise_xor_all_to_all
from estimator.cost.hierarchical import leader_all_to_all, rail_all_to_all, rail_inter_first_all_to_all
from estimator.cost.mesh import full_mesh_all_to_all
from estimator.cost.options import Options
from estimator.cost.ring import ring_store_forward_all_to_all
from estimator.cost.send_matrix import by_skew, pairwise_all_to_all_v, refuses_matrix
from estimator.cost.shape import Shape

_TO_RANKS: tuple[Copies, ...] = ("per_expert", "per_rank")
_TO_NODES: tuple[Copies, ...] = ("per_expert", "per_rank", "per_node")


def _needs_powers_of_two(shape: Shape, options: Options) -> str | None:
    """The reason the exclusive-or exchange refuses a shape."""
    p, g = shape.ranks, shape.per_node
    return None if power_of_two(p) and power_of_two(g) else f"it needs p = 2^k and g = 2^j, and they are {p} and {g}"


_ALL_TO_ALL = (
    Algorithm(
        "all_to_all",
        "pairwise",
        pairwise_all_to_all,
        "成对交换",
        "pairwise exchange",
        (Term("flat", "p-1", "(p-1)/p", egress="g*(p-g)/p"),),
        "MPICH alltoall_intra_pairwise.c; HCCL Pairwise.md",
        copies=_TO_RANKS,
    ),
    Algorithm(
        "all_to_all",
        "pairwise_lesson",
        pairwise_lesson_all_to_all,
        "成对交换(含自身块的近似)",
        "pairwise exchange, own block counted",
        (Term("flat", "p-1", "1", egress="g*(p-g)/p"),),
        "lesson section 2; comment in MPICH alltoall_intra_pairwise.c",
        copies=_TO_RANKS,
    ),
    Algorithm(
        "all_to_all",
        "pairwise_xor",
        pairwise_xor_all_to_all,
        "成对交换(异或)",
        "pairwise exchange by XOR",
        (Term("intra", "g-1", "(g-1)/p"), Term("inter", "p-g", "(p-g)/p", egress="g*(p-g)/p")),
        "MPICH alltoall_intra_pairwise.c",
        refuses=_needs_powers_of_two,
        validity_zh="p = 2^k,g = 2^j",
        validity_en="p = 2^k, g = 2^j",
        copies=_TO_RANKS,
    ),
    Algorithm(
        "all_to_all",
        "bruck",
        bruck_all_to_all,
        "Bruck",
        "Bruck",
        (Term("flat", "ceil_log2(p)", "W/p"),),
        "MPICH alltoall_intra_brucks.c",
        copies=_TO_RANKS,
    ),
    Algorithm(
        "all_to_all",
        "ring_store_forward",
        ring_store_forward_all_to_all,
        "环上存储转发",
        "ring, store and forward",
        (Term("flat", "p-1", "(p-1)/2", egress="(p-1)/2"),),
        "ASTRA-sim Ring.cc",
        copies=_TO_RANKS,
    ),
    Algorithm(
        "all_to_all",
        "full_mesh",
        full_mesh_all_to_all,
        "全互连",
        "full mesh",
        (Term("flat", "1", "1/p", egress="g*(p-g)/p", port="link"),),
        "HCCL Mesh.md",
        validity_zh="任意 p,每对 rank 一条链路",
        validity_en="any p, one link per pair of ranks",
        copies=_TO_RANKS,
    ),
    Algorithm(
        "all_to_all",
        "hierarchical_rail",
        rail_all_to_all,
        "分层:先机内后同轨",
        "hierarchical rail, intra first",
        (Term("intra", "g-1", "(g-1)/g"), Term("inter", "m-1", "(m-1)/m", egress="g*(m-1)/m")),
        "lesson section 6; HCCL algorithm introduction",
        validity_zh="任意 g、m",
        validity_en="any g and m",
        chunkable=True,
        copies=_TO_RANKS,
    ),
    Algorithm(
        "all_to_all",
        "hierarchical_rail_inter_first",
        rail_inter_first_all_to_all,
        "分层:先同轨后机内",
        "hierarchical rail, inter first",
        (Term("inter", "m-1", "(m-1)/m", egress="g*(m-1)/m"), Term("intra", "g-1", "(g-1)/g")),
        "hierarchical_rail with its stages in the other order",
        validity_zh="任意 g、m",
        validity_en="any g and m",
        chunkable=True,
        copies=_TO_NODES,
    ),
    Algorithm(
        "all_to_all",
        "hierarchical_leader",
        leader_all_to_all,
        "分层:每机一个代表",
        "hierarchical, one leader per node",
        (
            Term("intra", "3*(g-1)", "2*(g-1)*(p-g)/p+(g-1)/p"),
            Term("inter", "m-1", "g*(m-1)/m", egress="g*(m-1)/m"),
        ),
        "message-level simulation",
        validity_zh="任意 g、m",
        validity_en="any g and m",
        chunkable=True,
        copies=_TO_NODES,
    ),
)


def _variable(algorithm: Algorithm) -> Algorithm:
    """The same algorithm for blocks of different sizes: exact for the pairwise exchange, else from the skews."""
    exact = algorithm.name == "pairwise"
    refuses = algorithm.refuses
    return replace(
        algorithm,
        collective="all_to_all_v",
        build=pairwise_all_to_all_v if exact else by_skew(algorithm.build),
        refuses=lambda shape, options: refuses(shape, options) or refuses_matrix(shape, options),
        takes=("send_matrix",),
        from_matrix=(Term("flat", "p-1", "V"),) if exact else (),
    )


ENTRIES: tuple[Algorithm, ...] = (*_ALL_TO_ALL, *(_variable(algorithm) for algorithm in _ALL_TO_ALL))
