"""``commspec import``."""

from pathlib import Path
from shlex import quote

import click

from estimator.chinese.speaker import speaker
from estimator.cli.slips import OneOf
from estimator.cli.speech import language_now, tell
from estimator.phrase import phrase


@click.command("import")
@click.argument("table", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="The spec to write.  [default: TABLE's name with .yaml]")
@click.option("--column", "columns", metavar="KEY=HEAD", multiple=True, help="What a column says. Repeatable.")
@click.option("--unit", "units", metavar="KEY=UNIT", multiple=True, help="Unit of plain numbers. Repeatable.")
@click.option("--every", metavar="KEY=VALUE", multiple=True, help="What holds for every row. Repeatable.")
@click.option("--value", "values", metavar="KEY:WORD=OURS", multiple=True, help="What a word means. Repeatable.")
@click.option("--skip", metavar="OPERATION", multiple=True, help="Leave this row out. Repeatable.")
@click.option("--sheet", metavar="NAME", help="The sheet of a workbook.")
@click.option("--rows", metavar="FIRST-LAST", help="Of the sheet, heads included, where it holds more than the table.")
@click.option("--turned", is_flag=True, help="The heads stand below each other: each column is an operation.")
@click.option("--decimal", type=OneOf([".", ","]), help="The sign before decimals; the other parts thousands.")
@click.option("--platform", metavar="NAME", help="The machine is a platform of `commspec platforms`.")
@click.option("--force", is_flag=True, help="Write over a spec that is there.")
def command(
    table: Path,
    out: Path | None,
    columns: tuple[str, ...],
    units: tuple[str, ...],
    every: tuple[str, ...],
    values: tuple[str, ...],
    skip: tuple[str, ...],
    sheet: str | None,
    rows: str | None,
    turned: bool,
    decimal: str | None,
    platform: str | None,
    force: bool,
) -> None:
    """Write a spec to go on with from TABLE, a team's estimation table as .xlsx, .csv or .tsv.

    HEAD is the text of a head, or its cell where two have the same. KEY is operation, collective, group_size,
    ranks_per_node, nodes, bytes, dtype, semantics, algorithm, condition, location, alpha, alpha_conservative,
    bandwidth, bandwidth_conservative, per, calls, per_step or note. What the options say is kept
    beside the table under its whole name, as t.csv.columns.yaml of t.csv, so that the next import needs none of them.

    A cell that is merged downwards counts in each of its rows; "10~15 us" is both ends of an alpha or a bandwidth.
    Rows and columns that are not used are told by their cell. A number without a unit in its cell, its head or --unit,
    and a formula that no program has worked out, are refused.
    """
    from estimator.jobs.drafts.importing import import_table
    from estimator.jobs.drafts.remembered import Asked
    from estimator.units import Counted

    asked = Asked(columns, units, every, values, skip, sheet, rows, turned, decimal)
    target = out or table.with_suffix(".yaml")
    found = import_table(table, target, asked, platform, force, speaker(language_now()))
    for problem in found.told:
        tell(phrase("warning: {text}", text=problem.text()))
    for path in found.written:
        click.echo(path)
    tell(
        phrase(
            "{operations:operation}; next: commspec check {out}",
            operations=Counted(found.operations),
            out=quote(str(target)),
        )
    )
