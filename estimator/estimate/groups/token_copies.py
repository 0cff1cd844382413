"""Which levels carry fewer bytes because a token is sent once to a unit, not once to each of its experts there."""

from __future__ import annotations

from typing import NamedTuple

from estimator.cost.entries.catalogue import CatalogueEntry, sending
from estimator.cost.shape import Shape
from estimator.errors import Path, Problem, SpecError
from estimator.estimate.groups.levels import OnMachine
from estimator.phrase import linked, phrase, sentence_of
from estimator.spec.document import Spec

PLAIN = ("per_expert", "per_rank", "per_node")


class Sent(NamedTuple):
    """The factor [1] on the bytes of some levels."""

    factor: float
    levels: frozenset[str]


def copies_of(spec: Spec, entry: CatalogueEntry, copies: str | None, placed: OnMachine, at: Path) -> Sent:
    """The levels that join the units a copy goes to, and all outside them, carry distinct(units) / top_k.

    ``per_rank`` thins every level, inside one node too. Raises SpecError where the algorithm cannot send such copies.
    """
    if copies is None or copies == "per_expert":
        return Sent(1.0, frozenset())
    if (copies if copies in PLAIN else "per_node") not in entry.copies:
        able = linked(" or ", sending(entry.collective, copies))
        hint = phrase(
            "name an algorithm that can ({able}), or write {copies}", able=able, copies=linked(" or ", entry.copies)
        )
        raise SpecError(
            [
                Problem(
                    (*at, "copies"), phrase("{name} cannot send {copies} copies", name=entry.name, copies=copies), hint
                )
            ]
        )
    if spec.moe is None:
        hint = "add moe: {experts: ..., top_k: ...}"
        raise SpecError([Problem((*at, "copies"), phrase("{copies} needs the number of experts", copies=copies), hint)])
    names, word = placed.machine.names, copies.removeprefix("per_")
    inside = {"rank": -1, "node": placed.machine.node}.get(word, names.index(word) if word in names else -1)
    return Sent(_factor(spec, copies, inside, placed, at), frozenset(names[inside + 1 :]))


def _factor(spec: Spec, copies: str, inside: int, placed: OnMachine, at: Path) -> float:
    moe = spec.moe
    assert moe is not None  # noqa: S101 - asked after the check above
    try:
        if copies in PLAIN:
            return moe.crossing(copies, Shape.on(placed.placing.node_ranks))
        unlimited = moe.model_copy(update={"node_limit": None})
        return unlimited.crossing("per_node", Shape.on(placed.placing.held(inside)))
    except ValueError as error:
        hint = "write a larger node_limit, or a smaller top_k"
        raise SpecError([Problem(("moe", "node_limit"), sentence_of(error), hint)]) from None
