"""Every field that a spec can be written with moves an estimate, a document, an export or a finding."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from estimator.jobs.starter import platform_text, start_from
from tests.every_field import ROOT, Key, Verdict, changed, tried
from tests.require.specs import read

pytestmark = pytest.mark.slow
STARTED = (("trainium2", "inference"), ("cloudmatrix_384", "moe"))
EXAMPLES = ("lesson", "supernode", "torus", "dense_training")
ELSEWHERE: dict[Key, str] = {
    ("Spec", "commspec"): "one value alone is taken",
    **{("Algorithm", key): "of one algorithm each: tests/spec/test_algorithm.py, tests/estimate/test_options.py"
       for key in ("dims", "efficiency", "methods", "only_fixed_length", "rings", "segments", "send_matrix")},
    **{("Group", key): "in place of other keys: tests/spec/groups, tests/spec/machine"
       for key in ("paths", "stride", "tree", "units", "ranks_per_node")},
    **{("Document", key): "names a file: tests/jobs/inputs, tests/report/sections" for key in ("appendices", "look")},
    **{("InferenceRun", key): "other operations follow: tests/spec/inference"
       for key in ("decode", "prefill", "tp_collective")},
    ("Cut", "oversubscription"): "in place of bandwidths: tests/spec/machine",
    ("LevelSpec", "also"): "a second path of a level: tests/estimate/test_machines.py",
    ("PathParameters", "nic"): "beside nics: tests/spec/machine, tests/estimate/test_machines.py",
    ("Platform", "paths"): "every other part names them",
    ("Moe", "routing"): "names a file or a table: tests/spec/derived",
    ("Operation", "skew_from"): "beside a routing: tests/spec/derived",
    **{("OnlyLaunch", key): "in place of other keys: tests/spec/machine" for key in ("algorithm", "path")},
    ("TrainingRun", "stage_layers"): "as many as stages, and all layers together: tests/spec/training",
    ("Boundary", "level"): "in place of other keys: tests/spec/machine",
}  # fmt: skip
"""Fields for which no other value is taken in these specs, with where they are tried."""


def _read(path: str) -> Any:
    return yaml.load((ROOT / path).read_text("utf-8"), yaml.BaseLoader)


def _started(platform: str, kind: str) -> Any:
    """A starter with its platform inside it."""
    text = start_from(platform, kind).replace(f"!include platforms/{platform}.yaml", "here")
    return {**yaml.load(text, yaml.BaseLoader), "platform": yaml.load(platform_text(platform), yaml.BaseLoader)}


def specs() -> dict[str, Any]:
    """Specs that write very different parts of the language."""
    starter = _read("templates/starter.yaml")
    narrow = changed(starter, ("platform", "cuts", "node_nics", "exclusive", "bandwidth"), "100 GB/s")
    narrow = changed(narrow, ("platform", "cuts", "node_nics", "loaded", "bandwidth"), "90 GB/s")
    kinds = {"requirements": {}, **read("kinds.yaml")}
    found = {"starter": narrow, "small": _read("tests/report/data/small.yaml"), "kinds": kinds}
    found |= {platform: _started(platform, kind) for platform, kind in STARTED}
    return found | {name: _read(f"specs/{name}.yaml") for name in EXAMPLES}


@pytest.fixture(scope="module")
def verdicts() -> dict[Key, Verdict]:
    found: dict[Key, Verdict] = {}
    for data in specs().values():
        for key, verdict in tried(data, found).items():
            if found.get(key) != "still" or verdict == "moves":
                found[key] = verdict
    return found


def test_no_field_is_written_in_vain(verdicts: dict[Key, Verdict]) -> None:
    assert len(verdicts) > 270
    assert len([verdict for verdict in verdicts.values() if verdict == "moves"]) > 245
    assert sorted(key for key, verdict in verdicts.items() if verdict == "still" and key not in ELSEWHERE) == []


def test_a_field_that_takes_no_other_value_here_is_tried_elsewhere(verdicts: dict[Key, Verdict]) -> None:
    assert sorted(key for key, verdict in verdicts.items() if verdict == "refused" and key not in ELSEWHERE) == []
    assert set(ELSEWHERE) <= set(verdicts)
