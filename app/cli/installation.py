"""The command `conquian installation`: the identity of every part, and joining a part manually."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Final

import click

from app.cli.nearest_service import with_store
from app.cli.terminal import json_option, print_json, yes_option
from app.parts.outages import Part
from app.service.secret_keys import Keys, NoSecret, keys
from app.settings.settings import Settings
from replays.installation.founding import adopt as join_part
from replays.installation.founding import plan
from replays.installation.parts import CARRIERS, Parts, PartState, fault, secret_settings
from replays.installation.starting import parts_of

_APART: Final = 1


@click.group(invoke_without_command=True)
@click.pass_context
def installation(context: click.Context) -> None:
    """Show the parts of this installation, or join one.

    The games' store, the catalogue and the archive carry the same id and a check value of the service secret,
    which the first start writes. A process whose settings name another part or another secret does not start.
    """
    if context.invoked_subcommand is None:
        context.invoke(show)


@installation.command()
@json_option
def show(as_object: bool = False) -> None:
    """Print the identity of every part; exit status 1 if they are not one installation."""
    with _parts() as (settings, parts):
        secrets = _secrets(settings)
        states = parts.all()
    problem = fault(states, secrets.installation if secrets else None, secret_settings(settings))
    if as_object:
        rows = {str(state.part): _row(state, secrets) for state in states}
        print_json({"parts": rows, "fault": problem})
    else:
        for state in states:
            click.echo(f"{state.part:<10} {_state_text(state, secrets):<34} {state.where}")
        if problem:
            click.echo(problem)
    sys.exit(_APART if problem else 0)


@installation.command()
@click.argument("part", type=click.Choice([str(part_name) for part_name in CARRIERS]))
@yes_option
def adopt(part: str, yes: bool) -> None:
    """Join PART, which is empty or was restored, to the installation of the other parts.

    The identity is written into PART; nothing else changes. Data that PART lacks stays missing: the question
    names the consequences. A part with data of another installation is refused.
    """
    with _parts() as (settings, parts):
        wanted = plan(parts, settings, keys(settings), Part(part))
        if wanted is None:
            click.echo(f"The {part} is a part of this installation already.")
            return
        click.echo(wanted.question)
        if not yes:
            click.confirm("Join it?", abort=True)
        join_part(parts, wanted)
        click.echo(f"Joined: the {part} carries {wanted.identity.id}. Processes that waited for it go on.")


@contextmanager
def _parts() -> Iterator[tuple[Settings, Parts]]:
    """Provide the settings and the parts; if no service runs, with the store of the data directory."""
    with with_store() as settings, closing(parts_of(settings)) as parts:
        yield settings, parts


def _secrets(settings: Settings) -> Keys | None:
    """Return the keys of the service; None if there is no secret yet."""
    try:
        return keys(settings)
    except NoSecret:
        return None


def _state_text(part: PartState, secrets: Keys | None) -> str:
    """Describe a part in a line."""
    if part.away or part.bad:
        return part.away or str(part.bad)
    if part.identity is None:
        return "empty" if part.empty else "without an identity"
    if secrets and not part.identity.fits(secrets.installation):
        return f"{part.identity.id} another secret"
    return part.identity.id


def _row(part: PartState, secrets: Keys | None) -> dict[str, object]:
    identity = part.identity
    return {
        "address": part.where,
        "installation": identity and identity.id,
        "secret_fits": None if identity is None or secrets is None else identity.fits(secrets.installation),
        "empty": part.empty,
        "away": part.away or (str(part.bad) if part.bad else None),
    }
