"""Releases: where their files lie, which one a spec goes by, and how a version becomes one."""

import json
from dataclasses import dataclass
from pathlib import Path

from estimator import __version__
from estimator.errors import Problem, UserError, path_text
from estimator.estimate.steps.need import Needs
from estimator.history.difference import Difference, difference
from estimator.history.fingerprint import fingerprint
from estimator.history.release import content, release_text, with_limits
from estimator.history.versions import suggested
from estimator.history.wording import places
from estimator.jobs.difference import state_of
from estimator.jobs.gathered import refuse_broken_look
from estimator.jobs.inputs.files import document_folder
from estimator.jobs.inputs.specs import Opened, open_release, release_beside
from estimator.jobs.outputs.writing import write_new
from estimator.jobs.work import Say, Worked, silent, work_out
from estimator.phrase import linked, phrase
from estimator.report.tables.estimates.listing import as_json
from estimator.require.closure import closure
from estimator.require.expand import expand
from estimator.require.limits.freeze import frozen_table

UNFROZEN = "not-frozen"
"""The rule that a release puts an end to."""


@dataclass(frozen=True, slots=True)
class Released:
    """The file of a release, whether this run wrote it, and what the lint found.

    ``path`` None: it was refused for an error.
    """

    path: Path | None
    new: bool
    findings: tuple[Problem, ...]

    @property
    def exit_code(self) -> int:
        """1 where it was refused."""
        return int(self.path is None)


def release(spec: Path, say: Say = silent) -> Released:
    """Freeze the version of the spec at ``spec`` into ``releases/<id>-<version>.json`` beside it.

    Raises SpecError with every mistake, UserError where the document is not marked as released, or where the version
    was released with another content: then with what changed and which version is next.
    """
    worked = work_out(spec, say)
    opened = worked.opened
    if opened.release is not None:
        refuse_other_content(opened, spec)
        beside = release_path(opened, spec)
        return Released(beside if beside.is_file() else spec.resolve(), False, worked.findings)  # else it is the file
    if opened.spec.document.status != "released":
        status = opened.spec.document.status
        raise UserError(
            phrase(
                "{spec}: document.status is {status}; write released, with its date and approvers",
                spec=spec,
                status=status,
            )
        )
    refuse_broken_look(worked)
    findings = tuple(one for one in worked.findings if one.rule != UNFROZEN)
    if any(one.severity == "error" for one in findings):
        return Released(None, False, findings)
    say("writing the release")
    path = release_path(opened, spec)
    write_new(path, _text(worked).encode())
    return Released(path, True, findings)


def release_path(opened: Opened, spec: Path) -> Path:
    """Where the release of a spec's version lies."""
    document = opened.spec.document
    document_folder(Path(), document.id, document.version)
    return spec.resolve().parent / release_beside(document.id, document.version)


def _text(worked: Worked) -> str:
    opened = worked.opened
    limits = frozen_table(worked.expanded)
    spec = with_limits(opened.spec, limits)
    expanded = expand(spec, worked.table)
    closing = closure(Needs(spec, worked.table), expanded)
    estimates = json.loads(as_json(worked.table, {}, closing))
    made = {
        "fingerprint": fingerprint(spec, __version__),
        "commspec": __version__,
        "estimates": estimates,
    }
    return release_text(
        spec, opened.loaded.data, (opened.name, opened.files), limits, expanded, closing, made, opened.previous
    )


def refuse_other_content(opened: Opened, spec: Path) -> None:
    """UserError where a released version has another content now: what changed, and which version is next."""
    found = other_content(opened)
    if found is not None:
        version, shown, following = _told(opened, found)
        raise UserError(
            phrase(
                "{spec}: version {version} is released with another content: {shown}; "
                "write document.version: {following}, or build with --as-draft",
                spec=spec,
                version=version,
                shown=shown,
                following=following,
            )
        )


def other_content_told(opened: Opened) -> tuple[Problem, ...]:
    """The same as a problem at its place in the spec; none where it says what was released, or nothing was."""
    found = other_content(opened)
    if found is None:
        return ()
    version, shown, following = _told(opened, found)
    what = phrase("{version} is released with another content: {shown}", version=version, shown=shown)
    hint = phrase("write {following}, or take the changes back", following=following)
    return opened.loaded.locations.sort([Problem(("document", "version"), what, hint)])


def _told(opened: Opened, found: Difference) -> tuple[str, str, str]:
    """The version that was released, what differs from it, and the version to write."""
    version = opened.spec.document.version
    changes = [*(f"{name} {one.changed.direction}" for name, one in found.changed.items())]
    changes += [
        *(phrase("{name} added", name=name) for name in found.added),
        *(phrase("{name} removed", name=name) for name in found.removed),
    ]
    changes += [one.text for one in found.inputs] + [f"document.{name}" for name in found.document] + [*found.words]
    if not changes:  # what a difference leaves out: the day, the history, the defaults
        both = (content(one.spec) for one in (found.before, found.after))
        changes = [path_text(path) for path in places(*both)]
    more = phrase(" and {count} more", count=len(changes) - 8) if len(changes) > 8 else ""
    shown = phrase("{parts}{more}", parts=linked(", ", changes[:8]), more=more)
    following = found.version.next
    if following == version:
        following = suggested("patch", version, version).next
    return version, shown, following or "a new one"


def other_content(opened: Opened) -> Difference | None:
    """What differs from the release of the same version; None where nothing does, or there is none."""
    if opened.release is None or opened.as_released:
        return None
    before = open_release(opened.release)
    return difference(state_of(before, "released"), state_of(opened, "now"))
