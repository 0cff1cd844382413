"""Ids of requirements as a page shows them, without the part that all share and by family, and fingerprints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def short_ids(ids: Sequence[str]) -> dict[str, str]:
    """Ids without the part before the first hyphen when all share it: CCL-AG-01 is AG-01."""
    heads = {name.partition("-")[0] for name in ids}
    alike = len(heads) == 1 and len(ids) > 1
    return {name: (name.partition("-")[2] or name) if alike else name for name in ids}


def by_family(ids: Iterable[tuple[str, str]]) -> dict[str, list[tuple[str, str]]]:
    """(id, short id) in families: A2AV-01 is number 01 of A2AV; an id without a hyphen stands in a family of ""."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name, short in ids:
        family, _, number = short.rpartition("-")
        found.setdefault(family, []).append((name, number))
    return found


def spaced(fingerprint: str) -> str:
    """The fingerprint in groups of four."""
    return " ".join(fingerprint[i : i + 4] for i in range(0, len(fingerprint), 4))
