"""Specs at revisions of a git repository: read as they were, and nothing else."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from estimator.errors import UserError
from estimator.jobs.difference import compare
from estimator.jobs.inputs.revisions import RevisionReader, open_revision, revision_of, revisions_in
from tests.history.versions import BASE, directions, edited

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not on this machine")
START, STOP = BASE.index("platform:\n"), BASE.index("moe:")
POD = "".join(line.removeprefix("  ") + "\n" for line in BASE[START:STOP].splitlines()[1:])
SPEC = BASE[:START] + "platform: !include parts/pod.yaml\n" + BASE[STOP:]


def git(folder: Path, *args: str) -> None:
    """Run git as the tests need it."""
    own = ("-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *own, *args], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two versions of a spec in a folder: v1, then a tighter limit and another start-up."""
    folder = tmp_path / "specs"
    (folder / "parts").mkdir(parents=True)
    git(tmp_path, "init", "-q")
    for tag, spec, pod in (
        ("v1", SPEC, POD),
        (
            "v2",
            edited(("at_most: 20 ms", "at_most: 18 ms"), text=SPEC),
            POD.replace("[10 us, 20 us]", "[10 us, 25 us]"),
        ),
    ):
        (folder / "s.yaml").write_text(spec, "utf-8")
        (folder / "parts" / "pod.yaml").write_text(pod, "utf-8")
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-q", "-m", tag)
        git(tmp_path, "tag", tag)
    return folder


def test_a_range_of_revisions_is_compared_with_its_includes(repository: Path) -> None:
    found = compare("v1..HEAD", repository / "s.yaml").found
    assert directions(found) == {"R-LIT": "tighter"}
    assert list(found.estimates.moved) == ["gradient"]


@pytest.mark.parametrize("words", [("v1..v2",), ("v1", "v2"), ("v1..",)])
def test_every_way_to_name_two_revisions_means_the_same(repository: Path, words: tuple[str, ...]) -> None:
    assert directions(compare(*words, repository / "s.yaml").found) == {"R-LIT": "tighter"}


def test_a_revision_alone_is_compared_with_the_file_as_it_is(repository: Path) -> None:
    (repository / "s.yaml").write_text(edited(("at_most: 20 ms", "at_most: 30 ms"), text=SPEC), "utf-8")
    assert directions(compare("v2", repository / "s.yaml").found) == {"R-LIT": "looser"}


def test_a_file_and_a_revision_are_compared_the_other_way_round(repository: Path) -> None:
    assert directions(compare(repository / "s.yaml", "v1").found) == {"R-LIT": "looser"}


@pytest.mark.parametrize("to", ["t.yaml", "moved/t.yaml"])
@pytest.mark.parametrize("committed", [True, False])
def test_a_spec_that_had_another_name_is_found_with_its_includes(repository: Path, to: str, committed: bool) -> None:
    new = repository / to
    new.parent.mkdir(exist_ok=True)
    git(repository, "mv", "s.yaml", to)
    if to != "t.yaml":
        git(repository, "mv", "parts", "moved/parts")
    if committed:
        git(repository, "commit", "-q", "-m", "moved")
    found = compare("v1..v2", new).found
    assert directions(found) == {"R-LIT": "tighter"}
    assert (found.before.name, found.after.name) == ("v1:s.yaml", "v2:s.yaml")
    assert compare("v2", new).found.empty


def test_the_old_name_is_followed_to_the_new_one(repository: Path) -> None:
    git(repository, "mv", "s.yaml", "t.yaml")
    git(repository, "commit", "-q", "-m", "moved")
    found = compare("v1..HEAD", repository / "s.yaml").found
    assert (found.after.name, directions(found)) == ("HEAD:t.yaml", {"R-LIT": "tighter"})


def test_a_spec_that_was_never_there_is_told(repository: Path) -> None:
    (repository / "n.yaml").write_text("commspec: 1\n", "utf-8")
    with pytest.raises(UserError, match=r"n\.yaml: no such file at v1"):
        compare("v1", repository / "n.yaml")


def test_three_dots_are_told_with_two(repository: Path) -> None:
    with pytest.raises(UserError, match=r"'v1\.\.\.v2': write two dots, v1\.\.v2"):
        compare("v1...v2", repository / "s.yaml")


def test_the_file_of_today_does_not_count(repository: Path) -> None:
    (repository / "parts" / "pod.yaml").unlink()
    assert open_revision(repository / "s.yaml", "v1").spec.document.id == "VER-1"


@pytest.mark.parametrize("name", ["nothing", "--upload-pack=touch x", "-v1", "v1\n", "", "v1 v2", "HEAD:specs"])
def test_what_is_no_revision_is_told(repository: Path, name: str) -> None:
    with pytest.raises(UserError, match="is no revision"):
        revision_of(repository / "s.yaml", name)


def test_a_mistake_is_told_with_the_revision_it_is_in(repository: Path) -> None:
    (repository / "s.yaml").write_text(edited(("at_most: 20 ms", "at_mst: 20 ms"), text=SPEC), "utf-8")
    git(repository, "commit", "-q", "-a", "-m", "broken")
    with pytest.raises(UserError, match=r"HEAD:specs/s\.yaml:\d+:\d+: requirements\.R-LIT"):
        open_revision(repository / "s.yaml", "HEAD")


@pytest.mark.parametrize(
    "name", ["../secret.yaml", "/etc/passwd", "parts/../../secret.yaml", "missing.yaml", "link.yaml", "parts"]
)
def test_only_plain_files_of_the_folder_are_read(repository: Path, name: str) -> None:
    (repository.parent / "secret.yaml").write_text("a: 1\n", "utf-8")
    (repository / "link.yaml").symlink_to("../secret.yaml")
    git(repository.parent, "add", ".")
    git(repository.parent, "commit", "-q", "-m", "more")
    reader = RevisionReader(revision_of(repository / "s.yaml", "HEAD"))
    with pytest.raises(UserError, match=name.rsplit("/", 1)[-1]):
        reader(name)


def test_a_folder_without_a_repository_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="not a git repository"):
        revision_of(tmp_path / "s.yaml", "HEAD")


@pytest.mark.parametrize(
    ("text", "revisions"),
    [("v0.1..HEAD", ("v0.1", "HEAD")), ("v0.1..", ("v0.1", "HEAD")), ("..v2", ("HEAD", "v2")), ("a...b", None),
     ("../s.yaml", None), ("v1", None), ("..", None)],
)  # fmt: skip
def test_a_range_is_told_from_a_path(text: str, revisions: tuple[str, str] | None) -> None:
    assert revisions_in(text) == revisions
