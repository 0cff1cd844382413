"""What can be wrong with a set-up: each draws one with its cause planted alone, and says whether its logs can tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from estimator.judge.diagnosis.causes.cause import CauseName
from tests.judge.diagnosis.setups.drawn import ALGORITHMS, Draft, Group, SetUp, draft
from tests.judge.diagnosis.setups.others import by, told
from tests.judge.diagnosis.setups.printed import BY_RANK, CHECKED, FORMS, Measured
from tests.judge.diagnosis.setups.wires import Wires


def healthy(random: Random, forms: tuple[str, ...]) -> SetUp:
    """Everything as promised."""
    made = draft(random, forms=forms)
    return made.made("healthy", "healthy", made.all_runs(made.wires))


def startup(random: Random, forms: tuple[str, ...]) -> SetUp:
    """Every start-up, or that of messages, or T0 alone, several times the promised one."""
    for _ in range(200):
        made, k = draft(random, forms=forms), random.uniform(2.0, 8.0)
        one, kind = made.wires, random.choice(("all", "messages", "call"))
        alpha, launch = (one.alpha[0] * k, one.alpha[1] * k), one.launch
        if kind == "all":
            bad = replace(one, alpha=alpha, launch=launch * k)
        elif kind == "messages":
            bad = replace(one, alpha=alpha)
        else:
            bad = replace(one, launch=launch + (k - 1.0) * made.bench.law(one, made.whole)[0])
        if made.felt(bad, made.whole.algorithm):
            return made.made("startup", kind, made.all_runs(bad), *told(made, "startup", bad, made.whole.algorithm))
    raise AssertionError("no start-up that is felt")


def bandwidth(random: Random, forms: tuple[str, ...]) -> SetUp:
    """The path of the group, its outermost one or every one, slower than promised."""
    for _ in range(200):
        made, k = draft(random, forms=forms), random.uniform(1.8, 6.0)
        one = made.wires
        kind = "inside" if made.spec.nodes == 1 else random.choice(("across", "every"))
        up = one.rate[0] / (1.0 if kind == "across" else k)
        out = one.rate[1] / (1.0 if kind == "inside" else k)
        bad = replace(one, rate=(up, out))
        if made.felt(bad, made.whole.algorithm):
            return made.made("bandwidth", kind, made.all_runs(bad), *told(made, "bandwidth", bad, made.whole.algorithm))
    raise AssertionError("no path that is felt")


def topology(random: Random, forms: tuple[str, ...]) -> SetUp:
    """A border that carries less: of a node, within a node, or between nodes."""
    for _ in range(200):
        made = draft(random, forms=forms)
        one, each, nodes = made.wires, made.spec.wires.each, made.spec.nodes
        k = random.uniform(2.0, 6.0)
        kinds = (["island"] if nodes == 1 and each >= 4 else []) + (["node"] if nodes > 1 and each > 1 else [])
        kinds += ["pod"] if nodes >= 4 else []
        if not kinds:
            continue
        kind = random.choice(kinds)
        bad = _with_border(one, kind, made, k)
        if bad.node is not None and bad.node < bad.rate[1]:
            continue  # so narrow that it is the rate of the path itself
        if not made.felt(bad, made.whole.algorithm):
            continue  # the group sends too little across it to feel it
        return made.made("topology", kind, made.all_runs(bad), *told(made, "topology", bad, made.whole.algorithm))
    raise AssertionError("no machine with a border that is felt")


def _with_border(one: Wires, kind: str, made: Draft, k: float) -> Wires:
    """The machine with one border so narrow that the group's bytes across take ``k`` times its path's time."""
    each, nodes = made.spec.wires.each, made.spec.nodes
    wide = {"island": one.rate[0] * each / 2, "node": one.rate[1] * each, "pod": one.rate[1] * each * nodes / 2}[kind]
    fine = made.bench.law(one, made.whole)[-1]
    while True:
        bad = {
            "island": lambda rate: replace(one, island=(each // 2, rate)),
            "node": lambda rate: replace(one, node=rate),
            "pod": lambda rate: replace(one, pod=(nodes // 2, rate)),
        }[kind](wide)
        if made.bench.law(bad, made.whole)[-1] > k * fine or wide < 1e6:
            return bad
        wide /= 1.2


def algorithm(random: Random, forms: tuple[str, ...]) -> SetUp:
    """Another algorithm than promised, or the wrong one over a range of sizes."""
    for _ in range(200):
        made = draft(random, forms=forms)
        one, collective = made.wires, made.spec.collective
        if made.whole.nodes * made.whole.per_node < 8:
            continue
        able = [name for name in ALGORITHMS[collective] if made.spec.nodes > 1 or not name.startswith("hier")]
        taken = random.choice([name for name in able if name != made.spec.algorithm])
        if random.random() < 0.5:
            return made.made("algorithm", "range", _range(made, one))
        if made.felt(one, taken):
            return made.made("algorithm", "other", _by(made, one, taken), *told(made, "algorithm", one, taken))
    raise AssertionError("no algorithm that is slower")


def _by(made: Draft, wires: Wires, taken: str) -> list[Measured]:
    groups = [by(group, taken) for group in made.groups()]
    times = 3 if made.holds == "repeats" else 1
    return [made.bench.run(group, made.bench.law(wires, group)) for group in groups for _ in range(times)]


def _range(made: Draft, wires: Wires) -> list[Measured]:
    """A library that takes something bad for shares of some sizes, in every group."""
    random, bench = made.random, made.bench
    spare = made.spec.width**2 * (1.5 if made.spec.form == "sweep" else 1.0)
    k, count = spare * random.uniform(1.6, 3.0), len(bench.sizes(made.whole.nodes * made.whole.per_node))
    length = random.randint(2, max(2, count // 4))
    first = random.randint(2, count - length - 2)
    sizes = bench.sizes(made.whole.nodes * made.whole.per_node)
    low, high = (sizes[at] / (made.whole.nodes * made.whole.per_node) for at in (first, first + length - 1))
    runs = []
    for group in made.groups():
        ranks, law = group.nodes * group.per_node, bench.law(wires, group)
        if group.collective != "p2p":
            shares = [size / ranks for size in bench.sizes(ranks)]
            law = [time * k if low <= share <= high else time for time, share in zip(law, shares, strict=True)]
        runs += [bench.run(group, law) for _ in range(3 if made.holds == "repeats" else 1)]
    return runs


def contention(random: Random, forms: tuple[str, ...]) -> SetUp:
    """Other jobs: now and then, by turns, or all the time and without order."""
    made = draft(random, forms=forms)
    k = made.spec.width**2 * random.uniform(1.8, 4.0)
    bench, one, kind = made.bench, made.wires, random.choice(("modes", "turns", "erratic", "by_rank"))
    if kind == "by_rank" and bench.form not in BY_RANK:
        kind = "erratic"
    if kind in ("modes", "turns"):
        made.holds = "repeats"
    runs = []
    for group in made.groups():
        law = bench.law(one, group)
        for repeat in range(3 if made.holds == "repeats" else 1):
            runs.append(_disturbed(made, group, law, kind, k, repeat))
    return made.made("contention", kind, runs)


def _disturbed(made: Draft, group: Group, law: list[float], kind: str, k: float, repeat: int) -> Measured:
    random, bench = made.random, made.bench
    if kind == "modes":
        bad = [time * (k if random.random() < 0.4 else 1.0) for time in law]
        return bench.run(group, bad)
    if kind == "turns":
        every = random.randint(3, 5)
        begin, last = random.randint(0, every - 1), max(1, every // 2)
        return bench.run(group, [time * (k if (at + begin) % every < last else 1.0) for at, time in enumerate(law)])
    spread = random.uniform(0.35, 0.7)
    bad = [time * random.lognormvariate(0.35, spread) for time in law]
    run = bench.run(group, bad, [time * random.lognormvariate(0.35, spread) for time in law])
    if kind == "erratic":
        return run
    low = tuple(time / random.uniform(1.8, 3.0) for time in run.times)
    return replace(run, low=low, high=tuple(time * random.uniform(1.8, 4.0) for time in run.times))


def not_performance(random: Random, forms: tuple[str, ...]) -> SetUp:
    """Wrong results, a failure after some rows or before any, a log that is cut off, one slow rank."""
    printed = tuple(form for form in forms if form not in ("csv", "json"))  # which nobody cuts off
    kind = random.choice(("wrong", "failed", "none", "head", "cut", "slow_rank")) if printed else "wrong"
    able = {"wrong": CHECKED, "slow_rank": (*BY_RANK, "json")}.get(kind, printed)
    while True:
        made = draft(random, forms=tuple(form for form in forms if form in able) or forms)
        made.holds = random.choice(("one", "pair"))
        if kind != "slow_rank" or made.whole.nodes * made.whole.per_node >= 8:
            break
    runs = made.all_runs(made.wires)
    if kind == "slow_rank":
        runs[0] = _with_slow_rank(random, runs[0])
    elif kind == "wrong":
        count = random.randint(1, 3)
        runs[0] = replace(runs[0], wrong=frozenset(random.sample(range(len(runs[0].sizes)), count)))
    found = made.made("not_performance", kind, runs)
    if kind not in ("slow_rank", "wrong"):
        _broken(random, found)
    return found


def _broken(random: Random, found: SetUp) -> None:
    """Break off the first log, and leave it alone where it has no row."""
    text, told = found.logs[0]
    lines = text.splitlines(keepends=True)
    rows = [place for place, line in enumerate(lines) if _is_row(line)]
    if found.kind == "failed":
        found.logs[0] = "".join(lines[: random.choice(rows[1:])]) + _FAILURE[found.form], told
    elif found.kind == "cut" and found.form in ("nccl_old", "hccl"):  # whose command says how far it was to go
        at = random.choice(rows[2:-2])
        found.logs[0] = "".join(lines[:at]) + lines[at][: random.randint(10, 25)], told
        del found.logs[1:]
    else:
        failure = _FAILURE[found.form] if found.kind == "none" else ""
        found.logs = [("".join(lines[: rows[0]]) + failure, told)]


def _with_slow_rank(random: Random, run: Measured) -> Measured:
    """One rank of which no other has its trouble: in the mean of all ranks it hardly shows."""
    k, rank = random.uniform(2.0, 6.0), random.randrange(run.ranks)
    high = tuple(time * k for time in run.times)
    mean = tuple(time * (1.0 + (k - 1.0) / run.ranks) for time in run.times)
    return replace(run, times=mean, low=run.times, high=high, odd=(rank, k))


def _is_row(line: str) -> bool:
    return line.lstrip()[:1].isdigit() or line.startswith(('{"n"', "all_", "reduce_"))


_NCCL = "n0: Test NCCL failure common.cu:1204 'unhandled cuda error'\n .. n0 pid 12: Test failure common.cu:401\n"
_MPI = "MPI_ABORT was invoked on rank 3 in communicator MPI_COMM_WORLD with errorcode 1.\n"
_FAILURE = {
    "nccl": _NCCL,
    "nccl_old": _NCCL,
    "hccl": "hccl interface return err ./common/src/hccl_test_common.cc:538, retcode: 7\n",
    "osu": _MPI,
    "imb": _MPI,
    "csv": "",
    "json": "",
}

CAUSES: Mapping[CauseName, Callable[[Random, tuple[str, ...]], SetUp]] = {
    "healthy": healthy,
    "startup": startup,
    "bandwidth": bandwidth,
    "topology": topology,
    "algorithm": algorithm,
    "contention": contention,
    "not_performance": not_performance,
}


def drawn(cause: CauseName, seed: int, forms: tuple[str, ...] = tuple(FORMS)) -> SetUp:
    """A set-up of a cause, the same for the same seed."""
    return CAUSES[cause](Random(f"{cause} {seed}"), forms)
