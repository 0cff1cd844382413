"""The optimistic end of algorithms that work on chunks: start-ups add up, transfers of all resources run at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from estimator.cost.plan import Phase, Plan, Stage

_KINDS = ("volume", "link", "egress", "nic")
_BORDERS = ("egress", "nic")
"""They say nothing of what a rank reduces."""


def overlapped(plans: Sequence[Plan]) -> Plan:
    """One plan from parts at once: the start-ups of the first, then one row for each resource with all it carries.

    Two nodes of eight, hierarchical AllReduce: 2 * 7 start-ups inside and 2 across, then the slower of 1.75 n inside
    and n/8 across.
    """
    starts = [_started(phase) for phase in plans[0] if phase]
    resources = _resources([stage for plan in plans for phase in plan for stage in phase])
    return (*starts, resources) if resources else tuple(starts)


def _started(phase: Phase) -> Phase:
    """The start-ups of a phase, alternatives where messages start differently."""
    found = (Stage(s.starts, s.rounds, on_rail=s.on_rail, hops=s.hops, also=_started(s.also)) for s in phase)
    return tuple(dict.fromkeys(found))


def _resources(stages: Sequence[Stage]) -> Phase:
    """Each resource of each level with the sum of what the stages put on it."""
    found: dict[tuple[str, str, str], Stage] = {}
    for stage in stages:
        for key, part in _parts(stage):
            known = found.get(key)
            found[key] = part if known is None else _sum(known, part)
    return tuple(found.values())


def _parts(stage: Stage) -> Iterator[tuple[tuple[str, str, str], Stage]]:
    """What a stage puts on each resource; its messages go with the first, what is reduced with all but borders."""
    bare = Stage(stage.level, 0.0, on_rail=stage.on_rail)
    own = (stage.messages, stage.posted) if not stage.start else (0.0, 0.0)
    for kind in _KINDS:
        if load := getattr(stage, kind):
            reduced = 0.0 if kind in _BORDERS else stage.reduced
            part = bare._replace(**{kind: load}, reduced=reduced, messages=own[0], posted=own[1])
            yield (kind, stage.level, ""), part
            own = (0.0, 0.0)
    for name, load in stage.cuts:
        yield ("cut", stage.level, name), bare._replace(cuts=((name, load),))
    if own[0] or (stage.reduced and not any(getattr(stage, kind) for kind in _KINDS)):
        alone = bare._replace(messages=own[0], posted=own[1], reduced=stage.reduced)
        yield ("other", stage.level, ""), alone


def _sum(one: Stage, other: Stage) -> Stage:
    return one._replace(
        volume=one.volume + other.volume,
        link=one.link + other.link,
        egress=one.egress + other.egress,
        nic=one.nic + other.nic,
        reduced=one.reduced + other.reduced,
        messages=one.messages + other.messages,
        posted=one.posted + other.posted,
        on_rail=one.on_rail and other.on_rail,
        cuts=tuple((name, load + more) for (name, load), (_, more) in zip(one.cuts, other.cuts, strict=True)),
    )
