"""Players over HTTP: registered, looked at, and their API keys."""

import hmac
from dataclasses import asdict
from hashlib import sha256
from typing import Any

import orjson
from flask import Response, request

from app.api import player_shapes as shapes
from app.api.access import Caller
from app.api.context import Service, here, once, uuid_key
from app.api.refusals import refused
from app.http.blueprint import Blueprint
from app.http.errors import Problem
from app.http.headers import JSON
from app.http.keys import PREFIX
from app.players.decide import NoSuchKey, ScopeMissing, TooManyKeys
from app.players.player import Key, Player, Scope
from app.store.keys import Kind, game_id_from, new_game_id

_PLAYER = "p-0c1d2e3f4g5h6i7j8k9l0m1n"
_REGISTERED = {
    "player": _PLAYER,
    "name": "Lupe",
    "since": 1_790_000_000_000,
    "scopes": ["play", "view", "spectate"],
    "key": f"{PREFIX}{_PLAYER}.1_...",
}
_KEY = {
    "number": 2,
    "prefix": f"{PREFIX}{_PLAYER}.2_",
    "scopes": ["view"],
    "made": 1_790_000_000_000,
    "revoked": None,
}
_NEW_KEY = {**_KEY, "key": f"{PREFIX}{_PLAYER}.2_..."}
_OWN = {401: "No API key, or one that is not valid"}
_KEEPING = _OWN | {403: "The key is not for playing, or may not do this", 404: "No such key of this player"}

blueprint = Blueprint("players", __name__, url_prefix="/v1/players", description="Players and their API keys")


@blueprint.route("", methods=["POST"])
@blueprint.arguments(shapes.RegisterSchema)
@blueprint.response(201, shapes.RegisteredView, example=_REGISTERED)
@refused(blueprint, {422: "The name cannot be used, or the Idempotency-Key was used for another player"})
def register(body: dict[str, Any]) -> Response:
    """Become a player. The answer holds the first API key, which can play, view and look on."""
    players, key = here().players, uuid_key(request)
    seed = hmac.digest(here().id_key, f"player\n{key}".encode(), sha256)
    new = new_game_id(kind=Kind.PLAYER) if key is None else game_id_from(seed, Kind.PLAYER)
    done = players.register(new, body["name"], once("register", key))
    made = {**_own(done.standing.state), "key": players.text(new, 1)}
    response = _answer(made, 201, done.replayed)
    response.headers["Location"] = f"/v1/players/{new}"
    return response


@blueprint.route("/<player_id:player>", methods=["GET"])
@blueprint.response(200, shapes.PlayerView)
@refused(blueprint, {404: "No such player"})
def show(player: str) -> Response:
    """A player as everybody sees it, with the games that are archived and what counts against the player.

    `unrevealed` counts the games that are void because this player committed to entropy and did not open it
    in time (RULES 11.10).
    """
    found = here().players.find(player)
    if found is None:
        raise Problem("not_found")
    return _answer({**_public(found), **asdict(here().counts(player))})


@blueprint.route("/me", methods=["GET"])
@blueprint.response(200, shapes.MeView)
@refused(blueprint, _OWN)
def me() -> Response:
    """The player whose API key this is."""
    return _answer(_own(_caller(here()).player))


@blueprint.route("/me/keys", methods=["GET"])
@blueprint.response(200, shapes.KeysView, example={"keys": [_KEY]})
@refused(blueprint, _OWN)
def keys() -> Response:
    """Every key of this player, without the secrets."""
    player = _caller(here()).player
    return _answer({"keys": [_key(player, key) for key in player.keys]})


@blueprint.route("/me/keys", methods=["POST"])
@blueprint.arguments(shapes.KeySchema)
@blueprint.response(201, shapes.NewKeyView, example=_NEW_KEY)
@refused(blueprint, _KEEPING | {409: "There are as many keys as there may be"})
def add_key(body: dict[str, Any]) -> Response:
    """One more key for some of what the player may do. Keys are kept with a key that can play."""
    service = here()
    player = _keeper(service).player.id
    asked = set(body["scopes"])
    scopes = tuple(str(scope) for scope in Scope if scope in asked)
    try:
        done = service.players.add_key(player, scopes, once("keys", uuid_key(request)))
    except ScopeMissing:
        raise Problem("scope_missing") from None
    except TooManyKeys:
        raise Problem("key_limit") from None
    return _new_key(service, done.standing.state, done.events[0].number, done.replayed)


@blueprint.route("/me/keys/<ply:number>/rotate", methods=["POST"])
@blueprint.response(201, shapes.NewKeyView, example=_NEW_KEY)
@refused(blueprint, _KEEPING | {409: "There were as many keys as there may ever be"})
def rotate(number: int) -> Response:
    """Another key in the place of this one, which ends at once. A key can rotate itself.

    With an Idempotency-Key, a random UUID, the same request is answered alike, though its key has ended.
    """
    service = here()
    caller = _keeper(service, number, ended=True)
    try:
        done = service.players.rotate(caller.player.id, number, once("keys", uuid_key(request)))
    except NoSuchKey:
        raise Problem("not_found" if caller.key.revoked is None else "unauthenticated") from None
    except TooManyKeys:
        raise Problem("key_limit") from None
    return _new_key(service, done.standing.state, done.events[0].number, done.replayed)


@blueprint.route("/me/keys/<ply:number>", methods=["DELETE"])
@blueprint.response(200, shapes.KeysView, example={"keys": [_KEY]})
@refused(blueprint, _KEEPING)
def revoke(number: int) -> Response:
    """End a key for good. A key can end itself."""
    service = here()
    player = _keeper(service, number).player.id
    try:
        after = service.players.revoke(player, (number,)).state
    except NoSuchKey:
        raise Problem("not_found") from None
    return _answer({"keys": [_key(after, key) for key in after.keys]})


def _caller(service: Service, *, ended: bool = False) -> Caller:
    caller = service.access.caller(ended=ended)
    if caller is None:
        raise Problem("unauthenticated")
    return caller


def _keeper(service: Service, number: int | None = None, *, ended: bool = False) -> Caller:
    """Whoever may change keys: one with a key that can play, or with the key that is changed."""
    caller = _caller(service, ended=ended)
    if number == caller.key.number:
        return caller
    if caller.key.revoked is not None:
        raise Problem("unauthenticated")
    caller.needs(Scope.PLAY)
    return caller


def _new_key(service: Service, player: Player, number: int, replayed: bool) -> Response:
    key = player.keys[number - 1]
    made = {**_key(player, key), "key": service.players.text(player.id, number)}
    return _answer(made, 201, replayed)


def _key(player: Player, key: Key) -> dict[str, Any]:
    return {
        "number": key.number,
        "prefix": f"{PREFIX}{player.id}.{key.number}_",
        "scopes": list(player.allowed(key)),
        "made": key.made,
        "revoked": key.revoked,
    }


def _public(player: Player) -> dict[str, Any]:
    return {"player": player.id, "name": player.name, "since": player.since}


def _own(player: Player) -> dict[str, Any]:
    return {**_public(player), "scopes": list(player.scopes)}


def _answer(body: Any, status: int = 200, replayed: bool = False) -> Response:
    response = Response(orjson.dumps(body), status, content_type=JSON)
    if replayed:
        response.headers["Idempotent-Replay"] = "true"
    return response
