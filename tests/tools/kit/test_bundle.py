"""Parts put together are one program: imports once at the top, nothing of the parts' own package left."""

from __future__ import annotations

import ast
from pathlib import Path

from estimator.jobs.assets import templates
from estimator.jobs.evidence.kit import program
from estimator.tools.kit.bundle import PARTS, bundled

ONE = '''"""The whole.

What it is for.
"""

from __future__ import annotations

import os
from typing import Any

A = 1
"""What A is."""
'''
TWO = '''"""The second half."""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple

from run_plan.one import (
    A,
)


class B(NamedTuple):
    """A pair."""

    b: int = A
'''
BOTH = '''#!/usr/bin/env python3
"""The whole.

What it is for.
"""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple

A = 1
"""What A is."""


# ---------------------------------------------------------------------------------------------------------------------
# The second half


class B(NamedTuple):
    """A pair."""

    b: int = A
'''


def test_two_parts_by_hand() -> None:
    assert bundled({"one": ONE, "two": TWO}, ("one", "two")) == BOTH


def test_every_part_is_in_the_program_and_defines_each_name_once() -> None:
    files = {path.stem for path in Path(templates() / "kit/run_plan").glob("*.py")} - {"__init__"}
    assert files == set(PARTS)
    tree = ast.parse(program())
    defined = [node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    assert len(defined) > 30
    assert len(defined) == len(set(defined))
    assert not [line for line in program().splitlines() if line.startswith(("from run_plan", "import run_plan"))]
    assert program().rstrip().endswith("sys.exit(main(sys.argv[1:]))")
