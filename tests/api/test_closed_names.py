"""Names of closed players: nothing that is stored of them can be read, and their logs stay verifiable."""

import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from uuid import UUID

import pytest
from click.testing import CliRunner
from redis import Redis

from app.cli.players import closing
from app.games.codec import Json, Split
from app.players.decide import IsClosed, PlayerDecider
from app.players.directory import earlier_players
from app.players.service import Players, hash_of
from app.players.state import COMMON, Player
from app.service.aggregates import Aggregate, AggregateState
from app.service.entry_codec import sealed_entry
from app.service.event_log import EventLog
from app.service.signing import now_ms
from app.store.canonical import canonical, parse
from app.store.copying import parse_log, read_log, write
from app.store.encryption import StorageCipher
from app.store.entry import START, Entry, seal
from app.store.entry_format import decompressed, last_of_chain
from app.store.errors import StoreUnavailable, Unreadable
from app.store.indexes import WebhookIndex
from app.store.keys import GameId, LogKind, bucket, game_id_from, log_of, names_key, state_key
from app.store.log import EventStore
from app.store.player_index import PlayerIndex, PlayerList, PlayerPlace
from app.webhooks.service import Webhooks
from tests.api.helpers import Api, expect, refused
from tests.api.player_requests import Person, operator
from tests.service.helpers import KEYS, event_store
from tests.service.races import Raced
from tests.store.contents import contents

ONCE = {"Idempotency-Key": str(UUID(int=7, version=4))}
NAMES = ("xochitl primera", "xochitl segunda", "xochitl tercera")
LABELS = ("laptop amarilla", "tableta morada")
OLDER = game_id_from(b"a player of an earlier version".ljust(32), LogKind.PLAYER)


def readable(redis: Redis) -> bytes:
    """Return all bytes of the store in lower case, and those that the keys which are left decrypt."""
    stored = contents(redis)
    texts = list(flat([*stored, *(content for _, content, _ in stored.values())]))
    heads = (content for _, content, _ in stored.values() if isinstance(content, dict))
    own = [head[b"k"] for head in heads if b"k" in head]
    cipher = StorageCipher(KEYS.vault)
    ciphers = [cipher, *map(cipher.own, own)]
    for key, (kind, content, _) in stored.items():
        if kind == "stream" and key.endswith(b":ev"):
            log = log_of(key.decode())
            for name, fields in content:
                texts.append(decompressed(log, fields[b"z"]))
                texts += opened(ciphers, log, int(name.split(b"-")[0]), fields.get(b"o", fields.get(b"h")))
        if b":once:" in key:
            texts += map(inflated, opened(ciphers, key.decode().rpartition(":")[2], 0, content[16:]))
    return b"\n".join(texts).lower()


def flat(value: Any) -> Iterator[bytes]:
    """Yield the byte strings in a value of the store."""
    if isinstance(value, bytes):
        yield value
    elif isinstance(value, dict):
        yield from flat(list(value.items()))
    elif isinstance(value, list | tuple | set):
        for item in value:
            yield from flat(item)


def opened(ciphers: list[StorageCipher], place: str, ply: int, blob: bytes | None) -> list[bytes]:
    """Return what each cipher decrypts of a blob."""
    texts = []
    for cipher in ciphers if blob else []:
        with suppress(Unreadable):
            texts.append(cipher.open(place, ply, blob or b""))
    return texts


def inflated(text: bytes) -> bytes:
    """Return a stored answer as it was sent."""
    return zlib.decompress(text) if text else text


def left(redis: Redis) -> list[str]:
    """Return the names and labels that the store still has in some form."""
    everything = readable(redis)
    return [text for text in (*NAMES, *LABELS) if text.encode() in everything]


def xochitl(api: Api, keeper: Person) -> Person:
    """Return a player with several names and labels in its log, in the index and in repeated answers."""
    sent = {"name": "Xochitl Primera", "label": "Laptop Amarilla"}
    made = expect(api.client.post("/v1/players", json=sent, headers=ONCE), 201)
    player = Person(api, made["player"], made["key"])
    more = {"scopes": ["play"], "label": "Tableta Morada"}
    expect(player.post("/v1/players/me/keys", more, Idempotency_Key="more"), 201)
    for number, name in enumerate(("Xochitl Segunda", "Xochitl Tercera")):
        headers = keeper.headers(Idempotency_Key=f"rename-{number}")
        changed = {"name": name, "banned": bool(number)}
        for _ in range(2):
            answer = api.client.patch(f"/v1/operator/players/{player.id}", headers=headers, json=changed)
            assert expect(answer, 200)["name"] == name
    expect(keeper.patch(f"/v1/operator/players/{player.id}", {"banned": False}), 200)
    for _ in range(2):
        out = api.client.delete("/v1/players/me/keys", headers=player.headers(Idempotency_Key="out"))
        assert [key["label"] for key in expect(out, 200)["keys"]] == ["Laptop Amarilla", "Tableta Morada"]
    expect(keeper.patch(f"/v1/operator/players/{player.id}", {"banned": True}), 200)
    return player


