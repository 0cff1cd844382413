import pytest

from estimator.errors import SpecError
from estimator.spec.load import load_text
from tests.spec.examples import DATA, EXAMPLE, messages, varied, warnings


def test_the_worked_example_loads() -> None:
    loaded = load_text(EXAMPLE)
    dispatch = loaded.spec.operations["moe_dispatch"]
    assert dispatch.tensor.size_bytes == 276_824_064
    assert dispatch.skew.ends == (1.0, 1.5)
    assert dispatch.condition == ("multi_group", "with_compute")
    assert loaded.spec.platform.paths["scale_out"].exclusive.bandwidth.ends == (48e9, 43e9)
    assert loaded.spec.platform.launch is not None
    assert loaded.spec.platform.launch.time.ends == (0.0, 12e-6)
    assert loaded.data["document"]["version"] == "0.1.0"


def test_twelve_mistakes_give_twelve_messages_at_their_lines() -> None:
    found = messages((DATA / "twelve_mistakes.yaml").read_text("utf-8"))
    expected = [
        (2, "document.stauts: unknown key; did you mean status?"),
        (4, "comma inside { }: quote the text"),
        (7, "platform.ranks_per_node: '010' is not a whole number"),
        (9, "platform.launch.time: [12 us, 0 us] is in the wrong order"),
        (13, "platform.paths.up.exclusive.bandwidth: '400 gb/s' could be bits or bytes"),
        (15, "platform.paths.out.location: 'inter_nod' is not known here; did you mean inter_node?"),
        (16, "platform.paths.out.exclusive.from: there is no source 'tlak'; did you mean talk?"),
        (19, "groups.tp: the key is there twice"),
        (23, "operations.sync.group: there is no group 'dp'; write tp"),
        (25, "operations.sync.algorithm: there is no algorithm 'rings' of all_reduce; did you mean ring?"),
        (26, "operations.sync.per_step: '1e400' is not a plain number"),
        (29, "requirements.R-01.kind: 'collective_tme' is no kind; did you mean collective_time?"),
    ]
    for (line, text), message in zip(expected, found, strict=True):
        assert message.startswith(f"spec.yaml:{line}:"), message
        assert text in message


def test_columns_point_at_the_value_and_for_an_unknown_key_at_the_key() -> None:
    assert messages(varied("48 GB/s, 43 GB/s", "48 gb/s, 43 GB/s"))[0].startswith("spec.yaml:24:56: ")
    assert messages(varied("condition: [multi", "condtion: [multi"))[0].startswith("spec.yaml:45:5: ")
    assert messages(varied("    priority: must", "    priority: Must"))[0].startswith("spec.yaml:54:15: ")


def test_a_missing_key_says_what_it_means() -> None:
    found = messages(varied("    group: ep\n", ""))
    assert found == [
        "spec.yaml:39:3: operations.moe_dispatch.group: is missing; "
        "add group (The group that runs it: a name in `groups`)"
    ]


def test_what_refers_to_a_broken_entry_is_silent() -> None:
    found = messages(varied("ep:    {size: 64, ranks_per_node: 8", "ep:    {size: 64, ranks_per_node: eight"))
    assert len(found) == 1
    assert "groups.ep.ranks_per_node: 'eight' is not a whole number" in found[0]


def test_references_are_checked_although_other_parts_are_broken() -> None:
    found = messages(varied("nodes: 512", "nodes: many", "    operation: moe_dispatch", "    operation: dispatch"))
    assert ["platform.nodes" in found[0], "there is no operation 'dispatch'" in found[1]] == [True, True]
    assert len(found) == 2


