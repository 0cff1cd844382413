"""What a command line in a log says of a run: how many ranks on how many nodes, which program, its options."""

from __future__ import annotations

import re
from dataclasses import dataclass

PROGRAM = re.compile(
    r"(?:^|[\s/=\"'`(])((?:[nr]ccl_)?(?:all_?reduce|all_?gather|reduce_?scatter|all_?to_?allv?|broadcast|reduce|scatter"
    r"|gather|sendrecv|hypercube)_(?:perf|test)(?:_mpi)?|osu_[a-z_]+|IMB-[A-Z0-9-]+|nccom-test|ucc_perftest"
    r"|(?:run_)?hccl_demo(?:\.py)?|mscclpp-test|[a-z_]+_test_perf|test_(?:low_latency|intranode|internode)\.py)"
    r"(?:-[A-Za-z][\w.]{0,30})?(?=[\s\"'`):]|$)"
)
LAUNCHER = re.compile(
    r"(?:^|[\s/`\"'>$#])(mpirun(?:\.\w{1,12}|_rsh)?|mpiexec(?:\.\w{1,12})?|srun|jsrun|orterun|prun|prterun|torchrun|aprun"
    r"|ibrun|flux run|\$\{?\w{0,40}(?:CMD|RUN|LAUNCH)\w{0,40}\}?)(?=\s)"
)
"""Programs that start others, and variables that hold such a command."""
_OPTION = re.compile(r"(?:^|(?<=\s))(-{1,2}[A-Za-z][\w-]*)(?:[ =]((?!--?[A-Za-z])[^\s\"'`]+))?")
_PPR = re.compile(r"ppr:(\d{1,6}):node")
_RANKS = ("-np", "--np", "-n", "--ntasks", "--nranks")
_PER_NODE = ("-npernode", "--npernode", "-ppn", "--ppn", "-perhost", "--ntasks-per-node", "--nproc_per_node")
_PER_NODE_MORE = ("--nproc-per-node", "--ranks_per_node")
_HOSTS = ("-H", "-host", "--host", "-hosts", "--hosts")
_NODES = ("--nodes", "--nnodes", "--num-nodes")


@dataclass(frozen=True, slots=True)
class LaunchLine:
    """What one command line says; None where it says nothing. ``options`` are the program's own, first value each."""

    text: str
    program: str
    ranks: int | None
    nodes: int | None
    ranks_per_node: int | None
    options: dict[str, str]


def launch_of(text: str) -> LaunchLine | None:
    """The command in a line, or None for a line that starts no benchmark.

    ``mpirun -np 16 -N 8 ./build/all_reduce_perf -b 8 -g 1``: 16 ranks, 8 on a node, so 2 nodes. ``srun -N2 ./osu_bw``:
    2 nodes.
    """
    found = list(PROGRAM.finditer(text))
    if not found:
        return None
    launcher = LAUNCHER.search(text)
    program = found[-1]
    before = text[launcher.end() if launcher else 0 : program.start(1)]
    own = dict(_pairs(text[program.end() :]))
    name = program.group(1)
    if launcher is None:
        run = text[max(program.start(1) - 1, 0)] in "/=" or text.strip().endswith(name)
        if len(text) > 400 or not (own or run):
            return None
        return LaunchLine(text.strip()[:400], name, *_alone(name, own), own)
    options = dict(_pairs(before))
    ranks, nodes, per_node = _launched(launcher.group(1), options, before)
    nodes = nodes or (None if per_node else _hosted(options, ranks))
    each = (_count(own.get("-g")) or 1) * (_count(own.get("-t")) or 1) if name.endswith(("_perf", "_mpi")) else 1
    ranks = ranks * each if ranks else None
    per_node = per_node * each if per_node else _on_each(name, own)
    if ranks and per_node and ranks % per_node == 0 and nodes is None:
        nodes = ranks // per_node
    if ranks and nodes and ranks % nodes == 0 and per_node is None:
        per_node = ranks // nodes
    if ranks is None and nodes and per_node:
        ranks = nodes * per_node
    return LaunchLine(text.strip()[:400], name, ranks, nodes, per_node, own)


def _alone(name: str, own: dict[str, str]) -> tuple[int | None, int | None, int | None]:
    """Ranks, nodes, ranks a node of a program that was started without a launcher."""
    if name.endswith("_perf") and ("-g" in own or "-t" in own):
        each = (_count(own.get("-g")) or 1) * (_count(own.get("-t")) or 1)
        # One device alone is what each of many processes drives, whose launcher is in a script that nobody shows.
        return (each, 1, each) if each > 1 else (None, None, None)
    if name == "nccom-test":
        return _count(own.get("-r")), None, None
    if "hccl_demo" in name:
        ranks, per_node = _count(own.get("--nranks")), _count(own.get("--ranks_per_node"))
        return ranks, ranks // per_node if ranks and per_node and ranks % per_node == 0 else None, per_node
    return None, None, _on_each(name, own)


def _on_each(name: str, own: dict[str, str]) -> int | None:
    """Ranks a node by the program's own options: of hccl_test ``-p`` counts the devices that take part on each."""
    return _count(own.get("-p")) if name.endswith("_test") else None


def _launched(launcher: str, options: dict[str, str], text: str) -> tuple[int | None, int | None, int | None]:
    ranks = _ranks(options, text)
    per_node = next((count for name in (*_PER_NODE, *_PER_NODE_MORE) if (count := _count(options.get(name)))), None)
    nodes = next((count for name in _NODES if (count := _count(options.get(name)))), None)
    placed = _PPR.search(text)
    per_node = int(placed.group(1)) if placed else per_node
    short = _count(options.get("-N"))
    if launcher == "srun" or launcher.startswith("flux"):
        nodes = nodes or short
    else:
        per_node = per_node or short
    if launcher == "jsrun":
        tasks = _count(options.get("-a")) or 1
        on_host = _count(options.get("-r"))
        sets = _count(options.get("-n"))
        ranks = sets * tasks if sets else None
        per_node = on_host * tasks if on_host else None
    return ranks, nodes, per_node


def _hosted(options: dict[str, str], ranks: int | None) -> int | None:
    """Nodes by a list of hosts: only where the ranks fill all its slots, and as many on each host."""
    slots: dict[str, int] = {}
    for part in next((options[name] for name in _HOSTS if name in options), "").split(","):
        host, _, count = part.partition(":")
        slots[host] = slots.get(host, 0) + (_count(count) or 1)
    return len(slots) if sum(slots.values()) == ranks and len(set(slots.values())) == 1 else None


def _ranks(options: dict[str, str], text: str) -> int | None:
    """The number of processes; of several programs started together (set apart by a colon) their sum."""
    parts = text.split(" : ")
    if len(parts) > 1:
        each = [_ranks(dict(_pairs(part)), "") for part in parts]
        return sum(count for count in each if count) if all(each) else None
    return next((count for name in _RANKS if (count := _count(options.get(name)))), None)


def _pairs(text: str) -> list[tuple[str, str]]:
    """Options with their values, the first of each name: ``-np 16 -N2 --map-by=x`` gives -np, -N, --map-by."""
    spread = re.sub(r"(?<=\s)(-[A-Za-z])(\d+)(?=\s|$)", r"\1 \2", f" {text}")
    found: dict[str, str] = {}
    for name, value in _OPTION.findall(spread):
        if name not in found:
            found[name] = value
    return list(found.items())


def _count(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= 7 and int(text) > 0 else None
