"""Values set from outside are checked like those of the files, and a mistake in them says where it is."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
import yaml

from estimator.errors import SpecError, UserError
from estimator.spec.load import load_text
from estimator.spec.reading.alter import Alteration, PartFile
from estimator.spec.reading.change import Replacement, change_of, changed
from estimator.spec.values.quantity import Pair
from tests.estimate.worked import spec_data

BANDWIDTH = "platform.paths.scale_out.multi_group.bandwidth"


def texts(data: Any) -> Any:
    """Everything as text, as a YAML file would have it."""
    if isinstance(data, dict):
        return {key: texts(item) for key, item in data.items()}
    return [texts(item) for item in data] if isinstance(data, list) else data


def loaded(*changes: str, platform: str | None = None, data: dict[str, Any] | None = None) -> Any:
    text = yaml.safe_dump(data or spec_data(), sort_keys=False)
    part = PartFile("b.yaml", {"b.yaml": (platform or "").encode()}.__getitem__, "vendors") if platform else None
    return load_text(text, alteration=Alteration(part, tuple(map(change_of, changes)))).spec


def mistakes(*changes: str, **more: Any) -> list[str]:
    with pytest.raises(SpecError) as caught:
        loaded(*changes, **more)
    return [problem.text() for problem in caught.value.problems]


def test_a_scalar_and_a_pair_take_the_place_of_what_the_file_says() -> None:
    spec = loaded(f"{BANDWIDTH}=25 GB/s", "operations.moe_dispatch.skew=[1.0, 2.0]", "groups.ep.levels[0]=scale_up")
    assert spec.platform.paths["scale_out"].multi_group.bandwidth == Pair(25e9, 25e9)
    assert spec.operations["moe_dispatch"].skew == Pair(1.0, 2.0)


def test_a_key_that_the_file_leaves_out_is_added() -> None:
    spec = loaded("operations.expert_gradient.around.sync=3 us", "operations.expert_gradient.skew=1.2")
    assert spec.operations["expert_gradient"].around.sync == Pair(3e-6, 3e-6)


def test_a_window_is_set_where_a_share_stands_or_nothing() -> None:
    spec = loaded("operations.expert_gradient.overlap.window=[3 ms, 2 ms]")
    assert spec.operations["expert_gradient"].overlap.window == Pair(3e-3, 2e-3)
    assert "did you mean window?" in mistakes("operations.expert_gradient.overlap.widow=3 ms")[0]


def test_a_name_with_dots_is_found() -> None:
    data = spec_data()
    data["operations"]["a.b"] = deepcopy(data["operations"]["expert_gradient"])
    assert loaded("operations.a.b.calls=40", data=data).operations["a.b"].calls == 40


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            "platform.paths.scale_out.multi_group.bandwith=25 GB/s",
            "--set: platform.paths.scale_out.multi_group.bandwith: there is no such place in the spec; "
            "did you mean bandwidth?",
        ),
        (
            "platform.paths.scale_outt.multi_group.bandwidth=25 GB/s",
            "--set: platform.paths.scale_outt: there is no such place in the spec; did you mean scale_out?",
        ),
        (
            f"{BANDWIDTH}=25",
            f"--set: {BANDWIDTH}: '25' has no unit; write 25 with a unit, such as 400 Gbit/s or 50 GB/s",
        ),
        (
            "platform.knee.k=[2, 1]",
            "--set: platform.knee.k: [2, 1] is in the wrong order; "
            "the optimistic value comes first and is the smaller one: [1, 2]",
        ),
        (
            "operations.moe_dispatch.skew={a: b}",
            "--set: operations.moe_dispatch.skew: '{a: b}' is no single value; "
            "set one value or one list of values at a time",
        ),
        ("platform.nodes=", "--set: platform.nodes: no value; write PATH=VALUE, with a value or [a, b]"),
        ("platform.nodes.x=1", "--set: platform.nodes: '512' has nothing below it; set platform.nodes as a whole"),
        ("groups.ep.levels[4]=x", "--set: groups.ep.levels.4: there is no entry '4'; the list has 2, counted from 0"),
        ("groups.ep.levels[\u00b2]=x", "--set: groups.ep.levels.\u00b2: there is no entry '\u00b2'; the list has 2"),
        (f"groups.ep.levels[{'9' * 5000}]=x", f"--set: groups.ep.levels.{'9' * 5000}: there is no entry '999"),
        ("platform.nodes=[1", "--set: platform.nodes: '[1' is no value: "),
        ("platform.note=!include x.yaml", "--set: platform.note: "),
    ],
)
def test_a_change_that_cannot_be_says_what_to_write(change: str, message: str) -> None:
    assert mistakes(change)[0].startswith(message)


def test_all_changes_that_cannot_be_are_told_at_once() -> None:
    assert len(mistakes("platform.nodez=1", f"{BANDWIDTH}=25", "groups.epp.size=4")) == 3


def test_a_change_that_does_not_fit_the_rest_is_told_where_the_rest_stands() -> None:
    found = mistakes("platform.paths.scale_out.exclusive.bandwidth=25 GB/s")
    assert [one.partition(": ")[2].partition(":")[0] for one in found] == [
        "platform.paths.scale_out.multi_group.bandwidth",
        "platform.paths.scale_out.with_compute.bandwidth",
    ]
    assert all(one.startswith("spec.yaml:") for one in found)


def test_the_same_place_twice_is_a_mistake() -> None:
    assert mistakes(f"{BANDWIDTH}=25 GB/s", f"{BANDWIDTH}=26 GB/s") == [
        f"--set: {BANDWIDTH}: is set twice; set it once"
    ]


def test_what_sets_nothing_is_refused() -> None:
    for text in ("foo", "=5 us", ""):
        with pytest.raises(UserError, match="write PATH=VALUE"):
            change_of(text)


def test_without_changes_the_data_stays() -> None:
    data = spec_data()
    assert changed(data, []) == ([], [])
    assert data == spec_data()
    assert changed(data, [Replacement("platform.nodes", "64")]) == ([("platform", "nodes")], [])


def platform_text(**changes: Any) -> str:
    return yaml.safe_dump(spec_data()["platform"] | changes, sort_keys=False)


def test_another_platform_takes_the_place_of_the_spec_s_own() -> None:
    spec = loaded("platform.knee.k=[0, 1]", platform=platform_text(name="B", knee={"k": "2"}))
    assert spec.platform.name.en == "B"
    assert spec.platform.knee.k == Pair(0.0, 1.0)


def test_a_mistake_in_another_platform_is_told_at_its_place_there() -> None:
    (found,) = mistakes(platform=platform_text(nodes="many"))
    assert found.startswith("vendors/b.yaml:3:8: platform.nodes: 'many' is not a whole number")


def test_another_platform_must_have_the_paths_and_sources_that_the_spec_names() -> None:
    text = platform_text(
        paths={"fast": spec_data()["platform"]["paths"]["scale_up"] | {"link": {"rate": "1 TB/s", "from": "nowhere"}}}
    )
    found = mistakes(platform=text)
    assert any("groups.ep.levels[0]: there is no path 'scale_up'" in one for one in found)
    assert any(one.startswith("vendors/b.yaml:") and "there is no source 'nowhere'" in one for one in found)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- a\n", "vendors/b.yaml:1:1: platform: a list is no mapping"),
        ("a: [\n", "vendors/b.yaml:2:1: platform: "),
        ("commspec: 1\nplatform: {name: B}\n", "vendors/b.yaml:1:1: platform: a whole spec; give the file that holds"),
    ],
)
def test_a_file_that_is_no_platform_is_refused(text: str, message: str) -> None:
    assert mistakes(platform=text)[0].startswith(message)
