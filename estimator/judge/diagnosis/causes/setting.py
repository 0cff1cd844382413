"""Settings of path and network: where they alone tell a slow run from a fast one, and where a slow run has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from estimator.judge.diagnosis.causes.bandwidth import BELOW_LINE, line_share
from estimator.judge.diagnosis.causes.cause import CauseFinding, Number
from estimator.judge.diagnosis.causes.startup import late
from estimator.judge.diagnosis.runs.contrast import LITTLE, ContrastPair, ratios
from estimator.judge.diagnosis.runs.line import device_links
from estimator.judge.diagnosis.runs.settings import CAUSE_OF, detours, settings
from estimator.judge.diagnosis.runs.view import View, sure

TOLD = 0.8
"""How sure settings of one kind are where nothing else tells two runs apart."""
SEVERAL = 0.45
"""... and where settings of another kind do so too."""
ALONE = 0.4
"""How much a setting says that sends data another way, without a run that goes the best way; ..."""
FORCED = 0.6
"""How much a forced protocol says that is not made for such sizes, ..."""
LARGE = 2.0**22
"""... from this size on [byte], ..."""
PROTOCOLS, SMALL_ONLY = ("NCCL_PROTO", "RCCL_PROTO"), ("LL",)
"""... and the settings. Source: the tuning model of NCCL 2.27, which gives LL a quarter to a half of the bandwidth."""
LITTLE_SAID = 0.15
"""... a way inside nodes of a group that crosses them, or any way of a run whose start-up is late; ..."""
SLOW = 0.7
"""... and of a run that is slow."""


def setting(views: Sequence[View], two: Sequence[ContrastPair]) -> Iterator[CauseFinding]:
    """What the settings of path and network speak for, and a protocol that is forced on sizes it is not made for.

    Two settings of an algorithm whose times differ are that cause's own.
    """
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
        yield from _choice(view)
        for cause, words in detours(view.run.table).items():
            little = (cause == "topology" and view.run.crossing) or late(view)
            weight = LITTLE_SAID if little else SLOW if _slow(view) else ALONE
            yield CauseFinding(cause, weight, "path_forced", view.run.name, {"words": words})


def _choice(view: View) -> Iterator[CauseFinding]:
    """A protocol for small messages that a setting forces on large ones: half of what it moves are flags."""
    forced = settings(view.run.table)
    words = ", ".join(f"{name}={value}" for name, value in forced.items() if name in PROTOCOLS and value in SMALL_ONLY)
    if words and view.sizes[-1] >= LARGE and not late(view):
        numbers: dict[str, Number] = {"words": words, "largest_B": view.sizes[-1]}
        yield CauseFinding("algorithm", FORCED, "choice_forced", view.run.name, numbers)


def _slow(view: View) -> bool:
    """Whether a run is slower than the spec, the line or the links of its devices."""
    if view.against is not None:
        return view.against.found.transfer.off
    share, links = line_share(view), device_links(view.run)
    below = links is not None and view.shape.transfer and (view.busbw or links.rate) < BELOW_LINE * links.rate
    return below or (share is not None and share < BELOW_LINE)
