"""What computation hides, as the document says it: a share, or a window of computation beside each call."""

from __future__ import annotations

import pytest

from estimator.spec.values.base import Language
from tests.report.documents import SMALL, documents, visible_text

OPERATION = "    per_step: 10\n"
ALONE = "      multi_group: {alpha: [5 us, 6 us]"
COMPUTE = "      with_compute: {alpha: 6 us, bandwidth: 80 GB/s, per: rank, from: talk}\n"
WINDOW = "    overlap: {window: [12 ms, 10 ms], compute_slowdown: [1, 1.08]}\n"


def with_overlap(text: str) -> str:
    assert SMALL.count(OPERATION) == SMALL.count(ALONE) == 1
    return SMALL.replace(ALONE, COMPUTE + ALONE).replace(OPERATION, OPERATION + text)


@pytest.mark.parametrize(
    ("language", "share", "window"),
    [
        ("en", "10 per step, overlap 80–30 %", "10 per step, window 12–10 ms, compute slowed 1–1.08×"),
        ("zh", "每步 10 次，重叠率 80–30 %", "每步 10 次，计算窗口 12–10 ms，计算变慢 1–1.08 倍"),
    ],
)
def test_a_share_and_a_window_are_named_with_the_count(language: Language, share: str, window: str) -> None:
    for text, said in (("    overlap: [0.8, 0.3]\n", share), (WINDOW, window)):
        page = visible_text(documents(with_overlap(text))[language].html).replace("\u00a0", " ").replace("\u2009", " ")
        assert said in page


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_rule_of_a_window_stands_among_the_formulas_where_there_is_one(language: Language) -> None:
    rule = "e(t) = max(0, t - W) + (s - 1) * min(t, W)"
    assert rule in documents(with_overlap(WINDOW))[language].html
    assert rule not in documents(with_overlap("    overlap: [0.8, 0.3]\n"))[language].html
