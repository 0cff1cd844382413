"""A spec read otherwise than its files say: with another platform, or with single values set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from yaml import MappingNode, ScalarNode

from estimator.errors import Problem
from estimator.spec.reading.change import Replacement, changed
from estimator.spec.reading.include import Reader, Tree, assemble

PLATFORM = "platform"


class PartFile(NamedTuple):
    """A file that holds one section of a spec; ``name`` as the reader knows it, shown below ``folder``."""

    name: str
    reader: Reader
    folder: str = ""


@dataclass(frozen=True, slots=True)
class Alteration:
    """What is put in place of what the spec says: first the ``platform``, then values by their path.

    ``alone``: each value is only checked on its own, not whether all of them fit together.
    """

    platform: PartFile | None = None
    changes: tuple[Replacement, ...] = ()
    alone: bool = False


UNALTERED = Alteration()


def alter(tree: Tree, alteration: Alteration) -> None:
    """Alter a spec that was read, before it is checked; what goes wrong is added to the tree's problems."""
    if not isinstance(tree.data, dict):
        return
    if alteration.platform is not None:
        _with_platform(tree, alteration.platform)
    done, problems = changed(tree.data, alteration.changes)
    tree.locations = replace(tree.locations, changed=frozenset([*done, *(problem.path for problem in problems)]))
    tree.problems += map(tree.locations.placed, problems)


def _with_platform(tree: Tree, file: PartFile) -> None:
    """Put another file's content in the place of the platform; mistakes in it are shown where they stand there."""
    part = assemble(file.reader(file.name), file.name, file.reader, file.folder, (PLATFORM,))
    tree.problems = [problem for problem in tree.problems if problem.path[:1] != (PLATFORM,)] + part.problems
    tree.silent = {path for path in tree.silent if path[:1] != (PLATFORM,)} | part.silent
    tree.data[PLATFORM] = part.data
    places, theirs = tree.locations, part.locations
    for name in theirs.order:
        places.order.setdefault(name, len(places.order))
    if places.main is None or theirs.main is None:
        tree.silent.add((PLATFORM,))
        return
    places.included.update(theirs.included)
    root = places.main.root
    entries = root.value if isinstance(root, MappingNode) else []
    for key, node in entries:
        if isinstance(key, ScalarNode) and key.value == PLATFORM:
            places.included[id(node)] = theirs.main
    if isinstance(part.data, dict) and "commspec" in part.data:
        what = Problem((PLATFORM,), "a whole spec", "give the file that holds what stands below platform alone")
        tree.problems.append(places.placed(what))
        tree.silent.add((PLATFORM,))
