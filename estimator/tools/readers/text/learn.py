"""What one line outside a table says: a run starts, a device is listed, a version, a failure."""

from __future__ import annotations

import re
from collections.abc import Callable

from estimator.tools.readers.table.rules import collective_of
from estimator.tools.readers.text.facts import RunFacts
from estimator.tools.readers.text.launch import LaunchLine, launch_of
from estimator.tools.readers.text.learn_imb import IMB_LESSONS, REDUCING
from estimator.tools.readers.tokens import REDOPS, dtype_of

Learn = Callable[[re.Match[str], RunFacts], RunFacts]

TRIGGERS = (
    *("size", "bytes", "osu ", "benchmark", "processes", "mpirun", "mpiexec", "srun", "run -n", "_perf", "_test"),
    *("osu_", "imb-", "nccom", "ucc_perf", "hccl", "nthread", "using device", "rank ", "version", "collective"),
    *("datatype", "reduction", "inplace", "iters", "iterations", "place", "out of bounds", "avg bus", "nranks"),
    *("groups of", "tuning]", "dispatch", "bandwidth", "error", "failure", "signal", "memory", "config]", "count "),
    *(
        "fp8_dispatch",
        "export ",
        "gb/s",
        "(us)",
        "(ms)",
        "(ns)",
        "abort",
        "killed",
        "fault",
        "concluded",
        "core dumped",
        "exited",
        "module ",
        "reduce",
        "gather",
        "toall",
        "to_all",
    ),
)
"""Of a line that is no row, one of these words is there where the line says anything; others are not looked at."""
_LOG = (" INFO ", " TRACE ")


def telling(text: str) -> bool:
    """Whether a line that is no row may say something: quick, since most lines of a log do not."""
    if text.lstrip()[:1] in ("#", "|", "=", "*") or text.rstrip()[-1:] in (":", "\uff1a"):
        return True
    if any(word in text for word in _LOG) and "nranks" not in text:
        return False
    lower = text.lower()
    return any(word in lower for word in TRIGGERS)


FAILURE = re.compile(
    r"Test (?:NCCL|CUDA|RCCL|HIP) failure|Test failure \w|unhandled (?:cuda|system|hip) error|interface return err"
    r"|Caught signal|[Ss]egmentation fault|[Bb]us error|out of memory|ncclSystemError|ncclInternalError"
    r"|MPI_Abort|MPI_ABORT|core dumped|terminated by signal|hccl\w* (?:error|failed)|Test HCCL failure"
    r"|remote process exited"
)
OWN_FAILURE = re.compile(r"Test (?:NCCL|CUDA|RCCL|HIP|HCCL) failure|Test failure \w|(?:hccl|acl) interface return err")
"""A failure that only a benchmark prints, also where nothing before it says which one runs."""
_BOUNDS = re.compile(r"Out of bounds values\s*:\s*(\d+)\s*(OK|FAILED)?")
_FOOT = re.compile(r"#\s*(?:Out of bounds values|Avg bus bandwidth|Collective test concluded)|^\s*Avg bus bandwidth")


_EXPORT = re.compile(
    r"^[\s$>#]*export\s+((?:NCCL|RCCL|HCCL|ASCEND|HABANA|UCX|UCC|FI|OMPI|I_MPI|MPICH|HSA|CUDA|HIP|ROCR|ZE)_\w{1,60}"
    r"(?<!_PATH)(?<!_HOME)(?<!_DIR)(?<!_ROOT))="
    r"[\"']?([^\s\"';]{1,120})"
)
"""A variable by which runs differ: devices, algorithm, transport."""
MOST_VARIABLES = 64
_NAME = r"[A-Za-z]{2,9}(?:[ _-]?[A-Za-z2]{2,7}){0,2}?"
_WORDED = re.compile(
    r"(?i)\b(?:all|send|reduce)[ _-]?(?:reduce|gather|scatter|to[ _-]?all|2all|recv)|\bbroadcast|\bbcast"
)


_MODULE = re.compile(r"(?:^|[>$#%]\s)\s*(module (?:load|swap|switch)) +(\S.{0,119}?)\s*$")
"""Another build of a library is another run."""


