"""What the columns of a table are: by the options, and by the file beside the table that remembers them."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import yaml
from pydantic import ValidationError

from estimator.errors import Problem, SpecError, UserError
from estimator.history.drafts.columns import ENDING, ROWS, ColumnsFile
from estimator.jobs.inputs.files import FolderReader
from estimator.jobs.outputs.writing import drafted
from estimator.phrase import phrase
from estimator.spec.reading.include import assemble
from estimator.spec.reading.translate import mistakes


class Asked(NamedTuple):
    """What the options say, as they were written."""

    columns: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    every: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()
    sheet: str | None = None
    rows: str | None = None
    turned: bool = False
    decimal: str | None = None
    platform: str | None = None


def beside(table: Path) -> Path:
    """The file that remembers the columns of a table."""
    return table.with_name(table.name + ENDING)


def remembered(table: Path) -> ColumnsFile:
    """What was remembered; nothing where there is no such file. Raises SpecError with its mistakes by line."""
    path = beside(table)
    if not path.exists():
        return ColumnsFile()
    reader = FolderReader(path.resolve().parent)
    folder = "" if path.parent == Path() else str(path.parent)
    tree = assemble(reader(path.name), path.name, reader, folder, what="remove the file, and name the columns again")
    if tree.problems:
        raise SpecError(tree.locations.sort(tree.problems))
    try:
        return ColumnsFile.model_validate(tree.data)
    except ValidationError as error:
        found = mistakes(error, tree.data, ColumnsFile) if isinstance(tree.data, dict) else []
        placed = [tree.locations.placed(one.problem, one.at_key) for one in found]
        whole = Problem((), "holds no columns", "remove the file; import writes it again", file=str(path))
        raise SpecError(tree.locations.sort(placed or [whole])) from None


def with_options(known: ColumnsFile, asked: Asked) -> ColumnsFile:
    """The remembered columns with what options say in their place. UserError for an option that is misspelt."""
    columns, every = _pairs("--column", asked.columns), _pairs("--every", asked.every)
    values = {key: dict(words) for key, words in known.values.items()}
    for option in asked.values:
        name, colon, pair = option.partition(":")
        word, equals, ours = pair.rpartition("=")
        if not (colon and equals and name.strip() and word.strip() and ours.strip()):
            raise UserError(phrase("--value {text}: write KEY:WORD=OURS", text=option))
        values.setdefault(name.strip(), {})[word.strip()] = ours.strip()
    if asked.rows is not None and ROWS.fullmatch(asked.rows) is None:
        raise UserError(phrase("--rows {rows}: write the first and the last row, such as 3-20", rows=asked.rows))
    data = {
        "commspec_columns": known.commspec_columns,
        "sheet": asked.sheet or known.sheet,
        "rows": asked.rows or known.rows,
        "turned": asked.turned or known.turned,
        "decimal": asked.decimal or known.decimal,
        "platform": asked.platform or known.platform,
        "columns": {key: head for key, head in known.columns.items() if key not in every} | columns,
        "units": dict(known.units) | _pairs("--unit", asked.units),
        "every": {key: word for key, word in known.every.items() if key not in columns} | every,
        "values": values,
        "skip": tuple(dict.fromkeys((*known.skip, *asked.skip))),
    }
    try:
        return ColumnsFile.model_validate(data)
    except ValidationError:
        raise UserError("an option has an empty or very long text; write KEY=TEXT") from None


def _pairs(option: str, texts: Iterable[str]) -> dict[str, str]:
    pairs = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not (equals and key.strip() and value.strip()):
            raise UserError(phrase("{option} {text}: write KEY=TEXT", option=option, text=text))
        pairs[key.strip()] = value.strip()
    return pairs


def remember(table: Path, known: ColumnsFile) -> Path | None:
    """Keep what the columns are beside the table; the file, None where it says so already."""
    held = {key: value for key, value in known.model_dump(mode="json").items() if value}
    text = yaml.safe_dump(held, allow_unicode=True, sort_keys=False, width=110).encode()
    path = beside(table)
    if path.is_file() and path.read_bytes() == text:
        return None
    with drafted(path, own=True) as draft:
        draft.write_bytes(text)
    return path
