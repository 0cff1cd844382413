"""``commspec schema``."""

import click


@click.command("schema")
@click.argument("of", type=click.Choice(["spec", "records", "manifest", "evidence"]), default="spec")
def command(of: str) -> None:
    """Print a JSON schema: of a spec, of one line of records, of the manifest of logs, or of evidence and waivers."""
    import json

    if of == "records":
        from estimator.tools.readers.own_format import json_schema as of_records

        schema = of_records()
    elif of == "evidence":
        from estimator.evidence.handed import Handed
        from estimator.spec.schema import json_schema

        schema = json_schema(Handed, "evidence and waivers of an acceptance")
    else:
        from estimator.evidence.manifest import Manifest
        from estimator.spec.schema import json_schema

        schema = json_schema() if of == "spec" else json_schema(Manifest, "manifest of logs")
    click.echo(json.dumps(schema, ensure_ascii=False, indent=2))
