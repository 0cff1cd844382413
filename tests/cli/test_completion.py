"""What a shell is told when it asks what can follow."""

import os
import subprocess
import sys

import pytest

from estimator.cli import main as cli


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_script_that_asks_commspec(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["completion", shell]) == 0
    assert f"_COMMSPEC_COMPLETE={shell}_complete" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "answer"), [("commspec es", "plain,estimate"), ("commspec check --fo", "plain,--format")]
)
def test_commands_and_options_are_completed(words: str, answer: str) -> None:
    asked = {"_COMMSPEC_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    command = [sys.executable, "-c", "from estimator.cli.main import main; main()"]
    done = subprocess.run(command, env=os.environ | asked, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [answer]
