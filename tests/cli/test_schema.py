"""``commspec schema``: each of them is a schema of JSON."""

import json

import click
import pytest
from jsonschema import Draft202012Validator

from estimator.cli import main as cli
from estimator.cli.schema import command

KINDS = next(one.type for one in command.params if one.name == "of")


@pytest.mark.parametrize("of", KINDS.choices if isinstance(KINDS, click.Choice) else ())
def test_each_schema_is_one_and_describes_a_mapping_or_a_line(of: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["schema", of]) == 0
    schema = json.loads(capsys.readouterr().out)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert not Draft202012Validator(schema).is_valid(["no", "mapping"])
