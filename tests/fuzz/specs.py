"""Specs with things wrong in them, checked, estimated and built."""

from __future__ import annotations

from random import Random

from tests.fuzz.bases import base
from tests.fuzz.nasty import encoded, mutated
from tests.fuzz.trial import Input

COMMANDS = (
    *(("check", "s.yaml"), ("check", "s.yaml", "--format", "json")) * 3,
    *(("check", "s.yaml", "--limits"), ("check", "s.yaml", "--limits-out", "limits.yaml")),
    *(("estimate", "s.yaml"), ("estimate", "s.yaml", "--format", "json"), ("estimate", "s.yaml", "--sensitivity")),
    ("build", "s.yaml", "--no-pdf", "--out", "o"),
)


def make(draw: Random) -> Input:
    """One spec and a command on it."""
    return Input({"s.yaml": encoded(mutated(base(draw), draw), draw)}, draw.choice(COMMANDS))
