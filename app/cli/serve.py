"""The command `conquian serve`."""

import sys

import click

from app.server import serve as service
from app.settings.settings import load, table


def _settings() -> str:
    """Return the list of settings for the help of `serve`."""
    rows = [f"{name}  {meaning}" + (f" [{default}]" if default else "") for name, default, meaning in table()]
    return "\b\nSettings, from the environment:\n" + "\n".join(rows)


@click.command(epilog=_settings())
def serve() -> None:
    """Run everything on this machine: store, API, workers and clock."""
    sys.exit(service.serve(load()))
