"""The program `conquian`: every command exists, and only its own modules are imported."""

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from app.cli import COMMANDS, main
from tests.server.helpers import ROOT


def test_every_command_has_a_name_and_a_help_text() -> None:
    context = click.Context(main)
    assert main.list_commands(context) == sorted(COMMANDS)
    for name in COMMANDS:
        command = main.get_command(context, name)
        assert command is not None
        assert CliRunner().invoke(main, [name, "--help"]).output.startswith("Usage:")
    assert "No such command" in CliRunner().invoke(main, ["deal"]).output


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("serve", {"flask", "sqlalchemy", "rq", "app.games"}),
        ("worker", {"networkx", "matplotlib", "numpy", "pyarrow"}),
    ],
)
def test_modules_of_other_commands_are_not_imported(name: str, others: set[str]) -> None:
    script = (
        f"import sys; from app.cli import main; main.get_command(None, {name!r});"
        f" print({others!r} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True, timeout=300
    )
    assert done.stdout.strip() == "set()"
