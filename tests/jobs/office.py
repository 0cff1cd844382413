"""LibreOffice without a window: opens workbooks, works out every formula that has no value, and saves them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

needs_office = pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed: make test")


def saved(folder: Path, books: Mapping[str, bytes]) -> dict[str, bytes]:
    """What LibreOffice makes of workbooks, by name: one start for all, with a profile of its own."""
    out = folder / "saved"
    files = [folder / f"{name}.xlsx" for name in books]
    for file, data in zip(files, books.values(), strict=True):
        file.write_bytes(data)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = ["soffice", profile, "--headless", "--convert-to", "xlsx", "--outdir", str(out), *map(str, files)]
    done = subprocess.run(command, check=False, timeout=600, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {name: (out / f"{name}.xlsx").read_bytes() for name in books}
