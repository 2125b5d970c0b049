"""Scenes of every page in states that show its content, for tests and for pictures.

A scene opens its page for a visitor and waits until it is complete.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from playwright.sync_api import Page

from app.i18n import Language as Tongue
from app.web.words import words
from tests.remote.service import Json
from tests.server.helpers import eventually
from tests.web import holdem
from tests.web.evenings import evening
from tests.web.seats import Log, asked, forked, going_out, take
from tests.web.service import Service
from tests.web.visiting import Language, Look, Size, Theme, Visitor

_SETTLED: Final = """loading => !document.querySelector('[aria-busy=true]')
  && !document.body.innerText.includes(loading)"""


@dataclass(frozen=True, slots=True)
class Wishes:
    """Choices of a visitor, or of their browser."""

    size: Size = "tablet"
    theme: Theme = "light"
    language: Language = "en"


@dataclass(frozen=True)
class Stage:
    """Content of a service to look at: games at several moments, and a record."""

    service: Service
    played: tuple[str, int, str]
    forced: tuple[str, int, str]
    waiting: tuple[str, int, str]
    invited: str
    used: str
    asked: tuple[str, int, str]
    over: tuple[str, int, str]
    betting: tuple[str, int, str]
    shown: tuple[str, int, str]
    finished: str
    marked: str
    dispute: str
    evening: str
    record: Path
    tournament: str
    paused: str
    open: tuple[str, Json]
    begun: tuple[str, Json]


def stage(service: Service, home: Path) -> Stage:
    """A service with something on every page; the record is kept in the directory `home`."""
    finished = service.bots_game("mexican-3", "greedy", "greedy", "greedy")
    made = service.game("mexican-3", seats=["me", "open", {"bot": "greedy"}], start="ready")
    shared = {"invitation": "shared"}
    friends = service.game("paco", seats=["me", shared, {"invitation": True}, shared], start="ready")
    (link, taken, _) = (
        f"/play/{friends['game']}#invitation={seat['invitation']}" for seat in friends["seats"][1:]
    )
    service.ask(f"/v1/games/{friends['game']}/seats", {"invitation": friends["seats"][2]["invitation"]})
    marked = service.marked_game()
    (dispute,) = service.ask(f"/v1/games/{marked}/disputes")["disputes"]
    record = home / "game.record"
    record.write_bytes(service.body(f"/v1/games/{finished}/record"))
    return Stage(
        service,
        forked(service, "mexican-3", ("greedy", "greedy", "greedy"), _under_way),
        forked(service, "mexican-2", ("random", "random"), asked("force_window")),
        _mine(made),
        link,
        taken,
        _mine(service.game("mexican-2")),
        _gone_out(service),
        _betting(service),
        _shown(service),
        finished,
        marked,
        dispute["dispute"],
        evening(service, 3)[0].game,
        record,
        service.tournament(decks_per_pairing=1),
        _paused(service),
        _registering(service, "Jueves", begins=False),
        _registering(service, "Viernes", begins=True),
    )


def _paused(service: Service) -> str:
    """A tournament that its organiser has paused."""
    organiser = service.organiser()
    tournament = service.tournament(organiser, name="En pausa", decks_per_pairing=1_000)
    service.ask(f"/v1/tournaments/{tournament}/pause", {}, organiser)
    return tournament


def _registering(service: Service, name: str, *, begins: bool) -> tuple[str, Json]:
    """A tournament that three players have registered for, open or begun, and the first of them."""
    organiser = service.organiser()
    tournament = service.tournament(
        organiser, name=name, entrants=[], registration="open", format={"type": "swiss", "rounds": 2}
    )
    people = [service.ask("/v1/players", {"name": one}) for one in ("Lupe", "Ana", "Maximiliana Guadalupe")]
    for player in people:
        service.ask(f"/v1/tournaments/{tournament}/registrations", {}, player["key"])
    if begins:
        service.ask(f"/v1/tournaments/{tournament}/start", {"bots": 1, "bot": "greedy"}, organiser)
    return tournament, people[0]


def _mine(made: Json) -> tuple[str, int, str]:
    return made["game"], 0, made["seats"][0]["token"]


def _gone_out(service: Service) -> tuple[str, int, str]:
    """A game that the seat has just won."""
    game, seat, token = forked(service, "mexican-2", ("greedy", "greedy"), going_out)
    moves = service.ask(f"/v1/games/{game}/moves", key=token)["moves"]
    out = next(move for move in moves if move["type"] == "meld" and not move["discards"])
    service.ask(f"/v1/games/{game}/moves", out["example"], token, Idempotency_Key="out")
    return game, seat, token


def _betting(service: Service) -> tuple[str, int, str]:
    """Return a table of hold'em with eleven seats and a bet to pay, at the seat that is asked."""
    table = holdem.crowd(service)
    return table.game, table.asked, table.tokens[table.asked]


def _shown(service: Service) -> tuple[str, int, str]:
    """Return a table of hold'em after a showdown."""
    table = holdem.table(service, 4)
    table.play(holdem.between, holdem.calmly)
    return table.game, 0, table.tokens[0]


