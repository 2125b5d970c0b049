"""The command `conquian api`."""

import os

import click

from app.server import serve
from app.settings.settings import load


@click.command()
def api() -> None:
    """Run the API processes beside a store that REDIS_URL names.

    The command checks the settings, each of which it refuses in one sentence, and then becomes gunicorn.
    """
    settings = load()
    settings.stores()
    command = serve.api_role().command
    os.execv(command[0], command)
