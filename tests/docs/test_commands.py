"""Every command that a document names is a command of the program."""

import re

import click
import pytest

from app.cli import main
from tests.docs.pages import ROOT

PAGES = (
    "README.md",
    "CHANGELOG.md",
    "deploy/README.md",
    "app/docs/proofs.md",
    "app/docs/archive.md",
    "app/docs/notation.md",
    "app/docs/bots.md",
    "app/docs/tasks.md",
    "app/docs/tournaments.md",
)
NAMED = re.compile(r"(?:`|bin/)conquian ([a-z][a-z-]*)(?: ([a-z]+))?")


@pytest.mark.parametrize("page", PAGES)
def test_the_program_has_the_commands_that_a_document_names(page: str) -> None:
    named = NAMED.findall((ROOT / page).read_text())
    assert named
    for name, below in named:
        command = main.get_command(click.Context(main), name)
        assert command is not None, name
        if isinstance(command, click.Group) and below:
            assert below in command.commands
