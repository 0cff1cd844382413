"""Settings shared by all tests."""

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

# No deadline: the suite runs on shared machines, and a slow example is not a wrong one.
settings.register_profile("commspec", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("commspec")


def pytest_configure() -> None:
    """Messages are read in English, whatever language the person who runs the tests has chosen."""
    os.environ.pop("COMMSPEC_LANG", None)


def pytest_collection_finish() -> None:
    """What the modules hold stays for the whole run: the search for garbage leaves it alone, and comes less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--update-golden`` rewrites the golden files; the difference is then read before it is committed."""
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be rewritten."""
    return bool(request.config.getoption("--update-golden"))
