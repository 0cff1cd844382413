"""Options of an algorithm in the spec: how they are written, and where they are refused."""

import pytest

from tests.spec.examples import messages, varied

NAMED = "algorithm: {name: hierarchical_rail, also: [pairwise]}"


def _written(text: str) -> str:
    return f"algorithm: {{name: hierarchical_rail, also: [pairwise], {text}}}"


@pytest.mark.parametrize(
    ("text", "key", "words"),
    [
        ("segments: 4", "segments", "segments has no effect on hierarchical_rail or pairwise of all_to_all_v"),
        ("dims: 8x8", "dims", "no effect"),
        ("rings: 8", "rings", "no effect"),
        ("efficiency: 0.9", "efficiency", "no effect"),
        ("dims: 8", "dims", "no torus; write two numbers or more, such as 4x8"),
        ("dims: [8, 8, 8]", "dims", "no effect"),
        ("dims: 8x0", "dims", "too small"),
        ("dims: axb", "dims", "not a whole number"),
        ("rings: 0", "rings", "too small"),
        ("segments: best", "segments", "or optimal"),
        ("channels: 8", "channels", "no effect"),
        ("channels: al", "channels", "'al' is no whole number from 1 up; write a number such as 8, or all"),
        ("methods: ring", "methods", "'ring' is not a list; write [ring]"),
        ("methods: [rign]", "methods[0]", "'rign' is not known here; did you mean ring?"),
        ("efficiency: 1.2", "efficiency", "outside"),
        ("send_matrix: 8", "send_matrix", "no send matrix; write p rows of p numbers"),
        ("send_matrix: [[1, 2], [3]]", "send_matrix", "row 2 of the send matrix has 1 numbers, and there are 2 rows"),
        ("send_matrix: [[1, x], [3, 4]]", "send_matrix", "not a plain number"),
        ("send_matrix: [[1, -2], [3, 4]]", "send_matrix", "not a plain number"),
    ],
)
def test_an_option_that_is_wrong_or_without_effect_is_an_error(text: str, key: str, words: str) -> None:
    found = [line for line in messages(varied(NAMED, _written(text))) if f"algorithm.{key}" in line]
    assert len(found) == 1
    assert words in found[0]


def test_a_send_matrix_must_fit_the_group_and_stands_alone() -> None:
    found = "\n".join(messages(varied(NAMED, _written("send_matrix: [[1, 2], [3, 4]]"))))
    assert "the send matrix has 2 rows of 2 numbers, and p is 64" in found
    assert "skew beside a send matrix, which counts every byte; remove skew" in found
