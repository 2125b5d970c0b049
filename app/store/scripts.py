"""The Lua scripts that run inside the store, found by hash and sent in full when it forgot them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha1
from importlib.resources import files
from typing import Any

from redis import Redis
from redis.exceptions import NoScriptError

from app.store.client import Command, ask, ask_all, tell

Argument = bytes | str | int


@dataclass(frozen=True, slots=True)
class Script:
    """The text of a script, and the SHA-1 of it by which the server knows it."""

    text: bytes
    sha: str


@cache
def script(name: str) -> Script:
    """The script in the file `name`.lua of this package."""
    text = files(__package__).joinpath("lua", f"{name}.lua").read_bytes()
    return Script(text, sha1(text, usedforsecurity=False).hexdigest())


def tell_script(redis: Redis, name: str, keys: Sequence[str], arguments: Sequence[Argument]) -> Any:
    """The reply of a script that runs at most once; errors as `client.tell`."""
    return _run(lambda command: tell(redis, command), name, keys, arguments)


def ask_script(redis: Redis, name: str, keys: Sequence[str], arguments: Sequence[Argument]) -> Any:
    """The reply of a script that is harmless when run twice; errors as `client.ask`."""
    return _run(lambda command: ask(redis, command), name, keys, arguments)


def ask_scripts(
    redis: Redis, name: str, calls: Sequence[tuple[Sequence[str], Sequence[Argument]]]
) -> list[Any]:
    """The replies of a script for the keys and arguments of each of `calls`, sent in one go.

    Each must be harmless when run twice; errors as `client.ask_all`.
    """
    wanted = script(name)
    rests = [(len(keys), *keys, *arguments) for keys, arguments in calls]
    if not rests:
        return []
    try:
        return ask_all(redis, [("EVALSHA", wanted.sha, *rest) for rest in rests])
    except NoScriptError:
        return ask_all(redis, [("EVAL", wanted.text, *rest) for rest in rests])


def _run(
    send: Callable[[Command], Any], name: str, keys: Sequence[str], arguments: Sequence[Argument]
) -> Any:
    wanted = script(name)
    rest = (len(keys), *keys, *arguments)
    try:
        return send(("EVALSHA", wanted.sha, *rest))
    except NoScriptError:
        # The cache is empty after a restart, a failover or SCRIPT FLUSH; nothing was run.
        return send(("EVAL", wanted.text, *rest))
