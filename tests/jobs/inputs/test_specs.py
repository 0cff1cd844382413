"""Opening a spec: the digest covers everything that was read, and nothing else."""

from pathlib import Path

import pytest

from estimator.errors import Problem, SpecError, UserError
from estimator.jobs.assets import templates
from estimator.jobs.inputs.specs import open_spec, sha256_of


def test_the_digest_knows_names_from_bytes() -> None:
    assert sha256_of({"a": b"bc"}) != sha256_of({"ab": b"c"})
    assert sha256_of({"a": b"1", "b": b"2"}) == sha256_of({"b": b"2", "a": b"1"})


def test_an_included_file_is_part_of_the_digest(tmp_path: Path) -> None:
    text = (templates() / "starter.yaml").read_text("utf-8")
    head, budget = text.split("\nbudget: ")
    (tmp_path / "spec.yaml").write_text(f"{head}\nbudget: !include budget.yaml\n", "utf-8")
    (tmp_path / "budget.yaml").write_text(budget, "utf-8")
    first = open_spec(tmp_path / "spec.yaml")
    assert first.spec.budget is not None
    (tmp_path / "unrelated.yaml").write_text("x: 1\n")
    assert open_spec(tmp_path / "spec.yaml").sources_sha256 == first.sources_sha256
    (tmp_path / "budget.yaml").write_text(budget + "# a remark\n", "utf-8")
    assert open_spec(tmp_path / "spec.yaml").sources_sha256 != first.sources_sha256


def test_an_include_that_leads_out_by_a_link_is_refused_at_its_line(tmp_path: Path) -> None:
    folder = tmp_path / "spec"
    folder.mkdir()
    (tmp_path / "secret.yaml").write_text("{step: 10 s}\n")
    (folder / "budget.yaml").symlink_to(tmp_path / "secret.yaml")
    text = (templates() / "starter.yaml").read_text("utf-8").split("\nbudget: ")[0]
    (folder / "spec.yaml").write_text(f"{text}\nbudget: !include budget.yaml\n", "utf-8")
    with pytest.raises(SpecError, match="outside the spec's folder") as caught:
        open_spec(folder / "spec.yaml")
    assert caught.value.problems[0].line == text.count("\n") + 2


def test_a_problem_found_after_loading_gets_its_place_too() -> None:
    path = templates() / "starter.yaml"
    opened = open_spec(path)
    with pytest.raises(SpecError) as caught, opened.located():
        raise SpecError([Problem(("platform", "paths", "scale_out"), "is wrong")])
    lines = path.read_text("utf-8").splitlines()
    where = next(i for i, line in enumerate(lines, 1) if line.startswith("    scale_out:"))
    assert (caught.value.problems[0].file, caught.value.problems[0].line) == (str(path), where)


def test_a_folder_in_place_of_a_spec_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="give the spec itself"):
        open_spec(tmp_path)


def test_a_spec_behind_a_link_is_named_where_it_lies(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "spec.yaml").write_text("commspec: 2\n")
    (tmp_path / "link.yaml").symlink_to("real/spec.yaml")
    with pytest.raises(SpecError) as caught:
        open_spec(tmp_path / "link.yaml")
    assert {problem.file for problem in caught.value.problems} == {str(tmp_path / "real" / "spec.yaml")}
