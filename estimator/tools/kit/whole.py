"""A test kit as a whole: the plan of a spec, and the files that go with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from estimator.require.criterion import Expanded
from estimator.spec.document import Spec
from estimator.spec.machine.launch import LaunchMode
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.tools.kit.cells import PlannedCell, planned, refused
from estimator.tools.kit.places import Numbering
from estimator.tools.kit.plan import Beside, CellPlan, Document, Left, Machine, Plan, Where
from estimator.tools.kit.scripts import Written, script_of

_STATED = ("能力项：按要求作答并附证据", "a capability: answered, with its evidence")
_FITTED = (
    "由其余需求的记录拟合得出，不单独运行",
    "worked out from the records of the other requirements, nothing of its own is run",
)
_BY_DEVICE = (
    "由设备自行发起的调用，run_plan.py 不作此类测试：交回贵方测试程序的日志",
    "calls that the device starts, which run_plan.py does not make: hand in the logs of your own test",
)
_COUNTED = (
    "运行下列单元前后各读一次网卡发送字节计数，两次读数一并交回",
    "read the NIC counters of sent bytes before and after its cells, and hand in both readings",
)


@dataclass(frozen=True, slots=True)
class Kit:
    """A plan, and the scripts beside it."""

    plan: Plan
    scripts: tuple[Written, ...]

    def files(self) -> dict[str, str]:
        """Name -> text of every file that is made from the spec."""
        return {"plan.json": plan_text(self.plan)} | {one.script.file: one.text for one in self.scripts}

    @property
    def hosts(self) -> int:
        """Hosts of the cell that needs the most of them, its load included; 1 where no cell is run."""
        return max((_hosts(self.plan, cell) for cell in self.plan.cells), default=1)


def _hosts(plan: Plan, cell: CellPlan) -> int:
    beside = [load.groups for load in cell.load if isinstance(load, Beside)]
    groups = [group for held in (plan.places[cell.place].groups, *beside) for group in held]
    return len({rank // plan.machine.ranks_per_host for group in groups for rank in group})


def kit_of(spec: Spec, expanded: Mapping[str, Expanded], sources_sha256: str, made_by: str) -> Kit:
    """The kit of the requirements in ``expanded``, of a spec that is in order."""
    numbering, gathered = Numbering(spec), _Gathered()
    scripts: list[Written] = []
    left: list[Left] = []
    for name, one in expanded.items():
        own = [gathered.take(found) for found in planned(numbering, name, one, _launch(spec))]
        only = not own or _by_device(own)
        scripts += [script for script in (script_of(spec, name, one, only),) if script is not None]
        left += _left(spec, name, one, own)
    cells = tuple(gathered.cells.values())
    plan = Plan(
        made_by=made_by,
        document=Document(id=spec.document.id, version=spec.document.version, sources_sha256=sources_sha256),
        machine=Machine(
            ranks=numbering.ranks,
            ranks_per_host=spec.platform.host_ranks,
            ranks_per_node=spec.platform.machine.node_ranks,
        ),
        places={name: where for where, name in gathered.places.items()},
        cells=cells,
        scripts=tuple(one.script for one in scripts),
        left=tuple(left),
        seconds=(_sum(cells, 0), _sum(cells, 1)),
    )
    return Kit(plan, tuple(scripts))


def _launch(spec: Spec) -> LaunchMode:
    """Who starts calls where a test does not say."""
    launch = spec.platform.launch
    return launch.mode if launch is not None and launch.mode is not None else "host"


@dataclass
class _Gathered:
    """Cells by id, and the names of the places where they run; a cell that several others are set against is one."""

    cells: dict[str, CellPlan] = field(default_factory=dict)
    places: dict[Where, str] = field(default_factory=dict)

    def take(self, found: PlannedCell) -> CellPlan:
        """A cell that is planned, with all that it judges so far."""
        known = self.cells.get(found.cell.id)
        if known is None:
            name = f"{found.where.group or found.cell.requirement}.{len(self.places)}"
            cell = found.cell.model_copy(update={"place": self.places.setdefault(found.where, name)})
        else:
            judges = tuple(dict.fromkeys(known.judges + found.cell.judges))
            cell = known.model_copy(update={"judges": judges})
        self.cells[cell.id] = cell
        return cell


def _sum(cells: tuple[CellPlan, ...], end: int) -> float:
    return float(f"{sum(cell.seconds[end] for cell in cells):.4g}")


def _by_device(own: Sequence[CellPlan]) -> bool:
    return any(cell.procedure.launch == "device" for cell in own)


def _left(spec: Spec, name: str, expanded: Expanded, own: Sequence[CellPlan]) -> Iterator[Left]:
    """What of a requirement no record of a cell shows."""
    for why in refused(spec, name, expanded):
        yield Left(requirement=name, zh=f"没有这样的负载：{why}", en=f"there is no such load: {why}")
    if not isinstance(spec.requirements[name], MeasurableRequirement):
        yield Left(requirement=name, zh=_STATED[0], en=_STATED[1])
    elif expanded.measure is not None and expanded.measure.name == "bytes":
        yield Left(requirement=name, zh=_COUNTED[0], en=_COUNTED[1])
    elif not own:
        yield Left(requirement=name, zh=_FITTED[0], en=_FITTED[1])
    elif _by_device(own):
        yield Left(requirement=name, zh=_BY_DEVICE[0], en=_BY_DEVICE[1])


def plan_text(plan: Plan) -> str:
    """The plan as JSON: a line for each place and cell, so that a change is seen in a comparison of lines."""
    head = plan.model_dump_json(exclude={"places", "cells"})
    places = ",\n".join(f"{_quoted(name)}:{where.model_dump_json()}" for name, where in plan.places.items())
    cells = ",\n".join(cell.model_dump_json() for cell in plan.cells)
    return f'{head[:-1]},\n"places":{{\n{places}\n}},\n"cells":[\n{cells}\n]}}\n'


def _quoted(name: str) -> str:
    return f'"{name}"'
