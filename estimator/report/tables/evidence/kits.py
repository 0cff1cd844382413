"""What a test kit holds, in words for a terminal."""

from __future__ import annotations

from estimator.phrase import both, phrase
from estimator.tools.kit.plan import Plan
from estimator.units import Counted, format_time


def kit_lines(plan: Plan) -> tuple[str, ...]:
    """Cells, requirements, scripts, time by the model, and what no cell shows: a sentence for each."""
    shown = len({cell.requirement for cell in plan.cells})
    whole = phrase(
        "{cells:cell} of {requirements:requirement}, {scripts:script}; by the model {low} to {high} of calls",
        cells=Counted(len(plan.cells)),
        requirements=Counted(shown),
        scripts=Counted(len(plan.scripts)),
        low=format_time(plan.seconds[0]),
        high=format_time(plan.seconds[1]),
    )
    only = [phrase("{name}: by its script only", name=one.requirement) for one in plan.scripts if one.only]
    left = [phrase("{name}: {what}", name=one.requirement, what=both(one.en, one.zh)) for one in plan.left]
    return (whole, *_graphs(plan), *only, *left)


def _graphs(plan: Plan) -> tuple[str, ...]:
    """What calls in graphs need of the machine, where the plan has any."""
    count = sum(cell.procedure.launch == "graph" for cell in plan.cells)
    if not count:
        return ()
    return (phrase("{cells:cell} in a graph: a device whose PyTorch captures graphs runs them", cells=Counted(count)),)
