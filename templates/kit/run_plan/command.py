"""The command line, and the run as a whole."""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import sys
import traceback
from collections.abc import Iterator, Sequence
from typing import Any

from run_plan.backend import Backend
from run_plan.base import CannotRunError, Json
from run_plan.launched import is_first, unaddressed
from run_plan.on_mpi import OnMpi
from run_plan.on_torch import OnTorch
from run_plan.records import Measured, Records, UnwrittenError, chosen, first_line, read_plan
from run_plan.runner import Runner
from run_plan.saying import Progress, dry_run, mean_seconds, say, slow_rank


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    here = os.path.dirname(os.path.abspath(__file__))
    made = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    made.add_argument("--plan", default=os.path.join(here, "plan.json"), help="the plan (default: beside this file)")
    made.add_argument("--out", default="records.jsonl", help="file of records; a run goes on where it stood")
    made.add_argument(
        "--only", action="append", default=[], metavar="ID", help="a requirement or a cell; may be repeated"
    )
    made.add_argument("--dry-run", action="store_true", help="print cells and time, run nothing")
    made.add_argument("--backend", choices=("torch", "mpi"), help="default: torch under torchrun, else mpi")
    made.add_argument("--ccl", help="backend of torch.distributed: nccl, hccl, gloo, or a plug-in's")
    made.add_argument("--device", help="device type of PyTorch: cuda, npu, cpu, or a plug-in's")
    made.add_argument("--plug-in", help="module to import for a device of another vendor")
    made.add_argument("--hardware", help="name of the device, in place of the one that is found")
    made.add_argument("--ranks-per-node", type=int, help="count so many processes as a node, whatever host they are on")
    made.add_argument(
        "--made", action="append", default=[], metavar="CONDITION", help="a condition that you made by hand"
    )
    made.add_argument("--gemm", type=int, help="size of the matrices of a computing load")
    for name in ("warmup", "iterations", "repeats"):
        made.add_argument(f"--{name}", type=int, help="in place of the plan's, to try it out; the records say so")
    return made.parse_args(arguments)


def by_mpi(options: argparse.Namespace) -> bool:
    """Whether the run is on MPI."""
    on_torch = "TORCHELASTIC_RUN_ID" in os.environ or options.ccl or options.device
    return bool(options.backend == "mpi" if options.backend else not on_torch)


def lacking(options: argparse.Namespace) -> str:
    """What this Python has not got of what the run needs, and how to get it; empty where nothing is missing."""
    missing = []
    for name in ("numpy", "mpi4py" if by_mpi(options) else "torch"):
        try:
            importlib.import_module(name)
        except ImportError:
            missing.append(name)
    if not missing:
        return ""
    debian = " ".join(f"python3-{name}" for name in missing)
    return (
        f"{sys.executable} has no {' and no '.join(missing)}; get it by {sys.executable} -m pip install "
        f"{' '.join(missing)}, or for the python3 of Debian and Ubuntu by apt install {debian}"
    )


def opened(options: argparse.Namespace, numpy: Any) -> Backend:
    """The back end."""
    return OnMpi(numpy) if by_mpi(options) else OnTorch(numpy, options.ccl, options.device, options.plug_in)


def turns(cells: Sequence[Json], options: argparse.Namespace) -> Iterator[tuple[Json, int]]:
    """Every repeat of every cell; the first repeats of all come first, so that a stop leaves something of each.

    Cells of one place follow one another, as its groups are then made once.
    """
    places = list(dict.fromkeys(cell["place"] for cell in cells))
    cells = sorted(cells, key=lambda cell: places.index(cell["place"]))
    most = max((options.repeats or cell["procedure"]["repeats"] for cell in cells), default=0)
    for repeat in range(1, most + 1):
        for cell in cells:
            if repeat <= (options.repeats or cell["procedure"]["repeats"]):
                yield cell, repeat


def main(arguments: Sequence[str]) -> int:
    """Run the plan; 0: every repeat ran and every result was right, 1: not so, 2: nothing was run, 3: it broke off."""
    options = parsed(arguments)
    try:
        plan, digest = read_plan(options.plan)
        cells = chosen(plan, options.only)
        if options.dry_run:
            return dry_run(cells, plan)
        if words := lacking(options) or ("" if by_mpi(options) else unaddressed(os.environ)):
            return refused(words)
        numpy = importlib.import_module("numpy")
        library = opened(options, numpy)
    except CannotRunError as reason:
        return refused(str(reason))
    try:
        code = run_all(library, numpy, plan, digest, cells, options)
    except Exception as error:
        if isinstance(error, UnwrittenError):
            say(f"stopped: {error}; what stands there stays, and the same --out goes on from it")
        else:
            traceback.print_exc()
        library.abort()
        raise
    library.close()
    return code


