"""Figures of ordinary and extreme inputs, in both languages, for the tests that look at them."""

from __future__ import annotations

from estimator.cost.key import GAMMA, KNEE, SYNC, T0, Key
from estimator.report.figures.frontier import FrontierData, FrontierLine, FrontierTexts, Ruler, frontier_figure
from estimator.report.figures.shares import Bar, Segment, SharesLabels, shares_figure
from estimator.report.figures.tn import Marker, RivalCurve, TnData, TnLabels, tn_figure
from estimator.report.figures.topology import (
    CutView,
    GroupView,
    LevelView,
    PathView,
    PlatformView,
    TopologyLabels,
    topology_figure,
)
from estimator.report.figures.tornado import Assumption, TornadoLabels, tornado_figure
from estimator.report.figures.waterfall import Fall, WaterfallLabels, waterfall_figure
from estimator.units import format_bandwidth, format_ratio, format_time

EVIL = "</title><script>alert(1)</script>"
LONG_ZH = "面向专家并行的跨机变长全交换操作在多组并发与训练计算并行条件下的派发方向"
LONG_EN = "a very long operation name that nobody would give but somebody will paste in anyway"


def tn_labels(language: str, name: str = "moe_dispatch") -> TnLabels:
    """Labels of the T(n) figure; ``name`` may be long or hostile."""
    texts = {
        "zh": ("n：每 rank 整个缓冲，十进制字节", "时间 T(n)", "乐观", "保守", "割边下界", "割边下界以下：不可能"),
        "en": ("n: whole per-rank buffer", "time T(n)", "optimistic", "conservative", "cut bound", "impossible"),
    }[language]
    x, y, low, high, bound, never = texts
    return TnLabels(
        f"T(n) {name}", name, x, y, low, high, bound, never, "n½ 3.84 MB", f"{name}  n = 276.8 MB", "[4, 12]"
    )


def tn_data(n: float, alpha: float, width: float, rivals: int = 2, half: float = 3.84e6) -> TnData:
    """alpha + n / 57 GB/s, the conservative end ``width`` times that, and algorithms that are close to it."""
    sizes = tuple(1e3 * 10 ** (k / 20) for k in range(141))
    low = tuple(alpha + s * 1.75e-11 for s in sizes)
    own = alpha + n * 1.75e-11
    return TnData(
        sizes=sizes,
        optimistic=low,
        conservative=tuple(t * width for t in low),
        bound=tuple(s * 1.74e-11 for s in sizes),
        n=n,
        time=(own, own * width),
        n_half=half,
        limits=(Marker(n, own * (1 + width) / 2, "≤ 7.6 ms"),),
        rivals=tuple(RivalCurve(f"rival_{k}", tuple(t * (1 + 0.01 * k) for t in low)) for k in range(rivals)),
        crossings=(Marker(1e8, alpha + 1e8 * 1.75e-11, "102.4 MB"),),
    )


def topology_labels(language: str) -> TopologyLabels:
    """Labels of the topology figure."""
    if language == "zh":
        return TopologyLabels("拓扑", "", "通信组", "8 × 512 = 4096 rank")
    return TopologyLabels("topology", "", "Groups", "8 × 512 = 4096 ranks")


UP = PathView("scale_up", "intra", ("α 4–9 µs", "B 200–150 GB/s"))
OUT = PathView("scale_out", "inter", ("α 8–20 µs", "B 50–40 GB/s"))
SHARED = PathView("scale_out_shared", LONG_EN, ("α 10–26 µs", "B 40–20 GB/s"))
NICS = CutView("node_nics", "per node", ("400–320 GB/s",))
UPLINK = CutView("uplink", "per 32 nodes", ("6.4–5 TB/s",))
BOX = LevelView("box", "8 ranks", "rank", 8, "mesh", "mesh: a link for each pair", ("scale_up",))
LEAF = LevelView("leaf", "256 ranks", "box", 32, "rails", LONG_EN, ("scale_out",), ("node_nics",))
TOP = LevelView("cluster", "4096 ranks", "leaf", 16, "switch", "switch", ("scale_out_shared",), ("uplink",))
RING = LevelView("x", "16 ranks", "rank", 16, "ring", "ring", ("scale_up",))
GROUPS = (
    GroupView("TP 4", "4 × 1", (tuple(range(4)), (0,), (0,))),
    GroupView(LONG_ZH, "8 × 8", (tuple(range(8)), tuple(range(0, 32, 4)), (0,))),
    GroupView("EDP 8", "1 × 8", ((0,), (0,), tuple(range(16)))),
)


def _topologies(language: str) -> dict[str, str]:
    short = tuple(group._replace(units=group.units[:1]) for group in GROUPS)
    views = {
        "one level": PlatformView((BOX,), (UP,), (), short),
        "an open ring": PlatformView((RING._replace(closed=False),), (UP,)),
        "two of a ring": PlatformView((RING._replace(units=2),), (UP,), (), short[2:]),
        "three levels": PlatformView((BOX, LEAF, TOP), (UP, OUT, SHARED), (NICS, UPLINK), GROUPS),
        "a torus": PlatformView((RING, RING._replace(unit="x"), RING), (UP,), (), GROUPS),
        "everything": PlatformView(
            (
                BOX._replace(units=72, title=LONG_ZH, paths=("scale_up", "scale_out")),
                LEAF._replace(units=1024, cuts=("node_nics", "uplink")),
                TOP,
                RING._replace(paths=("scale_out",)),
            ),
            (UP, OUT, SHARED),
            (NICS, UPLINK),
            tuple(group._replace(units=(*group.units, (0, 15))) for group in GROUPS * 4),
        ),
    }
    return {f"topology {name} {language}": topology_figure(v, topology_labels(language)) for name, v in views.items()}


