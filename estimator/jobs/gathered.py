"""The document of a spec that is worked out, and whether it can be made in the look that the spec names."""

from estimator.errors import Problem, SpecError
from estimator.history.difference import difference
from estimator.history.release import Release
from estimator.history.state import State
from estimator.jobs.difference import state_of
from estimator.jobs.inputs.specs import open_release
from estimator.jobs.outputs.compiled import page_assets
from estimator.jobs.work import Worked
from estimator.report.looks.look import Look
from estimator.report.pages.assets import Assets
from estimator.report.pages.document import Report, report
from estimator.report.view.context import Variants


def gathered(worked: Worked, assets: Assets, variants: Variants | None = None) -> Report:
    """The document of a spec that is worked out, with what changed since the version before where there is one."""
    made = report(worked.opened.spec, worked.table, worked.expanded, worked.findings, assets, variants)
    if worked.opened.previous is None:
        return made
    return made.since(difference(_previous(worked.opened.previous), _state(worked)))


def _previous(release: Release) -> State:
    """The version before, worked out by this version of the tool, with the limits that were released."""
    return state_of(open_release(release), release.version)


def _state(worked: Worked) -> State:
    """A spec that is worked out already, as a version."""
    opened = worked.opened
    return State(opened.spec, opened.loaded.data, worked.table, worked.expanded, opened.spec.document.version)


def refuse_broken_look(worked: Worked) -> None:
    """SpecError with what the look raises while the document is made; nothing where it has no templates of its own."""
    look = worked.opened.look
    if look is not None and (problems := raised(worked, look)):
        raise SpecError(problems)


def raised(worked: Worked, look: Look) -> tuple[Problem, ...]:
    """What the templates of a look raise while a document is made, in each of its languages."""
    if not look.templates:
        return ()
    made = gathered(worked, page_assets(look))
    problems: dict[Problem, None] = {}
    for language in worked.opened.spec.document.languages:
        try:
            made.document(language)
        except SpecError as error:
            problems |= dict.fromkeys(error.problems)
    return tuple(problems)
