"""Which collective on how many ranks a table shows: from what was told, what the log says, and what its numbers say."""

from __future__ import annotations

from dataclasses import dataclass, field

from estimator.cost.collectives import EVEN, MOVING, NAMES, WHOLE_MESSAGE
from estimator.cost.semantics import busbw_factor
from estimator.phrase import phrase, word
from estimator.tools.readers.table.agree import Ratios
from estimator.tools.readers.table.rules import Rules
from estimator.tools.readers.text.facts import RunFacts
from estimator.tools.records import Told

SHARED = frozenset({"all_gather", "reduce_scatter", "all_to_all", "all_to_all_v", "gather", "scatter"})
"""Collectives whose count nccl-tests prints as that of one rank's share."""
REDUCING = frozenset({"all_reduce", "reduce_scatter", "reduce"})
ROOTED = frozenset({"broadcast", "reduce", "gather", "scatter"})
ONCE = frozenset({"p2p", "all_to_all", "all_to_all_v"})
"""Collectives whose in-place results nccl-tests does not check."""


@dataclass
class Clues:
    """What the rows of a table say together."""

    ratios: Ratios = field(default_factory=Ratios)
    shares: dict[int, int] = field(default_factory=dict)
    """size / (count * bytes) -> how many rows."""
    roots: set[int | None] = field(default_factory=set)
    redops: set[str] = field(default_factory=set)
    strict: bool = True
    """A redop or a root that is not printed is none: the tool prints both wherever there is one."""
    exchanges: bool = True
    """The tool has exchanges and send-receive."""
    in_place_checked: bool | None = None
    """Whether in-place results were checked where the others were; None: no row could tell."""

    @property
    def share(self) -> int | None:
        """The ratio that most rows have, or None."""
        return max(self.shares, key=lambda ratio: self.shares[ratio], default=None)


@dataclass(frozen=True, slots=True)
class Deduced:
    """The answer; ``conflict``: what was told of the ranks cannot be."""

    collective: str | None
    ranks: int | None
    nodes: int | None
    ranks_per_node: int | None
    share: bool
    """The printed size is one rank's share, n/p."""
    conflict: bool
    notes: tuple[str, ...]
    renamed: bool = False
    """The log names another collective than its numbers are of."""


def deduce(facts: RunFacts, told: Told, evidence: Clues, rules: Rules) -> Deduced:
    """Bring the three together: what was told stands, the numbers come before the lines around them.

    Nothing is guessed: where two readings are open the answer is None and a note names them.
    """
    notes: list[str] = []
    by_numbers = rules.tool in ("nccl-tests", "mscclpp-test")
    evidence.strict, evidence.exchanges = by_numbers and rules.describes, rules.exchanges
    said = told.ranks or _said_ranks(facts)
    collective = told.collective or facts.collective
    named = collective
    open_ = [collective] if collective else []
    if by_numbers and told.collective is None:
        fits = collective is not None and _possible(collective, evidence, said, named=True)
        if collective and not fits:
            notes.append(phrase("the log names {name}, which its redop, root and counts contradict", name=collective))
        if not fits:
            open_ = _by_numbers(evidence, said, facts.above, notes)
    collective = open_[0] if len(open_) == 1 else None
    share = _is_share(collective, evidence, rules)
    ranks, conflict = _ranks(open_, said, bool(told.ranks), share, evidence, notes)
    nodes, per_node = _nodes(facts, told, ranks)
    renamed = named is not None and named != collective
    return Deduced(collective, ranks, nodes, per_node, share, conflict, tuple(notes), renamed)


