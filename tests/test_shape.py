"""A section of the document is a folder under its template's name, and takes nothing from another one."""

import re

import pytest

from estimator.report.sections.order import ORDER
from tests.test_rooms import PACKAGE, imported

TEMPLATES = PACKAGE.parent / "templates"
SECTIONS = PACKAGE / "report" / "sections"
PAGES = frozenset(["acceptance", "offers"])
"""Sections that are a page of their own."""


def neighbours(section: str, source: str) -> list[str]:
    """What a source text of a section takes from other sections; the order of all of them is no section."""
    inner = {name: name.split(".") for name in imported(source) if name.startswith("estimator.report.sections.")}
    return sorted(name for name, parts in inner.items() if parts[3] != section)


def test_every_section_is_a_folder_with_its_view_under_the_name_of_its_template() -> None:
    folders = {path.parent.name for path in SECTIONS.glob("*/view.py")}
    assert folders == {path.name for path in SECTIONS.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == {entry.name for entry in ORDER} | PAGES | {"cover"}
    assert [name for name in sorted(folders) if not (TEMPLATES / f"{name}.html.j2").is_file()] == []


@pytest.mark.parametrize("section", sorted(path.name for path in SECTIONS.iterdir() if (path / "view.py").is_file()))
def test_a_section_takes_nothing_from_another_section(section: str) -> None:
    files = list((SECTIONS / section).glob("*.py"))
    assert files
    assert {path.name: neighbours(section, path.read_text("utf-8")) for path in files} == {p.name: [] for p in files}


def test_a_planted_neighbour_is_found() -> None:
    source = "from estimator.report.sections.cover.view import x\nfrom estimator.report.sections.risks import y\n"
    assert neighbours("risks", source) == ["estimator.report.sections.cover.view.x"]


def missing(text: str) -> list[str]:
    """Files and folders that a page on the architecture names and that are not there.

    A paragraph that begins with *Inside* names what lies inside that room.
    """
    lost = []
    for paragraph in text.split("\n\n"):
        room = re.match(r"Inside `(\w+)/`", paragraph)
        homes = (PACKAGE.parent, PACKAGE, PACKAGE / room[1] if room else PACKAGE)
        for name in re.findall(r"`([\w.]+/[\w./]*)`", paragraph):
            there = [home / f"{name.rstrip('/')}{ending}" for home in homes for ending in ("", ".py")]
            lost += [] if any(path.exists() for path in there) else [name]
    return lost


def test_the_architecture_names_what_there_is() -> None:
    text = (PACKAGE.parent / "docs" / "architecture.md").read_text("utf-8")
    assert len(re.findall(r"`[\w.]+/[\w./]*`", text)) > 100
    assert missing(text) == []
    assert missing("Inside `cost/`: `placing/`, `placing/gone`.\n\n`placing/`") == ["placing/gone", "placing/"]


SEVERAL = frozenset(
    [
        "Against",
        "Answer",
        "Asked",
        "Beside",
        "Border",
        "Candidate",
        "Cause",
        "Chosen",
        "Column",
        "Document",
        "End",
        "Entry",
        "Error",
        "Factor",
        "Fitted",
        "Group",
        "Handed",
        "Key",
        "Law",
        "Limits",
        "Lines",
        "Look",
        "Machine",
        "Made",
        "Mark",
        "Parts",
        "Placed",
        "Places",
        "Shape",
        "Shared",
        "Shown",
        "Spans",
        "Stated",
        "Steps",
        "Table",
        "Timed",
        "Told",
        "Waiver",
        "Way",
        "Words",
        "Work",
    ]
)
"""Class names that stand for several things still; no other name may."""


def test_a_class_name_means_one_thing() -> None:
    found: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in re.findall(r"^class ([A-Z]\w*)", path.read_text("utf-8"), re.MULTILINE):
            found.setdefault(name, []).append(str(path.relative_to(PACKAGE)))
    assert len(found) > 700
    assert {name: places for name, places in found.items() if len(places) > 1 and name not in SEVERAL} == {}
