"""Writes a realistic spec with N operations and N requirements: the same text for the same numbers.

Run: python -m benchmarks.generate 1000 1000 > big.yaml
"""

import random
import sys
from collections.abc import Iterator

HEAD = """\
commspec: 1
document: {{id: BENCH-{operations}, version: "1.0.0", status: draft, owner: Framework team, languages: [zh, en],
  title: {{zh: 基准测试规格, en: Benchmark specification}}}}
sources:
  talk:  {{basis: assumed,   text: "vendor talk",    date: "2026-10-14"}}
  sheet: {{basis: datasheet, text: "data sheet 0.9", date: "2026-09-02"}}
platform:
  name: Bench pod
  ranks_per_node: 8
  nodes: 512
  launch: {{time: [0 us, 12 us], mode: host, from: talk}}
  reduce: {{bandwidth: [1.6 TB/s, 800 GB/s], from: talk}}
  knee: {{k: [0, 1.7], from: talk}}
  paths:
    scale_up:
      location: intra_node
      link: {{rate: 224 GB/s, per: rank, ports: 7, from: sheet}}
      exclusive:    {{alpha: [3 us, 4 us],   bandwidth: [200 GB/s, 180 GB/s], per: rank, from: talk}}
      multi_group:  {{alpha: [4 us, 6 us],   bandwidth: [180 GB/s, 160 GB/s], per: rank, from: talk}}
      with_compute: {{alpha: [4 us, 9 us],   bandwidth: [180 GB/s, 150 GB/s], per: rank, from: talk}}
    scale_out:
      location: inter_node
      link: {{rate: 400 Gbit/s, per: rank, from: sheet}}
      exclusive:    {{alpha: [8 us, 10 us],  bandwidth: [48 GB/s, 43 GB/s],   per: rank, from: talk}}
      multi_group:  {{alpha: [10 us, 20 us], bandwidth: [45 GB/s, 35 GB/s],   per: rank, from: talk}}
      with_compute: {{alpha: [10 us, 30 us], bandwidth: [45 GB/s, 35 GB/s],   per: rank, from: talk}}
  cuts:
    node_nics: {{boundary: node, exclusive: {{bandwidth: 384 GB/s}}, loaded: {{bandwidth: 320 GB/s}}, from: sheet}}
"""

