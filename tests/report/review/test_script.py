"""The page's script: its files in their order, in a scope of its own."""

from estimator.jobs.assets import templates
from estimator.report.review.script import MODULES, script


def test_the_files_stand_in_their_order_in_a_scope_of_their_own() -> None:
    texts = {"review/numbers.js": "const two = 2;", "review/base.js": "const one = 1;", "page.html.j2": "no script"}
    assert script(texts).splitlines() == ['"use strict";', "(() => {", "const one = 1;", "const two = 2;", "})();"]


def test_without_the_files_there_is_no_script() -> None:
    assert script({"page.html.j2": "no script"}) == ""


def test_every_file_of_the_folder_is_a_part_of_the_script() -> None:
    files = {path.stem for path in (templates() / "review").glob("*.js")}
    assert len(files) > 9
    assert files == set(MODULES)
    assert len(MODULES) == len(set(MODULES))
