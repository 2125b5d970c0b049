"""The bots of the service over HTTP, with their difficulty."""

from typing import Any

import orjson
from flask import Response, request
from marshmallow import Schema, fields

from app.api.parameters import in_languages, languages_asked
from app.api.schemas import requests as shapes
from app.bots.roster import BOTS, Difficulty
from app.http.blueprint import Blueprint
from app.http.headers import FOR_NOW, JSON
from app.i18n import Language, translations

_EXAMPLE = {
    "bot": "greedy",
    "difficulty": "normal",
    "sentence": {"en": BOTS["greedy"].sentence.text},
    "milliseconds": BOTS["greedy"].milliseconds,
}

blueprint = Blueprint("bots", __name__, url_prefix="/v1/bots", description="The bots of the service")


class BotView(Schema):
    """A bot that a seat can be given to."""

    bot = fields.String(required=True, metadata={"description": "The name that a seat is given to"})
    difficulty = fields.String(required=True, metadata={"enum": [*map(str, Difficulty)]})
    sentence = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "How it plays, by language"},
    )
    milliseconds = fields.Integer(
        required=True,
        metadata={"description": "About how long it thinks where there is a choice"},
    )


class BotsView(Schema):
    """All bots, the weakest first."""

    bots = fields.List(fields.Nested(BotView), required=True)


@blueprint.route("", methods=["GET"])
@blueprint.arguments(shapes.LanguageQuery, location="query")
@blueprint.response(200, BotsView, example={"bots": [_EXAMPLE]})
def bots(query: dict[str, Any]) -> Response:
    """List the bots, weakest first

    Texts are objects by language. `lang`, or else Accept-Language, may choose a language; then each
    text is in this language alone.
    """
    languages = languages_asked(request, query.get("lang"))
    body = {"bots": [_row(name, languages) for name in BOTS]}
    response = in_languages(Response(orjson.dumps(body), content_type=JSON), languages)
    response.headers["Cache-Control"] = FOR_NOW
    return response


def _row(name: str, languages: tuple[Language, ...]) -> dict[str, Any]:
    bot = BOTS[name]
    return {
        "bot": name,
        "difficulty": str(bot.difficulty),
        "sentence": translations(bot.sentence, *languages),
        "milliseconds": bot.milliseconds,
    }
