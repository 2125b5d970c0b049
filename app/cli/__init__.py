"""The program `conquian`: the second composition root.

A command is read when it is called and not before: `conquian serve` starts four more of them, and each would
read all that any of them needs.
"""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

import click

from app.config import StartError
from app.store.errors import StoreError

COMMANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "archive": "replays.archive_commands:archive",
        "audit": "replays.commands:audit",
        "bot-check": "app.botcheck.command:bot_check",
        "clock": "app.cli.clock:clock",
        "courier": "app.cli.courier:courier",
        "games": "app.cli.operator:games",
        "import": "replays.commands:import_",
        "keys": "app.cli.operator:keys",
        "log": "replays.log_commands:log",
        "play": "app.terminal.command:play",
        "players": "app.cli.operator:players",
        "record": "replays.commands:record",
        "replay": "replays.commands:replay",
        "serve": "app.cli.serving:serve",
        "simulate": "app.simulate.command:simulate",
        "tournament": "app.cli.tournament.commands:tournament",
        "vectors": "app.cli.vectors:vectors",
        "worker": "app.cli.worker:worker",
    }
)
"""Where each command is: its module, and its name there."""


class Program(click.Group):
    """Commands whose failure to start, and that of the store, is one sentence and exit status 1."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, sorted."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, None if there is none."""
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        command: click.Command = _found(place)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Runs the chosen command."""
        try:
            return super().invoke(ctx)
        except StartError as problem:
            raise click.ClickException(str(problem)) from None
        except StoreError as problem:
            told = str(problem).rstrip(".")
            raise click.ClickException(f"The store failed: {told}.") from None


def _found(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


@click.group(cls=Program)
@click.version_option(package_name="conquian")
@click.pass_context
def main(context: click.Context) -> None:
    """Conquián: a game service with a replay archive."""
    context.obj = lambda: _found("app.cli.beside:nearest")()