def refused(words: str) -> int:
    """Say once why nothing is run."""
    if is_first(os.environ):
        say(f"not run: {words}")
    return 2


def run_all(
    library: Backend, numpy: Any, plan: Json, digest: str, cells: Sequence[Json], options: argparse.Namespace
) -> int:
    """Run what has no record yet."""
    runner = Runner(library, numpy, plan, options)
    records, refusal = opened_records(library, options.out, digest)
    every = library.gathered(
        {"digest": digest, "system": platform.platform(), "hardware": library.hardware, "refusal": refusal}
    )
    if len({one["digest"] for one in every}) > 1:
        every[0]["refusal"] = "the hosts have different plans"
    if every[0]["refusal"]:
        if library.rank == 0:
            say(every[0]["refusal"])
        return 2
    if records is not None:
        where = f"{library.size} processes on {len(runner.nodes.names)} node(s)"
        say(f"{library.library} on {options.hardware or library.hardware}, {where}")
        records.begin(first_line(library, runner, digest, every))
    done = library.gathered(records.done if records is not None else None)[0]
    ahead, stands = [], []
    for cell, repeat in turns(cells, options):
        found = done.get((cell["id"], repeat))
        if holds(found, cell, options):
            stands.append(found)
        else:
            ahead.append((cell, repeat))
    count = {"run": 0, "wrong": sum(not one.right for one in stands), "left": 0}
    progress = Progress([mean_seconds(cell) for cell, _ in ahead])
    for cell, repeat in ahead:
        line = run_one(runner, cell, repeat)
        tell(line, count, records is not None)
        if records is not None:
            records.write(line)
            progress.tell()
    if records is not None:
        words = f"{count['run']} run, {len(stands)} from before, {count['wrong']} with wrong results"
        say(f"{words}, {count['left']} not run")
    return exit_code(count, len(stands))


def exit_code(count: dict[str, int], stood: int) -> int:
    """2 where nothing was run at all, 1 where a cell was left out or a result was wrong."""
    if count["left"] and not count["run"] and not stood:
        return 2
    return 1 if count["wrong"] or count["left"] else 0


def holds(found: Measured | None, cell: Json, options: argparse.Namespace) -> bool:
    """Whether a record stands for a repeat: one of a shorter run, to try it out, does not."""
    warmup, iterations = cell["procedure"]["warmup"], cell["procedure"]["iterations"]
    warmup = warmup if options.warmup is None else options.warmup
    return found is not None and found.warmup >= warmup and found.iterations >= (options.iterations or iterations)


def opened_records(library: Backend, path: str, digest: str) -> tuple[Records | None, str]:
    """The file of records on the first rank, or why it cannot be used."""
    if library.rank != 0:
        return None, ""
    try:
        return Records(path, digest), ""
    except CannotRunError as reason:
        return None, str(reason)
    except OSError as error:
        return None, f"{path}: {error.strerror}; choose another --out"


def run_one(runner: Runner, cell: Json, repeat: int) -> Json:
    """The record of a repeat, or the line that says why there is none."""
    try:
        return runner.run(cell, repeat)
    except CannotRunError as reason:
        runner.library.recovered()
        return {"cell": cell["id"], "requirement": cell["requirement"], "repeat": repeat, "not_run": str(reason)}


def tell(line: Json, count: dict[str, int], aloud: bool) -> None:
    """Count a line, and say on the first rank what is not as it should be."""
    head = f"{line['cell']} repeat {line['repeat']}"
    if "not_run" in line:
        count["left"] += 1
        notes = [f"not run: {line['not_run']}"]
    else:
        count["run"] += 1
        count["wrong"] += bool(line.get("wrong"))
        notes = [f"{line['wrong']} wrong elements"] if line.get("wrong") else []
        notes += [note for note in (slow_rank(line),) if note]
    for note in notes if aloud else []:
        say(f"{head}: {note}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
