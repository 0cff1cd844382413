"""The workbook of estimates in LibreOffice: its times are ours, and a change in the sheet does what an overlay does."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import openpyxl
import pytest
import yaml
from click.testing import CliRunner

from estimator.cli.main import commspec
from estimator.jobs.inputs.specs import open_spec
from tests.examples.opened import NAMES, SPECS
from tests.jobs.office import needs_office, saved

pytestmark = [pytest.mark.office, pytest.mark.slow, needs_office]
EXAMPLES = (*NAMES, "two_versions/team", "whole_way/spec")
CHANGES = {"alpha": ("s", 0.8, 1.3), "bandwidth": ("B/s", 1.02, 0.7)}
"""The quantity that is changed in the sheet: its unit there, and by how much, alone and under other conditions.

What holds alone gets better and all else worse: a spec refuses a condition that is better than none.
"""
ENDS = ("optimistic", "conservative")
Seconds = dict[str, tuple[float, float]]


def spec_of(name: str) -> Path:
    return SPECS / f"{name}.yaml"


def run(*args: object) -> str:
    found = CliRunner().invoke(commspec, [*map(str, args)], standalone_mode=False, catch_exceptions=False)
    assert not found.return_value, found.stderr
    return found.stdout


class InSheet(NamedTuple):
    """A number in the sheet of parameters: the end it is of, its row, the path it is of."""

    end: str
    row: int
    path: str
    value: float


@cache
def places(data: bytes, quantity: str) -> Mapping[str, tuple[InSheet, ...]]:
    """The numbers of a quantity by their place in the spec, which both ends may share."""
    rows = openpyxl.load_workbook(BytesIO(data))["Parameters"].iter_rows(min_row=2, values_only=True)
    found: dict[str, list[InSheet]] = {}
    for number, (end, kind, path, _, _, value, place, *_) in enumerate(rows, 2):
        if kind == quantity:
            found.setdefault(str(place), []).append(InSheet(str(end), number, str(path), float(str(value))))
    assert all([one.end for one in ends] in ([*ENDS], [ENDS[0]], [ENDS[1]]) for ends in found.values())
    return {place: tuple(ends) for place, ends in found.items()}


def changed(data: bytes, quantity: str, lines: Mapping[str, float]) -> tuple[bytes, dict[str, list[str]]]:
    """The workbook with every number of a quantity changed, and the overlay of the same change.

    ``lines``: what the line of a path carries [B/s], which an efficiency is a share of.
    """
    unit, alone, loaded = CHANGES[quantity]
    book = openpyxl.load_workbook(BytesIO(data))
    overlay = {}
    for place, ends in places(data, quantity).items():
        factor = alone if ".exclusive." in place else loaded
        for one in ends:
            book["Parameters"].cell(one.row, 6).value = one.value * factor
        share = place.endswith(".efficiency")
        new = [
            repr(one.value * factor / lines[one.path]) if share else f"{one.value * factor!r} {unit}" for one in ends
        ]
        overlay[place] = new if len(new) == len(ENDS) else new * 2
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue(), overlay


def bare(data: bytes) -> bytes:
    """Saved by openpyxl, a workbook holds formulas without values: what comes back is worked out by LibreOffice."""
    stream = BytesIO()
    openpyxl.load_workbook(BytesIO(data)).save(stream)
    assert openpyxl.load_workbook(BytesIO(stream.getvalue()), data_only=True)["Estimates"]["I2"].value is None
    return stream.getvalue()


def in_sheet(data: bytes) -> Seconds:
    sheet = openpyxl.load_workbook(BytesIO(data), data_only=True)["Estimates"]
    heads = [cell.value for cell in sheet[1]]
    at = [heads.index(f"{end}_s") for end in ENDS]
    return {str(row[0]): (row[at[0]], row[at[1]]) for row in sheet.iter_rows(min_row=2, values_only=True)}


def seconds(operations: Mapping[str, Mapping[str, Any]]) -> Seconds:
    return {name: (one["optimistic_s"], one["conservative_s"]) for name, one in operations.items()}


def equal(found: Seconds, wanted: Seconds) -> None:
    assert list(found) == list(wanted)
    for name, ends in wanted.items():
        assert found[name] == pytest.approx(ends, rel=1e-9), name


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], dict[str, dict[str, list[str]]]]:
    """Of every example what LibreOffice makes of its workbook, as it is and changed; the overlays by the same names."""
    folder = tmp_path_factory.mktemp("office")
    books, overlays = {}, {}
    for name in EXAMPLES:
        lines = {
            path: float(one.link.rate)
            for path, one in open_spec(spec_of(name)).spec.platform.paths.items()
            if one.link is not None
        }
        out = folder / "exported.xlsx"
        run("export", spec_of(name), "--format", "xlsx", "--out", out)
        key = name.replace("/", "_")
        books[key] = bare(out.read_bytes())
        for quantity in CHANGES:
            books[f"{key}_{quantity}"], overlays[f"{key}_{quantity}"] = changed(out.read_bytes(), quantity, lines)
    return saved(folder, books), overlays


@pytest.mark.parametrize("name", EXAMPLES)
def test_times_that_libreoffice_works_out_are_our_estimates(office: Any, name: str) -> None:
    books, _ = office
    data = json.loads(run("estimate", spec_of(name), "--format", "json"))
    equal(in_sheet(books[name.replace("/", "_")]), seconds(data["operations"]))


@pytest.mark.parametrize("quantity", CHANGES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_change_in_the_sheet_does_what_an_overlay_of_it_does(
    office: Any, name: str, quantity: str, tmp_path: Path
) -> None:
    books, overlays = office
    key = f"{name.replace('/', '_')}_{quantity}"
    assert overlays[key]
    overlay = tmp_path / "what_if.yaml"
    overlay.write_text(yaml.safe_dump({"set": overlays[key]}), "utf-8")
    data = json.loads(run("estimate", spec_of(name), "--variant", overlay, "--format", "json"))["variants"]
    equal(in_sheet(books[key]), seconds(data["what_if"]["operations"]))
    assert in_sheet(books[key]) != in_sheet(books[key.removesuffix(f"_{quantity}")])
