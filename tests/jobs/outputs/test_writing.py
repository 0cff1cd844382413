"""Writing: a document is there as a whole or not at all, and what one run leaves undone the next one does."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from estimator.errors import UserError
from estimator.jobs.outputs.drafts import draft_in
from estimator.jobs.outputs.writing import drafted, settle_all, write_new, write_together
from tests.jobs.steps import at_each_step

OLD = {"a": b"old a", "b": b"old b", "gone": b"old"}
NEW = {"a": b"new a", "b": b"new b", "c": b"new c"}


def _replaced(path: Path, data: bytes) -> None:
    with drafted(path) as draft:
        draft.write_bytes(data)


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.is_dir() else {}


KILLED_AT_A_STEP = """
import os, pathlib, signal, sys
from estimator.jobs.outputs.writing import write_together
from tests.jobs.steps import at_each_step
def killed(number, before):
    if before and number == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
at_each_step(setattr, killed)
write_together(pathlib.Path(sys.argv[1]), {"a": b"new a", "b": b"new b", "c": b"new c"}, stale=["gone"])
"""


def test_a_kill_at_any_step_leaves_a_whole_document_or_one_that_the_next_run_completes(tmp_path: Path) -> None:
    completed = []
    for number in range(1, 100):
        out = tmp_path / str(number)
        folder = out / "id" / "1.0"
        write_together(folder, OLD)
        command = [sys.executable, "-c", KILLED_AT_A_STEP, str(folder), str(number)]
        done = subprocess.run(command, check=False, capture_output=True)
        whole = content(folder) in (OLD, NEW)
        settle_all(out)
        assert content(folder) == NEW or (whole and content(folder) == OLD), number
        assert [path.name for path in folder.parent.iterdir()] == ["1.0"]
        completed.append(not whole)
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL, done.stderr
    assert 10 < number < 99
    assert sum(completed) >= 3


@pytest.mark.parametrize("there", [True, False])
def test_a_disk_that_is_full_at_any_step_leaves_the_earlier_document_or_none(
    there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, 100):
        out = tmp_path / str(number)
        folder = out / "id" / "1.0"
        if there:
            write_together(folder, OLD)

        def full(step: int, before: bool, fails: int = number) -> None:
            if before and step == fails:
                raise OSError(errno.ENOSPC, "No space left on device")

        said = ""
        with monkeypatch.context() as patched:
            at_each_step(patched.setattr, full)
            try:
                write_together(folder, NEW, stale=["gone"] if there else [])
            except UserError as error:
                said = str(error)
        assert not said or "disk is full" in said
        left = content(folder)
        settle_all(out)
        assert content(folder) == NEW or (said and left == content(folder) == (OLD if there else {}))
        assert out.exists() == bool(content(folder))
        if not said and left == NEW and not any(path.name.startswith(".") for path in out.glob("id/*")):
            break
    assert 8 < number < 99


def test_two_builds_at_once_leave_the_document_of_one_of_them(tmp_path: Path) -> None:
    code = (
        "import pathlib, sys; from estimator.jobs.outputs.writing import write_together as write\n"
        "for i in range(10): write(pathlib.Path(sys.argv[1]), {str(k): sys.argv[2].encode() for k in range(5)})"
    )
    folder = tmp_path / "id" / "1.0"
    runs = [subprocess.Popen([sys.executable, "-c", code, str(folder), name]) for name in "xyz"]
    assert [run.wait(timeout=60) for run in runs] == [0, 0, 0]
    assert len({*content(folder).values()}) == 1
    assert [path.name for path in folder.parent.iterdir()] == ["1.0"]


def test_all_files_of_a_document_appear_together_and_stale_ones_go(tmp_path: Path) -> None:
    folder = tmp_path / "id" / "1.0"
    write_together(folder, {"a": b"1", "b": b"2"})
    write_together(folder, {"a": b"3"}, stale={"b", "never"})
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"a": b"3"}
    assert [path.name for path in folder.parent.iterdir()] == ["1.0"]


def test_a_full_disk_leaves_the_earlier_document_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "id" / "1.0"
    write_together(folder, {"a": b"old a", "b": b"old b"})
    calls = []

    def full(handle: int) -> None:
        calls.append(handle)
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserError, match="disk is full"):
        write_together(folder, {"a": b"new a", "b": b"new b"})
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"a": b"old a", "b": b"old b"}
    assert [path.name for path in folder.parent.iterdir()] == ["1.0"]


def test_the_draft_of_a_killed_run_is_removed_by_the_next(tmp_path: Path) -> None:
    folder = tmp_path / "id" / "1.0"
    (tmp_path / "id" / ".commspec-killed").mkdir(parents=True)
    (tmp_path / "id" / ".commspec-killed" / "a").write_bytes(b"half")
    write_together(folder, {"a": b"1"})
    assert [path.name for path in folder.parent.iterdir()] == ["1.0"]


def test_the_draft_of_a_run_still_at_work_is_left_alone(tmp_path: Path) -> None:
    with draft_in(tmp_path) as other:
        write_together(tmp_path / "1.0", {"a": b"1"})
        assert other.is_dir()


def test_an_unwritable_place_is_the_users_to_mend(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UserError, match="cannot write"):
        write_together(tmp_path / "file" / "1.0", {"a": b"1"})


def test_a_new_file_never_replaces_one_that_is_there(tmp_path: Path) -> None:
    write_new(tmp_path / "spec.yaml", b"mine")
    with pytest.raises(UserError, match="exists already"):
        write_new(tmp_path / "spec.yaml", b"other")
    assert (tmp_path / "spec.yaml").read_bytes() == b"mine"


KILLED_WHILE_MOVING = """
import os, pathlib, signal, sys, threading
threading.Thread(target=threading.Event().wait, daemon=True).start()  # as numpy's: a thread that blocks no signal
from estimator.jobs.outputs.writing import write_together
moved = pathlib.Path.replace
def killed(self, target):
    done = moved(self, target)
    os.kill(os.getpid(), signal.SIGTERM)
    return done
