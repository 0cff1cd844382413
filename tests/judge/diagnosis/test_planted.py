"""Causes planted alone in random machines are found; machines in order are called so."""

from __future__ import annotations

from random import Random

import pytest

from estimator.estimate.table import estimate
from estimator.judge.diagnosis.causes.cause import CauseName
from estimator.judge.diagnosis.diagnose import diagnosis
from estimator.judge.diagnosis.runs.promises import Promises
from estimator.judge.diagnosis.runs.run import seen
from estimator.tools.readers.logs import read_log
from estimator.tools.readers.text.lines import numbered
from estimator.tools.records import NOTHING_TOLD
from tests.judge.diagnosis.planted import KINDS, Case

MANY = 8


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_planted_is_found(kind: CauseName) -> None:
    found = [KINDS[kind](Random(seed)).diagnosed().causes[0].name for seed in range(MANY)]
    assert found.count(kind) >= MANY - 1, found


@pytest.mark.parametrize("kind", KINDS)
def test_confidences_are_shares_of_one_and_fall(kind: CauseName) -> None:
    for seed in range(3):
        sure = [cause.confidence for cause in KINDS[kind](Random(seed)).diagnosed().causes]
        assert sure == sorted(sure, reverse=True)
        assert 0.0 < sum(sure) <= 1.0 + 1e-9


@pytest.mark.parametrize("kind", KINDS)
def test_a_log_cut_anywhere_is_still_judged(kind: CauseName) -> None:
    random = Random(kind)
    case: Case = KINDS[kind](random)
    spec = case.promised.spec()
    tests = Promises(spec, estimate(spec))
    text = "".join(case.logs)
    for _ in range(12):
        part = text[random.randrange(len(text)) :][: random.randrange(len(text))]
        found = diagnosis(seen(read_log(numbered([part]), "cut.log", NOTHING_TOLD)), tests)
        assert found.causes
