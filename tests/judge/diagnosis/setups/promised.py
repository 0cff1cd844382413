"""The spec of a machine by its wires, in the forms that people write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tests.judge.diagnosis.setups.wires import Wires

Form = Literal["bare", "groups", "levels", "sweep"]
FORMS: tuple[Form, ...] = ("bare", "groups", "levels", "sweep")
"""``bare``: the whole group and one operation. ``groups``: operations of parts and pairs too. ``levels``: the machine
by its levels. ``sweep``: a requirement over a list of groups, alone and beside others."""
SEMANTICS = {"all_gather": "output", "p2p": "message"}


@dataclass(frozen=True)
class Spec:
    """What is promised: both ends of each number lie a factor ``width`` from it (1: exact)."""

    wires: Wires
    nodes: int
    collective: str
    algorithm: str
    also: tuple[str, ...]
    form: Form
    width: float

    def text(self) -> str:
        """The spec."""
        head = (
            'commspec: 1\ndocument: {id: D, version: "1", title: {zh: 题, en: title}}\n'
            f"platform:\n  name: ASIC-X\n  knee: {{k: 0}}\n"
            f"  launch: {{time: {self._low(self.wires.launch * 1e6, 'us')}}}\n"
        )
        return head + self._machine() + self._groups() + self._operations() + self._requirements()

    @property
    def parts(self) -> dict[str, tuple[int, int]]:
        """Groups by name: nodes and ranks of a node."""
        whole = {"whole": (self.nodes, self.wires.each)}
        if self.form == "bare" or self.form == "levels":
            return whole
        more = {"near": (1, 2), "part": (1, self.wires.each)}
        more |= {"far": (2, 1), "two": (2, self.wires.each)} if self.nodes > 1 else {}
        return whole | {name: size for name, size in more.items() if size != whole["whole"]}

    def _low(self, value: float, unit: str) -> str:
        return f"[{value / self.width:.6g} {unit}, {value * self.width:.6g} {unit}]"

    def _high(self, value: float, unit: str) -> str:
        return f"[{value * self.width:.6g} {unit}, {value / self.width:.6g} {unit}]"

    def _path(self, name: str, side: int, location: str) -> str:
        alpha, rate = self.wires.alpha[side] * 1e6, self.wires.rate[side] / 1e9
        text = f"    {name}:\n      location: {location}\n" if self.form != "levels" else f"    {name}:\n"
        text += (
            f"      exclusive: {{alpha: {self._low(alpha, 'us')}, bandwidth: {self._high(rate, 'GB/s')}, per: rank}}\n"
        )
        if self.form == "sweep":
            text += (
                f"      multi_group: {{alpha: {self._low(alpha * 1.2, 'us')}, "
                f"bandwidth: {self._high(rate * 0.8, 'GB/s')}, per: rank}}\n"
            )
        return text

    def _machine(self) -> str:
        each, nodes = self.wires.each, self.nodes
        if self.form == "levels":
            levels = f"    - {{name: node, ranks: {each}, path: up}}\n"
            levels += f"    - {{name: fabric, ranks: {each * nodes}, path: out}}\n" if nodes > 1 else ""
            text = f"  ranks_per_host: {each}\n  levels:\n{levels}"
        else:
            text = f"  ranks_per_node: {each}\n  nodes: {nodes}\n"
        text += "  paths:\n" + self._path("up", 0, "intra_node")
        if nodes == 1:
            return text
        text += self._path("out", 1, "inter_node")
        if self.wires.node is not None:
            rate = self._high(self.wires.node / 1e9, "GB/s")
            text += f"  cuts:\n    nics:\n      boundary: node\n      exclusive: {{bandwidth: {rate}}}\n"
            text += f"      loaded: {{bandwidth: {rate}}}\n"
        return text

    def _groups(self) -> str:
        if self.form == "levels":
            shape = f"[{self.wires.each}, {self.nodes}]" if self.nodes > 1 else f"[{self.wires.each}]"
            return f"groups:\n  whole: {{shape: {shape}}}\n"
        text = "groups:\n"
        for name, (nodes, each) in self.parts.items():
            levels = (["up"] if each > 1 else []) + (["out"] if nodes > 1 else [])
            text += f"  {name}: {{size: {nodes * each}, ranks_per_node: {each}, levels: [{', '.join(levels)}]}}\n"
        return text

    def _operations(self) -> str:
        text = "operations:\n" + self._operation("main", self.collective, self.algorithm, "whole")
        if self.form != "groups":
            return text
        for name, (nodes, each) in self.parts.items():
            if nodes * each == 2:
                text += self._operation(f"pair_{name}", "p2p", "direct", name)
            elif name != "whole":
                text += self._operation(f"main_{name}", self.collective, self.algorithm, name)
        return text

    def _operation(self, name: str, collective: str, algorithm: str, group: str) -> str:
        conditions = "[exclusive, multi_group]" if self.form == "sweep" else "[exclusive]"
        also = (
            f"{{name: {algorithm}, also: [{', '.join(self.also)}]}}" if self.also and collective != "p2p" else algorithm
        )
        return (
            f"  {name}: {{collective: {collective}, group: {group}, algorithm: {also}, condition: {conditions}, "
            f"tensor: {{bytes: 1 MiB, dtype: fp32, semantics: {SEMANTICS.get(collective, 'input')}}}}}\n"
        )

    def _requirements(self) -> str:
        if self.form != "sweep":
            return ""
        groups = [name for name in self.parts if name not in ("near", "far")]
        return (
            "requirements:\n  R-1:\n    kind: collective_time\n    title: {zh: 用时, en: time}\n    priority: must\n"
            f"    responsible: [library]\n    operation: main\n"
            "    metric: {name: time, statistic: mean, ranks: max, repeats: worst}\n"
            "    limit: {at_most: estimate.conservative, tolerance: 20 %}\n"
            "    sweep: {sizes: 8 KiB .. 1 GiB, per_octave: 1, conditions: [exclusive], "
            f"groups: [{', '.join(groups)}]}}\n"
            "    test: {tool: nccl-tests, warmup: 20, iterations: 1000, repeats: 5, in_place: false, check: true, "
            "placement: packed, nodes_min: 1, nodes_reason: {zh: 一, en: one}, max_spread: 5 %}\n"
            "    rationale: {zh: 因, en: why}\n"
        )
