"""A look from a spec's folder to the document: read within it, refused as a whole, held by a release."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from base64 import b64decode
from pathlib import Path

import pytest

from estimator.cli import main as cli
from estimator.errors import SpecError, UserError
from estimator.jobs.assets import templates
from estimator.jobs.build import build
from estimator.jobs.check import check
from estimator.jobs.difference import compare
from estimator.jobs.inputs.specs import open_spec
from estimator.jobs.looks import check_folder
from estimator.jobs.releases import release
from tests.report.looks.test_logo import png

COVER = (
    '{% extends "commspec/cover.html.j2" %}\n{% block end %}\n<p class="own">For named readers</p>\n{% endblock %}\n'
)


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """The starter, ready to be released, with a look beside it."""
    path = tmp_path / "spec" / "s.yaml"
    look = path.parent / "looks" / "team"
    (look / "templates").mkdir(parents=True)
    text = (templates() / "starter.yaml").read_text("utf-8")
    state = 'status: released\n  date: "2026-11-30"\n  approvers: [Lead]\n  look: looks/team  '
    path.write_text(text.replace("status: draft ", state, 1), "utf-8")
    (look / "templates" / "cover.html.j2").write_text(COVER, "utf-8")
    (look / "style.css").write_text(".own{color:#0b4f4a}", "utf-8")
    (look / "print.css").write_text(".own{font-size:7pt}", "utf-8")
    (look / "logo.png").write_bytes(png())
    (look / "wording.en.yaml").write_text("logo.alt: Team\ncover.status: State\n", "utf-8")
    (look / "README.md").write_text("for people", "utf-8")
    return path


def look_of(spec: Path) -> Path:
    return spec.parent / "looks" / "team"


def page(files: tuple[Path, ...], language: str = "en") -> str:
    return next(file for file in files if file.name == f"requirements.{language}.html").read_text("utf-8")


def said(spec: Path) -> list[str]:
    """What a check says, without the folder."""
    return [one.text().replace(f"{spec.parent}/", "") for one in check(spec).problems]


def test_the_document_has_the_templates_styles_logo_and_words_of_the_look(spec: Path, tmp_path: Path) -> None:
    html = page(build(spec, tmp_path / "out", pdf=False).files)
    assert '<p class="own">For named readers</p>' in html
    assert ".own{color:#0b4f4a}" in html
    assert ".own{font-size:7pt}" not in html
    assert 'alt="Team"' in html
    assert '<th scope="row">State</th>' in html
    assert "for people" not in html


def test_slips_of_the_look_are_told_with_those_of_the_spec(spec: Path, tmp_path: Path) -> None:
    spec.write_text(spec.read_text("utf-8").replace("redop: sum", "redopp: sum", 1), "utf-8")
    (look_of(spec) / "templates" / "cover.html.j2").write_text(COVER.replace("block end", "block ende"), "utf-8")
    (look_of(spec) / "wording.en.yaml").write_text("cover.statu: x\n", "utf-8")
    (look_of(spec) / "stile.css").write_text("", "utf-8")
    found = said(spec)
    assert [one.split(": ")[0] for one in found[1:]] == [
        "looks/team/stile.css",
        "looks/team/templates/cover.html.j2:2:10",
        "looks/team/wording.en.yaml:1:1",
    ]
    assert "redopp: unknown key" in found[0]
    with pytest.raises(SpecError):
        build(spec, tmp_path / "out", pdf=False)
    assert not (tmp_path / "out").exists()


def test_a_template_that_raises_leaves_the_document_that_was_there(spec: Path, tmp_path: Path) -> None:
    before = {file: file.read_bytes() for file in build(spec, tmp_path / "out", pdf=False).files}
    text = COVER.replace("For named readers", "{{ cover.facts[9][0] }}")
    (look_of(spec) / "templates" / "cover.html.j2").write_text(text, "utf-8")
    message = (
        "looks/team/templates/cover.html.j2:3: cannot be placed: there is no 9 in it; "
        "commspec look names the blocks, and what they are placed with"
    )
    assert said(spec) == [message]
    with pytest.raises(SpecError, match="there is no 9 in it"):
        build(spec, tmp_path / "out", pdf=False)
    with pytest.raises(SpecError, match="there is no 9 in it"):
        release(spec)
    assert {file: file.read_bytes() for file in before} == before
    assert sorted(file.name for file in (tmp_path / "out").rglob("*") if file.is_file()) == sorted(
        file.name for file in before
    )


@pytest.mark.parametrize("named", ["../team", "/tmp", "looks/../../team", "."])
def test_a_folder_outside_is_refused_at_its_line(spec: Path, named: str) -> None:
    shutil.copytree(look_of(spec), spec.parent.parent / "team")
    spec.write_text(spec.read_text("utf-8").replace("looks/team", f'"{named}"'), "utf-8")
    (problem,) = check(spec).problems
    assert "is outside the spec's folder" in problem.message
    assert problem.path == ("document", "look", "folder")
    assert problem.line is not None


def test_a_link_that_leads_out_is_refused(spec: Path) -> None:
    (spec.parent.parent / "secret.css").write_text("a{}", "utf-8")
    (look_of(spec) / "style.css").unlink()
    (look_of(spec) / "style.css").symlink_to(spec.parent.parent / "secret.css")
    (found,) = said(spec)
    assert "lies outside the spec's folder" in found


def test_a_folder_that_is_not_there_is_told_with_the_one_that_was_meant(spec: Path) -> None:
    spec.write_text(spec.read_text("utf-8").replace("looks/team", "looks/tem"), "utf-8")
    (found,) = said(spec)
    assert found.endswith("document.look.folder: cannot read 'looks/tem'; did you mean looks/team?")


def test_a_look_of_another_content_than_was_agreed_on_is_refused(spec: Path) -> None:
    text = spec.read_text("utf-8")
    spec.write_text(text.replace("look: looks/team", "look: {folder: looks/team, sha256: 12ab}"), "utf-8")
    (problem,) = check(spec).problems
    digest = problem.hint.partition("sha256: ")[2].partition(",")[0]
    assert problem.path == ("document", "look", "sha256")
    spec.write_text(text.replace("look: looks/team", f"look: {{folder: looks/team, sha256: {digest}}}"), "utf-8")
    assert not check(spec).mistaken
    (look_of(spec) / "style.css").write_text("a{}", "utf-8")
    assert check(spec).mistaken


def test_the_fingerprint_of_the_document_is_over_the_look_and_those_of_requirements_are_not(spec: Path) -> None:
    first = open_spec(spec)
    (look_of(spec) / "README.md").write_text("other", "utf-8")
    assert open_spec(spec).sources_sha256 == first.sources_sha256
    before, _ = release(spec).path, (look_of(spec) / "style.css").write_text("a{}", "utf-8")
    assert before is not None
    found = compare(str(before), str(spec)).found
    assert found.document == ("look",)
    assert (found.changed, found.added, found.removed) == ({}, (), ())


def test_a_release_holds_the_look_and_is_built_again_without_it(spec: Path, tmp_path: Path) -> None:
    path = release(spec).path
    assert path is not None
    data = json.loads(path.read_bytes())
    assert data["files"]["looks/team/templates/cover.html.j2"] == COVER
    assert b64decode(data["binary"]["looks/team/logo.png"]) == png()
    first = build(spec, tmp_path / "a", pdf=False)
    shutil.rmtree(look_of(spec))
    again = build(path, tmp_path / "b", pdf=False)
    assert [file.read_bytes() for file in first.files] == [file.read_bytes() for file in again.files]
    assert "For named readers" in page(again.files)


def test_a_released_version_in_another_look_is_refused_but_as_a_draft(spec: Path, tmp_path: Path) -> None:
    release(spec)
    (look_of(spec) / "style.css").write_text("a{}", "utf-8")
    with pytest.raises(UserError, match=r"released with another content: document\.look"):
        build(spec, tmp_path / "out", pdf=False)
    assert "draftmark" in page(build(spec, tmp_path / "out", pdf=False, as_draft=True).files)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not on this machine")
def test_a_look_is_read_as_it_was_at_a_revision(spec: Path) -> None:
    own = ("-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false")
    for args in (("init", "-q"), ("add", "."), (*own, "commit", "-q", "-m", "one")):
        subprocess.run(["git", *args], cwd=spec.parent, check=True, capture_output=True)
    assert compare("HEAD", str(spec)).found.document == ()
    (look_of(spec) / "style.css").write_text("a{}", "utf-8")
    assert compare("HEAD", str(spec)).found.document == ("look",)


def test_a_folder_is_looked_through_without_a_spec(spec: Path) -> None:
    assert check_folder(look_of(spec)).problems == ()
    text = COVER.replace("For named readers", "{{ 1 / 0 }}")
    (look_of(spec) / "templates" / "cover.html.j2").write_text(text, "utf-8")
    (problem,) = check_folder(look_of(spec)).problems
    assert (problem.line, problem.message) == (3, "cannot be placed: ZeroDivisionError: division by zero")
    (empty := spec.parent / "empty").mkdir()
    assert [one.message for one in check_folder(empty).problems] == ["the folder holds no file of a look"]
    (empty / "page.html.j2").write_text("", "utf-8")
    told = [one.message for one in check_folder(empty).problems]
    assert told == ["the folder holds no file of a look, but page.html.j2"]
    with pytest.raises(UserError, match=re.escape("page.html.j2: a file; name the folder of a look")):
        check_folder(empty / "page.html.j2")
    with pytest.raises(UserError, match="no such folder"):
        check_folder(spec.parent / "none")


def test_a_comparison_of_vendors_and_an_acceptance_have_the_look_too(tmp_path: Path) -> None:
    specs = templates().parent / "specs"
    team, way = tmp_path / "team", tmp_path / "way"
    shutil.copytree(specs / "two_versions", team)
    shutil.copytree(specs / "whole_way", way)
    for path, name in ((team / "team.yaml", "offers"), (way / "spec.yaml", "acceptance")):
        text = path.read_text("utf-8").replace("\n  owner:", "\n  look: mine\n  owner:", 1)
        path.write_text(text.replace("status: released", "status: draft", 1), "utf-8")
        (path.parent / "mine" / "templates").mkdir(parents=True)
        (path.parent / "mine" / "templates" / f"{name}.html.j2").write_text(
            f'{{% extends "commspec/{name}.html.j2" %}}{{% block end %}}<footer>of the team</footer>{{% endblock %}}'
        )
    answers = [str(file) for file in sorted(team.glob("answers/vendor_*.yaml"))]
    page = tmp_path / "compared.html"
    assert cli.run(["respond", "compare", str(team / "team.yaml"), *answers, "--out", str(page)]) in (0, 1)
    assert "<footer>of the team</footer>" in page.read_text("utf-8")
    records = [str(way / "spec.yaml"), str(way / "records.jsonl"), "--draft", "--no-pdf", "--out", str(tmp_path)]
    assert cli.run(["accept", *records]) in (0, 1)
    (report,) = tmp_path.rglob("acceptance.en.html")
    assert "<footer>of the team</footer>" in report.read_text("utf-8")
