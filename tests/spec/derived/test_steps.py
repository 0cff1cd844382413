"""Operations from a prefill or decode step: their figures, what is missing, what has no effect."""

import pytest

from estimator.spec.derived.steps import full_name, main_step, named
from estimator.spec.load import load_text
from tests.spec.examples import messages, warnings
from tests.spec.inference.specs import DECODE
from tests.spec.test_schema import complaints


def changed(old: str, new: str, text: str = DECODE) -> str:
    assert old in text, old
    return text.replace(old, new, 1)


PREFILL = changed("  decode: {batch: 128", "  prefill: {batch: 2, tokens: 4096}\n  decode: {batch: 128")


def test_the_decode_exchange_runs_once_in_each_of_58_layers() -> None:
    operations = load_text(DECODE).spec.operations
    found = {name: (one.step, one.group, one.per_step, one.tensor.size_bytes) for name, one in operations.items()}
    assert found == {
        "d": ("decode", "ep", 58, 128 * 8 * 7392),
        "c": ("decode", "ep", 58, 128 * 8 * 14336),
        "kv": ("decode", "across", 0.25, 4096 * 70_272),
    }
    assert warnings(DECODE) == []
    assert complaints(DECODE) == []


def test_a_transfer_without_a_step_is_that_of_a_prefill() -> None:
    assert named("kv_transfer") == ("prefill", "kv_transfer") == named("prefill.kv_transfer")
    assert named("moe_dispatch") == ("training", "moe_dispatch")
    assert [full_name(*named(name)) for name in ("kv_transfer", "decode.kv_transfer", "pp_send")] == [
        *("kv_transfer", "decode.kv_transfer", "pp_send")
    ]
    sent = load_text(changed("decode.kv_transfer", "kv_transfer", PREFILL)).spec.operations["kv"]
    assert (sent.step, sent.per_step, sent.tensor.size_bytes) == ("prefill", 2, 4096 * 70_272)


TRAINING = "training: {sequence: 128, dispatch: fp8_e4m3, dispatch_scale: {bytes: 4, per: 128}}\ngroups:\n"
TYPES = "  dispatch: fp8_e4m3\n  dispatch_scale: {bytes: 4, per: 128}\n"


def test_types_that_inference_leaves_out_are_those_of_the_training() -> None:
    text = changed("groups:\n", TRAINING, changed(TYPES, ""))
    found = load_text(text).spec
    assert found.operations["d"].tensor.size_bytes == 128 * 8 * 7392
    assert warnings(text) == []  # the training says something, though no operation is of its step


def test_training_stands_before_inference_where_both_are_counted() -> None:
    text = changed("groups:\n", TRAINING, changed(TYPES, ""))
    text = changed("decode.moe_combine", "moe_combine", text)
    operations = load_text(text).spec.operations
    assert (operations["c"].step, operations["c"].per_step) == ("training", 116)  # forward and backward
    assert main_step(operations.values()) == "training"
    assert main_step(load_text(DECODE).spec.operations.values()) == "decode"


@pytest.mark.parametrize(
    ("old", "new", "path", "words"),
    [
        ("decode.moe_dispatch", "decode.moe_dispach", "d.from_model", "did you mean decode.moe_dispatch?"),
        (
            "decode.moe_dispatch",
            "decode.tp_all_reduce",
            "d.from_model",
            "a decode step of this model and layout has",
        ),
        ("decode.moe_dispatch", "moe_dispatch", "d.from_model", "no training; write decode.moe_dispatch, or add"),
        ("decode.moe_dispatch", "prefill.moe_dispatch", "d.from_model", "no prefill; add prefill: {batch: 1, tokens:"),
        ("rail_inter_first", "rail", "d.copies", "name an algorithm that can (hierarchical_rail_inter_first or"),
        ("decode.kv_transfer", "kv_transfer", "kv.from_model", "no prefill; write decode.kv_transfer, or add prefill"),
        (", context: 4096, output: 512", "", "kv.from_model", "add context: and output: to inference.decode"),
        (", group: across", "", "kv.group", "no layout holds both sides of this transfer; add group: NAME"),
        ("batch: 128,", "batch: 0,", "inference.decode.batch", "'0' is too small"),
        ("  decode: {batch: 128, context: 4096, output: 512}\n", "", "inference", "neither prefill nor decode; add"),
        ("  dispatch: fp8_e4m3\n", "", "inference.dispatch_scale", "dispatch_scale without dispatch; add"),
        ("fp8_e4m3", "mxfp8", "inference.dispatch_scale", "mxfp8 carries its own scale factors; remove"),
        ("experts: 256", "experts: 200", "layout.ep", "200 experts on ep 128 ranks"),
    ],
)
def test_a_mistake_has_one_message_at_its_place(old: str, new: str, path: str, words: str) -> None:
    found = messages(changed(old, new))
    assert [line for line in found if f"{path}: " in line and words in line], found
    assert len(found) == 1, found


