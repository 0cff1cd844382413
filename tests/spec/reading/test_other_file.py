"""A file of another kind is said in one message."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from estimator.history.vendors.answers import Answers
from estimator.spec.document import Spec
from estimator.spec.machine.platform import Platform
from estimator.spec.reading.other_file import other_file

ANSWERS = {"commspec_answers": "1", "vendor": "a", "document": {"id": "X", "version": "1"}, "answers": {}}
SPEC = {"commspec": 1, "platform": {}, "groups": {}, "operations": {}}
PLATFORM = {"name": "pod", "nodes": 4, "paths": {}}


@pytest.mark.parametrize(
    ("data", "model", "said"),
    [
        (ANSWERS, Spec, "the file holds answers of a vendor, not a spec"),
        (SPEC, Answers, "the file holds a spec, not answers of a vendor"),
        (PLATFORM, Spec, "the file holds a platform, not a spec"),
        (PLATFORM, Answers, "the file holds a platform, not answers of a vendor"),
        ({"set": {"platform.knee.k": 0}}, Spec, "the file holds an overlay, not a spec"),
        ({"commspec_logs": "1", "logs": []}, Spec, "the file holds what is said of logs, not a spec"),
        ({"commspec_evidence": "1"}, Spec, "the file holds evidence and waivers, not a spec"),
    ],
)
def test_a_file_of_another_kind_is_named(data: object, model: type[BaseModel], said: str) -> None:
    found = other_file(data, model)
    assert found is not None
    assert found.message == said


@pytest.mark.parametrize(
    ("data", "model"),
    [
        (SPEC, Spec),
        (ANSWERS, Answers),
        (PLATFORM, Platform),
        ({"platform": {}, "paths": {}, "groups": {}}, Spec),  # a spec with its platform's keys one level too far left
        ({"commspec": 1, "set": {}}, Spec),
        ({"groups": {}}, Spec),
        ([], Spec),
    ],
)
def test_what_may_be_what_is_asked_for_is_read_as_that(data: object, model: type[BaseModel]) -> None:
    assert other_file(data, model) is None
