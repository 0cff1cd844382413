"""``commspec cost``."""

from typing import Any

import click

from estimator.cli.options import Quantity, format_option

TIME = Quantity("time")
BANDWIDTH = Quantity("bandwidth", positive=True)


@click.command("cost")
@click.argument("collective")
@click.option("--algorithm", required=True, help="As in the catalogue: ring, bruck, hierarchical_rs_ar_ag, ...")
@click.option("--ranks", type=click.IntRange(1, 10**9), required=True, help="Ranks of the group.")
@click.option("--size", type=Quantity("size"), required=True, help='Canonical n, such as "1 MiB".')
@click.option("--alpha", type=TIME, required=True, help='Start-up of a round, such as "5 us".')
@click.option("--bandwidth", type=BANDWIDTH, required=True, help='Per rank, such as "100 GB/s".')
@click.option("--ranks-per-node", type=click.IntRange(1, 10**9), help="Two levels: ranks of the group on one node.")
@click.option("--inter-alpha", type=TIME, help="Start-up of a round between nodes.")
@click.option("--inter-bandwidth", type=BANDWIDTH, help="Bandwidth between nodes.")
@click.option("--inter-per", type=click.Choice(["rank", "node"]), default="rank", help="Whose it is (rank).")
@click.option("--reduce-bandwidth", type=BANDWIDTH, help="At which a rank reduces; without it reducing is free.")
@click.option("--cut-bandwidth", type=BANDWIDTH, help="Of a whole node's way out; without it there is no bound.")
@click.option("--launch", type=TIME, default="0 s", show_default=True, help="T0 of a call.")
@click.option("--knee", type=Quantity("ratio"), default="0", help="k of k * sqrt(start-up * transfer) (0).")
@format_option("text", "json")
def command(form: str, **options: Any) -> None:
    """Estimate one COLLECTIVE (all_reduce, all_to_all, ...) without a spec.

    The conservative end runs the stages in sequence, the optimistic end overlaps them where the algorithm can chunk.
    """
    from estimator.estimate.single import Question, answer
    from estimator.report.answer import answer_json, answer_text

    found = answer(Question(**options))
    click.echo(answer_json(found) if form == "json" else answer_text(found), nl=False)
