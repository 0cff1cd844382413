"""A terminal of a test's own."""

from __future__ import annotations

import pty

import pytest


def terminal() -> tuple[int, int]:
    """Both ends of a terminal, ours first; the test is skipped where the machine has none to give."""
    try:
        return pty.openpty()
    except OSError as error:
        pytest.skip(f"no terminal to try: {error}")
