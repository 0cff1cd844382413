"""The tables of limits on the cards: every cell stands in them, in its row and column, on paper too."""

from __future__ import annotations

import re

import pytest

from estimator.report.view.breaks import pieces, together, unbroken
from estimator.report.view.context import in_language
from estimator.report.view.requirements.cells import cell_tables
from tests.examples.opened import worked
from tests.report.documents import SMALL, documents, material

MANY = SMALL.replace(
    "sweep: {sizes: 1 MiB .. 64 MiB, per_octave: 1, conditions: [multi_group], skews: [1.0]}",
    "sweep: {sizes: 1 KiB .. 64 MiB, per_octave: 1, conditions: [exclusive, multi_group], skews: [1.0, 1.5]}",
)


def test_every_limited_cell_has_its_number_in_a_table_of_the_printed_card() -> None:
    # 17 sizes and the operation's own, two conditions, two skews.
    found = material(MANY).expanded["R-T-01"]
    assert found.cells == 72
    html = documents(MANY)["en"].print_html
    card = html[html.index('id="R-T-01"') : html.index("</article>", html.index('id="R-T-01"'))]
    values = re.findall(r'<td class="n(?: main)?">([\d.]+|\u2014)</td>', card)
    skews = 2 * 2 * len(re.findall(r'<table class="grid">', card))
    assert len(values) - skews == 72


def test_rows_are_group_condition_and_skew_and_columns_are_sizes() -> None:
    tables = cell_tables(in_language(material(MANY), "en"), material(MANY).expanded["R-T-01"], None)
    assert [len(table.heads) for table in tables] == [9, 9]
    for table in tables:
        assert [(row.condition, row.skew) for row in table.rows] == [
            ("exclusive", "1"),
            ("exclusive", "1.5"),
            ("several groups", "1"),
            ("several groups", "1.5"),
        ]
        assert [row.group for row in table.rows] == ["ep", "", "", ""]
    assert [f"{head.number} {head.unit}" for head in tables[1].heads] == [
        *(f"{2**power} {unit}" for power, unit in [(9, "KiB"), (0, "MiB"), (1, "MiB"), (2, "MiB")]),
        *(f"{2**power} MiB" for power in (3, 4, 5, 6)),
        "276.8 MB",
    ]
    assert [head.own for head in tables[1].heads] == [False] * 8 + [True]


def test_a_limit_keeps_its_digits_in_the_unit_of_its_column() -> None:
    expanded = material(MANY).expanded["R-T-01"]
    tables = cell_tables(in_language(material(MANY), "en"), expanded, None)
    sizes = {"s": 1.0, "ms": 1e-3, "\u00b5s": 1e-6}
    for table in tables:
        units = [unit for unit, columns in table.units for _ in range(columns)]
        for index in range(len(table.heads)):
            shown = [float(row.values[index]) * sizes[units[index]] for row in table.rows]
            first = 0 if table is tables[0] else 9
            assert shown == pytest.approx([block.limits[first + index] for block in expanded.blocks], rel=1e-3)


def test_sizes_without_a_limit_have_no_unit_and_are_said_to_be_reported_only() -> None:
    text = SMALL.replace("limit: {at_most: estimate.conservative, ", "limit: {at_most: 3.6 ms, at: 8 MiB, ", 1)
    (table,) = cell_tables(in_language(material(text), "en"), material(text).expanded["R-T-01"], None)
    # 1 to 64 MiB and the operation's own 276.8 MB: the fourth size is limited.
    assert table.rows[0].values == ("—", "—", "—", "3.6", *["—"] * 4)
    assert table.units == (("", 3), ("ms", 1), ("", 4))
    card = documents(text)["en"].html
    assert "Limits of the 8 cells (— is run and reported only)" in card
    assert "只测并报告" in documents(text)["zh"].html
    assert "Limits of the 8 cells</th>" in documents(SMALL)["en"].html


def test_the_cell_that_the_card_shows_first_is_marked() -> None:
    name = "CCL-A2AV-01"
    example = worked("moe_5t")
    found = example.expanded[name]
    context = in_language(material(MANY), "en")
    marked = [row for table in cell_tables(context, found, found.main) for row in table.rows if row.main >= 0]
    assert [(row.condition, row.skew) for row in marked] == [("several groups", "1.5")]


def test_a_command_breaks_between_options_only_and_stays_the_same_text() -> None:
    line = "mpirun -np 64 -N 8 ./build/alltoall_perf -b 8 -e 128M --check 1"
    assert pieces(line) == ["mpirun", "-np 64", "-N 8", "./build/alltoall_perf", "-b 8", "-e 128M", "--check 1"]
    assert together(pieces(line), 22) == ["mpirun -np 64 -N 8", "./build/alltoall_perf", "-b 8 -e 128M --check 1"]
    assert re.sub("<[^>]*>", "", str(unbroken(line))) == line
    quoted = "mpirun -x 'NCCL_TESTS_SPLIT=MOD 8' -np 8 x; done  # edp5, 8 at once"
    assert pieces(quoted) == [
        "mpirun", "-x 'NCCL_TESTS_SPLIT=MOD 8'", "-np 8", "x;", "done", "", "# edp5, 8 at once",
    ]  # fmt: skip
    assert unbroken(quoted).striptags().replace(" ", "") == quoted.replace(" ", "")
    long = f"x --sizes {'1234567,' * 9}"
    assert '<span class="nb">x</span> --sizes 1234567' in str(unbroken(long))
    assert "&lt;" in str(unbroken("x -a <b>"))
