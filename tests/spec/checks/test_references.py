import pytest

from tests.spec.examples import messages, varied


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (
            "    group: ep\n",
            "    group: epp\n",
            "operations.moe_dispatch.group: there is no group 'epp'; did you mean ep?",
        ),
        (
            "levels: [scale_up, scale_out]",
            "levels: [scaleup, scale_out]",
            "there is no path 'scaleup'; did you mean scale_up?",
        ),
        (
            "mode: host, from: talk",
            "mode: host, from: tlk",
            "platform.launch.from: there is no source 'tlk'; did you mean talk?",
        ),
        (
            "ports: 7, from: sheet",
            "ports: 7, from: sheat",
            "link.from: there is no source 'sheat'; did you mean sheet?",
        ),
        (
            "per: rank, from: talk}   # no",
            "per: rank, from: took}   # no",
            "scale_out.only[0].from: there is no source 'took'",
        ),
        ("per_step: 704", "at_once_with: [moe_combine]", "at_once_with[0]: there is no operation 'moe_combine'"),
        (
            "    operation: moe_dispatch",
            "    operation: dispatch",
            "there is no operation 'dispatch'; did you mean moe_dispatch?",
        ),
        ("groups: [ep, ep128]", "groups: [ep, ep12]", "sweep.groups[1]: there is no group 'ep12'; did you mean ep128?"),
        (
            "name: hierarchical_rail",
            "name: hierarchical_rails",
            "algorithm.name: there is no algorithm 'hierarchical_rails' of all_to_all_v",
        ),
        ("also: [pairwise]", "also: [ring]", "algorithm.also[0]: there is no algorithm 'ring' of all_to_all_v"),
        ("algorithm: pairwise", "algorithm: pair", "only[0].algorithm: there is no algorithm 'pair' of all_to_all"),
        (
            "collective: all_to_all_v",
            "collective: all_to_allv",
            "'all_to_allv' is not known here; did you mean all_to_all_v?",
        ),
        (
            "exposed_communication: 15 %",
            "operations: {combine: 1 s}",
            "budget.operations.combine: there is no operation",
        ),
        (
            "kind: collective_time",
            "kind: cut_ratio\n    cut: nics",
            "requirements.CCL-A2AV-01.cut: there is no cut 'nics'",
        ),
        ("kind: collective_time", "kind: scaling\n    base_group: tp", "base_group: there is no group 'tp'"),
    ],
)
def test_an_unknown_name_is_one_message_with_advice(old: str, new: str, what: str) -> None:
    found = messages(varied(old, new))
    assert len(found) == 1, found
    assert what in found[0]


def test_a_missing_section_is_said_once_and_not_at_every_use() -> None:
    text = varied("groups:\n", "grups:\n")
    assert [line.split(": ", 1)[1] for line in messages(text)] == ["grups: unknown key; did you mean groups?"]
