"""The levels of the machine, and where its paths run, in the document's words."""

from __future__ import annotations

from estimator.report.numbers import Several
from estimator.report.view.context import Context
from estimator.report.words.book import Words


def level_name(words: Words, level: str) -> str:
    """Where a level is: "between nodes" in the two-level form, else the name that the spec gives it."""
    return words[f"level.{level}"] if level in ("node", "machine") else level


def per_text(words: Words, per: str) -> str:
    """Whose a rate is: of a rank, a node, a NIC, or of a unit of the level of that name."""
    return words[f"per.{per}"] if per in ("rank", "node", "nic") else words("per.unit", level=per)


def place_text(context: Context, name: str) -> str:
    """Where a path runs and how it is wired: "on x, y, z (ring)", "on fabric, through rail", "between nodes"."""
    words, path = context.words, context.spec.platform.paths[name]
    parts = [_levels(context, name) or words[f"location.{path.location}"]]
    if path.wiring != "switch":
        parts[0] += words.brackets(words[f"wiring.{path.wiring}"])
    if path.through is not None:
        parts.append(words("paths.through", path=path.through))
    if path.nics is not None:
        parts.append(words("paths.nics", nics=Several(path.nics if isinstance(path.nics, int) else len(path.nics))))
    return words["comma"].join(parts)


def short_place(context: Context, name: str) -> str:
    """A path with where it runs, in a few letters: "ici on x, y, z", "scale_up (intra)"."""
    path = context.spec.platform.paths[name]
    return f"{name} {_levels(context, name) or context.words[f'location.{path.location}.short']}"


def _levels(context: Context, name: str) -> str:
    """The levels that a path joins; "" in the two-level form, and for a path that no level names."""
    words, platform = context.words, context.spec.platform
    joined = [level.name for level in platform.levels if level.path == name]
    return words("paths.level", levels=words.join(joined)) if joined else ""
