"""What a run's command line and environment say of its path, its network and its algorithm, so that runs compare.

Source of the names: environment variables of NCCL 2.27, RCCL, CANN 8.3, libfabric 1.22, UCX 1.18, Open MPI 5.0.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from estimator.judge.diagnosis.causes.cause import CauseName
from estimator.tools.records import Table

Kind = Literal["place", "network", "algorithm"]

CAUSE_OF: Mapping[Kind, CauseName] = {"place": "topology", "network": "bandwidth", "algorithm": "algorithm"}
"""What a setting of a kind that alone tells a slow run from a fast one makes of it."""
_NAMES: Mapping[Kind, re.Pattern[str]] = {
    "algorithm": re.compile(
        r"(?:NCCL|RCCL)_(?:ALGO|PROTO|M(?:AX|IN)_\w*(?:NCHANNELS|CTAS)|N(?:CHANNELS|THREADS)\w*|TUNER\w*|BUFFSIZE"
        r"|P2P_N?C\w*|NVLS_ENABLE|COLLNET_ENABLE|PXN_DISABLE|LL\w*)|HCCL_(?:ALGO|OP_EXPANSION_MODE|BUFFSIZE)"
        r"|UCC_\w*(?:TUNE|ALG|NUM_POSTS)\w*|\w*coll_tuned_\w+|coll_\w+|RCCL_MSCCL\w*",
    ),
    "place": re.compile(
        r"(?:NCCL|RCCL)_(?:P2P_(?:DISABLE|LEVEL|DIRECT_DISABLE)|SHM_DISABLE|NET_GDR_\w+|IB_CUDA_SUPPORT|TOPO_FILE|DMABUF"
        r"\w*|CROSS_NIC|IGNORE_CPU_AFFINITY)|(?:CUDA|HIP|ROCR|ASCEND_RT|ASCEND)_VISIBLE_DEVICES|HCCL_INTRA_\w+|--bind-to"
        r"|--map-by|--cpu-bind|--rank-by|HSA_FORCE_FINE_GRAIN_PCIE|MPICH_GPU_SUPPORT_ENABLED",
    ),
    "network": re.compile(
        r"(?:NCCL|RCCL)_(?:NET|NET_PLUGIN|IB_DISABLE|IB_HCA|IB_GID_INDEX|IB_TC|IB_QPS_PER_CONNECTION|IB_AR_THRESHOLD"
        r"|SOCKET_IFNAME|SOCKET_NTHREADS|NSOCKS_PERTHREAD)|FI_(?:PROVIDER|CXI_\w+|EFA_USE_DEVICE_RDMA)|UCX_(?:TLS"
        r"|NET_DEVICES|IB_\w+)|HCCL_(?:SOCKET_IFNAME|RDMA_\w+)|I_MPI_(?:FABRICS|OFI_PROVIDER)|btl|pml|btl_tcp_if_include",
    ),
}
_SET = re.compile(
    r"(?<![\w-])(OMPI_MCA_[a-z]\w{1,60}|[A-Z][A-Z0-9]{1,9}_[A-Z0-9_]{2,40})=[\"']?([^\s\"',;]+(?:,[^\s\"';]+)*)"
)
_OPTION = re.compile(r"(?<!\S)(--(?:bind-to|map-by|cpu-bind|rank-by))[ =](\S{1,80})")
_MCA = re.compile(r"(?<!\S)--?mca +(\w{2,60}) +(\S{1,120})")
_OF_MPI = re.compile(r"btl|pml|coll_|UCX_|I_MPI_|MPICH_|\w*coll_tuned")
_DETOUR = re.compile(
    r"(?:NCCL|RCCL)_P2P_DISABLE=1|NCCL_SHM_DISABLE=1|NCCL_P2P_LEVEL=(?:LOC|0)|NCCL_NET_GDR_LEVEL=(?:LOC|0)"
    r"|NCCL_IB_CUDA_SUPPORT=0|HCCL_INTRA_ROCE_ENABLE=1|NCCL_NET=Socket|NCCL_IB_DISABLE=1|FI_PROVIDER=(?:tcp|sockets)\S*"
    r"|UCX_TLS=tcp\S*|btl=tcp\S*|I_MPI_FABRICS=\S*tcp",
    re.IGNORECASE,
)
"""Settings that send data over another path, or by another network, than the machine's best."""


def settings(table: Table) -> Mapping[str, str]:
    """What is set of path, network and algorithm, by name; empty where nothing is known."""
    text = f"{table.command} {table.label}"
    read = [*_SET.findall(text), *_OPTION.findall(text), *_MCA.findall(text), *table.environment]
    found = {name.removeprefix("OMPI_MCA_"): value for name, value in read}
    started = table.tool.startswith(("nccl", "rccl"))  # MPI only starts them: its own network carries nothing
    return {
        name: value
        for name, value in found.items()
        if kind_of(name) is not None and not (started and _OF_MPI.match(name))
    }


def kind_of(name: str) -> Kind | None:
    """What a setting rules; None for one that rules no speed."""
    return next((kind for kind, pattern in _NAMES.items() if pattern.fullmatch(name)), None)


def told_apart(slow: Table, fast: Table) -> Mapping[Kind, str]:
    """The settings in which two runs differ, by what they rule, in words; empty where one of them says nothing."""
    if not (slow.command or slow.environment) or not (fast.command or fast.environment):
        return {}
    one, other = settings(slow), settings(fast)
    found: dict[Kind, list[str]] = {}
    for name in dict.fromkeys((*one, *other)):
        kind = kind_of(name)
        if kind is not None and one.get(name) != other.get(name):
            found.setdefault(kind, []).append(f"{name}: {one.get(name, '-')} / {other.get(name, '-')}")
    return {kind: ", ".join(words) for kind, words in found.items()}


def detours(table: Table) -> Mapping[CauseName, str]:
    """The settings of a run that choose another path or another network than the best, by the cause they would be."""
    found: dict[CauseName, list[str]] = {}
    apart = table.nodes is not None and table.ranks == table.nodes  # no two ranks of one node
    chosen = settings(table)
    together = table.nodes == 1 and not all(chosen.get(f"NCCL_{way}_DISABLE") == "1" for way in ("P2P", "SHM"))
    for name, value in chosen.items():
        kind, words = kind_of(name), f"{name}={value}"
        if together and kind == "network":
            continue
        if apart and name.partition("_")[2].startswith(("P2P_", "SHM_", "INTRA_")):
            continue
        if kind in ("place", "network") and _DETOUR.fullmatch(words):
            found.setdefault(CAUSE_OF[kind], []).append(words)
    return {cause: ", ".join(words) for cause, words in found.items()}
