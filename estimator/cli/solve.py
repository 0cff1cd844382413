"""``commspec solve``."""

from pathlib import Path

import click

from estimator.cli.options import Count, format_option, spec_argument
from estimator.cli.printing import screen, show


@click.command("solve")
@spec_argument
@click.option(
    "--for",
    "wanted",
    metavar="PATH",
    multiple=True,
    required=True,
    help="The number to look for, such as platform.paths.scale_out.with_compute.bandwidth; twice: their frontier.",
)
@click.option("--until", metavar="TARGET", help='What has to hold, such as "operations.NAME.time <= 14 ms".')
@click.option("--set", "changes", metavar="PATH=VALUE", multiple=True, help="Another value beside it. Repeatable.")
@click.option("--points", type=Count(), default=9, show_default=True, help="Points of a frontier.")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw the frontier into an SVG file.")
@format_option("text", "json", "csv")
def command(
    spec: Path,
    wanted: tuple[str, ...],
    until: str | None,
    changes: tuple[str, ...],
    points: int,
    plot: Path | None,
    form: str,
) -> None:
    """Find the value of a number of SPEC at which the budget, or another target, is just met.

    The value takes the place of both ends of that number; all others, the skews and the overlaps stand at their
    optimistic, then at their conservative ends, and every call runs under the condition of the step. Never, even
    without limit, is an answer too. No spec is changed.
    """
    from estimator.jobs.solve import SolveQuestion, solved

    show(solved(spec, SolveQuestion(wanted, until, changes, points, plot), form, screen(form)), form)
