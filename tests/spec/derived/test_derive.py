"""Operations from model, layout and training: their figures, what may be replaced, and what is said otherwise."""

import pytest

from estimator.errors import SpecError
from estimator.estimate.table import estimate
from estimator.report.tables.estimates.listing import flat_row
from estimator.spec.load import load_text
from tests.spec.derived.test_arrange import DESIGN
from tests.spec.examples import messages, warnings
from tests.spec.test_schema import complaints

MODEL = (
    "model: {hidden: 8192, layers: 88, dense_layers: 2, ffn: 24576, expert_ffn: 3072, shared_experts: 1,"
    " kv_width: 1024, vocabulary: 163840, norms: 0}\n"
)
TRAINING = (
    "training: {sequence: 32768, micro_batches: 32, dispatch: fp8_e4m3, dispatch_scale: {bytes: 4, per: 128},"
    " expert_gradient: bf16, rollout: {devices: 128, steps: 4, dtype: fp8_e4m3}}\n"
)
WRITTEN = """    collective: all_to_all_v
    group: ep
    tensor: {shape: [4096, 8, 8192], dtype: fp8_e4m3, scale: {bytes: 4, per: 128}, semantics: input}
"""
MORE = """  expert_gradient: {from_model: expert_gradient, algorithm: ring, condition: with_compute}
  sync: {from_model: weight_sync, group: edp, algorithm: direct}
"""


def changed(text: str, old: str, new: str) -> str:
    assert old in text, old
    return text.replace(old, new, 1)


DERIVED = changed(DESIGN, "groups:\n", MODEL + TRAINING + "groups:\n")
DERIVED = changed(DERIVED, WRITTEN, "    from_model: moe_dispatch\n")
DERIVED = changed(changed(DERIVED, "    per_step: 704\n", ""), "requirements:\n", MORE + "requirements:\n")


def test_the_dispatch_of_the_design_follows_from_model_and_layout() -> None:
    found = load_text(DERIVED).spec.operations["moe_dispatch"]
    assert (found.collective, found.group, found.per_step) == ("all_to_all_v", "ep", 704)
    assert (found.tensor.size_bytes, found.tensor.dtype) == (276_824_064, "fp8_e4m3")
    by_hand, derived = (flat_row(estimate(load_text(t).spec).operations["moe_dispatch"]) for t in (DESIGN, DERIVED))
    assert derived == by_hand


def test_every_operation_of_the_step_can_be_named() -> None:
    # 11 layers on the busiest stages, 768 experts of three 8192 x 3072 matrices on 64 ranks
    operations = load_text(DERIVED).spec.operations
    gradient, sync = operations["expert_gradient"], operations["sync"]
    assert (gradient.group, gradient.tensor.size_bytes, gradient.per_step) == (
        "edp",
        11 * 768 // 64 * 3 * 8192 * 3072 * 2,
        1,
    )
    assert (sync.group, sync.tensor.size_bytes, sync.per_step) == ("edp", 39_145_865_216, 0.25)


def test_what_is_written_beside_from_model_replaces_it() -> None:
    text = changed(
        DERIVED, "from_model: moe_dispatch\n", "from_model: moe_dispatch\n    per_step: 64\n    group: ep128\n"
    )
    found = load_text(text).spec.operations["moe_dispatch"]
    assert (found.group, found.per_step, found.tensor.size_bytes) == ("ep128", 64, 276_824_064)


def test_an_editor_accepts_what_the_loader_accepts() -> None:
    assert complaints(DERIVED) == []
    assert complaints(changed(DERIVED, "from_model: weight_sync, ", "")) == ["$.operations.sync"] * 2
    assert complaints(changed(DERIVED, "{from_layout: edp}", "{size: 8}")) == ["$.groups.edp"] * 2


def test_a_model_that_no_operation_uses_has_no_effect() -> None:
    found = "\n".join(warnings(changed(DESIGN, "groups:\n", MODEL + TRAINING + "groups:\n")))
    assert "model: has no effect: no operation comes from the model" in found
    assert "training: has no effect" in found
    assert not [line for line in warnings(DERIVED) if "model" in line or "training" in line]


@pytest.mark.parametrize(
    ("old", "new", "path", "words"),
    [
        (
            "from_model: moe_dispatch",
            "from_model: moe_dispach",
            "moe_dispatch.from_model",
            "did you mean moe_dispatch?",
        ),
        ("from_model: moe_dispatch", "from_model: cp_ring", "moe_dispatch.from_model", "has no 'cp_ring'"),
        (
            "from_model: weight_sync, group: edp",
            "from_model: weight_sync",
            "sync.group",
            "no layout holds both sides of this transfer; add group",
        ),
        ("from_layout: edp}", "from_layout: ep}", "expert_gradient.group", "no groups come from the layout's edp"),
        ("algorithm: ring", "algorithm: rign", "expert_gradient.algorithm", "did you mean ring?"),
        ("hidden: 8192", f"hidden: {'9' * 20}", "model.hidden", "'99999999999999999999' is too large; write a whole"),
        ("hidden: 8192", "hidden: 8k", "model.hidden", "'8k' is not a whole number"),
        ("sequence: 32768", "sequence: 32769", "training.sequence", "that 8 divides"),
        ("experts: 768", "experts: 767", "layout.ep", "767 experts on ep 64 ranks"),
        ("layers: 88", "layers: 7", "layout.pp", "8 stages for 7 layers"),
        ("dense_layers: 2", "dense_layers: 89", "model.dense_layers", "write at most 88"),
        ("steps: 4", "steps: 0", "training.rollout.steps", "every 0 steps"),
        ("micro_batches: 32", "zero: 4", "training.zero", "write a whole number of 3 or less"),
    ],
)
def test_a_mistake_has_one_message_at_its_place(old: str, new: str, path: str, words: str) -> None:
    found = messages(changed(DERIVED, old, new))
    assert [line for line in found if f"{path}: " in line and words in line], found
    assert len(found) == 1 or "from_layout: ep}" in new, found


def test_missing_sections_are_named_with_what_to_write() -> None:
    found = messages(changed(DERIVED, MODEL + TRAINING, ""))
    assert len(found) == 1  # told of the first of three operations that rest on them
    assert (
        "moe_dispatch.from_model: the spec has no model and no training; add model: {hidden: ..., layers: ...};"
        in found[0]
    )


def test_a_node_limit_lowers_the_copies_that_cross() -> None:
    per_node = changed(DESIGN, "copies: per_expert", "copies: per_node")
    per_node = changed(per_node, "{name: hierarchical_rail, also: [pairwise]}", "hierarchical_leader")
    free, limited = (
        estimate(load_text(text).spec).operations["moe_dispatch"].bound.seconds
        for text in (per_node, changed(per_node, "top_k: 8", "top_k: 8, node_limit: 4"))
    )
    found = warnings(changed(DESIGN, "top_k: 8", "top_k: 8, node_limit: 4"))
    assert [
        line for line in found if "moe.node_limit: has no effect: every operation sends one copy per expert" in line
    ]
    assert limited / free == pytest.approx(3.983 / 5.2655, rel=2e-3)
    with pytest.raises(SpecError, match=r"moe\.node_limit: 13 of 96"):
        estimate(load_text(changed(per_node, "experts: 768, top_k: 8", "experts: 96, top_k: 13, node_limit: 1")).spec)
