"""What to write instead of a word that is not known."""

import pytest

from estimator.spec.reading.suggest import suggestion

WORDS = ["ring", "double_binary_tree", "hierarchical_rail", "hierarchical_leader"]


@pytest.mark.parametrize("word", ["CCL-AR-O1", "ccl-ar-01", "CCL_AR_01", "CCL-AR-1"])
def test_an_id_is_found_whatever_its_case(word: str) -> None:
    assert suggestion(word, ["CCL-AG-02", "CCL-AR-01", "ccl"]) == "did you mean CCL-AR-01?"


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("rign", "did you mean ring?"),
        ("Ring", "did you mean ring?"),
        ("tree", "did you mean double_binary_tree?"),
        ("hierarchical", "did you mean hierarchical_rail?"),
        ("leader", "did you mean hierarchical_leader?"),
        ("chical_", "did you mean hierarchical_rail or hierarchical_leader?"),
        ("xyz", "write ring, double_binary_tree, hierarchical_rail or hierarchical_leader"),
        ("ree", "write ring, double_binary_tree, hierarchical_rail or hierarchical_leader"),
    ],
)
def test_a_near_miss_or_a_part_is_taken_for_the_word(word: str, told: str) -> None:
    assert suggestion(word, WORDS) == told


def test_a_list_is_told_whole_unless_it_is_to_be_cut_and_no_list_says_nothing() -> None:
    words = [f"w{number:02}" for number in range(13)]
    assert suggestion("q", words).endswith("w11 or w12")
    assert suggestion("q", words, 12).endswith("w11, ...")
    assert suggestion("q", []) == ""
