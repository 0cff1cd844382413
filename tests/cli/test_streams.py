"""Streams that are closed, and names that are no text: never a fault of ours, and never the document's loss."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from estimator.jobs.assets import templates

ROOT = Path(__file__).parents[2]


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "spec.yaml"
    path.write_bytes((templates() / "starter.yaml").read_bytes())
    return path


def run(spec: Path, line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A command line of a shell beside the spec."""
    command = line.replace("commspec", f"{sys.executable} -m estimator")
    variables = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(["bash", "-c", command], cwd=spec.parent, capture_output=True, check=False, env=variables)


@pytest.mark.parametrize("end", ["2>&-", ">&-", ">&- 2>&-", "</dev/null 2>&-"])
def test_a_build_with_closed_streams_writes_the_document(spec: Path, end: str) -> None:
    done = run(spec, f"commspec build spec.yaml --no-pdf --lang en {end}")
    assert done.returncode == 0
    assert (spec.parent / "out/CCL-STARTER/0.1.0/requirements.en.html").is_file()


def test_files_whose_names_are_no_text_are_read_written_and_named(spec: Path) -> None:
    folder = os.fsencode(spec.parent)
    spec.rename(os.fsdecode(folder + b"/sp\xffec.yaml"))
    assert run(spec, "commspec check $'sp\\xffec.yaml'").returncode == 0
    done = run(spec, "commspec build $'sp\\xffec.yaml' --no-pdf --lang en --out $'o\\xfft'")
    assert done.returncode == 0, done.stderr
    assert b"o\xfft/CCL-STARTER/0.1.0/requirements.en.html\n" in done.stdout  # as the file system has it
    assert all(Path(os.fsdecode(folder + b"/" + line)).exists() for line in done.stdout.splitlines())
    done = run(spec, "commspec init $'n\\xff.yaml'")
    assert (done.returncode, done.stdout) == (0, b"n\xff.yaml\n")
    assert b"Next: commspec build 'n\\udcff.yaml'" in done.stderr
    done = run(spec, "commspec check $'no\\xffwhere.yaml'")
    assert (done.returncode, done.stderr) == (2, b"no\\udcffwhere.yaml: no such file\n")


def test_a_locale_without_the_letters_gets_them_spelt_out(spec: Path) -> None:
    done = run(spec, "commspec estimate spec.yaml", PYTHONIOENCODING="gbk")
    assert done.returncode == 0, done.stderr
    assert b"\\xb5s" in done.stdout


@pytest.mark.parametrize("option", ["--algorithm", "--size", "--ranks", "--wiring", "--levels", "--send-matrix"])
def test_bytes_that_are_no_text_are_refused_in_any_option(spec: Path, option: str) -> None:
    done = run(spec, f"commspec cost all_reduce --algorithm ring --ranks 8 {option} $'\\xff'")
    assert done.returncode == 2
    assert b"\xff" not in done.stderr
    assert b"internal error" not in done.stderr
