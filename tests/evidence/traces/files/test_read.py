"""Whatever is done to a trace, it is read or refused with a sentence; nothing else happens."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.errors import UserError
from estimator.estimate.table import estimate
from estimator.evidence.traces.compare import compared
from estimator.evidence.traces.files.read import read_trace
from estimator.evidence.traces.files.stream import JsonStream
from estimator.evidence.traces.gather import CUT, gathered
from estimator.spec.load import load_text
from tests.evidence.traces.test_compare import JOB, SPEC
from tests.evidence.traces.written import Job, cluster, export, kineto, reading, timeline

EVEN = Job(2, JOB.calls, JOB.computing, JOB.steps)
FORMS = [
    json.dumps(content).encode()
    for content in (kineto(JOB, 0), kineto(JOB, 0, metadata=False), export(EVEN, 0), cluster(EVEN), timeline(EVEN, 0))
]
SPECIFICATION = load_text(SPEC).spec
TABLE = estimate(SPECIFICATION)
NUMBER = re.compile(rb"\d+")
ODD = st.sampled_from([b"1e999", b"-1", b"null", b'"x"', b"[]", b"{}", b"true", b"99999999999999999999", b"0", b""])


@given(st.sampled_from(FORMS), st.data())
def test_a_trace_with_other_values_in_places_is_read_or_refused(form: bytes, data: st.DataObject) -> None:
    places = [match.span() for match in NUMBER.finditer(form)]
    for start, end in sorted(data.draw(st.lists(st.sampled_from(places), min_size=1, max_size=30)), reverse=True):
        form = form[:start] + data.draw(ODD) + form[end:]
    ends(form)


@given(st.sampled_from(FORMS), st.data())
def test_a_trace_cut_or_with_bytes_between_is_read_or_refused(form: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(form)))
    ends(form[:at] + data.draw(st.binary(max_size=6)) + form[at + data.draw(st.integers(0, 40)) :])


def ends(content: bytes) -> None:
    pieces = [content[at : at + 501] for at in range(0, len(content), 501)]
    try:
        found = read_trace(JsonStream(iter(pieces), "t.json"), "0")
    except UserError as error:
        if not re.match(r"t\.json:\d+:\d+: ", str(error)):
            raise
        return
    compared(SPECIFICATION, TABLE, gathered([("t.json", "", found)]))


@pytest.mark.parametrize("content", [None, 1, "text", True])
def test_json_that_is_no_trace_is_refused(content: object) -> None:
    with pytest.raises(UserError, match=r"^trace\.json:1:1: no trace: "):
        reading(content)


def test_an_export_may_nest_as_deep_as_it_likes() -> None:
    deep: dict[str, object] = {}
    for _ in range(200):
        deep = {"a": deep}
    assert reading(deep).ranks == ()


def test_a_list_of_events_without_its_end_is_read_as_far_as_it_goes() -> None:
    whole = json.dumps(timeline(EVEN, 0)).encode()
    found = read_trace(JsonStream(iter([whole[:-1] + b",\n"]), "t.json"), "0")
    assert found.cut
    assert len(found.ranks[0].calls) == len(EVEN.calls)
    notes = gathered([("t.json", "", found)]).notes
    assert [note.split(": ", 1) for note in notes] == [["t.json", CUT]]