# group name -> (size, ranks per node, groups at once per node)
GROUPS = {
    **{f"tp{p}": (p, p, 8 // p) for p in (2, 4, 8)},
    **{f"ep{p}": (p, 8, 1) for p in (16, 32, 64, 128)},
    **{f"dp{p}": (p, 1, 8) for p in (4, 8, 16, 64)},
    **{f"cp{p}": (p, 4, 2) for p in (8, 16, 32)},
}
ONE_LEVEL = {
    "all_reduce": ("ring", "rabenseifner", "recursive_doubling"),
    "all_gather": ("ring", "bruck", "recursive_doubling"),
    "reduce_scatter": ("ring", "recursive_halving"),
    "all_to_all": ("pairwise", "pairwise_lesson"),
}
TWO_LEVELS = {
    "all_reduce": ("ring", "hierarchical_rs_ar_ag"),
    "all_gather": ("ring", "hierarchical_inter_first", "hierarchical_intra_first"),
    "reduce_scatter": ("ring", "hierarchical_intra_first"),
    "all_to_all": ("pairwise", "hierarchical_rail"),
}
WORK = {
    "all_reduce": ("梯度同步", "Gradient synchronisation"),
    "all_gather": ("参数收集", "Parameter gather"),
    "reduce_scatter": ("梯度规约散发", "Gradient reduce-scatter"),
    "all_to_all": ("专家分发", "Expert dispatch"),
}
PREFIX = {"all_reduce": "AR", "all_gather": "AG", "reduce_scatter": "RS", "all_to_all": "A2A"}

# kind -> (zh, en, limit)
KINDS = {
    "collective_time": ("时间", "time", "at_most: estimate.conservative"),
    "large_message_bandwidth": ("大消息带宽", "large-message bandwidth", "at_least: estimate.conservative"),
    "latency_floor": ("时延下限", "latency floor", "at_most: estimate.conservative"),
    "no_dip_curve": ("曲线无凹坑", "curve without dips", "at_most: 10 %"),
    "capability": ("确定性", "determinism", ""),
}
SIZES = ("64 KiB .. 1 GiB", "1 MiB .. 256 MiB", "4 KiB .. 64 MiB", "[1 MiB, 16 MiB, 256 MiB]")


def spec_text(operations: int, requirements: int, seed: int = 1) -> str:
    """The whole spec as YAML text."""
    draw = random.Random(seed)
    lines = [HEAD.format(operations=operations), "groups:\n"]
    lines += [_group(name) for name in GROUPS]
    table = [(f"op_{i:05d}", draw.choice(sorted(WORK)), draw.choice(list(GROUPS))) for i in range(operations)]
    lines.append("operations:\n")
    lines += [line for row in table for line in _operation(*row, draw)]
    lines.append("requirements:\n")
    lines += [line for i in range(requirements) for line in _requirement(i, *table[i % operations], draw)]
    lines.append("budget: {step: 20 s, exposed_communication: 15 %}\n")
    return "".join(lines)


def _levels(group: str) -> str:
    size, per_node, _ = GROUPS[group]
    return "scale_up" if size == per_node else "scale_out" if per_node == 1 else "scale_up, scale_out"


def _group(name: str) -> str:
    size, per_node, at_once = GROUPS[name]
    place = f"ranks_per_node: {per_node}, at_once_per_node: {at_once}, levels: [{_levels(name)}]"
    return f"  {name}: {{size: {size}, {place}}}\n"


def _operation(name: str, collective: str, group: str, draw: random.Random) -> Iterator[str]:
    algorithms = (TWO_LEVELS if "," in _levels(group) else ONE_LEVEL)[collective]
    shape = [draw.choice([256, 512, 1024, 2048, 4096]), draw.choice([1024, 2048, 4096, 8192])]
    dtype, conditions = draw.choice(["bf16", "fp16", "fp32"]), draw.choice(["exclusive", "multi_group", "with_compute"])
    yield f"  {name}:\n    collective: {collective}\n    group: {group}\n"
    yield f"    tensor: {{shape: {shape}, dtype: {dtype}, semantics: {draw.choice(['input', 'output'])}}}\n"
    yield f"    algorithm: {{name: {draw.choice(algorithms)}}}\n    condition: [{conditions}]\n"
    if draw.random() < 0.3:
        yield f"    around: {{sync: {draw.randint(1, 9)} us}}\n"
    yield f"    per_step: {draw.randint(1, 700)}\n    overlap: [{draw.randint(5, 9) / 10}, {draw.randint(0, 4) / 10}]\n"


def _requirement(number: int, operation: str, collective: str, group: str, draw: random.Random) -> Iterator[str]:
    kind = draw.choices(list(KINDS), [6, 2, 1, 1, 1])[0]
    chinese, english = WORK[collective]
    yield f"  CCL-{PREFIX[collective]}-{number:05d}:\n    kind: {kind}\n"
    yield f"    title: {{zh: {chinese}{KINDS[kind][0]} {number}, en: {english} {KINDS[kind][1]} {number}}}\n"
    yield f"    priority: {draw.choice(['must', 'should', 'may'])}\n"
    yield "    responsible: [library, nic]\n    run_by: vendor\n"
    if kind == "capability":
        yield "    item: determinism\n"
        yield f"    statement: {{zh: {chinese}逐位一致, en: {english} is bit-identical over runs}}\n"
    else:
        yield f"    operation: {operation}\n    limit: {{{KINDS[kind][2]}, tolerance: {draw.randint(0, 9)} %}}\n"
        yield from _measured(kind, group, draw)
    yield f"    rationale: {{zh: {chinese}在关键路径上, en: {english} is on the critical path}}\n"


def _measured(kind: str, group: str, draw: random.Random) -> Iterator[str]:
    sizes = "[8 B, 64 B, 1 KiB]" if kind == "latency_floor" else draw.choice(SIZES)
    conditions = draw.choice(["exclusive", "exclusive, multi_group"])
    yield f"    sweep: {{sizes: {sizes}, groups: [{group}], conditions: [{conditions}]}}\n"
    yield f"    test: {{tool: {draw.choice(['nccl-tests', 'hccl_test'])}, warmup: 20, iterations: 1000, repeats: 5,\n"
    yield "      buffer: registered, in_place: false, check: true, placement: packed, nodes_min: 3, max_spread: 5 %}\n"


if __name__ == "__main__":
    sys.stdout.write(spec_text(int(sys.argv[1]), int(sys.argv[2])))
