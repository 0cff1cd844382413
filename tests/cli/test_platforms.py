"""Platforms to start from: each with a source for every number, and a spec of each kind that stands on it."""

import re
from pathlib import Path

import pytest
import yaml

from estimator import estimate_spec
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


@pytest.mark.parametrize("name", NAMES)
def test_the_head_of_a_platform_is_there_in_chinese_and_says_the_same(name: str) -> None:
    english, chinese = platform_text(name), platform_text(name, "zh")
    heads = [[line for line in text.splitlines() if line.startswith("#")] for text in (english, chinese)]
    assert len(heads[0]) == len(heads[1]) >= 3
    assert all(re.search("[一-鿿]", line) for line in heads[1])
    for line, said in zip(*heads, strict=True):
        assert set(re.findall("[0-9]+", line)) <= set(re.findall("[0-9]+", said))  # four in words may be 4
    assert yaml.safe_load(chinese) == yaml.safe_load(english)


def test_a_platform_file_of_the_other_language_is_left(tmp_path: Path) -> None:
    spec = str(tmp_path / "s.yaml")
    assert cli.run(["init", spec, "--platform", "mi300x"]) == 0
    assert cli.run(["--lang", "zh", "init", str(tmp_path / "t.yaml"), "--platform", "mi300x"]) == 0
    assert (tmp_path / "platforms" / "mi300x.yaml").read_text("utf-8") == platform_text("mi300x")


@pytest.mark.parametrize("kind", ["dense", "moe", "inference"])
@pytest.mark.parametrize("name", NAMES)
def test_a_spec_started_on_a_platform_has_no_mistake_and_no_error(name: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "my spec.yaml"
    assert cli.run(["init", str(path), "--platform", name, "--kind", kind]) == 0
    found = check(path)
    assert found.exit_code == 0, found.as_text()
    # What is left is of the platform: how far its numbers were measured, how wide they are, a path that 64 ranks miss.
    assert {problem.kind for problem in found.problems} <= {"extrapolated", "wide-interval", "no-effect"}
    assert {problem.path[:2] for problem in found.problems if problem.kind == "no-effect"} <= {("platform", "paths")}


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


# One way, a rank [GB/s]: the makers' figures, vendors' sums of both directions halved.
PUBLISHED = {
    "hgx_h100": {"nvlink": 18 * 25, "network": 50},
    "hgx_h800": {"nvlink": 400 / 2, "network": 50},
    "hgx_h200": {"nvlink": 18 * 25, "network": 50},
    "hgx_b200": {"nvlink": 18 * 50, "network": 50},
    "gb200_nvl72": {"nvlink": 1800 / 2, "network": 50},
    "mi300x": {"xgmi": 7 * 64, "network": 50},
    "mi355x": {"xgmi": 7 * 153.6 / 2, "network": 50},
    "gaudi3": {"ports": 1050 / 2, "network": 3 * 25},
    "ascend_910b": {"hccs": 392 / 2, "network": 25},
    "cloudmatrix_384": {"board": 7 * 224 / 8, "spine": 16 * 196, "rdma": 25},
    "trainium2": {"neuronlink": 1024 / 2 / 2, "network": 25},
    "tpu_v5p": {"ici": 1200 / 2 / 3},
    "pcie_box": {"pcie": 63},
}


@pytest.mark.parametrize("name", NAMES)
def test_the_links_of_a_platform_have_the_rate_that_its_maker_publishes(name: str, tmp_path: Path) -> None:
    assert cli.run(["init", str(tmp_path / "s.yaml"), "--platform", name]) == 0
    paths = open_spec(tmp_path / "s.yaml").spec.platform.paths
    stated = {key: path.link.rate / 1e9 for key, path in paths.items() if path.link is not None and key != "sio"}
    assert stated == pytest.approx(PUBLISHED[name])
    for path in paths.values():
        if path.link is not None:
            assert path.exclusive.bandwidth.optimistic <= path.link.rate


@pytest.mark.parametrize("kind", ["dense", "moe", "inference"])
@pytest.mark.parametrize("name", NAMES)
def test_the_first_estimates_are_such_as_machines_have(name: str, kind: str, tmp_path: Path) -> None:
    assert cli.run(["init", str(tmp_path / "s.yaml"), "--platform", name, "--kind", kind]) == 0
    table = estimate_spec(open_spec(tmp_path / "s.yaml").spec)
    for key, row in table.operations.items():
        assert 10e-6 < row.time.optimistic < row.time.conservative < 6 * row.time.optimistic, key
        assert row.time.conservative < 2.0, key


def test_more_bandwidth_at_the_border_that_binds_means_less_time(tmp_path: Path) -> None:
    times = {}
    for name in ("gb200_nvl72", "hgx_h100", "ascend_910b", "pcie_box"):
        spec = tmp_path / name / "s.yaml"
        spec.parent.mkdir()
        assert cli.run(["init", str(spec), "--platform", name, "--kind", "moe"]) == 0
        times[name] = estimate_spec(open_spec(spec).spec).operations["dispatch"].time.optimistic
    # a rack in place of NICs of 400 Gbit/s a card, of 200 Gbit/s a card, of 400 Gbit/s for four cards
    assert times["gb200_nvl72"] < times["hgx_h100"] / 5
    assert times["ascend_910b"] == pytest.approx(2 * times["hgx_h100"], rel=0.15)
    assert times["pcie_box"] == pytest.approx(4 * times["hgx_h100"], rel=0.15)
