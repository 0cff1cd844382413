"""Prints what is said of random set-ups beside what was planted.

``python -m tests.judge.diagnosis.setups.confusion 200 1000``: of 200 each, from seed 1000 on.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from estimator.judge.diagnosis.causes.cause import CAUSES as NAMES
from estimator.judge.diagnosis.causes.cause import CauseName
from tests.judge.diagnosis.setups.causes import CAUSES, drawn
from tests.judge.diagnosis.setups.drawn import SetUp

SURE = 0.7
BANDS = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01)


class Answer(NamedTuple):
    """What was planted, and what was said of it."""

    setup: SetUp
    seed: int
    said: CauseName
    confidence: float
    asked: tuple[str, ...]

    @property
    def right(self) -> bool:
        """The cause itself; or, where the logs cannot tell, that they cannot, with a measurement that could."""
        if self.said == self.setup.cause:
            return True
        return self.said == "cannot_tell" and not self.setup.tells and bool(set(self.asked) & set(self.setup.asks))

    @property
    def fair(self) -> bool:
        """Right, or a guess where the logs cannot tell that is no more than one, with a measurement that could."""
        guess = self.confidence < SURE and not self.setup.tells
        return self.right or (guess and bool(set(self.asked) & set(self.setup.asks)))

    @property
    def harmful(self) -> bool:
        """Another cause named as if it were certain."""
        return self.confidence >= SURE and self.said not in (self.setup.cause, "cannot_tell")


def answers(cause: CauseName, seeds: Iterable[int], forms: tuple[str, ...] | None = None) -> Iterator[Answer]:
    """The answers to set-ups of a cause."""
    for seed in seeds:
        setup = drawn(cause, seed) if forms is None else drawn(cause, seed, forms)
        found = setup.diagnosed()
        first = found.causes[0]
        yield Answer(setup, seed, first.name, first.confidence, tuple(one.measure for one in found.next))


def main(many: int, first: int, causes: list[CauseName], shown: int) -> None:
    """Print the tables."""
    every: list[Answer] = []
    print(f"{'planted':16s}" + "".join(f"{name[:11]:>12s}" for name in NAMES) + "       right    fair harmful")
    for cause in causes:
        found = list(answers(cause, range(first, first + many)))
        every += found
        counts = Counter(one.said for one in found)
        right, fair, bad = (sum(getattr(one, what) for one in found) for what in ("right", "fair", "harmful"))
        print(
            f"{cause:16s}"
            + "".join(f"{counts[name] or '.':>12}" for name in NAMES)
            + f"{right / len(found):12.1%}{fair / len(found):8.1%}{bad:6d}"
        )
    print("\nright by what the logs hold")
    for keys in (("cause", "holds"), ("cause", "kind"), ("cause", "form"), ("cause", "tells")):
        groups: dict[tuple[object, ...], list[bool]] = {}
        for one in every:
            groups.setdefault(tuple(getattr(one.setup, key) for key in keys), []).append(one.right)
        print("  " + ", ".join(f"{'/'.join(map(str, key))} {sum(g)}/{len(g)}" for key, g in groups.items()))
    print("\nconfidence: answers, share of them right")
    for low, high in pairwise(BANDS):
        some = [
            one.said == one.setup.cause for one in every if low <= one.confidence < high and one.said != "cannot_tell"
        ]
        if some:
            print(f"  {low:.1f} .. {min(high, 1.0):.1f}: {len(some):5d} {sum(some) / len(some):7.1%}")
    for one in [one for one in every if not one.fair][:shown]:
        setup = one.setup
        print(
            setup.cause,
            one.seed,
            setup.kind,
            setup.holds,
            setup.form,
            setup.spec.form,
            f"{setup.spec.nodes}x{setup.spec.wires.each}",
            setup.spec.collective,
            setup.spec.algorithm,
            "tells" if setup.tells else setup.asks,
            "->",
            one.said,
            f"{one.confidence:.2f}",
            *one.asked,
        )


if __name__ == "__main__":
    arguments = [*sys.argv[1:], *["200", "0", "", "0"][len(sys.argv) - 1 :]]
    named: list[CauseName] = [name for name in CAUSES if name in arguments[2].split(",")]
    main(int(arguments[0]), int(arguments[1]), named or list(CAUSES), int(arguments[3]))
