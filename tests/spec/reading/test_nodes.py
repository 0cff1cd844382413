import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.errors import Problem, SpecError
from estimator.spec.load import load_text
from tests.spec.examples import EXAMPLE, messages, varied

BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [{','.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (BOMB, "aliases unfold to too many entries"),
        (f"a: &a {'x' * 300_000}\nb: [{'*a, ' * 5000}]\n", "aliases unfold to too much text; write the text once"),
        (f'a: &a "{"x" * 300_000}"\nb: [{"*a, " * 5000}]\n', "aliases unfold to too much text"),
        (f"a: &a {'x' * 300_000}\n" + "".join(f"b{i}: *a\n" for i in range(5000)), "aliases unfold to too much text"),
        (f"a: [{'a,' * 2_000_000}]\n", "too many entries; write at most 1,500,000 in all files together"),
        ("a: &a [*a]\n", "nested more than"),
        ("[" * 100_000, "nest less deeply"),
        ("- " * 100_000, "nest less deeply"),
        ("{a: " * 50_000, "nest less deeply"),
        ("a: " + "[" * 500 + "]" * 500, "nested more than"),
        (bytes(range(256)) * 10, "the text is not UTF-8"),
        (b"commspec: 1\x00", "the file is not text"),
        (EXAMPLE.encode("utf-16"), "the text is UTF-16; save the file as UTF-8"),
        ("document: é".encode("latin-1"), "the text is not UTF-8; save the file as UTF-8"),
        ("commspec: 1\ndocument:\n\tid: X\n", "spec.yaml:3:1: no valid YAML"),
        ("", "spec.yaml:1:1: the file is empty"),
        ("# only a remark\n", "the file is empty"),
        ("- commspec: 1\n", "the spec is a list, not a mapping"),
        ("hello", "the spec is a text, not a mapping"),
        ("commspec: 1\n---\ncommspec: 1\n", "write one document, without ---"),
        ("commspec: {a: 1\nb: 2\n", "close the { and put commas between its entries"),
        ("commspec: @1\n", "quote a text that starts with @"),
        ("commspec: *one\n", "quote a text that starts with *"),
    ],
)
def test_a_hostile_or_broken_file_gives_one_message(text: str | bytes, what: str) -> None:
    started = time.perf_counter()
    found = messages(text)
    assert len(found) == 1, found
    assert what in found[0]
    assert time.perf_counter() - started < 5


def test_a_hundred_megabytes_are_refused_unread() -> None:
    assert "the file has 100 MiB; keep it below 32 MiB" in messages(b"a" * (100 * 2**20))[0]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("moe: {", "moe: {<<: {top_k: 8}, ", "moe.<<: merge keys are not part of the spec language"),
        ("moe: {", "moe: {top_k: 4, ", "moe.top_k: the key is there twice"),
        ("moe: {", "moe: {[a]: 4, ", "a key that is no text"),
        ("moe: {", "moe: {{a: 1}: 4, ", "a key that is no text"),
        ("name: ASIC-X pod", "name: !!str 5", "the tag !!str is not part of the spec language"),
        ("name: ASIC-X pod", 'name: !!python/object/apply:os.system ["ls"]', "is not part of the spec language"),
        ("name: ASIC-X pod", "name: !env HOME", "the tag !env is not part of the spec language"),
        ("name: ASIC-X pod", 'name: "a\\u0007b"', "the control character U+0007"),
        ("name: ASIC-X pod", "name: ~", "platform.name: no value"),
        ("languages: [zh, en]", "languages: [zh, ~]", "an entry without a value"),
    ],
)
def test_yaml_beyond_the_language_is_refused_once(old: str, new: str, what: str) -> None:
    found = messages(varied(old, new))
    assert len(found) == 1, found
    assert what in found[0]


def test_byte_order_mark_and_windows_line_ends_are_fine() -> None:
    assert messages(b"\xef\xbb\xbf" + EXAMPLE.encode()) == []
    assert messages(EXAMPLE.replace("\n", "\r\n")) == []


def test_an_alias_may_repeat_a_part() -> None:
    first = "{alpha: [4 us, 6 us],   bandwidth: [180 GB/s, 160 GB/s], per: rank, from: talk}"
    second = "{alpha: [4 us, 9 us],   bandwidth: [180 GB/s, 150 GB/s], per: rank, from: talk}"
    assert messages(varied(first, f"&loaded {first}", second, "*loaded")) == []


ADDED = ["", "{", "[", "}", "~", "- a", "*q", "&q ", "!include x", "1e400", ":", "\t", '"']


@given(st.integers(0, len(EXAMPLE)), st.integers(0, 12), st.sampled_from(ADDED))
def test_a_damaged_file_gives_messages_with_places_and_never_a_traceback(place: int, removed: int, added: str) -> None:
    problems: tuple[Problem, ...] = ()
    try:
        load_text(EXAMPLE[:place] + added + EXAMPLE[place + removed :])
    except SpecError as error:
        problems = error.problems
    assert all(problem.line is not None and problem.message for problem in problems)
