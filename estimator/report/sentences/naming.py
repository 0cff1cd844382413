"""Names of operations, groups and cuts inside a sentence: the title where there is one, and the id."""

from __future__ import annotations

import re

from estimator.cost.collectives import MOVING, collective_named
from estimator.report.sentences.texts import wording
from estimator.require.criterion import Criterion
from estimator.require.place import Place
from estimator.spec.document import Spec
from estimator.spec.groups.hosts import hosts_of
from estimator.spec.values.base import Language, Text
from estimator.units import Counted, format_size

_PLAIN_WORD = re.compile(r"(?:[A-Z][a-z]+(?:-[a-z]+)*|A(?= [a-z]))(?![A-Za-z0-9-])")


def inside(text: str, language: Language) -> str:
    """A title as it stands inside a sentence: "Expert dispatch" is "expert dispatch"; "All-to-All" stays."""
    lower = language == "en" and _PLAIN_WORD.match(text)
    return text[0].lower() + text[1:] if lower else text


def titled(title: Text | None, language: Language) -> str:
    """The title inside a sentence, "" where there is none."""
    return inside(title.get(language), language) if title is not None else ""


def collective_text(name: str, language: Language) -> str:
    """A collective inside a sentence: "AllReduce", "point-to-point"."""
    entry = collective_named(name)
    return entry.zh if language == "zh" else inside(entry.en, language)


def place_text(place: Place, spec: Spec, language: Language) -> str:
    """A group with its title, ranks, nodes and hosts other than nodes: "ep (expert parallel, 8 nodes × 8 ranks)"."""
    words = wording(language)
    group = spec.groups.get(place.group)
    even = place.node_ranks[0] if place.shape else 0
    key = "one_node" if place.nodes == 1 else "rails" if even == 1 else "even" if even else "uneven"
    ranks = words.phrase[key].format(nodes=Counted(place.nodes), ranks=Counted(even or place.ranks))
    title = titled(group.title if group else None, language)
    hosted = group is not None and spec.platform.host_ranks != spec.platform.ranks_per_node
    hosts = Counted(len(hosts_of(spec, place.group).processes) if hosted else 0)
    on_hosts = words.phrase["hosts"].format(hosts=hosts) if hosted else ""
    return words.phrase["place"].format(
        group=place.group, what=words.aside.join(filter(None, (title, ranks, on_hosts)))
    )


def condition_text(name: str, spec: Spec, language: Language, load: Text | None = None) -> str:
    """A condition inside a sentence: "with no other operation running", "under condition degraded (one plane down)".

    ``load``: what makes it, said beside it.
    """
    words, own = wording(language), spec.platform.conditions.get(name)
    what = words.condition[name] if own is None else words.phrase["own_condition"].format(name=name)
    about = [clause(own.text, language)] if own is not None and own.text is not None else []
    about += [words.phrase["made_by"].format(load=clause(load, language))] if load is not None else []
    if not about:
        return what
    return words.phrase["about"].format(what=what, about=words.phrase["list"].join(about))


def clause(text: Text, language: Language) -> str:
    """A text of the spec as part of a sentence, without the full stop of its own."""
    return inside(text.get(language).strip().rstrip("。.；;"), language)


def work_text(operation: str | None, collective: str | None, spec: Spec, language: Language, n: str = "") -> str:
    """What runs: an operation by title, with id, collective and size; or the collective alone."""
    words = wording(language)
    found = spec.operations.get(operation or "")
    name = found.collective if found else collective
    if name is None:
        return words.phrase["every"]
    said = collective_text(name, language)
    title = titled(found.title, language) if found else ""
    # A title that names the collective does not need it again.
    again = said.casefold() in title.casefold()
    first = title or operation or said
    more = [operation if title else "", said if operation and not again else "", n]
    about = words.aside.join(part for part in more if part)
    return words.phrase["about"].format(what=first, about=about) if about else first


def size_text(n: float) -> str:
    """A size: "276.8 MB", "1 MiB"."""
    return format_size(n)


def main_size_text(main: Criterion | None, operation: str | None, spec: Spec) -> str:
    """The size of the cell that a sentence speaks of; a tensor of elements is decimal, as its bytes are worked out."""
    if main is None or main.n is None or main.collective not in (*MOVING, ""):
        return ""
    found = spec.operations.get(operation or "")
    tensor = main.own_n and found is not None and found.tensor.shape is not None
    return format_size(main.n, binary=False if tensor else None)
