"""Copies of tokens to the units of a level: what may be written, and what is refused."""

import pytest

from tests.spec.examples import messages
from tests.spec.machine.machines import RAILS, spec_on

EXCHANGE = (
    "collective: all_reduce",
    "collective: all_to_all",
    "algorithm: ring",
    "algorithm: hierarchical_rail_inter_first\n    copies: {copies}",
)


def found(copies: str, algorithm: str = "hierarchical_rail_inter_first") -> list[str]:
    changes = [text.format(copies=copies) if "{copies}" in text else text for text in EXCHANGE]
    changes[3] = changes[3].replace("hierarchical_rail_inter_first", algorithm)
    return messages(spec_on(RAILS, "{shape: [8, 4]}", *changes, extra="moe: {experts: 64, top_k: 4}\n"))


@pytest.mark.parametrize("copies", ["per_expert", "per_rank", "per_node", "per_leaf"])
def test_a_token_may_be_sent_once_to_a_unit_of_any_level(copies: str) -> None:
    assert found(copies) == []


@pytest.mark.parametrize(
    ("copies", "words"),
    [
        ("per_lef", "there is no level lef whose units get a copy; did you mean per_leaf?"),
        ("per_fabric", "there is no level fabric whose units get a copy"),  # the whole machine
        ("once", "'once' does not say who gets a copy; write per_expert, per_rank, per_node, or per_ and"),
    ],
)
def test_copies_to_nothing_have_one_message(copies: str, words: str) -> None:
    (message,) = found(copies)
    assert ": operations.sync.copies: " in message
    assert words in message


def test_an_algorithm_that_sends_twice_to_a_node_does_so_to_a_leaf() -> None:
    (message,) = found("per_leaf", "pairwise")
    assert (
        "pairwise cannot send copies per_leaf; name an algorithm that can (hierarchical_rail_inter_first or" in message
    )
    assert "or write per_expert or per_rank" in message
