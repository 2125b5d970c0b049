"""The command `conquian play`."""

import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import click
from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.theme import Theme

from app.bots.roster import BOTS_BY_GAME
from app.cli.language import language_option, terminal_language
from app.cli.play.local import Local, bots_for
from app.cli.play.player import TerminalPlayer
from app.cli.play.remote import Line, RemoteSeat, seated
from app.cli.play.seat import SeatInterface, TerminalError
from app.cli.play.speech import Speech
from app.cli.simulate.command import option as read_option
from app.games.errors import ConfigRefused
from app.games.registry import variants
from app.i18n import Language

_BOTS = tuple(dict.fromkeys(name for bots in BOTS_BY_GAME.values() for name in bots))
"""The names of the bots of all games."""

_THEME = Theme(
    {
        "card.coins": "bold yellow",
        "card.cups": "bold red",
        "card.swords": "bold blue",
        "card.batons": "bold green",
        "card.red": "bold red",
        "card.black": "bold",
    }
)


class _Cards(RegexHighlighter):
    """Highlighter of cards in the colours of their suits."""

    base_style = "card."
    highlights = [  # noqa: RUF012 (rich's own form)
        r"(?P<coins>\w*●)",
        r"(?P<cups>\w*∪)",
        r"(?P<swords>\w*†)",
        r"(?P<batons>\w*♧)",
        r"(?P<red>\w*[♦♥])",
        r"(?P<black>\w*[♠♣])",
    ]


@click.command()
@click.option("--variant", type=click.Choice(list(variants())), default="north-american", show_default=True)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule; may be repeated."
)
@click.option("--bot", "bots", multiple=True, type=click.Choice(_BOTS), help="An opponent; may be repeated.")
@click.option("--seats", type=click.IntRange(2, 12), help="Number of seats, with yours.")
@language_option(terminal_language, show_default="the terminal's")
@click.option("--url", metavar="URL", help="Play on this service instead of in this process.")
@click.option("--game", metavar="GAME", help="With --url: a game in which you have a seat.")
@click.option("--token", metavar="TOKEN", default="", help="With --game: the token of the seat.")
@click.option("--record", metavar="FILE", type=click.Path(dir_okay=False), help="File for the record.")
@click.option("--plain", is_flag=True, help="Print names of cards and no colours, as without a terminal.")
def play(
    variant: str,
    options: tuple[str, ...],
    bots: tuple[str, ...],
    seats: int | None,
    lang: str,
    url: str | None,
    game: str | None,
    token: str,
    record: str | None,
    plain: bool,
) -> None:
    """Play a game against bots in this terminal, in this process or at a service.

    The record is saved at the end, for `conquian audit` and `conquian replay`.
    """
    signs = not plain and sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf")
    language = Language(lang)
    say, out = Speech(language, signs), _out(signs)
    try:
        chosen = dict(map(read_option, options))
        against = bots_for(variant, chosen, seats, bots)
        if url is None:
            sitting: SeatInterface = Local(variant, chosen, against, language)
        else:
            line = Line(url, language, token, lambda: out(say("table.reconnecting"), True))
            sitting = RemoteSeat(line, game) if game else seated(line, variant, chosen, against)
        with closing(sitting):
            _play(sitting, say, out, record)
    except ConfigRefused as refusal:
        raise click.UsageError(f"{refusal.code}: {refusal.field}") from None
    except TerminalError as problem:
        raise click.ClickException(str(problem)) from None


def _play(sitting: SeatInterface, say: Speech, out: Callable[[str, bool], None], record: str | None) -> None:
    if sitting.again:
        out(say("play.again", again=sitting.again), False)
    try:
        over = TerminalPlayer(sitting, say, out, _ask).play()
    except KeyboardInterrupt:
        over = False
        click.echo()
    if over:
        path = Path(record or f"{sitting.view()['game']}.record")
        path.write_bytes(sitting.record())
        out(say("play.saved", path=path), False)
    elif sitting.again:
        out(say("play.again", again=sitting.again), False)
    else:
        out(say("play.given_up"), False)


def _out(signs: bool) -> Callable[[str, bool], None]:
    console = Console(highlighter=_Cards(), theme=_THEME, soft_wrap=True, no_color=not signs)

    def out(text: str, loud: bool) -> None:
        if loud and signs:
            console.print(f" {text} ", markup=False, style="bold reverse", highlight=False)
        else:
            console.print(f"*** {text}" if loud else text, markup=False)

    return out


def _ask(prompt: str) -> str | None:
    try:
        line = input(prompt)
    except EOFError:
        return None
    if not sys.stdin.isatty():
        click.echo(line)  # input from a file is not echoed otherwise
    return line
