"""What expert layers send: counts, dispatch, combine, tensor parallelism inside the experts."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.dtypes import elements_bytes
from estimator.layout.moe import capacity
from estimator.layout.token_row import TokenRow
from estimator.spec.training.fitted import Fitted
from estimator.spec.training.flow import Flow, alone
from estimator.spec.training.shape import Moe
from estimator.spec.training.stages import PipelineStage


def expert_flows(case: Fitted, stage: PipelineStage) -> Iterator[Flow]:
    """Flows of the stage's expert layers; none in a dense model."""
    if case.moe is None or not stage.moe:
        return
    calls = stage.moe * case.training.micro_batches
    passes = (3 if case.training.recompute else 2) * calls
    if not alone(case.layout, "ep_etp"):
        yield _counts(case, case.moe, passes - calls)
    if not alone(case.layout, "ep"):
        yield from _exchanges(case, case.moe, passes)
    if not alone(case.layout, "etp"):
        yield from _inside(case, case.moe, passes)
    if case.training.aux_loss and not alone(case.layout, "tp_cp"):
        n = elements_bytes(case.moe.experts, "fp32")
        yield Flow("aux_loss", "all_reduce", "tp_cp", n, "fp32", calls)


def _counts(case: Fitted, moe: Moe, count: int) -> Flow:
    """Tokens per expert of every rank, gathered before each forward dispatch: nothing hides it."""
    n = elements_bytes(moe.experts, "int32") * case.layout.ep * case.layout.etp
    return Flow("expert_counts", "all_gather", "ep_etp", n, "int32", count)


def _rows(case: Fitted, moe: Moe) -> int:
    """Rows of a rank's buffer: T k, or E times the capacity of an expert's slot."""
    factor = case.training.capacity_factor
    if factor is None:
        return case.tokens * moe.top_k
    return moe.experts * capacity(case.tokens, moe.experts, moe.top_k, factor)


def dispatch_row(case: Fitted) -> TokenRow:
    """What is dispatched of one copy of a token."""
    training = case.training
    scale = training.dispatch_scale.blocks if training.dispatch_scale is not None else None
    return TokenRow(case.model.hidden, training.dispatch, scale, training.dispatch_extra)


def _exchanges(case: Fitted, moe: Moe, count: int) -> Iterator[Flow]:
    """Dispatch and combine forward; backward the gradient of each goes the other way round, so one of each again."""
    fixed = case.training.capacity_factor is not None
    collective = "all_to_all" if fixed else "all_to_all_v"
    rows, row = _rows(case, moe), dispatch_row(case)
    combine = case.training.combine
    n = rows * TokenRow(case.model.hidden, combine).size
    yield Flow("moe_dispatch", collective, "ep", rows * row.size, row.dtype, count)
    yield Flow("moe_combine", collective, "ep", n, combine, count)


def _inside(case: Fitted, moe: Moe, count: int) -> Iterator[Flow]:
    """The ranks that share an expert gather its tokens before, and scatter its outputs after; backward the same."""
    n = elements_bytes(_rows(case, moe) * case.model.hidden, case.training.activation) * case.layout.etp
    dtype = case.training.activation
    yield Flow("etp_all_gather", "all_gather", "etp", n, dtype, count)
    yield Flow("etp_reduce_scatter", "reduce_scatter", "etp", n, dtype, count)
