"""Planted acceptance faults: none passes, and without the fault the same logs do. COMMSPEC_FAULTS asks for more."""

import os
import random
from collections import Counter
from dataclasses import replace
from functools import partial

from tests.judge.faults import FAULTS, healthy, slower

COUNT = int(os.environ.get("COMMSPEC_FAULTS", "84"))


def test_no_planted_fault_passes_and_every_healthy_set_does() -> None:
    chance = random.Random(11)
    names = [sorted(FAULTS)[place % len(FAULTS)] for place in range(COUNT)]
    codes: dict[str, Counter[tuple[str, str]]] = {name: Counter() for name in names}
    for name in names:
        case = healthy(chance)
        worked = case.spec()
        assert case.verdict(worked)[0] == "pass", (case.collective, case.n, case.metric)
        codes[name][FAULTS[name](case, chance).verdict(worked)] += 1
    passed = {name: found for name, found in codes.items() if any(verdict == "pass" for verdict, _ in found)}
    assert not passed
    assert len(codes) == min(COUNT, len(FAULTS))


def test_logs_that_miss_are_no_pass_however_they_are_garbled() -> None:
    chance = random.Random(23)
    for _ in range(30):
        case = healthy(chance)
        worked = case.spec()
        spoilt = replace(slower(case, 1.5), work=partial(garbled, chance=random.Random(chance.random())))
        assert spoilt.verdict(worked)[0] != "pass"


def garbled(text: str, chance: random.Random) -> str:
    """The text with lines cut, doubled or dropped, and letters that are none."""
    lines = text.splitlines()
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(lines))
        line = lines[at]
        cut = chance.randrange(len(line) + 1)
        lines[at] = chance.choice((line[:cut], line[cut:], line + line, "", line[:cut] + "\x00\u202e<b>" + line[cut:]))
    return "\n".join(lines)
