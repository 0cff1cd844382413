"""The file that rccl-tests writes with ``-x FILE -Z csv``: its rows have the host count that its header leaves out.

Source: rccl-tests, the reporter of src/common.cu.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

HEAD = re.compile(
    r"\s*(?:(numcycle),\s*)?collective,\s*(?:ranks,\s*rankspernode,\s*gpusperrank|gpus),\s*"
    r"size,\s*type,\s*redop,\s*inplace,\s*time,\s*algbw,\s*busbw,\s*#?wrong\s*",
    re.IGNORECASE,
)
_LAST = ("size", "type", "redop", "inPlace", "time", "algBw", "busBw", "wrong")
_FIRST = {
    2: ("name", "gpusPerRank"),
    4: ("name", "ranks", "ranksPerNode", "gpusPerRank"),
    5: ("name", "nodes", "ranks", "ranksPerNode", "gpusPerRank"),
}
"""What stands before the size, by how many there are: without MPI, and with it by header or as rows have it."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")


def is_rccl_csv(start: str) -> bool:
    """Whether a text starts as such a file."""
    return HEAD.fullmatch(start.partition("\n")[0]) is not None


def as_objects(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Each row as the object that the same program writes with ``-Z json``; a line that is no row stays as it is."""
    cycled = several = False
    for number, text in lines:
        head = HEAD.fullmatch(text)
        if head is not None:
            cycled, several = head.group(1) is not None, "ranks" in text.lower()
            continue
        yield number, _object(text, cycled, several) or text


def _object(text: str, cycled: bool, several: bool) -> str:
    """One row; empty where its cells are not as many, or words and numbers do not stand where they have to."""
    cells = [cell.strip() for cell in text.split(",")]
    cycle, cells = (cells[:1], cells[1:]) if cycled else ([], cells)
    first = _FIRST.get(len(cells) - len(_LAST))
    if first is None or several is (len(first) == 2):
        return ""
    words = (cells[0], cells[len(first) + 1], cells[len(first) + 2])
    numbers = (*cycle, *cells[1 : len(first) + 1])
    if any(_NUMBER.fullmatch(word) for word in words) or not all(_NUMBER.fullmatch(one) for one in numbers):
        return ""
    pairs = zip((*["numCycle"] * len(cycle), *first, *_LAST), (*cycle, *cells), strict=True)
    inside = ",".join(f'"{name}":{cell if _NUMBER.fullmatch(cell) else json.dumps(cell)}' for name, cell in pairs)
    return f"{{{inside}}}"
