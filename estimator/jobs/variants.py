"""The estimates of a spec beside those with other values or under other platforms; no file is changed."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import NamedTuple

from estimator import __version__
from estimator.errors import UserError, one_line
from estimator.estimate.result import EstimateTable
from estimator.estimate.search.variants import Comparison, compared
from estimator.estimate.table import estimate
from estimator.history.fingerprint import fingerprint
from estimator.jobs.estimates import about
from estimator.jobs.inputs.overlays import estimated_under
from estimator.jobs.inputs.specs import Opened, open_spec
from estimator.jobs.work import Say, silent
from estimator.phrase import heads, phrase
from estimator.report.tables.estimates.comparison import as_csv, as_json, as_markdown, as_text
from estimator.report.tables.screen import PLAIN, Screen
from estimator.report.view.context import Variants
from estimator.spec.reading.alter import UNALTERED, Alteration
from estimator.spec.reading.change import change_of
from estimator.units import shown

_NAME = re.compile(r"\w[\w .-]{0,79}")
AS_IS, BEFORE, AFTER = heads("spec", "before", "after")
ENDINGS = (".yaml", ".yml")
MOST = 20
"""Variants at once: more columns nobody reads."""


class OtherPlatforms(NamedTuple):
    """What a document shows of other platforms, and by name what each of them makes of the spec, as a fingerprint."""

    shown: Variants
    fingerprints: Mapping[str, str]


def beside(path: Path, table: EstimateTable, files: Mapping[str, str], say: Say = silent) -> OtherPlatforms:
    """The spec's own ``table`` beside those under the platform of each file, by name; raises as ``comparison`` does."""
    tables, prints = {AS_IS: table}, {}
    for name, file in files.items():
        say(phrase("estimating {name}", name=name))
        opened, tables[name] = estimated_under(path, Path(file), name=name)
        prints[name] = fingerprint(opened.spec, __version__)
    shown_files = {name: one_line(file) for name, file in files.items()}
    return OtherPlatforms(Variants(compared(tables), shown_files), prints)


def comparison(path: Path, changes: Sequence[str], variants: Sequence[str]) -> tuple[Opened, Comparison]:
    """The spec as it stands, and what each change makes of it.

    ``changes``: PATH=VALUE; without variants they are *after* beside *before*, with variants they hold for every
    column. ``variants``: NAME=FILE, FILE holding a platform in the place of the spec's, or an overlay of values.
    Raises SpecError with every mistake of the first column that has one, UserError for an option that cannot be read.
    """
    made = tuple(map(change_of, changes))
    first = open_spec(path, Alteration(None, made) if variants else UNALTERED)
    with first.located():
        tables = {AS_IS if variants else BEFORE: estimate(first.spec)}
    for name, file in variant_files(variants).items():
        tables[name] = estimated_under(path, Path(file), made, name)[1]
    if not variants:
        after = open_spec(path, Alteration(None, made))
        with after.located():
            tables[AFTER] = estimate(after.spec)
    return first, compared(tables)


def compared_estimates(
    path: Path, changes: Sequence[str], variants: Sequence[str], form: str, screen: Screen = PLAIN
) -> str:
    """The comparison as ``text``, ``json``, ``csv`` or ``md``."""
    opened, found = comparison(path, changes, variants)
    if form == "json":
        return as_json(found, about(opened), changes)
    if form == "text":
        return as_text(found, changes, screen)
    return as_markdown(found, changes, screen) if form == "md" else as_csv(found)


def variant_files(variants: Sequence[str]) -> dict[str, str]:
    """Name -> file of each NAME=FILE, as given. Raises UserError for one that cannot be read or a name used twice."""
    if len(variants) > MOST:
        raise UserError(phrase("{count} variants; give at most {most}", count=len(variants), most=MOST))
    files: dict[str, str] = {}
    for name, file in map(_variant, variants):
        if name in (AS_IS, *files):
            raise UserError(
                phrase(
                    "two variants are called {name}; give each a name of its own (the spec's own is {as_is})",
                    name=name,
                    as_is=AS_IS,
                )
            )
        files[name] = file
    return files


def _variant(text: str) -> tuple[str, str]:
    """``NAME=FILE``, or ``NAME:FILE``; of a YAML file alone its own name."""
    if text.endswith(ENDINGS) and "=" not in text and ":" not in text:
        text = f"{PurePath(text).stem}={text}"
    at = min((i for i in (text.find("="), text.find(":")) if i > 0), default=0)
    name, file = text[:at].strip(), text[at + 1 :].strip()
    if not at or not file:
        raise UserError(
            phrase("{text} is no variant; write NAME=FILE, such as vendor_b=platforms/vendor_b.yaml", text=shown(text))
        )
    if not _NAME.fullmatch(name):  # it heads rows of a CSV, where a spreadsheet takes +x for a formula
        what = phrase("{name} cannot be the name of a variant", name=shown(name))
        raise UserError(
            phrase(
                "{what}; begin with a letter or digit, then letters, digits, space, _ . and - (at most 80)", what=what
            )
        )
    return name, file
