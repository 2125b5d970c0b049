"""OpenAPI document of several games: the usual game has plain names, each other one a tag and a prefix."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Response

from app.api.schemas.commands import move_schema_type, sit_schema_type
from app.api.schemas.games import view_schema
from app.api.schemas.logs import legal_schema
from app.games.game import Game
from app.games.registry import GAMES, USUAL
from app.http.blueprint import Blueprint, document

Json = dict[str, Any]

_SCHEMAS: Final = "#/components/schemas/"
_BY_GAME: Final = ("Move", "Sit", "View", "LegalView")
"""Schemas that differ by game; those of one game refer to no other."""


def with_games(whole: Json) -> Json:
    """Return the document `whole` of the usual game with the schemas of every other game."""
    others = [game for name, game in GAMES.items() if name != USUAL]
    if not others:
        return whole
    choices = {
        f"{_SCHEMAS}{name}": [f"{_SCHEMAS}{game.prefix}{name}" for game in others] for name in _BY_GAME
    }
    tags = [game.name for game in others]
    for path in whole["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict) and _refers(operation.get("requestBody"), choices):
                operation["tags"] = [*operation["tags"], *tags]
    plain = {name: whole["components"]["schemas"][name] for name in _BY_GAME}
    widened: Json = _widened(whole, choices)
    widened["components"]["schemas"] |= plain
    for game in others:
        shown = document(game.name, "v1", [_resource(game)])
        own = {
            name: schema
            for name, schema in shown["components"]["schemas"].items()
            if name.startswith(game.prefix)
        }
        widened["components"]["schemas"] |= own
        widened["tags"] += shown["tags"]
    return widened


def _refers(node: object, choices: Mapping[str, list[str]]) -> bool:
    """Return whether `node` has a reference to a schema that differs by game."""
    if isinstance(node, dict):
        return node.get("$ref") in choices or any(_refers(inner, choices) for inner in node.values())
    return isinstance(node, list) and any(_refers(inner, choices) for inner in node)


def _widened(node: Any, choices: Mapping[str, list[str]]) -> Any:
    """Return `node` with a choice of the schemas of all games for each reference to one that differs."""
    if isinstance(node, list):
        return [_widened(inner, choices) for inner in node]
    if not isinstance(node, dict):
        return node
    reference = str(node.get("$ref"))
    if reference in choices:
        rest = {name: inner for name, inner in node.items() if name != "$ref"}
        return {**rest, "anyOf": [{"$ref": each} for each in (reference, *choices[reference])]}
    return {name: _widened(inner, choices) for name, inner in node.items()}


def _resource(game: Game) -> Blueprint:
    """Return a resource that has the schemas of `game`; only its document is used."""
    resource = Blueprint(
        game.name, __name__, url_prefix="/v1/games", description=f"Commands and views of {game.name}"
    )

    @resource.route("/<game_id:game>/moves", methods=["POST"])
    @resource.arguments(move_schema_type(game))
    @resource.response(200, view_schema(game))
    def move(body: Json, game: str) -> Response:
        """Send a command"""
        raise NotImplementedError

    @resource.route("/<game_id:game>/seats", methods=["POST"])
    @resource.arguments(sit_schema_type(game))
    @resource.response(201, legal_schema(game))
    def sit(body: Json, game: str) -> Response:
        """Take a seat"""
        raise NotImplementedError

    return resource
