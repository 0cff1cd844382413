"""However a log is cut, mixed or spoilt: readers never fail, and every number they give stands whole on its line."""

from __future__ import annotations

import json
import random
import re

import pytest

from estimator.tools.records import NOTHING_TOLD, Record, Told
from tests.tools.readers.test_json import NCCL, OWN, RCCL_HEAD
from tests.tools.readers.test_other_tools import HCCL_HEAD, IMB, REPORT, UCC, hccl
from tests.tools.readers.written import HEAD, OLD_HEAD, events, nccl_log, nccl_rows, osu_log

DEMO = (
    "[BENCHMARK] hcclAllReduce(src!=dst, data_size=33554432, count=8388608, dtype=float, iterations=1000)\n"
    "[BENCHMARK]     NW Bandwidth   : 258.209121 GB/s\n[BENCHMARK]     Algo Bandwidth : 147.548069 GB/s\n"
)
PER_ITERATION = (
    "# Collective test starting: alltoall_perf\n"
    "#       size         count      type   redop    root     time   algbw   busbw  #wrong    i_min    i_max    i_p99"
    "    i_cv%     time   algbw   busbw  #wrong    i_min    i_max    i_p99    i_cv%           timestamp\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)     (us)     (us)"
    "      (%)     (us)  (GB/s)  (GB/s)             (us)     (us)     (us)      (%)   %Y-%m-%d %H:%M:%S\n"
    "     1048576         65536     float    none      -1    45.21   23.19   17.39       0    44.00    47.00    46.90"
    "     1.20    44.90   23.35   17.52     N/A    44.00    47.00    46.90     1.20  2026-01-02 10:11:12\n"
)
NCCOM = (
    "nccom-test -r 32 allr -b 1M -e 2M -f 2\n"
    "     size(B)    count(elems)     type    time:avg(us)    algbw(GB/s)    busbw(GB/s)\n"
    "     1048576         524288     fp16         120.10           8.13          15.75\n"
    "     2097152        1048576     fp16         150.40          12.99          25.17\n"
)
DEEP_EP = (
    "[config] num_tokens=4096, hidden=7168, num_topk=8\n"
    "[tuning] Best dispatch (FP8): SMs 24, NVL chunk 8, RDMA chunk 16: 24 + 1030 us, 43.24 GB/s (RDMA), 141.14 GB/s "
    "(NVL)\n"
    "[rank 0] Dispatch + combine bandwidth: 256.81 GB/s, avg_t=85.85 us, min_t=76.42 us, max_t=106.50 us\n"
)
MSCCLPP = (
    "# Initializing MSCCL++\n#                                        in-place                       out-of-place\n"
    "#       size         count     time   algbw   busbw #wrong     time   algbw   busbw #wrong\n"
    "#        (B)    (elements)     (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)\n"
    "     1048576        262144    45.21   23.19   40.58      0\n"
)
OWN_CSV = "collective,ranks,n,seconds,dtype\nall_reduce,8,1048576,4.5e-05,fp32\nall_reduce,8,2097152,9.1e-05,fp32\n"
TEXTS = (
    nccl_log(),
    nccl_log("alltoall", 4),
    OLD_HEAD + nccl_rows(root=None, wrong="0e+00"),
    nccl_rows(),
    HEAD + nccl_rows(dtype="half", width=2) + nccl_rows(redop="max"),
    "mpirun -np 4 ./osu_allgather\n" + osu_log("Allgather") + osu_log("Latency"),
    IMB.format("Alltoall"),
    HCCL_HEAD + hccl(8192, 764.55) + hccl(1 << 20, 1778.3),
    UCC.format(18.35, 18.35, 18.35),
    DEMO,
    json.dumps(NCCL, indent=1),
    OWN,
    REPORT,
    RCCL_HEAD + "AllReduce, 2, 8, 4, 2, 1048576, float, sum, 0, 45.21, 23.19, 43.48, 0\n" * 3,
    PER_ITERATION,
    NCCOM,
    DEEP_EP,
    MSCCLPP,
    OWN_CSV,
)
TOLD = (NOTHING_TOLD, Told(time_column="Simple", size_unit=4.0, size_kilo=1024.0, time_unit=1e-6))
PREFIXES = ("0: ", "[1,0]<stdout>:", "[0] ", "node1: ", "2026-01-01T00:00:00Z ", "> ", "worker-0  | ", "  ")
NOISE = (
    *("n0:1:1 [0] NCCL INFO Channel 00 : 0[0] -> 1[1]", "[0] warn 12 34", "", "12 34", "1 2 float sum -1 3 4 5"),
    *("99.5", "0 0", "# Size", "{", "| 1 | 2 |", "Test NCCL failure x"),
)
WHOLE = re.compile(r"(?<![\w.+-])[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?(?![\w.])")


