"""Steps that a writer takes: each call of the system that changes the disk, to fail or be killed at any of them."""

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

STEPS = (
    (tempfile, "mkdtemp"),
    (shutil, "rmtree"),
    (os, "fsync"),
    (Path, "replace"),
    (Path, "unlink"),
    (Path, "mkdir"),
    (Path, "rmdir"),
)


def at_each_step(put: Callable[[Any, str, Any], object], do: Callable[[int, bool], None]) -> None:
    """Count what a writer asks of the system, and call ``do(number, before)`` around each."""
    count = [0]

    def around(real: Callable[..., Any]) -> Callable[..., Any]:
        def step(*args: Any, **kwargs: Any) -> Any:
            count[0] += 1
            number = count[0]
            do(number, True)
            result = real(*args, **kwargs)
            do(number, False)
            return result

        return step

    for owner, name in STEPS:
        put(owner, name, around(getattr(owner, name)))
