"""What a spec may hold: refused in words before it takes minutes or gigabytes."""

from typing import Any

import pytest

from estimator.spec.reading.caps import too_many
from tests.spec.examples import EXAMPLE, messages


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("".join(f"  o{i}: {{x: 1}}\n" for i in range(1001)), "operations: holds 1,0"),
        ("  o: [" + "a," * 10_001 + "]\n", "operations.o: holds 10,001 entries; write at most 10,000"),
    ],
)
def test_a_section_or_list_beyond_all_measure_is_one_message(more: str, said: str) -> None:
    found = messages(EXAMPLE.replace("operations:\n", f"operations:\n{more}"))
    assert len(found) == 1
    assert said in found[0]


def test_ten_thousand_requirements_and_a_table_of_their_limits_are_not_too_many() -> None:
    cells = {f"R{i}/ep/exclusive/skew=1/at_once=1/n={n}": "1 ms" for i in range(10_000) for n in range(15)}
    data: dict[str, Any] = {
        "requirements": {f"R{i}": {} for i in range(10_000)},
        "frozen": cells,
        "groups": {"g": {"tree": [[1] * 20_000]}},
    }
    assert list(too_many(data)) == []
    data["requirements"]["one more"] = {}
    assert [problem.path for problem in too_many(data)] == [("requirements",)]


def test_of_very_many_mistakes_the_first_are_told_and_all_are_counted() -> None:
    rows = "".join(f"  R{i}: {{kind: collective_time, a: 1, b: 2, c: 3}}\n" for i in range(4000))
    found = messages(EXAMPLE.replace("requirements:\n", f"requirements:\n{rows}"))
    assert any(f"requirements.R0.{key}: unknown key" in one for one in found for key in "abc")
    assert len(found) < 300
    assert any("20,000 mistakes, of which those in the first 100 entries of each part are told" in one for one in found)
