"""Specs to start from: small ones that together use most of the language, and now and then a large one."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
SMALL = (
    *("tests/spec/data/design_example.yaml", "tests/require/data/kinds.yaml", "tests/require/data/clean.yaml"),
    *("tests/require/data/background_load.yaml", "tests/report/data/small.yaml", "tests/spec/data/one_plane_down.yaml"),
    *("templates/starter.yaml", "README.md", "tests/fuzz/data/machine.yaml", "tests/fuzz/data/steps.yaml"),
)
LARGE = ("specs/lesson.yaml", "specs/dense_training.yaml", "specs/h800_expert_parallel.yaml", "specs/moe_5t.yaml")
PLATFORM = (ROOT / "specs/platforms/asic_x.yaml").read_text("utf-8")


@cache
def text_of(name: str) -> str:
    """The text of a spec, in one file."""
    text = (ROOT / name).read_text("utf-8")
    if name == "README.md":
        text = re.search(r"```yaml\n(commspec: 1\n.*?)```", text, re.DOTALL)[1]  # type: ignore[index]
    inside = "\n" + re.sub(r"(?m)^(?=.)", "  ", PLATFORM)
    return text.replace("\nplatform: !include platforms/asic_x.yaml", f"\nplatform:{inside}")


def base(draw: Random) -> str:
    """The text of one of them."""
    return text_of(draw.choice(SMALL if draw.random() < 0.9 else LARGE))
