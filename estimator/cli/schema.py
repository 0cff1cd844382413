"""``commspec schema``."""

import click


@click.command("schema")
def command() -> None:
    """Print the JSON schema of a spec, for an editor's help and completion."""
    from estimator.spec.schema import schema_text

    click.echo(schema_text(), nl=False)
