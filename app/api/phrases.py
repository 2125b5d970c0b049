"""Phrases at a table over HTTP: a seat says one of a fixed set, those who see the table read it."""

from collections.abc import Iterator
from math import ceil
from typing import Annotated, Any, TypedDict

import orjson

from app.api.schemas import requests as shapes
from app.api.services import Service
from app.http import idempotency
from app.http.answers import JsonAnswer
from app.http.blueprint import KEY, SCOPES_TO_READ, SEAT, Blueprint
from app.http.errors import Problem
from app.http.streaming import StreamItem
from app.i18n import Message
from app.service.phrases import Phrase, StreamPhrases
from app.store.keys import GameId
from app.store.phrases import SaidPhrase, TooManyPhrases

_WAIT = Message("A seat may say six phrases in half a minute. Wait {seconds} s.")


class PhraseView(TypedDict):
    """A phrase that was said."""

    id: Annotated[str, "Names it: a stream may send it again after a cut"]
    seat: Annotated[int, "The number of the seat that said it"]
    phrase: Annotated[str, {"enum": [*map(str, Phrase)]}]
    time: Annotated[int, "When it was said, ms since 1970"]


class PhrasesView(TypedDict):
    """The phrases said at a table lately."""

    game: Annotated[str, "Its id"]
    phrases: Annotated[list[PhraseView], "In order; a phrase is kept for two minutes"]


_EXAMPLE: PhrasesView = {
    "game": "g-17…",
    "phrases": [{"id": "1790000000000-0", "seat": 1, "phrase": "good_luck", "time": 1_790_000_000_000}],
}


def blueprint(service: Service) -> Blueprint:
    """Return the resource of phrases."""
    resource = Blueprint(
        "phrases", __name__, url_prefix="/v1/games", description="Phrases: what seats say, from a fixed set"
    )

    @resource.route("/<game_id:game>/phrases", methods=["GET"])
    @resource.answers(200, PhrasesView, example=_EXAMPLE)
    @resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    def phrases(game: GameId) -> JsonAnswer[PhrasesView]:
        """List the phrases of the last two minutes

        Phrases are not part of the log. A stream of events with `phrases=1` sends each at once.
        """
        service.access.reader(service.games.current(game))
        recent = service.phrases.phrases.of(game)
        body: PhrasesView = {"game": game, "phrases": [*map(_view, recent)]}
        return JsonAnswer(body, headers={"Cache-Control": "no-store"})

    @resource.route("/<game_id:game>/phrases", methods=["POST"])
    @resource.arguments(shapes.PhraseSchema)
    @resource.answers(201, PhraseView)
    @resource.bearer(SEAT, KEY, scopes=("play",))
    @resource.problems("forbidden")
    def say_phrase(body: dict[str, Any], game: GameId) -> JsonAnswer[PhraseView]:
        """Say one of the fixed phrases

        All who see the table may read the phrase for two minutes, each in their own language. A seat may send
        six in half a minute.
        """
        actor = service.access.actor(game)
        seat = actor.seat
        if actor.position.table.places[seat].left:
            raise Problem("forbidden")
        name = idempotency.seed(f"phrase:{seat}.{actor.generation}").hex()[:32]

        def write() -> JsonAnswer[PhraseView]:
            try:
                phrase = service.phrases.phrases.say(game, name, seat, body["phrase"])
            except TooManyPhrases as problem:
                seconds = max(1, ceil(problem.seconds))
                detail = _WAIT.filled(seconds=seconds)
                raise Problem("rate_limited", detail, headers={"Retry-After": str(seconds)}) from None
            return JsonAnswer(_view(phrase), 201, {"Location": f"/v1/games/{game}/phrases"})

        return idempotency.idempotent(write)

    return resource


def news(phrases: StreamPhrases) -> Iterator[StreamItem]:
    """Yield the phrases that the stream has not sent yet."""
    for phrase in phrases.new():
        yield StreamItem("phrase", orjson.dumps({"phrase": _view(phrase)}))


def _view(phrase: SaidPhrase) -> PhraseView:
    return {"id": phrase.id, "seat": phrase.seat, "phrase": phrase.phrase, "time": phrase.time}
