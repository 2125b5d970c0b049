"""Export commands: a tournament as text for other programs, and as plots."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click
import orjson

from app.cli.language import language_option, spoken
from app.cli.tournament.session import open_session, tournament_id
from app.i18n import Language, Message
from app.settings.errors import StartError
from app.tournament.durations import Counts
from app.tournament.exports import games_csv, standings_csv, whole_json
from app.tournament.failures import Failure
from app.tournament.plots import KINDS, PLOTS, Theme, pictures, plot
from app.tournament.ratings import ratings
from app.tournament.standings import Standings, standings
from app.tournament.state import Tournament
from app.tournament.trf import Dates, has_trf, trf


@dataclass(frozen=True, slots=True)
class _Kept:
    """Data of the catalogue: failures that may be shown, and the times of decisions."""

    failures: Sequence[Failure]
    times: Mapping[int, Counts]


def _standings(state: Tournament) -> Standings:
    return standings(state.manifest, state.played, over=state.is_over)


def _csv(state: Tournament, kept: _Kept) -> str:
    rated = ratings(state.manifest, state.played)
    return standings_csv(state.manifest, _standings(state), rated, kept.times)


def _games(state: Tournament, kept: _Kept) -> str:
    return games_csv(state.manifest, state.played, kept.failures)


def _json(state: Tournament, kept: _Kept) -> str:
    document = whole_json(state.manifest, state.played, _standings(state), kept.failures, kept.times)
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode()


def _trf(state: Tournament, _: _Kept) -> str:
    if not has_trf(state.manifest):
        raise StartError(spoken(Message("Only a Swiss tournament of tables of two has a TRF.")))
    return trf(state.manifest, state.played, _standings(state), Dates(state.created_ms, state.ended_ms))


_FORMS: Final[Mapping[str, Callable[[Tournament, _Kept], str]]] = {
    "csv": _csv,
    "games.csv": _games,
    "json": _json,
    "trf": _trf,
}
_file = click.Path(dir_okay=False, writable=True, path_type=Path)


@click.command()
@click.argument("id_", metavar="ID")
@click.option("--as", "form", type=click.Choice(list(_FORMS)), default="csv", show_default=True)
@click.option("-o", "--output", type=_file, help="A file instead of standard output.")
def export(id_: str, form: str, output: Path | None) -> None:
    """Write the tournament ID as text: the standings, every game, all of it, or FIDE's report file."""
    named = tournament_id(id_)
    with open_session() as session:
        state = session.state(named)
        text = _FORMS[form](state, _Kept(session.failures.of(state), session.failures.times(state.id)))
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, "utf-8", newline="")


@click.command("plot")
@click.argument("id_", metavar="ID")
@click.option("--what", type=click.Choice(list(PLOTS)), default="ratings", show_default=True)
@click.option("-o", "--output", type=_file, required=True, help=f"A file named .{' or .'.join(KINDS)}")
@language_option(str(Language.EN), show_default=True)
@click.option("--theme", type=click.Choice([*map(str, Theme)]), default=str(Theme.LIGHT), show_default=True)
def picture(id_: str, what: str, output: Path, lang: str, theme: str) -> None:
    """Draw the tournament ID: ratings, their history, the likelihood ratio of a test, seats, or lengths of
    deals."""
    kind = output.suffix.removeprefix(".")
    if kind not in KINDS:
        raise click.UsageError(
            spoken(Message("-o: the name of the file ends with one of {names}."), names=list(KINDS))
        )
    named = tournament_id(id_)
    with open_session() as session:
        state = session.state(named)
    if what not in pictures(state.manifest):
        raise StartError(
            spoken(
                Message("Such a tournament has no picture {what}: {names}."),
                what=what,
                names=list(pictures(state.manifest)),
            )
        )
    output.write_bytes(plot(what, kind, state.manifest, state.played, Language(lang), Theme(theme)))