def closed(api: Api, player: str) -> list[str]:
    """Return the lines that the operator's command prints."""
    webhooks = Webhooks(api.games.store, WebhookIndex(api.redis), KEYS.token, 10, now_ms)
    done = CliRunner().invoke(closing(lambda: (api.players, webhooks)), [player, "--yes"])
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


def test_after_closing_no_stored_byte_has_a_name_and_no_digest_has_changed(api: Api) -> None:
    keeper = operator(api)
    player = xochitl(api, keeper)
    store, log = api.games.store, GameId(player.id)
    assert left(api.redis) == [*NAMES, *LABELS]
    before = store.read(log)
    assert [parse(entry.public)["seals"] for entry in before] == [
        [[part.audience, seal(part.salt, part.body).hex()] for part in entry.parts] for entry in before
    ]
    assert len({part.salt for entry in before for part in entry.parts}) == 4
    assert not any(b"Xochitl" in entry.public or b"Morada" in entry.public for entry in before)
    expect(keeper.patch(f"/v1/operator/players/{player.id}", {"closed": True}), 200)
    assert left(api.redis) == []
    after = store.read(log)
    assert [(entry.public, entry.digest) for entry in after[:-1]] == [
        (entry.public, entry.digest) for entry in before
    ]
    assert [entry.parts for entry in after] == [()] * len(after)
    last = last_of_chain(api.redis, log)
    assert last is not None
    assert (last.ply, last.digest) == (len(before) + 1, after[-1].digest)
    assert expect(api.client.get(f"/v1/players/{player.id}"), 200)["name"] == player.id
    assert [line for line in closed(api, player.id) if "earlier version" in line] == []


def test_repeated_requests_of_a_closed_player_show_no_name(api: Api) -> None:
    keeper = operator(api)
    player = xochitl(api, keeper)
    expect(keeper.patch(f"/v1/operator/players/{player.id}", {"closed": True}), 200)
    sent = {"name": "Xochitl Primera", "label": "Laptop Amarilla"}
    refused(api.client.post("/v1/players", json=sent, headers=ONCE), 409, "player_closed")
    again = api.client.patch(
        f"/v1/operator/players/{player.id}",
        json={"name": "Xochitl Segunda", "banned": False},
        headers=keeper.headers(Idempotency_Key="rename-0"),
    )
    assert again.headers["Idempotent-Replay"] == "true"
    assert (expect(again, 200)["name"], again.get_json()["state"]) == (player.id, "closed")
    assert left(api.redis) == []


def players_over(store: EventStore) -> Players:
    return Players(store, lambda player, number: f"{player}.{number}", now_ms)


def registered(redis: Redis) -> tuple[Players, GameId]:
    """Return the players of a process, and one of them."""
    people = players_over(event_store(redis))
    log = game_id_from(b"somebody".ljust(32), LogKind.PLAYER)
    people.register(log, "Xochitl Primera", None, label="Laptop Amarilla")
    people.rename(log, "Xochitl Segunda")
    return people, log


def test_a_process_that_remembers_a_player_forgets_its_name(redis: Redis) -> None:
    people, log = registered(redis)
    cached: EventLog[AggregateState[Player]] = EventLog(
        event_store(redis), Aggregate(PlayerDecider(), lambda _: bytes(32)), now_ms, cached=4, milestones=4
    )
    first = cached.current(log).state
    assert (first.name, first.keys[0].label) == ("Xochitl Segunda", "Laptop Amarilla")
    people.close(log)
    now = cached.current(log).state
    assert (now.name, now.keys[0].label) == (log, None)
    earlier = cached.at(log, 1)
    assert earlier is not None
    assert (earlier.state.name, earlier.state.closed) == (log, None)
    assert "Xochitl" not in repr(cached.cache.get(log))


