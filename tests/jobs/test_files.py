"""Files: what is read stays inside the folder, what is written is never half there."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from estimator.errors import UserError
from estimator.jobs import files
from estimator.jobs.files import FolderReader, document_folder, write_new, write_together


def test_a_file_inside_the_folder_is_read_and_remembered(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/a.yaml").write_bytes(b"x: 1\n")
    reader = FolderReader(tmp_path)
    assert reader("parts/a.yaml") == b"x: 1\n"
    assert reader.seen == {"parts/a.yaml": b"x: 1\n"}


@pytest.mark.parametrize("name", ["../secret.yaml", "parts/../../secret.yaml", "/etc/hostname", "link.yaml", "a\0b"])
def test_a_path_that_leads_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    spec = tmp_path / "spec"
    (spec / "parts").mkdir(parents=True)
    (tmp_path / "secret.yaml").write_text("secret: 1\n")
    (spec / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    with pytest.raises(UserError, match="spec's folder"):
        FolderReader(spec)(name)


def test_a_folder_next_door_with_the_same_beginning_is_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec2").mkdir()
    (tmp_path / "spec2/a.yaml").write_text("x: 1\n")
    with pytest.raises(UserError, match="outside"):
        FolderReader(tmp_path / "spec")("../spec2/a.yaml")


def test_a_link_that_stays_inside_is_followed(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"x: 1\n")
    (tmp_path / "b.yaml").symlink_to("a.yaml")
    assert FolderReader(tmp_path)("b.yaml") == b"x: 1\n"


def test_a_missing_file_a_folder_and_a_pipe_are_named_not_read(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    reader = FolderReader(tmp_path)
    with pytest.raises(UserError, match="no such file"):
        reader("missing.yaml")
    for name in ("folder", "pipe"):
        with pytest.raises(UserError, match="not a plain file"):
            reader(name)


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
    with files._draft(tmp_path) as other:
        write_together(tmp_path / "1.0", {"a": b"1"})
        assert other.is_dir()


def test_an_unwritable_place_is_the_users_to_mend(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UserError, match="cannot write"):
        write_together(tmp_path / "file" / "1.0", {"a": b"1"})


@pytest.mark.parametrize(
    ("identity", "version"), [("..", "1"), ("a/b", "1"), ("a", "../../x"), ("", "1"), (".git", "1"), ("a", "x" * 101)]
)
def test_a_document_name_cannot_lead_out_of_the_folder(identity: str, version: str) -> None:
    with pytest.raises(UserError, match="folder name"):
        document_folder(Path("out"), identity, version)
    assert document_folder(Path("out"), "CCL-5T", "0.1.0") == Path("out/CCL-5T/0.1.0")


def test_a_new_file_never_replaces_one_that_is_there(tmp_path: Path) -> None:
    write_new(tmp_path / "spec.yaml", b"mine")
    with pytest.raises(UserError, match="exists already"):
        write_new(tmp_path / "spec.yaml", b"other")
    assert (tmp_path / "spec.yaml").read_bytes() == b"mine"


KILLED_WHILE_MOVING = """
import os, pathlib, signal, sys, threading
threading.Thread(target=threading.Event().wait, daemon=True).start()  # as numpy's: a thread that blocks no signal
from estimator.jobs.files import write_together
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
