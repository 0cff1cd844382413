import pytest

from tests.spec.examples import messages, varied

EP = "{size: 64, ranks_per_node: 8, at_once_per_node: 1, levels: [scale_up, scale_out]}"
CUT = "loaded: {bandwidth: 320 GB/s}"


@pytest.mark.parametrize(
    ("changes", "path", "what"),
    [
        ((EP, EP.replace("[scale_up, scale_out]", "[scale_out, scale_up]")), "groups.ep.levels", "uses two paths"),
        ((EP, EP.replace("[scale_up, scale_out]", "[scale_out]")), "groups.ep.levels", "uses two paths"),
        ((EP, EP.replace("size: 64", "size: 8")), "groups.ep.levels", "one path inside the node"),
        ((EP, EP.replace("size: 64", "size: 60")), "groups.ep.ranks_per_node", "60 ranks cannot sit 8 to a node"),
        ((EP, EP.replace("ranks_per_node: 8", "ranks_per_node: [8, 8]")), "groups.ep.ranks_per_node", "hold 16 ranks"),
        (
            ("    operation: moe_dispatch\n", "    operation: moe_dispatch\n    at_once: 2\n"),
            "requirements.CCL-A2AV-01.at_once",
            "2 groups of kind ep do not fit on a node of 8; write a number up to 1",
        ),
        (
            (EP, EP.replace("at_once_per_node: 1", "at_once_per_node: 2")),
            "groups.ep.at_once_per_node",
            "2 groups of 8 ranks cannot",
        ),
        (
            (EP, "{size: 2, ranks_per_node: 1, at_once_per_node: 9, levels: [scale_out]}"),
            "at_once_per_node",
            "9 groups of 1 rank c",
        ),
        ((EP, "{size: 1, ranks_per_node: 8, levels: [scale_up]}"), "groups.ep", "1 rank cannot sit 8 to a node"),
        (
            (
                EP,
                "{size: 12, ranks_per_node: [10, 2], levels: [scale_up, scale_out]}",
                "name: hierarchical_rail",
                "name: bruck",
            ),
            "groups.ep.ranks_per_node",
            "10 ranks do not fit on a node of 8",
        ),
        (
            (EP, "{size: 12, ranks_per_node: [8, 4], levels: [scale_up, scale_out]}"),
            "operations.moe_dispatch.algorithm",
            "it needs as many ranks in every unit, and they hold 8, 4",
        ),
        (
            (EP, "{size: 8, ranks_per_node: 1, stride_nodes: 74, levels: [scale_out]}"),
            "groups.ep.size",
            "the group spans 8 nodes 74 apart, 519 in all, and the platform has 512",
        ),
        (("nodes: 512", "nodes: 1000000000"), "platform.nodes", "is too large; write a whole number of 1000000"),
        (("per_octave: 1", "per_octave: 1000000"), "sweep.per_octave", "too large; write a whole number of 64 or less"),
        # 14 octaves of 64 sizes and the end, 2 skews, 2 groups, 4 conditions as listed
        (
            (
                "per_octave: 1",
                "per_octave: 64",
                "[exclusive, multi_group]",
                "[exclusive, multi_group, exclusive, multi_group]",
            ),
            "CCL-A2AV-01.sweep",
            "14352 cells of sizes x groups x conditions x skews; sweep fewer: at most 10000 cells",
        ),
        (("nodes: 512", "nodes: 15"), "groups.ep128.size", "the group spans 16 nodes, and the platform has 15"),
        ((CUT, "loaded: {bandwidth: 400 GB/s}"), "cuts.node_nics.loaded.bandwidth", "more bandwidth under load"),
        (("alpha: [4 us, 6 us]", "alpha: [2 us, 6 us]"), "scale_up.multi_group.alpha", "smaller start-up time"),
        (("[180 GB/s, 160 GB/s]", "[180 GB/s, 181 GB/s]"), "scale_up.multi_group.bandwidth", "wrong order"),
        (("[180 GB/s, 150 GB/s]", "[210 GB/s, 150 GB/s]"), "scale_up.with_compute.bandwidth", "more bandwidth under"),
        (("semantics: input", "semantics: message"), "tensor.semantics", "says nothing about all_to_all_v"),
        (("scale: {bytes: 4, per: 128}", "bytes: 5 MiB"), "tensor.bytes", "both give the size"),
        (("moe: {experts: 768, top_k: 8}\n", ""), "copies", "the spec has no moe"),
        (("top_k: 8", "top_k: 800"), "moe.top_k", "more than 768 experts"),
        (("per_step: 704", "at_once_with: [moe_dispatch]"), "at_once_with", "names itself"),
        (("name: hierarchical_rail", "name: pairwise_xor", "size: 64,", "size: 48,"), "algorithm", "cannot run on"),
        (
            ("at_most: estimate.conservative", "derive: budget", "budget: {step: 20 s", "# {step: 20 s"),
            "limit",
            "no budget",
        ),
        (("    operation: moe_dispatch\n", ""), "requirements.CCL-A2AV-01.operation", "neither an operation"),
        (("    operation: moe_dispatch\n", "    collective: all_to_all\n"), "collective", "add algorithm: or name"),
        (
            ("name: hierarchical_rail", "name: hierarchical_rail, only_fixed_length: true"),
            "algorithm",
            "padding factor",
        ),
    ],
)
def test_what_does_not_fit_together_is_one_message(changes: tuple[str, ...], path: str, what: str) -> None:
    found = messages(varied(*changes))
    assert len(found) == 1, found
    assert path in found[0]
    assert what in found[0]


