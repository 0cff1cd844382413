"""The levels of the machine, and where its paths run, in the document's words."""

from __future__ import annotations

from collections.abc import Mapping

from estimator.report.numbers import Several
from estimator.report.view.context import Context
from estimator.report.words.lookup import Words
from estimator.spec.groups.placed import placed


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


def short_places(context: Context, paths: Mapping[str, str]) -> list[str]:
    """Paths with where they run, in a few letters, of level -> path: "ici on y, z", "scale_up (intra)"."""
    words, platform = context.words, context.spec.platform
    found = []
    for name in dict.fromkeys(path for path in paths.values() if path in platform.paths):
        joined = [level for level, path in paths.items() if path == name] if platform.levels else []
        location = words[f"location.{platform.paths[name].location}.short"]
        found.append(f"{name} {words('paths.level', levels=words.join(joined)) if joined else location}")
    return found


def path_on(paths: Mapping[str, str], level: str) -> str:
    """The path of a level, of level -> path; where others share it, with the level: "ici y"."""
    path = paths.get(level, level)
    return f"{path} {level}" if list(paths.values()).count(path) > 1 else path


def groups_at_once(context: Context, group: str) -> int:
    """How many groups of a kind cross the border of one node at once."""
    placing = placed(context.spec, group)
    stated = placing.at_once[placing.machine.node] if placing.at_once else None
    return stated or context.spec.groups[group].at_once_per_node


def _levels(context: Context, name: str) -> str:
    """The levels that a path joins; "" in the two-level form, and for a path that no level names."""
    words, platform = context.words, context.spec.platform
    joined = [level.name for level in platform.levels if level.path == name]
    return words("paths.level", levels=words.join(joined)) if joined else ""


def platform_text(context: Context) -> str:
    """The platform's size in one line: "ASIC-X pod: 512 nodes x 8 ranks = 4096 ranks"."""
    platform = context.spec.platform
    world = platform.nodes * platform.ranks_per_node
    counts = {"nodes": platform.nodes, "ranks": platform.ranks_per_node, "world": world}
    numbers = {name: Several(count) for name, count in counts.items()}
    return context.words("workload.platform.text", name=platform.name.get(context.language), **numbers)