def spoilt(chance: random.Random, text: str) -> str:
    for _ in range(chance.randint(1, 4)):
        text = chance.choice((cut, without, prefixed, noisy, mixed, misprinted, garbled, coloured, ended))(chance, text)
    return text


def cut(chance: random.Random, text: str) -> str:
    at = chance.randint(0, len(text))
    return text[:at] if chance.random() < 0.5 else text[at:]


def without(chance: random.Random, text: str) -> str:
    at = chance.randint(0, len(text))
    return text[:at] + text[at + chance.randint(0, 400) :]


def prefixed(chance: random.Random, text: str) -> str:
    prefix = chance.choice(PREFIXES)
    return "\n".join(prefix + line if chance.random() < 0.9 else line for line in text.split("\n"))


def noisy(chance: random.Random, text: str) -> str:
    lines = text.split("\n")
    for _ in range(chance.randint(1, 8)):
        lines.insert(chance.randint(0, len(lines)), chance.choice(NOISE))
    return "\n".join(lines)


def mixed(chance: random.Random, text: str) -> str:
    one, other, found = text.split("\n"), chance.choice(TEXTS).split("\n"), []
    while one or other:
        found.append((one if one and (not other or chance.random() < 0.6) else other).pop(0))
    return "\n".join(found)


def misprinted(chance: random.Random, text: str) -> str:
    letters = list(text)
    for at in [at for at, letter in enumerate(letters) if letter.isdigit() and chance.random() < 0.02]:
        letters[at] = chance.choice("0123456789")
    return "".join(letters)


def garbled(chance: random.Random, text: str) -> str:
    letters = list(text)
    for _ in range(min(len(letters), chance.randint(1, 8))):
        letters[chance.randrange(len(letters))] = chance.choice('0123456789 .|#[]{}":,-\t\x00é&<>eE')
    return "".join(letters)


def coloured(chance: random.Random, text: str) -> str:
    """Colours of a terminal around words, as a launcher or grep puts them."""
    words = re.split(r"(\s+)", text)
    marked = (f"\x1b[1;3{chance.randint(0, 7)}m{word}\x1b[0m" if chance.random() < 0.2 else word for word in words)
    return "".join(marked)


def ended(chance: random.Random, text: str) -> str:
    return text.replace("\n", "\r\n") if chance.random() < 0.5 else text.replace("    ", "\t")


def untraced(text: str, record: Record) -> str:
    """Which number of a record does not stand as a whole token on the line it cites; empty: both do."""
    lines = [re.sub(r"\x1b\[[0-?]*[ -/]*[@-~]", "", line) for line in text.split("\n")]
    size, time = WHOLE.findall(lines[record.line - 1]), WHOLE.findall(lines[record.time_line - 1])
    worded = "|" in lines[record.line - 1]  # 131KB of a report's table, by the unit that was told
    if record.size is not None and str(record.size) not in size and not worded:
        return f"size {record.size} on {lines[record.line - 1]!r}"
    if record.seconds is None or record.times:
        return ""
    scales = (1.0, 1e-3, 1e-6, 1e-9)
    if any(abs(float(token) * scale - record.seconds) <= 1e-9 * record.seconds for token in time for scale in scales):
        return ""
    return f"time {record.seconds} on {lines[record.time_line - 1]!r}"


@pytest.mark.parametrize("seed", range(10))
def test_spoilt_logs_never_fail_and_every_number_traces_to_its_line(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        text = spoilt(chance, chance.choice(TEXTS))
        found = [event for event in events(text, chance.choice(TOLD)) if isinstance(event, Record)]
        assert [fault for record in found if (fault := untraced(text, record))] == [], text


def test_a_number_that_does_not_stand_on_its_line_is_noticed() -> None:
    (record, *_) = [event for event in events(nccl_log()) if isinstance(event, Record)]
    assert untraced(nccl_log(), record) == ""
    assert untraced(nccl_log(), record._replace(size=1025)) != ""
    assert untraced(nccl_log(), record._replace(seconds=12.35e-6)) != ""
