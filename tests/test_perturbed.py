"""Every field that a requirement accepts moves something: a number, a command, a verdict, a finding.

Each field of each kind is written otherwise than it stands; fields of prose may move prose alone.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, Protocol, get_args

import pytest
from pydantic import TypeAdapter

from estimator.errors import Problem, SpecError
from estimator.estimate.result import EstimateTable
from estimator.estimate.steps.need import Needs
from estimator.estimate.table import estimate
from estimator.judge.numbers.taking import most_spread
from estimator.lint.run import lint
from estimator.report.sentences.sentence import conditions, sentence
from estimator.report.tables.exchange.requirement_rows import requirements_csv
from estimator.require.closure import closure
from estimator.require.expand import expand
from estimator.spec.checks.consistency import consistency
from estimator.spec.checks.effect import without_effect
from estimator.spec.checks.references import references
from estimator.spec.document import Spec
from estimator.spec.requirements.kinds import KINDS, AnyRequirement, kind_name
from estimator.spec.requirements.measure import Limit, Metric, Sweep, Test
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.spec.values.base import SpecModel, Text
from estimator.tools.by_kit import by_kit
from estimator.tools.catalogue import commands
from tests.require.specs import changed, read

KINDS_DATA, CASES = read("kinds.yaml"), read("sentences.yaml")
PROSE = frozenset(
    {"title", "short_title", "rationale", "need", "note", "statement", "evidence", "pass", "quantity", "reports"}
    | {"responsible", "run_by", "phase", "covers", "refines", "fields", "collectives", "dtypes", "redops"}
    | {"test.nodes_reason"}
)
"""Fields that only people read; those of a capability are stated, answered and evidenced, not computed."""
STATED = frozenset({("algorithm_report", "operation")})
"""What a report is about, likewise."""
REQUIREMENTS: TypeAdapter[dict[str, AnyRequirement]] = TypeAdapter(dict[str, AnyRequirement])


class Reader(Protocol):
    """What makes requirements of what is written."""

    def validate_python(self, data: dict[str, Any]) -> dict[str, AnyRequirement]:
        """The requirements by id."""


READER: Reader = REQUIREMENTS
NESTED: dict[str, type[SpecModel]] = {"limit": Limit, "metric": Metric, "sweep": Sweep, "test": Test}
BASES: dict[str, dict[str, Any]] = {
    "large_message_bandwidth": {"sweep": {"sizes": "64 KiB .. 16 MiB"}},
    "collective_time": {"limit": {"at_most": "estimate.conservative"}},
    "hierarchical_efficiency": {"sweep": {"sizes": "1 MiB .. 4 MiB"}},
    "skewed_all_to_all_v": {"sweep": {"skews": ["1.5"], "conditions": ["exclusive"]}},
    "fit_quality": {"operation": "expert_param", "sweep": {"sizes": "1 MiB .. 16 MiB"}},
    "weight_sync": {"path": "scale_out"},
    "compute_overlap": {"sweep": {"conditions": ["with_compute"]}},
}
VALUES: dict[str, Any] = {
    "priority": "may", "operation": "dense_grad", "collective": "all_to_all", "algorithm": "pairwise", "dtype": "fp32",
    "redop": "max", "at_once": "3", "place": "1", "waive": [{"rule": "no-rationale", "reason": "r"}],
    "limit": {"at_most": "7 ms"}, "limit.at_most": "77 us", "limit.at_least": "99 GB/s", "limit.tolerance": "3 %",
    "limit.at": "2 MiB", "limit.start": "1 GiB", "limit.factor": "0.5", "metric": {"name": "algbw"},
    "metric.name": "algbw", "metric.statistic": "p90", "metric.ranks": "mean", "metric.repeats": "mean",
    "sweep": {"sizes": ["3 MiB"]}, "sweep.sizes": ["3 MiB", "5 MiB", "6 MiB", "7 MiB"], "sweep.per_octave": "2",
    "sweep.groups": ["ep128"], "sweep.conditions": ["multi_group"], "sweep.skews": ["2.0"],
    "test": {"tool": "osu"}, "test.tool": "hccl_test", "test.warmup": "3", "test.iterations": "77", "test.repeats": "9",
    "test.launch": "graph", "test.buffer": "symmetric", "test.in_place": "true", "test.check": "false",
    "test.placement": "strided", "test.nodes_min": "1000", "test.max_spread": "1 %", "test.duration": "60 s",
    "test.load": "a stream of 7 %", "test.command": "bench", "test.nodes_reason": "r",
    "top_sizes": "1", "fraction": "80 %", "base_group": "ep128", "counters": "false", "cut": "node_nics",
    "against": "multi_group", "over": "mean", "generator": "zipf", "seed": "8", "zero_peers": "3",
    "compute": "the expert GEMM", "compute_cores": "8", "predicts": "operation_time", "trace": "false",
    "bytes": "3 TB", "instances": "4", "devices_per_instance": "64", "path": "scale_up", "item": "determinism",
    "statement": "s2", "evidence": "e2", "pass": "p2", "quantity": "q2", "collectives": ["all_reduce"],
    "dtypes": ["bf16"], "redops": ["sum"], "reports": ["path"], "responsible": ["driver"], "run_by": "us",
    "phase": "beta", "short_title": "T2", "rationale": "r2", "need": "n2", "note": "o2", "covers": ["X-1"],
    "refines": ["OTHER"], "fields": {"company": "a"}, "title": "t2",
}  # fmt: skip
OTHERWISE: dict[tuple[str, str], Any] = {
    ("weight_sync", "cut"): "uplink", ("hierarchical_efficiency", "operation"): "expert_param",
    ("tail_ratio", "priority"): "must", ("algorithm_report", "priority"): "must",
    ("large_message_bandwidth", "priority"): "must",
    **{(kind, "sweep.conditions"): ["exclusive"] for kind in ("collective_time", "cut_ratio", "tail_ratio",
       "no_fixed_length_all_to_all")},
    ("latency_floor", "collective"): "all_reduce", ("latency_floor", "algorithm"): "ring",
    ("latency_floor", "sweep.groups"): ["edp"], ("latency_floor", "sweep.skews"): ["1.5"],
    ("latency_floor", "redop"): "max", ("latency_floor", "limit.at_least"): "9 us",
    ("large_message_bandwidth", "metric.name"): "algbw", ("compute_overlap", "limit.at_least"): "50 %",
    ("cut_ratio", "cut"): "uplink", ("capability", "limit"): {"at_most": "9 s"},
    ("capability", "limit.at_most"): "9 s", ("capability", "limit.at_least"): "9 s",
    ("fit_quality", "predicts"): "operation_time", ("tail_ratio", "metric.statistic"): "p95",
}  # fmt: skip


class Seen(NamedTuple):
    """What is made of a requirement: what programs act on, and what people read."""

    counted: tuple[str, ...]
    prose: tuple[str, ...]


def base_of(kind: str) -> dict[str, Any]:
    """A requirement of a kind that keeps within its means."""
    case = next(one["requirement"] for one in CASES.values() if one["requirement"]["kind"] == kind)
    return {"title": "t", "responsible": ["library"], **copy.deepcopy(case), **copy.deepcopy(BASES.get(kind, {}))}


@cache
def frame() -> tuple[Spec, EstimateTable]:
    """The spec around a requirement, estimated once: no requirement moves an estimate."""
    other = {"kind": "capability", "item": "versioning", "title": "o", "statement": "s", "responsible": ["library"]}
    data = changed(KINDS_DATA, {"requirements": {"OTHER": other}, "document.fields": {"company": "text"}})
    wide = {"bandwidth": "9 TB/s"}
    data["platform"]["cuts"]["uplink"] = {"boundary": {"nodes": "2"}, "exclusive": wide, "loaded": wide}
    spec = Spec.model_validate(data)
    return spec, estimate(spec)


def seen(requirement: dict[str, Any]) -> Seen:
    """All that is made of one requirement; a refusal is a finding."""
    around, table = frame()
    try:
        read_as = READER.validate_python({"R": requirement})
        spec = around.model_copy(update={"requirements": {**around.requirements, **read_as}})
        wrong = [*consistency(spec), *_names(requirement)]
        if wrong:
            return Seen(tuple(problem.text() for problem in wrong), ())
        expanded = expand(spec, table)
    except SpecError as error:
        return Seen(tuple(problem.text() for problem in error.problems), ())
    except ValueError as error:
        return Seen((str(error),), ())
    found, one = expanded["R"], spec.requirements["R"]
    findings = [problem.text() for problem in (*found.problems, *lint(spec, table, expanded))]
    findings += [problem.text() for problem in without_effect(spec, {"operations": {}, "document": {}})]
    spread = [most_spread(one.test, n) for n in (1e3, 1e9)] if isinstance(one, MeasurableRequirement) else []
    counted = [repr(found.criteria), repr(commands(spec, "R", found)), repr(by_kit(spec, "R", found)), repr(findings)]
    counted += [repr(closure(Needs(spec, table), expanded)), repr(spread), one.priority]
    said = [
        sentence("R", spec, found, "en"),
        conditions("R", spec, found, "en"),
        requirements_csv(spec, expanded, "en"),
    ]
    return Seen(tuple(counted), tuple(said))


def _names(requirement: dict[str, Any]) -> Iterator[Problem]:
    """Names that nothing in the spec has."""
    data = {**KINDS_DATA, "requirements": {"R": requirement}}
    return (found for found in references(data) if "refines" not in found.path)


def fields() -> Iterator[tuple[str, str]]:
    """Every field of every kind, those of its parts by dotted name."""
    for model in KINDS:
        kind = kind_name(model)
        for name in model.model_fields:
            written = "pass" if name == "pass_rule" else name
            if name == "kind":
                continue
            yield kind, written
            part = NESTED.get(name)
            if part is not None:
                yield from ((kind, f"{name}.{inner}") for inner in part.model_fields)


def otherwise(kind: str, name: str) -> dict[str, Any]:
    """The base of a kind with one field written otherwise."""
    found = base_of(kind)
    value = OTHERWISE.get((kind, name), VALUES[name])
    outer, _, inner = name.partition(".")
    if not inner:
        found[outer] = value
        return found
    part = found.setdefault(outer, {})
    if not isinstance(part, dict):
        part = found[outer] = {}
    if inner in ("at_most", "at_least"):
        part.pop("at_most", None)
        part.pop("at_least", None)
    if inner == "factor":
        part |= {key: "estimate.conservative" for key in ("at_most", "at_least") if key in part}
    part["from" if inner == "start" else inner] = value
    return found


@pytest.fixture(scope="module")
def bases() -> dict[str, Seen]:
    return {kind: seen(base_of(kind)) for kind in map(kind_name, KINDS)}


def test_every_base_is_worked_out(bases: dict[str, Seen]) -> None:
    assert all(found.prose for found in bases.values()), {k: v.counted for k, v in bases.items() if not v.prose}
    assert len(bases) == len(KINDS)
    assert len(list(fields())) > 500


def _named(name: str) -> str:
    """A field as its author writes it."""
    inner = name.rpartition(".")[2]
    return "from" if inner == "start" else inner


def test_a_requirement_written_again_moves_nothing(bases: dict[str, Seen]) -> None:
    assert {kind: seen(base_of(kind)) for kind in bases} == bases


class Deaf:
    """Reads requirements as if ``test.iterations`` were written nowhere."""

    def validate_python(self, data: dict[str, Any]) -> dict[str, AnyRequirement]:
        """The requirements without it."""
        data = copy.deepcopy(data)
        data["R"]["test"].pop("iterations", None)
        return REQUIREMENTS.validate_python(data)


def test_a_field_that_nothing_reads_moves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    other = otherwise("collective_time", "test.iterations")
    assert seen(other).counted != seen(base_of("collective_time")).counted
    monkeypatch.setattr(f"{__name__}.READER", Deaf())
    assert seen(other) == seen({**other, "test": {}})


def test_every_part_of_a_requirement_is_looked_into() -> None:
    parts = {
        name
        for model in KINDS
        for name, field in model.model_fields.items()
        for found in (field.annotation, *get_args(field.annotation))
        if isinstance(found, type) and issubclass(found, SpecModel) and not issubclass(found, Text)
    }
    assert parts == {*NESTED, "waive"}  # a waiver is one rule and its reason


@pytest.mark.parametrize(("kind", "name"), [*fields()])
def test_a_field_written_otherwise_moves_something(kind: str, name: str, bases: dict[str, Seen]) -> None:
    if (name, VALUES.get(name)) == ("generator", "zipf"):
        return  # the one way there is
    before, after = bases[kind], seen(otherwise(kind, name))
    if not after.prose:
        # A refusal counts where it is about the field.
        assert [text for text in after.counted if _named(name) in text]
    if name in PROSE or (kind, name) in STATED:
        assert before != after
    else:
        assert before.counted != after.counted
