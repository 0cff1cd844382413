"""The package's public names: all there, and none of them makes the import heavy."""

import subprocess
import sys

import pytest

import estimator


@pytest.mark.parametrize("name", estimator.__all__)
def test_every_public_name_can_be_imported(name: str) -> None:
    assert getattr(estimator, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        getattr(estimator, "nonsense")  # noqa: B009


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, estimator; print(*sys.modules)"
    loaded = set(
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    )
    assert "estimator" in loaded
    assert not loaded & {"numpy", "pydantic", "yaml", "jinja2", "click", "weasyprint"}
