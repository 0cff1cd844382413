"""Planted acceptance faults: none passes, and without the fault the same logs do. COMMSPEC_FAULTS asks for more."""

import os
import random
from collections import Counter

from tests.judge.faults import FAULTS, healthy

COUNT = int(os.environ.get("COMMSPEC_FAULTS", "84"))


def test_no_planted_fault_passes_and_every_healthy_set_does() -> None:
    chance = random.Random(11)
    names = [sorted(FAULTS)[place % len(FAULTS)] for place in range(COUNT)]
    codes: dict[str, Counter[tuple[str, str]]] = {name: Counter() for name in names}
    for name in names:
        case = healthy(chance)
        worked = case.spec()
        assert case.verdict(worked) == ("pass", "met"), (case.collective, case.n, case.metric)
        codes[name][FAULTS[name](case, chance).verdict(worked)] += 1
    passed = {name: found for name, found in codes.items() if any(verdict == "pass" for verdict, _ in found)}
    assert not passed
    assert len(codes) == min(COUNT, len(FAULTS))
