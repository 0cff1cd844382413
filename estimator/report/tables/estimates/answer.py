"""One estimate without a spec, for a program and for a terminal."""

import json
from dataclasses import asdict

from estimator.estimate.asked.question import Question
from estimator.estimate.asked.single import Answer
from estimator.units import format_bandwidth_both, format_number, format_size, format_time

TIMES = {"launch": "T0", "messages": "each peer beyond the first eight"}
"""Defaults that are times, as the text names them."""


def answer_json(answer: Answer) -> str:
    """The answer as JSON in SI units, numbers in full; ``bound_s`` is null without a cut."""
    return json.dumps(asdict(answer), indent=2, allow_nan=False) + "\n"


def answer_text(answer: Answer) -> str:
    """The answer as a few aligned lines, numbers rounded."""
    bound = "- (give --cut-bandwidth)" if answer.bound_s is None else format_time(answer.bound_s)
    lines = {
        "n": format_size(answer.n_bytes),
        "optimistic": format_time(answer.optimistic_s),
        "conservative": format_time(answer.conservative_s),
        "  start-up": f"{format_time(answer.startup_s)} in {format_number(answer.rounds)} rounds",
        "  transfer": format_time(answer.transfer_s),
        "bound of the cut": bound,
        "algbw": format_bandwidth_both(answer.algbw_Bps),
        "busbw": format_bandwidth_both(answer.busbw_Bps),
        "taken as": ", ".join(_default(name, value) for name, value in answer.defaults.items()),
    }
    return "".join(f"{name:<18}{value}\n" for name, value in lines.items() if value)


def _default(name: str, value: float | str | None) -> str:
    """What was taken where nothing was said: "T0 0 s", "knee 0", "efficiency 0.92", "reducing free"."""
    if name in TIMES and isinstance(value, float):
        return f"{TIMES[name]} {format_time(value)}"
    if name == "reduce_bandwidth":
        return "reducing free"
    return f"{name} {value if isinstance(value, str) else format_number(value or 0.0)}"


def notes(question: Question, answer: Answer) -> list[str]:
    """What a user may not have meant: a size beside a send matrix, two levels without the nodes."""
    found = []
    if question.size is not None and question.size != answer.n_bytes:
        shown = f"{answer.n_bytes:.17g} B"
        found.append(f"--size has no effect: the largest row sum of the send matrix is n, {shown}; leave --size out")
    asked = question.asked
    alone = not question.levels and question.ranks_per_node is None and len(asked.levels) == 1
    if alone and asked.shape[0] > 1 and question.algorithm.startswith("hierarchical"):
        what = f"all {asked.shape[0]} ranks are taken to lie on one node, so {question.algorithm} has one level only"
        found.append(f"{what}; give --ranks-per-node, --inter-alpha and --inter-bandwidth for two")
    return [f"note: {text}" for text in found]
