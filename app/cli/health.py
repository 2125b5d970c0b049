"""The command `conquian health`, for probes of containers and supervisors.

A probe runs every few seconds, so this module imports no more than it needs.
"""

from importlib import import_module
from typing import Any, Final

import click

from app.cli.language import spoken
from app.i18n import Message
from app.processes.registry import ROLES, Process, ProcessRegister
from app.settings.environment import load
from app.settings.settings import Settings

_API: Final = "api"
_SECONDS: Final = 5.0
"""Time limit of the request to an API."""


@click.command()
@click.argument("role", type=click.Choice(ROLES))
def health(role: str) -> None:
    """Check that the processes of ROLE on this machine work.

    ROLE is api, worker, people (a worker for people), courier or clock. The exit status is 1 if none runs in
    the data directory, or if one of them hangs. For an API, it is 1 if /livez at its address does not answer.
    """
    settings = load()
    click.echo(_answering(settings) if role == _API else _reporting(settings, role))


def _answering(settings: Settings) -> str:
    """Return the sentence about an API that answers. Raises ClickException if it does not."""
    # Imported here: they take as long as all the rest.
    client: Any = import_module("http.client")
    url = str(import_module("app.server.serve").address(settings))
    connection = client.HTTPConnection(url.removeprefix("http://"), timeout=_SECONDS)
    try:
        connection.request("GET", "/livez")
        status = connection.getresponse().status
    except (OSError, client.HTTPException) as problem:
        reason = getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
        sentence = spoken(
            Message("The API at {address} does not answer: {reason}."), address=url, reason=reason
        )
        raise click.ClickException(sentence) from None
    finally:
        connection.close()
    if status != 200:
        raise click.ClickException(
            spoken(Message("The API at {address} answers with {status}."), address=url, status=status)
        )
    return spoken(Message("The API at {address} answers."), address=url)


def _reporting(settings: Settings, role: str) -> str:
    """Return the sentence about processes that report in time. Raises ClickException unless all do."""
    try:
        processes = [process for process in _running(settings) if process.role == role]
    except OSError as problem:
        sentence = spoken(
            Message("{path} cannot be read ({reason}); run the command as the user of the service."),
            path=settings.metrics,
            reason=problem.strerror,
        )
        raise click.ClickException(sentence) from None
    if not processes:
        raise click.ClickException(
            spoken(
                Message("No process of the role {role} runs in {folder}."), role=role, folder=settings.data
            )
        )
    if late := [process for process in processes if process.late]:
        raise click.ClickException(" ".join(map(_late, late)))
    names = ", ".join(process.name for process in processes)
    return f"{names} of {settings.data}: every process has reported in time."


def _running(settings: Settings) -> tuple[Process, ...]:
    return ProcessRegister(settings.metrics).running()


def _late(process: Process) -> str:
    return spoken(
        Message("{name} (process {number}) hangs: its report is {seconds} s late."),
        name=process.name,
        number=process.pid,
        seconds=round(process.late),
    )
