"""Advice that works: what a hint says to write is written, and the finding is gone."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
import yaml

from estimator.errors import Problem, SpecError
from estimator.spec.load import load_text
from tests.spec.hints import followed
from tests.spec.test_one_slip import SHARED


def problems(data: Any) -> tuple[Problem, ...]:
    """What is wrong with a spec, or has no effect."""
    try:
        return load_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True)).problems
    except SpecError as error:
        return error.problems


@pytest.mark.parametrize(
    ("old", "new", "ways"),
    [
        ("limit: {at_most: 1 s}}\n  R-02", "limit: {at_most: 5 usec}}\n  R-02", 1),
        ("limit: {at_most: 1 s}}\n  R-02", "limit: {at_most: '5,5 us'}}\n  R-02", 1),
        ("limit: {at_most: 1 s}}\n  R-02", "limit: {at_most: 5 ms (p99)}}\n  R-02", 1),
        ("limit: {at_most: 1 s}}\n  R-02", "limit: {at_most: <= 20 us}}\n  R-02", 1),
        ("limit: {at_most: 1 s}}\n  R-02", "limit: {at_most: 0 s}}\n  R-02", 1),
        ("limit: {at_most: 1 s}}\n  R-02", "limit: {at_most: estimate.mean}}\n  R-02", 2),
        ("nodes: 8", "nodes: -8", 1),
        ("nodes: 8", "nodes: 8.0", 1),
        ("nodes: 8", "nodes: eight", 1),
        ("alpha: 3 us, efficiency: [0.9, 0.8]", "alpha: 3, efficiency: [0.9, 0.8]", 1),
        ("alpha: 3 us, efficiency: [0.9, 0.8]", "alpha: 3 us, efficiency: [0.8, 0.9]", 1),
        ("rate: 450 GB/s", "rate: 450 GBps", 2),
        ("rate: 450 GB/s", "rat: 450 GB/s", 1),
        ("rate: 450 GB/s", "speed: 450 GB/s", 1),
        ("per: rank, from: talk}\n      exclusive: {alpha: 3", "per: rnk, from: talk}\n      exclusive: {alpha: 3", 1),
        ("location: intra_node", "location: intra", 1),
        ("from_layout: dp_cp", "from_layout: dpcp", 1),
        ("from_layout: dp_cp", "from_layout: expert_dp", 16),
        ("from_model: tp_all_gather", "from_model: tp_allgather", 1),
        ("algorithm: ring, overlap", "algorithm: rnig, overlap", 1),
        ("copies: per_rank", "copies: per_node", 2),
        ("copies: per_rank", "copies: per_ranks", 1),
        ("skew: [1.0, 1.5]", "skew: [1.5, 1.0]", 1),
        ("kind: collective_time, title: gather", "kind: time, title: gather", 1),
        ("operation: dispatch", "operation: dispach", 1),
        (" ep: 16,", "", 1),
        ("  tp: {from_layout: tp}\n", "", 1),
        ("id: M", "id: \u201cM\u201d", 1),
        ("R-01: {kind", "R-01: {refines: r-O2, kind", 1),
    ],
)
def test_what_is_written_as_advised_puts_an_end_to_the_finding(old: str, new: str, ways: int) -> None:
    assert old in SHARED
    data = yaml.load(SHARED.replace(old, new, 1), yaml.BaseLoader)
    told = problems(data)
    assert told
    tried = [(one, what, mended) for one in told for what, mended in followed(one, data)]
    assert len(tried) >= ways, [one.text() for one in told]
    for one, what, mended in tried:
        left = [(other.path, other.message) for other in problems(mended)]
        assert (one.path, one.message) not in left, (one.text(), what)


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every key and item of a spec."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from places(item, (*path, key))


def slips(data: Any, path: tuple[Any, ...]) -> Iterator[Any]:
    """The spec with one slip at a place: its key misspelt, left out, and its value made something else."""

    def edited(value: str | None, key: Any = path[-1]) -> Any:
        changed = deepcopy(data)
        holder = changed
        for step in path[:-1]:
            holder = holder[step]
        if value is None:
            del holder[path[-1]]
        elif key != path[-1]:
            items = [(key if name == path[-1] else name, item) for name, item in holder.items()]
            holder.clear()
            holder.update(items)
        else:
            holder[key] = value
        return changed

    yield edited(None)
    if isinstance(path[-1], str):
        yield edited("", path[-1][:-1] + path[-1][-1] * 2)
    item = data
    for step in path:
        item = item[step]
    if isinstance(item, str):
        yield from (edited(text) for text in (f"{item}x", f"-{item}", "5 Gb", "5,5 us", "eight", "120 %", "0"))


@pytest.mark.slow
def test_whatever_is_written_as_advised_after_any_one_slip_puts_an_end_to_the_finding() -> None:
    base = yaml.load(SHARED, yaml.BaseLoader)
    applied, vain = 0, []
    for path in places(base):
        for data in slips(base, path):
            for one in problems(data):
                for what, mended in followed(one, data):
                    applied += 1
                    if (one.path, one.message) in [(other.path, other.message) for other in problems(mended)]:
                        vain.append((one.text(), what))
    assert applied > 1000
    assert vain == []
