"""``commspec estimate``."""

from pathlib import Path
from typing import Any

import click

from estimator.cli.options import format_option, spec_argument, variant_option
from estimator.cli.printing import screen, show
from estimator.phrase import phrase


@click.command("estimate")
@spec_argument
@click.option(
    "--set",
    "changes",
    metavar="PATH=VALUE",
    multiple=True,
    help='What if: another value, such as platform.paths.scale_out.multi_group.bandwidth="25 GB/s". Repeatable.',
)
@variant_option
@click.option("--sensitivity", is_flag=True, help="What 10 % on each assumption does, in place of the table.")
@click.option(
    "--sweep",
    "ranges",
    metavar='AXIS="LOW .. HIGH"',
    multiple=True,
    help='One operation over ranges: size="1 KiB .. 1 GiB", or a place of the spec as for --set. Repeatable.',
)
@click.option("--operation", metavar="NAME", help="The operation that is swept, or whose sensitivity is asked for.")
@click.option("--points", metavar="N,N", help="Points of the ranges: one number for all, or one each.  [default: 100]")
@click.option("--out", type=click.Path(path_type=Path), help="Every cell of the sweep: .npy, or .csv up to 10^6 cells.")
@format_option("text", "json", "csv", "md")
def command(
    spec: Path,
    changes: tuple[str, ...],
    variants: tuple[str, ...],
    sensitivity: bool,
    ranges: tuple[str, ...],
    form: str,
    **sweep: Any,
) -> None:
    """Print the estimation table of SPEC: one [optimistic, conservative] interval per operation.

    With --set it prints before and after, with --variant one group of columns a platform; a value set then holds for
    every column. With --sweep it evaluates up to 10^8 cells and prints minimum, maximum, quantiles, and which regime
    and limit holds where; a swept parameter has one value at both ends. No spec is changed.
    """
    of_sweep = [name for name, value in sweep.items() if value and not (sensitivity and name == "operation")]
    _refuse_together(bool(variants), sensitivity, bool(ranges), of_sweep)
    if ranges:
        from estimator.cli.progress import reporter
        from estimator.jobs.sweeps.sweep import POINTS, SweepOptions, swept

        asked = SweepOptions(ranges, sweep["points"] or POINTS, sweep["operation"], changes, sweep["out"])
        with reporter() as say:
            text = swept(spec, asked, form, say, screen(form))
    elif sensitivity:
        from estimator.jobs.sensitivities import sensitivities

        text = sensitivities(spec, changes, form, sweep["operation"], screen(form))
    elif changes or variants:
        from estimator.jobs.variants import compared_estimates

        text = compared_estimates(spec, changes, variants, form, screen(form))
    else:
        from estimator.jobs.estimates import estimates

        text = estimates(spec, form, screen(form))
    show(text, form)


def _refuse_together(variants: bool, sensitivity: bool, ranges: bool, of_sweep: list[str]) -> None:
    """Options that have no effect together are an error, so that nobody believes they count."""
    if variants and (sensitivity or ranges):
        raise click.UsageError(
            phrase("--{part} is of one platform; leave out --variant", part="sweep" if ranges else "sensitivity")
        )
    if sensitivity and ranges:
        raise click.UsageError("--sensitivity and --sweep print different things; ask for one of them")
    if of_sweep and not ranges:
        raise click.UsageError(
            phrase('--{option} is of a sweep; add --sweep, such as --sweep size="1 KiB .. 1 GiB"', option=of_sweep[0])
        )
