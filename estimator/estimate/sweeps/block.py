"""One block of a sweep: times, limits and regimes of many settings by many sizes in a few array operations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.cost.attribution import leading, over_whole
from estimator.cost.form import Array, Form
from estimator.cost.key import Key
from estimator.cost.plan import Plan
from estimator.estimate.assume.setting import Setting, Work, form_of, parameters
from estimator.estimate.balance import STARTS
from estimator.estimate.ends import n_half_of, resource_name
from estimator.estimate.result import Regime
from estimator.estimate.sweeps.sweep import SettingsSweep, SweepBlock

Codes = NDArray[np.integer]
REGIMES: tuple[Regime, ...] = ("latency", "bandwidth", "cut")


class EndCells(NamedTuple):
    """One end of a block: ``seconds`` (rows, sizes), ``codes`` the same shape; a code is limit * 3 + regime.

    A limit is a sum of 2**k over the ``names`` of the paths and cuts that are in force in some phase. Codes are the
    smallest integers that hold them: of these a processor works on many at a time.
    """

    seconds: Array
    codes: Codes
    names: tuple[str, ...]

    @property
    def held(self) -> int:
        """Rows that are held: one where all are alike."""
        return 1 if self.seconds.strides[0] == 0 else len(self.seconds)

    def repeated(self, rows: int) -> EndCells:
        """A single row as ``rows`` rows that share its memory; more rows as they are."""
        shape = (rows, self.seconds.shape[1])
        return EndCells(np.broadcast_to(self.seconds, shape), np.broadcast_to(self.codes, shape), self.names)

    def named(self, code: int) -> tuple[tuple[str, ...], Regime]:
        """The limit and the regime of a code."""
        limit, regime = divmod(code, len(REGIMES))
        return tuple(name for k, name in enumerate(self.names) if limit >> k & 1), REGIMES[regime]


class BlockCells(NamedTuple):
    """Both ends of a block and the sizes n [byte] of its columns."""

    optimistic: EndCells
    conservative: EndCells
    sizes: Array


def evaluate(sweep: SettingsSweep, block: SweepBlock) -> BlockCells:
    """Times [s] of all calls and what limits them, in every cell of a block."""
    sizes = sweep.size.between(block.first_size, block.first_size + block.sizes)
    rows = range(block.first_row, block.first_row + block.rows)
    cases = [sweep.row(row, float(sizes[0])) for row in rows]
    work = cases[0].work
    ends = ([case.low for case in cases], [case.high for case in cases])
    low, high = (_fastest(work, _distinct(settings), sizes).repeated(block.rows) for settings in ends)
    return BlockCells(low, high, sizes)


def _fastest(work: Work, settings: list[Setting], sizes: Array) -> EndCells:
    """The cells of one end: of several plans the fastest counts, cell by cell."""
    stacks = [_stacked(work, settings, plan) for plan in work.plans(settings[0])]
    every = (resource_name(key, work.paths) for stack in stacks for key in stack.form.resources)
    names = tuple(dict.fromkeys(every))
    first, *others = (_cells(stack, work, sizes, names) for stack in stacks)
    for other in others:
        codes = _either(other.seconds < first.seconds, other.codes, first.codes)
        first = EndCells(np.minimum(first.seconds, other.seconds), codes, names)
    return first


def _distinct(settings: list[Setting]) -> list[Setting]:
    """One setting in place of many that assume the same: an end that no swept parameter touches."""
    first = settings[0].numbers
    return settings[:1] if all(one.numbers == first for one in settings) else settings


@dataclass(frozen=True, slots=True)
class _Stack:
    """Settings of one end: B of them, as lines in n of one call.

    ``rows`` (B, R, 3), ``whole`` (B, W, 3) and ``extra`` (B, 3): constant, root and slope; ``startup`` (B, R): the part
    of a row's constant that is start-ups; ``n_half`` (B,) [byte].
    """

    form: Form
    rows: Array
    whole: Array
    extra: Array
    startup: Array
    n_half: Array


def _stacked(work: Work, settings: Sequence[Setting], plan: Plan) -> _Stack:
    forms: dict[tuple[float, float, float], Form] = {}
    thetas, balances, which = [], [], []
    for setting in settings:
        key = (setting.skew, setting.node_skew, setting.passes)
        form = forms.get(key)
        if form is None:
            form = forms[key] = form_of(work, setting, plan)
        values = parameters(work, setting)
        which.append(form)
        thetas.append(form.theta(values))
        balances.append(n_half_of(work, setting, values))
    form, theta = which[0], np.array(thetas)
    weights = theta[:, :, None] * (form.power[:, None] == (0.0, 0.5, 1.0))
    same = len(forms) == 1
    rows, whole, extra = (
        (getattr(form, name)[None] if same else np.stack([getattr(f, name) for f in which]))
        for name in ("rows", "whole", "extra")
    )
    startup = rows @ (theta * [key.family in STARTS for key in form.keys])[:, :, None]
    return _Stack(
        form, rows @ weights, whole @ weights, (extra[:, None, :] @ weights)[:, 0], startup[:, :, 0], np.array(balances)
    )


def _cells(stack: _Stack, work: Work, sizes: Array, names: tuple[str, ...]) -> EndCells:
    n = (sizes / work.calls)[None, :]
    root = np.sqrt(n) if stack.rows[..., 1].any() or stack.whole[..., 1].any() or stack.extra[:, 1].any() else n
    of_names = [1 << names.index(resource_name(key, work.paths)) for key in stack.form.resources]
    bits = np.array(of_names, dtype=np.min_scalar_type(len(REGIMES) << len(names)))
    core, limit, startup = _phases(stack, n, root, bits)
    core, limit, startup = _whole(stack, n, root, core, limit, startup, bits)
    cut_names = {resource_name(key, work.paths) for key in stack.form.resources if key.is_cut}
    cuts = sum(1 << k for k, name in enumerate(names) if name in cut_names)
    codes = _with_regime(stack, n, core, startup, limit, cuts)
    core = core + (_line(stack.extra, n, root) if stack.extra[:, 1:].any() else stack.extra[:, 0, None])
    if work.calls != 1.0:
        core *= work.calls
    if core.shape != codes.shape:  # a single rank: nothing grows with the size
        core = np.broadcast_to(core, codes.shape).copy()
    return EndCells(core, codes, names)


def _line(coefficients: Array, n: Array, root: Array) -> Array:
    """Seconds: constant + root * sqrt(n) + slope * n of lines (B, 3) at sizes (1, S)."""
    found = coefficients[:, 2, None] * n
    found += coefficients[:, 0, None]
    if coefficients[:, 1].any():
        found += coefficients[:, 1, None] * root
    return found


def _phases(stack: _Stack, n: Array, root: Array, bits: Codes) -> tuple[Array, Codes, Array]:
    """Seconds of the phases in sequence, the bits of what limits some phase, and the start-ups in force."""
    form = stack.form
    alone = [i for i, j in zip(form.start, form.stop, strict=True) if j - i == 1]
    core = _line(stack.rows[:, alone].sum(axis=1), n, root) if alone else np.zeros((1, 1))
    startup: Array = stack.startup[:, alone].sum(axis=1)[:, None]
    limit = np.full((1, 1), np.bitwise_or.reduce(bits[alone]), dtype=bits.dtype)
    for i, j in zip(form.start, form.stop, strict=True):
        if j - i > 1:
            peak, named, begun = _phase(stack.rows[:, i:j], form.resources[i:j], stack.startup[:, i:j], n, root)
            core = np.add(core, peak, out=peak)
            startup = startup + begun
            limit = limit | _bits_of(named, bits[i:j])
    return core, limit, startup


def _phase(rows: Array, resources: Sequence[Key], startup: Array, n: Array, root: Array) -> tuple[Array, Codes, Array]:
    """The largest row of one phase, the number of the row it is named after, and the start-ups of the largest."""
    values = [_line(rows[:, k], n, root) for k in range(len(resources))]
    found = leading(values, [key.is_cut for key in resources])
    same = np.ptp(startup, axis=1).max() == 0.0
    begun = startup[:, :1] if same else np.take_along_axis(startup, found.best.astype(np.int64), axis=1)
    return found.peak, found.named, begun


def _whole(
    stack: _Stack, n: Array, root: Array, core: Array, limit: Codes, startup: Array, bits: Codes
) -> tuple[Array, Codes, Array]:
    """Rows over the whole call: ``core`` raised where one is larger; the limits' bits, start-ups."""
    phases = stack.form.in_phases
    resources = stack.form.resources[phases:]
    if not resources:
        return core, limit, startup
    peak, best, _ = _phase(stack.whole, resources, np.zeros(stack.whole.shape[:2]), n, root)
    makes, names = over_whole(core, peak)
    limit = _either(names, _bits_of(best, bits[phases:]), limit)
    return np.maximum(core, peak, out=peak), limit, startup * ~makes


def _with_regime(stack: _Stack, n: Array, core: Array, startup: Array, limit: Codes, cuts: int) -> Codes:
    """The codes: limit * 3 + regime; a cell that a cut limits is in latency while start-ups outweigh the rest."""
    long = n >= stack.n_half[:, None]
    regime = long.astype(limit.dtype)
    if cuts:
        regime = _either((limit & limit.dtype.type(cuts)) > 0, 2 * (2.0 * startup <= core).astype(limit.dtype), regime)
    codes: Codes = regime + len(REGIMES) * limit
    return codes


def _bits_of(named: Codes, bits: Codes) -> Codes:
    """The bit of each cell's row, by the number of the row."""
    found = (named == 0) * bits[0]
    for k, bit in enumerate(bits[1:], 1):
        found |= (named == k) * bit
    return np.asarray(found)


def _either(where: NDArray[np.bool_], one: Codes, other: Codes) -> Codes:
    """``one`` or ``other``: the arithmetic costs a tenth of a choice cell by cell, and unsigned integers wrap."""
    return np.asarray(other + where * (one - other))
