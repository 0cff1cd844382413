"""What does not fit on a path: faster than its link, ports without links, one NIC for a node, a start-up too wide."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.cost.collectives import EXCHANGES
from estimator.errors import Path
from estimator.lint.rules import SLACK, Finding, Look
from estimator.phrase import both, phrase
from estimator.spec.machine.join import Join, joins, parameters
from estimator.spec.machine.path import Link, OnlyParameters, StatedParameters
from estimator.spec.machine.platform import Platform
from estimator.spec.values.quantity import Pair
from estimator.units import Counted, format_bandwidth, format_number, format_time

WIDE = 2.5
"""Conservative over optimistic beyond which a start-up time stands for more than itself."""

WAYS = 2
"""Round a ring; each is a port of a rank."""


def paths(look: Look) -> Iterator[Finding]:
    """The findings about every path on its levels, each once."""
    platform = look.spec.platform
    told: set[tuple[str, Path]] = set()
    for join in joins(platform):
        for finding in (*_above(platform, join), *_ports(join), *_shared(platform, join), *_wide(look, join)):
            if (finding.rule, finding.path) not in told:
                told.add((finding.rule, finding.path))
                yield finding


def _where(join: Join, *below: str | int) -> Path:
    return ("platform", "paths", join.name, *below)


def _above(platform: Platform, join: Join) -> Iterator[Finding]:
    """Rates above what the link can carry: of a rank, of a joined unit, of the way to one peer."""
    link = join.path.link
    if link is None:
        return
    most = {"rank": float(link.rate), "unit": float(link.rate) * join.unit_ranks, "peer": _one_link(join, link)}
    if link.per != "rank":
        most = {"rank": float(link.rate) / join.unit_ranks, "unit": float(link.rate), "peer": float(link.rate)}
    for place, found in parameters(join.path):
        whose = _whose(platform, join, place, found)
        stated = {"bandwidth": "rank" if whose == "rank" else "unit", "one_peer": "peer", "unit": "unit"}
        for key, limit in stated.items():
            pair = getattr(found, key)
            if pair is None or (key == "bandwidth" and whose in (None, "nic")):
                continue
            if pair.optimistic > most[limit] * (1.0 + SLACK):
                text = phrase(
                    "{own}{of} is more than the link's {link}",
                    own=format_bandwidth(pair.optimistic),
                    of=phrase(" per {whose}", whose=whose) if key == "bandwidth" else "",
                    link=_link_text(link, limit, most),
                )
                yield Finding("above-link", _where(join, *place, key), text)


def _link_text(link: Link, limit: str, most: dict[str, float]) -> str:
    """What the link carries: its rate and whose, or what is left of it for one peer."""
    if limit == "peer" and most["peer"] < float(link.rate):
        return phrase("{rate} to one peer", rate=format_bandwidth(most["peer"]))
    return phrase("{rate} per {per}", rate=format_bandwidth(float(link.rate)), per=link.per)


def _one_link(join: Join, link: Link) -> float:
    """What the link's ports leave for one peer [B/s]."""
    peers = max(join.joined - 1, 1)
    ports = link.ports or peers
    if join.path.wiring == "mesh":
        return float(link.rate) * (ports // peers) / ports
    return float(link.rate) / (2 if join.path.wiring == "ring" else 1)


def _whose(platform: Platform, join: Join, place: Path, found: StatedParameters) -> str | None:
    """Whose bandwidth it is, under a condition of one's own by what that is like."""
    if found.per is not None or isinstance(found, OnlyParameters):
        return found.per
    plain = platform.plain(join.name, str(place[0]))
    return None if plain is None else plain.per


def _ports(join: Join) -> Iterator[Finding]:
    link, peers = join.path.link, join.joined - 1
    if link is None or link.ports is None:
        return
    where = _where(join, "link", "ports")
    if join.path.wiring == "mesh" and peers > 0 and link.ports % peers:
        idle = link.ports % peers
        text = phrase(
            "{ports:port} and {peers:peer} in a mesh of {joined}, with {idle:port} to nobody",
            ports=Counted(link.ports),
            peers=Counted(peers),
            joined=join.joined,
            idle=Counted(idle),
        )
        yield Finding(
            "idle-ports", where, text, phrase("write a multiple of {peers}, or the ports that are in use", peers=peers)
        )
    elif join.path.wiring == "ring" and link.ports > WAYS and link.per == "rank":
        text = phrase("{ports:port} on a ring, which has {ways} ways", ports=Counted(link.ports), ways=WAYS)
        yield Finding("idle-ports", where, text, "write ports: 2, or wiring: mesh")
    elif join.path.wiring in ("switch", "rails") and link.per == "rank":
        joined = both(f"{Counted(join.joined):{join.below}}", f"{join.joined} 个 {join.below}")
        if join.path.wiring == "rails":
            text = phrase("{ports:port} for {joined} on rails", ports=Counted(link.ports), joined=joined)
        else:
            text = phrase("{ports:port} for {joined} on a switch", ports=Counted(link.ports), joined=joined)
        if link.ports == peers:
            yield Finding("idle-ports", where, text, "write wiring: mesh, or remove ports")
        else:
            yield Finding("idle-ports", where, text)


def _shared(platform: Platform, join: Join) -> Iterator[Finding]:
    """A bandwidth of a whole unit with nothing that says who in it has which part; unless its location says shared."""
    path, link = join.path, join.path.link
    dealt = link is not None and (link.per == "rank" or link.ports is not None)
    said = dealt or path.nics is not None or path.through is not None or path.location == "inter_node_shared"
    if join.unit_ranks == 1 or said:
        return
    for place, found in parameters(path):
        if found.bandwidth is not None and _whose(platform, join, place, found) not in ("rank", "nic", None):
            text = phrase(
                "one NIC of {bandwidth} for {ranks:rank} of a {below}",
                bandwidth=format_bandwidth(found.bandwidth.optimistic),
                ranks=Counted(join.unit_ranks),
                below=join.below,
            )
            yield Finding("shared-nic", _where(join, *place, "per"), text)
            return


def _wide(look: Look, join: Join) -> Iterator[Finding]:
    """A start-up of an exchange so wide that it stands for how many messages a rank can start."""
    groups = {one.group for one in look.spec.operations.values() if one.collective in EXCHANGES}
    if not any(join.name in look.spec.groups[name].levels for name in groups):
        return
    plain = join.path.exclusive
    if plain.message_rate is not None or plain.messages is not None:
        return
    widths = {
        place: found.alpha
        for place, found in parameters(join.path)
        if found.alpha is not None and found.message_rate is None and found.messages is None
    }
    wide = {place: alpha for place, alpha in widths.items() if _ratio(alpha) > WIDE * (1.0 + SLACK)}
    if wide:
        place = max(wide, key=lambda one: _ratio(wide[one]))
        low, high = wide[place].ends
        text = phrase(
            "from {low} to {high}, {times} times",
            low=format_time(low),
            high=format_time(high),
            times=format_number(high / low, 3),
        )
        yield Finding("wide-start-up", _where(join, *place, "alpha"), text)


def _ratio(alpha: Pair) -> float:
    return alpha.conservative / alpha.optimistic if alpha.optimistic else 1.0
