"""How a library is made to take one algorithm: words before the command of a benchmark.

Source: environment variables of NCCL 2.27 and of CANN 8.3 (HCCL_ALGO); the tuned component of Open MPI 5.0.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TUNED: Mapping[str, tuple[str, Mapping[str, int]]] = MappingProxyType(
    {
        "all_reduce": ("allreduce", {"ring": 4, "recursive_doubling": 3, "rabenseifner": 6, "": 4}),
        "all_gather": ("allgather", {"ring": 4, "recursive_doubling": 3, "bruck": 2, "": 4}),
        "reduce_scatter": ("reduce_scatter", {"ring": 3, "recursive_halving": 2, "": 3}),
        "all_to_all": ("alltoall", {"pairwise": 2, "bruck": 3, "": 2}),
        "broadcast": ("bcast", {"binomial": 6, "chain_pipelined": 3, "": 6}),
    }
)
"""Open MPI's name of a collective, and its numbers of algorithms; "" of any other one."""
HCCL: Mapping[str, str] = MappingProxyType(
    {"ring": "ring", "pairwise": "pairwise", "recursive_doubling": "H-D_R", "recursive_halving": "H-D_R"}
)


def forced(tool: str, collective: str, algorithm: str) -> str:
    """Words that make a tool's library take an algorithm, or its plainest one where it does not have it."""
    if tool == "osu":
        name, known = TUNED.get(collective, ("", {}))
        number = known.get(algorithm, known.get("", 0))
        words = f"OMPI_MCA_coll_tuned_{name}_algorithm={number}" if name else ""
        return f"OMPI_MCA_coll_tuned_use_dynamic_rules=1 {words}".strip()
    if tool == "hccl_test":
        name = HCCL.get(algorithm, "ring" if collective != "all_to_all" else "pairwise")
        return (
            f'HCCL_ALGO="level0:ring;level1:{name}"' if name != "pairwise" else 'HCCL_ALGO="level0:NA;level1:pairwise"'
        )
    if collective in ("all_to_all", "p2p"):  # made of messages, which no algorithm rules
        return "NCCL_MIN_P2P_NCHANNELS=4 NCCL_MAX_P2P_NCHANNELS=4"
    return f"NCCL_ALGO={'Tree' if 'tree' in algorithm else 'Ring'} NCCL_PROTO=Simple"
