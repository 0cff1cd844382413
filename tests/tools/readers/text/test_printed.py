"""What is taken off a physical line, and how blocks become lines."""

from __future__ import annotations

import pytest

from estimator.tools.readers.text.lines import PIECE, LogLine, numbered
from estimator.tools.readers.text.printed import PrintedLine, said


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("  8   2 float", PrintedLine("", "  8   2 float")),
        ("[1,0]<stdout>:  8   2 float", PrintedLine("1,0", " 8   2 float")),
        ("[1,12]<stderr>: x", PrintedLine("1,12", "x")),
        ("3:   8 2", PrintedLine("3", "  8 2")),
        ("[0]   8 2", PrintedLine("0", "  8 2")),
        ("node-1: # size", PrintedLine("node-1", "# size")),
        ("worker-0  | 8 2", PrintedLine("worker-0", "8 2")),
        ("2026-01-02T03:04:05.123Z [1,0]<stdout>:8 2", PrintedLine("1,0", "8 2")),
        ("\x1b[1;32m8 2\x1b[0m", PrintedLine("", "8 2")),
        ("<pre>8 2</pre>", PrintedLine("", " 8 2 ")),
        ("8&nbsp;2", PrintedLine("", "8\N{NO-BREAK SPACE}2")),
        ('{"log":"  8 2\\n","stream":"stdout"}', PrintedLine("", "  8 2")),
        ("    # [1,0]<stdout>:  8   2 float", PrintedLine("1,0", " 8   2 float")),
        (r"\# Size   Avg Latency(us)", PrintedLine("", "# Size   Avg Latency(us)")),
        ("\t//  8   2 float", PrintedLine("", "  8   2 float")),
        ("#   128   512   9.54   8.80   10.84", PrintedLine("", "   128   512   9.54   8.80   10.84")),
        ("# 128 512", PrintedLine("", "# 128 512")),
        ("success | 1024", PrintedLine("", "success | 1024")),
        ("Inplace:        0", PrintedLine("", "Inplace:        0")),
    ],
)
def test_labels_and_markup_are_taken_off(raw: str, expected: PrintedLine) -> None:
    assert said(raw)[0] == expected


def test_a_label_inside_a_line_is_taken_out() -> None:
    assert said("[1,0]<stdout>:8 2 float[1,0]<stdout>: sum")[0].text.split() == ["8", "2", "float", "sum"]


def test_a_colour_inside_a_number_leaves_a_mark_so_that_it_is_no_number() -> None:
    assert said("13\x1b[0m21.5 6")[0].text == "13?21.5 6"


def test_breaks_inside_a_line_give_several_printed_lines() -> None:
    assert [one.text for one in said("a\\nb\rc<br>d")] == ["a", "b", "c", "d"]


def test_two_stamped_lines_without_a_break_between_are_two() -> None:
    stamp = "Sat Nov 17 00:20:52 2018[1,0]<stdout>:"
    assert said(f"{stamp}# Size  Overlap(%){stamp}1  1.93") == [
        PrintedLine("1,0", "# Size  Overlap(%)"),
        PrintedLine("1,0", "1  1.93"),
    ]


def test_blocks_of_any_length_become_the_same_numbered_lines() -> None:
    text = "one\r\ntwo\n\nfour"
    whole = list(numbered([text]))
    assert whole == [LogLine(1, "one"), LogLine(2, "two"), LogLine(3, ""), LogLine(4, "four", ended=False)]
    assert all(
        list(numbered([text[at : at + size] for at in range(0, len(text), size)])) == whole for size in (1, 2, 5)
    )


def test_a_log_on_one_endless_line_comes_in_pieces_that_cut_no_word() -> None:
    pieces = list(numbered("word " * 1000 for _ in range(1000)))
    assert {piece.number for piece in pieces} == {1}
    assert len(pieces) > 3
    assert max(len(piece.text) for piece in pieces) <= PIECE + 5000
    assert {word for piece in pieces for word in piece.text.split()} == {"word"}
