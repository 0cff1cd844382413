"""Whether an exchange can send the copies of tokens that it is said to send."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from estimator.cost.collectives import EXCHANGES
from estimator.cost.entries.catalogue import find, sending
from estimator.errors import Path, Problem
from estimator.phrase import linked, phrase
from estimator.spec.machine.checks.levels import sound
from estimator.spec.reading.suggest import suggestion
from estimator.spec.workload import Operation

if TYPE_CHECKING:
    from estimator.spec.document import Spec


def copies(where: Path, operation: Operation, spec: Spec) -> Iterator[Problem]:
    """Copies without experts, to units of a level that is not there, or by an algorithm that cannot send them."""
    if operation.copies is None or operation.collective not in EXCHANGES:
        return
    if spec.moe is None and "moe" not in spec.model_fields_set:
        hint = "add moe: {experts: ..., top_k: ...}, or remove copies"
        yield Problem((*where, "copies"), "the spec has no moe", hint)
    wanted = operation.copies
    if wanted not in ("per_expert", "per_rank", "per_node"):
        if spec.platform is None or not sound(spec.platform):
            return
        words = [f"per_{word}" for word in ("expert", "rank", "node", *spec.platform.machine.names[:-1])]
        if wanted not in words:
            text = phrase("there is no level {level} whose units get a copy", level=wanted.removeprefix("per_"))
            yield Problem((*where, "copies"), text, suggestion(wanted, dict.fromkeys(words)))
            return
        wanted = "per_node"  # who can leave out a second copy to a node can do so for any unit
    algorithm = find(operation.collective, operation.algorithm.name)
    if algorithm is not None and wanted not in algorithm.copies:
        text = phrase("{name} cannot send copies {copies}", name=algorithm.name, copies=operation.copies)
        able = linked(" or ", sending(operation.collective, operation.copies))
        hint = phrase(
            "name an algorithm that can ({able}), or write {copies}", able=able, copies=linked(" or ", algorithm.copies)
        )
        yield Problem((*where, "copies"), text, hint)
