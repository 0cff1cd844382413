"""What a shell is told when it asks what can follow."""

import os
import subprocess
import sys
from pathlib import Path

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


def test_bash_completes_after_the_script_was_read(tmp_path: Path) -> None:
    program = tmp_path / "commspec"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m estimator "$@"\n', "utf-8")
    program.chmod(0o755)
    asked = "source <(commspec completion bash); COMP_WORDS=(commspec bu); COMP_CWORD=1; _commspec_completion commspec"
    script = f'{asked}; echo "${{COMPREPLY[@]}}"'
    path = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], env=path, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["build"]
