"""The plan that is read, and the records that are written."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from collections.abc import Sequence

from run_plan.backend import Backend
from run_plan.base import Json
from run_plan.runner import Runner

VERSION = "1"
NOTED = ("NCCL_", "HCCL_", "RCCL_", "GLOO_", "OMPI_MCA_", "UCX_", "MPICH_", "OMP_", "CUDA_", "ASCEND_", "TORCH_NCCL_")
"""Settings of the environment that a record tells start so."""
PASSING = ("OMPI_MCA_orte_", "OMPI_MCA_ess", "OMPI_MCA_pmix", "OMPI_MCA_initial_wdir", "OMPI_MCA_shmem_RUNTIME")
"""Those that a launcher makes up anew for each start."""


def read_plan(path: str) -> tuple[Json, str]:
    """The plan and the digest of its bytes."""
    with open(path, "rb") as stream:
        data = stream.read()
    plan: Json = json.loads(data)
    if plan.get("commspec_plan") != 1:
        raise SystemExit(f"{path}: no plan of version 1")
    return plan, hashlib.sha256(data).hexdigest()


def chosen(plan: Json, only: Sequence[str]) -> list[Json]:
    """The cells of the requirements or ids that were asked for; all of them where none were."""
    found = [cell for cell in plan["cells"] if not only or {cell["id"], cell["requirement"]} & set(only)]
    unknown = set(only) - {name for cell in found for name in (cell["id"], cell["requirement"])}
    if unknown:
        raise SystemExit(f"the plan has no {', '.join(sorted(unknown))}")
    return found


class Records:
    """The file of records. A last line that was cut goes; what an earlier run measured is not measured again."""

    def __init__(self, path: str, digest: str) -> None:
        self.path, self.digest = path, digest
        self.done: dict[tuple[str, int], bool] = {}
        self.new = not os.path.exists(path) or os.path.getsize(path) == 0
        if not self.new:
            self._read()

    def _read(self) -> None:
        with open(self.path, "r+b") as stream:
            whole = 0
            for number, line in enumerate(stream):
                if not line.endswith(b"\n"):
                    break
                whole += len(line)
                data = self._line(line)
                if number == 0 and data.get("environment", {}).get("plan_sha256") != self.digest:
                    raise SystemExit(f"{self.path}: records of another plan; choose another --out")
                if "times" in data:
                    self.done[data["cell"], data["repeat"]] = data.get("wrong", 0) == 0
            stream.truncate(whole)
        self.new = whole == 0

    def _line(self, line: bytes) -> Json:
        try:
            data = json.loads(line)
        except ValueError:
            data = None
        if not isinstance(data, dict):
            raise SystemExit(f"{self.path}: no records of this program; choose another --out")
        return data

    def write(self, line: Json) -> None:
        """Add a line that is on the disk when this returns."""
        with open(self.path, "a", encoding="utf-8") as stream:
            stream.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            stream.flush()
            os.fsync(stream.fileno())


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
