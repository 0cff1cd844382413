"""Every example loads, estimates, expands and lints without errors, and becomes a document in both languages."""

import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from estimator.jobs.build import build
from estimator.report.pages.document import report
from estimator.report.view.context import in_language
from estimator.report.view.machine.levels import groups_at_once
from estimator.spec.training.fitted import fitting
from estimator.spec.training.step import largest, stage_traffic
from tests.examples.opened import NAMES, SPECS, worked
from tests.report.documents import assets


def test_these_are_all_the_examples() -> None:
    assert {path.stem for path in SPECS.glob("*.yaml")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_an_example_has_no_errors_and_few_warnings(name: str) -> None:
    findings = worked(name).findings
    assert [problem.text() for problem in findings if problem.severity == "error"] == []
    assert len(findings) <= 3


@pytest.mark.parametrize("name", NAMES)
def test_every_requirement_of_an_example_has_cells_and_no_problem(name: str) -> None:
    expanded = worked(name).expanded
    assert len(expanded) >= 3
    assert {key: each.problems for key, each in expanded.items() if each.problems} == {}
    assert [key for key, each in expanded.items() if each.cells < 1] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_anchor_of_an_example_is_used(name: str) -> None:
    text = (SPECS / f"{name}.yaml").read_text("utf-8")
    assert set(re.findall(r"(?<=[\s\[{])&(\w+)", text)) == set(re.findall(r"(?<=[\s\[{])\*(\w+)", text))


@pytest.mark.parametrize(("name", "flows"), [("moe_5t", 15), ("dense_training", 6)])
def test_a_tensor_beside_from_model_has_the_bytes_of_the_model(name: str, flows: int) -> None:
    spec = worked(name).opened.spec
    assert spec.model is not None
    assert spec.layout is not None
    assert spec.training is not None
    step = largest(stage_traffic(fitting(spec.model, spec.moe, spec.layout.ranks, spec.training)))
    derived = {key: each.from_model for key, each in spec.operations.items() if each.from_model}
    assert len(derived) == flows
    sizes = {key: worked(name).table.operations[key].size for key in derived}
    assert {key: (size.n, size.dtype) for key, size in sizes.items()} == {
        key: (step[flow].n, step[flow].dtype) for key, flow in derived.items()
    }


@pytest.mark.parametrize("name", NAMES)
def test_the_ends_of_every_operation_are_in_order(name: str) -> None:
    operations = worked(name).table.operations
    assert len(operations) >= 3
    for estimate in operations.values():
        times = (estimate.bound.seconds, estimate.optimistic.total_s, estimate.conservative.total_s)
        assert times[0] <= times[1] * (1 + 1e-12) <= times[2] * (1 + 1e-12), estimate.id


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_built_in_both_languages(name: str, tmp_path: Path) -> None:
    built = build(SPECS / f"{name}.yaml", tmp_path, pdf=False)
    pages = {path.name: path.read_text("utf-8") for path in built.files if path.suffix == ".html"}
    assert set(pages) == {"requirements.zh.html", "requirements.en.html"}
    document = worked(name).opened.spec.document
    for language in ("zh", "en"):
        page = pages[f"requirements.{language}.html"]
        assert document.title.get(language) in page
        assert [key for key in worked(name).expanded if key not in page] == []
        assert [key for key in worked(name).table.operations if key not in page] == []


@pytest.mark.parametrize(
    ("name", "group", "siblings"),
    [("dense_training", "dp24", 8), ("dense_training", "dp", 8), ("moe_5t", "tp", 2)],
)
def test_the_siblings_of_a_group_on_a_node_are_counted_however_the_machine_is_written(
    name: str, group: str, siblings: int
) -> None:
    # One rank on each node: eight such groups on a node. TP of 4 inside a node of 8: two.
    found = worked(name)
    made = report(found.opened.spec, found.table, found.expanded, found.findings, assets())
    assert groups_at_once(in_language(made.material, "en"), group) == siblings


@pytest.mark.pdf
@pytest.mark.slow
def test_the_published_example_is_printed(tmp_path: Path) -> None:
    built = build(SPECS / "h100_two_node_alltoall.yaml", tmp_path, ("zh",))
    printed = [path for path in built.files if path.suffix == ".pdf"]
    if not printed:
        pytest.skip("; ".join(built.notes))
    text = "".join(page.extract_text() for page in PdfReader(printed[0]).pages)
    assert "11.08" in text
    assert "H100-A2A-01" in text
