"""A date as the spec writes it: a day, or a month where the day is not known."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Any

from pydantic import PlainValidator, WithJsonSchema

from estimator.phrase import phrase
from estimator.spec.values.base import Line
from estimator.spec.values.quantity import fault, said

DATE_PATTERN = r"[0-9]{4}-(0[1-9]|1[0-2])(-[0-9]{2})?"
_DATE = re.compile(DATE_PATTERN)


def _date(value: Any) -> str:
    """The text as written: ``2026-10-14``, or ``2026-10``."""
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        raise fault(
            phrase("{value} is no date", value=said(value)), "write year-month-day, such as 2026-10-14, or 2026-10"
        )
    try:
        date.fromisoformat(value if len(value) > 7 else f"{value}-01")
    except ValueError:
        raise fault(
            phrase("{value} is not in the calendar", value=said(value)), "write a day that the month has"
        ) from None
    return value


Date = Annotated[Line, PlainValidator(_date), WithJsonSchema({"type": "string", "pattern": f"^{DATE_PATTERN}$"})]
