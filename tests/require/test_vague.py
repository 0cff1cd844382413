"""Vague words are found whole, in both languages; numbers are compared as written."""

import pytest

from estimator.require.vague import MODAL, TBD, numbers, vague_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("as fast as possible", ["fast", "as possible"]),
        ("Sufficiently robust, etc.", ["Sufficiently", "robust", "etc"]),
        ("尽可能减少，必要时重试", ["尽可能", "必要时"]),
        ("breakfast, fasten, betterment, best-of-three", []),
        ("每次集合通信给出所选算法", []),
    ],
)
def test_vague_words_are_found_whole(text: str, words: list[str]) -> None:
    assert vague_words(text) == words


def test_numbers_leave_separators_out_and_keep_decimals() -> None:
    assert numbers("1,024 ranks, 1.5 GB, EP64") == ["1.5", "1024", "64"]
    assert numbers("没有数") == []


def test_open_questions_and_modal_verbs_are_words() -> None:
    assert TBD.search("limit TBD")
    assert not TBD.search("tbdx")
    assert MODAL.search("it shall")
    assert not MODAL.search("mustard")
