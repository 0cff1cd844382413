"""The spec that answers are to, told apart by its content or found around them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from estimator.cli.main import run
from estimator.errors import UserError
from estimator.jobs.vendors.answered_spec import content_of, told_apart
from estimator.jobs.vendors.answers import export_answers
from estimator.jobs.vendors.offers import compare_files

EXAMPLE = Path(__file__).parents[3] / "specs" / "two_versions"
FILES = [EXAMPLE / "answers" / "vendor_a.yaml", EXAMPLE / "answers" / "vendor_b.yaml"]
RELEASE = EXAMPLE / "releases" / "CCL-PAIR-0.1.0.json"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The example by itself."""
    shutil.copytree(EXAMPLE, tmp_path / "two")
    return tmp_path / "two"


def test_files_say_what_they_are_whatever_they_are_called(folder: Path) -> None:
    odd = folder / "spec.answers"
    odd.write_bytes((folder / "team.yaml").read_bytes())
    assert content_of(odd) == "spec"
    assert content_of(RELEASE) == "spec"
    assert content_of(FILES[0]) == "answers"
    assert content_of(folder / "answers" / "platform_b.yaml") == ""
    assert content_of(folder / "none.yaml") == ""


def test_the_spec_may_stand_anywhere_among_the_files(folder: Path) -> None:
    spec, (one, other) = folder / "team.yaml", FILES
    for order in ([spec, one, other], [one, spec, other], [one, other, spec]):
        assert told_apart(order) == (spec, (one, other))
    assert told_apart([one, other], spec) == (spec, (one, other))
    assert told_apart([one, other]) == (None, (one, other))
    missing = folder / "no.yaml"
    assert told_apart([missing, one]) == (missing, (one,))


def test_a_file_of_another_kind_is_told(folder: Path) -> None:
    with pytest.raises(UserError, match=r"platform_b\.yaml: neither a spec nor answers"):
        told_apart(sorted((folder / "answers").glob("*.yaml")))


def test_the_release_that_is_answered_is_found_above_the_answers() -> None:
    found = compare_files(FILES)
    assert found.spec.resolve() == RELEASE
    assert found.problems == ()
    assert [one.closure.closes for one in found.found.vendors] == ["yes", "no"]


def test_without_its_release_the_spec_of_the_same_id_is_found(folder: Path) -> None:
    shutil.rmtree(folder / "releases")
    found = compare_files([folder / "answers" / "vendor_a.yaml"])
    assert found.spec.resolve() == folder / "team.yaml"


def test_the_working_folder_is_looked_through_too(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart = tmp_path / "x" / "y" / "z" / "mail"
    apart.mkdir(parents=True)
    shutil.move(folder / "answers" / "vendor_a.yaml", apart / "a.yaml")
    monkeypatch.chdir(folder)
    assert compare_files([apart / "a.yaml"]).spec == Path("releases/CCL-PAIR-0.1.0.json")


def test_two_specs_as_near_are_not_guessed_between(folder: Path) -> None:
    shutil.rmtree(folder / "releases")
    shutil.copy(folder / "team.yaml", folder / "copy.yaml")
    with pytest.raises(UserError, match="each is CCL-PAIR; write --spec and one of them"):
        compare_files([folder / "answers" / "vendor_a.yaml"])


def test_a_path_in_the_version_is_not_followed(folder: Path) -> None:
    answers = folder / "answers" / "vendor_a.yaml"
    text = answers.read_text("utf-8").replace('version: "0.1.0"', 'version: "/../../team"')
    answers.write_text(text, "utf-8")
    assert compare_files([answers]).spec.resolve() == folder / "team.yaml"


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('id: "CCL-PAIR"', 'id: "OTHER"', "no spec or release of OTHER 0.1.0 in the folders of the answers"),
        ("document: {", "documents: {", "does not say what it answers; write --spec SPEC"),
    ],
)
def test_what_cannot_be_found_is_told_with_what_to_write(folder: Path, was: str, now: str, said: str) -> None:
    answers = folder / "answers" / "vendor_a.yaml"
    answers.write_text(answers.read_text("utf-8").replace(was, now), "utf-8")
    with pytest.raises(UserError, match=said):
        compare_files([answers])


def test_answers_to_two_documents_are_not_compared(folder: Path) -> None:
    one, other = (folder / "answers" / f"vendor_{name}.yaml" for name in "ab")
    other.write_text(other.read_text("utf-8").replace('id: "CCL-PAIR"', 'id: "OTHER"'), "utf-8")
    with pytest.raises(UserError, match="compare answers to one document"):
        compare_files([one, other])


def test_a_workbook_finds_its_spec_too(folder: Path) -> None:
    export_answers(folder / "team.yaml", "C", folder / "c.xlsx")
    assert compare_files([folder / "c.xlsx"]).spec.resolve() == folder / "team.yaml"


def test_the_command_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["respond", "compare", *map(str, FILES)]) == 0
    said = capsys.readouterr()
    assert said.err.startswith("held against ")
    assert said.err.endswith("releases/CCL-PAIR-0.1.0.json\n")
    assert run(["respond", "compare", *map(str, FILES), "--spec", str(RELEASE)]) == 0
    assert capsys.readouterr().err == ""
    assert run(["respond", "compare", str(RELEASE), str(EXAMPLE / "team.yaml"), str(FILES[0])]) == 2
    assert "more than one spec; name the one that is answered" in capsys.readouterr().err


def test_an_overlay_is_a_platform_of_a_vendor_too(folder: Path) -> None:
    """Vendor B closes the step with the faster paths inside a node that its platform file has."""
    overlay = folder / "b.yaml"
    overlay.write_text(
        "set:\n"
        '  platform.paths.scale_up.exclusive.bandwidth: ["215 GB/s", "200 GB/s"]\n'
        '  platform.paths.scale_up.with_compute.bandwidth: ["205 GB/s", "195 GB/s"]\n',
        "utf-8",
    )
    own = compare_files(FILES, None, [f"vendor_b={overlay}"]).found.vendors[1]
    whole = compare_files(FILES, None, [f"vendor_b={EXAMPLE / 'answers' / 'platform_b.yaml'}"]).found.vendors[1]
    assert own.closure.closes == "yes"
    assert own.closure.musts_met == pytest.approx(whole.closure.musts_met)
    overlay.write_text("set:\n  platform.paths.scale_up.exclusive.alpa: 3 us\n", "utf-8")
    with pytest.raises(UserError, match=r"b\.yaml:2.*alpa"):
        compare_files(FILES, None, [f"vendor_b={overlay}"])
