"""Where no cut is declared the document says so; it does not say that none is crossed."""

from __future__ import annotations

import re

import pytest

from estimator.report.words.lookup import LANGUAGES
from estimator.spec.values.base import Language
from tests.report.documents import SMALL, documents

WITHOUT = re.sub(r"  cuts:\n    nics: .*\n", "", SMALL)
SAID = {
    "zh": ("；割边 nics", "；割边：未声明", "割边：未声明"),
    "en": ("; cut nics", "; cut: none declared", "cuts: none declared"),
}
"""At an operation that crosses the declared cut; at one where none is declared; in the table of cuts."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_operation_and_the_table_of_cuts_say_that_none_is_declared(language: Language) -> None:
    named, at_operation, in_table = SAID[language]
    declared, without = (documents(text)[language].html for text in (SMALL, WITHOUT))
    assert named in declared
    assert at_operation not in declared
    assert without.count(at_operation) == 2  # both operations
    assert f"<small>{in_table}</small>" in without
