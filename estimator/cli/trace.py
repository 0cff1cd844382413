"""``commspec trace``."""

from pathlib import Path

import click

from estimator.cli.options import QuantityOption, format_option, spec_argument
from estimator.cli.printing import screen, show
from estimator.phrase import phrase


def _from_one_on(_: click.Context, param: click.Parameter, value: float) -> float:
    if value < 1.0:
        raise click.BadParameter("a factor is 1 or more; write one such as 1.25", param=param)
    return value


@click.command("trace")
@spec_argument
@click.argument("traces", metavar="TRACE...", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option(
    "--within",
    metavar="FACTOR",
    type=QuantityOption("ratio"),
    callback=_from_one_on,
    default="1.1",
    show_default=True,
    help="A call that is at most so many times larger or smaller than an operation's is one of its calls.",
)
@click.option("--by-step", is_flag=True, help="In text and md each operation in each step too; csv and json have it.")
@format_option("text", "json", "csv", "md")
def command(spec: Path, traces: tuple[Path, ...], within: float, by_step: bool, form: str) -> None:
    """Hold the estimates of SPEC against traces of real steps.

    A TRACE is a PyTorch profiler (Kineto) trace, or of an Ascend profiler communication.json, its cluster form,
    trace_view.json, msprof_*.json or profiler_metadata.json: JSON or gzip, of one rank or of many. Calls are matched to
    operations by collective, group size and bytes. Predictions are judged on transfer; what a call waited for a late
    rank is told apart, exactly with the traces of all ranks. No spec is changed.
    """
    from estimator.cli.progress import reporter
    from estimator.jobs.evidence.trace import TraceOptions, traced

    if by_step and form in ("csv", "json"):
        raise click.UsageError(phrase("--format {form} has every step as it is; leave out --by-step", form=form))
    with reporter() as say:
        text = traced(spec, traces, TraceOptions(form, within, by_step), say, screen(form))
    show(text, form)
