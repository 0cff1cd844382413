"""Pages as the commands write them: every example in both languages, an acceptance report, a comparison of vendors."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from estimator.cli import main as cli

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / ".tools" / "node_modules"
"""Where ``make .tools/stamp`` puts what pages are held against."""
SPECS = ROOT / "specs"
EXAMPLES = ("moe_5t", "dense_training", "lesson", "supernode", "torus")
DRESSED = "own_look/spec"
"""The example in a look of its own."""
LANGUAGES = ("zh", "en")
TEAM, WHOLE = SPECS / "two_versions", SPECS / "whole_way"


@cache
def document(example: str) -> dict[str, Path]:
    """The HTML of an example by language."""
    return _written("requirements", "build", str(SPECS / f"{example}.yaml"), "--no-pdf")


@cache
def acceptance() -> dict[str, Path]:
    """The acceptance report of the example that has records."""
    return _written("acceptance", "accept", str(WHOLE / "spec.yaml"), str(WHOLE / "records.jsonl"), "--draft")


@cache
def comparison() -> Path:
    """Two vendors beside each other."""
    answers = sorted(map(str, TEAM.glob("answers/vendor_*.yaml")))
    file = Path(mkdtemp()) / "compared.html"
    assert cli.run(["respond", "compare", str(TEAM / "team.yaml"), *answers, "--out", str(file)]) in (0, 1)
    return file


def _written(name: str, *args: str) -> dict[str, Path]:
    folder = Path(mkdtemp())
    assert cli.run([*args, "--out", str(folder)]) in (0, 1)
    found = {language: next(folder.rglob(f"{name}.{language}.html")) for language in LANGUAGES}
    assert set(found) == set(LANGUAGES)
    return found
