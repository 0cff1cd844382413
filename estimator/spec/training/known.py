"""Everything that a step may communicate, by name: what can be said of it before model and layout are in order."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from estimator.spec.values.base import StepName


class FlowKind(NamedTuple):
    """The collectives that a flow may be, the usual one first, and the kind of group that it runs on."""

    collectives: tuple[str, ...]
    group: str
    experts: bool = False


_GATHER, _SCATTER, _SUM, _SEND = ("all_gather",), ("reduce_scatter",), ("all_reduce",), ("p2p",)
_EXCHANGE = ("all_to_all_v", "all_to_all")
_GRADIENT = ("reduce_scatter", "all_reduce")
_EXPERTS: Mapping[str, FlowKind] = {
    "expert_counts": FlowKind(_GATHER, "ep_etp", experts=True),
    "moe_dispatch": FlowKind(_EXCHANGE, "ep", experts=True),
    "moe_combine": FlowKind(_EXCHANGE, "ep", experts=True),
    "etp_all_gather": FlowKind(_GATHER, "etp", experts=True),
    "etp_reduce_scatter": FlowKind(_SCATTER, "etp", experts=True),
}
_BLOCKS: Mapping[str, FlowKind] = {
    "tp_all_gather": FlowKind(_GATHER, "tp"),
    "tp_reduce_scatter": FlowKind(_SCATTER, "tp"),
    "cp_kv_gather": FlowKind(_GATHER, "cp"),
    "pp_send": FlowKind(_SEND, "pp_pair"),
}
_TRAINING: Mapping[str, FlowKind] = {
    **_BLOCKS,
    "cp_kv_gradient": FlowKind(_SCATTER, "cp"),
    "cp_ring": FlowKind(_SEND, "cp"),
    "cp_qkv_exchange": FlowKind(("all_to_all",), "cp"),
    "cp_output_exchange": FlowKind(("all_to_all",), "cp"),
    **_EXPERTS,
    "aux_loss": FlowKind(_SUM, "tp_cp", experts=True),
    "expert_gradient": FlowKind(_GRADIENT, "edp", experts=True),
    "expert_parameters": FlowKind(_GATHER, "edp", experts=True),
    "dense_gradient": FlowKind(_GRADIENT, "dp_cp"),
    "dense_parameters": FlowKind(_GATHER, "dp_cp"),
    "ends_gradient": FlowKind(_SCATTER, "dp_cp"),
    "ends_parameters": FlowKind(_GATHER, "dp_cp"),
    "replicated_gradient": FlowKind(_SUM, "tp"),
    "embedding_gradient": FlowKind(_SUM, "embedding"),
    "grad_norm": FlowKind(_SUM, "mp(tp-pp)"),
    "loss": FlowKind(_SUM, "dp_cp"),
    "weight_sync": FlowKind(_SEND, "sync_pair"),
}
_FORWARD: Mapping[str, FlowKind] = {
    **_BLOCKS,
    "tp_all_reduce": FlowKind(_SUM, "tp"),
    "cp_all_reduce": FlowKind(_SUM, "cp"),
    **_EXPERTS,
    "kv_transfer": FlowKind(_SEND, "kv_pair"),
}
KNOWN: Mapping[StepName, Mapping[str, FlowKind]] = MappingProxyType(
    {"training": _TRAINING, "prefill": _FORWARD, "decode": _FORWARD}
)
"""The flows of each step, whatever model and layout are."""
