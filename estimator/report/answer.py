"""One estimate without a spec, for a program and for a terminal."""

import json
from dataclasses import asdict

from estimator.estimate.single import Answer, Question
from estimator.units import format_bandwidth_both, format_number, format_size, format_time


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
    }
    return "".join(f"{name:<18}{value}\n" for name, value in lines.items())


def notes(question: Question, answer: Answer) -> list[str]:
    """What a user may not have meant: a size beside a send matrix, two levels without the nodes."""
    found = []
    if question.size is not None and question.size != answer.n_bytes:
        shown = f"{answer.n_bytes:.17g} B"
        found.append(f"--size has no effect: the largest row sum of the send matrix is n, {shown}; leave --size out")
    if question.ranks_per_node is None and question.ranks > 1 and question.algorithm.startswith("hierarchical"):
        what = f"all {question.ranks} ranks are taken to lie on one node, so {question.algorithm} has one level only"
        found.append(f"{what}; give --ranks-per-node, --inter-alpha and --inter-bandwidth for two")
    return [f"note: {text}" for text in found]
