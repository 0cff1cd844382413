"""Which logs hold a time that cannot be, by the model of every cell that they were run for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import numpy as np

from estimator.judge.bench import Bench
from estimator.judge.matching.asked import asked
from estimator.judge.matching.pile import Pile
from estimator.judge.numbers.grounds import Doubted, Grounds


def grounds(benches: Iterable[Bench], hardware: Mapping[str, int]) -> Grounds:
    """What the logs say that all benches have in common. ``hardware``: how many tables name each device."""
    doubted: dict[str, Doubted] = {}
    for bench in benches:
        for n in bench.block.sizes.tolist():
            least = bench.least(n)
            if least is None:
                continue
            call = asked(bench.spec, bench.requirement, bench.block, n)
            for one in bench.runs.candidates(call):
                if not one.differences:
                    _quickest(doubted, one.pile, n, least)
    most = Counter({name: count for name, count in hardware.items() if name}).most_common(1)
    return Grounds(doubted, most[0][0] if most else "")


def _quickest(doubted: dict[str, Doubted], pile: Pile, n: float, least: float) -> None:
    """Note the logs of a pile that have a time below the least; the fastest rank may be done before the bytes are."""
    seconds = np.frombuffer(pile.seconds)
    if pile.record.table.over_ranks == "min" or not len(seconds) or float(seconds.min()) >= least:
        return
    ends = [*(lot.first for lot in pile.lots[1:]), len(seconds)]
    for lot, end in zip(pile.lots, ends, strict=True):
        quickest = float(seconds[lot.first : end].min())
        if quickest < least:
            doubted.setdefault(lot.source, Doubted(n, quickest, least))
