"""Validation of rules sheets over HTTP: canonical form and hash."""

from collections.abc import Mapping
from typing import Any

from flask import request

from app.api.refusals import CONFIGURATION
from app.api.schemas import requests as shapes
from app.api.schemas.games import EqualsView, SheetView
from app.api.variants import sheet_body
from app.games.errors import ConfigRefused
from app.games.game import Game
from app.games.registry import game_in
from app.http import idempotency
from app.http.answers import JsonAnswer
from app.http.blueprint import Blueprint
from app.http.headers import in_languages, languages_asked


def blueprint() -> Blueprint:
    """Return the resource /v1/rules."""
    resource = Blueprint("rules", __name__, url_prefix="/v1/rules", description="Rules sheets: validate one")

    @resource.route("", methods=["POST"])
    @resource.arguments(shapes.LanguageQuery, location="query")
    @resource.arguments(shapes.RulesSchema)
    @resource.answers(200, SheetView)
    @resource.problems(*CONFIGURATION)
    def check(query: dict[str, Any], body: dict[str, Any]) -> JsonAnswer[SheetView]:
        """Check a rules sheet

        The answer shows the complete sheet of a variant with options, or of a custom sheet. Nothing is
        stored. Members that `rules` leaves out are taken from the variant that it names. Without one the
        sheet is of the game that has its members, and completed from mexican-2 with eight cards, or from
        caesars-holdem. `equals` names the variant and the options with the same rules, if there are any.
        """
        idempotency.key_of("anybody")  # validated only: nothing is stored
        game, rules = asked(body, body["options"])
        languages = languages_asked(request, query.get("lang"))
        recognised = game.recognised(rules)
        equals: EqualsView | None = (
            None if recognised is None else {"variant": recognised[0], "options": recognised[1]}
        )
        sheet: SheetView = {**sheet_body(game, rules, languages), "equals": equals}
        return in_languages(JsonAnswer(sheet), languages)

    return resource


def asked(body: Mapping[str, Any], options: Mapping[str, Any]) -> tuple[Game, Any]:
    """Return the game and the rules of a body: `rules`, or `variant` with `options`.

    Raises ConfigRefused.
    """
    game = game_in(body)
    if "rules" not in body:
        return game, game.sheet(body["variant"], options)
    if options:
        raise ConfigRefused("config_option", next(iter(options)))
    return game, game.custom(body["rules"])
