"""The parameters of a pipeline stage: how many there are, and how many of them a rank holds."""

from __future__ import annotations

from dataclasses import dataclass

from estimator.spec.training.fitted import Fitted
from estimator.spec.training.stages import PipelineStage


@dataclass(frozen=True, slots=True)
class Weights:
    """Parameters outside the routed experts, each counted once, by how tensor-parallel ranks share them.

    ``sharded``: every rank holds its part. ``key_value``: every head of keys and values lies on one rank, or on several
    where there are more ranks than heads. ``replicated``: every rank holds all. ``copied``: sharded, but a second copy
    of what another stage holds.
    """

    sharded: int = 0
    key_value: int = 0
    replicated: int = 0
    copied: int = 0

    def __add__(self, other: Weights) -> Weights:
        return Weights(
            self.sharded + other.sharded,
            self.key_value + other.key_value,
            self.replicated + other.replicated,
            self.copied + other.copied,
        )

    def times(self, count: int) -> Weights:
        """The same for so many layers."""
        return Weights(*(count * part for part in (self.sharded, self.key_value, self.replicated, self.copied)))

    @property
    def distinct(self) -> int:
        """Parameters without copies of any kind."""
        return self.sharded + self.key_value + self.replicated

    def held(self, case: Fitted) -> int:
        """Parameters that a rank holds, its copies included; the fullest one where parts do not come out even."""
        shards = ((self.sharded + self.copied, case.layout.tp), (self.key_value, case.kv_ranks))
        return sum(-(-params // ranks) for params, ranks in shards) + self.replicated


def layer_weights(case: Fitted, stage: PipelineStage) -> Weights:
    """The stage's layers: attention, norms, feed-forward parts, shared experts and routers."""
    model = case.model
    query, key_value = model.attention_weights
    attention = Weights(sharded=query, key_value=key_value, replicated=model.norms * model.hidden)
    feed_forward = Weights(sharded=3 * model.hidden * model.ffn)
    mixture = Weights()
    if case.moe is not None:
        shared, router = model.shared_experts * model.expert_params, case.moe.experts * model.hidden
        mixture = Weights(sharded=shared, replicated=router)
    return attention.times(stage.layers) + feed_forward.times(stage.layers - stage.moe) + mixture.times(stage.moe)


def end_weights(case: Fitted, stage: PipelineStage) -> Weights:
    """The embedding of the first stage; the output matrix and the last norm of the last."""
    model = case.model
    matrix, found = model.vocabulary * model.hidden, Weights()
    if stage.embedding:
        found += Weights(sharded=matrix)
    if stage.head:
        found += Weights(replicated=model.hidden if model.norms else 0)
        if not model.tied_embeddings:
            found += Weights(sharded=matrix)
        elif not stage.embedding:
            found += Weights(copied=matrix)
    return found


def stage_weights(case: Fitted, stage: PipelineStage) -> Weights:
    """Everything on a stage that is no routed expert."""
    return layer_weights(case, stage) + end_weights(case, stage)


def routed_params(case: Fitted, stage: PipelineStage) -> int:
    """Parameters of the stage's routed experts."""
    return stage.moe * (case.moe.experts if case.moe is not None else 0) * case.model.expert_params


def held_experts(case: Fitted, stage: PipelineStage) -> int:
    """Parameters of routed experts that a rank holds: 9,965,666,304 of 11 layers in the 4,096-rank example."""
    return -(-routed_params(case, stage) // (case.layout.ep * case.layout.etp))


def model_params(case: Fitted) -> int:
    """All parameters, each once, as if one stage held them: 5.011e12 in the 4,096-rank example."""
    whole = PipelineStage(case.model.layers, case.model.layers - case.dense_layers, embedding=True, head=True)
    return stage_weights(case, whole).distinct + routed_params(case, whole)
