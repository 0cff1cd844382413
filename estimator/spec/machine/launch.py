"""What a call costs beside its path: the start-up T0, reductions, the knee."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from estimator.spec.machine.valid import Valid
from estimator.spec.values.base import Collective, Reference, SpecModel
from estimator.spec.values.quantity import BandwidthPair, KneePair, Pair, TimePair
from estimator.spec.values.sizes import Sizes

LaunchMode = Literal["host", "device", "graph"]


class LaunchTime(SpecModel):
    """Time before a call starts to move data, T0."""

    time: TimePair
    """T0, the fixed time of one call outside the plan [s]."""
    mode: LaunchMode | None = None
    """Who starts the call: the host, the device, or a captured graph."""
    valid: Valid | None = None
    """Where the number holds: sizes, ranks; used beyond it the conservative end widens."""
    source: Reference | None = Field(default=None, validation_alias="from")
    """Where the number came from: a name in `sources`."""


class Selector(SpecModel):
    """What an entry of `only` holds for; the entry that names most wins."""

    collective: Collective | None = None
    """The collective it holds for; left out: every one."""
    algorithm: Reference | None = None
    """The algorithm it holds for; left out: every one."""
    sizes: Sizes | None = None
    """The sizes n it holds for, as a range; left out: every size."""


class OnlyLaunch(Selector, LaunchTime):
    """T0 of one collective, algorithm, launch mode, path or size range."""

    path: Reference | None = None
    """The path it holds for: calls whose traffic is on it alone; left out: every call."""


class Launch(LaunchTime):
    """T0 of the platform, and of single collectives, algorithms, launch modes and sizes where it differs."""

    per_collective: dict[Collective, LaunchTime] = Field(default_factory=dict)
    """T0 of one collective, in place of the platform's."""
    only: tuple[OnlyLaunch, ...] = ()
    """T0 of one collective, algorithm, launch mode, path or size range; the most specific entry wins."""


class Reduce(SpecModel):
    """How fast a rank adds two buffers, 1/gamma."""

    bandwidth: BandwidthPair
    """Bytes reduced per second by one rank [B/s]."""
    valid: Valid | None = None
    """Where the number holds: sizes, ranks; used beyond it the conservative end widens."""
    source: Reference | None = Field(default=None, validation_alias="from")
    """Where the number came from: a name in `sources`."""


class OnlyKnee(Selector):
    """The knee factor of one collective, algorithm or size range."""

    k: KneePair
    """The factor k in k * sqrt(A * X)."""
    valid: Valid | None = None
    """Where the number holds: sizes, ranks; used beyond it the conservative end widens."""
    source: Reference | None = Field(default=None, validation_alias="from")
    """Where the number came from: a name in `sources`."""


class Knee(SpecModel):
    """How far real curves lie above start-up plus transfer around the balance point.

    A path with a fitted `root` of its own stays out of it.
    """

    k: KneePair = Pair(0.0, 1.3, ("0", "1.3"))
    """The factor k in k * sqrt(A * X); the default [0, 1.3] is an assumption that the author should name."""
    valid: Valid | None = None
    """Where the number holds: sizes, ranks; used beyond it the conservative end widens."""
    source: Reference | None = Field(default=None, validation_alias="from")
    """Where the number came from: a name in `sources`."""
    only: tuple[OnlyKnee, ...] = ()
    """The factor of one collective, algorithm or size range; the most specific entry wins."""

    @property
    def named(self) -> bool:
        """Whether the author wrote k, so that it does not rest on the default."""
        return "k" in self.model_fields_set