def _under_way(log: Log) -> tuple[int, int] | None:
    """Return where a seat is asked after several melds."""
    melds = 0
    for ply, events in log:
        melds += sum(event["type"] == "melded" for event in events)
        for happened in events:
            if melds >= 4 and happened["type"] == "asked" and happened["phase"] in ("left", "new"):
                return ply, happened["awaited"][0]
    return None


Scene = Callable[[Visitor, Stage, Wishes], Page]


def _at(path: Callable[[Stage], str], *allow: str) -> Scene:
    def scene(visit: Visitor, stage: Stage, wishes: Wishes) -> Page:
        page = visit(path(stage), size=wishes.size, theme=wishes.theme, language=wishes.language, allow=allow)
        return settled(page, wishes)

    return scene


def _seated(which: Callable[[Stage], tuple[str, int, str]]) -> Scene:
    def scene(visit: Visitor, stage: Stage, wishes: Wishes) -> Page:
        return settled(
            take(visit, *which(stage), size=wishes.size, theme=wishes.theme, language=wishes.language), wishes
        )

    return scene


def _known(visit: Visitor, stage: Stage, wishes: Wishes) -> Page:
    """The page of a player who has games and a dispute, and takes part in a tournament."""
    made = _busy(stage)
    page = _kept(visit, made, "/me", wishes)
    page.locator("#games li").first.wait_for()
    return settled(page, wishes)


def _busy(stage: Stage) -> Json:
    """A player with a game that goes on, one that is over and disputed, and a tournament."""
    service = stage.service
    made = service.ask("/v1/players", {"name": "Lupe"})
    service.ask("/v1/games", {"variant": "mexican-2", "seats": ["me", "open"]}, made["key"])
    over = service.ask("/v1/games", {"variant": "mexican-2", "seats": ["me", "open"]}, made["key"])
    game, token = over["game"], over["seats"][0]["token"]
    luis = service.ask("/v1/players", {"name": "Luis"})
    other = service.ask(f"/v1/games/{game}/seats", {}, luis["key"])
    for key in (token, other["token"]):
        service.ask(f"/v1/games/{game}/moves", {"type": "leave"}, key, Idempotency_Key="leave")
    eventually(lambda: service.ask(f"/v1/games/{game}")["status"] == "finished")
    service.ask(f"/v1/games/{game}/disputes", {"ply": 5, "claim": "illegal_move", "text": "I saw it."}, token)
    service.ask(f"/v1/tournaments/{stage.open[0]}/registrations", {}, made["key"])
    return made


def _other(visit: Visitor, stage: Stage, wishes: Wishes) -> Page:
    """The page of another player."""
    made = _busy(stage)
    page = _at(lambda _: f"/players/{made['player']}")(visit, stage, wishes)
    page.locator("#disputes a").first.wait_for()
    return page


def _operating(visit: Visitor, stage: Stage, wishes: Wishes) -> Page:
    """The page of the operator, opened with a key."""
    page = _at(lambda _: "/operator")(visit, stage, wishes)
    page.locator("#key").fill(stage.service.operator())
    page.locator("#entry button").click()
    page.locator("#desk[aria-busy=false] #found li").first.wait_for()
    return settled(page, wishes)


def _kept(visit: Visitor, player: Json, path: str, wishes: Wishes) -> Page:
    """The page at `path` in a browser that keeps a player."""
    page = visit.page(Look(wishes.size, wishes.theme), wishes.language)
    visit.watch(page)
    page.add_init_script(f"localStorage.setItem('conquian.player', {json.dumps(json.dumps(player))})")
    page.goto(f"{visit.url}{path}")
    return page


def _entrant(which: Callable[[Stage], tuple[str, Json]], selector: str) -> Scene:
    """The page of a tournament as one of its players sees it."""

    def scene(visit: Visitor, stage: Stage, wishes: Wishes) -> Page:
        tournament, player = which(stage)
        page = _kept(visit, player, f"/tournaments/{tournament}", wishes)
        page.locator(selector).first.wait_for()
        return settled(page, wishes)

    return scene


def _moving(visit: Visitor, stage: Stage, wishes: Wishes) -> Page:
    """The page of a player who moves to another device."""
    page = _known(visit, stage, wishes)
    page.locator("#move").click()
    return page


def _audited(visit: Visitor, stage: Stage, wishes: Wishes) -> Page:
    page = _at(lambda _: "/audit")(visit, stage, wishes)
    page.locator("#zone[data-ready=true]").wait_for()
    page.locator("input[type=file]").first.set_input_files(stage.record)
    page.locator("#report .verdict").wait_for()
    return settled(page, wishes)


def _opened(scene: Scene, selector: str) -> Scene:
    """A scene in which something was clicked."""

    def opened(visit: Visitor, stage: Stage, wishes: Wishes) -> Page:
        page = scene(visit, stage, wishes)
        page.locator(selector).click()
        return settled(page, wishes)

    return opened


