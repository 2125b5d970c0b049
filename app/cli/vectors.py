"""The command `conquian vectors`."""

import sys
from pathlib import Path

import click
import orjson
from rich.progress import track

from app.games.table.scenario import difference


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
def vectors(files: tuple[Path, ...]) -> None:
    """Run scenario FILES against the rules; exit status 1 if any scenario fails."""
    failed = sum(_run_scenarios(path) for path in files)
    sys.exit(1 if failed else 0)


def _run_scenarios(path: Path) -> int:
    """Run the scenarios in one file and print each failure with its first difference; return their number."""
    try:
        document = orjson.loads(path.read_bytes())
        if set(document) - {"about", "game", "scenarios"} or not document["scenarios"]:
            raise ValueError
        named = [(str(scenario["id"]), scenario) for scenario in document["scenarios"]]
    except (KeyError, TypeError, ValueError):
        click.echo(f"{path}: not a scenario file: an object with `scenarios`, each with an `id`, is needed")
        return 1
    failures = 0
    for name, scenario in track(
        named, description=path.name, transient=True, disable=not sys.stderr.isatty()
    ):
        fault = difference(scenario)
        if fault is not None:
            failures += 1
            click.echo(f"FAILED {name}: {fault}")
    click.echo(f"{path}: {len(named) - failures} passed, {failures} failed")
    return failures
