"""Data that an operator can read contains no hidden card: store, queue and log lines.

The operator may read all of Redis and every log, may hash whatever commands and parts could have been sent,
and knows no secret of the service.
"""

import hashlib
import logging
import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest
from redis import Redis

from app.games import shuffle
from app.http.idempotency import fingerprint
from app.service.entry_codec import Position
from app.service.job_queue import BOTS, PEOPLES, PLAY, JobQueue
from app.settings.settings import Settings
from app.store.canonical import canonical
from app.store.entry import HiddenPart
from app.store.entry_format import decompressed
from app.store.keys import GameId, log_of
from tests.api.helpers import Api, Table, expect
from workers.jobs import run
from workers.lanes import Lanes

CODE = re.compile(r"(?<![0-9A-Za-z])(?:(?:[1-9]|1[0-2])[OCEB]|[A2-9TJQK][dshc])(?![0-9A-Za-z])")
SEATS = "me open greedy"


def dumped(*urls: str) -> bytes:
    """Every key and every value of the stores, as bytes one after the other, compressed ones also open."""
    parts: list[bytes] = []
    for url in urls:
        with Redis.from_url(url) as redis:
            for key in redis.scan_iter():
                parts += [key, *_values(redis, key)]
    return b"\0".join([*parts, *_inflated(parts)])


def _values(redis: Any, key: bytes) -> Iterator[bytes]:
    kind = redis.type(key).decode()
    if kind == "string":
        yield redis.get(key)
    elif kind == "hash":
        for pair in redis.hgetall(key).items():
            yield from pair
    elif kind == "stream":
        yield from _streamed(redis, key)
    elif kind == "list":
        yield from redis.lrange(key, 0, -1)
    else:
        yield from redis.zrange(key, 0, -1) if kind == "zset" else redis.smembers(key)


def _streamed(redis: Any, key: bytes) -> Iterator[bytes]:
    """Every field of a stream; of a log the public parts also as they read."""
    for name, fields in redis.xrange(key):
        yield name
        for pair in fields.items():
            yield from pair
        if b"z" in fields:
            yield decompressed(log_of(key.decode()), fields[b"z"])


def _inflated(values: Iterable[bytes]) -> Iterator[bytes]:
    for value in values:
        try:
            yield zlib.decompress(value)
        except zlib.error:
            continue


def hidden_cards(position: Position) -> set[str]:
    """The cards in hands and in the stock."""
    hand = position.table.hand
    return {*(card for cards in hand.hands for card in cards), *hand.stock} if hand else set()


def hidden_parts(api: Api, game: GameId) -> list[HiddenPart]:
    """Every part that is sealed in the log of a game."""
    return [part for entry in api.games.entries(game, 0) for part in entry.parts]


def secrets_of(position: Position, parts: Iterable[HiddenPart]) -> dict[str, bytes]:
    """By a name every text that must stand nowhere."""
    key = bytes.fromhex(position.table.game_key)
    keys = [key, *(shuffle.deal_key(key, number) for number in (1, 2, 3))]
    keys += [shuffle.shuffle_key(hidden_key, [b""] * len(position.table.places)) for hidden_key in keys[1:]]
    keys += [part.salt for part in parts]
    secrets = {f"body {at}": part.body for at, part in enumerate(parts)}
    for at, secret_key in enumerate(keys):
        secrets |= {f"key {at} {form}": text for form, text in _forms(secret_key).items()}
    hand = position.table.hand
    for at, cards in enumerate((*hand.hands, hand.stock) if hand else ()):
        texts = (mark.join(cards).encode() for mark in ("", ",", " ", '","') if len(cards) > 2)
        secrets |= {f"cards {at} {n}": text for n, text in enumerate(texts)}
    return secrets


def _forms(data: bytes) -> dict[str, bytes]:
    return {"raw": data, "hex": data.hex().encode(), "base64": b64encode(data).rstrip(b"=")}


