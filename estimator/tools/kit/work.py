"""The call of a cell in whole elements: type, number, send matrix."""

from __future__ import annotations

from typing import NamedTuple, cast, get_args

from estimator.cost.collectives import MOVING, UNEVEN, WHOLE_MESSAGE, collective_named
from estimator.dtypes import element_width
from estimator.layout.skewed import Skewed
from estimator.require.inherited import inherited
from estimator.spec.document import Spec
from estimator.spec.requirements.kinds import SkewedAllToAllV
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.spec.workload import RedOp
from estimator.tools.kit.plan import Carrier, SendMatrix

SEED = 7
"""Of a send matrix where the requirement names none, and of the values in the buffers."""
BYTE: Carrier = "uint8"
ADDED: Carrier = "fp32"
"""What is reduced where nobody names a type."""
CARRIERS: frozenset[str] = frozenset(get_args(Carrier))


class Elements(NamedTuple):
    """What a call sends: type of the spec, type that travels, how many of these, and their bytes together."""

    dtype: str
    carrier: Carrier
    elements: int
    bytes: int


def elements_of(collective: str, dtype: str | None, n: float, ranks: int) -> Elements:
    """The whole elements nearest to canonical n [byte], equal shares where the collective has them; at least one each.

    8 KB of bf16 gathered by 64 ranks: 62 elements each, 7,936 B.
    """
    known = dtype or (ADDED if collective_named(collective).reduces else BYTE)
    carrier = cast(Carrier, known) if known in CARRIERS else BYTE
    if collective not in MOVING:
        return Elements(known, carrier, 0, 0)
    width = int(element_width(carrier))
    shares = 1 if collective in WHOLE_MESSAGE or collective in ("all_reduce", *UNEVEN) else ranks
    count = max(1, round(n / width / shares)) * shares
    return Elements(known, carrier, count, count * width)


def redop_of(collective: str, requirement: MeasurableRequirement, spec: Spec) -> RedOp | None:
    """The reduction; a sum where nobody says."""
    return (inherited(requirement, spec).redop or "sum") if collective_named(collective).reduces else None


def matrix_of(collective: str, requirement: MeasurableRequirement, skew: float) -> SendMatrix | None:
    """The rule of the load of a v-form."""
    if collective not in UNEVEN:
        return None
    own = requirement if isinstance(requirement, SkewedAllToAllV) else None
    left_out = own.zero_peers if own is not None and skew != 1.0 else 0
    return SendMatrix(generator="zipf", seed=own.seed if own is not None else SEED, skew=skew, zero_peers=left_out)


def refusal_of(matrix: SendMatrix | None, ranks: int) -> str | None:
    """Why there is no such load; None where there is."""
    return None if matrix is None else Skewed(ranks, matrix.skew, matrix.seed, matrix.zero_peers).refusal
