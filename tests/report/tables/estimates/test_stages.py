"""The document says whose step it is, and what is larger on another stage, in both languages."""

import re

import pytest

from estimator.report.tables.estimates.stages import stage_rows
from estimator.spec.load import load_text
from tests.report.documents import SMALL, documents, visible_text
from tests.spec.training.specs import LLAMA_405B, TWO_STAGES


def spoken(text: str) -> dict[str, str]:
    """The visible text of the documents of a spec by language, each space a plain one."""
    return {language: re.sub(r"\s+", " ", visible_text(made.html)) for language, made in documents(text).items()}


def test_the_total_names_its_stage_and_what_another_exposes_more_of() -> None:
    found = spoken(TWO_STAGES)
    assert "of the pipeline stage exposed longest: 2 of 2" in found["en"]
    assert "more of dense_gradient on stage 1: 1 × 222.2 MB, exposed 500.1 µs" in found["en"]
    assert "取未隐藏最长的流水级：第 2 级，共 2 级" in found["zh"]
    assert "dense_gradient 在第 1 级更多：1 × 222.2 MB，未隐藏 500.1 µs" in found["zh"]


def test_a_spec_without_stages_names_none() -> None:
    found = spoken(SMALL)
    assert "pipeline stage exposed longest" not in found["en"]
    assert "取未隐藏最长的流水级" not in found["zh"]


def test_neighbouring_stages_that_communicate_the_same_stand_together() -> None:
    """126 layers on 16 stages: 7 and the embedding, 7, then 8, and 8 with the output matrix."""
    found = stage_rows(load_text(LLAMA_405B).spec)
    gradients = [row["traffic"]["dense_gradient"]["n_bytes"] / 1e9 for row in found]
    assert [(row["from"], row["to"]) for row in found] == [(1, 1), (2, 2), (3, 15), (16, 16)]
    assert gradients == pytest.approx([11.16 + 1.05, 11.16, 12.75, 12.75 + 1.05], rel=5e-4)
    assert [row["traffic"]["cp_kv_gather"]["per_step"] for row in found] == [224, 224, 256, 256]
    assert stage_rows(load_text(SMALL).spec) == []
