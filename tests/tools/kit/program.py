"""The kit's program as a module, without leaving compiled files beside it."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

PROGRAM = Path(__file__).parents[3] / "templates/kit/run_plan.py"


def loaded() -> ModuleType:
    """The program; its ``main`` is not run."""
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        made = importlib.util.spec_from_file_location("run_plan", PROGRAM)
        assert made is not None
        assert made.loader is not None
        module = importlib.util.module_from_spec(made)
        sys.modules["run_plan"] = module
        made.loader.exec_module(module)
        return module
    finally:
        sys.dont_write_bytecode = before
