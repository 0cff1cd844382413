"""Closed forms against the same rounds message by message, on random groups of random machines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from estimator.cost.levels.by_levels import LevelStep, by_levels, stage_of
from estimator.cost.levels.uneven import uneven_all_reduce
from estimator.cost.placing.channels import most_channels, order
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level
from estimator.cost.placing.place import place
from estimator.cost.placing.rounds import Exchange, Messages, Rotation
from estimator.cost.plan import Plan
from estimator.cost.schedules import bruck, chain, direct, doubling, exchange, ring, tree
from tests.cost.placing.machines import Prices, even_groups, prices, uneven_groups

FEW = settings(max_examples=40)
"""Of each of many algorithms."""
GROUPS = st.one_of(even_groups(), uneven_groups())
SWITCHES = st.one_of(even_groups(wirings=("switch",)), uneven_groups(wirings=("switch",)))


def on_mesh(size: int) -> Group:
    """One unit of ranks with a link for every pair."""
    return Group.on((Level("l0", "mesh", size),), (size,))


def _alike(one: Plan, other: Plan, drawn: Prices) -> None:
    assert drawn.seconds(one) == pytest.approx(drawn.seconds(other), rel=1e-9)


@given(group=st.one_of(GROUPS, SWITCHES), distance=st.integers(1, 200), drawn=prices())
def test_a_rotation_is_what_its_messages_are(group: Group, distance: int, drawn: Prices) -> None:
    turn = Rotation(distance % group.p, 2.0, 1.0, repeat=3)
    if turn.distance:
        _alike(place(group, [turn]), place(group, [turn.messages(group.p)]), drawn)


@given(group=even_groups(most=12), distance=st.integers(1, 2000), drawn=prices())
def test_a_rotation_over_many_units_is_what_its_messages_are(group: Group, distance: int, drawn: Prices) -> None:
    if distance % group.p:
        turn = Rotation(distance % group.p, 2.0)
        _alike(place(group, [turn]), place(group, [turn.messages(group.p)]), drawn)


@given(group=even_groups(), distance=st.integers(1, 63), drawn=prices())
def test_an_exchange_by_xor_is_what_its_messages_are(group: Group, distance: int, drawn: Prices) -> None:
    if group.p & (group.p - 1) == 0 and distance < group.p:
        swap = Exchange(distance, 2.0, 1.0)
        _alike(place(group, [swap]), place(group, [swap.messages(group.p)]), drawn)


@given(group=even_groups(), drawn=prices())
def test_a_direct_exchange_is_what_its_messages_are(group: Group, drawn: Prices) -> None:
    if group.p > 1:
        sender, receiver = np.divmod(np.arange(group.p**2), group.p)
        pairs = Messages(sender[sender != receiver], receiver[sender != receiver], 1 / group.p)
        _alike(direct.direct_all_to_all(group), place(group, [pairs]), drawn)


@given(
    group=even_groups(),
    level=st.integers(0, 2),
    method=st.sampled_from(("ring", "both", "direct")),
    exchanges=st.booleans(),
    drawn=prices(),
)
def test_a_step_of_the_recursion_is_what_its_messages_are(
    group: Group, level: int, method: str, exchanges: bool, drawn: Prices
) -> None:
    if level >= len(group.shape) or group.shape[level] == 1:
        return
    if method == "both" and group.levels[level].wiring in ("switch", "rails"):
        return
    step = LevelStep(level, method, held=2.0, exchanges=exchanges)  # type: ignore[arg-type]
    _alike((stage_of(group, step),), place(group, _messages(group, step)), drawn)


def _messages(group: Group, step: LevelStep) -> list[Messages]:
    """The rounds of a step, every rank with those of the same indexes on all other levels."""
    size, width = group.shape[step.level], group.widths[step.level]
    rank = np.arange(group.p)
    own = rank // width % size

    def ahead(by: int) -> np.ndarray:
        return rank + ((own + by) % size - own) * width

    block = step.held / size
    if step.method == "direct" or (step.exchanges and group.levels[step.level].is_ring):
        others = [ahead(by) for by in range(1, size)]
        return [Messages(np.concatenate([rank] * (size - 1)), np.concatenate(others), block)]
    if step.method == "both":
        both = Messages(np.concatenate([rank, rank]), np.concatenate([ahead(1), ahead(-1)]), block / 2)
        return [both._replace(repeat=size - 1)]
    return [Messages(rank, ahead(1), block, repeat=size - 1)]


@given(group=GROUPS)
def test_every_channel_visits_every_rank_once(group: Group) -> None:
    for channel in range(min(most_channels(group), 8)):
        assert sorted(order(group, channel).tolist()) == list(range(group.p))


@given(group=even_groups(wirings=("switch", "ring")), channel=st.integers(0, 30))
def test_only_the_closing_hop_of_an_odd_number_of_units_leaves_its_index(group: Group, channel: int) -> None:
    top = group.top
    one = order(group, channel % most_channels(group))
    after = np.roll(one, -1)
    start = group.outermost(one, after)
    width = np.array(group.widths)[np.maximum(start, 0)]
    leaving = (start > 0) & (one % width != after % width)
    odd = group.shape[top] % 2 and top > 0
    assert leaving.sum() <= odd


FLAT: dict[str, Callable[[Group], Plan]] = {
    "ring": ring.ring_all_reduce,
    "store and forward": ring.ring_store_forward_all_to_all,
    "doubling": doubling.recursive_doubling_all_reduce,
    "halving": doubling.recursive_halving_reduce_scatter,
    "rabenseifner": doubling.rabenseifner_all_reduce,
    "bruck": bruck.bruck_rs_ag_all_reduce,
    "bruck all-to-all": bruck.bruck_all_to_all,
    "pairwise": exchange.pairwise_all_to_all,
    "direct": direct.direct_all_reduce,
    "p2p": exchange.direct_p2p,
    "broadcast": tree.binomial_broadcast,
    "gather": tree.binomial_gather,
    "scatter and ring": tree.scatter_ring_allgather_broadcast,
    "chain": lambda group: chain.chain_pipelined_broadcast(group, 3),
}


@pytest.mark.parametrize("name", FLAT)
@FEW
@given(group=GROUPS, at=st.integers(0, 3), drawn=prices())
def test_a_level_of_size_one_changes_nothing(name: str, group: Group, at: int, drawn: Prices) -> None:
    """Law L5."""
    place_at = min(at, len(group.levels))
    levels = (*group.levels[:place_at], Level("one", "ring", hop=True), *group.levels[place_at:])
    used = (*group.at[:place_at], (0,), *group.at[place_at:])
    # Who crosses the border of a unit below the new level crosses it above as well.
    inner = group.at_once[max(place_at - 1, 0)] if group.at_once and place_at else 0
    once = (*group.at_once[:place_at], inner, *group.at_once[place_at:]) if group.at_once else ()
    _alike(FLAT[name](group), FLAT[name](Group(levels, used, group.members, once)), drawn)


@pytest.mark.parametrize("name", FLAT)
@FEW
@given(inner=st.integers(1, 4), outer=st.integers(1, 4), units=st.integers(1, 3), drawn=prices())
def test_a_switch_split_in_two_of_equal_start_up_and_port_is_one(
    name: str, inner: int, outer: int, units: int, drawn: Prices
) -> None:
    """Law L5: the outer half passes through the inner one."""
    both = Group.on((Level("l0"), Level("l2")), (inner * outer, units))
    split = Group.on((Level("l0"), Level("l1", through="l0", port=False), Level("l2")), (inner, outer, units))
    alike = Prices({**drawn.of, ("alpha", "l1"): drawn.of["alpha", "l0"]}, drawn.gamma).without("messages")
    if name == "chain":  # its hops are counted by level
        return
    _alike(FLAT[name](both), FLAT[name](split), alike)


@pytest.mark.slow
@FEW
@given(group=even_groups(), drawn=prices())
def test_levels_may_be_called_anything(group: Group, drawn: Prices) -> None:
    """Law L6."""
    named = {spec.name: f"other {number}" for number, spec in enumerate(group.levels)}
    levels = tuple(replace(s, name=named[s.name], through=named.get(s.through or "")) for s in group.levels)
    other = Group(levels, group.at, (), group.at_once)
    renamed = Prices({(kind, named.get(name, name)): price for (kind, name), price in drawn.of.items()}, drawn.gamma)
    for build in FLAT.values():
        assert drawn.seconds(build(group)) == pytest.approx(renamed.seconds(build(other)), rel=1e-12)


@given(group=even_groups(), drawn=prices())
def test_more_channels_of_a_ring_are_not_slower(group: Group, drawn: Prices) -> None:
    """Law L4, where further links and messages start up at once; in uneven groups a channel may leave its rail."""
    plain = Group(tuple(replace(s, hop=False) for s in group.levels), group.at, group.members, group.at_once)
    one, every = (ring.ring_all_gather(plain, k) for k in (1, most_channels(plain)))
    at_once = drawn.without("messages", "posted")
    assert at_once.seconds(every) <= at_once.seconds(one) * (1 + 1e-9)


@given(group=GROUPS, channels=st.integers(1, 4), drawn=prices())
def test_the_way_of_one_block_takes_no_longer_than_rounds_where_one_level_is_used(
    group: Group, channels: int, drawn: Prices
) -> None:
    """Law L10."""
    count = min(channels, most_channels(group))
    plan = ring.ring_all_reduce(group, count)
    way = ring.longest_way(plan, group, count)
    if sum(size > 1 for size in group.shape) == 1 and not any(spec.hop for spec in group.levels):
        _alike(plan, way, drawn)
    started = sum(drawn.phase(phase) for phase in way if not any(stage.volume or stage.link for stage in phase))
    assert started >= 0


@given(ranks=st.integers(1, 40), drawn=prices())
def test_a_direct_exchange_on_one_switch_moves_the_bytes_of_a_ring(ranks: int, drawn: Prices) -> None:
    """Law L8."""
    group = Group.on((Level("l0"),), (ranks,))
    bytes_only = Prices({**drawn.of, ("alpha", "l0"): 0.0}, drawn.gamma)
    _alike(direct.direct_all_reduce(group), ring.ring_all_reduce(group), bytes_only)


@given(sizes=st.lists(st.integers(1, 4), min_size=1, max_size=3), drawn=prices())
def test_units_that_happen_to_be_equal_reduce_as_an_even_group_does(sizes: list[int], drawn: Prices) -> None:
    group = Group.on((Level("l0"), Level("l1")), (sizes[0], len(sizes)))
    _alike(uneven_all_reduce(group), by_levels(group, "all_reduce"), drawn)


@given(size=st.integers(3, 24))
def test_the_channels_of_a_mesh_are_closed_ways_that_share_its_links_evenly(size: int) -> None:
    """Every link carries one way in each direction; of even sizes, of which no such set exists, two."""
    group = on_mesh(size)
    ways = [order(group, channel).tolist() for channel in range(most_channels(group))]
    assert all(sorted(way) == list(range(size)) for way in ways)
    carried = Counter(link for way in ways for link in zip(way, [*way[1:], way[0]], strict=True))
    assert set(carried.values()) == {1 if size % 2 else 2}
    assert len(carried) == size * (size - 1)


def test_the_channels_of_a_very_large_mesh_are_counted_without_laying_them_out() -> None:
    assert most_channels(on_mesh(100_001)) == 100_000
    assert most_channels(on_mesh(100_000)) == 199_998
