"""The plan that is read, and the records that are written."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from collections.abc import Sequence
from typing import NamedTuple

from run_plan.backend import Backend
from run_plan.base import CannotRunError, Json
from run_plan.runner import Runner

VERSION = "1"
NOTED = ("NCCL_", "HCCL_", "RCCL_", "GLOO_", "OMPI_MCA_", "UCX_", "MPICH_", "OMP_", "CUDA_", "ASCEND_", "TORCH_NCCL_")
"""Settings of the environment that a record tells start so."""
PASSING = ("OMPI_MCA_orte_", "OMPI_MCA_ess", "OMPI_MCA_pmix", "OMPI_MCA_initial_wdir", "OMPI_MCA_shmem_RUNTIME")
"""Those that a launcher makes up anew for each start."""


NEEDED = {
    *("id", "requirement", "measure", "place", "bytes", "load", "procedure", "seconds"),
    *("collective", "dtype", "carrier", "redop", "elements", "matrix", "calls", "condition", "way"),
}
"""What this program reads of a cell."""


class Measured(NamedTuple):
    """What stands in the file of a repeat."""

    right: bool
    warmup: int
    iterations: int


class UnwrittenError(Exception):
    """A record that could not be written."""


def read_plan(path: str) -> tuple[Json, str]:
    """The plan and the digest of its bytes. Raises CannotRunError."""
    try:
        with open(path, "rb") as stream:
            data = stream.read()
        plan = json.loads(data)
    except OSError as error:
        raise CannotRunError(f"{path}: {error.strerror}; name the plan with --plan") from None
    except ValueError as error:
        raise CannotRunError(f"{path}: no JSON: {error}") from None
    if not isinstance(plan, dict) or plan.get("commspec_plan") != 1:
        raise CannotRunError(f"{path}: no plan of version 1")
    for cell in plan["cells"]:
        if lost := sorted(NEEDED - set(cell)):
            where = f"{path}: cell {cell.get('id')} has no {', '.join(lost)}"
            raise CannotRunError(f"{where}; take the plan and this program from one kit")
    return plan, hashlib.sha256(data).hexdigest()


def chosen(plan: Json, only: Sequence[str]) -> list[Json]:
    """The cells of the requirements or ids that were asked for; all of them where none were. Raises CannotRunError."""
    found = [cell for cell in plan["cells"] if not only or {cell["id"], cell["requirement"]} & set(only)]
    unknown = sorted(set(only) - {name for cell in found for name in (cell["id"], cell["requirement"])})
    if unknown:
        raise CannotRunError("; ".join(_elsewhere(plan, name) for name in unknown))
    return found


def _elsewhere(plan: Json, name: str) -> str:
    """What shows a requirement of which the plan has no cell; what the plan has, where it knows no such name."""
    scripts = [one["file"] for one in plan.get("scripts", []) if one["requirement"] == name]
    left = [one["en"] for one in plan.get("left", []) if one["requirement"] == name]
    if scripts or left:
        return f"--only {name}: no cell of it is run here; {', '.join([f'run {file}' for file in scripts] + left)}"
    return f"--only {name}: the plan has no such requirement or cell; --dry-run lists them"


class Records:
    """The file of records. A last line that was cut goes; what an earlier run measured is not measured again."""

    def __init__(self, path: str, digest: str) -> None:
        self.path, self.digest = path, digest
        self.done: dict[tuple[str, int], Measured] = {}
        self.head: Json = {}
        if os.path.exists(path):
            self._read()
        with open(path, "ab"):
            pass  # a folder that takes no file is told before anything is run

    def _read(self) -> None:
        with open(self.path, "r+b") as stream:
            whole = 0
            for line in stream:
                if not line.endswith(b"\n"):
                    break
                whole += len(line)
                self._take(self._line(line))
            stream.truncate(whole)

    def _take(self, data: Json) -> None:
        if "commspec_records" in data:
            self.head = data
        if self.head.get("environment", {}).get("plan_sha256") != self.digest:
            raise CannotRunError(f"{self.path}: records of another plan; choose another --out")
        if "times" in data:
            found = Measured(data.get("wrong", 0) == 0, data.get("warmup", 0), data.get("iterations", 0))
            self.done[data["cell"], data["repeat"]] = found

    def _line(self, line: bytes) -> Json:
        try:
            data = json.loads(line)
        except ValueError:
            data = None
        if not isinstance(data, dict):
            raise CannotRunError(f"{self.path}: no records of this program; choose another --out")
        return data

    def begin(self, head: Json) -> None:
        """Say what the records from here on share, where the file does not say it already."""
        if {**head, "command": ""} != {**self.head, "command": ""}:
            self.write(head)

    def write(self, line: Json) -> None:
        """Add a line that is on the disk when this returns. Raises UnwrittenError."""
        try:
            with open(self.path, "a", encoding="utf-8") as stream:
                stream.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            raise UnwrittenError(f"{self.path}: {error.strerror}") from None


def first_line(library: Backend, runner: Runner, digest: str, every: list[Json]) -> Json:
    """What all records share: tool, versions, placement, settings of every host."""
    environment: Json = {"plan_sha256": digest, "python": platform.python_version(), "system": platform.platform()}
    environment.update(library.about())
    environment["processes"] = runner.nodes.spread(range(library.size))
    if runner.options.ranks_per_node:
        environment["ranks_per_node_told"] = runner.options.ranks_per_node
    if runner.options.gemm:
        environment["gemm_told"] = runner.options.gemm
    for name in sorted(os.environ):
        if name.startswith(NOTED) and not name.startswith(PASSING):
            environment[name] = os.environ[name][:500]
    for key in ("system", "hardware"):
        differing = sorted({one[key] for one in every})
        if len(differing) > 1:
            environment[f"{key}_differs"] = "; ".join(differing)[:1000]
    return {
        "commspec_records": 1,
        "tool": "run_plan",
        "version": VERSION,
        "library": library.library[:500],
        "hardware": runner.options.hardware or library.hardware,
        "command": " ".join(sys.argv)[:2000],
        "over_ranks": "max",
        "statistic": "mean",
        "environment": environment,
    }
