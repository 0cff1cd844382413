"""Releases: one file a version, built again from it, and no other content under its number."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from estimator.errors import UserError
from estimator.jobs.build import build
from estimator.jobs.check import check
from estimator.jobs.difference import compare
from estimator.jobs.inputs.specs import open_spec
from estimator.jobs.releases import release
from estimator.jobs.starter import starter
from estimator.report.tables.screen import Screen
from tests.history.versions import directions

ALPHA = "alpha: [3 us, 5 us],  bandwidth: [200"
SLOWER = "alpha: [3 us, 6 us],  bandwidth: [200"


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """The starter spec, ready to be released, with its platform in a file of its own."""
    path = tmp_path / "s.yaml"
    text = starter().decode()
    assert "status: draft " in text
    path.write_text(
        text.replace("status: draft ", 'status: released\n  date: "2026-11-30"\n  approvers: [Lead]  ', 1), "utf-8"
    )
    return path


def change(spec: Path, was: str, now: str) -> None:
    """Put one text of the spec in the place of another."""
    text = spec.read_text("utf-8")
    assert was in text, was
    spec.write_text(text.replace(was, now, 1), "utf-8")


def test_a_release_holds_the_spec_its_estimates_limits_and_fingerprints(spec: Path) -> None:
    done = release(spec)
    assert done.path == spec.parent / "releases" / "CCL-STARTER-0.1.0.json"
    data = json.loads(done.path.read_bytes())
    assert data["files"] == {"s.yaml": spec.read_text("utf-8")}
    assert data["spec"]["document"]["id"] == "CCL-STARTER"
    assert set(data["fingerprints"]) == set(data["spec"]["requirements"])
    assert data["limits"] == dict(check(spec, limits=True).limits or {})
    assert data["estimates"]["operations"]
    assert data["closes"] == "yes"


def test_the_document_is_built_again_byte_for_byte(spec: Path, tmp_path: Path) -> None:
    path = release(spec).path
    assert path is not None
    from_spec = build(spec, tmp_path / "a", pdf=False)
    change(spec, "CCL-STARTER", "CCL-OTHER")
    again = build(path, tmp_path / "b", pdf=False)
    assert [file.name for file in from_spec.files] == [file.name for file in again.files]
    for one, other in zip(from_spec.files, again.files, strict=True):
        assert one.read_bytes() == other.read_bytes()


def test_a_version_that_is_released_again_names_its_file(spec: Path) -> None:
    made = release(spec).path
    assert made is not None
    assert (release(spec).path, release(spec).new) == (made, False)
    assert release(made).path == made


def test_released_limits_are_in_force_without_any_frozen_table(spec: Path) -> None:
    assert check(spec).exit_code == 1  # not frozen
    release(spec)
    assert check(spec).exit_code == 0
    assert open_spec(spec).as_released
    # As text with fewer digits of the same number, and a comment, it says what was released.
    change(spec, "commspec: 1", "# again\ncommspec: 1")
    assert open_spec(spec).as_released


def test_another_content_under_a_released_version_is_refused(spec: Path, tmp_path: Path) -> None:
    release(spec)
    change(spec, ALPHA, SLOWER)
    told = r"version 0\.1\.0 is released with another content: .*alpha; write document\.version: 0\.\d"
    with pytest.raises(UserError, match=told):
        build(spec, tmp_path / "out", pdf=False)
    with pytest.raises(UserError, match=told):
        release(spec)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("status", ["released", "draft"])
def test_a_check_tells_of_another_content_at_the_version_in_place_of_what_follows_from_it(
    spec: Path, status: str
) -> None:
    release(spec)
    change(spec, ALPHA, SLOWER)
    change(spec, "status: released", f"status: {status}")
    found = check(spec)
    line = 1 + spec.read_text("utf-8").splitlines().index('  version: "0.1.0"')
    assert [(one.line, one.hint) for one in found.problems] == [(line, "write 0.1.1, or take the changes back")]
    assert "released with another content: CCL-AR-04 looser, CCL-AR-02 looser" in found.problems[0].message
    assert found.exit_code == 1


def test_a_draft_of_another_content_says_so(spec: Path, tmp_path: Path) -> None:
    release(spec)
    change(spec, ALPHA, SLOWER)
    for language, words in (("en", "DRAFT, not a released version 0.1.0"), ("zh", "草稿，不是发布的 0.1.0 版")):
        page = next(
            file
            for file in build(spec, tmp_path / "out", pdf=False, as_draft=True).files
            if f".{language}." in file.name
        )
        html = page.read_text("utf-8")
        assert f'<p class="draftmark">{words}</p>' in html
        assert f'data-fp="{words}' in html  # the foot of every printed page


def test_a_withdrawn_version_is_still_what_was_released(spec: Path, tmp_path: Path) -> None:
    release(spec)
    change(spec, "status: released", 'status: withdrawn\n  superseded_by: "0.2.0"')
    page = build(spec, tmp_path / "out", ["en"], pdf=False).files[0].read_text("utf-8")
    assert "Superseded by" in page
    assert check(spec).exit_code == 0


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("  status: released", "  status: review", "document.status is review; write released"),
        ("  status: released", "  status: draft", "document.status is draft; write released"),
    ],
)
def test_only_a_document_that_says_so_is_released(spec: Path, was: str, now: str, told: str) -> None:
    change(spec, was, now)
    with pytest.raises(UserError, match=told):
        release(spec)


@pytest.mark.parametrize(
    ("was", "now", "rule"),
    [
        ('  date: "2026-11-30"\n', "", "no-date"),
        ("  approvers: [Lead]  ", "  #", "no-approver"),
        ("\nrequirements:", "\nopen_points: {Q1: {text: What?, owner: Lead}}\nrequirements:", "open-points"),
        ("exposed_communication: 20 %", "exposed_communication: 11 %", "beyond-budget"),
    ],
)
def test_a_release_keeps_the_rules(spec: Path, was: str, now: str, rule: str) -> None:
    change(spec, was, now)
    done = release(spec)
    assert done.path is None
    assert done.exit_code == 1
    assert rule in {one.rule for one in done.findings if one.severity == "error"}


def test_a_set_that_does_not_close_is_released_with_a_reason(spec: Path) -> None:
    change(
        spec,
        "exposed_communication: 20 %",
        "exposed_communication: 11 %, waive: [{rule: beyond-budget, reason: Agreed with the vendor.}]",
    )
    done = release(spec)
    rules = {one.rule for one in done.findings if one.severity == "error"}
    assert "beyond-budget" not in rules


def test_a_release_that_was_tampered_with_is_refused(spec: Path) -> None:
    path = release(spec).path
    assert path is not None
    path.write_text(path.read_text("utf-8").replace("CCL-AR-01", "CCL-AR-09"), "utf-8")
    with pytest.raises(UserError, match="changed since it was released"):
        open_spec(path)


@pytest.mark.parametrize("text", ['{"commspec_release":', '{"commspec_release": 1}', '{"commspec_release": 7}'])
def test_what_is_no_whole_release_is_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "r.json"
    path.write_text(text, "utf-8")
    with pytest.raises(UserError, match=r"r\.json: "):
        open_spec(path)


def test_a_release_is_compared_with_the_spec_that_goes_on(spec: Path) -> None:
    path = release(spec).path
    assert path is not None
    change(spec, 'version: "0.1.0"', 'version: "0.1.1"')
    change(spec, "status: released", "status: draft")
    assert not compare(path, spec).found.changed
    change(spec, ALPHA, SLOWER)
    found = compare(path, spec).found
    assert set(directions(found).values()) <= {"looser"}
    assert found.to_approve == tuple(found.changed)


def test_the_next_version_says_what_changed_and_keeps_what_it_was_compared_with(spec: Path, tmp_path: Path) -> None:
    first = release(spec).path
    assert first is not None
    change(spec, 'version: "0.1.0"', 'version: "0.2.0"\n  previous: "0.1.0"')
    change(spec, "at_most: 20 us", "at_most: 18 us")
    second = release(spec).path
    assert second is not None
    built = build(spec, tmp_path / "a", ["en"], pdf=False)
    assert "▼ tighter" in built.files[0].read_text("utf-8")
    first.unlink()
    again = build(second, tmp_path / "b", ["en"], pdf=False)
    for one, other in zip(built.files, again.files, strict=True):
        assert one.read_bytes() == other.read_bytes()


def test_an_id_that_a_version_gave_up_does_not_come_back(spec: Path) -> None:
    text = spec.read_text("utf-8")
    start, stop = text.index("  CCL-CAP-01:"), text.index("budget:")
    release(spec)
    for version, previous, body in (("0.2.0", "0.1.0", text[:start] + text[stop:]), ("0.3.0", "0.2.0", text)):
        now = body.replace('version: "0.1.0"', f'version: "{version}"\n  previous: "{previous}"')
        spec.write_text(now, "utf-8")
        found = check(spec).problems if version == "0.3.0" else release(spec).findings
        told = [one.path for one in found if one.rule == "id-reused"]
        assert told == ([("requirements", "CCL-CAP-01")] if version == "0.3.0" else [])


def test_a_file_in_the_place_of_the_folder_of_releases_is_named(spec: Path) -> None:
    (spec.parent / "releases").write_text("mine", "utf-8")
    with pytest.raises(UserError, match="releases is a file, not a folder; move it, or choose another place"):
        release(spec)
    assert (spec.parent / "releases").read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    ("was", "now", "place"),
    [
        ("first guess, to", "second guess, to", "sources.guess.text"),
        ('date: "2026-11-30"', 'date: "2026-12-01"', "document.date"),
    ],
)
def test_other_words_under_a_released_version_are_named_with_the_next_one(
    spec: Path, was: str, now: str, place: str
) -> None:
    release(spec)
    change(spec, was, now)
    with pytest.raises(UserError, match=f"another content: {place}; write document.version: 0.1.1,"):
        release(spec)


def test_a_difference_of_words_alone_says_so_and_asks_for_a_patch(spec: Path) -> None:
    made = release(spec).path
    assert made is not None
    change(spec, "first guess, to", "second guess, to")
    found = compare(made, spec)
    assert "(editorial): sources.guess.text." in found.shown("text", Screen(200))
    assert found.found.version.next == "0.1.1"
    assert found.found.changed == {}


def test_two_documents_are_told_from_two_versions(spec: Path) -> None:
    other = spec.with_name("other.yaml")
    other.write_text(spec.read_text("utf-8").replace("id: CCL-STARTER", "id: CCL-OTHER", 1), "utf-8")
    head = compare(spec, other).shown("text", Screen(400)).splitlines()[0]
    assert head.startswith("Two documents")
    assert "CCL-STARTER 0.1.0" in head
    assert "CCL-OTHER 0.1.0" in head
