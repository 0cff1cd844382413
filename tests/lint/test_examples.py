"""Every rule has an example, in keys that the language has."""

import re

from estimator.lint.examples import RULE_EXAMPLES
from estimator.lint.rules import RULES
from estimator.spec.told.catalogue import CATALOGUE

NAMES = {"dp", "pod", "node", "Q1", "zh", "en", "derive"}
"""Names of groups, platforms and levels, ids and languages; derive is short for at_most: {derive: budget}."""


def test_every_rule_has_an_example_of_what_breaks_and_of_what_keeps_it() -> None:
    assert set(RULE_EXAMPLES) == set(RULES)
    assert [name for name, (wrong, right) in RULE_EXAMPLES.items() if wrong == right or not wrong or not right] == []


def test_examples_are_written_in_keys_of_the_language() -> None:
    known = {key for part in CATALOGUE.values() for key in part.keys} | NAMES
    texts = [text for example in RULE_EXAMPLES.values() for text in example]
    used = {key for text in texts for key in re.findall(r"([A-Za-z_]\w*): ", text)}
    assert len(used) > 40
    assert used - known == set()
