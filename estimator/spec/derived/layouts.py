"""Which rank layout a step or a group lies in: that of the spec, or the own one of a prefill or decode step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from estimator.errors import Path
from estimator.layout.grid import RankLayout
from estimator.layout.groups import kind_named
from estimator.spec.values.base import StepName

if TYPE_CHECKING:
    from estimator.spec.document import Spec
    from estimator.spec.groups.group import Group
    from estimator.spec.training.layout import Layout

WITH_LAYOUT: tuple[StepName, ...] = ("prefill", "decode")
"""Steps that may have a layout of their own."""


def of_step(written: str) -> tuple[StepName, str]:
    """The step and the kind of group that ``from_layout`` means: ``decode.ep``; a bare kind is of the spec's layout."""
    step, dot, kind = written.partition(".")
    for one in WITH_LAYOUT:
        if dot and step == one:
            return one, kind
    return "training", written


def written_layout(data: Mapping[str, Any], step: StepName) -> Any:
    """The layout of a step in a spec as written; None where there is none."""
    inference = data.get("inference")
    run = inference.get(step) if isinstance(inference, dict) else None
    own = run.get("layout") if isinstance(run, dict) and step in WITH_LAYOUT else None
    return data.get("layout") if own is None else own


def layout_in(spec: Spec, step: StepName) -> Layout | None:
    """The layout of a step."""
    run = getattr(spec.inference, step) if spec.inference is not None and step in WITH_LAYOUT else None
    return spec.layout if run is None or run.layout is None else run.layout


def layout_path(spec: Spec, step: StepName) -> Path:
    """Where the layout of a step is written."""
    return ("layout",) if layout_in(spec, step) is spec.layout else ("inference", step, "layout")


def kind_in_layout(spec: Spec, group: Group) -> tuple[RankLayout, str] | None:
    """The ranks and the kind of a group that takes its figures from a layout; None for any other group."""
    if group.from_layout is None:
        return None
    step, kind = of_step(group.from_layout)
    layout = layout_in(spec, step)
    return None if layout is None else (layout.ranks, kind_named(kind))
