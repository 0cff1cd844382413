"""One estimate without a spec, for a program and for a terminal."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType

from estimator.estimate.asked.question import Question
from estimator.estimate.asked.single import Answer
from estimator.phrase import heads, linked, phrase, word
from estimator.report.tables.screen import PLAIN, Screen, letters
from estimator.units import format_bandwidth_both, format_number, format_size, format_time

TIMES: Mapping[str, str] = MappingProxyType({"launch": "T0", "messages": phrase("each peer beyond the first eight")})
"""Defaults that are times, as the text names them."""
NAMES: Mapping[str, str] = MappingProxyType(
    {one: one for one in heads("knee", "channels", "rings", "segments", "efficiency", "methods")}
)
"""Other defaults by the options that say them."""
HEAD = 18
"""Letters before the values."""


def answer_json(answer: Answer) -> str:
    """The answer as JSON in SI units, numbers in full; ``bound_s`` is null without a cut."""
    return json.dumps(asdict(answer), indent=2, allow_nan=False) + "\n"


def answer_text(answer: Answer, screen: Screen = PLAIN) -> str:
    """The answer as a few aligned lines, numbers rounded."""
    bound = phrase("- (give --cut-bandwidth)") if answer.bound_s is None else format_time(answer.bound_s)
    startup, rounds = format_time(answer.startup_s), format_number(answer.rounds)
    lines = {
        "n": format_size(answer.n_bytes),
        word("optimistic"): format_time(answer.optimistic_s),
        word("conservative"): format_time(answer.conservative_s),
        word("  start-up"): phrase("{time} in {rounds} rounds", time=startup, rounds=rounds),
        word("  transfer"): format_time(answer.transfer_s),
        word("bound of the cut"): bound,
        "algbw": format_bandwidth_both(answer.algbw_Bps),
        "busbw": format_bandwidth_both(answer.busbw_Bps),
        word("taken as"): linked(", ", (_default(name, value) for name, value in answer.defaults.items())),
    }
    said = [(screen.say(name), screen.say(value)) for name, value in lines.items() if value]
    return "".join(f"{name}{' ' * (HEAD - letters(name))}{value}\n" for name, value in said)


def _default(name: str, value: float | str | None) -> str:
    """What was taken where nothing was said: "T0 0 s", "knee 0", "efficiency 0.92", "reducing free"."""
    if name in TIMES and isinstance(value, float):
        return phrase("{name} {value}", name=TIMES[name], value=format_time(value))
    if name == "reduce_bandwidth":
        return phrase("reducing free")
    shown = value if isinstance(value, str) else format_number(value or 0.0)
    return phrase("{name} {value}", name=NAMES.get(name, name), value=shown)


def notes(question: Question, answer: Answer) -> list[str]:
    """What a user may not have meant: a size beside a send matrix, two levels without the nodes."""
    found = []
    if question.size is not None and question.size != answer.n_bytes:
        shown = f"{answer.n_bytes:.17g} B"
        found.append(
            phrase(
                "note: --size has no effect: the largest row sum of the send matrix is n, {shown}; leave --size out",
                shown=shown,
            )
        )
    asked = question.asked
    alone = not question.levels and question.ranks_per_node is None and len(asked.levels) == 1
    if alone and asked.shape[0] > 1 and question.algorithm.startswith("hierarchical"):
        found.append(
            phrase(
                "note: all {ranks} ranks are taken to lie on one node, so {algorithm} has one level only; give "
                "--ranks-per-node, --inter-alpha and --inter-bandwidth for two",
                ranks=asked.shape[0],
                algorithm=question.algorithm,
            )
        )
    return found
