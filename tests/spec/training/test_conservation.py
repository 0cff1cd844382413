"""The distinct parameters of one data-parallel replica, summed over its ranks, are those of the model.

Every rank is given its slices of every matrix, one by one, as Megatron-LM cuts them; what the step sends is held
against that: the gradients of a rank against its slices, the slices of all ranks and the weight sync against the model.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from estimator.layout.grid import rank_layout
from estimator.spec.training.fitted import Fitted, fitting
from estimator.spec.training.flow import Flow
from estimator.spec.training.run import TrainingRun
from estimator.spec.training.shape import ModelShape, Moe
from estimator.spec.training.step import Traffic, stage_traffic

Slice = tuple[str, int, int]
"""A matrix, and from which to which of its parameters."""
DEVICES = 5


@st.composite
def cases(draw: st.DrawFn) -> Fitted:
    """A model and a layout whose sizes divide, with two data-parallel replicas."""
    tp, pp, ep, etp = (draw(st.sampled_from(sizes)) for sizes in ((1, 2, 4), (1, 2, 3), (1, 2), (1, 2)))
    heads = draw(st.sampled_from((1, 2, 4)))
    model = ModelShape(
        hidden=4 * draw(st.integers(1, 3)),
        layers=draw(st.integers(pp, 7)),
        dense_layers=draw(st.integers(0, pp)),
        ffn=4 * draw(st.integers(0, 3)),
        expert_ffn=4,
        shared_experts=draw(st.integers(0, 2)),
        query_width=4 * draw(st.integers(1, 2)),
        kv_width=4 * heads,
        kv_heads=heads,
        vocabulary=4 * draw(st.integers(0, 3)),
        tied_embeddings=draw(st.booleans()),
        norms=draw(st.sampled_from((0, 2, 4))),
    )
    moe = Moe(experts=4, top_k=2) if draw(st.booleans()) else None
    layers = (0, *(1,) * (pp - 2), model.layers - pp + 2) if pp > 1 and draw(st.booleans()) else ()
    run = {
        "sequence": 8,
        "stage_layers": layers,
        "zero": draw(st.sampled_from((0, 1, 2))),
        "gradient": "fp32",
        "expert_gradient": "fp32",
        "parameter": "bf16",
        "rollout": {"devices": DEVICES, "dtype": "fp8_e4m3"},
    }
    layout = rank_layout(2 * 16 * pp, tp=tp, pp=pp, ep=ep if moe else 1, etp=etp)
    return fitting(model, moe, layout, TrainingRun.model_validate(run))


def matrices(case: Fitted, layer: int) -> Iterator[tuple[str, int, str]]:
    """Name, size and kind of sharding of each matrix of a layer outside the routed experts."""
    model, with_experts = case.model, case.moe is not None and layer >= case.model.dense_layers
    for name, width, kind in (
        ("q", model.query_width, "tp"),
        ("o", model.query_width, "tp"),
        ("k", model.kv_width, "kv"),
        ("v", model.kv_width, "kv"),
    ):
        yield f"{layer}.{name}", model.hidden * width, kind
    for index in range(model.norms):
        yield f"{layer}.norm{index}", model.hidden, "all"
    width = model.shared_experts * model.expert_ffn if with_experts else model.ffn
    for name in ("gate", "up", "down"):
        yield f"{layer}.{name}", model.hidden * width, "tp"
    if with_experts and case.moe is not None:
        yield f"{layer}.router", model.hidden * case.moe.experts, "all"


def stage_of(case: Fitted) -> list[int]:
    """The stage of each layer."""
    pp = case.layout.pp
    each, more = divmod(case.model.layers, pp)
    counts = case.training.stage_layers or [each + (stage >= pp - more) for stage in range(pp)]
    return [stage for stage, count in enumerate(counts) for _ in range(count)]


def part(name: str, size: int, index: int, parts: int) -> Slice:
    """One of the equal parts of a matrix."""
    assert size % parts == 0
    return name, size // parts * index, size // parts * (index + 1)


def dense_slices(case: Fitted, stage: int, rank: int) -> Iterator[Slice]:
    """What a tensor-parallel rank of a stage holds outside the routed experts."""
    model, tp, last = case.model, case.layout.tp, case.layout.pp - 1
    of_kind = {"tp": (rank, tp), "all": (0, 1)}
    of_kind["kv"] = (rank * model.kv_heads // tp, model.kv_heads) if tp > model.kv_heads else (rank, tp)
    for layer, where in enumerate(stage_of(case)):
        for name, size, kind in matrices(case, layer) if where == stage else ():
            yield part(name, size, *of_kind[kind])
    size = model.vocabulary * model.hidden
    if stage == 0:
        yield part("embedding", size, rank, tp)
    if stage == last and not model.tied_embeddings:
        yield part("head", size, rank, tp)
    if stage == last and model.tied_embeddings and last:
        yield part("embedding", size, rank, tp)
    if stage == last and model.norms:
        yield part("last norm", model.hidden, 0, 1)


def expert_slices(case: Fitted, stage: int, group: int, rank: int) -> Iterator[Slice]:
    """What a rank of a stage holds of the routed experts: some whole experts, of each a part."""
    if case.moe is None:
        return
    each = case.moe.experts // case.layout.ep
    for layer, where in enumerate(stage_of(case)):
        if where == stage and layer >= case.model.dense_layers:
            for expert, name in product(range(group * each, (group + 1) * each), ("gate", "up", "down")):
                size = case.model.hidden * case.model.expert_ffn
                yield part(f"{layer}.{expert}.{name}", size, rank, case.layout.etp)


def length(slices: Iterator[Slice] | set[Slice]) -> int:
    return sum(end - start for _, start, end in slices)


def elements(traffic: Traffic, name: str, width: int) -> int:
    """Elements of a call; 0 where the stage has none."""
    flow: Flow | None = traffic.get(name)
    assert flow is None or flow.n % width == 0
    return flow.n // width if flow is not None else 0


@given(cases())
def test_gradients_are_those_of_the_slices_and_the_slices_are_the_model(case: Fitted) -> None:
    held: set[Slice] = set()
    layout, found = case.layout, stage_traffic(case)
    assert len(found) == layout.pp
    for stage, traffic in enumerate(found):
        for rank in range(layout.tp):
            slices = list(dense_slices(case, stage, rank))
            held.update(slices)
            assert elements(traffic, "dense_gradient", 4) == length(iter(slices))
            if case.training.zero:
                assert elements(traffic, "dense_parameters", 2) == length(iter(slices))
        for group, rank in product(range(layout.ep), range(layout.etp)):
            slices = list(expert_slices(case, stage, group, rank))
            held.update(slices)
            if layout.edp > 1:
                assert elements(traffic, "expert_gradient", 4) == length(iter(slices))
    for traffic in found:
        assert traffic["weight_sync"].n == -(-length(held) // DEVICES)


@given(cases())
def test_parameters_are_the_same_on_any_number_of_ranks(case: Fitted) -> None:
    alone = fitting(case.model, case.moe, rank_layout(2), case.training.model_copy(update={"stage_layers": ()}))
    assert stage_traffic(alone)[0]["weight_sync"] == stage_traffic(case)[0]["weight_sync"]
