"""The manifest beside logs: what it says of which log, and which of its lines have no effect."""

from __future__ import annotations

import pytest

from estimator.errors import SpecError
from estimator.evidence.manifest import manifest, matched, over
from estimator.tools.records import NOTHING_TOLD, Told

TEXT = """
commspec_logs: "1"
all: {hardware: ASIC-X, nodes: 2}
logs:
  - {files: ["a2a-*.log"], collective: all_to_all, condition: concurrent}
  - {files: [report.md], time_column: p50, time_unit: us, size_unit: 4 B, size_kilo: 1024, label: first}
  - {files: [report.md], time_column: p99, time_unit: ms, nodes: 1}
"""


def test_each_log_is_told_what_matches_its_name_over_what_is_told_of_all() -> None:
    made, _ = manifest(TEXT, "m.yaml")
    answer = matched(made, ["runs/a2a-8.log", "report.md", "other.log"], NOTHING_TOLD)
    common = Told(hardware="ASIC-X", nodes=2)
    assert dict(answer.told) == {
        "runs/a2a-8.log": (over(Told(collective="all_to_all", condition="concurrent"), common),),
        "report.md": (
            over(Told(time_column="p50", time_unit=1e-6, size_unit=4.0, size_kilo=1024, label="first"), common),
            Told(hardware="ASIC-X", nodes=1, time_column="p99", time_unit=1e-3),
        ),
        "other.log": (common,),
    }
    assert answer.unused == ()


def test_options_come_before_the_manifest() -> None:
    made, _ = manifest(TEXT, "m.yaml")
    ((_, (told,)),) = matched(made, ["x.log"], Told(nodes=8)).told
    assert (told.nodes, told.hardware) == (8, "ASIC-X")


def test_an_entry_that_matches_no_log_and_a_unit_without_its_column_are_told() -> None:
    made, _ = manifest('commspec_logs: "1"\nlogs:\n  - {files: [x.log], size_unit: 4 B}\n', "m.yaml")
    assert [(one.path, one.message) for one in matched(made, ["y.log"], NOTHING_TOLD).unused] == [
        (("logs", 0, "files"), "matches none of the logs"),
        (("logs", 0, "size_unit"), "has no effect without time_column"),
    ]


@pytest.mark.parametrize(
    ("text", "path", "what"),
    [
        ('commspec_logs: "2"\n', "commspec_logs", "'2' is not known"),
        ('commspec_logs: "1"\nlogs: [{nodes: 2}]\n', "logs[0].files", "missing"),
        ('commspec_logs: "1"\nall: {collective: all_redce}\n', "all.collective", "all_redce"),
        ('commspec_logs: "1"\nall: {size_kilo: 1023}\n', "all.size_kilo", "no meaning of K"),
        ('commspec_logs: "1"\nall: {size_unit: 4 us}\n', "all.size_unit", ""),
        ('commspec_logs: "1"\nall: {time_unit: min}\n', "all.time_unit", "min"),
        ('commspec_logs: "1"\nall: {rank: 8}\n', "all.rank", "ranks"),
        ("logs: []\n", "commspec_logs", ""),
    ],
)
def test_a_mistake_in_it_is_told_with_its_place(text: str, path: str, what: str) -> None:
    with pytest.raises(SpecError) as caught:
        manifest(text, "m.yaml")
    (one,) = caught.value.problems
    assert path in one.text()
    assert what in one.text()
    assert one.hint
