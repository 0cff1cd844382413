"""The kit's program as a module, put together as a kit gets it."""

from __future__ import annotations

import sys
from types import ModuleType

from estimator.jobs.evidence.kit import program


def loaded() -> ModuleType:
    """The program; its ``main`` is not run."""
    module = ModuleType("run_plan")
    sys.modules["run_plan"] = module
    exec(compile(program(), "run_plan.py", "exec"), module.__dict__)
    return module
