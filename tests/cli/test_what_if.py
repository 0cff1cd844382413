"""``commspec estimate --set``, ``--variant`` and ``--sensitivity``: what they print, and that no file is changed."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
import yaml

from estimator.cli import main as cli
from tests.estimate.worked import spec_data

BANDWIDTH = "platform.paths.scale_out.multi_group.bandwidth"
SECONDS = {"before": 0.016963422957890533}  # moe_dispatch, conservative: tests/estimate/data/intervals.json


@pytest.fixture
def spec(tmp_path: Path) -> str:
    path = tmp_path / "spec.yaml"
    path.write_text(yaml.safe_dump(spec_data(), sort_keys=False), "utf-8")
    return str(path)


def vendor(spec: str, name: str, nodes: str = "512") -> str:
    data = spec_data()["platform"] | {"name": name, "nodes": nodes, "knee": {"k": "0"}}
    path = Path(spec).parent / "vendors" / f"{name}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(yaml.safe_dump(data, sort_keys=False), "utf-8")
    return str(path)


def printed(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert cli.run(["estimate", *args]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out.replace("\u00a0", " ")


def test_set_prints_before_and_after_and_leaves_the_file_alone(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    bytes_before = Path(spec).read_bytes()
    lines = printed(capsys, spec, "--set", "platform.knee.k=0").splitlines()
    # without its knee of 3.178 ms the dispatch takes 13.79 ms: 18.7 % less
    assert lines[0].split() == ["operation", "before", "limited", "by", "after", "change", "limited", "by"]
    dispatch = next(line for line in lines if line.startswith("moe_dispatch"))
    assert "5.123 ms .. 16.96 ms" in dispatch
    assert "5.123 ms .. 13.79 ms" in dispatch
    assert "0 % .. -18.7 %" in dispatch
    assert "With platform.knee.k=0." in lines
    assert Path(spec).read_bytes() == bytes_before


def test_several_values_are_set_at_once_and_the_json_has_them_in_full(
    spec: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--set", "platform.knee.k=0", "--set", "operations.moe_dispatch.around.sync=0 s", "--format", "json"]
    data = json.loads(printed(capsys, spec, *options))
    rows = {name: variant["operations"]["moe_dispatch"] for name, variant in data["variants"].items()}
    assert rows["before"]["conservative_s"] == pytest.approx(SECONDS["before"], rel=1e-9)
    # core, T0 and reorder are left
    assert rows["after"]["conservative_s"] == pytest.approx(0.01307611296 + 1.2e-5 + 0.00069206016, rel=1e-9)
    assert data["set"] == options[1:4:2]


def test_platforms_of_two_vendors_stand_side_by_side_in_every_form(
    spec: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = [spec, "--variant", f"a={vendor(spec, 'a')}", "--variant", f"b:{vendor(spec, 'b', '256')}"]
    assert printed(capsys, *options).splitlines()[0].split()[:4] == ["operation", "spec", "limited", "by"]
    assert printed(capsys, *options, "--format", "md").startswith("| operation | spec | limited by | a | change |")
    rows = list(csv.DictReader(io.StringIO(printed(capsys, *options, "--format", "csv"))))
    assert [(row["variant"], row["operation"]) for row in rows] == [
        (variant, operation) for variant in ("spec", "a", "b") for operation in ("moe_dispatch", "expert_gradient")
    ]
    assert float(rows[2]["conservative_s"]) == pytest.approx(SECONDS["before"] - 0.0031782498378905327, rel=1e-9)
    assert list(json.loads(printed(capsys, *options, "--format", "json"))["variants"]) == ["spec", "a", "b"]


def test_a_value_set_beside_variants_holds_for_every_column(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--variant", f"a={vendor(spec, 'a')}", "--set", "platform.knee.k=0", "--format", "csv"]
    rows = list(csv.DictReader(io.StringIO(printed(capsys, spec, *options))))
    assert rows[0]["conservative_s"] == rows[2]["conservative_s"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--variant", "a"], "'a' is no variant; write NAME=FILE"),
        (["--variant", "a=nowhere.yaml"], "nowhere.yaml: no such file"),
        (["--variant", "+cmd=a.yaml"], "'+cmd' cannot be the name of a variant; begin with a letter or digit"),
        (["--variant", "a\tb=a.yaml"], "'a\\tb' cannot be the name of a variant"),
        (["--variant", "\u202ea=a.yaml"], "'\\u202ea' cannot be the name of a variant"),
        (["--variant", "spec=nowhere.yaml"], "two variants are called spec"),
        (["--set", "nothing"], "'nothing' sets nothing; write PATH=VALUE"),
        (["--set", f"{BANDWIDTH}=fast"], f"--set: {BANDWIDTH}: 'fast' is not a bandwidth; write a number and a unit"),
        (["--sensitivity", "--variant", "a=b"], "--sensitivity is of one platform"),
    ],
)
def test_an_option_that_cannot_be_read_says_what_to_write(
    spec: str, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    assert cli.run(["estimate", spec, *options]) == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.out == ""


def test_a_mistake_in_a_vendor_s_file_is_told_at_its_place(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = vendor(spec, "a", "many")
    assert cli.run(["estimate", spec, "--variant", f"a={file}"]) == 2
    assert capsys.readouterr().err.startswith(f"{file}:3:8: platform.nodes: 'many' is not a whole number")


def test_a_mistake_of_the_spec_under_a_variant_names_the_variant(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = vendor(spec, "a", "1")
    assert cli.run(["estimate", spec, "--variant", f"a={file}"]) == 2
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith(spec)]
    assert lines
    assert all(f", with variant a ({file})" in line for line in lines)


def test_sensitivity_is_printed_in_every_form(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, spec, "--sensitivity")
    assert text.splitlines()[0].split() == ["of", "assumption", "worse", "better", "places"]
    assert "10 % worse or better" in text
    assert printed(capsys, spec, "--sensitivity", "--format", "md").startswith("| of | assumption |")
    rows = list(csv.DictReader(io.StringIO(printed(capsys, spec, "--sensitivity", "--format", "csv"))))
    launch = next(row for row in rows if (row["of"], row["assumption"]) == ("step, total", "platform.launch"))
    assert float(launch["worse_conservative_s"]) == pytest.approx(705 * 1.2e-6, rel=1e-6)
    data = json.loads(printed(capsys, spec, "--sensitivity", "--format", "json"))
    (knee,) = [one for one in data["figures"]["moe_dispatch"] if one["assumption"] == "platform.knee"]
    assert knee["worse_s"][1] == pytest.approx(0.00031782498378905327, rel=1e-6)
    assert knee["places"] == ["platform.knee.k"]


def test_sensitivity_is_of_the_spec_with_its_changes(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--sensitivity", "--set", "platform.knee.k=0", "--format", "csv"]
    assert "platform.knee" not in printed(capsys, spec, *options)
