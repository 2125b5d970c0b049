"""Participants of tournaments: a new strategy for every game and seat, from each kind of description.

A participant is described by its `name` and one of: `bot`, the name of a bot of the service, with `nodes` or
`milliseconds` for each decision; `python`, a Python object (`app.bots.external.objects`); `command`, a
program (`app.bots.external.programs`); `player`, the id of a player over HTTP, which is not opened here.

The version of a bot that is local code is the hash of its files. A manifest read from disk contains it, so
that another bot under the same name makes another tournament, and a file that changes during a tournament is
detected before it decides.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from hashlib import sha256
from pathlib import Path
from shutil import which
from typing import Any, Final
from weakref import WeakSet

from app.bots.errors import EntrantRefused
from app.bots.external import objects
from app.bots.external.limits import ParticipantLimits
from app.bots.external.programs import Program
from app.bots.roster import bots_of, made
from app.bots.strategy import Strategy
from app.games.registry import USUAL

_HASHED: Final = "sha256:"
_DIGITS: Final = 16


def version(entrant: Mapping[str, Any], folder: Path) -> str | None:
    """Return the version of a participant by `python` or `command`; None if no file of it is in `folder`."""
    files = list(_files(entrant, folder))
    combined = sha256()
    for file in files:
        combined.update(sha256(file.read_bytes()).digest())
    return _HASHED + combined.hexdigest()[:_DIGITS] if files else None


def check(entrant: Mapping[str, Any], folder: Path) -> None:
    """Raise EntrantRefused if the participant has a hash and it does not match."""
    declared = str(entrant.get("version", ""))
    if (
        declared.startswith(_HASHED)
        and len(declared) == len(_HASHED) + _DIGITS
        and declared != version(entrant, folder)
    ):
        sentence = "Its files are others than when the tournament began."
        raise EntrantRefused("entrant_changed", "version", sentence)


def _files(entrant: Mapping[str, Any], folder: Path) -> Iterator[Path]:
    """Yield the files that a participant names: that of its object, or every word of its command that is a
    file.
    """
    words = [entrant["python"].rpartition(":")[0]] if "python" in entrant else entrant.get("command", ())
    for word in words:
        path = folder / word
        if word and path.is_file():
            yield path


Factory = Callable[[], Strategy]


class ParticipantKind(StrEnum):
    """Kind of a participant; the value is the field that determines it."""

    BOT = "bot"
    PYTHON = "python"
    COMMAND = "command"
    PLAYER = "player"


LOCAL: Final = frozenset({ParticipantKind.PYTHON, ParticipantKind.COMMAND})
"""Kinds that run code of this machine, which only its command line may name."""

_BUDGETS: Final = ("nodes", "milliseconds")
_FIELDS: Final = {"name", "version", *ParticipantKind, *_BUDGETS}
_MOST_WORDS, _MOST_LETTERS, _MOST_BUDGET = 64, 4096, 10_000_000


def kind_of(entrant: Mapping[str, Any], *, local: bool, play: str = USUAL) -> ParticipantKind:
    """Return the kind of a participant in the game `play`. Raises EntrantRefused for an invalid description.

    Without `local` it may name no code of this machine.
    """
    kinds = [kind for kind in ParticipantKind if kind in entrant]
    if len(kinds) != 1 or set(entrant) - _FIELDS:
        raise EntrantRefused(
            "entrant_malformed", "", "An entrant has a name and one of " + ", ".join(ParticipantKind) + "."
        )
    (kind,) = kinds
    if kind in LOCAL and not local:
        sentence = "Only the command line may name a path or a command."
        raise EntrantRefused("entrant_local_only", kind, sentence)
    _check_value(kind, entrant[kind], play)
    _check_budget(kind, entrant, play)
    return kind


def _check_value(kind: ParticipantKind, value: Any, play: str) -> None:
    words = value if kind is ParticipantKind.COMMAND else [value]
    several = isinstance(words, (list, tuple)) and 0 < len(words) <= _MOST_WORDS
    if not several or not all(isinstance(word, str) and 0 < len(word) <= _MOST_LETTERS for word in words):
        expected = "a list of texts" if kind is ParticipantKind.COMMAND else "a text"
        raise EntrantRefused("entrant_malformed", kind, f"{kind} is {expected}.")
    if any("\0" in word for word in words):
        raise EntrantRefused("entrant_malformed", kind, f"{kind} holds a character that no text has.")
    bots = bots_of(play)
    if kind is ParticipantKind.BOT and value not in bots:
        raise EntrantRefused("entrant_unknown_bot", kind, f"No bot is called {value}: {', '.join(bots)}.")


def _check_budget(kind: ParticipantKind, entrant: Mapping[str, Any], play: str) -> None:
    budgets = [name for name in _BUDGETS if entrant.get(name) is not None]
    if len(budgets) > 1 or (budgets and kind is not ParticipantKind.BOT):
        why = "A bot of the service has nodes or milliseconds."
        raise EntrantRefused("entrant_malformed", budgets[0], why)
    for name in budgets:
        value = entrant[name]
        if not isinstance(value, int) or isinstance(value, bool) or not 0 < value <= _MOST_BUDGET:
            raise EntrantRefused("entrant_malformed", name, f"{name} is a number from 1 to {_MOST_BUDGET}.")
        try:
            _of_the_house(entrant, play)()
        except ValueError as problem:
            raise EntrantRefused("entrant_malformed", name, f"{problem}.") from None


@contextmanager
def opened(
    entrant: Mapping[str, Any],
    folder: Path | None = None,
    limits: ParticipantLimits | None = None,
    *,
    play: str = USUAL,
) -> Iterator[Factory]:
    """Provide a factory of strategies for seats in games of `play`. Raises EntrantRefused if there is none.

    Paths are relative to `folder`. A strategy raises EntrantFailed if it does not decide within `limits`,
    after a restart. A program ends when its strategy is garbage-collected, or at the end of the block.
    """
    kind = kind_of(entrant, local=True, play=play)
    if kind in LOCAL:
        check(entrant, folder or Path())
    seated = WeakSet[Program]()
    try:
        yield _factory(kind, entrant, folder, limits or ParticipantLimits(), seated, play)
    finally:
        for program in list(seated):
            program.close()


def _factory(
    kind: ParticipantKind,
    entrant: Mapping[str, Any],
    folder: Path | None,
    limits: ParticipantLimits,
    seated: WeakSet[Program],
    play: str,
) -> Factory:
    if kind is ParticipantKind.PLAYER:
        raise EntrantRefused("entrant_malformed", kind, "A player is asked over HTTP.")
    if kind is ParticipantKind.PYTHON:
        return objects.factory(entrant[kind], folder, limits)
    if kind is ParticipantKind.BOT:
        return _of_the_house(entrant, play)
    _check_program(entrant[kind][0], folder or Path())

    def program() -> Program:
        process = Program(tuple(entrant[kind]), folder, limits, play)
        seated.add(process)
        return process

    return program


def _check_program(name: str, folder: Path) -> None:
    """Raise EntrantRefused unless an executable of this name is in the folder or on the search path."""
    if which(str(folder / name) if os.sep in name else name) is None:
        sentence = f"{name} is no program that can be run here."
        raise EntrantRefused("entrant_not_found", ParticipantKind.COMMAND, sentence)


def _of_the_house(entrant: Mapping[str, Any], play: str) -> Factory:
    return partial(made, entrant["bot"], entrant.get("nodes"), entrant.get("milliseconds"), play=play)
