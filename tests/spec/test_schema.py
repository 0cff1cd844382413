import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from estimator.spec.load import load_text
from estimator.spec.schema import json_schema
from tests.spec.examples import EXAMPLE, messages, varied

ROOT = Path(__file__).parents[2]
SPECS = [ROOT / "templates" / "starter.yaml", *sorted((ROOT / "specs").glob("*.yaml"))]


class Editor(yaml.SafeLoader):
    """Reads a spec as an editor does: ``!include FILE`` is the text FILE."""


Editor.add_constructor("!include", lambda _, node: node.value)


@cache
def editor() -> Draft202012Validator:
    return Draft202012Validator(json_schema())


def complaints(text: str) -> list[str]:
    data = yaml.load(text, Loader=Editor)
    return [error.json_path for error in editor().iter_errors(data)]


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(json_schema())


def test_the_schema_that_is_committed_is_the_one_that_the_program_prints() -> None:
    committed = (ROOT / "schema" / "commspec.schema.json").read_text("utf-8")
    assert json.loads(committed) == json_schema(), "run make docs"


def test_the_worked_example_is_accepted() -> None:
    assert complaints(EXAMPLE) == []


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.name)
def test_the_specs_that_ship_load_and_are_accepted(path: Path) -> None:
    text = path.read_text("utf-8")
    loaded = load_text(text, path.name, lambda name: (path.parent / name).read_bytes())
    assert loaded.spec.commspec == 1
    assert complaints(text) == []


def test_a_section_may_come_from_a_yaml_file_and_from_no_other() -> None:
    assert complaints("platform: !include platforms/asic_x.yaml") == complaints("platform: !include asic_x.yml")
    assert "$.platform" in complaints("platform: !include asic_x.json")


def test_a_path_states_parameters_under_conditions_of_ones_own() -> None:
    text = (Path(__file__).parent / "data" / "one_plane_down.yaml").read_text("utf-8")
    assert complaints(text) == []
    [place] = complaints(text.replace("{bandwidth: 24 GB/s", "{bandwith: 24 GB/s"))
    assert place.startswith("$.platform.paths.")


def test_an_overlap_is_a_share_or_a_window() -> None:
    for text in ("50 %", "{window: 12 ms}", "{window: [12 ms, 10 ms], compute_slowdown: [1, 1.08]}"):
        spec = varied("overlap: [0.8, 0.3]", f"overlap: {text}")
        assert messages(spec) == []
        assert complaints(spec) == []
    for text in ("{compute_slowdown: 1.1}", "{window: 12 ms, share: 0.5}"):
        assert complaints(varied("overlap: [0.8, 0.3]", f"overlap: {text}")) != []


def test_an_efficiency_stands_for_bandwidth_and_per() -> None:
    plain = "bandwidth: [200 GB/s, 180 GB/s], per: rank"
    for text in ("efficiency: [0.9, 0.8]", "efficiency: 90 %, root: {time: [1 us, 2 us], at: 1 MiB}"):
        spec = varied(plain, text)
        assert messages(spec) == []
        assert complaints(spec) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("condition: [multi", "condtion: [multi"),
        ("priority: must", "priority: Must"),
        ("kind: collective_time", "kind: collective_tme"),
        ("boundary: node", "boundary: {}"),
        ("ranks_per_node: 8\n", "ranks_per_node: eight\n"),
        ("    group: ep\n", ""),
        ("alpha: [3 us, 4 us]", "alpha: [3 us, 4 us, 5 us]"),
        ("alpha: [3 us, 4 us]", "alpha: 3"),
        ("bandwidth: [200 GB/s, 180 GB/s], per: rank", "message_rate: 1 Mmsg/s, per: rank"),
        ("bandwidth: [200 GB/s, 180 GB/s], per: rank", "efficiency: [0.9, 0.8], root: {time: 1 us}"),
    ],
)
def test_the_schema_and_the_loader_refuse_the_same(old: str, new: str) -> None:
    broken = varied(old, new)
    assert len(messages(broken)) == 1
    assert complaints(broken)


def test_every_key_says_what_it_means() -> None:
    import estimator.evidence.handed  # noqa: F401  a model of the same name as one of the spec's

    schema = json_schema()
    keys: list[str] = []
    silent: list[str] = []

    def walk(name: str, part: Any) -> None:
        if isinstance(part, dict):
            for key, item in part.get("properties", {}).items():
                if isinstance(item, dict) and key != "estimate.at" and "const" not in item:
                    keys.append(f"{name}.{key}")
                    if not item.get("description"):
                        silent.append(f"{name}.{key}")
            for key, item in part.items():
                if key in ("allOf", "if"):  # what must stand beside what: its keys are told elsewhere
                    continue
                walk(key if key in schema["$defs"] else name, item)
        elif isinstance(part, list):
            for item in part:
                walk(name, item)

    walk("Spec", schema)
    assert len(keys) > 200
    assert silent == []


def test_the_text_under_a_field_and_its_unit_are_in_the_schema() -> None:
    keys = json_schema()["$defs"]["PathParameters"]["else"]["properties"]
    assert keys["alpha"]["description"].startswith("Start-up time of one message [s].")
    assert keys["alpha"]["examples"] == [["3 us", "5 us"]]
    assert keys["from"]["description"].endswith("in `sources`.")
