"""What is said of logs as vendors hand them in: ``python -m tests.judge.diagnosis.handed.confusion COUNT SEED``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from estimator.judge.diagnosis.causes.cause import CAUSES, Diagnosis
from estimator.judge.diagnosis.diagnose import diagnosis
from estimator.judge.diagnosis.runs.run import seen
from estimator.tools.readers.logs import read_log
from estimator.tools.readers.text.lines import numbered
from estimator.tools.records import NOTHING_TOLD, Event
from tests.judge.diagnosis.handed.drawing import Handed, setups
from tests.judge.diagnosis.handed.planting import PLANTS


class Said(NamedTuple):
    """A set-up with what is said of it first, how sure, and what is asked for."""

    handed: Handed
    first: str
    confidence: float
    asked: tuple[str, ...]
    whole: Diagnosis

    @property
    def right(self) -> bool:
        """Whether the cause planted comes first."""
        return self.first == self.handed.planted

    @property
    def harmful(self) -> bool:
        """Whether another cause is said with confidence."""
        return not self.right and self.first != "cannot_tell" and self.confidence >= 0.5

    @property
    def line(self) -> str:
        """What was planted and what is said, in one line."""
        others = ", ".join(f"{cause.name} {cause.confidence:.2f}" for cause in self.whole.causes[:3])
        code = self.whole.causes[0].evidence[0].code
        return f"{self.handed.planted}: {self.handed.what}: {others} ({code}); asks {' '.join(self.asked)}"


def said_of(handed: Handed) -> Said:
    """What the diagnosis says of the files."""
    found = diagnosis(seen(_events(handed)), handed.machine.promises)
    first = found.causes[0]
    return Said(handed, first.name, first.confidence, tuple(one.measure for one in found.next), found)


def _events(handed: Handed) -> Iterator[Event]:
    for name, text in handed.files.items():
        yield from read_log(numbered([text]), name, NOTHING_TOLD)


def table(said: Iterable[Said]) -> str:
    """Planted causes by what is said first, and of sure answers how many are right."""
    every = list(said)
    lines = [f"{'planted':16}" + "".join(f"{name[:11]:>12}" for name in CAUSES) + "  right  harmful"]
    for planted in PLANTS:
        mine = [one for one in every if one.handed.planted == planted]
        if mine:
            counts = Counter(one.first for one in mine)
            right, harmful = sum(one.right for one in mine) / len(mine), sum(one.harmful for one in mine)
            lines.append(
                f"{planted:16}"
                + "".join(f"{counts[name] or '.':>12}" for name in CAUSES)
                + f"  {right:5.1%}  {harmful}"
            )
    for least, most in ((0.0, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.01)):
        inside = [one for one in every if least <= one.confidence < most and one.first != "cannot_tell"]
        lines.append(f"confidence {least:.1f} to {most:.1f}: {sum(o.right for o in inside)} of {len(inside)} right")
    return "\n".join(lines)


def main() -> None:
    """Print what is not right, and the tables of all set-ups and of those whose logs tell."""
    count, seed = (int(each) for each in sys.argv[1:3])
    names = sys.argv[3:] or list(PLANTS)
    every = [said_of(one) for planted in names for one in setups(planted, count, seed)]
    for one in every:
        if not one.right:
            print(one.line)
    print(table(every))
    print("where the logs tell a path from a border")
    print(table(one for one in every if one.handed.tells))


if __name__ == "__main__":
    main()
