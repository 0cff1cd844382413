"""``commspec schema``."""

import click

from estimator.cli.slips import OneOf


@click.command("schema")
@click.argument(
    "of",
    type=OneOf(["spec", "records", "manifest", "evidence", "answers", "plan", "export"]),
    default="spec",
)
def command(of: str) -> None:
    """Print a JSON schema.

    It is of a spec, a line of records, the manifest of logs, evidence and waivers, the answers of a vendor, a kit's
    plan, or what `commspec export` gives.
    """
    import json

    if of == "records":
        from estimator.tools.readers.formats.own_format import json_schema as of_records

        schema = of_records()
    elif of == "evidence":
        from estimator.evidence.handed import Handed
        from estimator.spec.schema import json_schema

        schema = json_schema(Handed, "evidence and waivers of an acceptance")
    elif of == "answers":
        from estimator.history.vendors.answers import Answers
        from estimator.spec.schema import json_schema

        schema = json_schema(Answers, "answers of a vendor")
    elif of == "plan":
        from estimator.tools.kit.plan import plan_schema

        schema = plan_schema()
    elif of == "export":
        from estimator.report.tables.exchange.export_schema import export_schema

        schema = export_schema()
    else:
        from estimator.evidence.manifest import Manifest
        from estimator.spec.schema import json_schema

        schema = json_schema() if of == "spec" else json_schema(Manifest, "manifest of logs")
    click.echo(json.dumps(schema, ensure_ascii=False, indent=2))
