"""Laws that hold for every entry of the catalogue, on any machine."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from estimator.cost.bounds.bound import bound_of
from estimator.cost.collectives import EVEN
from estimator.cost.entries.algorithm import CatalogueEntry
from estimator.cost.entries.catalogue import ALGORITHMS, COLLECTIVES, algorithms, find, names, sending
from estimator.cost.options import Options
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level
from estimator.cost.plan import Plan, stages
from estimator.cost.rates import Rates
from tests.cost.entries.samples import NODES, every_shape, on_nodes, options_of, plan_on, runs_on, three_levels
from tests.cost.level_vectors import KINDS, carried
from tests.cost.placing.machines import RATES, Prices, even_groups, prices, uneven_groups

ENTRIES = [a for a in ALGORITHMS if EVEN[a.collective] == a.collective]
SHAPES = every_shape(32)
UNLIMITED = ("hop", "cut", "messages", "posted")


def _label(entry: CatalogueEntry) -> str:
    return f"{entry.collective}-{entry.name}"


def _found(collective: str, name: str) -> CatalogueEntry:
    entry = find(collective, name)
    assert entry is not None
    return entry


def test_every_collective_has_algorithms_and_every_name_is_found_once() -> None:
    for collective in COLLECTIVES:
        listed = names(collective.name)
        assert listed
        assert len(set(listed)) == len(listed)
        assert [a.collective for a in algorithms(collective.name)] == [collective.name] * len(listed)
    assert find("all_reduce", "no_such_thing") is None
    assert find("no_such_thing", "ring") is None


def test_only_forms_that_reach_a_unit_once_can_send_one_copy_to_it() -> None:
    assert sending("all_to_all", "per_node") == ("hierarchical_rail_inter_first", "hierarchical_leader")
    assert sending("all_to_all", "per_rack") == sending("all_to_all", "per_node")
    assert sending("all_to_all", "per_expert") == names("all_to_all")


def test_older_names_find_the_same_algorithms() -> None:
    assert find("all_gather", "full_mesh") is find("all_gather", "direct")
    assert find("all_reduce", "torus2d_ring") is find("all_reduce", "torus_ring")
    assert find("all_to_all", "pairwise_flat_contiguous") is find("all_to_all", "pairwise")


@pytest.mark.parametrize("entry", ENTRIES, ids=_label)
def test_one_rank_takes_no_time(entry: CatalogueEntry) -> None:
    alone = on_nodes(1)
    if runs_on(entry, alone):
        assert all(stage.rounds == stage.volume == 0 for stage in stages(plan_on(entry, alone)))
    else:
        assert entry.name in ("hierarchical_pipeline_mesh", "hierarchical_in_network")


def _rates(drawn: Prices, group: Group) -> dict[str, Rates]:
    """The inverse rates of the resources that each level has."""
    found = {}
    for level in group.levels:
        has = {"volume": level.port, "link": level.has_links, "egress": level.unit, "nic": bool(level.nics)}
        found[level.name] = Rates(*(drawn.of[kind, level.name] if there else 0.0 for kind, there in has.items()))
    return found


@settings(max_examples=500)
@given(entry=st.sampled_from(ENTRIES), group=st.one_of(even_groups(most=4), uneven_groups()), drawn=prices())
def test_no_end_of_any_algorithm_is_faster_than_what_the_borders_carry(
    entry: CatalogueEntry, group: Group, drawn: Prices
) -> None:
    """Law L1."""
    options = options_of(entry, group)
    if entry.refusal(group, options) is not None:
        return
    bytes_only = drawn.without("alpha", *UNLIMITED)
    bound = bound_of(group, entry.collective, _rates(bytes_only, group), entry.in_network)
    slow = bytes_only.seconds(entry.on(group, options))
    assert slow >= bound.per_byte * (1 - 1e-9)
    for plan in entry.optimistic(group, options):
        assert bytes_only.seconds(plan) >= bound.per_byte * (1 - 1e-9)


@settings(max_examples=300)
@given(entry=st.sampled_from([a for a in ENTRIES if a.fast]), group=even_groups(most=4), drawn=prices())
def test_the_optimistic_end_is_never_above_the_plan_in_sequence(
    entry: CatalogueEntry, group: Group, drawn: Prices
) -> None:
    options = options_of(entry, group)
    if entry.refusal(group, options) is None:
        priced = drawn.without("messages", "posted")
        fast = min(priced.seconds(plan) for plan in entry.optimistic(group, options))
        assert fast <= priced.seconds(entry.on(group, options)) * (1 + 1e-9)


@pytest.mark.parametrize("entry", ENTRIES, ids=_label)
def test_entries_say_what_they_are_in_both_languages(entry: CatalogueEntry) -> None:
    assert all((entry.zh, entry.en, entry.source, entry.validity_zh, entry.validity_en, entry.terms))
    assert "per_expert" in entry.copies
    assert set(entry.needs) <= set(entry.takes)


def test_plans_are_kept_by_group_and_options() -> None:
    entry = _found("all_reduce", "ring")
    first = entry.on(on_nodes(16, 8), Options(channels=4))
    assert entry.on(on_nodes(16, 8), Options(channels=4)) is first
    assert entry.on(on_nodes(16, 8), Options(channels=4, segments=3)) is first
    assert entry.on(on_nodes(16, 8)) is not first


def test_all_channels_are_as_many_as_the_group_has_and_more_are_refused() -> None:
    entry, group = _found("all_reduce", "ring"), on_nodes(32, 8)
    assert entry.on(group, Options(channels="all")) == entry.on(group, Options(channels=8))
    assert entry.refusal(group, Options(channels=9)) == (
        "9 channels, and the group has 8 orders of its ranks; write at most 8, or all"
    )
    assert _found("all_reduce", "multi_ring").on(group) == entry.on(group, Options(channels=8))


REFUSED: list[tuple[str, str, Group, Options, str]] = [
    ("all_gather", "recursive_doubling", on_nodes(6), Options(), "it needs p = 2^k, and p is 6"),
    ("all_gather", "hierarchical_intra_first", Group.tree(NODES, (6, 2)), Options(), "they hold 6, 2"),
    ("all_reduce", "hierarchical_rs_ar_ag", on_nodes(8, 4), Options(methods=("ring",)), "1 method named"),
    ("all_reduce", "hierarchical_rs_ar_ag", on_nodes(8, 4), Options(methods=("both", "ring")), "both ways round"),
    ("all_reduce", "torus_ring", on_nodes(8, 4), Options(), "needs dims"),
    ("all_reduce", "torus_ring", on_nodes(8, 4), Options(dims=(3, 3)), "3x3 is not a torus of 8 ranks"),
    ("all_reduce", "in_network", on_nodes(8), Options(efficiency=1.5), "not above 0 and at most 1"),
    ("broadcast", "chain_pipelined", on_nodes(8), Options(), "it needs segments"),
    ("broadcast", "chain_pipelined", on_nodes(8), Options(segments=0), "cannot be cut into 0 segments"),
    ("all_to_all", "pairwise_xor", on_nodes(12, 3), Options(), "powers of two on every level"),
]


@pytest.mark.parametrize(("collective", "name", "group", "options", "reason"), REFUSED)
def test_what_cannot_run_says_why(collective: str, name: str, group: Group, options: Options, reason: str) -> None:
    entry = _found(collective, name)
    assert reason in str(entry.refusal(group, options))
    with pytest.raises(ValueError, match=re.escape(reason)):
        entry.on(group, options)


def test_wiring_refuses_what_it_cannot_do() -> None:
    mesh, ring = Group.on((Level("box", "mesh"),), (8,)), Group.on((Level("x", "ring"),), (8,))
    assert "has no switch" in str(_found("all_reduce", "in_network").refusal(mesh))
    assert "branches of a tree" in str(_found("all_reduce", "double_binary_tree").refusal(ring))
    around = Options(methods=("ring",))
    assert "always direct" in str(_found("all_to_all", "hierarchical_rail").refusal(ring, around))
    many = Group.on((Level("x", "ring"), Level("y", "ring")), (32, 64))
    for collective in ("all_to_all", "reduce_scatter"):
        assert "choose torus_ring or direct" in str(_found(collective, "pairwise").refusal(many))


def test_forms_for_two_levels_are_refused_on_three() -> None:
    (group,) = three_levels(8)
    for collective, name in (
        ("all_to_all", "hierarchical_leader"),
        ("all_to_all", "pairwise_lesson"),
        ("all_reduce", "hierarchical_pipeline_mesh"),
        ("broadcast", "flat"),
    ):
        assert "die, node, fabric" in str(_found(collective, name).refusal(group)), name


def test_the_unused_options_are_named_and_the_defaults_told() -> None:
    entry = _found("all_reduce", "double_binary_tree")
    assert entry.unused(Options(channels=2, segments=3)) == ("segments",)
    assert entry.defaults == {"channels": 1, "efficiency": 0.92}


def test_a_chain_has_a_plan_for_every_number_of_segments() -> None:
    entry, group = _found("broadcast", "chain_pipelined"), on_nodes(8)
    schedule = entry.scheduled(group, Options(segments="optimal"))
    assert schedule is not None
    assert schedule(4) == entry.on(group, Options(segments=4))
    assert entry.on(group, Options(segments="optimal")) == entry.on(group, Options(segments=1))
    assert entry.scheduled(group, Options(segments=4)) is None


def _sent(plan: Plan) -> float:
    return sum(max(stage.egress for stage in phase) for phase in plan)


def test_the_order_of_stages_changes_what_crosses_by_the_ranks_of_a_node() -> None:
    for collective, cheap, dear in (
        ("all_gather", "hierarchical_inter_first", "hierarchical_intra_first"),
        ("reduce_scatter", "hierarchical_intra_first", "hierarchical_inter_first"),
    ):
        for ranks, held in ((16, 8), (15, 3), (64, 4)):
            group = on_nodes(ranks, held)
            ratio = _sent(_found(collective, dear).on(group)) / _sent(_found(collective, cheap).on(group))
            assert ratio == pytest.approx(held)


def test_one_rank_a_node_asks_for_no_path_inside_a_node() -> None:
    for entry in ENTRIES:
        for ranks in (2, 8):
            group = on_nodes(ranks, 1)
            if runs_on(entry, group):
                assert {stage.level for stage in stages(plan_on(entry, group))} == {"fabric"}, entry.name


@settings(max_examples=400)
@given(
    entry=st.sampled_from(ENTRIES),
    group=st.one_of(even_groups(most=4), uneven_groups()),
    drawn=prices(),
    dearer=st.sampled_from(RATES),
)
def test_no_resource_runs_above_its_rate_and_nothing_is_faster_for_a_slower_one(
    entry: CatalogueEntry, group: Group, drawn: Prices, dearer: str
) -> None:
    """Laws L2 and L3, at either end."""
    options = options_of(entry, group)
    if entry.refusal(group, options) is not None:
        return
    worse = Prices({key: price * (3 if key[0] == dearer else 1) for key, price in drawn.of.items()}, drawn.gamma)
    kinds = dict(zip(KINDS, ("volume", "link", "egress", "nic"), strict=True))
    for plan in (entry.on(group, options), *entry.optimistic(group, options)):
        seconds = drawn.seconds(plan)
        for (level, kind), load in carried(plan).items():
            assert seconds >= load * drawn.of[kinds[kind], level] * (1 - 1e-9)
        assert drawn.seconds(plan) <= worse.seconds(plan) * (1 + 1e-12)


@given(group=even_groups(most=4), channels=st.integers(1, 4))
def test_both_ends_of_a_ring_carry_the_same_bytes(group: Group, channels: int) -> None:
    entry = _found("all_reduce", "ring")
    options = Options(channels=channels)
    if group.p > 1 and entry.refusal(group, options) is None:
        way, rounds = entry.optimistic(group, options)
        assert carried(way) == pytest.approx(carried(rounds))
