"""Writes the test kit of a spec: plan, program, scripts, and what to do with them."""

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from estimator import __version__
from estimator.errors import Problem, UserError
from estimator.jobs.assets import templates
from estimator.jobs.outputs.writing import write_together
from estimator.jobs.work import Say, silent, work_out
from estimator.phrase import phrase
from estimator.report.tables.evidence.kits import kit_lines
from estimator.require.criterion import Expanded
from estimator.spec.reading.suggest import FEW, suggestion
from estimator.tools.kit.bundle import PACKAGE, PARTS, bundled
from estimator.tools.kit.plan import plan_schema
from estimator.tools.kit.whole import Kit, kit_of
from estimator.tools.readers.formats.own_format import json_schema

PLAN = "plan.json"
README = "README.md"
PROGRAM = "run_plan.py"
SCHEMAS = {"plan.schema.json": plan_schema(), "records.schema.json": json_schema()}
"""What every field of the plan and of the records means, for who has the kit alone."""


@dataclass(frozen=True, slots=True)
class Made:
    """A kit that was written, what was removed of an earlier one there, and what the lint finds in the spec."""

    files: tuple[Path, ...]
    removed: tuple[Path, ...]
    findings: tuple[Problem, ...]
    summary: tuple[str, ...]
    exit_code: int


def make_kit(path: Path, out: Path, only: Collection[str] = (), say: Say = silent) -> Made:
    """Write the kit of the spec at ``path`` into the folder ``out``, new, empty or of an earlier kit.

    ``only``: of these requirements. Records that lie there stay. Raises SpecError with every mistake of the spec,
    UserError where the folder holds something else or cannot be written.
    """
    before = _earlier(out)
    worked = work_out(path, say)
    say("planning")
    kit = kit_of(worked.opened.spec, _asked_for(worked.expanded, only), worked.opened.sources_sha256, __version__)
    files = _files(kit)
    stale = [name for name in before if name not in files and (out / name).is_file()]
    say("saving")
    write_together(out, files, stale)
    written, removed = (tuple(out / name for name in names) for names in (files, stale))
    return Made(written, removed, worked.findings, kit_lines(kit.plan), worked.exit_code)


def _asked_for(expanded: Mapping[str, Expanded], only: Collection[str]) -> Mapping[str, Expanded]:
    """The requirements that the kit is to be of."""
    for name in only:
        if name not in expanded:
            raise UserError(
                phrase("--only {name}: {suggestion}", name=name, suggestion=suggestion(name, list(expanded), FEW))
            )
    return {name: one for name, one in expanded.items() if not only or name in only}


def _files(kit: Kit) -> dict[str, bytes]:
    """Every file by name; those that other files speak of come before them."""
    found = {PROGRAM: program().encode(), README: _readme(kit).encode()}
    found |= {name: json.dumps(schema, indent=2).encode() + b"\n" for name, schema in SCHEMAS.items()}
    return found | {name: text.encode() for name, text in kit.files().items()}


def _readme(kit: Kit) -> str:
    """What to do with the kit, with as many hosts and ranks as its largest cell needs."""
    per_host = kit.plan.machine.ranks_per_host
    numbers = {"hosts": kit.hosts, "per_host": per_host, "ranks": kit.hosts * per_host}
    text = (templates() / "kit" / README).read_text("utf-8")
    for name, number in numbers.items():
        text = text.replace(f"{{{name}}}", str(number))
    return text


def program() -> str:
    """The program of every kit, put together from its parts."""
    return bundled({part: (templates() / "kit" / PACKAGE / f"{part}.py").read_text("utf-8") for part in PARTS})


def _earlier(out: Path) -> list[str]:
    """The scripts of the kit that the folder holds. UserError where it holds no kit, and is not empty."""
    try:
        if not out.exists() or (out.is_dir() and not any(out.iterdir())):
            return []
        with suppress(ValueError, AttributeError, TypeError, KeyError, FileNotFoundError, NotADirectoryError):
            plan = json.loads((out / PLAN).read_bytes())
            if plan["commspec_plan"] == 1:
                return [name for one in plan["scripts"] if (name := Path(str(one["file"])).name).endswith(".sh")]
    except OSError as error:
        raise UserError(phrase("{out}: cannot read: {strerror}", out=out, strerror=error.strerror or error)) from None
    raise UserError(
        phrase("{out}: holds something, and no test kit; name a new or an empty folder with --out", out=out)
    )
