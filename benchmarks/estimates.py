"""The estimate's pace beside a plain Python function and bare numpy: scalar, over sizes, a whole example."""

import gc
import time
from pathlib import Path
from statistics import median

import numpy as np
import yaml
from numpy.typing import NDArray

from benchmarks.generate import spec_text
from benchmarks.measure import Board, inside
from estimator.cost.key import T0, Key
from estimator.estimate.assume.assumptions import Assumptions
from estimator.estimate.case import Case, case_of
from estimator.estimate.ends import end_of, times
from estimator.estimate.interval import interval
from estimator.estimate.operation import estimate_operation
from estimator.estimate.search.sensitivity import sensitivity
from estimator.estimate.table import cases_of, estimate
from estimator.jobs.estimates import estimates
from estimator.jobs.inputs.specs import open_spec
from estimator.spec.document import Spec

Array = NDArray[np.float64]
SIZES = 10**6
CALLS = 10**4


def load(operations: int) -> Spec:
    """A generated spec without positions: what is measured here comes after loading."""
    return Spec.model_validate(yaml.load(spec_text(operations, 1), yaml.CBaseLoader))


def report(board: Board) -> None:
    spec = load(1000)
    one_operation(board, spec)
    beside_plain_python(board, spec)
    array_of_sizes(board, spec)
    whole_example(board)


def ring(ranks: int, n: float, alpha: float, bandwidth: float) -> float:
    """What one would write by hand for one end: a ring AllReduce."""
    return 2 * (ranks - 1) * alpha + 2 * (ranks - 1) / ranks * n / bandwidth


def beside_plain_python(board: Board, spec: Spec) -> None:
    """A ring AllReduce at both ends, and a hierarchical one with a shared way out of the node over many sizes."""
    sizes = np.geomspace(1e3, 1e10, CALLS).tolist()
    plain = inside(lambda: [ring(64, n, 5e-6, 1e11) for n in sizes]) / CALLS
    name = next(n for n, o in spec.operations.items() if o.collective == "all_reduce" and o.algorithm.name == "ring")
    model = interval(spec, name)
    scalar = inside(lambda: [model(n) for n in sizes]) / CALLS
    beside = f"{scalar * 1e6:.2f} us / {plain * 1e9:.0f} ns"
    board.figure("interval at one size / plain ring function", scalar / plain, "x", 40, beside)
    name = next(n for n, o in spec.operations.items() if o.algorithm.name == "hierarchical_rs_ar_ag")
    model = interval(spec, name)
    many = np.geomspace(1e3, 1e10, SIZES)
    room = np.empty_like(many), np.empty_like(many)
    array = inside(lambda: model(many, room)) / SIZES
    beside = f"{array * 1e9:.1f} / {plain * 1e9:.0f} ns a size, hierarchical, both ends"
    board.figure("intervals over 10^6 sizes: rate / plain ring", plain / array, "x", 20, beside, least=True)


def whole_example(board: Board) -> None:
    """The 5T example once it is read, and with reading and checking it."""
    path = Path(__file__).parents[1] / "specs" / "moe_5t.yaml"
    spec = open_spec(path).spec
    board.figure("the 5T example, estimated", inside(lambda: estimate(spec)) * 1e3, "ms", 50)
    board.figure("the same, read and printed too", inside(lambda: estimates(path, "text")) * 1e3, "ms")
    cases = list(cases_of(spec).values())
    board.figure("10 % on each of its assumptions", inside(lambda: sensitivity(cases)) * 1e3, "ms")


def one_operation(board: Board, spec: Spec) -> None:
    """Each operation of the spec once, its parameters looked up anew; groups, plans and forms are kept."""
    split, whole = [], []
    gc.disable()
    for name in spec.operations:
        start = time.perf_counter()
        case = case_of(spec, name, Assumptions(spec.platform, spec.sources))
        end_of(case.work, case.low)
        end_of(case.work, case.high)
        split.append(time.perf_counter() - start)
        start = time.perf_counter()
        estimate_operation(case_of(spec, name, Assumptions(spec.platform, spec.sources)))
        whole.append(time.perf_counter() - start)
    gc.enable()
    board.figure("one operation, both ends with their split", median(split) * 1e6, "us", 300)
    board.figure("one operation, with waterfall, rivals and step", median(whole) * 1e6, "us")


def array_of_sizes(board: Board, spec: Spec) -> None:
    """Both ends of a hierarchical AllReduce with a shared way out of the node, over a million sizes."""
    name = next(n for n, o in spec.operations.items() if o.algorithm.name == "hierarchical_rs_ar_ag")
    case = case_of(spec, name, Assumptions(spec.platform, spec.sources))
    sizes = np.geomspace(1e3, 1e10, SIZES)
    low, high = bare(case, sizes)
    ours = times(case.work, case.low, sizes), times(case.work, case.high, sizes)
    np.testing.assert_allclose(ours, (low, high), rtol=1e-12)
    slow = inside(lambda: (times(case.work, case.low, sizes), times(case.work, case.high, sizes)))
    plain = inside(lambda: bare(case, sizes))
    board.figure(
        "interval over 10^6 sizes / bare numpy", slow / plain, "x", 3, f"{slow * 1e3:.1f} / {plain * 1e3:.1f} ms"
    )


def bare(case: Case, n: Array) -> tuple[Array, Array]:
    """What one would write by hand: RS intra, AR inter (its path or the node's cut), AG intra; then overlapped."""
    g, m = case.subject.shape.per_node, case.subject.shape.nodes
    fast, slow = case.low.values, case.high.values
    intra, inter = (g - 1) / g, 2 * (m - 1) / m / g
    rounds_intra, rounds_inter = g - 1, 2 * (m - 1)
    start = 2 * rounds_intra * fast[Key("alpha", "node")] + rounds_inter * fast[Key("alpha", "machine")] + fast[T0]
    level = np.maximum(
        (2 * intra * fast[Key("beta", "node")] + intra * fast[Key("gamma")]) * n,
        (inter * fast[Key("beta", "machine")] + inter / 2 * fast[Key("gamma")]) * n,
    )
    low = start + np.maximum(level, g * inter * fast[Key("cut", "node_nics")] * n)
    start = 2 * rounds_intra * slow[Key("alpha", "node")] + rounds_inter * slow[Key("alpha", "machine")]
    ends = (2 * intra * slow[Key("beta", "node")] + intra * slow[Key("gamma")]) * n
    path = (inter * slow[Key("beta", "machine")] + inter / 2 * slow[Key("gamma")]) * n
    cut = (g * inter * slow[Key("cut", "node_nics")] + inter / 2 * slow[Key("gamma")]) * n
    knee = case.high.knee_k * np.sqrt(start) * np.sqrt(ends + path)
    return low, start + ends + np.maximum(path, cut) + knee + slow[T0] + slow.get(Key("sync"), 0.0)
