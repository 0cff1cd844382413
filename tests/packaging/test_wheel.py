"""The wheel: installed in an environment of its own, it builds a document outside the checkout."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


def run(*command: object, cwd: Path) -> str:
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel made from the source distribution, so that both are tried."""
    folder = tmp_path_factory.mktemp("dist")
    build = "import sys, hatchling.build as b; print(b.build_sdist(sys.argv[1]))"
    sdist = run(sys.executable, "-c", build, folder, cwd=ROOT).split()[-1]
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    run(*pip, "--wheel-dir", folder, folder / sdist, cwd=folder)
    return next(folder.glob("*.whl"))


def test_templates_and_example_specs_are_in_the_wheel_and_nothing_else_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    for folder, place in (("templates", "estimator/templates"), ("specs", "estimator/examples")):
        found = (path.relative_to(ROOT / folder) for path in (ROOT / folder).rglob("*") if path.is_file())
        files = [file for file in found if "__pycache__" not in file.parts]  # other tests write there meanwhile
        assert files
        assert {f"{place}/{file}" for file in files if not file.name.startswith(".")} <= inside
    assert "estimator/py.typed" in inside
    assert {name.split("/")[0] for name in inside if ".dist-info/" not in name} == {"estimator"}


def test_the_installed_wheel_builds_a_document_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "env"
    venv.create(home, with_pip=True, symlinks=True)
    pip = [home / "bin/python", "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet"]
    run(*pip, "--require-hashes", "-r", ROOT / "requirements.txt", cwd=tmp_path)
    run(*pip, "--no-deps", wheel, cwd=tmp_path)
    work = tmp_path / "work"
    work.mkdir()
    commspec = home / "bin/commspec"
    assert str(home) in run(home / "bin/python", "-c", "import estimator; print(estimator.__file__)", cwd=work)
    run(commspec, "init", "first.yaml", cwd=work)
    run(commspec, "build", "first.yaml", "--out", "docs", "--no-pdf", cwd=work)
    pages = sorted(path.name for path in work.glob("docs/*/*/*.html"))
    assert pages == ["requirements.en.html", "requirements.zh.html"]
    example = "from estimator.jobs.assets import examples; print(*sorted(p.name for p in examples().glob('*.yaml')))"
    assert "lesson.yaml" in run(home / "bin/python", "-c", example, cwd=work).split()
