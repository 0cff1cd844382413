"""The workbook of estimates: its formulas give our times, before and after a number in it is changed."""

from __future__ import annotations

from contextlib import suppress
from io import BytesIO
from math import sqrt
from pathlib import Path

import openpyxl
import pytest

from estimator.errors import SpecError
from estimator.estimate.result import EstimateTable
from estimator.estimate.table import estimate
from estimator.jobs.estimate_book import estimate_book
from estimator.jobs.export import line_rates
from estimator.jobs.inputs.specs import open_spec
from estimator.jobs.starter import starter
from estimator.spec.reading.alter import Alteration
from estimator.spec.reading.change import Replacement
from tests.examples.opened import NAMES, SPECS
from tests.jobs.sheets import Book

N = 64 * 2**20  # the starter's activations: a ring of eight over 64 MiB
ENDS = ("optimistic", "conservative")
UNITS = dict.fromkeys(("alpha", "hop", "messages", "launch", "sync"), "s") | dict.fromkeys(
    ("bandwidth", "one_peer", "unit", "nic", "cut", "reduce", "reorder"), "B/s"
)


def table_of(path: Path, *changes: Replacement) -> EstimateTable:
    opened = open_spec(path, Alteration(changes=changes))
    with opened.located():
        return estimate(opened.spec)


def book_of(path: Path, *about: tuple[str, str]) -> bytes:
    return estimate_book(table_of(path), about, line_rates(open_spec(path).spec.platform))


def holds(book: Book, table: EstimateTable) -> None:
    """Every time, algbw and busbw of the book is that of the table."""
    rows = {book.cells["Estimates"][row["operation"]]: row for row in book.rows("Estimates")}
    assert list(rows) == list(table.operations)
    for name, found in table.operations.items():
        for end, *wanted in zip(ENDS, found.time, found.algbw, found.busbw, strict=True):
            places = [rows[name][head] for head in (f"{end}_s", f"algbw_{end}_Bps", f"busbw_{end}_Bps")]
            assert [book.number("Estimates", place) for place in places] == pytest.approx(wanted, rel=1e-9), name


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "s.yaml"
    path.write_bytes(starter())
    return path


def ring(n: float, alpha: float = 3e-6, rate: float = 200e9, launch: float = 2e-6, k: float = 0.2) -> float:
    """T0; 14 rounds; 7/4 n over the port, 7/8 n reduced at 1.6 TB/s; a knee of k between the two."""
    start, transfer = 14 * alpha, 1.75 * n / rate + 0.875 * n / 1.6e12
    return launch + start + transfer + k * sqrt(start * transfer)


def test_a_ring_worked_by_hand_follows_alpha_b_t0_knee_and_n(spec: Path) -> None:
    book = Book(book_of(spec))
    (row,) = [row for row in book.rows("Estimates") if book.cells["Estimates"][row["operation"]] == "activations"]
    inputs = {
        tuple(str(book.cells["Parameters"][one[head]]) for head in ("quantity", "where")): one["value"]
        for one in book.rows("Parameters")
        if book.cells["Parameters"][one["end"]] == "optimistic"
    }

    def now() -> float:
        return book.number("Estimates", row["optimistic_s"])

    wanted: dict[str, float] = {}
    assert now() == pytest.approx(ring(N), rel=1e-12)
    (path,) = {
        where
        for quantity, where in inputs
        if quantity == "alpha" and book.number("Parameters", inputs[quantity, where]) == 3e-6
    }
    for quantity, where, name, value in (
        ("alpha", path, "alpha", 4e-6),
        ("bandwidth", path, "rate", 150e9),
        ("launch", "platform", "launch", 5e-6),
        ("knee", "platform", "k", 0.9),
    ):
        book.change("Parameters", inputs[quantity, where], value)
        wanted[name] = value
        assert now() == pytest.approx(ring(N, **wanted), rel=1e-12), name
    book.change("Estimates", row["n_bytes"], 2.0 * N)
    assert now() == pytest.approx(ring(2 * N, **wanted), rel=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_formulas_and_stored_values_are_our_estimates(name: str) -> None:
    table = table_of(SPECS / f"{name}.yaml")
    book = Book(book_of(SPECS / f"{name}.yaml"))
    holds(book, table)
    for sheet, cells in book.cells.items():
        for place, value in cells.items():
            if isinstance(value, str) and value.startswith("="):
                stored = book.stored[sheet][place]
                assert book.number(sheet, place) == pytest.approx(stored, rel=1e-9, abs=1e-300), (sheet, place)


@pytest.mark.parametrize(
    ("name", "factor"), [("supernode", 0.7), ("supernode", 1.6), ("h800_expert_parallel", 1.2), ("torus", 0.7)]
)  # 1.6 times a bandwidth is more than some lines carry
def test_a_parameter_changed_in_the_sheet_does_what_it_does_in_the_spec(name: str, factor: float) -> None:
    path = SPECS / f"{name}.yaml"
    data = book_of(path)
    cells = Book(data).cells["Parameters"]
    places: dict[str, list[tuple[str, str]]] = {}
    for row in Book(data).rows("Parameters"):
        if cells[row["quantity"]] in UNITS:
            places.setdefault(cells[row["place in the spec"]], []).append((cells[row["end"]], row["value"]))
    tried = 0
    for place, ends in places.items():
        if [end for end, _ in ends] != list(ENDS) or place.endswith("efficiency"):
            continue  # a share of another number is not stated in the unit of the cell
        book = Book(data)
        values = [book.number("Parameters", value) * factor for _, value in ends]
        for (_, value), new in zip(ends, values, strict=True):
            book.change("Parameters", value, new)
        unit = UNITS[next(cells[row["quantity"]] for row in book.rows("Parameters") if row["value"] == ends[0][1])]
        with suppress(SpecError):  # alone it would contradict another condition's
            holds(book, table_of(path, Replacement(place, str([f"{new!r} {unit}" for new in values]))))
            tried += 1
    assert tried >= 2


def test_texts_are_no_formulas_and_the_same_table_gives_the_same_bytes(spec: Path) -> None:
    data = book_of(spec, ("document", "=1+1"))
    assert data == book_of(spec, ("document", "=1+1"))
    book = openpyxl.load_workbook(BytesIO(data))
    assert {cell.data_type for row in book["About"] for cell in row if cell.value} == {"s"}
