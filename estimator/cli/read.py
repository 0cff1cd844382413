"""``commspec read``."""

from pathlib import Path
from typing import Any

import click

from estimator.cli.options import Count, format_option
from estimator.cli.printing import screen, show
from estimator.cli.speech import tell


def told_options(command: Any) -> Any:
    """Options for what logs do not say by themselves."""
    for option in (
        click.option("--hardware", help="Device, for the record."),
        click.option("--condition", help="Condition of the spec: what ran beside it."),
        click.option("--path", help="Path of the spec that the group uses."),
        click.option("--ranks-per-node", type=Count(), help="Ranks of the group on each node."),
        click.option("--nodes", type=Count(), help="Nodes that the group spans."),
        click.option("--ranks", type=Count(), help="Ranks of the group."),
        click.option("--collective", help="The collective, by its name in a spec."),
        click.option(
            "--manifest",
            type=click.Path(path_type=Path),
            help="YAML that says more of each log; commspec-logs.yaml beside a log is found by itself.",
        ),
    ):
        command = option(command)
    return command


@click.command("read")
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@format_option("text", "json", "jsonl", "csv")
@told_options
def command(logs: tuple[Path, ...], form: str, manifest: Path | None, **told: Any) -> int:
    """Read benchmark LOGS of any known tool; - is stdin. Formats are found by content.

    What cannot be read is told with file, line and reason: on stderr, or in the JSON. Exit code 2: nothing was read.
    """
    from estimator.jobs.evidence.measured import read

    done = read(logs, form, manifest, told, lambda text: show(text, form), tell, screen(form))
    return 0 if done.records else 2
