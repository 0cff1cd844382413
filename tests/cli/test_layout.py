"""``commspec layout``: the groups without a spec, in the field names of the published cases."""

import json
from typing import Any

import pytest

from estimator.cli import main as cli
from tests.layout.oracle import LAYOUTS

SIZES = "--world 4096 --order tp-cp-ep-dp-pp --tp 4 --cp 2 --pp 8 --ep 64 --etp 1 --ranks-per-node 8"
LARGE = ["layout", *SIZES.split()]


def shown(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert cli.run(args) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("case", LAYOUTS["cases"], ids=lambda case: case["id"])
def test_the_json_is_a_published_case(case: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    args = ["layout", "--world", str(case["world"]), "--order", case["order"], "--ranks-per-node", str(case["rpn"])]
    for axis in ("tp", "cp", "pp", "ep", "etp", "dp"):
        args += [f"--{axis}", str(case[axis])] if axis in case else []
    for kind, group in case["groups"].items():
        args += ["--group", kind] if "groups" in group else []
    found = json.loads(shown(capsys, *args, "--format", "json"))
    groups, wanted = found.pop("groups"), case["groups"]
    assert {kind: {key: groups[kind][key] for key in wanted[kind]} for kind in wanted} == wanted
    assert {key: found[key] for key in case if key not in ("id", "note", "groups")}.items() <= case.items()


def test_rank_lists_are_added_for_the_kinds_that_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(shown(capsys, *LARGE, "--format", "json", "--group", "ep", "--group", "dp-cp"))
    assert [kind for kind, group in found["groups"].items() if "groups" in group] == ["dp_cp", "ep"]
    assert found["groups"]["ep"]["groups"][1] == list(range(64, 128))
    assert found["groups"]["dp_cp"]["groups"][0] == list(range(0, 512, 4))


def test_the_text_names_every_kind_and_flags_uneven_ones(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, *LARGE)
    line = next(line for line in text.splitlines() if line.startswith("edp "))
    assert line.split()[1:8] == ["512", "8", "1", "8", "8", "8", "8"]
    assert "uneven: a node" not in text
    assert "edp is uneven: a node holds 2 to 6 ranks" in shown(capsys, *LARGE[:-1], "384")
    assert "\ntp:\n0 1\n2 3\n" in shown(
        capsys, "layout", "--world", "4", "--tp", "2", "--ranks-per-node", "4", "--group", "tp"
    )


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("--world 24 --tp 4 --pp 4 --ranks-per-node 8", "change one of tp, cp, pp, or the world to 32"),
        ("--world 32 --tp 2 --pp 2 --ep 3 --etp 1 --ranks-per-node 8", "expert grid"),
        ("--world 32 --tp 2 --dp 3 --ranks-per-node 8", "write dp 16"),
        ("--world 32 --ranks-per-node 0", "--ranks-per-node"),
        ("--world 32 --ranks-per-node 8 --group pe", "write one of tp, cp"),
        ("--world 32", "--ranks-per-node"),
    ],
)
def test_a_refusal_is_one_sentence_that_says_what_to_write(
    args: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["layout", *args.split()]) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert words in found.err
