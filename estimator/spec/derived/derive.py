"""Operations that follow from model, layout and a run: worked out on the data as written, before it is checked."""

from __future__ import annotations

from typing import Any, NamedTuple

from estimator.layout.grid import LayoutError
from estimator.layout.groups import KINDS, kind_named
from estimator.phrase import linked, phrase
from estimator.spec.conditions import with_conditions
from estimator.spec.derived.arrange import IN_LEVELS, IN_NODES, arranged
from estimator.spec.derived.inherited import with_defaults
from estimator.spec.derived.layouts import of_step, written_layout
from estimator.spec.derived.lost import lost_groups
from estimator.spec.derived.refusal import Refusal
from estimator.spec.derived.routing import routed
from estimator.spec.derived.standing import idle_axes, standing_in
from estimator.spec.derived.steps import PHASES, SECTIONS, TRANSFER, Steps, full_name, named
from estimator.spec.reading.suggest import suggestion
from estimator.spec.source import with_sources
from estimator.spec.training.flow import Flow
from estimator.spec.training.known import KNOWN
from estimator.spec.values.base import StepName


def completed(data: Any, drop: bool = False) -> Any:
    """A spec as written, with ``from_layout`` groups and ``from_model`` operations filled in.

    What the author wrote stands. What cannot be worked out carries a ``Refusal``, or stands in for what it would be
    when a section that it rests on is broken: its own mistakes are told all the same. ``drop``: without groups that
    stand in. Conditions defined at the top are among the platform's, the platform's sources among those at the top.
    """
    groups = data.get("groups") if isinstance(data, dict) else None
    data = with_defaults(with_conditions(with_sources(data)))
    return routed(derived(arranged(data, drop), groups=groups))


def derived(data: Any, groups: Any = None) -> Any:
    """``completed`` for the operations alone.

    ``groups`` as written, where those of the data are filled in already: a broken one still says what it is from.
    """
    operations = data.get("operations") if isinstance(data, dict) else None
    if not isinstance(operations, dict) or not any(_from_model(operation) for operation in operations.values()):
        return data
    work = _Work(Steps(data), data.get("groups") if groups is None else groups, data)
    return {**data, "operations": {name: work.filled(name, item) for name, item in operations.items()}}


def _from_model(operation: Any) -> bool:
    return isinstance(operation, dict) and "from_model" in operation


def _told_of_groups(data: dict[str, Any], groups: Any) -> set[str]:
    """Sections whose absence is told of the groups, where they lie in a layout that is not there."""
    found = groups.values() if isinstance(groups, dict) else ()
    of_layout = any(isinstance(group, dict) and "from_layout" in group for group in found)
    return {"layout"} if of_layout and "layout" not in data else set()


class _Work:
    """What operations are worked out from. ``lacking``: sections and groups whose absence is told already."""

    def __init__(self, steps: Steps, groups: Any, data: dict[str, Any]) -> None:
        self.steps, self.groups, self.data = steps, groups, data
        self.lacking = _told_of_groups(data, groups)
        self.lost = lost_groups(data)

    def filled(self, name: str, operation: Any) -> Any:
        """An operation with what it leaves out; one that stands in for it when what it rests on is broken."""
        if not _from_model(operation):
            return operation
        written = operation["from_model"]
        step, key = named(written) if isinstance(written, str) else ("training", "")
        return self._worked_out(name, operation, step, key) or standing_in(operation, step, key)

    def _worked_out(self, name: str, operation: dict[str, Any], step: StepName, key: str) -> dict[str, Any] | None:
        """The operation or its refusal; None where that has a message elsewhere."""
        steps, written = self.steps, operation["from_model"]
        missing = [section for section in steps.missing(step, key) if section not in self.lacking]
        if missing or self.lacking & set(steps.missing(step, key)):
            self.lacking.update(missing)
            return _absent(step, key, missing, steps) if missing else None
        if (refused := _absent(step, key, [], steps)) is not None:
            return refused
        flows = steps.flows(step)
        if flows is None and key in KNOWN[step]:
            return None
        if key not in (flows or {}):
            if key in KNOWN[step] and idle_axes(steps, operation, step, key):
                return None
            said = f"'{written[:40]}'" if isinstance(written, str) else "a value that is no name"
            return _refused(
                phrase("a {step} step of this model and layout has no {said}", step=step, said=said),
                _instead(step, written, steps),
            )
        own = written_layout(steps.data, step) is not steps.data.get("layout")
        flow = (flows or {})[key]
        groups = _Groups(self.groups, own, self.lacking, self.lost.explains(name, flow.group))
        found: dict[str, Any] | None = _with_figures(operation, step, flow, groups)
        return found


