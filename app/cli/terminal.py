"""Output, options and environment of commands; tables and progress bars are in app.cli.progress."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import click
import orjson

INTERRUPTED: Final = 130
"""Exit status of a command that is ended by Ctrl-C, as of any program that the signal ends."""

json_option: Final = click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
yes_option: Final = click.option("--yes", is_flag=True, help="Do not ask for confirmation.")


class CannotRun(click.ClickException):
    """A command can do nothing with what it was given; exit status 2."""

    exit_code = 2


def print_json(document: Any) -> None:
    """Print a document as indented JSON."""
    click.echo(orjson.dumps(document, option=orjson.OPT_INDENT_2))


def printable(text: str) -> str:
    """Return `text` with a question mark for each control character."""
    return "".join(char if char.isprintable() else "?" for char in text)


@contextmanager
def environment(variables: Mapping[str, str]) -> Iterator[None]:
    """Set variables of the environment of this process and its child processes within the block."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
