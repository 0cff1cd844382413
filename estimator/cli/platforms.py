"""``commspec platforms``."""

import click


@click.command("platforms")
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """List the platforms that come with commspec, or print the file of one: every number with its source."""
    from estimator.jobs.starter import listed, platform_text

    if name is not None:
        click.echo(platform_text(name), nl=False)
        return
    found = listed()
    width = max(len(one.name) for one in found)
    for one in found:
        click.echo(f"{one.name:<{width}}  {one.text}")
