"""``commspec diff`` on files: directions, forms, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from estimator.cli.main import commspec
from tests.history.versions import BASE, edited

LIMIT = ("at_most: 20 ms", "at_most: 18 ms")
ALPHA = ("multi_group:  {alpha: [10 us, 20 us]", "multi_group:  {alpha: [10 us, 25 us]")


def run(tmp_path: Path, new: str, *args: str, old: str = BASE) -> Result:
    """The command on two specs in files."""
    for name, text in (("old.yaml", old), ("new.yaml", new)):
        (tmp_path / name).write_text(text, "utf-8")
    return CliRunner().invoke(
        commspec, ["diff", str(tmp_path / "old.yaml"), str(tmp_path / "new.yaml"), *args], standalone_mode=False
    )


def test_json_has_directions_causes_and_whether_it_closes(tmp_path: Path) -> None:
    data = json.loads(run(tmp_path, edited(LIMIT, ALPHA), "--format", "json").output)
    assert data["requirements"]["added"] == data["requirements"]["removed"] == []
    assert {name: one["direction"] for name, one in data["requirements"]["changed"].items()} == {"R-LIT": "tighter"}
    causes = data["estimates"]["gradient"]["because_s"]
    assert list(causes) == ["platform.paths.across.multi_group.alpha"]
    assert causes["platform.paths.across.multi_group.alpha"] == data["estimates"]["gradient"]["difference_s"]
    assert data["closes"]["before"] == data["closes"]["after"] == "yes"
    assert data["version"]["next"] == "2.0"


def test_text_fits_a_terminal_of_eighty_columns(tmp_path: Path) -> None:
    found = run(tmp_path, edited(LIMIT, ALPHA, ("overlap: [0.7, 0.6]", "overlap: [0.7, 0.7]")))
    assert max(map(len, found.output.splitlines())) <= 80
    for text in ("R-LIT: tighter", "<= 22 ms -> <= 19.8 ms", "R-BUD: looser", "To approve", "version 2.0"):
        assert text in " ".join(found.output.split())


def test_markdown_has_a_row_for_each_requirement(tmp_path: Path) -> None:
    lines = run(tmp_path, edited(LIMIT), "--format", "md").output.splitlines()
    assert any(line.startswith("| R-LIT | tighter |") for line in lines)


def test_nothing_differs_between_two_ways_to_write_it(tmp_path: Path) -> None:
    found = run(tmp_path, edited(("at_most: 20 ms", "at_most: 0.02 s")) + "# a comment\n")
    assert "Nothing differs that means anything." in found.output


def test_a_version_that_is_too_small_a_step_is_exit_code_1(tmp_path: Path) -> None:
    found = run(tmp_path, edited(LIMIT, ('version: "1.0"', 'version: "1.1"')))
    assert found.return_value == 1
    assert "error: The changes ask for a major step: version 2.0" in found.output
    assert run(tmp_path, edited(LIMIT, ('version: "1.0"', 'version: "2.0"'))).return_value == 0


def test_a_mistake_in_either_spec_is_told_where_it_stands(tmp_path: Path) -> None:
    found = run(tmp_path, edited(("at_most: 20 ms", "at_most: 20")))
    assert "new.yaml:66:" in str(found.exception)


def test_a_file_included_elsewhere_changes_nothing(tmp_path: Path) -> None:
    start, stop = BASE.index("platform:\n"), BASE.index("moe:")
    part = "".join(line.removeprefix("  ") + "\n" for line in BASE[start:stop].splitlines()[1:])
    (tmp_path / "pod.yaml").write_text(part, "utf-8")
    found = run(tmp_path, BASE[:start] + "platform: !include pod.yaml\n" + BASE[stop:])
    assert "Nothing differs that means anything." in found.output
