"""Every kind of mistake has an example that is one, and messages carry the id of their kind."""

from pathlib import Path

import pytest

from estimator.jobs.assets import templates
from estimator.jobs.check import check
from estimator.lint.rules import RULES
from estimator.mistakes import MISTAKES, known_kind, mistake_of
from estimator.phrase import phrase
from tests.told import told

STARTER = (templates() / "starter.yaml").read_text("utf-8")
TRIED = [name for name, mistake in MISTAKES.items() if mistake.right]


@pytest.mark.parametrize("name", TRIED)
def test_the_example_of_a_kind_is_one_mistake_of_that_kind(name: str, tmp_path: Path) -> None:
    mistake = MISTAKES[name]
    assert mistake.right in STARTER
    file = tmp_path / "spec.yaml"
    file.write_text(STARTER.replace(mistake.right, mistake.wrong, 1))
    assert [problem.kind for problem in check(file).problems] == [name]


def test_what_the_examples_stand_in_is_in_order(tmp_path: Path) -> None:
    file = tmp_path / "spec.yaml"
    file.write_text(STARTER)
    assert check(file).problems == ()
    assert len(TRIED) > 25


def test_ids_are_of_one_kind_and_told_in_both_languages() -> None:
    assert not set(MISTAKES) & set(RULES)
    assert all(one.en and one.zh and one.hint_en and one.hint_zh for one in MISTAKES.values())


def test_a_message_around_another_is_of_its_kind() -> None:
    inner = phrase("there is no {noun} '{name}'", noun="path", name="net")
    assert mistake_of(phrase("{message}, which {uses} places name", message=inner, uses=3)) == "unknown-name"
    assert mistake_of(phrase("no valid YAML: {message}", message="a tab indents this line")) == "yaml-tab"


def test_what_a_user_wrote_says_nothing_of_the_kind() -> None:
    said = phrase("there is no {noun} '{name}'", noun="path", name="a tab indents")
    assert mistake_of(said) == "unknown-name"


def test_every_message_in_the_source_is_of_a_kind() -> None:
    """One that is of none would be told as parts that do not fit together, whatever it says."""
    found = told()
    assert len(found) > 400
    assert {"spec", "layout", "units.py", "history", "require"} <= {
        one.place.partition("/")[0].partition(":")[0] for one in found
    }
    assert [one for one in found if known_kind(one.template) is None] == []


def test_a_message_that_nobody_thought_of_is_of_no_kind() -> None:
    assert known_kind("the moon is round") is None
