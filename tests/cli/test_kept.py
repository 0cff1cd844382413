"""No output takes the place of what a command has read, nor of a release."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from estimator.cli.main import run
from estimator.jobs.starter import starter

TABLE = """\
operation,collective,group_size,nodes,bytes (MiB),dtype,semantics,algorithm,condition
gather,all_gather,8,1,64,bf16,output,ring,exclusive
"""


@pytest.fixture
def team(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a spec whose budget is an include, a vendor's answers in both forms, a release, and a table."""
    monkeypatch.chdir(tmp_path)
    text = starter().decode()
    budget = next(line for line in text.splitlines() if line.startswith("budget: {"))
    Path("team.yaml").write_text(text.replace(budget, "budget: !include budget.yaml"), "utf-8")
    Path("budget.yaml").write_text(budget.removeprefix("budget: "), "utf-8")
    released = text.replace("status: draft ", 'status: released\n  date: "2026-11-30"\n  approvers: [Lead]  ', 1)
    Path("sent").mkdir()
    Path("sent/s.yaml").write_text(released, "utf-8")
    assert run(["release", "sent/s.yaml"]) == 0
    for name, vendor in (("a.yaml", "A"), ("v.xlsx", "V")):
        assert run(["respond", "export", "team.yaml", "--vendor", vendor, "--out", name]) == 0
    times = (f"all_reduce,{p},{2**k},{p * 1e-6 + 2**k * 1e-11!r},fp32" for p in (2, 4) for k in range(10, 27))
    Path("own.csv").write_text("\n".join(("collective,ranks,n,seconds,dtype", *times)) + "\n", "utf-8")
    Path("t.csv").write_text(TABLE, "utf-8")
    assert run(["import", "t.csv", "--platform", "hgx_h100", "--out", "drafted.yaml"]) == 0
    Path("link.csv").symlink_to("team.yaml")
    Path("same.csv").hardlink_to("team.yaml")
    return tmp_path


def held(folder: Path) -> dict[str, bytes]:
    """Every file below the folder."""
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


EXPORT = ("export", "team.yaml", "--what", "cells")
APPLY = ("fit", "own.csv", "--apply", "team.yaml", "--path", "scale_out")
SWEEP = ("estimate", "team.yaml", "--operation", "gradients", "--sweep", "size=1 KiB .. 1 MiB", "--points", "5")
PLACES = ("platform.paths.scale_out.exclusive.bandwidth", "platform.paths.scale_out.exclusive.alpha")
SOLVE = ("solve", "team.yaml", "--for", PLACES[0], "--for", PLACES[1], "--points", "3")
UNEVEN = (
    "--ranks",
    "4",
    "--size",
    "1 MiB",
    "--alpha",
    "5 us",
    "--bandwidth",
    "100 GB/s",
    "--skew",
    "2",
    "--algorithm",
    "direct",
)
READS, RELEASE = "this command reads it; name another file with ", "is a release, which stays as it is; "


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((*EXPORT, "--out", "team.yaml"), f"team.yaml: {READS}--out"),
        ((*EXPORT, "--out", "./sent/../team.yaml"), f"{READS}--out"),
        ((*EXPORT, "--out", "link.csv"), f"link.csv: {READS}--out"),
        ((*EXPORT, "--out", "same.csv"), f"same.csv: {READS}--out"),
        ((*EXPORT, "--out", "budget.yaml"), f"budget.yaml: {READS}--out"),
        ((*EXPORT, "--format", "xlsx", "--out", "budget.yaml"), f"budget.yaml: {READS}--out"),
        (("export", "team.yaml", "--out", "RELEASE", "--format", "json"), RELEASE),
        (("export", "RELEASE", "--format", "json", "--out", "RELEASE"), f"{READS}--out"),
        (("export", "team.yaml", "--answers", "a.yaml", "--out", "a.yaml"), f"a.yaml: {READS}--out"),
        (
            ("export", "team.yaml", "--answers", "v.xlsx", "--format", "xlsx", "--out", "v.xlsx"),
            f"v.xlsx: {READS}--out",
        ),
        (("respond", "compare", "a.yaml", "v.xlsx", "--spec", "team.yaml", "--out", "v.xlsx"), f"v.xlsx: {READS}--out"),
        (("import", "t.csv", "--out", "t.csv.columns.yaml", "--force"), "is where the columns of the table are kept"),
        (("import", "t.csv", "--out", "t.csv", "--force"), "t.csv: is the table itself"),
        (("import", "t.csv", "--platform", "hgx_h100", "--out", "RELEASE", "--force"), RELEASE),
        (("fit", "own.csv", "--plot", "own.csv"), f"own.csv: {READS}--plot"),
        ((*APPLY, "--platform", "new.yaml", "--plot", "budget.yaml"), f"budget.yaml: {READS}--plot"),
        ((*APPLY, "--platform", "new.yaml", "--plot", "./new.yaml"), "new.yaml: --platform names it too; name another"),
        ((*APPLY, "--platform", "budget.yaml"), "budget.yaml: is no fitted platform"),
        ((*SWEEP, "--out", "link.csv"), f"link.csv: {READS}--out"),
        ((*SOLVE, "--plot", "team.yaml"), f"team.yaml: {READS}--plot"),
        (("cost", "all_to_all_v", *UNEVEN, "--write-send-matrix", "RELEASE"), f"{RELEASE}name another file with --w"),
        (("check", "team.yaml", "--limits", "--limits-out", "RELEASE"), "holds something else than limits"),
        (("check", "team.yaml", "--limits", "--limits-out", "budget.yaml"), "holds something else than limits"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_was_read_and_what_is_released_stays(
    team: Path, args: Sequence[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    release = next(Path("sent/releases").iterdir())
    before = held(team)
    capsys.readouterr()
    assert run([str(release) if arg == "RELEASE" else arg for arg in args]) == 2
    assert said in capsys.readouterr().err
    assert held(team) == before