def hashes_of(table: Table, cards: Iterable[str], parts: Iterable[HiddenPart]) -> dict[str, bytes]:
    """By a name the hash of every command and part that names a hidden card, as it might have been stored."""
    commands: list[dict[str, Any]] = [{"type": "pass"}]
    for card in cards:
        commands += [{"type": "exchange", "card": card}, {"type": "keep", "discard": card}]
    hashes: dict[str, bytes] = {}
    for command in commands:
        mark = fingerprint("POST", f"{table.path}/moves", command)
        hashes |= {f"{command} {form}": text for form, text in _forms(mark).items()}
    for body in (*map(canonical, commands), *(part.body for part in parts)):
        for name in ("md5", "sha1", "sha256", "blake2b"):
            mark = hashlib.new(name, body).digest()[:16]
            hashes |= {f"{name} of {body!r} {form}": text for form, text in _forms(mark).items()}
    return hashes


def leaks(api: Api, table: Table, urls: Iterable[str]) -> list[str]:
    """Return what an operator finds out now about hidden cards, in words."""
    position = api.games.current(GameId(table.id))
    if position.table.is_over:
        return []
    seen, cards = dumped(*urls), hidden_cards(position)
    parts = hidden_parts(api, position.game)
    wanted = secrets_of(position, parts) | hashes_of(table, cards, parts)
    names = [name for name, text in wanted.items() if text in seen]
    return names + sorted(card for card in cards if f'"{card}"'.encode() in seen)


def play(api: Api, table: Table, urls: tuple[str, str], plies: int) -> Iterator[list[str]]:
    """Play with keys and a real worker; yield what leaks after every command, before and after its job."""
    chance, bell = Random(3), JobQueue(urls[1])
    jobs = {PLAY: Lanes(bell, [PEOPLES, BOTS], api.bots)}
    for number in range(plies):
        bell.enqueue(table.id)
        yield leaks(api, table, urls)
        run(Settings(redis_url=urls[0], queue_redis_url=urls[1]), once=True, jobs=jobs)
        seat = table.asked()
        if seat is None:
            return
        body = chance.choice(table.moves(seat))
        expect(table.post(seat, body, Idempotency_Key=f"key-{number}"), 200)
        yield leaks(api, table, urls)


@pytest.mark.parametrize("options", [{"exchange": True}, {"me_sirve": True}], ids=["exchange", "claims"])
def test_no_key_value_job_or_log_line_contains_a_hidden_card_at_any_ply(
    api: Api, redis_url: str, queue_redis_url: str, options: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    table = api.table(SEATS, "mexican-3", **options)
    looks = list(play(api, table, (redis_url, queue_redis_url), plies=14))
    assert len(looks) > 12
    assert not any(looks), next(filter(None, looks))
    position = api.games.current(GameId(table.id))
    assert not position.table.is_over
    printed = {card for line in caplog.messages for card in CODE.findall(line)}
    assert caplog.messages
    assert not printed & hidden_cards(position)
    assert position.table.game_key not in caplog.text
    assert not any(token in caplog.text for token in table.tokens.values())


@pytest.mark.parametrize("where", ["value", "hash", "job", "mark", "key"])
def test_the_search_for_hidden_cards_finds_a_planted_one(
    api: Api, redis_url: str, queue_redis_url: str, where: str
) -> None:
    table = api.table(SEATS, "mexican-3", exchange=True)
    urls = (redis_url, queue_redis_url)
    assert leaks(api, table, urls) == []
    card = sorted(hidden_cards(api.games.current(GameId(table.id))))[0]
    command = {"type": "exchange", "card": card}
    with Redis.from_url(queue_redis_url if where == "job" else redis_url) as redis:
        if where == "value":
            redis.set("cq:cached", canonical(command))
        elif where == "hash":
            redis.hset("cq:idem", "seat:0", hashlib.sha256(canonical(command)).digest()[:16] + b"7")
        elif where == "job":
            redis.hset("rq:job:x", "data", zlib.compress(canonical(command)))
        elif where == "mark":
            redis.zadd("cq:due", {fingerprint("POST", f"{table.path}/moves", command): 1})
        else:
            redis.sadd(api.games.current(GameId(table.id)).table.game_key, "1")
    assert leaks(api, table, urls)


def test_a_log_line_with_a_card_would_be_noticed() -> None:
    assert CODE.findall("seat 1 gives 10C, then 7h; not 7C1 or a7h, but (1O)") == ["10C", "7h", "1O"]
