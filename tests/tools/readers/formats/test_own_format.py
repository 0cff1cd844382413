"""The published schema of records accepts what readers read and what is printed, and refuses what they refuse."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from estimator.evidence.manifest import manifest
from estimator.report.tables.evidence.measured import as_json_lines
from estimator.tools.readers.formats.own_format import json_schema
from tests.tools.readers.test_json import OWN
from tests.tools.readers.written import events, nccl_log, records, refusals

PAGE = (Path(__file__).parents[4] / "docs/records.md").read_text("utf-8")
VALID = Draft202012Validator(json_schema())


def block(kind: str) -> str:
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return str(found)


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(json_schema())


@pytest.mark.parametrize("text", [OWN, block("json"), "".join(as_json_lines(events(nccl_log())))])
def test_what_is_read_and_printed_is_accepted(text: str) -> None:
    assert [error.message for line in text.splitlines() for error in VALID.iter_errors(json.loads(line))] == []
    assert refusals(text) == []


@pytest.mark.parametrize("more", ['"n": -1', '"typo": 1', '"collective": "all_redce"', '"seconds": 0'])
def test_what_is_refused_is_not_accepted(more: str) -> None:
    line = '{"collective": "all_reduce", "n": 8, "seconds": 1e-6, ' + more + "}"
    assert list(VALID.iter_errors(json.loads(line)))
    assert records(OWN + line) == records(OWN)


def test_the_page_shows_records_and_a_manifest_that_are_read() -> None:
    assert [one.n for one in records(block("json"))] == [1 << 20, 8]
    made, _ = manifest(block("yaml"), "m.yaml")
    assert [entry.size_unit for entry in made.logs] == [None, 4.0]
