"""What n means: one canonical size per collective, and the bandwidths that go with it."""

from __future__ import annotations

from estimator.cost.collectives import EVEN, MOVING, WHOLE_MESSAGE, collective_named
from estimator.phrase import linked, phrase

# Which tensor semantics hold one rank's share, so that n is p times the tensor; None: the semantics says nothing here.
_SHARE: dict[str, dict[str, bool | None]] = {
    "all_reduce": {"input": False, "output": False, "per_peer_shard": None},
    "all_gather": {"input": True, "output": False, "per_peer_shard": True},
    "reduce_scatter": {"input": False, "output": True, "per_peer_shard": True},
    "all_to_all": {"input": False, "output": False, "per_peer_shard": True},
    "scatter": {"input": False, "output": True, "per_peer_shard": True},
    "gather": {"input": True, "output": False, "per_peer_shard": True},
    "barrier": {"message": False},
    **{name: {"input": False, "output": False, "message": False, "per_peer_shard": None} for name in WHOLE_MESSAGE},
}


def allowed_semantics(collective: str) -> tuple[str, ...]:
    """The tensor semantics that say something for a collective; ValueError for an unknown collective."""
    collective_named(collective)
    return tuple(name for name, share in _SHARE[EVEN[collective]].items() if share is not None)


def canonical_bytes(collective: str, semantics: str, size: float, ranks: int) -> float:
    """Canonical n [byte] of a tensor of ``size`` bytes in a group of ``ranks``.

    An AllGather input of 1 MiB on eight ranks is n = 8 MiB. Raises ValueError, in words for the author, where the
    semantics says nothing: ``per_peer_shard`` of an AllReduce.
    Source: nccl-tests PERFORMANCE.md and its buffer sizes.
    """
    allowed = allowed_semantics(collective)
    if semantics not in allowed:
        raise ValueError(
            phrase(
                "{collective} has no tensor semantics {semantics}; write {allowed}",
                collective=collective,
                semantics=semantics,
                allowed=linked(" or ", allowed),
            )
        )
    return size * ranks if _SHARE[EVEN[collective]][semantics] else size


def busbw_factor(collective: str, ranks: int) -> float:
    """The factor k of busbw = k * n / t: 1.75 for an AllReduce of eight ranks. Source: nccl-tests PERFORMANCE.md."""
    collective_named(collective)
    if collective not in MOVING:
        return 0.0
    if collective in WHOLE_MESSAGE:
        return 1.0
    return (2.0 if collective == "all_reduce" else 1.0) * (ranks - 1) / ranks
