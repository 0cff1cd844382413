"""Settings of path and network: where they alone tell a slow run from a fast one, and where a slow run has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from estimator.judge.diagnosis.causes.cause import CauseFinding
from estimator.judge.diagnosis.runs.contrast import LITTLE, ContrastPair, ratios
from estimator.judge.diagnosis.runs.settings import CAUSE_OF, detours
from estimator.judge.diagnosis.runs.view import View, sure

TOLD = 0.8
"""How sure settings of one kind are where nothing else tells two runs apart."""
SEVERAL = 0.45
"""... and where settings of another kind do so too."""
ALONE = 0.25
"""How much a setting says that sends data another way, without a run that goes the best way."""


def setting(views: Sequence[View], two: Sequence[ContrastPair]) -> Iterator[CauseFinding]:
    """What the settings of path and network speak for; those of algorithms are their own cause's."""
    for pair in two:
        found = {kind: words for kind, words in pair.apart.items() if kind != "algorithm"}
        if pair.kind == "same" or not found or max(pair.small, pair.large) < 1.0 + LITTLE:
            continue
        weight = TOLD if len(pair.apart) == 1 else SEVERAL
        for kind, words in found.items():
            numbers = ratios(pair) | {"words": words}
            yield CauseFinding(
                CAUSE_OF[kind], weight * sure(max(pair.small, pair.large)), "other_setting", pair.slow.run.name, numbers
            )
    for view in views:
        for cause, words in detours(view.run.table).items():
            yield CauseFinding(cause, ALONE, "path_forced", view.run.name, {"words": words})
