from pathlib import Path

import pytest
import yaml

from estimator.errors import SpecError, UserError
from estimator.spec.load import Loaded, load
from tests.spec.examples import EXAMPLE

START, END = EXAMPLE.index("platform:"), EXAMPLE.index("layout:")
PLATFORM = "".join(line[2:] + "\n" for line in EXAMPLE[START:END].splitlines()[1:])
MAIN = EXAMPLE[:START] + "platform: !include platforms/asic_x.yaml\n" + EXAMPLE[END:]


def loaded(files: dict[str, str]) -> Loaded:
    """The spec ``main.yaml`` among files held in memory."""

    def reader(name: str) -> bytes:
        if name not in files:
            raise UserError(f"{name}: no such file")
        return files[name].encode()

    return load("main.yaml", reader, "specs")


def problems(files: dict[str, str]) -> list[str]:
    with pytest.raises(SpecError) as caught:
        loaded(files)
    return [problem.text() for problem in caught.value.problems]


def test_an_included_file_takes_its_place() -> None:
    spec = loaded({"main.yaml": MAIN, "platforms/asic_x.yaml": PLATFORM}).spec
    assert spec.platform.paths["scale_up"].exclusive.alpha.ends == (3e-6, 4e-6)
    assert spec.platform.nodes == yaml.safe_load(PLATFORM)["nodes"]


def test_a_mistake_in_an_included_file_names_that_file() -> None:
    broken = PLATFORM.replace("nodes: 512", "nodes: many")
    assert problems({"main.yaml": MAIN, "platforms/asic_x.yaml": broken}) == [
        "specs/platforms/asic_x.yaml:3:8: platform.nodes: 'many' is not a whole number; write digits only, such as 8"
    ]


def test_a_syntax_error_in_an_included_file_leaves_the_rest_checked() -> None:
    main = MAIN.replace("group: ep\n", "group: eq\n").replace("levels: [scale_up, scale_out]", "levels: [x]", 1)
    found = problems({"main.yaml": main, "platforms/asic_x.yaml": "name: {\n"})
    assert len(found) == 2
    assert "there is no group 'eq'" in found[0]
    assert found[1].startswith("specs/platforms/asic_x.yaml:2:1: platform: no valid YAML")


def test_an_include_is_relative_to_the_file_it_stands_in() -> None:
    cuts = "node_nics: {boundary: node, exclusive: {bandwidth: 384 GB/s}}\n"
    platform = PLATFORM[: PLATFORM.index("cuts:")] + "cuts: !include parts/cuts.yaml\n"
    files = {"main.yaml": MAIN, "platforms/asic_x.yaml": platform, "platforms/parts/cuts.yaml": cuts}
    assert loaded(files).spec.platform.cuts["node_nics"].exclusive.bandwidth.ends == (384e9, 384e9)


@pytest.mark.parametrize(
    "target", ["/etc/passwd", "../secret.yaml", "platforms/../../x.yaml", "file:///etc/passwd", "..", ".", "a\\b"]
)
def test_an_include_outside_the_folder_is_refused_unread(target: str) -> None:
    found = problems({"main.yaml": MAIN.replace("platforms/asic_x.yaml", target)})
    assert len(found) == 1
    assert "is outside the spec's folder" in found[0]


def test_a_circle_of_includes_is_refused() -> None:
    found = problems(
        {
            "main.yaml": MAIN,
            "platforms/asic_x.yaml": "!include b.yaml\n",
            "platforms/b.yaml": "x: !include asic_x.yaml\n",
        }
    )
    circle = "main.yaml > platforms/asic_x.yaml > platforms/b.yaml > platforms/asic_x.yaml"
    assert f"'asic_x.yaml' includes itself; break the circle {circle}" in "\n".join(found)


def test_a_file_that_includes_itself_many_times_is_stopped() -> None:
    files = {
        "main.yaml": MAIN,
        "platforms/asic_x.yaml": f"[{', '.join(['!include b.yaml'] * 200)}]",
        "platforms/b.yaml": "x",
    }
    found = [line for line in problems(files) if "too many included files" in line]
    assert len(found) == 1
    assert found[0].startswith("specs/platforms/asic_x.yaml:1:")


def test_a_missing_file_is_one_message_at_the_include() -> None:
    found = problems({"main.yaml": MAIN})
    assert found == [
        "specs/main.yaml:7:11: platform: cannot include 'platforms/asic_x.yaml'; platforms/asic_x.yaml: no such file"
    ]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("platforms/asic_y.yaml", "did you mean platforms/asic_x.yaml?"),
        ("asic_x.yaml", "did you mean platforms/asic_x.yaml?"),
        ("platform/ASIC_X.yaml", "did you mean platforms/asic_x.yaml?"),
        ("q.yaml", "write platforms/asic_x.yaml"),
    ],
)
def test_a_missing_file_is_looked_for_in_the_folder(tmp_path: Path, written: str, meant: str) -> None:
    from estimator.jobs.inputs.files import FolderReader

    (tmp_path / "platforms").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "asic_y.yaml").write_text("x", "utf-8")
    (tmp_path / "platforms" / "asic_x.yaml").write_text(PLATFORM, "utf-8")
    (tmp_path / "main.yaml").write_text(MAIN.replace("platforms/asic_x.yaml", written), "utf-8")
    with pytest.raises(SpecError) as caught:
        load("main.yaml", FolderReader(tmp_path))
    (problem,) = caught.value.problems
    assert (problem.message, problem.hint) == (f"cannot include '{written}': no such file", meant)


@pytest.mark.parametrize("tag", ["!inc", "!Include", "!includ", "!file", ""])
def test_a_forgotten_or_misspelt_tag_is_one_message_with_the_include(tag: str) -> None:
    main = MAIN.replace("!include platforms", f"{tag} platforms".strip())
    (found,) = problems({"main.yaml": main, "platforms/asic_x.yaml": PLATFORM})
    assert found.endswith("write !include platforms/asic_x.yaml")


def test_a_missing_spec_is_the_readers_own_error() -> None:
    with pytest.raises(UserError, match="no such file"):
        loaded({})


def test_a_symbolic_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    from estimator.jobs.inputs.files import FolderReader

    (tmp_path / "outside.yaml").write_text(PLATFORM, "utf-8")
    (tmp_path / "spec" / "platforms").mkdir(parents=True)
    (tmp_path / "spec" / "main.yaml").write_text(MAIN, "utf-8")
    (tmp_path / "spec" / "platforms" / "asic_x.yaml").symlink_to(tmp_path / "outside.yaml")
    with pytest.raises(SpecError, match="lies outside the spec's folder"):
        load("main.yaml", FolderReader(tmp_path / "spec"))
