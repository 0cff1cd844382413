"""A long trace held against a spec, beside plain JSON parsing of the same events, line by line."""

import json
from pathlib import Path

from benchmarks.commands import commspec, write_spec
from benchmarks.measure import Board, processes, python

SIZE = 1e9
"""Bytes of the trace: what an hour of profiling may leave."""
PLAIN = """import json, sys
for line in open(sys.argv[1], "rb"):
    line.startswith(b'{"ph') and json.loads(line.rstrip(b",\\n"))"""


def report(board: Board, folder: Path) -> None:
    trace, spec = write_trace(folder / "rank0.json", SIZE), write_spec(folder, 10, 1)
    plain, read = processes(python(PLAIN, trace), commspec("trace", spec, trace, "--format", "json"), repeats=2)
    beside = f"{read.seconds:.1f} / {plain.seconds:.1f} s for {SIZE / 1e9:.0f} GB"
    board.figure("trace / plain JSON", read.seconds / plain.seconds, "x", 3, beside)
    board.figure("trace, peak memory", read.peak_mib, "MiB", 300)


def write_trace(path: Path, size: float) -> Path:
    """A trace of at least ``size`` bytes: operators, launches, kernels, and an AllReduce every fifty of them."""
    with path.open("w", encoding="utf-8") as out:
        written = out.write('{"traceEvents": [\n')
        at = 0
        while written < size:
            written += out.write("".join(f"{json.dumps(event)},\n" for event in _events(at)))
            at += 1
        out.write("{}\n]}\n")
    return path


def _events(at: int) -> list[dict[str, object]]:
    ts, number = 1.7e15 + 20.0 * at, 10 * at
    args: dict[str, object] = {"External id": number, "Record function id": at, "Sequence number": at, "Ev Idx": number}
    host = {"ph": "X", "pid": 100, "tid": 1, "ts": ts, "dur": 8.0}
    kernel = {"device": 0, "stream": 7, "correlation": number, "grid": [128, 1, 1], "block": [256, 1, 1], "queued": 0}
    name = "void gemm_bf16<128>(float*)"
    if at % 50 == 0:
        name = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"
        kernel |= {"Collective name": "allreduce", "In msg nelems": 2**20, "Out msg nelems": 2**20, "Group size": 8}
        kernel |= {"dtype": "BFloat16", "Process Group Name": "0", "Process Group Ranks": "[0, 1, 2, 3, 4, 5, 6, 7]"}
    return [
        {**host, "cat": "cpu_op", "name": "aten::linear", "args": args},
        {**host, "cat": "cuda_runtime", "name": "cudaLaunchKernel", "args": {**args, "correlation": number}},
        {"ph": "s", "id": number, "pid": 100, "tid": 1, "ts": ts, "cat": "ac2g", "name": "ac2g"},
        {"ph": "X", "cat": "kernel", "name": name, "pid": 0, "tid": 7, "ts": ts + 9.0, "dur": 7.5, "args": kernel},
    ]
