"""The fuzzers in full: ``python -m tests.fuzz --count 20000`` runs as many inputs over all four, or those named.

Each input is made from its number and the seed alone. Inputs with faults are kept as folders with the command line.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import shlex
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a fork has none of the threads

from estimator.cli import main as cli
from tests.fuzz import bases, includes, numerics, options, specs
from tests.fuzz.trial import Input, Outcome, attempt, faults

TOLD_EVERY = 1000  # inputs
FUZZERS: Mapping[str, Callable[[Random], Input]] = {
    "specs": specs.make,
    "options": options.make,
    "includes": includes.make,
    "numerics": numerics.make,
}


def made(fuzzer: str, seed: int, number: int) -> Input:
    """Input ``number`` of a fuzzer."""
    return FUZZERS[fuzzer](Random(f"{fuzzer} {seed} {number}"))


def warm() -> None:
    """Import what the commands need, once for all forks."""
    from estimator.jobs import (
        build,  # noqa: F401
        check,  # noqa: F401
        estimates,  # noqa: F401
        sensitivities,  # noqa: F401
        variants,  # noqa: F401
    )
    from estimator.jobs.evidence import accept, diagnose, fits, kit, trace  # noqa: F401
    from estimator.jobs.sweeps import sweep  # noqa: F401
    from estimator.report.tables.estimates import answer, layout  # noqa: F401
    from estimator.spec.schema import json_schema

    json_schema()
    _used_once()


def _used_once() -> None:
    """What is built at its first use, as the models are, once for all forks."""
    with tempfile.TemporaryDirectory(prefix="commspec-fuzz-") as folder, contextlib.redirect_stdout(io.StringIO()):
        spec = Path(folder) / "s.yaml"
        text = bases.text_of("specs/moe_5t.yaml")
        with contextlib.redirect_stderr(io.StringIO()):
            for written in (text, text.replace("world: 4096", "world: 4097")):
                spec.write_text(written, "utf-8")
                cli.run(["check", str(spec)])
            cli.run(["estimate", str(spec)])


def keep(folder: Path, given: Input, outcome: Outcome, found: list[str]) -> None:
    """An input with a fault, to run again by hand."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in given.files.items():
        path = folder / name
        (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
        if not name.endswith("/"):
            path.write_bytes(data)
    line = shlex.join(["commspec", *given.args])
    said = f"{line}\n{'; '.join(found)}\n{outcome.out[-2000:]}\n{outcome.err[-4000:]}\n"
    (folder / "fault.txt").write_text(said, "utf-8", errors="backslashreplace")


def run(fuzzer: str, count: int, seed: int, kept: Path, first: int = 0) -> int:
    """Run ``count`` inputs of one fuzzer; the number of those with faults."""
    codes: Counter[int] = Counter()
    bad, start = 0, time.monotonic()
    slowest, largest = (0.0, 0), (0.0, 0)
    for number in range(first, first + count):
        given = made(fuzzer, seed, number)
        outcome = attempt(given, cli.run)
        codes[outcome.code] += 1
        slowest, largest = max(slowest, (outcome.seconds, number)), max(largest, (outcome.megabytes, number))
        if found := list(faults(given, outcome)):
            bad += 1
            keep(kept / f"{fuzzer}-{seed}-{number}", given, outcome, found)
            print(f"{fuzzer} {seed} {number}: {'; '.join(found)[:150]}", flush=True)
        if (number - first + 1) % TOLD_EVERY == 0:
            print(f"{fuzzer}: {number - first + 1} of {count}, {time.monotonic() - start:.0f} s", flush=True)
    ended = ", ".join(f"{code}: {times}" for code, times in sorted(codes.items()))
    print(
        f"{fuzzer}: {count} inputs, {bad} with faults; exit codes {ended}; slowest {slowest[0]:.1f} s of the processor "
        f"(input {slowest[1]}), largest {largest[0]:.0f} MB ({largest[1]}); {time.monotonic() - start:.0f} s in all",
        flush=True,
    )
    return bad


def main() -> int:
    """Read the options and run."""
    parser = argparse.ArgumentParser(prog="tests.fuzz", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("fuzzers", nargs="*", metavar="FUZZER", help=f"of {', '.join(FUZZERS)}; else all")
    parser.add_argument("--count", type=int, default=400, help="inputs in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first input of each")
    parser.add_argument("--keep", type=Path, default=Path("build/fuzz"), help="folder for inputs with faults")
    given = parser.parse_args()
    if unknown := set(given.fuzzers) - set(FUZZERS):
        parser.error(f"no fuzzer {', '.join(sorted(unknown))}")
    chosen = given.fuzzers or list(FUZZERS)
    warm()
    each = -(-given.count // len(chosen))
    return int(sum(run(name, each, given.seed, given.keep, given.first) for name in chosen) > 0)


if __name__ == "__main__":
    sys.exit(main())
