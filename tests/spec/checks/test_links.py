"""Own fields of requirements are declared, links lead somewhere, and appendices stay in the spec's folder."""

from pathlib import Path

import pytest

from estimator.errors import SpecError
from estimator.jobs.inputs.specs import open_spec
from estimator.spec.load import load_text
from tests.spec.examples import EXAMPLE, messages, varied, warnings

LANGUAGES, RUN_BY = "languages: [zh, en],", "    run_by: vendor"
DECLARED = f"{LANGUAGES} fields: {{company: text, asil: [QM, A], effort: number}},"


def carrying(fields: str, declared: str = DECLARED) -> str:
    """The example whose requirement carries fields."""
    return varied(LANGUAGES, declared, RUN_BY, f"    fields: {fields}\n{RUN_BY}")


def linked(lines: str) -> str:
    """The example whose requirement has further lines."""
    return varied(RUN_BY, f"    {lines}\n{RUN_BY}")


def test_declared_fields_are_carried() -> None:
    spec = load_text(carrying("{company: a, asil: QM, effort: 0.5}")).spec
    assert spec.requirements["CCL-A2AV-01"].fields == {"company": "a", "asil": "QM", "effort": "0.5"}
    assert spec.document.fields["asil"].choices == ("QM", "A")
    assert spec.document.fields["asil"].type == "choice"


def test_a_document_that_declares_none_says_how() -> None:
    (found,) = messages(linked("fields: {owner: a}"))
    assert "there is no field 'owner'; declare it: document: {fields: {owner: text}}" in found


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("{compnay: a, asil: A, effort: 1}", "fields.compnay: there is no field 'compnay'; did you mean company?"),
        ("{owner: a}", "fields.owner: there is no field 'owner'; write company, asil or effort"),
        ("{asil: B}", "fields.asil: 'B' is no choice of asil; write one of QM, A"),
        ("{effort: nan}", "fields.effort: 'nan' is no number of effort; write a number such as 3 or 0.5"),
        ("{effort: much}", "fields.effort: 'much' is no number of effort; write a number such as 3 or 0.5"),
    ],
)
def test_what_was_not_declared_so_is_told(fields: str, message: str) -> None:
    (found,) = messages(carrying(fields))
    assert found.endswith(f": requirements.CCL-A2AV-01.{message}")


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ("{asil: {type: choice}}", "a choice of nothing; write choices: [QM, A, B]"),
        ("{asil: {type: number, choices: [1, 2]}}", "a number has no choices"),
    ],
)
def test_only_a_choice_has_choices(declared: str, message: str) -> None:
    (found,) = messages(carrying("{asil: 1}", f"{LANGUAGES} fields: {declared},"))
    assert message in found


def test_a_field_that_nobody_carries_is_a_warning() -> None:
    (found,) = [line for line in warnings(carrying("{company: a, asil: A}")) if "document.fields" in line]
    assert "document.fields.effort: has no effect: no requirement carries it; write fields: {effort: ...}" in found


@pytest.mark.parametrize("written", ["CCL-A2AV-1", "[CCL-A2AV-1]"])
def test_a_refined_requirement_is_one_of_the_document(written: str) -> None:
    (found,) = messages(linked(f"refines: {written}"))
    assert "there is no requirement 'CCL-A2AV-1'; did you mean CCL-A2AV-01?" in found


def test_nothing_refines_itself() -> None:
    (found,) = messages(linked("refines: CCL-A2AV-01"))
    assert "CCL-A2AV-01.refines: goes in a circle: CCL-A2AV-01 refines CCL-A2AV-01; remove one of them" in found


def test_what_is_covered_may_be_elsewhere() -> None:
    assert load_text(linked("covers: [SYS-12, CCL-X]")).spec.requirements["CCL-A2AV-01"].covers == ("SYS-12", "CCL-X")


def with_appendices(folder: Path, written: str) -> Path:
    """A spec with appendices in a folder of its own."""
    folder.mkdir(exist_ok=True)
    path = folder / "spec.yaml"
    path.write_text(EXAMPLE.replace(LANGUAGES, f"{LANGUAGES} appendices: {written},"), "utf-8")
    return path


def test_an_appendix_is_read_from_its_file(tmp_path: Path) -> None:
    path = with_appendices(tmp_path / "s", "[notes.md, {title: Lab, file: {zh: a.zh.md, en: a.en.md}}, {text: plain}]")
    for name, text in (("notes.md", "# Notes\n"), ("a.zh.md", "实验室"), ("a.en.md", "The lab")):
        (path.parent / name).write_text(text, "utf-8")
    opened = open_spec(path)
    first, second, third = opened.spec.document.appendices
    assert (first.text.zh, first.text.en) == ("# Notes\n", "# Notes\n") if first.text else False
    assert (second.text.zh, second.text.en) == ("实验室", "The lab") if second.text else False
    assert third.text is not None
    (path.parent / "notes.md").write_text("# Others\n", "utf-8")
    assert open_spec(path).sources_sha256 != opened.sources_sha256


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("../secret.md", "'../secret.md' is outside the spec's folder"),
        ("/etc/hostname", "'/etc/hostname' is outside the spec's folder"),
        ("none.md", "cannot read 'none.md'"),
        ("link.md", "cannot read 'link.md'"),
        ("latin.md", "'latin.md' is not text in UTF-8"),
    ],
)
def test_an_appendix_stays_in_the_folder_of_the_spec(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "secret.md").write_text("secret", "utf-8")
    path = with_appendices(tmp_path / "s", f"[{name}]")
    (path.parent / "latin.md").write_bytes(b"\xe4\xf6")
    (path.parent / "link.md").symlink_to(tmp_path / "secret.md")
    with pytest.raises(SpecError) as found:
        open_spec(path)
    (problem,) = found.value.problems
    assert message in problem.text()
    assert "document.appendices[0].file" in problem.text()


def test_an_appendix_is_a_file_or_a_text() -> None:
    (found,) = messages(varied(LANGUAGES, f"{LANGUAGES} appendices: [{{file: a.md, text: b}}],"))
    assert "appendices[0].text: file and text both say what is printed; remove one of the two" in found


def test_an_appendix_of_nothing_is_told() -> None:
    (found,) = messages(varied(LANGUAGES, f"{LANGUAGES} appendices: [{{title: Empty}}],"))
    assert "'Empty' has nothing in it; write file: notes.md" in found
