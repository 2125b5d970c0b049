"""Games on a cluster: played, streamed, announced and ranked like those of one server."""

import json
from http.client import HTTPConnection
from random import Random
from threading import Thread

from app.store.client import ask, cluster_of, connect
from app.store.keys import INSTALLATION
from tests.cluster.nodes import Cluster
from tests.server.helpers import eventually
from tests.soak.client import Client, Player, Service, insist, make
from tests.soak.kills import Sitting, amid
from tests.soak.tournaments import begin
from tests.webhooks.receiver import receiving

PLAN = {"variant": "north-american", "seats": ["me", {"bot": "greedy"}], "options": {"deals": 1}}


def test_games_are_played_to_their_ends(service: Service) -> None:
    """Persons and bots play, every entry is there once, and the audit finds nothing."""
    amid(Random(1), service, tuple, 1)


def test_the_games_of_all_masters_are_in_one_list(service: Service, cluster: Cluster) -> None:
    """Live games of every bucket are listed, newest first, once each."""
    client, rng = Client(service.port), Random(2)
    games = [make(client, rng, PLAN).id for _ in range(24)]
    listed: list[str] = []
    path: str | None = "/v1/games?limit=10"
    while path:
        page = client.send("GET", path).json
        listed += [game["game"] for game in page["games"]]
        path = page["next"] and f"/v1/games?limit=10&cursor={page['next']}"
    assert [game for game in listed if game in games] == games[::-1]
    client.close()


def test_a_stream_has_each_entry_once_as_it_is_written(service: Service) -> None:
    """A stream opened before the first move ends with the game and has every ply in order."""
    rng = Random(3)
    player = make(Client(service.port), rng, PLAN)
    connection = HTTPConnection("127.0.0.1", service.port, timeout=60)
    connection.request("GET", f"{player.path}/events?after=0", headers={"Accept": "application/x-ndjson"})
    plies: list[int] = []
    reader = Thread(target=lambda: plies.extend(_plies(connection)))
    reader.start()
    sitting = Sitting(player)
    sitting.run(rng)
    sitting.check()
    reader.join(60)
    connection.close()
    assert not reader.is_alive()
    assert plies == list(range(1, player.get()["ply"] + 1))
    player.client.close()


def _plies(connection: HTTPConnection) -> list[int]:
    lines = (json.loads(line) for line in connection.getresponse() if line.strip())
    return [line["ply"] for line in lines if "digest" in line]


def test_webhooks_hear_of_a_game(service: Service) -> None:
    """The receiver gets the message about the end of a game."""
    client, rng = Client(service.port), Random(4)
    made = insist(lambda: client.send("POST", "/v1/players", {"name": "Lupe"})).json
    own = {"Authorization": f"Bearer {made['key']}"}
    with receiving() as receiver:
        body = {"url": receiver.url, "events": ["game_over"]}
        assert insist(lambda: client.send("POST", "/v1/webhooks", body, **own)).status == 201
        game = insist(lambda: client.send("POST", "/v1/games", PLAN, **own)).json
        tokens = {seat["seat"]: seat["token"] for seat in game["seats"] if "token" in seat}
        player = Player(client, game["game"], tokens or {0: made["key"]})
        sitting = Sitting(player)
        sitting.run(rng)
        assert sitting.failure is None
        eventually(lambda: "game_over" in receiver.told())
    client.close()


def test_a_tournament_comes_to_the_results_of_its_seeds(service: Service) -> None:
    """Bots of the service play a tournament, as they would without a store."""
    rng = Random(5)
    contest = begin(rng, Client(service.port), service.operate, 1)
    contest.end()
    contest.check(rng)
    contest.client.close()


def test_the_identity_is_at_the_master_of_the_first_bucket(service: Service, cluster: Cluster) -> None:
    """The installation is one key, which every process of the service has compared."""
    with connect(cluster.url) as redis:
        pool = cluster_of(redis)
        assert pool is not None
        assert ask(redis, ("HGET", INSTALLATION, "identity")) is not None
    client = Client(service.port)
    assert client.send("GET", "/readyz").json["checks"]["installation"] == "ok"
    client.close()
