"""Where a number holds: what may be written, and what is refused with what to write."""

from __future__ import annotations

import pytest

from estimator.spec.load import load_text
from estimator.spec.machine.valid import RankRange, Valid, rank_range
from tests.spec.examples import messages, varied

REDUCE = "reduce: {bandwidth: [1.6 TB/s, 800 GB/s], from: talk"
PLACE = "platform.reduce.valid"


def written(valid: str) -> str:
    """The example with a range at the speed of reductions."""
    return varied(REDUCE, f"{REDUCE}, valid: {valid}")


def test_ranges_are_read_with_both_ends() -> None:
    valid = Valid.model_validate({"sizes": "1 KiB .. 1 GiB", "ranks": "8 .. 512"})
    assert valid.sizes is not None
    assert (valid.sizes.low, valid.sizes.high) == (1024, 2**30)
    assert valid.ranks == RankRange(8, 512)
    assert rank_range("64") == RankRange(64, 64)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("mode: host, from: talk", "mode: host, from: talk, valid: {ranks: 8}"),
        ("knee: {k: [0, 1.7]", "knee: {valid: {ranks: 8 .. 64}, k: [0, 1.7]"),
        (REDUCE, f"{REDUCE}, valid: {{sizes: 1 KiB .. 1 GiB}}"),
        ("exclusive:    {alpha", "exclusive:    {valid: {ranks: 2 .. 8}, alpha"),
        ("{collective: all_to_all, ", "{valid: {ranks: 2 .. 8}, collective: all_to_all, "),
        ("node_nics: {boundary: node", "node_nics: {valid: {ranks: 2 .. 8}, boundary: node"),
    ],
)
def test_every_number_of_the_platform_may_say_where_it_holds(old: str, new: str) -> None:
    load_text(varied(old, new))


@pytest.mark.parametrize(
    ("valid", "text"),
    [
        ("{}", ": neither sizes nor ranks; write sizes: 1 KiB .. 1 GiB, ranks: 8 .. 512, or both"),
        ("{ranks: 512 .. 8}", ".ranks: '512 .. 8' does not rise; write the smaller number first: 8 .. 512"),
        ("{ranks: 0 .. 8}", ".ranks: '0' is too small; write a whole number of 1 or more"),
        ("{ranks: 8 to 512}", ".ranks: '8 to 512' is no range of ranks; write a range such as 8 .. 512"),
        ("{ranks: [8, 512]}", ".ranks: a list is no range of ranks; write a range such as 8 .. 512"),
        (
            "{sizes: 1 GiB .. 1 KiB}",
            ".sizes: '1 GiB .. 1 KiB' does not rise; write the smaller size first, as in 64 KiB .. 1 GiB",
        ),
        ("{rank: 8}", ".rank: unknown key; did you mean ranks?"),
    ],
)
def test_a_range_that_says_nothing_or_falls_is_refused_once(valid: str, text: str) -> None:
    assert [message.partition(PLACE)[2] for message in messages(written(valid))] == [text]
