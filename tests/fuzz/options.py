"""Command lines: options of every command with values good and bad, missing, doubled and for another command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from tests.fuzz import evidence
from tests.fuzz.bases import PLATFORM, text_of
from tests.fuzz.nasty import COUNTS, VALUES
from tests.fuzz.trial import Input

COUNT = (*(str(count) for count in COUNTS), "00000000000000000000009999999999", "8 ", "+8", "8.0", "\u00b2", "8" * 5000)
TIME = ("5 us", "0 s", "1e15 s", "1e-30 s", "5", "-5 us", "1 h", "9" * 60 + " s")
RATE = ("100 GB/s", "1e60 B/s", "1e-3 B/s", "0 B/s", "400 Gbit/s", "100 gb/s")
SIZE = ("1 MiB", "1 B", "0 B", "1e24 B", "1 Mb", "0.5 B")
RATIO = ("0", "0.5", "15 %", "1", "1e9", "1e-30", "nan")
FORMAT = ("text", "json", "csv", "md", "xml")
COLLECTIVES = (
    *("p2p", "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "all_gather_v", "reduce_scatter_v"),
    *("all_to_all_v", "broadcast", "reduce", "scatter", "gather", "barrier", "nope"),
)
ALGORITHMS = (
    *(
        "ring",
        "recursive_doubling",
        "rabenseifner",
        "bruck",
        "binomial",
        "flat",
        "pairwise",
        "pairwise_xor",
        "full_mesh",
    ),
    *("double_binary_tree", "hierarchical_rs_ar_ag", "multi_ring", "torus2d_ring", "in_network", "dissemination"),
    *("chain_pipelined", "scatter_ring_allgather", "hierarchical_rail", "hierarchical_leader", "direct", "bruck_rs_ag"),
    *("binomial_reduce_bcast", "scatter_bruck_allgather", "hierarchical_pipeline_mesh", "hierarchical_inter_first"),
    *("hierarchical_in_network", "ring_flat_contiguous", "nope"),
)
PLACES = (
    *("platform.knee.k", "platform.paths.scale_out.exclusive.bandwidth", "platform.paths.scale_up.exclusive.alpha"),
    *(
        "operations.gradients.tensor.shape[0]",
        "operations.gradients.tensor.shape[\u00b2]",
        "size",
        "platform",
        "",
        "x.y",
    ),
    *(f"operations.gradients.tensor.shape[{'9' * 5000}]", "operations.gradients.tensor.shape[-1]", "groups.dp.size"),
    *(
        "operations[0]",
        "operations.gradients.algorithm.name",
        "document.title",
        "a..b",
        "[",
        "]",
        "[[0]]",
        ".",
        "\udcff",
    ),
    *("requirements.CCL-AR-01.limit.at_most", "requirements.CCL-AR-01.sweep.sizes", "platform.launch.time"),
)
LEVELS = (
    *(
        "8:mesh:4 us:350 GB/s, 512:switch:9 us:24 GB/s",
        "8:mesh:4 us:350 GB/s",
        "1:ring:0 s:1 B/s",
        "8:mesh",
        ":::",
        ",",
    ),
    *("1048576:switch:5 us:1 GB/s", "1048576:ring:5 us:1 GB/s, 1048576:mesh:1 s:1 B/s", "2:ring:1 us:1 GB/s," * 40),
)
DIMS = ("4x8", "8x16", "1x1", "1048576x1048576", "4", "x", "4x", "2x" * 60 + "2", "0x4", "9" * 40 + "x2")
OPTIONS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "cost": {
        "--algorithm": ALGORITHMS,
        "--ranks": COUNT,
        "--size": SIZE,
        "--alpha": TIME,
        "--bandwidth": RATE,
        "--wiring": ("switch", "mesh", "ring", "rails", "x"),
        "--levels": LEVELS,
        "--shape": DIMS,
        "--ranks-per-node": COUNT,
        "--inter-alpha": TIME,
        "--inter-bandwidth": RATE,
        "--inter-per": ("rank", "node", "x"),
        "--reduce-bandwidth": RATE,
        "--cut-bandwidth": RATE,
        "--launch": TIME,
        "--knee": RATIO,
        "--segments": (*COUNT, "optimal"),
        "--dims": DIMS,
        "--channels": (*COUNT, "all"),
        "--methods": ("direct,ring", "ring", "both", "x", ",", "ring," * 500),
        "--rings": COUNT,
        "--efficiency": RATIO,
        "--send-matrix": ("m.csv", "m.json", "nowhere", "/dev/null", "a/", "s.yaml", "\udcff"),
        "--format": FORMAT,
    },
    "layout": {
        **dict.fromkeys(("--world", "--tp", "--cp", "--pp", "--ep", "--etp", "--dp", "--ranks-per-node"), COUNT),
        "--order": ("tp-cp-ep-dp-pp", "tp-pp", "tp-tp", "", "-", "x", "pp-dp-ep-cp-tp", "a" * 5000),
        "--group": ("ep", "dp_cp", "mp", "x", "", "tp-pp", "\u202e"),
        "--format": FORMAT,
    },
    "estimate": {
        "--set": (),
        "--variant": (
            "b=p.yaml",
            "=cmd|' /C calc'!A0=p.yaml",
            "+x=p.yaml",
            "b",
            "b=",
            "=",
            "spec=p.yaml",
            "b=/etc/passwd",
        ),
        "--sweep": (),
        "--operation": ("gradients", "activations", "nope", "", "\u202e", "\udcff"),
        "--points": (*COUNT, "10,10", "100,2", "1", "1" * 5000, "00000000000000010", ",", "\u00b2", "\u0663"),
        "--out": ("c.csv", "c.npy", "c.txt", "a/", "/dev/full", "nowhere/c.csv", "\udcff.csv", "x" * 300 + ".csv"),
        "--format": FORMAT,
    },
    "check": {"--format": FORMAT, "--limits-out": ("l.yaml", "s.yaml", "p.yaml", "a/", "/dev/null", "\udcff")},
    "build": {
        "--out": ("o", "s.yaml", "s.yaml/x", "/proc/x", "\udcff", "", "x" * 300),
        "--lang": ("zh", "en", "fr", ""),
        "--variant": ("b=p.yaml", "b", "=x", "\u202e=p.yaml", "@b=p.yaml"),
    },
    "init": {},
    "schema": {},
}
FLAGS = {"estimate": ("--sensitivity",), "check": ("--limits",), "build": ("--no-pdf",)}
NEEDED = {
    "cost": ("--algorithm", "--ranks", "--size", "--alpha", "--bandwidth"),
    "layout": ("--world", "--ranks-per-node"),
    "build": (),
}
ARGUMENT = {"cost": COLLECTIVES, "init": ("n.yaml", "s.yaml", "-", "a/n.yaml", "no/n.yaml", "\udcff", "a")}
SPECS = ("s.yaml",) * 12 + ("p.yaml", "nowhere.yaml", "a", "", "\udcff.yaml", "x" * 5000, "\u202e", "-")
COMMANDS = (
    ("cost",) * 8 + ("layout",) * 3 + ("estimate",) * 5 + ("check", "build", "init", "schema", "nope", "--help", "")
)


def make(draw: Random) -> Input:
    """One command line beside a spec, a platform and send matrices; or one about measurements and versions."""
    if draw.random() < 0.4:
        return evidence.make(draw)
    spec = text_of("templates/starter.yaml")
    inside = spec.split("\nplatform:\n")[1].split("\ngroups:\n")[0]
    files = {
        "s.yaml": spec.encode(),
        "p.yaml": "\n".join(line.removeprefix("  ") for line in inside.splitlines()).encode() + b"\n",
        "asic.yaml": PLATFORM.encode(),
        "m.csv": draw.choice([b"0,1\n1,0\n", b"", b"1,2\n", b"a,b\n", b"0," * 3000, b"1e400,1\n1,1\n", b"-1,0\n0,0\n"]),
        "m.json": draw.choice(
            [b"[[0,1],[1,0]]", b"[]", b"{}", b"[[1]]", b"[" * 5000, b"[[1e999]]", b'[["1 MiB", 0], [0, 0]]']
        ),
        "a/": b"",
    }
    return Input(files, _line(draw))


def _line(draw: Random) -> list[str]:
    name = draw.choice(COMMANDS)
    known = OPTIONS.get(name, {})
    line = [name]
    if name in ("estimate", "check", "build"):
        line.append(draw.choice(SPECS))
    elif name in ARGUMENT:
        line.append(draw.choice(ARGUMENT[name]))
    chosen = [*NEEDED.get(name, ())] if draw.random() < 0.9 else []
    chosen += draw.sample(sorted(known), min(len(known), draw.choice([0, 1, 1, 2, 3, 5])))
    if name == "cost" and "--levels" in chosen and draw.random() < 0.8:
        chosen = [one for one in chosen if one not in ("--ranks", "--alpha", "--bandwidth")]
    for option in chosen:
        line += [option, _value(draw, option, known[option])]
    line += [flag for flag in FLAGS.get(name, ()) if draw.random() < 0.4 or flag == "--no-pdf"]
    if draw.random() < 0.05:
        line.append(draw.choice(["--nope", "--", "-h", "extra", "\udcff", "--ranks", "\u202e", "--format=json"]))
    return line


def _value(draw: Random, option: str, known: Sequence[str]) -> str:
    if option == "--set":
        return draw.choice([f"{draw.choice(PLACES)}={draw.choice(VALUES)}"] * 5 + ["x", "=", "", "\udcff=1"])
    if option == "--sweep":
        low, high = draw.choice(VALUES), draw.choice(VALUES)
        ends = draw.choice(
            ["1 KiB .. 1 GiB", "0 .. 1.7", "1 us .. 5 us", "10 GB/s .. 20 GB/s", f"{low} .. {high}", low]
        )
        return f"{draw.choice(PLACES)}={ends}"
    # Mostly the first ones, which are in order, so that a line gets beyond its options.
    return draw.choice(known[:8]) if known and draw.random() < 0.7 else draw.choice([*known, *VALUES]).replace("\0", "")