def _once(scene: Scene, selector: str) -> Scene:
    """A scene in which something has appeared that takes its time."""

    def waited(visit: Visitor, stage: Stage, wishes: Wishes) -> Page:
        page = scene(visit, stage, wishes)
        page.locator(selector).first.wait_for()
        return page

    return waited


def settled(page: Page, wishes: Wishes) -> Page:
    """The page when it loads nothing more."""
    page.wait_for_function(_SETTLED, arg=words(Tongue(wishes.language))["common.loading"])
    return page


_HOME: Final = _at(lambda stage: "/")
_TABLE: Final = _seated(lambda stage: stage.played)
_RULES: Final = _opened(_TABLE, "[data-action=rules]")
_OVER: Final = _once(_seated(lambda stage: stage.over), ".log .game-ended")
_REPLAY: Final = _once(_at(lambda stage: f"/replay/{stage.finished}?at=20"), "#verdict .badge")
_LESSONS: Final = _once(_at(lambda stage: "/lessons"), ".hand li")
_MARKED: Final = _once(_at(lambda stage: f"/replay/{stage.marked}?at=5"), "#verdict .badge")

SCENES: Final[Mapping[str, Scene]] = MappingProxyType(
    {
        "home": _HOME,
        "home-rules": _opened(_HOME, "#house > summary"),
        "home-filters": _at(lambda stage: "/?people=some&event=drawn&length_min=1"),
        "table": _TABLE,
        "table-rules": _RULES,
        "table-rule": _opened(_RULES, "dialog tr:last-child button"),
        "table-force": _seated(lambda stage: stage.forced),
        "table-exchange": _seated(lambda stage: stage.asked),
        "table-over": _OVER,
        "table-ledger": _opened(_OVER, "[data-action=ledger]"),
        "table-waiting": _once(
            _once(_seated(lambda stage: stage.waiting), "#begin-bot"), "#lobby .inviting img"
        ),
        "table-invited": _once(_at(lambda stage: stage.invited), "[data-action=join]"),
        "table-used": _once(_at(lambda stage: stage.used), "#lobby h2"),
        "watch": _at(lambda stage: f"/watch/{stage.played[0]}"),
        "replay": _REPLAY,
        "replay-rule": _opened(_REPLAY, ".rules details:first-child > summary"),
        "replay-marked": _opened(_MARKED, "#verdict summary >> nth=0"),
        "audit": _at(lambda stage: "/audit"),
        "audit-report": _audited,
        "tournaments": _at(lambda stage: "/tournaments"),
        "tournaments-create": _once(
            _opened(_at(lambda stage: "/tournaments"), "#create > summary"), "#create form[aria-busy=false]"
        ),
        "tournament-organise": _once(
            _opened(
                _once(_at(lambda stage: f"/tournaments/{stage.paused}"), "#organise:not([hidden])"),
                "#organise > summary",
            ),
            "#organise [name=fixture]",
        ),
        "tournament": _once(_at(lambda stage: f"/tournaments/{stage.tournament}"), "#plots svg"),
        "missing": _at(lambda stage: "/nowhere", "status of 404"),
        "rules": _at(lambda stage: "/rules/holdem"),
        "dispute": _once(_at(lambda stage: f"/disputes/{stage.dispute}"), "#viewer .board"),
        "dispute-arbiter": _opened(
            _once(_at(lambda stage: f"/disputes/{stage.dispute}"), "#viewer .board"), "#arbiter summary"
        ),
        "disputes": _at(lambda stage: "/disputes"),
        "evening": _once(_at(lambda stage: f"/evenings/{stage.evening}"), "#ledger td"),
        "lessons": _LESSONS,
        "learn": _once(_at(lambda stage: "/learn/mexican-2"), ".example"),
        "learn-holdem": _once(_at(lambda stage: "/learn/caesars-holdem"), ".example"),
        "table-holdem": _once(_seated(lambda stage: stage.betting), "#tray [data-action=raise]"),
        "table-holdem-shown": _once(_seated(lambda stage: stage.shown), ".holdem .kind"),
        "watch-holdem": _once(_at(lambda stage: f"/watch/{stage.betting[0]}"), ".holdem .community"),
        "operator": _at(lambda stage: "/operator"),
        "operator-open": _operating,
        "me": _at(lambda stage: "/me"),
        "me-known": _known,
        "player": _other,
        "tournament-registering": _entrant(lambda stage: stage.open, "img.qr"),
        "tournament-seat": _entrant(lambda stage: stage.begun, "#seat a"),
        "me-moving": _once(_moving, "#move-qr img"),
        "table-help": _once(_opened(_HOME, "#first-hand"), "#help .term"),
        "lessons-tip": _once(_opened(_LESSONS, ".board [data-term=stock]"), "#tip"),
        "table-phrases": _once(_opened(_TABLE, "#speak > summary"), "[data-action=say-hello]"),
    }
)
"""Every page, some of them at several moments."""
