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

_MOVES: Final = "/v1/games/{game}/moves"
_SCHEMAS: Final = "#/components/schemas/"
_BY_GAME: Final = ("Move", "Sit", "View", "LegalView")
"""Schemas that differ by game; those of one game refer to no other."""


def with_games(whole: Json, examples: Mapping[str, Any]) -> Json:
    """Return the document `whole` of the usual game with the schemas of every other game.

    `examples` has examples by the name of their schema.
    """
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
    plain = dict(whole["components"]["schemas"])
    widened: Json = _widened(whole, choices)
    widened["components"]["schemas"] |= {name: plain[name] for name in _BY_GAME}
    for game in others:
        shown = document(game.name, "v1", [_resource(game)])
        own = _own(shown["components"]["schemas"], game.prefix, plain)
        for name in examples.keys() & own.keys():
            own[name]["examples"] = [examples[name]]
        widened["components"]["schemas"] |= own
        _examples_of(widened)["examples"] |= {
            f"{game.name}_{kind}": _examples_of(shown)["examples"][kind] for kind in game.command_shapes
        }
        widened["tags"] += shown["tags"]
    return widened


def _own(schemas: Json, prefix: str, plain: Json) -> Json:
    """Return those of `schemas` that are of the game of `prefix` alone.

    They refer to the schemas `plain` of the usual game where theirs are the same, as for `ready`.
    """
    own = {name: schema for name, schema in schemas.items() if name.startswith(prefix)}
    same = {name: usual for name in own if own[name] == plain.get(usual := name.removeprefix(prefix))}
    references = {f"{_SCHEMAS}{name}": f"{_SCHEMAS}{usual}" for name, usual in same.items()}
    return {name: _referring(schema, references) for name, schema in own.items() if name not in same}


def _referring(node: Any, references: Mapping[str, str]) -> Any:
    """Return `node` with other references."""
    if isinstance(node, dict):
        return {name: _referring(inner, references) for name, inner in node.items()}
    if isinstance(node, list):
        return [_referring(inner, references) for inner in node]
    return references.get(node, node) if isinstance(node, str) else node


def _examples_of(whole: Json) -> Json:
    """Return the part of the document about the body of a command."""
    content: Json = whole["paths"][_MOVES]["post"]["requestBody"]["content"]["application/json"]
    return content


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
