"""The program `conquian`: a composition root besides wsgi.py.

The module of a command is imported when it is called: `conquian serve` starts four more commands, and each
would otherwise import what all of them need.
"""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import click

from app.cli.language import LanguageContext, speaking, spoken, terminal_language
from app.cli.terminal import INTERRUPTED, environment
from app.i18n import Message
from app.parts.outages import sentence_of
from app.settings.errors import StartError
from app.store.errors import StoreError

COMMANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "api": "app.cli.serve:api",
        "archive": "app.cli.archive.commands:archive",
        "audit": "app.cli.replay.commands:audit",
        "backup": "app.cli.backup:backup",
        "bot-check": "app.cli.bot_check.command:bot_check",
        "clock": "app.cli.clock:clock",
        "cluster": "app.cli.cluster:cluster",
        "courier": "app.cli.courier:courier",
        "games": "app.cli.operator:games",
        "health": "app.cli.health:health",
        "import": "app.cli.replay.commands:import_",
        "installation": "app.cli.installation:installation",
        "keys": "app.cli.operator:keys",
        "log": "app.cli.log:log",
        "move": "app.cli.move:move",
        "play": "app.cli.play.command:play",
        "players": "app.cli.operator:players",
        "record": "app.cli.replay.commands:record",
        "replay": "app.cli.replay.commands:replay",
        "restore": "app.cli.backup:restore",
        "serve": "app.cli.serve:serve",
        "simulate": "app.cli.simulate.command:simulate",
        "tournament": "app.cli.tournament.commands:tournament",
        "vectors": "app.cli.vectors:vectors",
        "worker": "app.cli.worker:worker",
    }
)
"""Location of each command: its module, and its name there."""


WITHOUT_DATA: Final = frozenset({"play", "simulate", "vectors"})
"""Commands that use no data directory."""


class ProgramGroup(click.Group):
    """Commands that report StartError and StoreError as one sentence, with exit status 1."""

    context_class = LanguageContext

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the program, with the words of click in the language of the terminal."""
        with speaking(terminal_language()):
            return super().main(*args, **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, sorted."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, None if there is none."""
        if (known := super().get_command(ctx, cmd_name)) is not None:
            return known
        location = COMMANDS.get(cmd_name)
        if location is None:
            return None
        module, _, name = location.partition(":")
        command: click.Command = getattr(import_module(module), name)
        _prepare(command, has_data=cmd_name not in WITHOUT_DATA)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run the chosen command."""
        try:
            return super().invoke(ctx)
        except click.ClickException as problem:
            shown = problem
        except StartError as problem:
            shown = click.ClickException(str(problem))
        except StoreError as problem:
            sentence = sentence_of(problem).rstrip(".")
            shown = click.ClickException(spoken(Message("The store failed: {reason}."), reason=sentence))
        except KeyboardInterrupt:  # also while the module of the command is imported
            click.echo(spoken(Message("Interrupted.")), err=True)
            ctx.exit(INTERRUPTED)
        shown.show()  # not after this context, which ends the language that --lang names
        raise click.exceptions.Exit(shown.exit_code)


def _prepare(command: click.Command, has_data: bool) -> None:
    """Translate the help of `command`, and add the option for the data directory to each that is no group."""
    command.context_class = LanguageContext
    if isinstance(command, click.Group):
        for item in command.commands.values():
            _prepare(item, has_data)
    elif has_data and not any(item.name == _DATA.name for item in command.params):
        command.params.append(_DATA)


def _at(context: click.Context, option: click.Parameter, folder: Path | None) -> None:
    """Set `folder` in the environment of this command and its child processes."""
    if folder is not None:
        context.with_resource(environment({_VARIABLE: str(folder.absolute())}))


_VARIABLE: Final = "CONQUIAN_DATA"
_DATA: Final = click.Option(
    ["--data", "data_directory"],
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    expose_value=False,
    is_eager=True,
    callback=_at,
    help="The data directory; otherwise CONQUIAN_DATA, otherwise ./data.",
)


@click.group(cls=ProgramGroup)
@click.version_option(package_name="conquian")
def main() -> None:
    """Conquián: a game service with a replay archive."""
