"""Everything that a step may communicate, by name: what can be said of it before model and layout are in order."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from estimator.spec.values.base import StepName


class Known(NamedTuple):
    """The collectives that a flow may be, the usual one first, and the kind of group that it runs on."""

    collectives: tuple[str, ...]
    group: str
    experts: bool = False


_GATHER, _SCATTER, _SUM, _SEND = ("all_gather",), ("reduce_scatter",), ("all_reduce",), ("p2p",)
_EXCHANGE = ("all_to_all_v", "all_to_all")
_GRADIENT = ("reduce_scatter", "all_reduce")
_EXPERTS: Mapping[str, Known] = {
    "expert_counts": Known(_GATHER, "ep_etp", experts=True),
    "moe_dispatch": Known(_EXCHANGE, "ep", experts=True),
    "moe_combine": Known(_EXCHANGE, "ep", experts=True),
    "etp_all_gather": Known(_GATHER, "etp", experts=True),
    "etp_reduce_scatter": Known(_SCATTER, "etp", experts=True),
}
_BLOCKS: Mapping[str, Known] = {
    "tp_all_gather": Known(_GATHER, "tp"),
    "tp_reduce_scatter": Known(_SCATTER, "tp"),
    "cp_kv_gather": Known(_GATHER, "cp"),
    "pp_send": Known(_SEND, "pp_pair"),
}
_TRAINING: Mapping[str, Known] = {
    **_BLOCKS,
    "cp_kv_gradient": Known(_SCATTER, "cp"),
    "cp_ring": Known(_SEND, "cp"),
    "cp_qkv_exchange": Known(("all_to_all",), "cp"),
    "cp_output_exchange": Known(("all_to_all",), "cp"),
    **_EXPERTS,
    "aux_loss": Known(_SUM, "tp_cp", experts=True),
    "expert_gradient": Known(_GRADIENT, "edp", experts=True),
    "expert_parameters": Known(_GATHER, "edp", experts=True),
    "dense_gradient": Known(_GRADIENT, "dp_cp"),
    "dense_parameters": Known(_GATHER, "dp_cp"),
    "ends_gradient": Known(_SCATTER, "dp_cp"),
    "ends_parameters": Known(_GATHER, "dp_cp"),
    "replicated_gradient": Known(_SUM, "tp"),
    "embedding_gradient": Known(_SUM, "embedding"),
    "grad_norm": Known(_SUM, "mp(tp-pp)"),
    "loss": Known(_SUM, "dp_cp"),
    "weight_sync": Known(_SEND, "sync_pair"),
}
_FORWARD: Mapping[str, Known] = {
    **_BLOCKS,
    "tp_all_reduce": Known(_SUM, "tp"),
    "cp_all_reduce": Known(_SUM, "cp"),
    **_EXPERTS,
    "kv_transfer": Known(_SEND, "kv_pair"),
}
KNOWN: Mapping[StepName, Mapping[str, Known]] = MappingProxyType(
    {"training": _TRAINING, "prefill": _FORWARD, "decode": _FORWARD}
)
"""The flows of each step, whatever model and layout are."""
