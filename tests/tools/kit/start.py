"""Starts the program of a kit as real processes, by MPI or by torch.distributed with Gloo."""

from __future__ import annotations

import functools
import json
import os
import shutil
import socket
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from estimator.cli import main as cli
from estimator.tools.readers.logs import read_log
from estimator.tools.readers.text.lines import numbered
from estimator.tools.records import Ended, Record, Rejection

PYTHONS = ("/usr/bin/python3", sys.executable)
"""Debian's own interpreter has Debian's mpi4py and PyTorch."""
LIMIT = 240.0
QUIET = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
SPOILT = "import sys\nimport time\nimport run_plan\n{}\nsys.exit(run_plan.main(sys.argv[1:]))\n"


@functools.cache
def python_with(*modules: str) -> str | None:
    """An interpreter that has the modules, None where there is none."""
    for python in PYTHONS:
        command = [python, "-c", f"import {', '.join(modules)}"]
        if shutil.which(python) and subprocess.run(command, capture_output=True, check=False).returncode == 0:
            return python
    return None


def needs(*modules: str) -> str:
    """The interpreter, or a skip with its reason."""
    found = python_with(*modules)
    if found is None:
        pytest.skip(f"no python with {', '.join(modules)} on this machine")
    if "mpi4py" in modules and shutil.which("mpirun") is None:
        pytest.skip("no mpirun on this machine")
    return found


@dataclass(frozen=True)
class Done:
    """A finished run: exit code, what it said, and its records as they are read."""

    code: int
    said: str
    path: Path
    records: list[Record] = field(default_factory=list)
    rejections: list[Rejection] = field(default_factory=list)
    ends: list[Ended] = field(default_factory=list)

    def lines(self) -> list[dict[str, Any]]:
        """The records as they are written, without the first line."""
        return [json.loads(line) for line in self.path.read_text("utf-8").splitlines()[1:]]


def made(text: str, folder: Path) -> Path:
    """The kit of a spec, in a folder of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "spec.yaml").write_text(text, "utf-8")
    assert cli.run(["kit", str(folder / "spec.yaml"), "--out", str(folder / "kit")]) == 0
    return folder / "kit"


def run(kit: Path, ranks: int, *arguments: str, fault: str = "", torch: bool = False) -> Done:
    """Run a kit on so many processes that count as two nodes. ``fault``: Python that spoils the program first."""
    python = needs("torch") if torch else needs("mpi4py")
    program = kit / "run_plan.py"
    if fault:
        program = kit / "spoilt.py"
        program.write_text(SPOILT.format(fault))
    out = kit / "records.jsonl"
    how = ["--backend", "torch", "--ccl", "gloo"] if torch else ["--backend", "mpi"]
    told = ["--ranks-per-node", str(ranks // 2), "--gemm", "48", "--out", str(out)]
    command = [str(program), "--plan", str(kit / "plan.json"), *how, *told, *arguments]
    code, said = (_by_hand if torch else _by_mpi)([python, *command], kit, ranks)
    assert out.exists(), said
    return read(out, code, said)


def _by_mpi(command: list[str], kit: Path, ranks: int) -> tuple[int, str]:
    start = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-np", str(ranks)]
    done = subprocess.run(
        [*start, *command], cwd=kit, capture_output=True, text=True, check=False, timeout=LIMIT, env=QUIET
    )
    return done.returncode, done.stderr


def _by_hand(command: list[str], kit: Path, ranks: int) -> tuple[int, str]:
    """Each process with what torchrun would tell it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    shared = QUIET | {"WORLD_SIZE": str(ranks), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    running = [
        subprocess.Popen(
            command, cwd=kit, stderr=subprocess.PIPE, text=True,
            env=shared | {"RANK": str(rank), "LOCAL_RANK": str(rank)},
        )
        for rank in range(ranks)
    ]  # fmt: skip
    try:
        said = [one.communicate(timeout=LIMIT)[1] for one in running]
    finally:
        for one in running:
            one.kill()
    return max(one.returncode for one in running), "".join(said)


def read(path: Path, code: int = 0, said: str = "") -> Done:
    """The records of a file as commspec reads them."""
    done = Done(code, said, path)
    for event in read_log(numbered([path.read_text("utf-8")]), path.name):
        kept: list[Any] = {Record: done.records, Rejection: done.rejections, Ended: done.ends}[type(event)]  # type: ignore[assignment]
        kept.append(event)
    return done
