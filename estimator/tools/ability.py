"""What each benchmark tool can run and report; its command line and its reader are in ``tools``.

Sources: nccl-tests README and src (2.17 line), Ascend hccl_test guide (CANN 8.3) and its Makefile (8.1), README of the
OSU micro-benchmarks: all time many calls and divide, so a mean over iterations is all they can tell. None makes an
uneven load of a given skew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Ability:
    """What one tool can run and report.

    ``collectives``: ours -> the tool's program; ``dtypes`` and ``redops``: ours -> the tool's word; ``statistics``
    over the iterations of a run; ``ranks``: how it can join the times of the ranks. ``columns``: what its rows hold;
    a quantity outside them is converted by us. Sizes mean canonical n in the first two (see ``docs``: tensor, output of
    AllGather, input of ReduceScatter, whole buffer of All-to-All, message).
    """

    name: str
    collectives: Mapping[str, str]
    dtypes: Mapping[str, str]
    redops: Mapping[str, str]
    statistics: frozenset[str]
    ranks: frozenset[str]
    columns: tuple[str, ...]
    uneven: bool = False
    splits: bool = False
    """It can run several groups at once by itself."""
    graphs: bool = False
    """It can start the calls by a graph."""


NCCL_TESTS = Ability(
    "nccl-tests",
    MappingProxyType(
        {
            "p2p": "sendrecv_perf",
            "all_reduce": "all_reduce_perf",
            "all_gather": "all_gather_perf",
            "reduce_scatter": "reduce_scatter_perf",
            "all_to_all": "alltoall_perf",
            "all_to_all_v": "alltoall_perf",
            "broadcast": "broadcast_perf",
            "reduce": "reduce_perf",
            "scatter": "scatter_perf",
            "gather": "gather_perf",
        }
    ),
    MappingProxyType(
        {
            "bf16": "bfloat16",
            "fp16": "half",
            "fp32": "float",
            "fp64": "double",
            "fp8_e4m3": "f8e4m3",
            "fp8_e5m2": "f8e5m2",
            "int8": "int8",
            "uint8": "uint8",
            "int32": "int32",
            "uint32": "uint32",
            "int64": "int64",
            "uint64": "uint64",
        }
    ),
    MappingProxyType({name: name for name in ("sum", "prod", "min", "max", "avg")}),
    frozenset({"mean"}),
    frozenset({"mean", "min", "max"}),
    ("time", "algbw", "busbw"),
    splits=True,
    graphs=True,
)
HCCL_TEST = Ability(
    "hccl_test",
    MappingProxyType(
        {
            "all_reduce": "all_reduce_test",
            "all_gather": "all_gather_test",
            "reduce_scatter": "reduce_scatter_test",
            "all_to_all": "alltoall_test",
            "all_gather_v": "all_gatherv_test",
            "reduce_scatter_v": "reduce_scatterv_test",
            "all_to_all_v": "alltoallv_test",
            "broadcast": "broadcast_test",
            "reduce": "reduce_test",
            "scatter": "scatter_test",
        }
    ),
    MappingProxyType(
        {"bf16": "bfp16", "fp16": "fp16", "fp32": "fp32", "fp64": "fp64"}
        | {name: name for name in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")}
    ),
    MappingProxyType({name: name for name in ("sum", "prod", "min", "max")}),
    frozenset({"mean"}),
    frozenset({"mean", "min", "max"}),
    ("time", "algbw"),
)
OSU = Ability(
    "osu",
    MappingProxyType(
        {
            "p2p": "osu_latency",
            "all_reduce": "osu_allreduce",
            "all_gather": "osu_allgather",
            "all_gather_v": "osu_allgatherv",
            "reduce_scatter": "osu_reduce_scatter",
            "reduce_scatter_v": "osu_reduce_scatter",
            "all_to_all": "osu_alltoall",
            "all_to_all_v": "osu_alltoallv",
            "broadcast": "osu_bcast",
            "reduce": "osu_reduce",
            "scatter": "osu_scatter",
            "gather": "osu_gather",
            "barrier": "osu_barrier",
        }
    ),
    MappingProxyType({"int32": "mpi_int", "int8": "mpi_char", "fp32": "mpi_float"}),
    MappingProxyType({"sum": "sum"}),
    frozenset({"mean"}),
    frozenset({"mean", "min", "max"}),
    ("time",),
)
ABILITIES: Mapping[str, Ability] = MappingProxyType({one.name: one for one in (NCCL_TESTS, HCCL_TEST, OSU)})
ALIASES: Mapping[str, str] = MappingProxyType(
    {"nccl_tests": "nccl-tests", "hccl-test": "hccl_test", "rccl-tests": "nccl-tests", "rccl_tests": "nccl-tests"}
    | {"osu-micro-benchmarks": "osu", "omb": "osu"}
)


KIT = ("kit", "test kit", "commspec kit")
"""What a spec calls the test kit of this tool: it runs every cell, and reports every statistic."""


def is_kit(tool: str) -> bool:
    """Whether a test is left to the test kit."""
    return tool.strip().lower() in KIT


def ability_of(tool: str) -> Ability | None:
    """The ability of a tool by name; None for a tool that is not in the catalogue."""
    name = tool.strip().lower()
    return ABILITIES.get(ALIASES.get(name, name))