def test_a_path_without_parameters_for_a_condition_says_what_is_missing() -> None:
    line = "      with_compute: {alpha: [4 us, 9 us],   bandwidth: [180 GB/s, 150 GB/s], per: rank, from: talk}\n"
    found = messages(varied(line, ""))
    assert len(found) == 1
    assert "operations.moe_dispatch.condition: path scale_up has no parameters for condition with_compute" in found[0]
    assert "add with_compute: {alpha: ..., bandwidth: ..., per: ...} to platform.paths.scale_up" in found[0]


def test_an_only_entry_without_a_condition_serves_every_condition() -> None:
    line = "      with_compute: {alpha: [10 us, 30 us], bandwidth: [45 GB/s, 35 GB/s],   per: rank, from: talk}\n"
    assert len(messages(varied(line, ""))) == 1
    assert messages(varied(line, "", "algorithm: pairwise, alpha", "algorithm: hierarchical_rail, alpha")) == []


def test_an_operation_on_one_rank_a_node_uses_the_outer_path_alone() -> None:
    edp = "{size: 8, ranks_per_node: 1, at_once_per_node: 8, levels: [scale_out]}"
    found = messages(varied(edp, edp.replace("[scale_out]", "[scale_up]")))
    assert "groups.edp.levels: a group with one rank per node uses one path between nodes" in found[0]


def test_the_shares_of_the_operations_fit_into_what_the_step_may_expose() -> None:
    # 15 % of 20 s are 3 s.
    share = "budget: {step: 20 s, exposed_communication: 15 %, operations: {moe_dispatch: %s}}"
    old = "budget: {step: 20 s, exposed_communication: 15 %}"
    assert messages(varied(old, share.replace("%s", "3 s"))) == []
    (found,) = messages(varied(old, share.replace("%s", "3.1 s")))
    assert "budget.operations: the operations are given 3.1 s of 3 s; lower the shares" in found.replace("\u00a0", " ")


def test_only_what_the_step_may_expose_can_be_shared_out() -> None:
    old = "budget: {step: 20 s, exposed_communication: 15 %}"
    (found,) = messages(varied(old, "budget: {step: 20 s, allocate: proportional}"))
    assert "budget.allocate: nothing to share out; add exposed_communication, such as 15 %" in found
