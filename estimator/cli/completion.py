"""``commspec completion``."""

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from estimator.cli.slips import OneOf

SHELLS: dict[str, type[ShellComplete]] = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}


@click.command("completion")
@click.argument("shell", type=OneOf(tuple(SHELLS)))
def command(shell: str) -> None:
    """Print the completion script for SHELL: commspec completion bash >> ~/.bashrc."""
    from estimator.cli.main import ASKED, commspec

    click.echo(SHELLS[shell](commspec, {}, "commspec", ASKED).source())
