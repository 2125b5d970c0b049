"""The commands `conquian serve` and `api`: run processes of the service."""

import os
import sys
from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from typing import Any

import click

from app.cli.language import paragraphs, spoken
from app.i18n import Message
from app.server import serve as service
from app.settings.environment import load, names_in_files
from app.settings.settings import Settings


def table() -> Iterator[tuple[str, str, str]]:
    """Yield (variable, default as text, meaning) for every setting, in the order of the table."""
    for row in fields(Settings):
        default = "" if row.default in (None, ()) else _default_text(row.default)
        yield row.metadata["name"], default, row.metadata["meaning"]


def _default_text(default: Any) -> str:
    return ",".join(map(str, default)) if isinstance(default, tuple) else str(default)


class CommandWithSettings(click.Command):
    """Command whose help ends with the settings."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write each variable of the environment with its meaning and its default."""
        rows = [
            f"{name}  {paragraphs(meaning)}" + (f" [{default}]" if default else "")
            for name, default, meaning in table()
        ]
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("\n".join(["\b", paragraphs("Settings, from the environment:"), *rows]))
            formatter.write_paragraph()
            formatter.write_text(
                spoken(
                    Message("With _FILE after its name, each of these is read from a file: {names}."),
                    names=", ".join(names_in_files()),
                )
            )


@click.command(cls=CommandWithSettings)
def serve() -> None:
    """Run everything on this machine: store, API, workers and clock."""
    sys.exit(service.serve(load()))


@click.command()
def api() -> None:
    """Run the API processes beside a store that REDIS_URL names.

    The command checks the settings, reports an invalid one in a sentence, and then becomes gunicorn.
    """
    settings = load()
    settings.stores()
    # Imported late: the clients of store and queue take long to load, and the other commands need none.
    addresses: Any = import_module("app.service.server_addresses")
    addresses.check_addresses(settings)
    command = service.api_role().command
    os.execv(command[0], command)
