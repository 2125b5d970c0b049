"""Evenings at the service: tables against a bot, one after another, played over the API."""

from dataclasses import dataclass
from uuid import uuid4

from tests.server.helpers import eventually
from tests.web.service import Service


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table of an evening, and the token of its first seat."""

    game: str
    token: str


def evening(service: Service, tables: int) -> list[Sitting]:
    """Return so many tables of an evening, played to their ends."""
    made = service.game("mexican-2", options={"stake": 2}, evening="new")
    sittings = [Sitting(str(made["game"]), str(made["seats"][0]["token"]))]
    play(service, sittings[0].game, sittings[0].token)
    while len(sittings) < tables:
        before = sittings[-1]
        again = service.ask(f"/v1/games/{before.game}/rematch", {}, before.token)
        sittings.append(Sitting(str(again["game"]), str(again["token"])))
        play(service, sittings[-1].game, sittings[-1].token)
    return sittings


def play(service: Service, game: str, *tokens: str) -> None:
    """Play a game to its end: the seats of the tokens meld whatever they can."""

    def is_over() -> bool:
        for token in tokens:
            moves = service.ask(f"/v1/games/{game}/moves", key=token).get("moves", [])
            if moves:
                move = next((one for one in moves if one["type"] == "meld"), moves[0])
                service.ask(f"/v1/games/{game}/moves", move["example"], token, Idempotency_Key=str(uuid4()))
        return bool(service.ask(f"/v1/games/{game}", key=tokens[0])["status"] == "finished")

    eventually(is_over, 120)
