"""Players and their API keys over HTTP."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from app.api.access import Caller, scope_missing
from app.api.schemas.players import (
    CODE,
    DeviceCodeView,
    KeySchema,
    KeysView,
    KeyView,
    MeView,
    NamedView,
    NamesQuery,
    NamesView,
    NameView,
    NewKeyView,
    PlayerView,
    RedeemSchema,
    RegisteredView,
    RegisterSchema,
    place_cursor,
)
from app.api.seat_owners import maker
from app.api.services import Service, secret
from app.http import idempotency
from app.http.answers import JsonAnswer
from app.http.blueprint import KEY, Blueprint
from app.http.credentials import API_KEY_PREFIX
from app.http.errors import Problem
from app.http.headers import next_page
from app.players.decide import CodeUsed, IsClosed, NoSuchKey, ScopeMissing, TooManyKeys, TooManyLiveKeys
from app.players.state import KeyScope, Player, PlayerKey
from app.service.aggregates import AggregateState
from app.service.log_decider import Accepted
from app.store.append_options import IdempotencyKey
from app.store.device_codes import VALID_MS, CodeHolder, read, shown
from app.store.keys import LogKind, game_id_from

_PLAYER = "p-0c1d2e3f4g5h6i7j8k9l0m1n"
_NO_USES: Final[Mapping[int, int]] = MappingProxyType({})
_REGISTERED = {
    "player": _PLAYER,
    "name": "Lupe",
    "since": 1_790_000_000_000,
    "bot": False,
    "owner": None,
    "scopes": ["play", "view", "spectate"],
    "key": f"{API_KEY_PREFIX}{_PLAYER}.1_...",
}
_KEY = {
    "number": 2,
    "prefix": f"{API_KEY_PREFIX}{_PLAYER}.2_",
    "scopes": ["view"],
    "label": "Phone",
    "made": 1_790_000_000_000,
    "used": 1_790_002_800_000,
    "revoked": None,
}
_CODE = {"code": CODE, "expires": 1_790_000_600_000}
_NEW_KEY = {**_KEY, "label": None, "used": None, "key": f"{API_KEY_PREFIX}{_PLAYER}.2_..."}


def blueprint(service: Service) -> Blueprint:
    """Return the resource of players and their API keys."""
    resource = Blueprint(
        "players", __name__, url_prefix="/v1/players", description="Players and their API keys"
    )
    _add_players(resource, service)
    _add_keys(resource, service)
    _add_changes(resource, service)
    _add_signing_out(resource, service)
    _add_codes(resource, service)
    return resource


def _add_players(resource: Blueprint, service: Service) -> None:
    @resource.route("", methods=["POST"])
    @resource.arguments(RegisterSchema)
    @resource.answers(201, RegisteredView, example=_REGISTERED)
    @resource.bearer(KEY, optional=True, scopes=("play",))
    @resource.problems("name_invalid", "quota_exceeded", "player_closed")
    def register(body: dict[str, Any]) -> JsonAnswer[RegisteredView]:
        """Register a player or a bot

        The answer has the first API key, which may play, view and spectate. A bot that is registered with the
        API key of another player belongs to that player. With an Idempotency-Key, a random UUID, one player
        is registered, however often the request is sent.
        """
        owner = maker(service) if body["bot"] else None
        players, new = service.players, game_id_from(idempotency.seed(owner), LogKind.PLAYER)
        service.owners.admit_registration(lambda: players.find(new))
        record = idempotency.record("register", idempotency.key_of(owner))
        try:
            accepted = players.register(new, body["name"], record, body["bot"], owner, body["label"])
        except IsClosed:
            raise Problem("player_closed") from None
        key = secret(service, players.text(new, 1), accepted.position.time)
        reply: RegisteredView = {**own_view(accepted.position.state), "key": key}
        location = {"Location": f"/v1/players/{new}"}
        return idempotency.replayed(JsonAnswer(reply, 201, location), accepted.replayed)

    @resource.route("", methods=["GET"])
    @resource.arguments(NamesQuery, location="query")
    @resource.answers(200, NamesView)
    @resource.problems("name_invalid")
    def names(query: dict[str, Any]) -> JsonAnswer[NamesView]:
        """Get the names of players, or the players of a name

        With `ids` the answer has those players; ids that belong to no player are left out. With `name` it has
        the players of this name, by id, but no banned ones; a page may have fewer than `limit`.
        """
        if "ids" in query:
            players = filter(None, map(service.players.find, dict.fromkeys(query["ids"].split(","))))
            return JsonAnswer({"players": list(map(_named, players))})
        page = service.players.named(query["name"], query["limit"], query.get("cursor"))
        following = None if page.next is None else place_cursor(page.next)
        response = JsonAnswer[NamesView]({"players": list(map(_named, page.players)), "next": following})
        return next_page(response, cursor=following)

    @resource.route("/<player_id:player>", methods=["GET"])
    @resource.answers(200, PlayerView)
    @resource.problems("not_found")
    def show(player: str) -> JsonAnswer[PlayerView]:
        """Get the public profile of a player

        The answer has the archived games of the player. `unrevealed` counts the games that are void because
        this player committed to entropy and did not reveal it in time (RULES 11.10).
        """
        player_found = service.players.find(player)
        if player_found is None:
            raise Problem("not_found")
        counts = service.counts(player)
        return JsonAnswer({**_public(player_found), "games": counts.games, "unrevealed": counts.unrevealed})

    @resource.route("/me", methods=["GET"])
    @resource.answers(200, MeView)
    @resource.bearer(KEY)
    def me() -> JsonAnswer[MeView]:
        """Get the player of the API key

        It needs an API key of any scope. The answer is the player that the key belongs to.
        """
        return JsonAnswer(own_view(service.access.identified().player))


def _add_keys(resource: Blueprint, service: Service) -> None:
    @resource.route("/me/keys", methods=["GET"])
    @resource.answers(200, KeysView, example={"keys": [_KEY]})
    @resource.bearer(KEY)
    def keys() -> JsonAnswer[KeysView]:
        """List the API keys of the player

        It needs an API key of any scope. The answer has the number and the scopes of each key, never its
        secret.
        """
        player = service.access.identified().player
        return JsonAnswer(_keys(player, service.uses.of(player.id)))

    @resource.route("/me/keys", methods=["POST"])
    @resource.arguments(KeySchema)
    @resource.answers(201, NewKeyView, example=_NEW_KEY)
    @resource.bearer(KEY, scopes=("play",))
    @resource.problems("key_limit", "quota_exceeded", "name_invalid")
    def add_key(body: dict[str, Any]) -> JsonAnswer[NewKeyView]:
        """Add an API key

        The new key has the scopes that the body names. The request needs a key with the scope `play`. The
        answer shows the secret of the new key; repetitions of the request show it for 24 hours.
        """
        caller = _keeper(service)
        requested = set(body["scopes"])
        scopes = tuple(str(scope) for scope in KeyScope if scope in requested)
        try:
            accepted = service.players.add_key(caller.player.id, scopes, _once(caller), body["label"])
        except ScopeMissing:
            raise scope_missing(
                *(missing for missing in KeyScope if missing in requested.difference(caller.player.scopes))
            ) from None
        except TooManyLiveKeys:
            raise service.owners.keys_exceeded() from None
        except TooManyKeys:
            raise Problem("key_limit") from None
        return _new_key(service, accepted)


def _add_changes(resource: Blueprint, service: Service) -> None:
    @resource.route("/me/keys/<ply:number>/rotate", methods=["POST"])
    @resource.answers(201, NewKeyView, example=_NEW_KEY)
    @resource.bearer(KEY, scopes=("play",))
    @resource.problems("key_limit")
    def rotate(number: int) -> JsonAnswer[NewKeyView]:
        """Replace an API key

        The old secret becomes invalid at once. The request needs a key with the scope `play`, or the key
        itself. A repetition with the same Idempotency-Key gets the same answer, although its key is no longer
        valid.
        """
        caller = _keeper(service, number, ended=True)
        try:
            accepted = service.players.rotate(caller.player.id, number, _once(caller))
        except NoSuchKey:
            raise Problem("not_found" if caller.key.revoked is None else "unauthenticated") from None
        except TooManyKeys:
            raise Problem("key_limit") from None
        return _new_key(service, accepted)

    @resource.route("/me/keys/<ply:number>", methods=["DELETE"])
    @resource.answers(200, KeysView, example={"keys": [_KEY]})
    @resource.bearer(KEY, scopes=("play",))
    def revoke(number: int) -> JsonAnswer[KeysView]:
        """Revoke an API key

        The key becomes invalid for good. The request needs a key with the scope `play`, or the key itself. A
        repetition with the same Idempotency-Key gets the same answer, although its key is no longer valid.
        """
        caller = _keeper(service, number, ended=True)
        try:
            accepted = service.players.revoke(caller.player.id, (number,), _once(caller))
        except NoSuchKey:
            raise Problem("not_found" if caller.key.revoked is None else "unauthenticated") from None
        return idempotency.replayed(JsonAnswer(_keys(accepted.position.state)), accepted.replayed)


def _add_signing_out(resource: Blueprint, service: Service) -> None:
    @resource.route("/me/keys", methods=["DELETE"])
    @resource.answers(200, KeysView, example={"keys": [_KEY]})
    @resource.bearer(KEY, scopes=("play",))
    def revoke_others() -> JsonAnswer[KeysView]:
        """Revoke all other API keys

        Every key of the player but that of the request becomes invalid for good.
        """
        caller = _keeper(service)

        def write() -> JsonAnswer[KeysView]:
            try:
                player = service.players.revoke_others(caller.player.id, caller.key.number)
            except NoSuchKey:
                raise Problem("unauthenticated") from None
            return JsonAnswer(_keys(player))

        def again() -> JsonAnswer[KeysView]:
            return JsonAnswer(_keys(service.access.identified().player))

        return idempotency.idempotent(write, again=again)


def _add_codes(resource: Blueprint, service: Service) -> None:
    @resource.route("/me/codes", methods=["POST"])
    @resource.answers(200, DeviceCodeView, example=_CODE)
    @resource.bearer(KEY, scopes=("play",))
    def add_code() -> JsonAnswer[DeviceCodeView]:
        """Make a code for another device

        The code is valid for ten minutes, once: it gives a key with the scopes of the key of this request,
        which must have the scope `play` and be valid at that time.
        """
        caller = _keeper(service)

        def write() -> JsonAnswer[DeviceCodeView]:
            until_ms = service.clock() + VALID_MS
            code = service.codes.make(CodeHolder(caller.player.id, caller.key.number, until_ms))
            return JsonAnswer({"code": shown(code), "expires": until_ms})

        return idempotency.idempotent(write)

    @resource.route("/codes/redeem", methods=["POST"])
    @resource.arguments(RedeemSchema)
    @resource.answers(201, RegisteredView, example=_REGISTERED)
    @resource.problems("code_invalid", "name_invalid", "key_limit", "quota_exceeded")
    def redeem(body: dict[str, Any]) -> JsonAnswer[RegisteredView]:
        """Get a key of a player by a code

        The answer has a new API key of the player who made the code. After five wrong tries a code is no
        longer valid.
        """
        return _redeemed(service, body)


def _redeemed(service: Service, body: Mapping[str, Any]) -> JsonAnswer[RegisteredView]:
    code = read(body["code"])
    holder = service.codes.holder(code) if code else None
    if code is None or holder is None:
        raise Problem("code_invalid")
    try:
        once = idempotency.record("redeem", idempotency.key_of(None))
        accepted = service.players.redeem(code, holder, once, body["label"])
    except (CodeUsed, NoSuchKey, IsClosed):
        raise Problem("code_invalid") from None
    except TooManyLiveKeys:
        raise service.owners.keys_exceeded() from None
    except TooManyKeys:
        raise Problem("key_limit") from None
    after = accepted.position.state
    text = secret(service, service.players.text(after.id, after.keys[-1].number), accepted.position.time)
    reply: RegisteredView = {**own_view(after), "key": text}
    return idempotency.replayed(JsonAnswer(reply, 201, {"Location": "/v1/players/me"}), accepted.replayed)


def _keeper(service: Service, number: int | None = None, *, ended: bool = False) -> Caller:
    """Return the caller that may change keys: with a key that can play, or the key to change itself."""
    caller = service.access.identified(ended=ended)
    if number == caller.key.number:
        return caller
    if caller.key.revoked is not None:
        raise Problem("unauthenticated")
    caller.needs(KeyScope.PLAY)
    return caller


def _once(caller: Caller) -> IdempotencyKey | None:
    """Return the idempotency record of a change to keys; each address and API key has its own."""
    return idempotency.record(idempotency.endpoint(caller.key.number), idempotency.key_of(caller.player.id))


def _new_key(service: Service, accepted: Accepted[AggregateState[Player]]) -> JsonAnswer[NewKeyView]:
    player, number = accepted.position.state, accepted.position.state.keys[-1].number
    text = secret(service, service.players.text(player.id, number), accepted.position.time)
    reply: NewKeyView = {**_key(player, player.keys[number - 1]), "key": text}
    location = {"Location": "/v1/players/me/keys"}
    return idempotency.replayed(JsonAnswer(reply, 201, location), accepted.replayed)


def _keys(player: Player, used: Mapping[int, int] = _NO_USES) -> KeysView:
    return {"keys": [_key(player, key, used.get(key.number)) for key in player.keys]}


def _key(player: Player, key: PlayerKey, used: int | None = None) -> KeyView:
    return {
        "number": key.number,
        "prefix": f"{API_KEY_PREFIX}{player.id}.{key.number}_",
        "scopes": list(player.allowed(key)),
        "label": key.label,
        "made": key.made,
        "used": used,
        "revoked": key.revoked,
    }


def _named(player: Player) -> NameView:
    return {"player": player.id, "name": player.name, "bot": player.bot, "since": player.since}


def _public(player: Player) -> NamedView:
    return {
        "player": player.id,
        "name": player.name,
        "since": player.since,
        "bot": player.bot,
        "owner": player.owner,
    }


def own_view(player: Player) -> MeView:
    """Return the public view with the scopes that the player may use now: none while it is banned."""
    return {**_public(player), "scopes": [] if player.banned is not None else list(player.scopes)}
