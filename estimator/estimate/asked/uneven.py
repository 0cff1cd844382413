"""The send matrix of an exchange that is asked for by its skew, without a spec."""

from __future__ import annotations

from math import prod

from estimator.cost.options import Matrix
from estimator.dtypes import TYPES
from estimator.errors import UserError
from estimator.estimate.asked.question import Question
from estimator.layout.skewed import Skewed
from estimator.phrase import phrase
from estimator.spec.reading.suggest import suggestion
from estimator.spec.reading.tables import RANK_LIMIT
from estimator.units import format_size

SEED = 7
"""The seed where none is given, as in a requirement."""


def uneven_matrix(
    question: Question, skew: float, seed: int | None, zero_peers: int | None, dtype: str | None
) -> Matrix:
    """What every rank sends to every other [byte]; each row adds up to the size that is asked for.

    Without a ``dtype`` the elements are bytes. Raises UserError naming what cannot be.
    """
    ranks = prod(question.asked.shape)
    if question.collective != "all_to_all_v":
        raise UserError(
            phrase(
                "a {collective} has no load to skew; leave --skew out, or ask for all_to_all_v",
                collective=question.collective,
            )
        )
    if ranks > RANK_LIMIT:
        raise UserError(
            phrase("{ranks} ranks; a send matrix is made for {rank_limit} at most", ranks=ranks, rank_limit=RANK_LIMIT)
        )
    if question.size is None:
        raise UserError('no size; give --size, such as --size "1 MiB", which every rank sends')
    width = _width(dtype)
    elements = question.size / width
    if elements != int(elements):
        what = phrase(
            "{size} are no whole number of elements of {dtype}",
            size=format_size(question.size),
            dtype=dtype or phrase("one byte"),
        )
        raise UserError(phrase("{what}; give another --size", what=what))
    made = Skewed(ranks, skew, SEED if seed is None else seed, zero_peers or 0)
    if made.refusal is not None:
        raise UserError(phrase("{refusal}; give another --skew, or fewer --zero-peers", refusal=made.refusal))
    if made.zero_peers and skew == 1.0:
        raise UserError(
            phrase(
                "an even load leaves no rank out; give --skew {least:.4g} or more, or no --zero-peers", least=made.least
            )
        )
    return made.matrix(int(elements), width)


def _width(dtype: str | None) -> float:
    """Bytes of an element."""
    if dtype is None:
        return 1.0
    if dtype not in TYPES:
        raise UserError(
            phrase(
                "'{dtype}' is no element type; {suggestion}",
                dtype=dtype,
                suggestion=suggestion(dtype, list(TYPES)),
            )
        )
    return TYPES[dtype].bits / 8
