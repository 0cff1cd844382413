"""A click group whose commands are imported only when they are called."""

from collections.abc import Mapping
from gettext import gettext
from importlib import import_module
from keyword import iskeyword

import click

from estimator.cli.help import in_language, translated
from estimator.cli.speech import LANGUAGES


class LazyGroup(click.Group):
    """A group over a table {command name: one line of help}; command ``x-y`` is ``estimator.cli.x_y.command``.

    The table's lines make ``--help`` without an import of any command: start-up is what a user waits for each time.
    """

    def __init__(self, *args: object, table: Mapping[str, str], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the table's order: the order of a user's work, not the alphabet's."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now; None for a name that is not in the table."""
        if cmd_name not in self.table:
            return None
        name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name.replace("-", "_")
        command: click.Command = import_module(f"estimator.cli.{name}").command
        return in_language(command, ctx.find_root().obj or LANGUAGES[0])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with "did you mean" over the table."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(error.command_name, possibilities=self.table, ctx=ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table as the help's list of commands."""
        said = translated if ctx.find_root().obj == "zh" else str
        with formatter.section(gettext("Commands")):
            formatter.write_dl([(name, said(line)) for name, line in self.table.items()])
