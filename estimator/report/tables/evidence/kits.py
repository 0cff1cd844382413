"""What a test kit holds, in words for a terminal."""

from __future__ import annotations

from estimator.tools.kit.plan import Plan
from estimator.units import Counted, format_time


def kit_text(plan: Plan) -> str:
    """Cells, requirements, scripts, time by the model, and what no cell shows."""
    shown = len({cell.requirement for cell in plan.cells})
    lines = [
        f"{Counted(len(plan.cells)):cell} of {Counted(shown):requirement}, {Counted(len(plan.scripts)):script}; "
        f"by the model {format_time(plan.seconds[0])} to {format_time(plan.seconds[1])} of calls"
    ]
    only = [one.requirement for one in plan.scripts if one.only]
    lines += [f"{name}: by its script only" for name in only]
    lines += [f"{one.requirement}: {one.en}" for one in plan.left]
    return "\n".join(lines)
