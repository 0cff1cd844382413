"""Small specs of one machine and one operation, as their author would write them."""

from __future__ import annotations

from textwrap import dedent

from estimator.estimate.result import OperationEstimate
from estimator.estimate.table import estimate
from estimator.spec.document import Spec
from estimator.spec.load import load_text

HEAD = """
commspec: 1
document: {id: T, version: "0.1", title: t, owner: us}
sources: {guess: {basis: assumed, text: example, date: "2026-01-15"}}
"""


def spec_of(platform: str, rest: str) -> Spec:
    """A spec of a platform (without name and knee) and the groups and operations on it."""
    lines = ["platform:", "  name: p", "  knee: {k: 0, from: guess}"]
    indented = [f"  {line}" for line in dedent(platform).strip().splitlines()]
    return load_text("\n".join([HEAD, *lines, *indented, dedent(rest)])).spec


def estimated(platform: str, group: str, operation: str, more: str = "") -> OperationEstimate:
    """The one operation ``o`` on the one group ``g``, both in flow style."""
    rest = f"groups: {{g: {group}}}\noperations: {{o: {operation}}}\n{more}"
    return estimate(spec_of(platform, rest)).operations["o"]


def moving(collective: str, size: str, algorithm: str, **fields: str) -> str:
    """An operation in flow style; ``size`` such as ``1 GB``."""
    semantics = "message" if collective in ("p2p", "broadcast", "reduce") else "input"
    semantics = "output" if collective == "all_gather" else semantics
    extra = "".join(f", {key}: {value}" for key, value in fields.items())
    tensor = f"tensor: {{bytes: {size}, semantics: {semantics}}}"
    return f"{{collective: {collective}, group: g, {tensor}, algorithm: {algorithm}{extra}}}"
