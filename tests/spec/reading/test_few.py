"""Many problems of a kind: the first fifty, and how many more there are."""

from estimator.errors import Problem
from estimator.spec.reading.few import few_of_a_kind
from tests.spec.examples import EXAMPLE, messages


def test_fifty_are_shown_and_the_last_stands_for_the_rest() -> None:
    problems = [Problem((f"o{i}",), f"there is no group 'g{i}'", "write tp") for i in range(200)]
    found = list(few_of_a_kind(problems))
    assert found[:50] == problems[:50]
    assert [(one.path, one.more) for one in found[50:]] == [(("o50",), 149)]


def test_kinds_are_told_apart_by_rule_severity_and_words_not_by_values() -> None:
    several = [
        *(Problem((), f"'{i} us' is too large") for i in range(50)),
        *(Problem((), f"{i} ranks are too many") for i in range(50)),
        *(Problem((), "vague", rule="a") for _ in range(50)),
        *(Problem((), "vague", rule="b") for _ in range(50)),
        *(Problem((), "vague", rule="b", severity="warning") for _ in range(50)),
    ]
    assert list(few_of_a_kind(several)) == several
    again = list(few_of_a_kind([*several, *several]))
    assert [one.more for one in again[250:]] == [49] * 5
    assert sum(1 + one.more for one in again) == 500


def test_a_spec_with_a_thousand_unknown_keys_is_told_in_a_page() -> None:
    found = messages(EXAMPLE + "".join(f"unknown{i}: 1\n" for i in range(1000)))
    assert len(found) == 51
    assert found[-1].endswith("(and 949 more of this kind)")


def test_what_was_found_in_other_passes_is_not_hidden() -> None:
    found = messages(EXAMPLE.replace("group: ep\n", "group: pe\n") + "".join(f"u{i}: 1\n" for i in range(1000)))
    assert any("there is no group 'pe'" in one for one in found)
