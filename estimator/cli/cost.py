"""``commspec cost``."""

from pathlib import Path
from typing import Any

import click

from estimator.cli.options import Count, CountOr, Dims, Levels, Methods, QuantityOption, format_option
from estimator.cli.printing import screen, show
from estimator.cli.slips import OneOf
from estimator.cli.speech import tell

TIME = QuantityOption("time")
BANDWIDTH = QuantityOption("bandwidth", positive=True)
WIRINGS = ("switch", "rails", "mesh", "ring")


@click.command("cost")
@click.argument("collective")
@click.option(
    "--algorithm",
    default="",
    help="Such as ring, bruck, hierarchical_rs_ar_ag; without it, or with a name not known, a list.",
)
@click.option("--ranks", type=Count(), help="Ranks of the group; with --levels the whole machine, or as --shape says.")
@click.option("--size", type=QuantityOption("size"), help='Canonical n, such as "1 MiB"; a send matrix says it itself.')
@click.option("--alpha", type=TIME, help='Start-up of a round, such as "5 us".')
@click.option("--bandwidth", type=BANDWIDTH, help='Per rank, all its links together, such as "100 GB/s".')
@click.option("--wiring", type=OneOf(WIRINGS), help="How the path of --bandwidth joins ranks; else a switch.")
@click.option(
    "--levels",
    type=Levels(),
    help="In place of the paths: units:wiring:alpha:bandwidth per rank, innermost first, such as "
    '"8:mesh:4 us:350 GB/s, 512:switch:9 us:24 GB/s".',
)
@click.option("--shape", type=Dims("shape", 1), help="Units of the group on each level, innermost first, such as 8x16.")
@click.option("--ranks-per-node", type=Count(), help="Ranks of the group on one node; makes two levels.")
@click.option("--inter-alpha", type=TIME, help="Start-up of a round between nodes.")
@click.option("--inter-bandwidth", type=BANDWIDTH, help="Bandwidth between nodes.")
@click.option(
    "--inter-per",
    type=OneOf(["rank", "node"]),
    default="rank",
    show_default=True,
    help="Whether one rank or a whole node has --inter-bandwidth.",
)
@click.option(
    "--reduce-bandwidth", type=BANDWIDTH, help="At which a rank adds up two buffers; without it reducing is free."
)
@click.option("--cut-bandwidth", type=BANDWIDTH, help="Of all that leaves a node; without it there is no bound.")
@click.option("--launch", type=TIME, help="T0 of a call; else 0 s.")
@click.option("--knee", type=QuantityOption("ratio"), help="k: what is added is k * sqrt(start-up * transfer); else 0.")
@click.option(
    "--segments",
    type=CountOr("segments", "optimal", 16),
    help="Of a pipelined chain: a number, or optimal for the best one.",
)
@click.option("--dims", type=Dims(), help="Of a torus: ranks of a row x rows, such as 4x8.")
@click.option("--channels", type=CountOr("channels", "all", 8), help="Of a ring or chain: a number, or all; else 1.")
@click.option("--methods", type=Methods(), help="Of a hierarchical form: of each level, such as direct,ring.")
@click.option("--rings", type=Count(), help="Of multi_ring; without it one per rank of a node.")
@click.option("--efficiency", type=QuantityOption("ratio", positive=True), help="Of a named model, such as 0.9.")
@click.option(
    "--send-matrix",
    type=click.Path(path_type=Path),
    help="Of all_to_all_v: JSON or CSV; row i: bytes that rank i sends.",
)
@click.option(
    "--skew",
    type=QuantityOption("ratio", positive=True),
    help="Of all_to_all_v, in place of --send-matrix: load of the busiest destination over the mean load.",
)
@click.option("--seed", type=Count(0, 2**64 - 1), help="With --skew: which destinations are busy; else 7.")
@click.option("--zero-peers", type=Count(0), help="With --skew: how many destinations get nothing; else 0.")
@click.option("--dtype", help="With --skew: type of the elements that are shared out; else single bytes.")
@click.option(
    "--write-send-matrix",
    type=click.Path(path_type=Path),
    help="With --skew: the file to write the matrix to, JSON or CSV as its name says.",
)
@format_option("text", "json")
def command(form: str, send_matrix: Path | None, **given: Any) -> None:
    """Estimate one COLLECTIVE (all_reduce, all_to_all, ...) without a spec.

    The conservative end runs the stages in sequence, the optimistic end overlaps them where the algorithm can chunk.
    With a send matrix n is its largest row sum.
    """
    from estimator.cost.options import Options
    from estimator.estimate.asked.question import Question
    from estimator.estimate.asked.single import answer
    from estimator.jobs.inputs.send_matrix import with_matrix, write_send_matrix
    from estimator.report.tables.estimates.answer import answer_json, answer_text, notes

    options = {name: given.pop(name) for name in ("segments", "dims", "rings", "channels", "methods", "efficiency")}
    uneven = {name: given.pop(name) for name in ("skew", "seed", "zero_peers", "dtype")}
    target: Path | None = given.pop("write_send_matrix")
    given |= {name: given[name] or () for name in ("levels", "shape")}
    question = with_matrix(Question(**given, options=Options(**options)), send_matrix, target, **uneven)
    found = answer(question)
    if target is not None and question.options.send_matrix is not None:
        write_send_matrix(target, question.options.send_matrix)
    for note in notes(question, found):
        tell(note)
    show(answer_json(found) if form == "json" else answer_text(found, screen(form)), form)
