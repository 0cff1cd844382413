"""Sources may stand with the platform whose numbers they are of."""

from __future__ import annotations

from typing import Any

import pytest

from estimator.errors import SpecError
from estimator.spec.load import load_text
from tests.spec.examples import EXAMPLE, varied

KNEE = "  knee: {k: [0, 1.7], from: "
FITTED = "  sources: {fit: {basis: fitted, text: a run}}\n"


def with_platform(more: str = FITTED) -> str:
    return varied(f"{KNEE}talk", f"{more}{KNEE}fit")


def test_a_source_of_the_platform_is_one_of_the_spec() -> None:
    loaded = load_text(with_platform())
    spec = loaded.spec
    assert [problem for problem in loaded.problems if "source" in problem.message] == []
    assert spec.sources["fit"].basis == "fitted"
    assert spec.platform.sources == {}


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ("  sources: {fit: {basis: guessed, text: a run}}\n", "platform.sources.fit.basis"),
        ("  sources: {fit: {basis: fitted}}\n", "platform.sources.fit.text"),
    ],
)
def test_a_broken_one_is_told_where_it_stands(more: str, what: str) -> None:
    with pytest.raises(SpecError) as caught:
        load_text(with_platform(more))
    assert what in "\n".join(problem.text() for problem in caught.value.problems)


def test_one_name_twice_is_a_mistake() -> None:
    name = next(iter(load_text(EXAMPLE).spec.sources))
    with pytest.raises(SpecError, match="source at the top too"):
        load_text(
            with_platform(f"  sources: {{{name}: {{basis: fitted, text: a run}}}}\n").replace("from: fit", "from: talk")
        )


def test_a_platform_that_takes_the_place_of_another_brings_its_sources() -> None:
    data: dict[str, Any] = load_text(with_platform()).data
    assert data["platform"]["sources"] == {"fit": {"basis": "fitted", "text": "a run"}}
