"""A slip on the command line is one sentence of the house, with what to write, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from estimator.cli import main as cli
from estimator.cli.lazy import LazyGroup
from estimator.cli.main import COMMANDS, commspec

SLIPS = [
    (["estimat"], "commspec: there is no command estimat; did you mean estimate?"),
    (["zz"], "commspec: there is no command zz; commspec --help names what there is"),
    (["respond", "impor", "x"], "commspec respond: there is no command impor; did you mean import?"),
    (["estimate"], "SPEC: is missing; write commspec estimate SPEC"),
    (["fit"], "LOGS: is missing; write commspec fit LOGS..."),
    (["solve", "a.yaml"], "--for: is missing; write commspec solve SPEC --for PATH"),
    (["estimate", "a", "b"], "commspec estimate: 'b' is more than it takes; write commspec estimate SPEC"),
    (["estimate", "a", "b (c)"], "commspec estimate: 'b (c)' is more than it takes; write commspec estimate SPEC"),
    (["estimate", "a", "--form", "json"], "commspec estimate: there is no option --form; did you mean --format?"),
    (["build", "-x"], "commspec build: there is no option -x; commspec build --help names what there is"),
    (["solve", "a", "--points"], "--points: its value is missing; write --points NUMBER"),
    (["estimate", "a", "--sensitivity=3"], "--sensitivity: takes no value; write --sensitivity alone"),
    (["estimate", "a", "--format", "jsn"], "--format: 'jsn' is not known; did you mean json?"),
    (["build", "a", "--lang", "fr"], "--lang: 'fr' is not known; write zh or en"),
    (["completion", "powershell"], "SHELL: 'powershell' is not known; write bash, zsh or fish"),
    (["watch", "--port", "abc", "a"], "--port: 'abc' is not a whole number from 0 to 65535; write one such as 8080"),
    (
        ["watch", "--port", "65536", "a"],
        "--port: '65536' is not a whole number from 0 to 65535; write one such as 8080",
    ),
    (["cost", "p2p", "--alpha", "5"], "--alpha: '5' has no unit; write 5 with a unit, such as 5 us"),
    (["check", "a", "b", "--limits"], "commspec check: limits are those of one spec; name one file"),
]


@pytest.mark.parametrize(("line", "sentence"), SLIPS)
def test_a_slip_is_one_sentence_with_what_to_write(
    line: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(line) == 2
    assert capsys.readouterr().err == f"{sentence}\n"


@pytest.mark.parametrize("line", [line for line, _ in SLIPS])
def test_the_same_is_said_in_chinese(
    line: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMSPEC_LANG", "zh")
    assert cli.run(line) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert re.search("[一-鿿]", told)
    assert not re.search("[a-z]{2,} [a-z]{2,} [a-z]{2,}", re.sub(r"commspec [a-z]+|'[^']*'", "", told))


def test_a_group_without_a_command_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["respond"]) == 2
    assert "Usage: commspec respond [OPTIONS] COMMAND [ARGS]..." in capsys.readouterr().err


def every_command() -> list[click.Command]:
    """All of them, those of groups too."""
    group = commspec
    assert isinstance(group, LazyGroup)
    context = click.Context(group, obj="en")
    found: list[click.Command] = []
    for name in COMMANDS:
        one = group.get_command(context, name)
        assert one is not None
        found += one.commands.values() if isinstance(one, click.Group) else [one]
    return found


def test_every_type_of_a_value_speaks_the_words_of_the_house() -> None:
    """Those of click that can refuse a value have none."""
    known = (click.Path, click.types.StringParamType, click.types.BoolParamType)
    params = [param for command in every_command() for param in command.params]
    assert len(params) > 100
    foreign = {type(param.type) for param in params if type(param.type).__module__.startswith("click")}
    assert foreign <= set(known)
    paths = [param.type for param in params if isinstance(param.type, click.Path)]
    assert {(one.exists, one.type) for one in paths} == {(False, Path)}
