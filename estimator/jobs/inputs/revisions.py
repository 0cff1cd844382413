"""Files of a spec as they were at a revision of its git repository: read only, nothing of the repository is run."""

import os
import re
import subprocess
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from estimator.errors import UserError
from estimator.jobs.inputs.files import SIZE_LIMIT
from estimator.jobs.inputs.specs import Opened, open_from
from estimator.phrase import phrase
from estimator.units import shown

RANGE = re.compile(r"(?P<old>[^.\s](?:(?!\.\.).)*)?\.\.(?![./])(?P<new>(?:(?!\.\.).)*)")
"""Two revisions, ``v0.1..HEAD``; one left out is HEAD."""
SECONDS = 60
_PLAIN = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}
_SET = ("-c", "core.fsmonitor=false", "-c", "core.pager=cat", "-c", "protocol.allow=never")
_REPOSITORY = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY")
"""What would lead git elsewhere than to the repository of the spec's folder."""


class Revision(NamedTuple):
    """A commit by its hash, with the name that the user gave it, and the folder of the spec below the top."""

    commit: str
    name: str
    folder: Path
    below: PurePosixPath


class RevisionReader:
    """Gives the files below the spec's folder as they were in a commit."""

    def __init__(self, revision: Revision) -> None:
        self._revision = revision
        self.seen: dict[str, bytes] = {}

    def __call__(self, name: str) -> bytes:
        """The bytes of one file; UserError when it was not there, lies elsewhere, or was no plain file."""
        found = self.peek(name)
        if found is None:
            raise UserError(phrase("{name}: no such file at {revision}", name=name, revision=self._revision.name))
        self.seen[name] = found
        return found

    def peek(self, name: str) -> bytes | None:
        """The bytes of a file that is no part of the spec; None where there was none."""
        revision, path = self._revision, self._inside(name)
        listed = _git(revision.folder, "ls-tree", "-z", "-l", "--full-tree", revision.commit, "--", f":(literal){path}")
        if not listed:
            return None
        mode, kind, blob, size = listed.split(b"\t")[0].split()
        if kind != b"blob" or mode not in (b"100644", b"100755"):
            raise UserError(phrase("{name}: is no plain file at {revision}", name=name, revision=revision.name))
        if int(size) > SIZE_LIMIT:
            raise UserError(
                phrase("{name}: larger than {most} MiB; split it with !include", name=name, most=SIZE_LIMIT // 2**20)
            )
        return _git(revision.folder, "cat-file", "blob", blob.decode())

    def listed(self, folder: str) -> tuple[str, ...]:
        """The files of a folder as it was, but hidden ones; UserError when there was none."""
        revision, path = self._revision, self._inside(folder)
        asked = ("ls-tree", "-r", "-z", "--name-only", "--full-tree", revision.commit, "--", f":(literal){path}/")
        found = [os.fsdecode(name) for name in _git(revision.folder, *asked).split(b"\0") if name]
        names = [PurePosixPath(name).relative_to(revision.below) for name in found]
        if not names:
            raise UserError(phrase("{name}: no such folder at {revision}", name=folder, revision=revision.name))
        return tuple(sorted(str(name) for name in names if not any(part.startswith(".") for part in name.parts)))

    def _inside(self, name: str) -> PurePosixPath:
        parts: list[str] = []
        for part in PurePosixPath(name).parts:
            if part == ".." and parts:
                parts.pop()
            elif part in ("..", "/") or "\0" in part:
                raise UserError(
                    phrase("{name}: lies outside the spec's folder; an include must stay inside it", name=name)
                )
            else:
                parts.append(part)
        return self._revision.below.joinpath(*parts)


def revisions_in(text: str) -> tuple[str, str] | None:
    """``v0.1..HEAD`` as its two revisions; None where the text is no such range."""
    found = RANGE.fullmatch(text)
    return None if found is None or text == ".." else (found["old"] or "HEAD", found["new"] or "HEAD")


def open_revision(spec: Path, name: str, other: str | None = None) -> Opened:
    """The spec at ``spec`` as it was at a revision. Raises SpecError with its mistakes, UserError for what git says.

    Where it had another name or folder there, git tells by what it holds: from there to the ``other`` revision, to
    HEAD, or to what is about to be committed.
    """
    revision, file = revision_of(spec, name), spec.name
    if RevisionReader(revision).peek(file) is None and (moved := _moved(revision, spec, other)) is not None:
        revision, file = revision._replace(below=moved.parent), moved.name
    return open_from(RevisionReader(revision), file, f"{name}:{revision.below}")


def _moved(revision: Revision, spec: Path, other: str | None) -> PurePosixPath | None:
    """Where the spec lay at a revision that has no such file; None where git knows of no renaming."""
    path = str(revision.below / spec.name)
    compare = ("-r", "-M", "-z", "--name-status", "--diff-filter=R", revision.commit)
    commits = dict.fromkeys(revision_of(spec, name).commit for name in (other, "HEAD") if name is not None)
    listings = [("diff-tree", *compare, commit) for commit in commits] + [("diff-index", "--cached", *compare[1:])]
    for listing in listings:
        fields = os.fsdecode(_git(revision.folder, *listing, "--")).split("\0")
        for _, before, after in zip(*[iter(fields)] * 3, strict=False):
            if after == path:
                return PurePosixPath(before)
    return None


def revision_of(spec: Path, name: str) -> Revision:
    """The commit that ``name`` means in the repository of the spec's folder."""
    folder = spec.resolve().parent
    if not folder.is_dir():
        raise UserError(phrase("{spec}: no such folder", spec=spec))
    if name.startswith("-") or not name.isprintable():
        raise UserError(
            phrase("{name} is no revision; write a tag, a branch or a commit, such as v0.1", name=shown(name))
        )
    top = Path(os.fsdecode(_git(folder, "rev-parse", "--show-toplevel").removesuffix(b"\n")))
    try:
        commit = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}").decode()
    except UserError:
        if "..." in name:
            two = name.replace("...", "..", 1)
            raise UserError(phrase("{name}: write two dots, {two}", name=shown(name), two=two)) from None
        raise UserError(
            phrase("{name} is no revision of {top}; write a tag, a branch or a commit", name=shown(name), top=top)
        ) from None
    return Revision(commit.strip(), name, folder, PurePosixPath(folder.relative_to(top.resolve()).as_posix()))


def _git(folder: Path, *args: str) -> bytes:
    """What git prints; UserError where it fails."""
    environment = {key: value for key, value in os.environ.items() if key not in _REPOSITORY} | _PLAIN
    command = ["git", "--no-pager", "--no-replace-objects", *_SET, *args]
    try:
        # Fixed words, without a shell; what the user names comes after --end-of-options or --.
        done = subprocess.run(  # noqa: S603
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except FileNotFoundError:
        raise UserError("git: not found; install git, or give two files") from None
    except subprocess.TimeoutExpired:
        raise UserError(phrase("git {command}: took more than {seconds} s", command=args[0], seconds=SECONDS)) from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or [
            phrase("exit code {returncode}", returncode=done.returncode)
        ]
        raise UserError(phrase("git {command}: {said}", command=args[0], said=said[0]))
    return done.stdout
