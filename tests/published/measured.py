"""Measured series of single nodes, carried over or from a CSV file with the columns of their source."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).parent / "data" / "nccl_single_node.json"
COLLECTIVES = ("all_reduce", "all_gather", "reduce_scatter", "all_to_all")
NAMES = {"alltoall": "all_to_all"}


class Time(NamedTuple):
    """One measured time [s] of one system; ``n`` canonical [byte]."""

    system: str
    collective: str
    ranks: int
    n: float
    seconds: float
    dtype: str = ""
    device: str = ""


def times(path: Path = DATA) -> list[Time]:
    """Every time of the carried-over series, or of a CSV file with the columns of the source's tables."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return [time for row in csv.DictReader(file) for time in [_time(row)] if time.collective in COLLECTIVES]
    data = json.loads(path.read_text("utf-8"))
    found = []
    for system, device, _, table, collective, dtype, ranks, values in data["series"]:
        for n, value in zip(data["sizes_B"], values, strict=True):
            found.append(Time(f"{system} {table}", collective, ranks, float(n), value * 1e-6, dtype, device))
    return found


def _time(row: Mapping[str, str]) -> Time:
    collective = NAMES.get(row["collective"], row["collective"])
    seconds = float(row["time_us"]) * 1e-6
    system = f"{row['system']} {row['table']}"
    return Time(system, collective, int(row["ranks"]), float(row["size_bytes"]), seconds, row["dtype"], row["device"])
