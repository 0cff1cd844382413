"""Which characters the installed fonts have."""

import subprocess

from estimator.report.pages.fonts import Coverage, read_charsets


def installed() -> Coverage | None:
    """What the installed fonts cover, as fontconfig tells; None when it cannot be asked."""
    command = ["fc-list", "--format", "%{charset}\n"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)  # noqa: S603 - fixed
    except (OSError, subprocess.SubprocessError):
        return None
    return read_charsets(done.stdout)
