"""What differs from one table-printing tool to the next: sizes, units, order of columns, how ranks are joined."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Rules(NamedTuple):
    """How the table of one tool is to be understood.

    ``share``: collectives whose printed size is the share of one rank, n/p. ``time_unit`` [s] and ``rate_unit`` [B/s]
    where the header states none. ``in_place``: what the groups of columns are where no line says it. ``rising``: sizes
    only rise, so that a stray line of numbers is not taken for a row. ``checks``: whether its bandwidth is size / time.
    """

    tool: str
    over_ranks: str
    share: frozenset[str] = frozenset()
    time_unit: float = 1e-6
    rate_unit: float = 1e9
    in_place: tuple[bool | None, ...] = (None, None)
    rising: bool = False
    checks: bool = True
    way: str = "one"
    statistic: str = "mean"
    units_in_rows: bool = False
    """Its numbers are followed by their units."""
    describes: bool = False
    """Every row names its redop and root, so that a row without has none."""
    exchanges: bool = True
    """It has exchanges and send-receive."""


_BLOCKS = frozenset({"all_gather", "all_to_all", "all_to_all_v", "gather", "scatter", "all_gather_v", "gather_v"})
NCCL = Rules("nccl-tests", "mean", in_place=(False, True), describes=True)
NCCL_ONE = Rules("nccl-tests", "", time_unit=1e-3, in_place=(False, True), describes=True, exchanges=False)
MSCCLPP = Rules("mscclpp-test", "", in_place=(False, True))
MSCCLPP_BENCH = Rules("mscclpp-bench", "")
NCCOM = Rules("nccom-test", "")
HCCL_TEST = Rules("hccl_test", "")
HCCL_DEMO = Rules("hccl_demo", "", share=frozenset({"all_gather"}), time_unit=1e-3, units_in_rows=True)
OSU = Rules("osu", "mean", share=_BLOCKS | {"scatter_v", "all_to_all_w"}, rising=True)
IMB = Rules("imb", "mean", share=_BLOCKS | {"scatter_v"}, rising=True)
ONE_CCL = Rules("oneccl", "mean", share=_BLOCKS, rising=True)
UCC = Rules("ucc_perftest", "mean", share=_BLOCKS | {"scatter_v"}, rising=True)
CSV = Rules("nccl-tests", "mean", in_place=(False, True))
"""Columns of nccl-tests that a script wrote as CSV: redop and root are left out."""
FLAT = Rules("rccl-tests", "mean")
"""Rows as JSON objects that name their collective and ranks."""
PLAIN = Rules("table", "")
"""A table of no known tool: what its header does not say must be told."""

COLLECTIVES: Mapping[str, str] = MappingProxyType(
    {
        "allreduce": "all_reduce",
        "allgather": "all_gather",
        "allgatherv": "all_gather_v",
        "reducescatter": "reduce_scatter",
        "reducescatterblock": "reduce_scatter",
        "reducescatterv": "reduce_scatter_v",
        "alltoall": "all_to_all",
        "alltoallv": "all_to_all_v",
        "alltoallw": "all_to_all_w",
        "all2all": "all_to_all",
        "broadcast": "broadcast",
        "bcast": "broadcast",
        "reduce": "reduce",
        "scatter": "scatter",
        "scatterv": "scatter_v",
        "gather": "gather",
        "gatherv": "gather_v",
        "sendrecv": "p2p",
        "sendreceive": "p2p",
        "pingpong": "p2p",
        "barrier": "barrier",
        "allr": "all_reduce",
        "allg": "all_gather",
        "redsct": "reduce_scatter",
        "p2p": "p2p",
    }
)
"""Tools' words for operations, without case, blanks, underscores and hyphens -> ours."""


def collective_of(word: str) -> str | None:
    """Our name for a tool's word: ``all_reduce_perf_mpi``, ``hcclAllReduce`` and ``Allreduce`` are all_reduce."""
    plain = word.strip().lower()
    for tail in ("_mpi", "_perf", "_test"):
        plain = plain.removesuffix(tail)
    for head in ("hccl", "nccl", "osu_"):
        plain = plain.removeprefix(head)
    for mark in " _-":
        plain = plain.replace(mark, "")
    return COLLECTIVES.get(plain)
