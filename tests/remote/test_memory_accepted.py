"""A player over HTTP meets decks again, and all processes are killed while keys are withheld."""

import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

from app.store.keys import GameId
from replays.audit.audit import audit
from replays.tournaments.playing import game_id
from tests.remote.service import PATIENCE_SECONDS, Caller, Json, program, robot
from tests.remote.test_examples import EXAMPLES
from tests.server.helpers import ROOT, environment, finish, free_port, service
from tests.verifier.node import auditor, sound

ENDED = ("finished", "void")


def operate(data: Path, port: int, *line: str, status: int = 0) -> str:
    """Return what a command of the operator prints; it ends with `status`."""
    command = [sys.executable, "-m", "app.cli", *line]
    done = subprocess.run(
        command, env=environment(data, port), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def begin(url: str, owner: Caller, bot: str) -> str:
    """The id of a tournament of duplicate decks in which the bot meets two of the house."""
    key = owner.ask("/v1/players/me/keys", {"scopes": ["organise"]})["key"]
    entrants = [
        {"name": "Robo", "player": bot},
        {"name": "Beto", "bot": "greedy"},
        {"name": "Cata", "bot": "random"},
    ]
    form = {"variant": "mexican-2", "format": {"type": "round_robin"}, "decks_per_pairing": 2}
    plan = {"name": "Again", **form, "entrants": entrants, "accept_memory": True}
    made = Caller(url, key).ask("/v1/tournaments", plan)
    assert made["memory_accepted"], made
    return str(made["tournament"])


def games(url: str, tournament: str) -> list[Json]:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while "games" not in (page := Caller(url).ask(f"/v1/tournaments/{tournament}/games?limit=100")):
        assert time.monotonic() < deadline, "no worker shows the games"
        time.sleep(0.05)
    listed: list[Json] = page["games"]
    return listed


def reach_one_withheld(url: str, tournament: str) -> GameId:
    """A game that has ended and has no record yet, or whose tournament was faster than this look."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        for fixture in games(url, tournament):
            game = game_id(tournament, fixture["fixture"])
            if 0 in fixture["seats"] and Caller(url).ask(f"/v1/games/{game}").get("status") in ENDED:
                return game
        assert time.monotonic() < deadline, "no game has ended"
        time.sleep(0.05)


def test_every_deck_is_played_twice_and_every_record_is_sound_after_kills(tmp_path: Path) -> None:
    data, port = tmp_path / "data", free_port()
    url = f"http://127.0.0.1:{port}"
    with service(data, port) as first:
        bot = robot(url)
        operate(data, port, "players", "grant", bot.owner.ask("/v1/players/me")["player"], "organise")
        tournament = begin(url, bot.owner, bot.id)
        with program(EXAMPLES["bot.py"], url, bot.key, tmp_path / "log"):
            reach_one_withheld(url, tournament)
            finish(first)
            with service(data, port):
                deadline = time.monotonic() + PATIENCE_SECONDS
                while Caller(url).ask(f"/v1/tournaments/{tournament}")["state"] != "finished":
                    assert time.monotonic() < deadline, games(url, tournament)
                    time.sleep(0.2)
                played = games(url, tournament)
                assert [one["ending"] for one in played] == ["finished"] * 12
                assert sorted(one["deck"] for one in played) == [
                    deck for deck in range(1, 7) for _ in range(2)
                ]
                keys = Caller(url).ask("/.well-known/conquian-keys.json")
                with auditor() as second:
                    for game in played:
                        with urlopen(f"{url}/v1/games/{game['game']}/record", timeout=60) as answer:
                            record = answer.read()
                        assert (b'"keys-withheld"' in record) == (0 in game["seats"])
                        assert audit(record).sound
                        assert sound(second.audit(record, keys))
                output = operate(data, port, "audit", tournament, "--url", url, status=3)
                assert "clean games: 0; incomplete: 12; with findings: 0" in output
                assert "Memory accepted" in operate(data, port, "tournament", "status", tournament)