def _export(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts = _new(facts)
    if len(facts.environment) < MOST_VARIABLES or match.group(1) in facts.environment:
        facts.environment = {**facts.environment, match.group(1): match.group(2)}
    return facts


def _run(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts = _new(facts)
    warm = re.search(r"warmup iters: (\d+)", match.string)
    times = re.search(r"(?<!p )(?<!agg )iters: (\d+)", match.string)
    facts.warmup = int(warm.group(1)) if warm else None
    facts.iterations = int(times.group(1)) if times else None
    largest = re.search(r"maxBytes (\d{1,18})(?!\d)", match.string)
    facts.largest = int(largest.group(1)) if largest else None
    together = re.search(r"agg iters: (\d+)", match.string)
    facts.aggregated = together is not None and int(together.group(1)) > 1
    graph = re.search(r"graph: (\d+)", match.string)
    if graph is not None:
        facts.started_by = "graph" if int(graph.group(1)) else "host"
    facts.tool = facts.tool or "nccl-tests"
    return facts


def _new(facts: RunFacts) -> RunFacts:
    """Facts of a new run where a table was already started with these; otherwise these go on."""
    return facts.fresh(label=facts.label) if facts.tabled else facts


def _starting(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts = _new(facts)
    facts.benchmark = match.group(1)
    facts.collective = collective_of(match.group(1))
    return facts


def _devices(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts = _new(facts)
    facts.devices = type(facts.devices)()
    return facts


def _device(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts = _new(facts)
    rank, group, host, hardware = match.groups()
    facts.devices.add(int(rank), int(group or 0), host or "", (hardware or "").strip())
    return facts


def _versions(match: re.Match[str], facts: RunFacts) -> RunFacts:
    tool, version = match.groups()
    if tool == "NCCL":
        facts.library = f"NCCL {version}"
        return facts
    facts = _new(facts)
    facts.tool, facts.version = tool, version
    return facts


def _osu(match: re.Match[str], facts: RunFacts) -> RunFacts:
    launch = facts.launch if not facts.tabled or facts.launch is None else None
    kept = launch if launch is not None and launch.program.startswith("osu_") else None
    facts = facts.fresh(label=facts.label, launch=kept)
    facts.tool, facts.benchmark, facts.version = "osu", match.group(2).strip(), match.group(3) or ""
    facts.library = match.group(1)
    return facts


def _hccl_run(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts = _new(facts)
    facts.tool, facts.iterations, facts.warmup = "hccl_test", int(match.group(1)), int(match.group(2))
    return facts


def _hccl_summary(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts = _new(facts)
    facts.tool, facts.benchmark, facts.iterations = "hccl_demo", match.group(1), int(match.group(2))
    facts.collective = collective_of(match.group(1))
    return facts


def _ucc(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts = facts.fresh(label=facts.label, launch=None if facts.tabled else facts.launch)
    facts.tool, facts.benchmark = "ucc_perftest", match.group(1)
    facts.collective = collective_of(match.group(1))
    return facts


def _ucc_fact(match: re.Match[str], facts: RunFacts) -> RunFacts:
    if facts.tool == "ucc_perftest":
        name, value = match.group(1), match.group(2)
        if name == "Datatype":
            facts.dtype = dtype_of(value)
        elif name == "Reduction":
            facts.redop = value.lower() if value.lower() in REDOPS else ""
        elif value in ("0", "1"):
            facts.in_place = value == "1"
    elif match.group(1) == "Datatype":
        facts.dtype = dtype_of(match.group(2).rstrip("."))
    return facts


def _order(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts = _new(facts)
    facts.in_place_first = match.group(1).lower() == "in-place"
    return facts


def _nranks(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts.processes = max(facts.processes or 0, int(match.group(1)))
    return facts


def _mscclpp(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts = _new(facts)
    facts.tool = "mscclpp-test"
    return facts


def _label(match: re.Match[str], facts: RunFacts) -> RunFacts:
    label = match.group(1).strip(" =*#:")[:120]
    bold = match.string.lstrip().startswith("**")
    facts.label = f"{facts.heading}, {label}"[:160] if bold and facts.heading else label
    facts.heading, facts.caption = facts.heading if bold else label, ""
    named = {collective_of(word) for word in _WORDED.findall(facts.label)}
    facts.above = named.pop() or "" if len(named) == 1 else facts.above
    return facts


def _heading(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts.above = collective_of(match.group(1)) or facts.above
    return facts


def _units(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts.time_unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}[match.group(1)]
    return facts


LESSONS: tuple[tuple[re.Pattern[str], Learn], ...] = (
    (_EXPORT, _export),
    (_MODULE, _export),
    *IMB_LESSONS,
    (re.compile(r"(?:^|#\s*)nThread (\d{1,6}) nGpus (\d{1,6}) minBytes"), _run),
    (re.compile(r"Collective test starting:\s*(\S{1,60})"), _starting),
    (re.compile(r"Using devices"), _devices),
    (
        re.compile(
            r"Rank\s+(\d{1,9})(?:\s+Group\s+(\d{1,9}))?\s+Pid\s+\d+\s+on\s+(\S+)\s+device\s+\d+\s*\[[^\]]*\]?(.*)"
        ),
        _device,
    ),
    (re.compile(r"Rank\s+(\d{1,9})()\s+uses device\s+\d+()\s*\[[^\]]*\](.*)"), _device),
    (re.compile(r"(nccl-tests|rccl-tests|NCCL|RCCL)(?: V|:? v)ersion:? ?(\S{1,40})"), _versions),
    (re.compile(r"OSU ([A-Za-z]+(?:-[A-Za-z]+)*)[ _](.{2,70}?) [Tt]est(?: v?([\d.]+\w*)|\s*$)"), _osu),
    (re.compile(r"the minbytes is .*iters is (\d{1,9}), warmup_iters is (\d{1,9})"), _hccl_run),
    (re.compile(r"\(.*collective=(\w{1,40}), iterations=(\d{1,9})\)"), _hccl_summary),
    (re.compile(r"^\s*Collective:\s+(\w{1,40})\s*$"), _ucc),
    (re.compile(r"^\W*(Datatype|Reduction|Inplace):\s+(\S{1,40})\s*$"), _ucc_fact),
    (re.compile(r"\b(out-of-place|in-place)\b.*\b(?:out-of-place|in-place)\b"), _order),
    (re.compile(r"\bnranks (\d{1,7})\b"), _nranks),
    (re.compile(r"MSCCL\+\+"), _mscclpp),
    (re.compile(r"^\W*\(B\)\s+\(elem\w*\)\s+\((ns|us|ms|s)\)"), _units),
    (re.compile(r"^\s*(?:#{2,6}|={3,}|\*\*)\s*(\S.{0,200})"), _label),
    (
        re.compile(
            rf"^\W{{0,4}}({_NAME})(?:[ _]perf)?(?: (?:results?|tests?|output|benchmark|performance))?\W{{0,3}}$"
        ),
        _heading,
    ),
)


def learned(text: str, facts: RunFacts) -> RunFacts:
    """The facts after one line."""
    launch = launch_of(text)
    if launch is not None:
        return _launched(launch, facts)
    for pattern, learn in LESSONS:
        match = pattern.search(text)
        if match:
            return learn(match, facts)
    return facts


def _launched(launch: LaunchLine, facts: RunFacts) -> RunFacts:
    bare = launch.ranks is None and launch.nodes is None and not launch.options
    if bare and facts.launch is not None and facts.launch.program == launch.program and not facts.tabled:
        return facts
    facts = facts.fresh(label=facts.label) if facts.tabled or not bare else facts
    facts.launch = launch
    facts.benchmark = facts.benchmark or launch.program
    word = launch.program
    if word == "nccom-test":
        facts.tool = "nccom-test"
        first = launch.text.partition("nccom-test")[2].split()
        word = next((part for part in [*first[-1:], *first] if collective_of(part)), word)
    facts.collective = facts.collective or collective_of(word)
    facts.dtype = facts.dtype or dtype_of(launch.options.get("-d", ""))
    operator = launch.options.get("-o", "").lower()
    if facts.collective in REDUCING and operator in REDOPS:
        facts.redop = facts.redop or operator
    return facts


def footer(text: str) -> bool:
    """Whether the tool ends a table with this line."""
    return _FOOT.search(text) is not None


def out_of_bounds(text: str) -> bool:
    """Whether the tool says that results were wrong."""
    match = _BOUNDS.search(text)
    return match is not None and (match.group(2) == "FAILED" or int(match.group(1)[:9]) > 0)
