"""The JSON schema of answers of vendors beside the requirements, as `report/tables/exchange/offering` writes them."""

from __future__ import annotations

from collections.abc import Sequence

from estimator.history.vendors.answers import LEVELS, STATES
from estimator.report.tables.exchange.offering import SCHEMA
from estimator.report.tables.exchange.schema_parts import (
    COUNT,
    MAYBE,
    NUMBER,
    PAIR,
    TEXT,
    TEXTS,
    WORD,
    Schema,
    by_name,
    closed,
    listed,
)

SCALES = ("inside", "doubtful", "no_gain")
COMPARATORS = ("at_most", "at_least", "stated")


def answers_document() -> Schema:
    """What ``commspec export --what answers --format json`` gives, and ``commspec respond compare``."""
    return closed(
        {
            "commspec_offers": {"const": SCHEMA},
            "document": closed({"id": TEXT, "version": TEXT}),
            "vendors": by_name({"$ref": "#/$defs/vendor"}),
            "requirements": by_name({"$ref": "#/$defs/answered"}),
        }
    )


def definitions() -> dict[str, Schema]:
    """A vendor, a requirement with what each vendor says to it, and one answer."""
    return {"vendor": _vendor(), "answered": _answered(), "answer": _answer()}


def _one_of(words: Sequence[str]) -> Schema:
    return {"enum": [*words, None]}


def _vendor() -> Schema:
    names = {"stale": TEXTS, "refused": TEXTS, "open": TEXTS, "without": TEXTS}
    step = {
        "closes": _one_of(("yes", "no", "never")),
        "allowed_s": MAYBE,
        "exposed_s": closed({"even": NUMBER, "full": NUMBER}),
        "estimate_s": PAIR,
    }
    states = closed(dict.fromkeys(STATES, COUNT))
    return closed({"file": TEXT, "platform": WORD, "version": TEXT, "states": states, **names, **step})


def _answered() -> Schema:
    pair = {"anyOf": [PAIR, {"type": "null"}]}
    parts = {"priority": TEXT, "fingerprint": TEXT, "cell": WORD, "unit": WORD, "comparator": _one_of(COMPARATORS)}
    numbers = {"limit_si": MAYBE, "tolerance": MAYBE, "expected_si": pair}
    said = {"anyOf": [{"$ref": "#/$defs/answer"}, {"type": "null"}]}
    return closed({**parts, **numbers, "vendors": by_name(said)})


def _answer() -> Schema:
    words = dict.fromkeys(("cell", "offered", "unit", "date", "remark", "decision"), WORD)
    flags: dict[str, Schema] = {"stale": {"type": "boolean"}, "passes": {"type": ["boolean", "null"]}}
    scales = {"scale": _one_of(SCALES), "own_scale": _one_of(SCALES)}
    evidence = {"evidence": listed(closed({"file": TEXT, "sha256": WORD}))}
    chosen = {"state": _one_of(STATES), "level": _one_of(LEVELS)}
    own = {"fingerprint": TEXT, "offered_si": MAYBE, "faults": TEXTS}
    return closed({**words, **flags, **scales, **evidence, **chosen, **own})