def test_a_closing_that_was_interrupted_before_its_entry_is_completed_by_another(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, log = registered(redis)
    with monkeypatch.context() as patch:
        patch.setattr(EventStore, "append", raising(StoreUnavailable("away")))
        with pytest.raises(StoreUnavailable):
            people.close(log)
    assert people.count(PlayerList.NAMED) == 0
    assert players_over(event_store(redis)).close(log).state.name == log
    assert left(redis) == []


def raising(error: Exception) -> Callable[..., Any]:
    def fail(*_: Any, **__: Any) -> Any:
        raise error

    return fail


def test_what_is_left_after_the_entry_of_a_closing_goes_when_it_is_repeated(redis: Redis) -> None:
    people, log = registered(redis)
    key = redis.hget(state_key(log), "k")
    people.close(log)
    PlayerIndex(redis).add({(PlayerList.NAMED, PlayerPlace("xochitl segunda", log))})
    redis.hset(state_key(log), "k", key)  # as a process of an earlier version leaves it
    assert left(redis) != []
    with pytest.raises(IsClosed):
        people.close(log)
    assert left(redis) == []


def test_a_rename_beside_a_closing_leaves_no_name(redis: Redis) -> None:
    people, log = registered(redis)
    done: list[int] = []

    def close_first(entry: Entry) -> None:
        if not done:
            done.append(people.close(log).ply)

    with pytest.raises(IsClosed):
        players_over(Raced(redis, close_first)).rename(log, "Xochitl Tercera")
    assert done == [3]
    assert left(redis) == []


def test_a_closing_beside_a_rename_leaves_no_name(redis: Redis) -> None:
    people, log = registered(redis)
    done: list[int] = []

    def rename_first(entry: Entry) -> None:
        if not done:
            done.append(people.rename(log, "Xochitl Tercera").ply)

    assert players_over(Raced(redis, rename_first)).close(log).ply == 4
    assert done == [3]
    assert left(redis) == []


def test_a_player_that_is_closed_while_the_clock_lists_it_is_not_listed_by_name(redis: Redis) -> None:
    people, log = registered(redis)

    def all_then_closed() -> Iterator[Player]:
        yield from list(people.all())
        people.close(log)

    earlier_players(all_then_closed, people.find, PlayerIndex(redis))()
    assert left(redis) == []


def test_a_copy_of_a_log_has_its_names_until_it_is_closed(redis: Redis) -> None:
    people, log = registered(redis)
    for name in ("Xochitl Segunda", log):
        copy = read_log(redis, log)
        assert copy is not None
        redis.flushall()
        write(redis, parse_log(copy.as_json()).commands(0))
        player = people.find(log)
        assert player is not None
        assert player.name == name
        if player.closed is None:
            people.close(log)
    assert left(redis) == []


def older(redis: Redis) -> Players:
    """Return players with one that an earlier version registered: its names are in the entry itself."""
    key: Json = {"hash": hash_of(f"{OLDER}.1"), "label": "Laptop Amarilla"}
    scopes = list(map(str, COMMON))
    command = {"type": "register", "player": OLDER, "name": "Xochitl Primera", **key}
    who = {"type": "registered", "player": OLDER, "name": "Xochitl Primera", "at": 1, "scopes": scopes}
    added = {"type": "key-added", "number": 1, "scopes": scopes, "at": 1, **key}
    halves = Split({"command": command, "events": [who, added]}, {})
    entry = sealed_entry(START, OLDER, 1, "player", halves, b"", canonical)
    store = event_store(redis)
    store.append(entry, after=START, status="player", live=False)
    return players_over(store)


def test_names_in_entries_of_earlier_versions_stay_there_and_closing_says_so(api: Api) -> None:
    people = older(api.redis)
    player = people.find(OLDER)
    assert player is not None
    assert (player.name, player.keys[0].label) == ("Xochitl Primera", "Laptop Amarilla")
    people.rename(OLDER, "Xochitl Segunda")
    assert left(api.redis) == [NAMES[0], NAMES[1], LABELS[0]]
    lines = closed(api, OLDER)
    assert any("earlier version" in line for line in lines)
    assert left(api.redis) == [NAMES[0], LABELS[0]]
    assert names_key(bucket(OLDER)).encode() not in contents(api.redis)
    public = expect(api.client.get(f"/v1/players/{OLDER}"), 200)
    assert public["name"] == OLDER
    last = last_of_chain(api.redis, OLDER)
    assert last is not None
    assert last.ply == 3
