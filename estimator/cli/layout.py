"""``commspec layout``."""

import click

from estimator.cli.options import Count, format_option
from estimator.cli.printing import screen, show

COUNT = Count()


@click.command("layout")
@click.option("--world", type=COUNT, required=True, help="All ranks.")
@click.option("--order", default="tp-cp-ep-dp-pp", show_default=True, help="The axes, the fastest first.")
@click.option("--tp", type=COUNT, default=1, show_default=True, help="Tensor parallel size.")
@click.option("--cp", type=COUNT, default=1, show_default=True, help="Context parallel size.")
@click.option("--pp", type=COUNT, default=1, show_default=True, help="Pipeline parallel size.")
@click.option("--ep", type=COUNT, default=1, show_default=True, help="Expert parallel size.")
@click.option("--etp", type=COUNT, help="Tensor parallel size of the experts; without it --tp.")
@click.option("--dp", type=COUNT, help="Data parallel size, to have it checked; it is what remains.")
@click.option("--ranks-per-node", type=COUNT, required=True, help="Consecutive ranks on one node.")
@click.option("--group", "listed", multiple=True, help="List the ranks of this kind's groups, such as ep or dp_cp.")
@format_option("text", "json")
def command(form: str, ranks_per_node: int, listed: tuple[str, ...], **sizes: object) -> None:
    """Show the communication groups of a rank layout without a spec.

    The axes are written as Megatron-LM writes them; rank r is on node r // RANKS_PER_NODE.
    """
    from estimator.layout.grid import rank_layout
    from estimator.layout.groups import kind_named
    from estimator.layout.placement import placements
    from estimator.report.tables.estimates.layout import layout_json, layout_text

    layout = rank_layout(**sizes)  # type: ignore[arg-type]
    kinds = tuple(dict.fromkeys(map(kind_named, listed)))
    found = placements(layout, ranks_per_node)
    text = layout_json(layout, found, kinds) if form == "json" else layout_text(layout, found, kinds, screen(form))
    show(text, form)