pathlib.Path.replace = killed
write_together(pathlib.Path(sys.argv[1]), {"a": b"new", "b": b"new", "c": b"new"})
print("still alive")
"""


def test_a_kill_between_two_moves_waits_until_all_are_made(tmp_path: Path) -> None:
    folder = tmp_path / "id" / "1.0"
    write_together(folder, {"a": b"old", "b": b"old", "c": b"old"})
    done = subprocess.run([sys.executable, "-c", KILLED_WHILE_MOVING, str(folder)], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGTERM, b"", b"")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"a": b"new", "b": b"new", "c": b"new"}
    assert [path.name for path in folder.parent.iterdir()] == ["1.0"]


def test_a_folder_in_the_place_of_a_file_is_found_before_anything_is_moved(tmp_path: Path) -> None:
    write_together(tmp_path / "1.0", {"a": b"old"})
    for name in ("b", "stale"):
        (tmp_path / "1.0" / name).mkdir()
        with pytest.raises(UserError, match=f"{name}: is a folder"):
            write_together(tmp_path / "1.0", {"a": b"new", "b": b"new"}, stale={"stale"})
        (tmp_path / "1.0" / name).rmdir()
    assert (tmp_path / "1.0" / "a").read_bytes() == b"old"


@pytest.mark.parametrize("write", [write_new, _replaced])
def test_a_missing_folder_is_made(tmp_path: Path, write: Callable[[Path, bytes], None]) -> None:
    write(tmp_path / "a" / "b" / "spec.yaml", b"mine")
    assert (tmp_path / "a" / "b" / "spec.yaml").read_bytes() == b"mine"


@pytest.mark.parametrize("write", [write_new, _replaced])
def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: Path, write: Callable[[Path, bytes], None]) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UserError, match="file is a file, not a folder; move it, or choose another place"):
        write(tmp_path / "file" / "deep" / "spec.yaml", b"mine")
    assert (tmp_path / "file").read_text() == "in the way"
