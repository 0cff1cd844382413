"""What may be other than the spec says, as changes of its numbers by one factor."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from estimator.cost.key import T0, Family, Key
from estimator.judge.diagnosis.runs.altered import Change

STARTS: tuple[Family, ...] = ("alpha", "hop", "gap")
RATES: tuple[Family, ...] = ("beta", "link", "unit", "nic", "root")
Of = Callable[[float], Change]
"""A factor to the change that it makes."""


class Slower(NamedTuple):
    """Families of numbers that are larger by a factor: on some paths or cuts, or on all (None)."""

    families: tuple[Family, ...]
    where: Collection[str] | None = None

    def by(self, factor: float) -> Change:
        """The change that a factor makes."""

        def change(values: Mapping[Key, float], paths: Mapping[str, str]) -> Mapping[Key, float]:
            return {key: value * factor if self._meant(key, paths) else value for key, value in values.items()}

        return change

    def _meant(self, key: Key, paths: Mapping[str, str]) -> bool:
        where = paths.get(key.where, key.where)
        return key.family in self.families and (self.where is None or where in self.where)


def later_by(seconds: float) -> Of:
    """A call that starts later: by ``seconds`` times what the factor is above 1."""

    def of(factor: float) -> Change:
        def change(values: Mapping[Key, float], paths: Mapping[str, str]) -> Mapping[Key, float]:
            return {**values, T0: values.get(T0, 0.0) + seconds * (factor - 1.0)}

        return change

    return of