def _absent(step: StepName, key: str, missing: list[str], steps: Steps) -> dict[str, Refusal] | None:
    """What to say of sections that are not there."""
    hint = linked(
        "; ", (phrase("add {section}: {example}", section=section, example=SECTIONS[section]) for section in missing)
    )
    if missing:
        if missing == ["training"] and "inference" in steps.data:
            hint = phrase(
                "write {phases}, or {hint}",
                phases=linked(" or ", (f"{phase}.{key}" for phase in PHASES if not steps.lacks(phase))),
                hint=hint,
            )
        return _refused(phrase("the spec has no {missing}", missing=linked(" and no ", missing)), hint)
    if step != "training" and steps.lacks(step):
        other = (
            phrase("write decode.{transfer}, or ", transfer=TRANSFER) if key == TRANSFER and step == "prefill" else ""
        )
        return _refused(
            phrase("inference has no {step}", step=step),
            phrase("{other}add {step}: {example}", other=other, step=step, example=PHASES[step]),
        )
    return None


def _instead(step: StepName, name: Any, steps: Steps) -> str:
    if step == "decode" and name == full_name("decode", TRANSFER):
        return "add context: and output: to inference.decode"
    return suggestion(name, steps.names() or [full_name(step, flow) for flow in KNOWN[step]])


class _Groups(NamedTuple):
    """The groups as ``written``, of which an operation takes the one that its flow needs.

    ``own``: its step has a layout of its own. ``told``: what is told already to be missing; a kind is added. ``lost``:
    whether its group is named somewhere and defined nowhere, which is told there.
    """

    written: Any
    own: bool
    told: set[str]
    lost: bool


def _with_figures(operation: dict[str, Any], step: StepName, flow: Flow, groups: _Groups) -> Any:
    """An operation with the figures of its flow; None where its group is broken, or told to be missing."""
    figures = {
        "collective": flow.collective,
        "tensor": {"bytes": f"{flow.n} B", "dtype": flow.dtype, "semantics": flow.semantics},
        "step": step,
        "per_step": flow.per_step,
    }
    if "group" not in operation:
        found = _groups(groups.written, flow.group, step, groups.own)
        kind = f"{step if groups.own else ''}.{flow.group}"
        if not found and (_unclear(groups.written) or kind in groups.told or groups.lost):
            return None
        if len(found) != 1:
            groups.told.add(kind)
            return _no_group(flow.group, len(found), f"{step}." if groups.own else "")
        figures["group"] = found[0]
    return figures | operation


def _no_group(kind: str, found: int, step: str) -> dict[str, Refusal]:
    """What to write where the layout gives not just one group of a kind."""
    if kind not in KINDS:
        what = "no layout holds both sides of this transfer"
        return _refused(what, "add group: NAME, a group of two ranks: groups: {NAME: {size: 2, ...}}", "group")
    what = (
        phrase("{found} groups come from the layout's {kind}", found=found, kind=kind)
        if found
        else phrase("no groups come from the layout's {kind}", kind=kind)
    )
    add = (
        "add group: NAME"
        if found
        else phrase("add group: NAME, or groups: {{NAME: {{from_layout: {step}{kind}}}}}", step=step, kind=kind)
    )
    return _refused(what, add, "group")


def _refused(what: str, hint: str, key: str = "from_model") -> dict[str, Refusal]:
    return {"from_model": Refusal(key, what, hint)}


def _unclear(groups: Any) -> bool:
    """Whether there is a group of which nobody knows what it comes from: it says nothing, or of no kind."""
    return not isinstance(groups, dict) or any(_lies_nowhere(group) for group in groups.values())


def _lies_nowhere(group: Any) -> bool:
    if not isinstance(group, dict):
        return True
    if "from_layout" not in group:
        return not any(key in group for key in (*IN_LEVELS, *IN_NODES))
    try:
        kind_named(of_step(str(group["from_layout"]))[1])
    except LayoutError:
        return True
    return False


def _groups(groups: Any, kind: str, step: StepName, own: bool) -> list[str]:
    """The names of the groups that come from the layout of a step as this kind."""
    found = []
    for name, group in groups.items() if isinstance(groups, dict) else ():
        written = group.get("from_layout") if isinstance(group, dict) else None
        try:
            of, named_kind = of_step(written) if isinstance(written, str) else (step, "")
            here = of == step if own else of in (step, "training")
            if named_kind and here and kind_named(named_kind) == kind:
                found.append(name)
        except LayoutError:
            continue
    return found
