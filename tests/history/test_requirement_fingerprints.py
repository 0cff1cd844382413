"""The fingerprint of a requirement is over what binds: neither words nor, in a draft, the number an estimate gives."""

from __future__ import annotations

import pytest

from estimator.history.fingerprint import requirement_fingerprints
from tests.history.test_labelled_edits import LABELLED, NAMES, Edits
from tests.history.versions import BASE, edited, state

ALPHA = ("inside:\n      location: intra_node\n      exclusive:    {alpha: [3 us, 4 us]", "inside:\n      location: intra_node\n      exclusive:    {alpha: [3 us, 5 us]")  # fmt: skip  # noqa: E501


def prints(text: str) -> dict[str, str]:
    """The fingerprints of a spec's requirements."""
    found = state(text)
    return requirement_fingerprints(found.spec, found.expanded)


@pytest.mark.parametrize(("edits", "expected"), LABELLED, ids=NAMES)
def test_an_edit_of_words_or_of_nothing_keeps_it(edits: Edits, expected: dict[str, str]) -> None:
    before, after = prints(BASE), prints(edited(*edits))
    follow = {"R-BUD", "R-EST"}  # a draft's limit is the rule: the budget and the estimate may move below it
    same = {name for name in before if before[name] == after[name]}
    kept = {name for name in before if expected.get(name, "editorial") == "editorial"}
    assert kept <= same
    assert same - kept <= follow


def test_another_start_up_makes_no_answer_to_a_draft_stale() -> None:
    assert state(edited(ALPHA)).expanded["R-EST"].criteria[0].limit != state().expanded["R-EST"].criteria[0].limit
    assert prints(edited(ALPHA)) == prints(BASE)
