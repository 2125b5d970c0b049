"""Two services side by side in one process, which differ in nothing but the games that are put into them.

Their clock stands still, the store's clock too, and what they draw by chance is the same in both. Whatever
they write to their logs is kept.
"""

import logging
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, fields
from functools import cache
from hashlib import sha1
from typing import Any, Final

import pytest
from redis import Redis

from app.observability.logs import JsonFormatter
from app.players.state import KeyScope
from app.service.game_decider import GameDecider
from app.store import client, durability, indexes, schedule
from app.store.append_options import Appended
from app.store.client import Script, connect, replies
from app.store.entry import START
from app.store.log import EventStore
from tests.api.helpers import Api, running
from tests.api.player_requests import Person, person
from tests.chance import Chance, draw_from
from tests.service.helpers import event_store
from tests.twins.lines import ENDS_MS, Line
from tests.twins.webhook_messages import Mail, hooked, mailing

PLAYERS: Final = 4
"""How many players sit at tables."""

KINDS: Final = (KeyScope.SPECTATE, KeyScope.ORGANISE, KeyScope.AUDIT)
"""The scopes of keys that belong to nobody at the table."""


_SERVER_TIME: Final = re.compile(rb"server_time_usec:\d+")
_DECIDER: Final = GameDecider(notify_bots=True, receipt_key=lambda time: None)


class Lines(logging.Handler):
    """Keeps what was logged, each line as it would have been written."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(JsonFormatter())
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        # A watch complains whenever its store is late, those of services that other tests left behind, too.
        if record.name != "app.watch":
            self.kept.append(self.format(record))

    def take(self) -> list[str]:
        """Return what was logged since the last call."""
        taken, self.kept = self.kept, []
        return taken


@dataclass
class World:
    """One of the two services: its API, the store that games are written into, its players."""

    api: Api
    store: EventStore
    seated: tuple[Person, ...]
    others: dict[KeyScope, Person]
    chance: Chance
    log: Lines
    mail: Mail
    kept: dict[bytes, bytes] = field(default_factory=dict)

    def clear(self) -> None:
        """The store holds nothing but the players."""
        redis = self.api.redis
        self.kept = self.kept or {key: redis.dump(key) or b"" for key in redis.scan_iter("*")}
        with redis.pipeline() as pipe:
            pipe.flushdb()
            for key, data in self.kept.items():
                pipe.restore(key, 0, data)
            pipe.execute()

    def hold(self, line: Line) -> None:
        """The store has this game, and that which it comes from."""
        if line.parent is not None:
            self.hold(line.parent)
        for ply in range(1, len(line.told) + 1):
            self.add(line, ply)

    def add(self, line: Line, ply: int) -> None:
        """The store has entry `ply` of this game too."""
        entry, before = line.told[ply - 1], line.before(ply)
        options_made = _DECIDER.options(before, entry.after, None, entry.command)
        options = {item.name: getattr(options_made, item.name) for item in fields(options_made)}
        assert isinstance(self.store.append(entry.entry, after=before or START, **options), Appended)


@dataclass
class Worlds:
    """Both services."""

    one: World
    other: World
    codes: set[str] = field(default_factory=set)

    @property
    def players(self) -> tuple[str, ...]:
        """The ids of those who sit at tables, the same in both."""
        return tuple(each.id for each in self.one.seated)

    def both(self) -> tuple[World, World]:
        return self.one, self.other

    def clear(self) -> None:
        """Both stores hold nothing but the players."""
        for world in self.both():
            world.clear()


@contextmanager
def worlds(url: str) -> Iterator[Worlds]:
    """Both services, over two databases of the store at `url`."""
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        chance, log = Chance(), Lines()
        _stand_still(patch)
        draw_from(chance, patch)
        stack.enter_context(_heard(log))
        one, other = (stack.enter_context(_world(f"{url}?db={number}", chance, log)) for number in (5, 6))
        yield Worlds(one, other)


@contextmanager
def _world(url: str, chance: Chance, log: Lines) -> Iterator[World]:
    with running(url) as api, connect(url) as redis, mailing(api, url) as mail:
        redis.flushdb()
        api.parts.service.presence.presence.grace_ms = 0  # nobody stays longer in one world
        chance.begin("players")
        seated, others = _people(api)
        yield World(api, event_store(redis), seated, others, chance, log, mail)


def _people(api: Api) -> tuple[tuple[Person, ...], dict[KeyScope, Person]]:
    """The players of a service and their keys."""
    seated = tuple(person(api, f"Lupe {number}") for number in range(PLAYERS))
    for player in seated:
        hooked(player)
    others = {}
    for scope in KINDS:
        made = person(api, f"Ana {scope}")
        if scope is not KeyScope.SPECTATE:
            api.players.grant(made.id, scope)
        others[scope] = made.with_scopes(str(scope))
    return seated, others


def _stand_still(patch: pytest.MonkeyPatch) -> None:
    """It is always the same time, here and in the store."""
    patch.setattr(time, "time", lambda: ENDS_MS / 1000)
    patch.setattr(time, "time_ns", lambda: ENDS_MS * 1_000_000)
    now = (str(ENDS_MS // 1000).encode(), b"0")
    read = client.script

    @cache
    def still(name: str) -> Script:
        text = read(name).text.replace(b"redis.call('TIME')", b"{'%s', '0'}" % now[0])
        return Script(text, sha1(text, usedforsecurity=False).hexdigest())

    patch.setattr(client, "script", still)
    for module in (indexes, schedule):
        patch.setattr(module, "ask_all", _answering(module.ask_all, now))
    patch.setattr(durability, "replies", _informing(replies))


def _answering(ask_all: Callable[..., list[Any]], now: tuple[bytes, bytes]) -> Callable[..., list[Any]]:
    def asked(redis: Redis, commands: Sequence[Any], *more: Any) -> list[Any]:
        answer = ask_all(redis, commands, *more)
        return [
            now if command == ("TIME",) else value for command, value in zip(commands, answer, strict=True)
        ]

    return asked


def _informing(ask: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
    """The replies, of which INFO has the same time always."""
    still = b"server_time_usec:%d" % (ENDS_MS * 1000)

    def asked(redis: Redis, commands: Sequence[Any]) -> list[Any]:
        answer = ask(redis, commands)
        return [_SERVER_TIME.sub(still, value) if isinstance(value, bytes) else value for value in answer]

    return asked


@contextmanager
def _heard(log: Lines) -> Iterator[None]:
    root = logging.getLogger()
    level = root.level
    root.addHandler(log)
    root.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        root.removeHandler(log)
        root.setLevel(level)
