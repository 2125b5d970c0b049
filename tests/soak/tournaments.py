"""kill -9 in the middle of a tournament of 1,000 games: the same table and the same records as undisturbed.

What it has to come to is played here, in memory, from the manifest and its seeds alone. The tournament goes
on from chunk to chunk, one kill in each, and is paused between them; after the last kill it is played to its
end.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final
from weakref import WeakKeyDictionary

from app.bots.roster import made
from app.service.rulebook import current
from app.tournament import commands as tournament_commands
from app.tournament.codecs import result_to_json
from app.tournament.decide import VERSION, Tournaments
from app.tournament.evolve import evolve
from app.tournament.manifest import SEEDS, seeds
from app.tournament.manifest_parser import read
from app.tournament.state import Tournament
from app.tournament.views import table
from replays.tournaments.playing import play
from tests.soak.client import PATIENCE_SECONDS, Client, Json, Service, insist
from tests.soak.kills import strike

KILLS: Final = 20
_BOTS: Final = ("greedy", "random", "random", "greedy", "random")
_PAUSE_SECONDS: Final = 0.05
_AUDITED: Final = 3


@dataclass
class Contest:
    """A tournament at a service, and what it has to come to."""

    client: Client
    headers: dict[str, str]
    path: str
    expected: Tournament
    kills: int = 0
    checked: set[int] = field(default_factory=set)

    def get(self, rest: str = "") -> Json:
        ends = time.monotonic() + PATIENCE_SECONDS
        while (reply := insist(lambda: self.client.send("GET", self.path + rest))).status == 202:
            assert time.monotonic() < ends, ("no worker makes it", rest)
            time.sleep(_PAUSE_SECONDS)
        assert reply.status == 200, (rest, reply.data)
        return reply.json

    def say(self, what: str) -> None:
        """Send the command of the organiser; a repeat changes nothing."""
        reply = insist(lambda: self.client.send("POST", f"{self.path}/{what}", **self.headers))
        assert reply.status in (200, 409), reply.data

    def played(self) -> int:
        return int(self.get()["played"])

    def reach(self, games: int) -> None:
        """So many games have their result, or all."""
        ends = time.monotonic() + PATIENCE_SECONDS
        while (state := self.get())["played"] < games and state["state"] == "running":
            assert time.monotonic() < ends, ("the tournament does not go on", state)
            time.sleep(_PAUSE_SECONDS)

    def check(self, rng: Random) -> None:
        """Every result is that of the undisturbed tournament, and some records are sound."""
        known = [game for game in self._games() if game["ending"] is not None]
        self._expect(max(game["fixture"] for game in known))
        for row in known:
            right = self.expected.results[row["fixture"]]
            assert (row["digest"], row["balances"]) == (right.digest, list(right.balances)), row
        for row in rng.sample(known, min(_AUDITED, len(known))):
            report = insist(lambda: self.client.send("GET", f"/v1/games/{row['game']}/audit"))  # noqa: B023
            assert report.json["findings"] == [], report.json

    def end(self) -> None:
        """The tournament is over, and its table is that of the undisturbed one."""
        while self.get()["state"] == "running":
            self.reach(self.played() + 1)
        self._expect(1_000_000)
        assert self.expected.is_over
        standings = self.get("/standings")
        for row in standings["rows"]:
            row["time"] = None  # it follows from no seed
        assert standings == table(self.expected) | {"ply": standings["ply"]}

    def _games(self) -> list[Json]:
        games: list[Json] = []
        after: int | None = 0
        while after is not None:
            page = self.get(f"/games?cursor={after}&limit=1000")
            games += page["games"]
            after = page["next"]
        return games

    def _expect(self, upto: int) -> None:
        """Plays the undisturbed tournament up to this fixture, or its end."""
        self.expected = played(self.expected, upto)


_CONTESTS: "WeakKeyDictionary[Service, Contest]" = WeakKeyDictionary()


def kill(rng: Random, service: Service, *, decks: int = 50, games: int = 10) -> int:
    """One kill at a random instant of a tournament, then it goes on by itself; all of it is checked.

    At the least `games` are played before the kill, at the most six times as many.
    """
    service.wait()
    contest = _CONTESTS.get(service)
    if contest is None or contest.kills == KILLS:
        contest = _CONTESTS[service] = begin(rng, Client(service.port), service.operate, decks)
    contest.say("resume")
    contest.reach(contest.played() + rng.randint(games, 6 * games))
    time.sleep(rng.random())
    strike(rng, service)
    service.wait()
    contest.kills += 1
    contest.reach(contest.played() + 1)
    if contest.kills == KILLS:
        contest.end()
    else:
        contest.say("pause")
    contest.check(rng)
    contest.client.close()
    return 1


def begin(rng: Random, client: Client, operate: Callable[..., None], decks: int) -> Contest:
    """Begin a tournament with `decks` decks for each pairing. `operate` runs a command of the operator."""
    document = manifest(rng, decks)
    headers = _organiser(client, operate)
    made_at = insist(lambda: client.send("POST", "/v1/tournaments", document, **headers))
    assert made_at.status == 201, made_at.data
    contest = Contest(client, headers, made_at.headers["location"], undisturbed(document))
    assert contest.path.endswith(contest.expected.id)
    return contest


def _organiser(client: Client, operate: Callable[..., None]) -> dict[str, str]:
    """The headers of a player who may organise."""
    player = insist(lambda: client.send("POST", "/v1/players", {"name": "Lupe"})).json
    operate("players", "grant", player["player"], "organise")
    own = {"Authorization": f"Bearer {player['key']}"}
    keys = "/v1/players/me/keys"
    key = insist(lambda: client.send("POST", keys, {"scopes": ["organise"]}, **own)).json["key"]
    return {"Authorization": f"Bearer {key}"}


def manifest(rng: Random, decks: int) -> Json:
    """The manifest of a tournament of the bots, with `decks` decks for each pairing."""
    return {
        "name": "soak",
        "variant": "north-american",
        "format": {"type": "round_robin"},
        "entrants": [{"name": f"{name} {at}", "bot": name} for at, name in enumerate(_BOTS)],
        "decks_per_pairing": decks,
        **{name: rng.randbytes(32).hex() for name in SEEDS},
    }


def undisturbed(document: Json) -> Tournament:
    """The undisturbed tournament before its first game."""
    draft = read(document)
    drawn = seeds(b"", draft.tournament, draft.given)
    return _after(
        None,
        tournament_commands.CreateTournament(
            draft.tournament,
            draft.manifest.document,
            drawn.pairing.hex(),
            drawn.organiser_seeded,
            deck_seed=drawn.deck.hex(),
            bot_seed=drawn.bot.hex(),
            version=VERSION,
            rulebook=current(draft.manifest.play).edition,
        ),
    )


def played(expected: Tournament, upto: int, bots: Sequence[str] = _BOTS) -> Tournament:
    """The undisturbed tournament of these bots, by entrant, up to this fixture, or its end."""
    factories = [lambda name=name: made(name) for name in bots]
    while due := [fixture for fixture in expected.waiting if fixture.number <= upto]:
        results = [play(expected, fixture, factories).result for fixture in due]
        report = tournament_commands.ReportResults(tuple(map(result_to_json, results)))
        expected = _after(expected, report)
    return expected


def _after(state: Tournament | None, command: Any) -> Tournament:
    for event in Tournaments().decide(state, "system", command, 0):
        state = evolve(state, event)
    assert state is not None
    return state
