"""Without the system's text libraries there is no PDF, and one sentence says what to install."""

from __future__ import annotations

import builtins
from typing import Any

import pytest

from estimator.errors import UserError
from estimator.report.pages.pdf import PACKAGES, MissingLibrary, pdf


def test_a_missing_library_is_one_sentence_with_the_line_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_pango(name: str, *rest: Any, **named: Any) -> Any:
        if name.partition(".")[0] == "weasyprint":
            raise OSError("cannot load library 'libpango-1.0-0': no such file\nmore lines of advice")
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without_pango)
    with pytest.raises(MissingLibrary) as caught:
        pdf("<p>text</p>")
    message = str(caught.value)
    assert isinstance(caught.value, UserError)
    assert "\n" not in message
    assert "libpango-1.0-0" in message
    assert f"apt-get install -y {' '.join(PACKAGES)}" in message
