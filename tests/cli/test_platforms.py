"""Platforms to start from: each with a source for every number, and a spec of each kind that stands on it."""

from pathlib import Path

import pytest

from estimator.cli import main as cli
from estimator.jobs.check import check
from estimator.jobs.inputs.specs import open_spec
from estimator.jobs.starter import listed, platform_text
from estimator.spec.machine.join import joins, parameters

NAMES = [one.name for one in listed()]
WANTED = {
    *("hgx_h100", "hgx_h800", "hgx_h200", "hgx_b200", "gb200_nvl72", "mi300x", "mi355x", "gaudi3", "ascend_910b"),
    *("cloudmatrix_384", "trainium2", "tpu_v5p", "pcie_box"),
}


def test_the_platforms_that_people_buy_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(NAMES) == WANTED
    assert cli.run(["platforms"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == sorted(WANTED)
    assert cli.run(["platforms", "mi300x"]) == 0
    assert capsys.readouterr().out == platform_text("mi300x")


@pytest.mark.parametrize("kind", ["dense", "moe", "inference"])
@pytest.mark.parametrize("name", NAMES)
def test_a_spec_started_on_a_platform_has_no_mistake_and_no_error(name: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "my spec.yaml"
    assert cli.run(["init", str(path), "--platform", name, "--kind", kind]) == 0
    found = check(path)
    assert found.exit_code == 0, found.as_text()
    rules = {problem.rule for problem in found.problems}
    assert not rules & {"numbers-differ", "no-source", "above-link", "above-ceiling", "shared-nic", "idle-cut"}


@pytest.mark.parametrize("name", NAMES)
def test_every_number_of_a_platform_has_a_source_with_basis_and_date(name: str, tmp_path: Path) -> None:
    assert cli.run(["init", str(tmp_path / "s.yaml"), "--platform", name]) == 0
    spec = open_spec(tmp_path / "s.yaml").spec
    platform = spec.platform
    cited = {found.source for join in joins(platform) for _, found in parameters(join.path)}
    cited |= {join.path.link.source for join in joins(platform) if join.path.link is not None}
    cited |= {platform.knee.source}
    assert None not in cited
    for key in cited:
        source = spec.sources[str(key)]
        assert source.date is not None, key
        assert source.text.zh, key


def test_what_is_there_is_never_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec, other = tmp_path / "s.yaml", tmp_path / "platforms" / "mi300x.yaml"
    other.parent.mkdir()
    other.write_text("mine", "utf-8")
    assert cli.run(["init", str(spec), "--platform", "mi300x"]) == 2
    assert other.read_text("utf-8") == "mine"
    assert not spec.exists()
    assert cli.run(["init", str(spec), "--platform", "hgx_h100"]) == 0
    assert cli.run(["init", str(spec), "--platform", "hgx_h100"]) == 2
    assert cli.run(["init", str(tmp_path / "t.yaml"), "--platform", "hgx_h100", "--kind", "moe"]) == 0
    assert cli.run(["init", "--platform", "mi300"]) == 2
    assert "did you mean mi300x?" in capsys.readouterr().err
    assert cli.run(["init", str(tmp_path / "u.yaml"), "--kind", "moe"]) == 2
