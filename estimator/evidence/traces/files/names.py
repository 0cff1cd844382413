"""What traces call collectives and element types, in our own names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from estimator.cost.collectives import NAMES

_OTHER: Mapping[str, str] = MappingProxyType(
    {
        "alltoallvc": "all_to_all_v",
        "bcast": "broadcast",
        "send": "p2p",
        "recv": "p2p",
        "receive": "p2p",
        "batchsendrecv": "p2p",
        "recvanysource": "p2p",
        "allreducesparse": "all_reduce",
        "allreducebarrier": "barrier",
        "monitoredbarrier": "barrier",
    }
)
_KNOWN: Mapping[str, str] = MappingProxyType({**{name.replace("_", ""): name for name in NAMES}, **_OTHER})
_PREFIX = re.compile(r"^(?:[a-z]+:|c10d::|hcom_|hccl|hcom)")
_FORMS = re.compile(r"(?:oop|base|single|(?:intotensor|tensor)?coalesced|intotensor|aicpukernel|aivkernel)$")
"""Ends of names that tell how a call takes its tensors, not what it does."""

_LIBRARIES = "(?:n|r|m|x|v|e|h|p|one)ccl|hcom_|cncl|bkcl|deep_ep::|nvshmem|mscclpp|cross_device_reduce|multimem_"
_OWN = "(?:one|two)_?shot_?(?:push_|pull_)?all_?reduce|all_?reduce_fusion"
"""Reductions that inference engines bring along."""
_KERNEL = re.compile(rf"\b(?:{_LIBRARIES}|{_OWN})", re.IGNORECASE)
_IN_KERNEL = (
    ("crossdevicereduce", "all_reduce"),
    ("allreduce", "all_reduce"),
    ("allgather", "all_gather"),
    ("reducescatter", "reduce_scatter"),
    ("broadcast", "broadcast"),
    ("alltoall", "all_to_all"),
    ("reduce", "reduce"),
)

_WIDTHS: Mapping[str, int] = MappingProxyType(
    {
        **dict.fromkeys(("byte", "char", "bool", "int8", "uint8", "unsignedchar", "signedchar", "hif8"), 1),
        **dict.fromkeys(("short", "unsignedshort", "int16", "uint16", "half", "bfloat16"), 2),
        **dict.fromkeys(("fp16", "bf16", "bfp16", "float16"), 2),
        **dict.fromkeys(("int", "unsignedint", "int32", "uint32", "float", "fp32", "float32"), 4),
        **dict.fromkeys(("long", "longint", "unsignedlong", "longlong", "int64", "uint64"), 8),
        **dict.fromkeys(("double", "fp64", "float64", "complexfloat"), 8),
        "complexdouble": 16,
    }
)
_EIGHT_BITS = re.compile(r"(?:float8|fp8|f8)")


@lru_cache(maxsize=4096)
def collective_named_by(name: str) -> str:
    """Our name of what a trace calls ``nccl:_all_gather_base``, ``allreduce_``, ``hcom_alltoallv_``; "" if unknown.

    A name may go on behind a blank: ``nccl:send 0->1`` is a p2p.
    """
    word = _PREFIX.sub("", name.split(" ")[0].lower().lstrip("_"))
    word = re.sub(r"[^a-z0-9]", "", word)
    return _KNOWN.get(word) or _KNOWN.get(_FORMS.sub("", word), "")


@lru_cache(maxsize=4096)
def annotates(name: str) -> str:
    """Whose call an event of the host names: "device" of ``nccl:all_reduce``, "host" of ``gloo:all_reduce``, else "".

    What Gloo and MPI do runs on the host, and no kernel stands for it.
    """
    head, colon, tail = name.partition(":")
    if not colon or tail.startswith(":"):
        return ""
    return "host" if head in ("gloo", "mpi") else "device" if head.endswith("ccl") and len(head) < 8 else ""


@lru_cache(maxsize=4096)
def is_communication(kernel: str) -> bool:
    """Whether a device kernel is one of a communication library, by its name."""
    return _KERNEL.search(kernel) is not None


@lru_cache(maxsize=4096)
def collective_of_kernel(kernel: str) -> str:
    """The collective that a kernel's name tells, "" where it tells none: SendRecv may be a P2P or an All-to-All."""
    word = kernel.lower().replace("_", "")
    return next((collective for part, collective in _IN_KERNEL if part in word), "")


@lru_cache(maxsize=256)
def width_of(dtype: str) -> int | None:
    """Bytes of one element of a type as PyTorch (``BFloat16``), C++ (``unsigned char``), HCCL (``BFP16``) write it."""
    word = re.sub(r"[^a-z0-9]", "", dtype.lower().replace("c10::", ""))
    return _WIDTHS.get(word) or (1 if _EIGHT_BITS.match(word) else None)
