"""Forgeries of a tournament's log, with all digests and seals computed again.

A log is split into steps, altered, decided again where the rules decide it, and written as the service writes
it. The audit must find each forgery, or the way must be in `SILENT` with the reason why no game can show it;
and even then it must state nothing false about a game (`untrue`).
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Final

from app.store.canonical import parse
from tests.tournament import forged_commands, forged_reports
from tests.tournament.log_steps import Json, Steps, Way, taken_apart, written
from tests.verifier.dispute_forging import other, places
from tests.verifier.tampered import Unfit


def _documents(steps: Steps) -> list[Json]:
    return [{"command": step.command, "events": step.events, "actor": step.actor} for step in steps]


def _member(rng: Random, steps: Steps) -> Steps:
    """Change any member."""
    every = _documents(steps)
    box, key = rng.choice([place for place in places(every) if place[1] not in ("type", "command", "events")])
    box[key] = other(rng, box[key], every)
    return _same(steps, every)


def _alike(rng: Random, steps: Steps) -> Steps:
    """Change all members of one name and value in the same way."""
    every = _documents(steps)
    named = [
        (box, key) for box, key in places(every) if isinstance(box, dict) and key not in ("type", "command")
    ]
    box, key = rng.choice(named)
    old, new = deepcopy(box[key]), other(rng, box[key], every)
    for container, name in named:
        if name == key and container.get(name) == old:
            container[name] = deepcopy(new)
    return _same(steps, every)


def _missing(rng: Random, steps: Steps) -> Steps:
    every = _documents(steps)
    box, key = rng.choice(
        [place for place in places(every) if place[1] not in ("type", "command", "events", "actor")]
    )
    del box[key]
    return _same(steps, every)


def _stray(rng: Random, steps: Steps) -> Steps:
    every = _documents(steps)
    boxes = [box[key] for box, key in places(every) if isinstance(box[key], dict)]
    rng.choice(boxes).setdefault(
        rng.choice(("text", "version", "owner", "at", "game", "x", "v")), rng.choice((None, 1, True, "", []))
    )
    return _same(steps, every)


def _same(steps: Steps, every: Sequence[Json]) -> Steps:
    return [
        replace(step, command=each["command"], events=each["events"], actor=each["actor"])
        for step, each in zip(steps, every, strict=True)
    ]


WAYS: Final[Mapping[str, Way]] = MappingProxyType(
    {
        "order": forged_reports.order,
        "doubled": forged_reports.doubled,
        "again": forged_reports.again,
        "not_waiting": forged_reports.not_waiting,
        "altered": forged_reports.altered,
        "exchanged": forged_reports.exchanged,
        "failed": forged_reports.failed,
        "put_out": forged_reports.put_out,
        "walked": forged_reports.walked,
        "by_another": forged_commands.by_another,
        "repeated": forged_commands.repeated,
        "cut": forged_commands.cut,
        "longer": forged_commands.longer,
        "decks": forged_commands.decks,
        "entrant": forged_commands.entrant,
        "rules": forged_commands.rules,
        "schedule": forged_commands.schedule,
        "split": forged_reports.split,
        "swapped": forged_commands.swapped,
        "later": forged_commands.later,
        "moment": forged_commands.moment,
        "dropped": forged_reports.dropped,
        "unsaid": forged_commands.unsaid,
        "organised": forged_commands.organised,
        "worded": forged_commands.worded,
        "owned": forged_commands.owned,
        "named": forged_commands.named,
        "bots": forged_commands.bots,
        "chance": forged_commands.chance,
        "pairs": forged_commands.pairs,
        "seeded": forged_commands.seeded,
        "version": forged_commands.version,
        "edition": forged_commands.edition,
        "member": _member,
        "alike": _alike,
        "missing": _missing,
        "stray": _stray,
    }
)
"""The ways to forge the log of a tournament."""

_TIMES: Final = "no game says when its result was reported"
_WHOSE: Final = "no game says who organises, or what an organiser did"
_PLAN: Final = (
    "of the manifest, games show the rules and who sat where, and the pairings follow from the rest"
)
_ANY: Final = "the member may be one of those that other ways alter"

SILENT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "split": "a game does not say with which others it was reported",
        "swapped": "a game does not say before which others it was reported, or when somebody spoke",
        "later": _TIMES,
        "moment": _TIMES,
        "dropped": "a game that was played and not reported before an abort or a forfeit never counts",
        "unsaid": _WHOSE,
        "organised": _WHOSE,
        "worded": "the result of a game that was not played is the word of the organiser",
        "owned": _WHOSE,
        "named": _PLAN,
        "bots": "a game names its bots as the entrants are called, and no audit asks a bot again",
        "chance": "no audit asks a bot again",
        "pairs": _PLAN,
        "seeded": "no game says who drew the seeds",
        "version": "a log without a version is one of old, whose reports stand in any order",
        "edition": "a tournament of which no game was played shows no edition of the rulebook",
        "member": _ANY,
        "alike": _ANY,
        "missing": _ANY,
        "stray": _ANY,
    }
)
"""The ways that need not be found, and why no game can show them."""


def forged(rng: Random, way: str, record: bytes) -> bytes:
    """Return the record of a tournament, forged in one way. Raises Unfit if it cannot be changed."""
    steps = taken_apart(record)
    try:
        made = written(parse(record.splitlines()[0])["tournament"], WAYS[way](rng, steps))
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError):
        raise Unfit from None  # no JSON, or nothing to make a log of
    if made == record:
        raise Unfit
    return made
