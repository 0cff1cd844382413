"""Who has nothing but the kit's folder: what its words say of every cell is what the program does."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from estimator.cli import main as cli
from tests.tools.kit.program import loaded
from tests.tools.kit.small import broadcast, lesson, uneven
from tests.tools.kit.test_plan import alone

RUN = loaded()
SPECS = sorted((Path(__file__).parents[3] / "specs").glob("*.yaml"))
Json = dict[str, Any]
WIDTH = {"bf16": 2, "fp16": 2, "fp32": 4, "fp64": 8, "fp8_e4m3": 1, "fp8_e5m2": 1, "int32": 4, "int64": 8}


def kits(folder: Path) -> Iterator[tuple[Path, Json]]:
    """The kits of all examples, and of three small specs with what these do not have."""
    made = []
    for name, text in (("lesson", lesson(8)), ("uneven", uneven(8)), ("broadcast", broadcast(8))):
        made.append(folder / f"{name}8.yaml")
        made[-1].write_text(text, "utf-8")
    for path in (*SPECS, *made):
        out = folder / path.stem
        if cli.run(["kit", str(path), "--out", str(out)]) in (0, 1):
            yield out, json.loads((out / "plan.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, Json]]:
    found = list(kits(tmp_path_factory.mktemp("kits")))
    assert len(found) > 8
    return found


def held(work: Json, ranks: int, me: int) -> tuple[int, int]:
    """Elements that rank ``me`` of a group sends and receives, by the words of ``plan.schema.json`` alone."""
    total, name = work["elements"], work["collective"]
    share = total // ranks
    row = alone(work, ranks)[0] if work["matrix"] else []
    if name == "p2p" and work.get("way") in ("one_way", "shards"):
        return (total, 0) if me == 0 else (0, total)
    return {
        "p2p": (total, total),
        "all_reduce": (total, total),
        "broadcast": (total, total),
        "all_gather": (share, total),
        "reduce_scatter": (total, share),
        "all_to_all": (total, total),
        "all_to_all_v": (total, ranks * row[me] if row else 0),
        "all_gather_v": (row[me] if row else 0, total),
        "reduce_scatter_v": (total, row[me] if row else 0),
        "barrier": (0, 0),
    }[name]


def test_the_program_sends_and_receives_what_the_words_of_the_plan_say(every: list[tuple[Path, Json]]) -> None:
    seen: set[str] = set()
    names: Counter[str] = Counter()
    for _, plan in every:
        for cell in plan["cells"]:
            groups = plan["places"][cell["place"]]["groups"]
            loads = [(load, load["groups"]) for load in cell["load"] if load["kind"] == "groups"]
            for work, places in [(cell, groups), *loads]:
                ranks = len(places[0])
                key = json.dumps([ranks, *(work.get(name) for name in ("collective", "elements", "matrix", "way"))])
                if key in seen or names[work["collective"]] == 100:
                    continue
                seen.add(key)
                names[work["collective"]] += 1
                for me in {0, 1, ranks - 1}:
                    found = RUN.traffic(work, ranks, me)
                    assert (found.send, found.recv) == held(work, ranks, me), cell["id"]
    assert len(seen) > 200
    assert set(names) >= {
        "p2p",
        "all_reduce",
        "all_gather",
        "reduce_scatter",
        "all_to_all",
        "all_to_all_v",
        "broadcast",
    }


def test_elements_of_the_carrier_are_the_bytes_that_are_run(every: list[tuple[Path, Json]]) -> None:
    for _, plan in every:
        for cell in plan["cells"]:
            width = WIDTH.get(cell["carrier"], 1)
            assert cell["elements"] * width * cell["calls"] == cell["bytes"], cell["id"]


def test_every_key_of_a_plan_has_its_meaning_in_the_schema_beside_it(every: list[tuple[Path, Json]]) -> None:
    for folder, plan in every:
        schema = json.loads((folder / "plan.schema.json").read_text("utf-8"))
        told = {name for part in (schema, *schema["$defs"].values()) for name in part["properties"]}
        lacking = [
            name
            for part in (schema, *schema["$defs"].values())
            for name, field in part["properties"].items()
            if "description" not in field and name != "kind"
        ]
        assert lacking == []
        keys = {*plan, *(key for cell in plan["cells"] for key in (*cell, *cell["procedure"]))}
        assert keys - told == set()
        assert (folder / "records.schema.json").exists()


def test_every_requirement_of_a_spec_is_run_by_something_or_told_why_not(every: list[tuple[Path, Json]]) -> None:
    """A plan whose calls nothing can make would leave the vendor with nothing to do."""
    for folder, plan in every:
        text = (folder / "README.md").read_text("utf-8")
        assert "{" not in text.replace("${", ""), "all numbers are filled in"
        for cell in plan["cells"]:
            told = {one["requirement"] for one in plan["left"]}
            assert cell["procedure"]["launch"] in ("host", "graph") or cell["requirement"] in told, cell["id"]
