"""Two versions of a spec side by side: files, releases, git revisions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from estimator import __version__
from estimator.collector import collector_paused
from estimator.errors import SpecError
from estimator.estimate.result import EstimateTable
from estimator.estimate.table import estimate
from estimator.history.difference import Difference, difference
from estimator.history.fingerprint import fingerprint
from estimator.history.state import State
from estimator.history.untouched import Untouched
from estimator.jobs.inputs.revisions import open_revision, revisions_in
from estimator.jobs.inputs.specs import Opened, open_spec
from estimator.report.tables.exchange.differing import as_markdown, as_text, version_text
from estimator.report.tables.exchange.differing_data import as_json
from estimator.report.tables.screen import PLAIN, Screen
from estimator.require.criterion import Expanded
from estimator.require.expand import expand
from estimator.spec.document import Spec


@dataclass(frozen=True, slots=True)
class Compared:
    """A difference; ``exit_code`` 1 where the declared version is too small a step for it."""

    found: Difference

    @property
    def exit_code(self) -> int:
        """0 fine, 1 the version."""
        return int(self.found.version.too_small)

    @property
    def error(self) -> str:
        """A sentence about the version where it is too small a step; "" where it is not."""
        return version_text(self.found) if self.exit_code else ""

    def shown(self, form: str, screen: Screen = PLAIN) -> str:
        """As ``text``, ``md`` or ``json``."""
        with collector_paused():
            if form == "json":
                return as_json(self.found, {**about(self.found), "exit_code": self.exit_code})
            return as_markdown(self.found, screen) if form == "md" else as_text(self.found, screen)


class Version(NamedTuple):
    """A version to open: a file, at a revision where one is named."""

    spec: Path
    revision: str | None = None

    def __str__(self) -> str:
        return str(self.spec) if self.revision is None else self.revision

    def open(self, other: str | None) -> Opened:
        """The spec of the version; ``other``: the revision that it is compared with."""
        return open_spec(self.spec) if self.revision is None else open_revision(self.spec, self.revision, other)

    def named(self, opened: Opened) -> str:
        """What readers call it: a revision with the file's name where it had another one there."""
        renamed = self.revision is not None and opened.name != self.spec.name
        return f"{self}:{opened.name}" if renamed else str(self)


def versions_of(words: Sequence[str]) -> tuple[Version, Version]:
    """What the arguments of ``commspec diff`` mean. Raises UserError where they mean nothing.

    Two files; ``v0.1..HEAD SPEC``; ``v0.1 HEAD SPEC``; or a revision and a file as it is now, in either order.
    """
    if len(words) == 3:
        return Version(Path(words[2]), words[0]), Version(Path(words[2]), words[1])
    old, new = words
    for spec, text in ((new, old), (old, new)):
        revisions = None if Path(text).exists() else revisions_in(text)
        if revisions is not None:
            return Version(Path(spec), revisions[0]), Version(Path(spec), revisions[1])
    if _is_file(old):
        return Version(Path(old)), Version(Path(new)) if _is_file(new) else Version(Path(old), new)
    return Version(Path(new), old), Version(Path(new))


def _is_file(text: str) -> bool:
    return Path(text).exists() or text.endswith((".yaml", ".yml", ".json"))


def compare(*words: str | Path) -> Compared:
    """The difference of two versions of a spec, named as ``commspec diff`` takes them: files, releases, revisions.

    Raises SpecError with the mistakes of the first that has any, UserError where one cannot be read.
    """
    with collector_paused():
        old, new = versions_of([str(word) for word in words])
        opened = old.open(new.revision), new.open(old.revision)
        before = state_of(opened[0], old.named(opened[0]))
        return Compared(difference(before, state_of(opened[1], new.named(opened[1]), before)))


def state_of(opened: Opened, name: str, like: State | None = None) -> State:
    """A spec worked out, without the lint. ``like``: another version, of which what cannot differ is taken over."""
    spec, data = opened.spec, opened.loaded.data
    with opened.located():
        table, expanded = _worked_out(spec) if like is None else worked_out_like(like, spec, data)
        found = [problem for one in expanded.values() for problem in one.problems]
        if mistakes := [problem for problem in found if problem.severity == "error" and not problem.rule]:
            raise SpecError(mistakes)
    return State(spec, data, table, expanded, name)


def _worked_out(spec: Spec) -> tuple[EstimateTable, Mapping[str, Expanded]]:
    table = estimate(spec)
    return table, expand(spec, table)


def worked_out_like(like: State, spec: Spec, data: Mapping[str, Any]) -> tuple[EstimateTable, Mapping[str, Expanded]]:
    """Table and requirements; what no change can have an effect on is taken over."""
    same = Untouched(like.data, data, spec)
    table = (
        like.table if same.table else estimate(spec, {name: like.table.operations[name] for name in same.operations})
    )
    kept = {name: like.expanded[name] for name in same.requirements} if spec.frozen == like.spec.frozen else {}
    others = {name: found for name, found in spec.requirements.items() if name not in kept}
    found = expand(spec.model_copy(update={"requirements": others}), table)
    return table, {name: kept.get(name) or found[name] for name in spec.requirements}


def about(found: Difference) -> dict[str, object]:
    """The two versions, and the tool that compared them."""
    states = {"before": found.before, "after": found.after}
    return {name: _state(state) for name, state in states.items()} | {"commspec": __version__}


def _state(state: State) -> dict[str, object]:
    document = state.spec.document
    return {
        "id": document.id,
        "version": document.version,
        "status": document.status,
        "fingerprint": fingerprint(state.spec, __version__),
        "name": state.name,
    }