def test_what_must_fit_together_is_checked_although_other_parts_are_broken() -> None:
    found = messages(varied("nodes: 512", "nodes: many", "copies: per_expert", "padding: [8, 1]"))
    assert len(found) == 2
    found = messages(varied("step: 20 s", "step: 20", "semantics: input", "semantics: message"))
    assert "says nothing about all_to_all_v; write input or output or per_peer_shard" in found[0]
    assert "'20' has no unit" in found[1]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("in_place: false", "in_place: no", "'no' is neither true nor false; write true or false"),
        ("ranks_per_node: 8\n", "ranks_per_node: 0x8\n", "'0x8' is not a whole number"),
        ("per_step: 704", "per_step: 1:30", "'1:30' is not a plain number"),
        ("iterations: 1000", "iterations: 1_000", "'1_000' is not a whole number"),
        ("skew: [1.0, 1.5]", "skew: [.nan, 1.5]", "'.nan' is not a number"),
        ("skew: [1.0, 1.5]", "skew: [1.0, .inf]", "'.inf' is not a number"),
        ("skew: [1.0, 1.5]", "skew: [0.5, 1.5]", "'0.5' is outside 1 and more"),
        ("overlap: [0.8, 0.3]", "overlap: [0.3, 0.8]", "the optimistic value comes first and is the larger one"),
        ("overlap: [0.8, 0.3]", "overlap: [0.8, 0.3, 0.1]", "a list of 3 values"),
        ("overlap: [0.8, 0.3]", "overlap: {window: 5 ms, slowdown: 1.1}", "overlap.slowdown: unknown key"),
        ("overlap: [0.8, 0.3]", "overlap: {}", "overlap.window: is missing; add window (Computation that one call can"),
        (
            "overlap: [0.8, 0.3]",
            "overlap: {window: [10 ms, 12 ms]}",
            "overlap.window: [10 ms, 12 ms] is in the wrong order; the optimistic value comes first and is the larger",
        ),
        (
            "overlap: [0.8, 0.3]",
            "overlap: {window: 12 ms, compute_slowdown: [1, 2.5]}",
            "overlap.compute_slowdown: '2.5' is outside 1 .. 2; write a value inside, such as [1.0, 1.08]",
        ),
        ("overlap: [0.8, 0.3]", "overlap: {window: 12}", "overlap.window: '12' has no unit"),
        ("alpha: [3 us, 4 us]", "alpha: 5e-6", "'5e-6' has no unit"),
        ("alpha: [3 us, 4 us]", "alpha: [1e400 us, 1e400 us]", "'1e400 us' is too large"),
        ("sync: 5 us}", "sync, }", "'sync' has no value; comma inside { }: quote the text"),
        ("groups: [ep, ep128]", "groups: ep", "'ep' is not a list; write [ep]"),
        ("condition: [multi_group, with_compute]", "condition: []", "is empty"),
        ("64 KiB .. 1 GiB", "1 GiB .. 64 KiB", "does not rise"),
        ("at_most: estimate.conservative", "at_most: estimate.worst", "is no limit; write estimate.conservative"),
        ("at_most: estimate.conservative, ", "", "no limit; write exactly one of at_most and at_least"),
        ("per: rank, from: talk}\n      multi", "from: talk}\n      multi", "exclusive.per: is missing"),
        ("boundary: node", "boundary: rack", "'rack' is no boundary and no level; write node, plane, bisection"),
        ("commspec: 1", "commspec: 2", "no known version"),
        ("id: CCL-5T", "id: ../../etc", "cannot be an id"),
        ("id: CCL-5T", "id: __proto__", "'__proto__' cannot be an id; begin with a letter or digit, then letters"),
        ("{zh: 跨机变长全交换, en: Inter-node all-to-all-v}", '""', "the text is empty"),
        ("{experts: 768, top_k: 8}", "[768, 8]", "a list is no mapping"),
    ],
)
def test_one_mistake_gives_one_message(old: str, new: str, what: str) -> None:
    found = messages(varied(old, new))
    assert len(found) == 1, found
    assert what in found[0]


def test_a_field_without_effect_is_reported_and_does_not_stop() -> None:
    assert "spec.yaml:32:9: layout: has no effect: no group takes its figures from it" in warnings(EXAMPLE)[0]


def test_script_in_a_title_is_kept_as_text() -> None:
    script = "<script>alert(1)</script>"
    loaded = load_text(varied("en: Inter-node all-to-all-v", f'en: "{script}"'))
    assert loaded.spec.requirements["CCL-A2AV-01"].title.get("en") == script


def test_an_error_raises_all_problems_in_file_order() -> None:
    with pytest.raises(SpecError) as caught:
        load_text(varied("step: 20 s", "step: 20", "nodes: 512", "nodes: many"))
    assert [problem.line for problem in caught.value.problems] == [10, 63]
    assert {problem.severity for problem in caught.value.problems} == {"error"}
