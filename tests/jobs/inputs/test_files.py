"""Files: what is read stays inside the folder, and a document's folder inside the one that is asked for."""

import os
from pathlib import Path

import pytest

from estimator.errors import UserError
from estimator.jobs.inputs.files import FolderReader, MemoryReader, document_folder


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


@pytest.mark.parametrize(
    ("identity", "version"), [("..", "1"), ("a/b", "1"), ("a", "../../x"), ("", "1"), (".git", "1"), ("a", "x" * 101)]
)
def test_a_document_name_cannot_lead_out_of_the_folder(identity: str, version: str) -> None:
    with pytest.raises(UserError, match="folder name"):
        document_folder(Path("out"), identity, version)
    assert document_folder(Path("out"), "CCL-5T", "0.1.0") == Path("out/CCL-5T/0.1.0")


def test_the_files_of_a_folder_are_listed_by_their_paths_through_links_but_not_hidden_ones(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    for name in ("a/one", "a/b/two", "a/.hidden", "other/three", "beside"):
        (tmp_path / name).write_text("x")
    (tmp_path / "a" / "c").symlink_to(tmp_path / "other")
    (tmp_path / "d").symlink_to(tmp_path / "a" / "b")
    reader = FolderReader(tmp_path)
    assert reader.listed("a") == ("a/b/two", "a/c/three", "a/one")
    assert reader.listed("d") == ("d/two",)
    assert reader("a/c/three") == b"x"
    assert reader.seen == {"a/c/three": b"x"}
    for name, why in (("none", "no such folder"), ("beside", "is no folder"), ("..", "outside the spec's folder")):
        with pytest.raises(UserError, match=why):
            reader.listed(name)
    (tmp_path / "a" / "etc").symlink_to("/etc")
    with pytest.raises(UserError, match="a/etc: lies outside the spec's folder"):
        reader.listed("a")
    assert MemoryReader({"a/x": b"", "ab/y": b""}).listed("a") == ("a/x",)


def test_a_folder_that_holds_itself_has_an_end(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one").write_text("x")
    (tmp_path / "a" / "loop").symlink_to(tmp_path / "a")
    assert 1 < len(FolderReader(tmp_path).listed("a")) <= 50
