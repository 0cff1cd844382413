"""The slip that keeps a text from being YAML is named where it stands."""

from __future__ import annotations

import pytest

from estimator.errors import SpecError, path_text
from estimator.jobs.assets import templates
from estimator.spec.load import load_text
from estimator.spec.reading.nodes import NotYamlError, compose

TEXT = """commspec: 1
document:
  id: X
  owner: Training framework
  title: {zh: 集合通信，需求, en: Requirements}
groups:
  tp: {size: 8, levels: [a, b]}
  dp: {size: 16, levels: [a, b]}
notes: "two
  lines"
"""


@pytest.mark.parametrize(
    ("before", "after", "place", "message", "hint"),
    [
        ("  owner", "\towner", (4, 1), "a tab indents this line", "indent with spaces"),
        ("Training framework", '"Training framework', (4, 10), "the quotation mark opens here", 'add "'),
        ("zh: 集合通信，需求", 'zh: "集合通信，需求', (5, 15), "the quotation mark opens here", 'add "'),
        ("  owner", "   owner", (4, 4), "indented by 3 spaces, and its neighbours by 2", "indent with 2 spaces"),
        ("  owner", " owner", (4, 2), "indented by 1 space, and its neighbours by 2", "indent with 2 spaces"),
        ("owner: ", "owner：", (4, 8), "the full-width ： of a Chinese input method", "write : in its place"),
        ("size: 8,", "size: 8，", (7, 15), "the full-width ， of a Chinese input method", "write , in its place"),
        ("zh: 集合通信，需求,", "zh: “集合通信”，", (5, 15), "the full-width “ of", 'write " in its place'),
        ("document:", "＃ front\ndocument:", (2, 1), "the full-width ＃ of", "write # in its place"),
        ("{size: 8, levels: [a, b]}", "（size: 8, levels: [a, b]）", (7, 7), "the full-width （ of", "write { in"),
        ("id: X", "id:X", (3, 6), "no space after the colon of id", "write id: X"),
        ("document:", "document", (2, 1), "no colon after document", "write document:"),
        ("id: X", "id X", (3, 5), "no colon after id", "write id: X"),
        ("b]}\n  dp", "b]}}\n  dp", (7, 32), "nothing is open that } closes", "remove }"),
        ("en: Requirements", 'en: "Requirements, fr: "R"', (5, 28), "the quotation mark opens here", 'add "'),
        ("levels: [a, b]}\n  dp", "levels: [a, b}\n  dp", (7, 25), "did not find expected", "close the ["),
    ],
)
def test_a_slip_is_named_at_its_place(before: str, after: str, place: tuple[int, int], message: str, hint: str) -> None:
    assert TEXT.count(before) == 1
    with pytest.raises(NotYamlError) as raised:
        compose(TEXT.replace(before, after))
    found = raised.value
    assert (found.line, found.column) == place
    assert found.message.startswith(f"no valid YAML: {message}")
    assert found.hint.startswith(hint)


def test_what_is_no_slip_of_a_hand_is_said_as_the_parser_says_it() -> None:
    with pytest.raises(NotYamlError, match="no valid YAML: found character that cannot start any token"):
        compose("a: @x\n")


def test_full_width_signs_of_a_text_in_order_are_not_blamed() -> None:
    with pytest.raises(NotYamlError, match="no valid YAML: no colon after b"):
        compose("a: 一，二：三\nb\nc: 1\n")


@pytest.mark.parametrize(
    ("before", "after", "path", "hint"),
    [
        ("alpha: [8 us, 12 us]", "alpha: [8 us，12 us]", "platform.paths.scale_out.exclusive.alpha", "[8 us, 12 us]"),
        (
            "rate: 400 Gbit/s, per: rank",
            "rate: 400 Gbit/s, per：rank",
            "platform.paths.scale_out.link.per：rank",
            "per: rank",
        ),
        ("languages: [zh, en]", "languages: 【zh, en】", "document.languages", "[zh, en]"),
        ("nodes: 4", "nodes: ４", "platform.nodes", "4"),
        ("nodes: 4", "nodes: 4 ＃ racks", "platform.nodes", "4"),
        ("nodes: 4", "nodes: （4）", "platform.nodes", "4"),
        ("nodes: 4", "nodes: 4；", "platform.nodes", "4"),
        ("rate: 224 GB/s,", "rate: 224 GB/s（one way）,", "platform.paths.scale_up.link.rate", "224 GB/s"),
        ("languages: [zh, en]", "languages: （zh, en）", "document.languages", "[zh, en]"),
        ("alpha: [8 us, 12 us]", "alpha: （8 us, 12 us）", "platform.paths.scale_out.exclusive.alpha", "[8 us, 12 us]"),
    ],
)
def test_full_width_signs_in_values_are_named_as_such(before: str, after: str, path: str, hint: str) -> None:
    text = (templates() / "starter.yaml").read_text("utf-8")
    assert before in text
    with pytest.raises(SpecError) as raised:
        load_text(text.replace(before, after, 1))
    (problem,) = raised.value.problems
    assert path_text(problem.path) == path
    assert "of a Chinese input method" in problem.message
    assert problem.hint == f"write {hint}"
    assert problem.kind == "full-width"
