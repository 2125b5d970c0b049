"""Logs of tournaments, split into steps and written again with all digests and seals."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from app.store.canonical import canonical, parse
from app.store.entry import NO_SEAT, START, Entry, HiddenPart, next_entry, salt, seal
from app.store.keys import GameId
from app.tournament.codecs import COMMAND_CODEC, EVENT_CODEC
from app.tournament.decide import Tournaments
from app.tournament.errors import TournamentError
from app.tournament.evolve import evolve
from app.tournament.state import Tournament
from replays.tournaments.record import body
from tests.verifier.tampered import Unfit

Json = dict[str, Any]


_HIDDEN: Final = ("deck_seed", "bot_seed", "folder")
OF_SERVICE: Final = ("report", "pair", "close")
OF_BOTH: Final = ("create", "pause", "resume", "abort")
OF_ORGANISERS: Final = ("adjudicate", "forfeit")
BROKEN: Final = (TournamentError, LookupError, TypeError, ValueError, AttributeError, OverflowError)
"""Errors of the rules on a command of another form."""


@dataclass(slots=True)
class Step:
    """One entry: actor, command, time and events, with hidden members in place."""

    actor: Any
    time: Any
    command: Json
    events: list[Json]

    @property
    def results(self) -> list[Json]:
        """The results that it reports."""
        return self.command["results"] if self.command["type"] == "report" else []


Steps = list[Step]
Way = Callable[[Random, Steps], Steps]


def taken_apart(record: bytes) -> Steps:
    """Return the steps of a record without a proof."""
    return [_step(parse(line)) for line in record.splitlines()[1:]]


def _step(line: Json) -> Step:
    public, steps = line["public"], {}
    for hidden in line["hidden"]:
        steps = hidden["part"]
    command = {**public["command"], **steps.get("command", {})}
    shares = steps.get("events", {})
    events = [{**event, **shares.get(str(at), {})} for at, event in enumerate(public["events"])]
    return Step(public["actor"], public["time"], command, events)


def written(name: str, steps: Sequence[Step]) -> bytes:
    """Return the record of steps, with all digests and seals computed again."""
    return b"".join(body(_entries(GameId(name), steps)))


def _entries(name: GameId, steps: Sequence[Step]) -> list[Entry]:
    entries: list[Entry] = []
    key = bytes.fromhex(steps[0].command["deck_seed"])
    for ply, step in enumerate(steps, 1):
        command, events = _public(step.command, "create"), [_public(each, "created") for each in step.events]
        hidden = {"command": _hidden(step.command, "create")} if command != step.command else {}
        if shares := {
            str(at): _hidden(each, "created") for at, each in enumerate(step.events) if each != events[at]
        }:
            hidden["events"] = shares
        parts = (HiddenPart(NO_SEAT, salt(key, name, ply, NO_SEAT), canonical(hidden)),) if hidden else ()
        public = {
            "v": 1,
            "game": name,
            "ply": ply,
            "time": step.time,
            "actor": step.actor,
            "command": command,
            "events": events,
            "seals": [[part.audience, seal(part.salt, part.body).hex()] for part in parts],
        }
        entries.append(next_entry(entries[-1] if entries else START, name, canonical(public), parts))
    return entries


def _public(document: Json, kind: str) -> Json:
    return {key: value for key, value in document.items() if document["type"] != kind or key not in _HIDDEN}


def _hidden(document: Json, kind: str) -> Json:
    return {key: value for key, value in document.items() if document["type"] == kind and key in _HIDDEN}


def retold(steps: Sequence[Step]) -> Steps:
    """Return the steps with the events of the rules; the old ones where the rules give none.

    Steps after the last one that the rules allow are dropped.
    """
    again, state = Steps(), None
    for step in steps:
        made = _decided(state, step) or step.events
        again.append(replace(step, events=made))
        state = _after(state, made)
        if state is not None and state.is_over:
            break
    return again


def _decided(state: Tournament | None, step: Step) -> list[Json] | None:
    """Return the events of a step by the rules, or by the old ones, which were lenient with reports."""
    lenient = state and replace(state, version=1)
    for before in (state, lenient):
        try:
            given = Tournaments().decide(before, step.actor, COMMAND_CODEC.from_json(step.command), step.time)
            return list(map(EVENT_CODEC.to_json, given))
        except BROKEN:
            continue
    return None


def _after(state: Tournament | None, events: Sequence[Json]) -> Tournament | None:
    for event in events:
        try:
            state = evolve(state, EVENT_CODEC.from_json(event))
        except BROKEN:
            break
    return state


def states(steps: Sequence[Step]) -> Iterator[tuple[Step, Tournament | None]]:
    """Yield each step with the tournament before it."""
    state: Tournament | None = None
    for step in steps:
        yield step, state
        state = _after(state, step.events)


def last(steps: Sequence[Step]) -> Tournament:
    """Return the tournament after a log."""
    state: Tournament | None = None
    for step in steps:
        state = _after(state, step.events)
    assert state is not None
    return state


def reports(steps: Steps, least: int = 1) -> list[Step]:
    candidates = [step for step in steps if len(step.results) >= least]
    if not candidates:
        raise Unfit
    return candidates


def put_member(box: Json, name: str, value: Any, usual: Any) -> None:
    box.pop(name, None)
    if value != usual:
        box[name] = value


def timed(steps: Steps) -> Steps:
    """Return the steps with an advancing clock, decided again."""
    for changed, time in zip(steps, sorted(step.time for step in steps), strict=True):
        changed.time = time
    return retold(steps)
