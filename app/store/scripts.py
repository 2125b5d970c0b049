"""Lua scripts that run in the store, called by hash and sent in full if the server does not know them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha1
from importlib.resources import files
from typing import Any

from redis import Redis
from redis.exceptions import NoScriptError

from app.store.client import ask, ask_all, tell
from app.store.connections import Command

Argument = bytes | str | int


@dataclass(frozen=True, slots=True)
class Script:
    """Text of a script and its SHA-1, by which the server knows it."""

    text: bytes
    sha: str


@cache
def script(name: str) -> Script:
    """Return the script in the file `name`.lua of this package."""
    text = files(__package__).joinpath("lua", f"{name}.lua").read_bytes()
    return Script(text, sha1(text, usedforsecurity=False).hexdigest())


def tell_script(
    redis: Redis,
    name: str,
    keys: Sequence[str],
    arguments: Sequence[Argument],
    send: Callable[[Command], Any] | None = None,
) -> Any:
    """Return the reply of a script that runs at most once; errors as `client.tell`.

    `send` sends the command, by default as `client.tell`.
    """
    return _run(send or (lambda command: tell(redis, command)), name, keys, arguments)


def ask_script(redis: Redis, name: str, keys: Sequence[str], arguments: Sequence[Argument]) -> Any:
    """Return the reply of a script that is harmless when run twice; errors as `client.ask`."""
    return _run(lambda command: ask(redis, command), name, keys, arguments)


def ask_scripts(
    redis: Redis,
    name: str,
    calls: Sequence[tuple[Sequence[str], Sequence[Argument]]],
    send: Callable[[Redis, Sequence[Command]], list[Any]] = ask_all,
) -> list[Any]:
    """Return the replies of a script for the keys and arguments of each of `calls`, sent together.

    Each must be harmless when run twice. `send` sends the commands; errors are its own.
    """
    lua = script(name)
    calls_arguments = [(len(keys), *keys, *arguments) for keys, arguments in calls]
    if not calls_arguments:
        return []
    try:
        return send(redis, [("EVALSHA", lua.sha, *rest) for rest in calls_arguments])
    except NoScriptError:
        return send(redis, [("EVAL", lua.text, *rest) for rest in calls_arguments])


def _run(
    send: Callable[[Command], Any], name: str, keys: Sequence[str], arguments: Sequence[Argument]
) -> Any:
    lua = script(name)
    rest = (len(keys), *keys, *arguments)
    try:
        return send(("EVALSHA", lua.sha, *rest))
    except NoScriptError:
        # The script cache is empty after a restart, a failover or SCRIPT FLUSH; nothing was run.
        return send(("EVAL", lua.text, *rest))
