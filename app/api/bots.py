"""The bots of the service over HTTP, with their difficulty."""

from typing import Annotated, Any, TypedDict

from flask import request

from app.api.schemas import requests as shapes
from app.bots.roster import BOTS, Bot, Difficulty, bots_of
from app.games.registry import USUAL, game_of
from app.http.answers import JsonAnswer
from app.http.blueprint import Blueprint
from app.http.headers import FOR_NOW, in_languages, languages_asked
from app.i18n import Language, translations

_EXAMPLE = {
    "bot": "greedy",
    "difficulty": "normal",
    "sentence": {"en": BOTS["greedy"].sentence.text},
    "milliseconds": BOTS["greedy"].milliseconds,
}


class BotView(TypedDict):
    """A bot that a seat can be given to."""

    bot: Annotated[str, "The name that a seat is given to"]
    difficulty: Annotated[str, {"enum": [*map(str, Difficulty)]}]
    sentence: Annotated[dict[str, str], "How it plays, by language"]
    milliseconds: Annotated[int, "About how long it thinks where there is a choice"]


class BotsView(TypedDict):
    """All bots, the weakest first."""

    bots: list[BotView]


def blueprint() -> Blueprint:
    """Return the resource /v1/bots."""
    resource = Blueprint("bots", __name__, url_prefix="/v1/bots", description="The bots of the service")

    @resource.route("", methods=["GET"])
    @resource.arguments(shapes.BotsQuery, location="query")
    @resource.answers(200, BotsView, example={"bots": [_EXAMPLE]})
    def bots(query: dict[str, Any]) -> JsonAnswer[BotsView]:
        """List the bots, weakest first

        Texts are objects by language. `lang`, or else Accept-Language, may choose a language; then each text
        is in this language alone.
        """
        languages = languages_asked(request, query.get("lang"))
        play = game_of(query["variant"]).name if "variant" in query else USUAL
        body: BotsView = {"bots": [_row(name, bot, languages) for name, bot in bots_of(play).items()]}
        response = in_languages(JsonAnswer(body), languages)
        response.headers["Cache-Control"] = FOR_NOW
        return response

    return resource


def _row(name: str, bot: Bot, languages: tuple[Language, ...]) -> BotView:
    return {
        "bot": name,
        "difficulty": str(bot.difficulty),
        "sentence": translations(bot.sentence, *languages),
        "milliseconds": bot.milliseconds,
    }
