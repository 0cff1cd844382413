"""``commspec schema``."""

import click


@click.command("schema")
@click.argument("of", type=click.Choice(["spec", "records", "manifest"]), default="spec")
def command(of: str) -> None:
    """Print a JSON schema: of a spec, of one line of records, or of the manifest of logs."""
    import json

    if of == "records":
        from estimator.tools.readers.own_format import json_schema as of_records

        schema = of_records()
    else:
        from estimator.evidence.manifest import Manifest
        from estimator.spec.schema import json_schema

        schema = json_schema() if of == "spec" else json_schema(Manifest, "manifest of logs")
    click.echo(json.dumps(schema, ensure_ascii=False, indent=2))