def _times(language: str) -> dict[str, str]:
    name = LONG_ZH if language == "zh" else LONG_EN
    return {
        f"tn ordinary {language}": tn_figure(tn_data(276.8e6, 56e-6, 2.4), tn_labels(language)),
        f"tn tiny n {language}": tn_figure(tn_data(64.0, 56e-6, 2.4, half=10.0), tn_labels(language, name)),
        f"tn huge n {language}": tn_figure(tn_data(4e12, 56e-6, 2.4, half=1e13), tn_labels(language, name)),
        f"tn no width {language}": tn_figure(tn_data(1e6, 56e-6, 1.0, rivals=6), tn_labels(language)),
        f"tn wide {language}": tn_figure(tn_data(1e6, 5e-9, 300.0, rivals=0), tn_labels(language)),
    }


KEYS = (
    *(Key(family, level) for family in ("alpha", "beta") for level in ("intra", "inter")),
    *(Key("cut", "node_nics"), GAMMA, KNEE, T0, SYNC),
)
"""Every kind of part of a bar."""


def bars_of(count: int, name: str) -> list[Bar]:
    """``count`` operations with every kind of part, one of them with no time at all."""
    found = [
        Bar(
            f"{name} {k}",
            "12.25 ms",
            tuple(Segment(key, 1.0 + (k * 7 + j * 5) % 11, j % 2 == 0) for j, key in enumerate(KEYS)),
        )
        for k in range(count)
    ]
    return [*found, Bar("idle", "0 s", (Segment(T0, 0.0),))]


def shares_labels(kind: str = "{}") -> SharesLabels:
    """Labels of the shares figure."""
    return SharesLabels("shares", "", "conservative", "assumed", {key: kind.format(key) for key in KEYS})


def tornado_labels(name: str = "tornado") -> TornadoLabels:
    """Labels of the tornado figure."""
    return TornadoLabels(name, "", "assumption", "explains", "how to measure", "exposed time", "assumed", "measured")


def waterfall_labels(name: str = "waterfall") -> WaterfallLabels:
    """Labels of the waterfall figure."""
    return WaterfallLabels(name, "", "optimistic", "conservative", "4.9 ms", "11.6 ms", "time", "assumed")


def frontier_data(name: str = "n", more_is_better: bool = True, even: bool = False) -> FrontierData:
    """A frontier with a number, a never and an any at each end."""
    first, second = Ruler(name, format_bandwidth, False), Ruler(name, format_ratio if even else format_time, even)
    low, high = (FrontierLine(name, values) for values in ((0.2, 0.1, "any"), (None, 0.8, 0.4)))
    texts = FrontierTexts(
        f"{name} beside {name}",
        f"{name}: met {'above' if more_is_better else 'below'} the lines",
        "\u00d7 never   \u2022 any value",
    )
    return FrontierData(texts, first, second, (1e9, 1e10, 1e11), (low, high), more_is_better)


def _others(language: str) -> dict[str, str]:
    name = LONG_ZH if language == "zh" else LONG_EN
    items = [Assumption(f"{name} {k}", 9.0 / 2**k, "9.48 s", "56 %", name, k % 2 == 0) for k in range(10)]
    falls = [Fall(f"{name} {k}", 1e-3 / 3**k, "+1.20 ms", k % 2 == 0) for k in range(8)]
    end = 4.9e-3 + sum(fall.seconds for fall in falls)
    return {
        f"shares one {language}": shares_figure(bars_of(1, "op"), shares_labels()),
        f"shares forty {language}": shares_figure(bars_of(40, name), shares_labels(name[:20] + " {}")),
        f"tornado {language}": tornado_figure(items, 1.9, 19.86, tornado_labels()),
        f"tornado equal ends {language}": tornado_figure(items[-1:], 19.86, 19.86, tornado_labels()),
        f"tornado close ends {language}": tornado_figure(items[-1:], 19.0, 19.86, tornado_labels()),
        f"frontier {language}": frontier_figure(frontier_data(name)),
        f"frontier of a share {language}": frontier_figure(frontier_data(name, False, True)),
        f"waterfall {language}": waterfall_figure(falls, 4.9e-3, end, waterfall_labels()),
        f"waterfall nothing {language}": waterfall_figure((), 0.0, 0.0, waterfall_labels()),
    }


FIGURES: dict[str, str] = {
    name: svg
    for language in ("zh", "en")
    for make in (_times, _topologies, _others)
    for name, svg in make(language).items()
}


def evil_figures() -> list[str]:
    """Every figure with markup in its texts."""
    level = LevelView(EVIL, EVIL, EVIL, 8, "mesh", EVIL, (EVIL,), (EVIL,))
    path, cut, group = PathView(EVIL, EVIL, (EVIL,)), CutView(EVIL, EVIL, (EVIL,)), GroupView(EVIL, EVIL, ((0,),))
    platform = PlatformView((level,), (path,), (cut,), (group,))
    return [
        tn_figure(tn_data(1e6, 5e-5, 2.0), tn_labels("en", EVIL)),
        shares_figure(bars_of(2, EVIL), shares_labels(EVIL + " {}")),
        topology_figure(platform, topology_labels("en")),
        tornado_figure([Assumption(EVIL, 1.0, EVIL, EVIL, EVIL)], 1.0, 2.0, tornado_labels(EVIL)),
        waterfall_figure([Fall(EVIL, 1.0, EVIL)], 1.0, 2.0, waterfall_labels(EVIL)),
        frontier_figure(frontier_data(EVIL)),
    ]
