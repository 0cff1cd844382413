"""``commspec watch`` as a process: it says where it serves, tells each build, and ends at Ctrl-C."""

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from estimator.cli.main import run
from estimator.jobs.assets import templates


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "spec.yaml"
    path.write_bytes((templates() / "starter.yaml").read_bytes())
    return path


@pytest.fixture
def process(spec: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", "from estimator.cli.main import main; main()", "watch", str(spec), "--lang", "zh"]
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as child:
        yield child
        child.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_this_machine_until_ctrl_c(process: subprocess.Popen[str], number: signal.Signals) -> None:
    assert process.stdout is not None
    assert process.stderr is not None
    url = process.stdout.readline().strip()
    assert url.startswith("http://127.0.0.1:")
    assert process.stderr.readline().startswith("构建用时 ")
    with urllib.request.urlopen(url, timeout=60) as answer:
        assert '<html lang="zh-CN">' in answer.read().decode()
    process.send_signal(number)
    assert process.wait(60) == 0
    assert (process.stdout.read(), process.stderr.read()) == ("", "")


def test_a_file_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["watch", "nowhere.yaml"]) == 2
    assert capsys.readouterr().err == "nowhere.yaml: no file that can be watched; give the file of a spec\n"