def _nodes(facts: RunFacts, told: Told, ranks: int | None) -> tuple[int | None, int | None]:
    """Nodes and ranks a node: as told, by the device list, or by the command line."""
    launch = facts.launch if facts.launch is None or facts.launch.ranks in (None, ranks) else None
    per_node = told.ranks_per_node
    nodes = told.nodes or (ranks // per_node if ranks and per_node and ranks % per_node == 0 else None)
    per_node = per_node or facts.per_node
    nodes = nodes or facts.nodes or facts.devices.nodes() or (launch.nodes if launch else None)
    if nodes is None and ranks and per_node and ranks % per_node == 0:
        nodes = ranks // per_node
    if ranks and nodes and ranks % nodes == 0:
        return nodes, ranks // nodes
    return nodes, per_node or (launch.ranks_per_node if launch else None)


def _is_share(collective: str | None, evidence: Clues, rules: Rules) -> bool:
    """Whether the printed size is one rank's share: by the bandwidths where they tell, else by the tool's custom."""
    if collective not in rules.share:
        return False
    ratios = evidence.ratios
    return ratios.above(1.0 - 1e-3) if ratios.found else True


def _said_ranks(facts: RunFacts) -> int | None:
    """Ranks by the lines around the table: the device list, the tool's own word, the command line."""
    started = facts.launch.ranks if facts.launch else None
    return facts.devices.ranks() or facts.processes or started


def _possible(collective: str, evidence: Clues, ranks: int | None, named: bool = False) -> bool:
    """Whether a collective can have printed the redop, root and counts that the rows have.

    ``named``: the log names it. Then rows without a root are of a version that printed none.
    """
    reducing = bool(evidence.redops - {"none", ""})
    if evidence.strict and collective in REDUCING and not reducing:
        return False
    if not evidence.exchanges and collective in ONCE:
        return False
    if reducing and collective not in REDUCING | {"p2p"}:
        return False
    rooted = any(root is not None and root >= 0 for root in evidence.roots)
    rootless = named and evidence.roots == {None}
    if evidence.strict and not rootless and rooted != (collective in ROOTED):
        return False
    share = evidence.share
    if share is None or ranks == 1:
        return True
    return (share > 1) == (collective in SHARED)


def _by_numbers(evidence: Clues, ranks: int | None, heading: str, notes: list[str]) -> list[str]:
    """The collectives of nccl-tests that the rows allow, with a note; of several the one over the table."""
    open_ = [name for name in MOVING if EVEN[name] == name and _possible(name, evidence, ranks)]
    counted = evidence.share if (evidence.share or 1) > 1 else None
    by_ranks = [name for name in open_ if _factor_possible(name, ranks or counted, evidence.ratios)]
    open_ = by_ranks or [name for name in open_ if _factor_possible(name, counted, evidence.ratios)]
    if evidence.in_place_checked is not None:
        open_ = [name for name in open_ if (name in ONCE) != evidence.in_place_checked]
    if heading in open_ and len(open_) > 1:
        names = ", ".join(open_)
        notes.append(
            phrase("{name} by the heading; redop, root, counts and bandwidths allow {names}", name=heading, names=names)
        )
        return [heading]
    if len(open_) == 1:
        notes.append(
            phrase("{name} by redop, root, counts and bandwidths: no line names the collective", name=open_[0])
        )
        return open_
    said = phrase("no line names the collective; it may be {names}", names=", ".join(open_))
    notes.append(said if open_ else "no collective fits")
    return open_


def _factor_possible(collective: str, ranks: int | None, ratios: Ratios) -> bool:
    if ranks is not None:
        return ratios.allow(busbw_factor(collective, ranks))
    if collective in WHOLE_MESSAGE:
        return ratios.allow(1.0)
    if not ratios.found:
        return True
    return ratios.ranks(twice=collective == "all_reduce") is not None


def _ranks(
    open_: list[str], said: int | None, told: bool, share: bool, evidence: Clues, notes: list[str]
) -> tuple[int | None, bool]:
    """The number of ranks by the collectives that are open, and whether what was told cannot be."""
    spans = {_by_ratio(collective, share, evidence.ratios) for collective in open_}
    spanned = spans.pop() if len(spans) == 1 else (1, None)
    if spanned is None:
        notes.append("busbw/algbw is that of no number of ranks")
    least, most = spanned or (1, None)
    counted = evidence.share if not open_ or len(open_) > 1 or open_[0] in SHARED else None
    if counted and counted > 1 and evidence.strict:
        least, most = counted, counted
    if said is not None and least <= said <= (most if most is not None else said):
        return said, False
    upper = most if most is not None else word("any number")
    span = str(least) if least == most else phrase("{least} to {most}", least=least, most=upper)
    if said is not None and told:
        notes.append(phrase("told {said} ranks, but counts or bandwidths say {span}", said=said, span=span))
        return said, True
    if said is not None:
        notes.append(phrase("the lines around say {said} ranks, counts or bandwidths say {span}", said=said, span=span))
    if least == most and most is not None:
        if said is None:
            notes.append(phrase("{most} ranks by counts or bandwidths: no line says it", most=most))
        return most, False
    if said is None and least > 1:
        notes.append(phrase("nobody says how many ranks; busbw/algbw allows {span}", span=span))
    return None, False


def _by_ratio(collective: str, share: bool, ratios: Ratios) -> tuple[int, int | None] | None:
    """Fewest and most ranks by busbw / algbw; (1, None): anything, None: no number has such bandwidths."""
    if collective not in NAMES or collective in WHOLE_MESSAGE:
        return 1, None
    return ratios.ranks(twice=collective == "all_reduce", share=share)
