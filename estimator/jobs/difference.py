"""Two versions of a spec side by side: files, releases, git revisions."""

from dataclasses import dataclass
from pathlib import Path

from estimator import __version__
from estimator.errors import SpecError
from estimator.estimate.table import estimate
from estimator.history.difference import Difference, difference
from estimator.history.fingerprint import fingerprint
from estimator.history.state import State
from estimator.jobs.specs import Opened, open_spec
from estimator.report.differing import WIDTH, as_markdown, as_text
from estimator.report.differing_data import as_json
from estimator.require.expand import expand
from estimator.spec.load import collector_paused


@dataclass(frozen=True, slots=True)
class Compared:
    """A difference; ``exit_code`` 1 where the declared version is too small a step for it."""

    found: Difference

    @property
    def exit_code(self) -> int:
        """0 fine, 1 the version."""
        return int(self.found.version.too_small)

    def shown(self, form: str, width: int = WIDTH) -> str:
        """As ``text`` of ``width`` columns, ``md`` or ``json``."""
        if form == "json":
            return as_json(self.found, {**about(self.found), "exit_code": self.exit_code})
        return as_markdown(self.found) if form == "md" else as_text(self.found, width)


def compare(old: Path, new: Path) -> Compared:
    """The difference of two specs or releases. Raises SpecError with the mistakes of the first that has any."""
    with collector_paused():
        before, after = (state_of(open_spec(path), str(path)) for path in (old, new))
        return Compared(difference(before, after))


def state_of(opened: Opened, name: str) -> State:
    """A spec worked out, without the lint."""
    with opened.located():
        table = estimate(opened.spec)
        expanded = expand(opened.spec, table)
        found = [problem for one in expanded.values() for problem in one.problems]
        if mistakes := [problem for problem in found if problem.severity == "error" and not problem.rule]:
            raise SpecError(mistakes)
    return State(opened.spec, opened.loaded.data, table, expanded, name)


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
        "fingerprint": fingerprint(state.spec),
        "name": state.name,
    }
