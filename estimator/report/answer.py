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


def size_note(question: Question, answer: Answer) -> list[str]:
    """A note where a size was given that is not the send matrix's."""
    if question.size is None or question.size == answer.n_bytes:
        return []
    shown = f"{answer.n_bytes:.17g} B"
    return [f"note: --size has no effect: the largest row sum of the send matrix is n, {shown}; leave --size out"]
