"""The worked example of the spec language, and variations of it."""

from pathlib import Path

from estimator.errors import SpecError
from estimator.spec.load import load_text

DATA = Path(__file__).parent / "data"
EXAMPLE = (DATA / "design_example.yaml").read_text("utf-8")


def varied(old: str, new: str, *more: str) -> str:
    """The example with texts replaced, each of which must be there."""
    text = EXAMPLE
    changes = (old, new, *more)
    for before, after in zip(changes[::2], changes[1::2], strict=True):
        assert before in text, before
        text = text.replace(before, after, 1)
    return text


def messages(text: str | bytes) -> list[str]:
    """What is wrong with a spec, one line a problem."""
    try:
        load_text(text)
    except SpecError as error:
        return [problem.text() for problem in error.problems]
    return []


def warnings(text: str) -> list[str]:
    """What has no effect in a spec that is in order."""
    return [problem.text() for problem in load_text(text).problems]
