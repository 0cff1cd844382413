"""The estimates of a spec beside those with other values or under other platforms; no file is changed."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from estimator.errors import UserError
from estimator.estimate.result import EstimateTable
from estimator.estimate.table import estimate
from estimator.estimate.variants import Comparison, compared
from estimator.jobs.estimates import about
from estimator.jobs.specs import Opened, open_spec, part_file
from estimator.report.comparison import as_csv, as_json, as_markdown, as_text
from estimator.spec.alter import UNALTERED, Alteration
from estimator.spec.change import Change, change_of

AS_IS, BEFORE, AFTER = "spec", "before", "after"
MOST = 20
"""Variants at once: more columns nobody reads."""


def comparison(path: Path, changes: Sequence[str], variants: Sequence[str]) -> tuple[Opened, Comparison]:
    """The spec as it stands, and what each change makes of it.

    ``changes``: PATH=VALUE; without variants they are *after* beside *before*, with variants they hold for every
    column. ``variants``: NAME=FILE, FILE holding a platform that takes the place of the spec's. Raises SpecError with
    every mistake of the first column that has one, UserError for an option that cannot be read.
    """
    made = tuple(map(change_of, changes))
    columns = _columns(made, variants)
    opened: dict[str, Opened] = {}
    tables: dict[str, EstimateTable] = {}
    for name, alteration in columns.items():
        opened[name] = open_spec(path, alteration)
        with opened[name].located():
            tables[name] = estimate(opened[name].spec)
    return next(iter(opened.values())), compared(tables)


def compared_estimates(path: Path, changes: Sequence[str], variants: Sequence[str], form: str) -> str:
    """The comparison as ``text``, ``json``, ``csv`` or ``md``."""
    opened, found = comparison(path, changes, variants)
    if form == "json":
        return as_json(found, about(opened), changes)
    return {"text": as_text, "md": as_markdown}[form](found, changes) if form != "csv" else as_csv(found)


def _columns(changes: tuple[Change, ...], variants: Sequence[str]) -> Mapping[str, Alteration]:
    if not variants:
        return {BEFORE: UNALTERED, AFTER: Alteration(None, changes)}
    if len(variants) > MOST:
        raise UserError(f"{len(variants)} variants; give at most {MOST}")
    columns = {AS_IS: Alteration(None, changes)}
    for text in variants:
        name, file = _variant(text)
        if name in columns:
            raise UserError(f"two variants are called {name}; give each a name of its own (the spec's own is {AS_IS})")
        columns[name] = Alteration(part_file(Path(file)), changes)
    return columns


def _variant(text: str) -> tuple[str, str]:
    """``NAME=FILE``, or ``NAME:FILE``."""
    at = min((i for i in (text.find("="), text.find(":")) if i > 0), default=0)
    if not at or not text[at + 1 :].strip():
        raise UserError(f"'{text}' is no variant; write NAME=FILE, such as vendor_b=platforms/vendor_b.yaml")
    return text[:at].strip(), text[at + 1 :].strip()
