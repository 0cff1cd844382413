import json
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.errors import UserError
from estimator.evidence.traces.files.stream import VALUE_LIMIT, JsonStream

NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = NUMBERS | st.none() | st.booleans() | st.text(max_size=8)
PIECES = 160
MANY = st.dictionaries(st.text(max_size=5), SCALARS) | st.lists(SCALARS)
VALUES = st.recursive(MANY, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner), max_leaves=12)


def stream(data: bytes, size: int = 7) -> JsonStream:
    return JsonStream(iter([data[at : at + size] for at in range(0, len(data), size)]), "t.json")


def built(cursor: JsonStream) -> Any:
    """Everything at the cursor, entered as far as it goes."""
    start = cursor.peek()
    if start == "{":
        return {key: built(cursor) for key in cursor.members()}
    return [built(cursor) for _ in cursor.items()] if start == "[" else cursor.value()


@given(SCALARS | VALUES, st.integers(1, 9), st.sampled_from([None, 2]))
def test_any_json_in_any_pieces_is_what_a_plain_reader_reads(value: Any, size: int, indent: int | None) -> None:
    data = json.dumps(value, ensure_ascii=False, indent=indent).encode("utf-8", "surrogatepass")
    data = json.dumps(value, indent=indent).encode() if b"\xed" in data else data
    cursor = stream(data, size)
    assert built(cursor) == json.loads(data)
    cursor.end()
    assert stream(data, size).value() == json.loads(data)


@given(VALUES, st.data())
def test_a_file_cut_anywhere_is_a_sentence_with_a_place(value: Any, data: st.DataObject) -> None:
    whole = json.dumps({"a": value}).encode()
    cut = whole[: data.draw(st.integers(0, len(whole) - 1))]
    with pytest.raises(UserError, match=r"^t\.json:1:\d+: broken JSON: "):
        built(stream(cut))


@pytest.mark.parametrize("end", [b"", b"\n", b",", b",\n "])
def test_a_list_that_was_still_being_written_may_end_with_the_file(end: bytes) -> None:
    cursor = stream(b'[{"a": 1},\n{"a": 2}' + end)
    assert [cursor.value() for _ in cursor.items(open_end=True)] == [{"a": 1}, {"a": 2}]
    assert cursor.cut
    cursor.end()
    with pytest.raises(UserError, match="the file ends in the middle"):
        built(stream(b'[{"a": 1},\n{"a": 2}' + end))


def test_a_comma_behind_the_last_event_does_no_harm() -> None:
    cursor = stream(b"[1, 2,\n]")
    assert [cursor.value() for _ in cursor.items(open_end=True)] == [1, 2]
    assert not cursor.cut


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"a": 1,\n "b": x}', "t.json:2:7: broken JSON: expecting value"),
        (b'{"a": [1, 2}', "t.json:1:12: broken JSON: expected ','"),
        (b'{"a": 1} {', "t.json:1:10: broken JSON: something follows the end of the JSON"),
        (b"{a: 1}", "t.json:1:2: broken JSON: expected a key in double quotes"),
        (b'{"a": 1,\n\n "b": {"c": [1', "t.json:3:15: broken JSON: the file ends in the middle"),
        (b"[" * 100_000, "t.json:1:3: broken JSON: nested too deeply"),
        (b'{"a": ' + b"9" * 5000 + b"}", "t.json:1:7: broken JSON: a number that is too long"),
    ],
)
def test_the_place_and_the_fault_are_told(data: bytes, message: str) -> None:
    def entered(cursor: JsonStream, depth: int) -> None:
        start = cursor.peek()
        if start == "{" and depth < 2:
            for _ in cursor.members():
                entered(cursor, depth + 1)
        elif start == "[" and depth < 2:
            for _ in cursor.items():
                entered(cursor, depth + 1)
        else:
            cursor.value()

    cursor = stream(data, 5)
    with pytest.raises(UserError) as caught:  # noqa: PT012
        entered(cursor, 0)
        cursor.end()
    assert str(caught.value).startswith(message)


def test_what_profilers_write_beside_json_does_no_harm() -> None:
    data = b'\xef\xbb\xbf{"a": NaN, "b": -Infinity, "c": "tab\there", "d": "\xff", "e": "\\ud800"}'
    assert stream(data).value() == {"a": None, "b": None, "c": "tab\there", "d": "\ufffd", "e": "\ud800"}


def test_one_value_larger_than_any_event_is_refused() -> None:
    chunks = (b'"' + b"x" * 2**20 if at == 0 else b"x" * 2**20 for at in range(3 * VALUE_LIMIT // 2**20))
    with pytest.raises(UserError, match="one value has more than 16 million characters: this is no trace"):
        JsonStream(chunks, "t.json").value()


def test_a_long_file_is_not_held_in_memory() -> None:
    event = json.dumps({"ph": "X", "name": "aten::mul", "ts": 1.5, "args": {"External id": 7}}).encode() + b","

    def chunks() -> Iterator[bytes]:
        yield b'{"traceEvents": ['
        for _ in range(PIECES):
            yield event * 1500
        yield b"{}]}"

    tracemalloc.start()
    cursor, count = JsonStream(chunks(), "t.json"), 0
    for _ in cursor.members():
        for _ in cursor.items():
            cursor.value()
            count += 1
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == PIECES * 1500 + 1
    assert count * len(event) > 17e6 > 9 * peak
