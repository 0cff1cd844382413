"""The schema refuses what the models refuse and takes what they take: on examples, and on many slips in them."""

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError as Complaint
from pydantic import ValidationError

from estimator.errors import SpecError
from estimator.spec.document import Spec
from estimator.spec.load import load_text
from estimator.spec.reading.include import assemble
from estimator.spec.requirements.kinds import KIND_NAMES
from estimator.spec.schema import json_schema
from tests.spec.examples import EXAMPLE
from tests.spec.mutants import Mutant, mutants

ROOT = Path(__file__).parents[2]
SPECS = {
    "worked example": EXAMPLE,
    "starter": (ROOT / "templates" / "starter.yaml").read_text("utf-8"),
    "levels and inference": (ROOT / "tests" / "fuzz" / "data" / "steps.yaml").read_text("utf-8").replace("who?", "who"),
    "the whole way": (ROOT / "specs" / "whole_way" / "spec.yaml").read_text("utf-8"),
    "own look": (ROOT / "specs" / "own_look" / "spec.yaml").read_text("utf-8"),
    "two versions": (ROOT / "specs" / "two_versions" / "team.yaml").read_text("utf-8"),
}
EACH = 50
BY_SHAPE = {"missing", "extra_forbidden", "literal_error", "too_short", "string_type", "string_too_short"}


@cache
def editor() -> Draft202012Validator:
    return Draft202012Validator(json_schema())


def complaints(data: Any) -> list[Complaint]:
    return list(editor().iter_errors(data))


def mistakes(text: str) -> list[str]:
    try:
        load_text(text)
    except SpecError as error:
        return [problem.text() for problem in error.problems]
    return []


def by_shape(text: str) -> list[str]:
    """What is wrong with single keys and values, whatever else stands in the spec."""
    tree = assemble(text, "spec.yaml", None, "")
    if tree.problems:
        return [problem.text() for problem in tree.problems]
    try:
        Spec.model_validate(tree.data)
    except ValidationError as error:
        return [str(one["loc"]) for one in error.errors() if one["type"] in BY_SHAPE or _of_a_value(one)]
    return []


def _of_a_value(error: Any) -> bool:
    return error["type"] == "spec" and isinstance(error["input"], str | list)


def sample(name: str) -> list[Mutant]:
    every = list(mutants(yaml.safe_load(SPECS[name])))
    return random.Random(7).sample(every, EACH)


@pytest.mark.slow
@pytest.mark.parametrize("name", SPECS)
def test_what_one_of_both_refuses_the_other_refuses_too(name: str) -> None:
    assert complaints(yaml.safe_load(SPECS[name])) == []
    disagreed, refused = [], 0
    for mutant in sample(name):
        text = yaml.safe_dump(mutant.data, allow_unicode=True, sort_keys=False)
        found = complaints(mutant.data)
        refused += bool(found)
        if found and not mistakes(text):
            disagreed.append(f"{mutant.done}: only the schema refuses: {found[0].message}")
        if not found and (shape := by_shape(text)):
            disagreed.append(f"{mutant.done}: only the program refuses: {shape[0]}")
    assert disagreed == []
    assert EACH / 2 < refused < EACH


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_a_misspelt_key_is_told_at_its_requirement_and_by_its_name(kind: str) -> None:
    data = yaml.safe_load(EXAMPLE)
    data["requirements"] = {"ONE": {"kind": kind, "title": "one", "titel": "two"}}
    strange = [found for found in complaints(data) if "titel" in found.message]
    assert [found.json_path for found in strange] == ["$.requirements.ONE"]


@pytest.mark.parametrize(
    ("key", "old", "new"),
    [
        ("$.platform.paths.scale_up.exclusive", "alpha: [3 us, 4 us]", "alfa: [3 us, 4 us]"),
        ("$.document.title", "title: {zh:", "title: {zn:"),
        ("$.operations.moe_dispatch.tensor", "dtype: fp8_e4m3", "dtpe: fp8_e4m3"),
        ("$.operations.moe_dispatch.algorithm", "also: [pairwise]", "als: [pairwise]"),
    ],
)
def test_a_misspelt_key_is_told_where_it_stands_and_not_as_none_of_several_forms(key: str, old: str, new: str) -> None:
    assert old in EXAMPLE
    found = complaints(yaml.safe_load(EXAMPLE.replace(old, new, 1)))
    assert {complaint.json_path for complaint in found} == {key}
    assert not any(complaint.validator in ("anyOf", "oneOf") for complaint in found)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("alpha: [3 us, 4 us]", "alpha: [3 us, 4 parsec]"),
        ("rate: 400 Gbit/s", "rate: 400 gb/s"),
        ("bandwidth: 384 GB/s", "bandwidth: 0 GB/s"),
        ("overlap: [0.8, 0.3]", "overlap: [80 %, 130 %]"),
        ("skew: [1.0, 1.5]", "skew: [0.5, 1.5]"),
        ("sync: 5 us", "sync: 5"),
    ],
)
def test_a_broken_quantity_is_refused_with_what_to_write(old: str, new: str) -> None:
    assert old in EXAMPLE
    text = EXAMPLE.replace(old, new, 1)
    assert mistakes(text)
    assert complaints(yaml.safe_load(text))


def test_every_example_under_a_key_is_taken_by_that_key() -> None:
    schema = json_schema()
    tried = 0
    for part in _parts(schema):
        for example in part.get("examples", ()):
            tried += 1
            validator = Draft202012Validator({"$defs": schema["$defs"], **part})
            assert validator.is_valid(example), (example, part.get("description"))
    assert tried > 400


def test_every_word_of_a_list_is_told() -> None:
    lists = [part for part in _parts(json_schema()) if len(part.get("enum", ())) > 1 and part["enum"] != [1, "1"]]
    assert len(lists) > 15
    assert [part["enum"] for part in lists if len(part.get("enumDescriptions", ())) != len(part["enum"])] == []


def _parts(item: Any) -> list[dict[str, Any]]:
    if isinstance(item, list):
        return [part for inside in item for part in _parts(inside)]
    if not isinstance(item, dict):
        return []
    inner = [part for key, inside in item.items() if key not in ("examples", "default") for part in _parts(inside)]
    return [item, *inner]