TRANSFER = "  kv: {from_model: decode.kv_transfer, group: across, algorithm: direct}\n"


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("  decode: {", "  tp_collective: rs_ag\n  decode: {", "inference.tp_collective"),
        ("  decode: {", "  kv: fp8_e4m3\n  prefill: {batch: 1, tokens: 64}\n  decode: {", "inference.prefill"),
        (TRANSFER, "", "inference.decode.context"),
        (TRANSFER, "", "inference.decode.output"),
        (TRANSFER, "", "model.kv_latent"),
        ("decode.moe_combine", "decode.moe_dispatch", "inference.combine"),
    ],
)
def test_what_no_operation_feels_has_no_effect(old: str, new: str, path: str) -> None:
    text = changed(old, new, changed("inference:\n", "inference:\n  combine: fp8_e4m3\n"))
    assert [line for line in warnings(text) if f"{path}: has no effect" in line], warnings(text)


def test_draft_tokens_and_a_step_that_is_counted_have_an_effect() -> None:
    assert warnings(changed("  decode: {", "  speculative: 2\n  decode: {")) == []
    by_hand = """  step: {collective: barrier, group: ep, algorithm: tree, step: decode, per_step: 1}
"""
    assert warnings(DECODE + by_hand) == []
    found = warnings(DECODE + changed(", per_step: 1", "", by_hand))
    assert "operations.step.step: has no effect: nothing says how often it runs in one" in found[0]


def test_a_budget_is_that_of_one_step() -> None:
    training = "  s: {collective: barrier, group: ep, algorithm: tree, per_step: 1}\n"
    budget = "budget: {step: 1 s, exposed_communication: 10 %, operations: {d: 1 ms}}\n"
    assert messages(DECODE + budget) == []
    found = messages(DECODE + training + budget)
    assert len(found) == 1
    assert "budget.operations.d: d runs in a decode step, and the budget is that of a training step" in found[0]


OWN = changed(
    "layout: {order: tp-cp-ep-dp-pp, world: 128, tp: 1, ep: 128}",
    "layout: {world: 64, tp: 8, pp: 2, ep: 8, etp: 1}",
    changed(
        "output: 512}", "output: 512, layout: {world: 128, ep: 128}}", changed("layout: ep}", "layout: decode.ep}")
    ),
)


def test_a_decode_step_may_have_a_layout_of_its_own() -> None:
    text = changed("  kv:", "  t: {from_model: decode.pp_send, group: across, algorithm: direct}\n  kv:", OWN)
    (found,) = messages(text)  # the pipeline is the trainer's
    assert "inference.decode.layout.pp: pp is 1, so that nothing is sent by t (decode.pp_send); add pp: 2" in found
    spec = load_text(OWN).spec
    assert spec.operations["d"].tensor.size_bytes == 128 * 8 * 7392
    assert (spec.groups["ep"].size, spec.groups["ep"].nodes) == (128, 16)
    assert warnings(OWN) == []
    assert complaints(OWN) == []


@pytest.mark.parametrize(
    ("old", "new", "path", "words"),
    [
        (
            "layout: decode.ep}",
            "layout: ep}",
            "d.group",
            "add group: NAME, or groups: {NAME: {from_layout: decode.ep}}",
        ),
        ("world: 128, ep: 128", "world: 128, ep: 96", "inference.decode.layout", "128"),
        ("experts: 256", "experts: 200", "inference.decode.layout.ep", "200 experts on ep 128 ranks"),
        ("world: 128, ep: 128", "world: 256, ep: 128", "inference.decode.layout.world", "more than the platform's 128"),
    ],
)
def test_a_mistake_in_a_layout_of_its_own_is_told_there(old: str, new: str, path: str, words: str) -> None:
    found = messages(changed(old, new, OWN))
    assert [line for line in found if path in line and words in line], found


def test_a_layout_of_its_own_needs_no_other() -> None:
    alone = changed("layout: {world: 64, tp: 8, pp: 2, ep: 8, etp: 1}\n", "", OWN)
    assert messages(alone) == []
    assert load_text(alone).spec.operations["d"].per_step == 58
