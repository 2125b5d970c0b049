"""The command `conquian vectors`."""

import sys
from pathlib import Path

import click
import orjson
from rich.progress import track

from app.games.conquian.scenario import difference


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
def vectors(files: tuple[Path, ...]) -> None:
    """Run scenario FILES against the rules; exit status 1 if any scenario fails."""
    failed = sum(_run_scenarios(path) for path in files)
    sys.exit(1 if failed else 0)


def _run_scenarios(path: Path) -> int:
    """The number of failures in one file, each printed with its first difference."""
    try:
        document = orjson.loads(path.read_bytes())
        if set(document) - {"about", "scenarios"} or not document["scenarios"]:
            raise ValueError
        named = [(str(one["id"]), one) for one in document["scenarios"]]
    except (KeyError, TypeError, ValueError):
        click.echo(f"{path}: not a scenario file: an object with `scenarios`, each with an `id`, is needed")
        return 1
    failures = 0
    for name, scenario in track(
        named, description=path.name, transient=True, disable=not sys.stderr.isatty()
    ):
        found = difference(scenario)
        if found is not None:
            failures += 1
            click.echo(f"FAILED {name}: {found}")
    click.echo(f"{path}: {len(named) - failures} passed, {failures} failed")
    return failures
