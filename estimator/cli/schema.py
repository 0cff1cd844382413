"""``commspec schema``."""

import click


@click.command("schema")
def command() -> None:
    """Print the JSON schema of a spec, for an editor's help and completion."""
    import json

    from estimator.spec.schema import json_schema

    click.echo(json.dumps(json_schema(), ensure_ascii=False, indent=2))
