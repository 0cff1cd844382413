"""Every requirement of the examples edited at once, each in a way whose direction follows from the edit alone."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from estimator.history.difference import difference
from estimator.history.state import State
from estimator.jobs.inputs.specs import open_spec
from estimator.units import parse
from tests.history.versions import directions, state

SPECS = Path(__file__).parents[2] / "specs"
NAMES = ("dense_training", "lesson", "supernode", "torus", "h800_expert_parallel", "moe_5t", "two_versions/team")
ROUNDS = int(os.environ.get("COMMSPEC_EDITS", "14")) // 7 + 1
RANK = ("may", "should", "must")
CURVES = ("large_message_bandwidth", "half_bandwidth_size", "no_dip_curve", "fit_quality")
"""Kinds whose cells are not one a size of the sweep."""
Data = dict[str, Any]
Edit = tuple[Data, str]
"""A requirement edited, and its direction; "" where nothing changes."""


@cache
def base(name: str) -> tuple[Data, State]:
    """An example with its includes in one text, as data and worked out."""
    data = json.loads(json.dumps(open_spec(SPECS / f"{name}.yaml").loaded.data))
    return data, state(text_of(data))


def text_of(data: Data) -> str:
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False)


def within(one: Data, part: str, **fields: Any) -> Data:
    return {**one, part: {**one[part], **fields}}


def of_limit(one: Data) -> Iterator[Edit]:
    """Another number, another tolerance, the same tolerance in another way."""
    limit = one.get("limit")
    if not isinstance(limit, dict):
        return
    for side, (up, down) in {"at_most": ("looser", "tighter"), "at_least": ("tighter", "looser")}.items():
        number, _, unit = str(limit.get(side, "")).partition(" ")
        if number.replace(".", "").isdigit():
            yield within(one, "limit", **{side: f"{float(number) * 1.05:.6g} {unit}".strip()}), up
            yield within(one, "limit", **{side: f"{float(number) * 0.95:.6g} {unit}".strip()}), down
    yield within(one, "limit", tolerance="27 %"), "looser"
    shown = str(limit.get("tolerance", "0 %"))
    yield within(one, "limit", tolerance=float(shown.removesuffix("%")) / (100.0 if "%" in shown else 1.0)), ""


def of_procedure(one: Data) -> Iterator[Edit]:
    if isinstance(one.get("test"), dict):
        for field, value in {"iterations": 4321, "warmup": 77, "repeats": 9, "max_spread": "17 %"}.items():
            yield within(one, "test", **{field: value}), "test"
        yield within(one, "test", tool="osu"), "both"
    if isinstance(one.get("metric"), dict):
        statistic = one["metric"].get("statistic")
        yield within(one, "metric", statistic="p90" if statistic != "p90" else "p95"), "both"
    if "evidence" in one:
        yield {**one, "evidence": {"zh": "另一个", "en": "Another"}}, "test"


def of_words(one: Data) -> Iterator[Edit]:
    for field in ("rationale", "need", "title"):
        if field in one:
            yield {**one, field: {"zh": "别的话", "en": "Other words"}}, "editorial"
    yield {**one, "note": "A remark"}, "editorial"
    yield dict(reversed(one.items())), ""
    own = one.get("priority", "must")
    for other in RANK:
        if other != own:
            yield {**one, "priority": other}, "tighter" if RANK.index(other) > RANK.index(own) else "looser"


def of_sweep(one: Data) -> Iterator[Edit]:
    sweep = one.get("sweep")
    if not isinstance(sweep, dict):
        return
    for field in ("conditions", "groups"):
        values = sweep.get(field) or []
        if len(values) > 1:
            yield within(one, "sweep", **{field: values[1:]}), "looser"
            yield within(one, "sweep", **{field: values[::-1]}), ""
    if ".." in str(sweep.get("sizes")):
        low, high = (int(parse(end.strip(), "size")) for end in sweep["sizes"].split(".."))
        yield within(one, "sweep", sizes=f"{low} B .. {high} B"), ""
        if one["kind"] not in CURVES:
            yield within(one, "sweep", sizes=f"{low} B .. {4 * high} B"), "tighter"


def of_lists(one: Data) -> Iterator[Edit]:
    for field in ("dtypes", "collectives", "redops", "reports"):
        values = one.get(field)
        if isinstance(values, list) and len(values) > 1:
            yield {**one, field: values[1:]}, "looser"
            yield {**one, field: values[::-1]}, ""
    for field in ("statement", "pass"):
        if field in one:
            yield {**one, field: {"zh": "另一个要求", "en": "Another demand"}}, "both"


KINDS: tuple[Callable[[Data], Iterator[Edit]], ...] = (of_limit, of_procedure, of_words, of_sweep, of_lists)


@pytest.mark.parametrize("turn", range(ROUNDS))
@pytest.mark.parametrize("name", NAMES)
def test_each_requirement_has_the_direction_of_its_edit(name: str, turn: int) -> None:
    data, before = base(name)
    chosen = Random(f"{name} {turn}")
    edits = {
        key: chosen.choice([edit for kind in KINDS for edit in kind(one)]) for key, one in data["requirements"].items()
    }
    after = state(text_of({**data, "requirements": {key: edited for key, (edited, _) in edits.items()}}))
    found = difference(before, after)
    assert directions(found) == {key: way for key, (_, way) in edits.items() if way}
    assert (found.added, found.removed, dict(found.estimates.moved), found.inputs) == ((), (), {}, ())


def test_the_examples_have_requirements_enough() -> None:
    assert sum(len(base(name)[0]["requirements"]) for name in NAMES) > 90
