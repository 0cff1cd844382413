"""Token traffic of a mixture of experts: how many copies of a token cross the nodes, and what padding costs."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from estimator.cost.shape import Shape
from estimator.layout.routing import expected_distinct_of
from estimator.phrase import phrase


def expected_distinct(places: int, experts: int, top_k: int) -> float:
    """Expected number of places that receive a token [1], its ``top_k`` experts drawn evenly without repetition.

    places * (1 - C(E - E/places, k) / C(E, k)): eight nodes, 768 experts, top 8 give 5.2655. Source: the
    hypergeometric chance that none of a place's E/places experts is drawn.
    """
    if places < 1 or not 0 < top_k <= experts:
        raise ValueError(
            phrase("{top_k} of {experts} experts on {places} places", top_k=top_k, experts=experts, places=places)
        )
    own = experts / places
    none = prod(max(0.0, experts - own - i) / (experts - i) for i in range(top_k))
    return places * (1.0 - none)


@dataclass(frozen=True, slots=True)
class Reached:
    """Expected numbers of distinct nodes and ranks that receive a token [1], the sender's own included."""

    nodes: float
    ranks: float


def reached(shape: Shape, experts: int, top_k: int, node_limit: int | None = None) -> Reached:
    """Where a token goes when its experts lie on at most ``node_limit`` nodes: those of its best experts.

    The experts are drawn one after another, best first; one that would open a node beyond the limit is passed over.
    Without a limit this is ``expected_distinct``. Eight nodes of eight ranks, 256 experts, top 8: 5.295 nodes, with
    at most four 3.983. Raises ValueError when the limit leaves fewer than ``top_k`` experts. Source: the gate of
    DeepEP's tests, which keeps the nodes with the highest scores.
    """
    limit = shape.nodes if node_limit is None else min(node_limit, shape.nodes)
    if not 0 < top_k <= experts * limit / shape.nodes or limit < 1:
        raise ValueError(
            phrase(
                "{top_k} of {experts} experts on {limit} of {nodes} nodes",
                top_k=top_k,
                experts=experts,
                limit=limit,
                nodes=shape.nodes,
            )
        )
    chances = {(0, 0): 1.0}
    for drawn in range(top_k):
        chances = _drawn(chances, drawn, limit, shape, experts)
    nodes = sum(chance * place[0] for place, chance in chances.items())
    return Reached(nodes, sum(chance * place[1] for place, chance in chances.items()))


def _drawn(
    chances: dict[tuple[int, int], float], drawn: int, limit: int, shape: Shape, experts: int
) -> dict[tuple[int, int], float]:
    """The chances of (nodes, ranks) reached after one expert more."""
    after: dict[tuple[int, int], float] = {}
    each = experts / shape.ranks
    for (nodes, ranks), chance in chances.items():
        ways = {
            (nodes + 1, ranks + 1): (shape.nodes - nodes) * shape.per_node * each if nodes < limit else 0.0,
            (nodes, ranks + 1): (nodes * shape.per_node - ranks) * each,
            (nodes, ranks): max(0.0, ranks * each - drawn),
        }
        total = sum(ways.values())
        for place, weight in ways.items():
            if weight > 0.0:
                after[place] = after.get(place, 0.0) + chance * weight / total
    return after


def copies_per_token(copies: str, shape: Shape, experts: int, top_k: int, node_limit: int | None = None) -> float:
    """Copies of a token that are sent [1], one to the sender's own place included.

    ``per_expert`` sends top_k; ``per_rank`` and ``per_node`` one to each distinct rank or node that holds one of its
    experts. Eight nodes of eight, 768 experts, top 8: 8, 7.609 and 5.266.
    """
    if copies == "per_expert":
        return float(top_k)
    if node_limit is not None and node_limit < shape.nodes:
        found = reached(shape, experts, top_k, node_limit)
        return found.nodes if copies == "per_node" else found.ranks
    return expected_distinct(shape.nodes if copies == "per_node" else shape.ranks, experts, top_k)


def copies_factor(
    copies: str,
    shape: Shape,
    experts: int,
    top_k: int,
    node_limit: int | None = None,
    loads: tuple[float, ...] | None = None,
) -> float:
    """Bytes that cross nodes, over those with one copy per expert [1].

    Eight nodes of eight, 768 experts, top 8: 0.6582 per node, 0.9511 per rank. ``loads``: copies that each expert
    received; without them, and where the node limit binds, every expert is as popular as any other.
    """
    if copies == "per_expert":
        return 1.0
    places = shape.nodes if copies == "per_node" else shape.ranks
    if loads is not None and (node_limit or shape.nodes) >= shape.nodes and experts % places == 0:
        return expected_distinct_of(loads, places, top_k) / top_k
    return copies_per_token(copies, shape, experts, top_k, node_limit) / top_k


def capacity(tokens: int, experts: int, top_k: int, factor: float) -> int:
    """Rows of an expert's slot with a capacity factor, ceil(T k / E * factor): 4096 tokens, 8 of 768, 1.25 give 54."""
    return -int(-(tokens * top_k * factor) // experts)
