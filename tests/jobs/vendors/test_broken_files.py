"""Broken workbooks, ReqIF and archives: each is read or told in words, whatever a library makes of it."""

from __future__ import annotations

import random
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from estimator.errors import UserError
from estimator.jobs.drafts.opened import opened_table
from estimator.jobs.starter import starter
from estimator.jobs.vendors.answers import Put, export_answers, put, read_answers

VALUES = (b"", b"-1", b"99999999999", b"A1:XFD1048576", b"e", b"inlineStr", b"d", b"ZZZ9999", b"1e400", b"nan", b"\xff")
COUNT = 60
"""Broken files of each form."""


def broken(data: bytes, dice: random.Random) -> bytes:
    """Some bytes changed, lost or doubled, or the value of an attribute replaced by another one."""
    made = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 5, 30))):
        at, way = dice.randrange(max(len(made), 1)), dice.random()
        if way < 0.3:
            made[at : at + 1] = bytes([dice.randrange(256)])
        elif way < 0.5:
            del made[at : at + dice.randrange(1, 60)]
        elif way < 0.7:
            made[at:at] = made[at : at + dice.randrange(1, 80)]
        elif (first := made.find(b'"', at)) >= 0 and (last := made.find(b'"', first + 1)) >= 0:
            made[first + 1 : last] = dice.choice(VALUES)
    return bytes(made)


def broken_inside(data: bytes, dice: random.Random) -> bytes:
    """An archive with one part broken or lost."""
    stream = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        chosen = dice.choice(old.namelist())
        for name in old.namelist():
            if name != chosen:
                new.writestr(name, old.read(name))
            elif dice.random() > 0.1:
                new.writestr(name, broken(old.read(name), dice))
    return stream.getvalue()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Put]:
    folder = tmp_path_factory.mktemp("made")
    spec = folder / "s.yaml"
    spec.write_bytes(starter())
    for name in ("a.xlsx", "a.reqif", "a.reqifz"):
        export_answers(spec, "A", folder / name)
    return folder, put(spec)


@pytest.mark.parametrize("form", [".xlsx", ".reqif", ".reqifz"])
def test_a_broken_file_is_read_or_told(made: tuple[Path, Put], form: str, tmp_path: Path) -> None:
    folder, asked = made
    data, path, dice = (folder / f"a{form}").read_bytes(), tmp_path / f"b{form}", random.Random(form)
    readers: list[Callable[[], object]] = [lambda: read_answers(asked, path)]
    if form == ".xlsx":
        readers.append(lambda: opened_table(path, "Answers"))
    told: list[str] = []
    for number in range(COUNT):
        inside = form != ".reqif" and number % 4
        path.write_bytes(broken_inside(data, dice) if inside else broken(data, dice))
        for reader in readers:
            try:
                reader()
            except UserError as error:
                told.append(str(error).strip())
    assert all(told)
    assert len(told) > COUNT / 2
