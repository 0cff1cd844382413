"""``commspec diagnose``."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from estimator.cli.options import format_option, spec_argument
from estimator.cli.printing import show
from estimator.cli.read import told_options
from estimator.cli.slips import OneOf
from estimator.cli.speech import tell

if TYPE_CHECKING:
    from estimator.spec.values.base import Language


@click.command("diagnose")
@spec_argument
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@format_option("text", "json")
@click.option("--lang", "language", type=OneOf(("en", "zh")), default="en", show_default=True, help="Language.")
@told_options
def command(
    spec: Path, logs: tuple[Path, ...], form: str, language: "Language", manifest: Path | None, **told: Any
) -> None:
    """Rank what makes benchmark LOGS slow against SPEC, with the evidence in numbers, and what to measure next.

    Causes: start-up latency, effective bandwidth, topology bottleneck, algorithm choice, contention; a failure that is
    no question of performance; in order; or that the log cannot tell. A run that no operation or requirement of SPEC is
    of is held against what is usual, the line rate that --hardware names, pairs of ranks and the other logs.
    """
    from estimator.jobs.evidence.diagnose import diagnosed

    text = diagnosed(spec, logs, manifest, told, form, language, lambda line: tell(line))
    show(text, form)
