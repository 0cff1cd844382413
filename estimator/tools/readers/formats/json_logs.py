"""Results that tools write as JSON: nccl-tests (-J), rccl-tests and mscclpp-test (flat rows), nccom-test.

Source: nccl-tests src/util.cu (version 2 of its file), NVIDIA/nccl-tests#318 for "nccl-tests structured output";
flat rows have the keys name, ranks, ranksPerNode, size, time [us], algBw, busBw, and inPlace, type, redop, wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from estimator.phrase import phrase
from estimator.tools.readers.formats.json_text import BrokenJsonError, Element, elements
from estimator.tools.readers.register import Register
from estimator.tools.readers.table import rules
from estimator.tools.readers.table.cells import Cells
from estimator.tools.readers.table.checks import TableHead
from estimator.tools.readers.table.layout import TableColumn, TableLayout, scan
from estimator.tools.readers.table.rules import Rules, collective_of
from estimator.tools.readers.table.sheet import Sheet
from estimator.tools.readers.text.facts import RunFacts
from estimator.tools.readers.text.launch import launch_of
from estimator.tools.records import Event, Rejection, Told

Times = Mapping[int, tuple[tuple[float, ...], ...]]
_GROUP = [TableColumn("time", 1e-6), TableColumn("algbw", 1e9), TableColumn("busbw", 1e9), TableColumn("wrong")]
_LEAD = [TableColumn("size", 1.0), TableColumn("count"), TableColumn("type"), TableColumn("redop"), TableColumn("root")]
NCCL_LAYOUT = TableLayout((*_LEAD, *_GROUP, *_GROUP), "space", ((5, 6, 7, 8), (9, 10, 11, 12)), (False, True), 5)
_SIDES = (("out_of_place", "oop"), ("in_place", "ip"))
_FLAT = {"algbw": TableColumn("algbw", 1e9), "busbw": TableColumn("busbw", 1e9), "time": TableColumn("time", 1e-6)}
MOST_KINDS = 4096


class JsonLog:
    """The tables of one JSON text."""

    def __init__(self, source: str, told: Told, register: Register | None = None) -> None:
        self.source, self.told, self.register = source, told, register or Register()
        self.facts = RunFacts()
        self.sheets: dict[object, Sheet] = {}
        self.wrong = False

    def events(self, lines: Iterator[tuple[int, str]]) -> Iterator[Event]:
        """The events of all lines; what follows a place where the text breaks off is refused."""
        known = False
        try:
            for element in elements(lines):
                known = True
                yield from self._element(element)
        except BrokenJsonError as broken:
            yield Rejection(self.source, broken.line, phrase("the JSON breaks off: {what}", what=broken.what))
        for sheet in self.sheets.values():
            yield from sheet.end(False, self.wrong)
        if not self.sheets:
            yield Rejection(self.source, 1, "JSON without results of a known benchmark" if known else "no JSON")

    def _element(self, element: Element) -> Iterator[Event]:
        try:
            data = json.loads(element.text, parse_int=str, parse_float=str, parse_constant=str)
        except (ValueError, RecursionError) as error:
            yield Rejection(self.source, element.line, phrase("no JSON: {what}", what=error), element.text[:80])
            return
        if not element.listed:
            self._fact(element.key, data)
        elif not isinstance(data, dict):
            yield Rejection(self.source, element.line, "a result that is no object", element.text[:80])
        elif "out_of_place" in data or "in_place" in data:
            yield from self._nccl(element, data, data.get("size"))
        elif all(isinstance(value, dict) and "oop_time" in value for value in data.values()) and data:
            for size, row in data.items():
                yield from self._nccl(element, row, size)
        else:
            yield from self._flat(element, data)

    def _fact(self, key: str, data: Any) -> None:
        facts = self.facts
        if key == "args" and isinstance(data, list):
            facts.launch = launch_of(" ".join(map(str, data)))
            facts.benchmark = facts.launch.program if facts.launch else str(data[0] if data else "")
            facts.collective = collective_of(facts.benchmark.rpartition("/")[2])
        elif key == "nccl_version" and str(data).isdigit():
            number = int(str(data)[:9])
            facts.library = f"NCCL {number // 10000}.{number // 100 % 100}.{number % 100}"
        elif key == "config" and isinstance(data, dict):
            self._config(data)
        elif key == "out_of_bounds" and isinstance(data, dict):
            self.wrong = self.wrong or str(data.get("okay")) == "false"

    def _config(self, data: Mapping[str, Any]) -> None:
        facts = self.facts
        facts.warmup, facts.iterations = _number(data.get("warmup_iters")), _number(data.get("iterations"))
        each = (_number(data.get("nthreads")) or 1) * (_number(data.get("ngpus")) or 1)
        devices = data.get("devices")
        for one in devices if isinstance(devices, list) else []:
            rank, group = _number(one.get("rank")), _number(one.get("group"))
            if isinstance(one, dict) and rank is not None:
                # A process with several devices lists its first alone.
                host, hardware = str(one.get("hostname", "")), str(one.get("device_info", "")).strip()
                for other in {rank, rank + each - 1}:
                    facts.devices.add(other, group or 0, host, hardware)

    def _nccl(self, element: Element, data: Mapping[str, Any], size: Any) -> Iterator[Event]:
        lead: list[str | None] = [_text(size), *(_text(data.get(key)) for key in ("count", "type", "redop"))]
        lead.append(_text(data.get("root", "-1")).strip() or None)
        measured: list[str] = []
        lines: list[int] = []
        times: dict[int, tuple[tuple[float, ...], ...]] = {}
        for group, (long, short) in enumerate(_SIDES):
            side = data.get(long) if long in data else _prefixed(data, short)
            at = _time_line(element, long) if long in data else _line(element, f'"{short}_time"', f'"{size}"')
            measured += _side(side if isinstance(side, dict) else {})
            lines += [at] * 4
            times[group] = _iterations(data.get(f"{long}_per_iter"))
        sheet = self._sheet("nccl", NCCL_LAYOUT, rules.NCCL, self.facts, element.line)
        start = _line(element, '"size"', "") if "size" in data else _line(element, f'"{size}"', "")
        if not (lead[0] and lead[0].isdigit()):
            yield Rejection(self.source, element.line, "a result without size", element.text[:80])
            return
        if not any(measured):
            yield Rejection(self.source, element.line, "a result without a time", element.text[:80])
            return
        yield from sheet.take(Cells(lead, measured), lines, True, element.text, start=start, times=times)

    def _flat(self, element: Element, data: Mapping[str, Any]) -> Iterator[Event]:
        columns = {key: _FLAT.get(key.lower()) or _scanned(key) for key in data}
        places = {column.kind: key for key, column in reversed(columns.items()) if column is not None}
        if "size" not in places or "time" not in places:
            yield Rejection(self.source, element.line, "a result without size and time", element.text[:80])
            return
        head = _flat_facts(data, self.facts)
        key = (head.benchmark, head.processes, head.in_place, head.algorithm, head.dtype)
        if key not in self.sheets and len(self.sheets) >= MOST_KINDS:
            yield Rejection(self.source, element.line, "too many kinds of results in one file", element.text[:80])
            return
        lead = [kind for kind in ("size", "count", "type", "redop", "root") if kind in places]
        values = [kind for kind in ("time", "low", "high", "algbw", "busbw", "wrong") if kind in places]
        chosen = [columns[places[kind]] or TableColumn(kind) for kind in (*lead, *values)]
        layout = TableLayout(tuple(chosen), "space", (tuple(range(len(lead), len(chosen))),), (None,), len(lead))
        sheet = self._sheet(key, layout, rules.NCCOM if "nccom" in head.tool else rules.FLAT, head, element.line)
        tokens = [_text(data[places[kind]]).strip() or "N/A" for kind in values]
        at = _line(element, f'"{places["time"]}"', "")
        start = _line(element, f'"{places["size"]}"', "")
        cells = Cells([_text(data[places[kind]]).strip() for kind in lead], tokens)
        yield from sheet.take(cells, [at] * len(tokens), True, element.text, start=start)

    def _sheet(self, key: object, layout: TableLayout, rule: Rules, facts: RunFacts, line: int) -> Sheet:
        if key not in self.sheets:
            self.sheets[key] = Sheet(TableHead(layout, rule, facts, line), self.source, self.told, self.register)
        return self.sheets[key]


def _flat_facts(data: Mapping[str, Any], common: RunFacts) -> RunFacts:
    facts = common.fresh(launch=common.launch, collective=common.collective)
    name = _text(data.get("name") or data.get("collective") or data.get("op"))
    if "time:avg(us)" in data or "size(B)" in data:
        facts.tool = "nccom-test"
    elif "kernel" in data:
        facts.tool = "mscclpp-test"
    else:
        facts.tool = "rccl-tests" if "numCycle" in data or "inPlace" in data else ""
    facts.benchmark = name or common.benchmark
    facts.collective = collective_of(name) if name else common.collective
    ranks, per_node = _number(data.get("ranks")), _number(data.get("ranksPerNode"))
    each = _number(data.get("gpusPerRank")) or 1  # of rccl-tests a rank is a process, which may drive several devices
    alone = each if "gpusPerRank" in data and "ranks" not in data else None
    facts.processes = ranks * each if ranks else alone
    facts.nodes, facts.per_node = _number(data.get("nodes")), per_node * each if per_node else None
    placed = data.get("inPlace", data.get("in_place"))
    facts.in_place = None if placed is None else str(placed).lower() in ("1", "true")
    facts.algorithm = f"kernel {_text(data['kernel'])}" if "kernel" in data else ""
    return facts


def _scanned(key: str) -> TableColumn | None:
    """The column a key names, by the words of headers."""
    found = scan(f"size {key}") if "size" not in key.lower() else scan(key)
    return found[-1] if found and found[-1].kind != "other" else None


def _prefixed(data: Mapping[str, Any], short: str) -> dict[str, Any] | None:
    if f"{short}_time" not in data:
        return None
    names = {"time": "time", "algbw": "alg_bw", "busbw": "bus_bw", "error": "nwrong"}
    return {name: data.get(f"{short}_{key}") for key, name in names.items()}


def _side(side: Mapping[str, Any]) -> list[str]:
    """Time, algbw, busbw and wrong results of one side as tokens; four empty ones where there is none."""
    time = side.get("time", side.get("cpu_time"))
    if time is None:
        return ["", "", "", ""]
    wrong = side.get("nwrong")
    values = (time, side.get("alg_bw"), side.get("bus_bw"), wrong)
    return [_text(value) or "N/A" for value in values]


def _iterations(data: Any) -> tuple[tuple[float, ...], ...]:
    """Times of each process and iteration [s], or those of the slowest process."""
    if not isinstance(data, dict):
        return ()
    rows = data.get("per_process_max_times_us") or [data.get("times_us")]
    try:
        return tuple(tuple(float(time) / 1e6 for time in row) for row in rows if row)
    except (TypeError, ValueError):
        return ()


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _number(value: Any) -> int | None:
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _time_line(element: Element, side: str) -> int:
    start = f'"{side}"'
    return _line(element, '"time"' if element.text.find('"time"', element.text.find(start)) >= 0 else start, start)


def _line(element: Element, key: str, after: str) -> int:
    """The line a key of an element stands on; ``after`` the first place of another text."""
    start = max(element.text.find(after), 0) if after else 0
    place = element.text.find(key, start)
    return element.line + element.text.count("\n", 0, max(place, 0))
