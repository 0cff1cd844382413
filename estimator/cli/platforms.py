"""``commspec platforms``."""

import click


@click.command("platforms")
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """List the platforms that come with commspec, or print the file of one: every number with its source."""
    from estimator.cli.printing import screen, show
    from estimator.cli.speech import language_now
    from estimator.jobs.starter import listed, platform_text
    from estimator.report.tables.screen import fitted

    if name is not None:
        click.echo(platform_text(name, language_now()), nl=False)
        return
    rows = [("name", "machine"), *((one.name, one.text) for one in listed(language_now()))]
    show("".join(f"{line}\n" for line in fitted(rows, screen(), (0, 0))[1:]))
