"""``commspec fit``."""

from pathlib import Path
from typing import Any

import click

from estimator.cli.options import Count, format_option
from estimator.cli.printing import screen, show
from estimator.cli.speech import tell


@click.command("fit")
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--predict", "sizes", metavar="SIZES", help='Sizes n to predict, such as "4 MiB, 64 MiB".')
@click.option("--ranks", type=Count(), help="Predict on so many ranks; left out: on those measured.")
@click.option("--collective", help="Predict this collective from the one measured.")
@click.option(
    "--plot", type=click.Path(path_type=Path), help="Draw times, law and band of every series into an SVG file."
)
@click.option("--platform", type=click.Path(path_type=Path), help="Write the fits as a platform that a spec includes.")
@click.option("--apply", "spec", type=click.Path(path_type=Path), help="Show what the fits change in this spec.")
@click.option("--date", help="Date of the fits in the platform; left out: today.")
@format_option("text", "json")
@click.option("--nodes", type=Count(), help="Nodes that the groups of the logs span, where they do not say it.")
@click.option("--ranks-per-node", type=Count(), help="Ranks of a group on each node, where the logs do not say it.")
@click.option("--path", help="Path of the spec that the groups use.")
@click.option("--condition", help="Condition of the spec: what ran beside them.")
@click.option("--hardware", help="Device.")
@click.option("--manifest", type=click.Path(path_type=Path), help="YAML that says more of each log; see commspec read.")
def command(
    logs: tuple[Path, ...],
    sizes: str | None,
    ranks: int | None,
    collective: str | None,
    plot: Path | None,
    platform: Path | None,
    spec: Path | None,
    date: str | None,
    form: str,
    manifest: Path | None,
    **told: Any,
) -> None:
    """Fit T0, alpha and B of every series in benchmark LOGS, and predict from them.

    A series is one collective under one condition, over sizes and numbers of ranks.
    """
    from estimator.jobs.evidence.fits import asked, drawn, fitted, printed
    from estimator.jobs.evidence.overlays import used

    found = fitted(logs, manifest, told, asked(sizes, ranks, collective))
    applied, notes = used(found.fits, told["path"], spec, platform, date, plot)
    for line in (*found.warnings, *found.refused, *notes):
        tell(line)
    if plot is not None:
        drawn(found, plot)
    show(printed(found, form, applied, screen(form)), form)
