"""Forgeries of a tournament's log, with all digests and seals computed again.

A log is split into steps, altered, decided again where the rules decide it, and written as the service writes
it. The audit must find each forgery, or the way must be in `SILENT` with the reason why no game can show it;
and even then it must state nothing false about a game (`untrue`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import Any, Final

from app.store.canonical import canonical, parse
from app.store.entry import NO_SEAT, START, Entry, HiddenPart, next_entry, salt, seal
from app.store.keys import GameId, LogKind, game_id_from, kind_of
from app.tournament.codecs import COMMAND_CODEC, EVENT_CODEC
from app.tournament.decide import SYSTEM, Tournaments, evolve
from app.tournament.errors import TournamentError
from app.tournament.schedule import Ending, FixtureResult
from app.tournament.state import FAILURES_MAX, Tournament, TournamentPhase
from replays.tournaments.playing import game_id
from replays.tournaments.record import body
from tests.tournament.contests import ORGANISER
from tests.verifier.dispute_forging import other, places
from tests.verifier.tampering import Unfit

Json = dict[str, Any]
STRANGER: Final = str(game_id_from(bytes(32), LogKind.PLAYER))
_HIDDEN: Final = ("deck_seed", "bot_seed", "folder")
_OF_SERVICE: Final = ("report", "pair", "close")
_OF_BOTH: Final = ("create", "pause", "resume", "abort")
_OF_ORGANISERS: Final = ("adjudicate", "forfeit")
_BROKEN: Final = (TournamentError, LookupError, TypeError, ValueError, AttributeError, OverflowError)
"""What the rules break on, where a command is none of theirs."""


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
    found: list[Entry] = []
    key = bytes.fromhex(steps[0].command["deck_seed"])
    for ply, one in enumerate(steps, 1):
        command, events = _public(one.command, "create"), [_public(each, "created") for each in one.events]
        hidden = {"command": _hidden(one.command, "create")} if command != one.command else {}
        if shares := {
            str(at): _hidden(each, "created") for at, each in enumerate(one.events) if each != events[at]
        }:
            hidden["events"] = shares
        parts = (HiddenPart(NO_SEAT, salt(key, name, ply, NO_SEAT), canonical(hidden)),) if hidden else ()
        public = {
            "v": 1,
            "game": name,
            "ply": ply,
            "time": one.time,
            "actor": one.actor,
            "command": command,
            "events": events,
            "seals": [[part.audience, seal(part.salt, part.body).hex()] for part in parts],
        }
        found.append(next_entry(found[-1] if found else START, name, canonical(public), parts))
    return found


def _public(document: Json, kind: str) -> Json:
    return {key: value for key, value in document.items() if document["type"] != kind or key not in _HIDDEN}


def _hidden(document: Json, kind: str) -> Json:
    return {key: value for key, value in document.items() if document["type"] == kind and key in _HIDDEN}


def retold(steps: Sequence[Step]) -> Steps:
    """Return the steps with the events of the rules; the old ones where the rules give none.

    Steps after the last one that the rules allow are dropped.
    """
    found, state = Steps(), None
    for one in steps:
        made = _decided(state, one) or one.events
        found.append(replace(one, events=made))
        state = _after(state, made)
        if state is not None and state.is_over:
            break
    return found


def _decided(state: Tournament | None, one: Step) -> list[Json] | None:
    """Return the events of a step by the rules, or by the old ones, which were lenient with reports."""
    lenient = state and replace(state, version=1)
    for before in (state, lenient):
        try:
            given = Tournaments().decide(before, one.actor, COMMAND_CODEC.from_json(one.command), one.time)
            return list(map(EVENT_CODEC.to_json, given))
        except _BROKEN:
            continue
    return None


def _after(state: Tournament | None, events: Sequence[Json]) -> Tournament | None:
    for event in events:
        try:
            state = evolve(state, EVENT_CODEC.from_json(event))
        except _BROKEN:
            break
    return state


def states(steps: Sequence[Step]) -> Iterator[tuple[Step, Tournament | None]]:
    """Yield each step with the tournament before it."""
    state: Tournament | None = None
    for one in steps:
        yield one, state
        state = _after(state, one.events)


def last(steps: Sequence[Step]) -> Tournament:
    """Return the tournament after a log."""
    state: Tournament | None = None
    for one in steps:
        state = _after(state, one.events)
    assert state is not None
    return state


Way = Callable[[Random, Steps], Steps]


def _reports(steps: Steps, least: int = 1) -> list[Step]:
    found = [one for one in steps if len(one.results) >= least]
    if not found:
        raise Unfit
    return found


def _place(rng: Random, steps: Steps) -> tuple[Step, int]:
    """Return a report and the index of a result in it."""
    one = rng.choice(_reports(steps))
    return one, rng.randrange(len(one.results))


def _order(rng: Random, steps: Steps) -> Steps:
    one = rng.choice(_reports(steps, 2))
    before = list(one.results)
    while one.results == before:
        rng.shuffle(one.results)
    return retold(steps)


def _doubled(rng: Random, steps: Steps) -> Steps:
    one, at = _place(rng, steps)
    one.results.insert(rng.randint(0, len(one.results)), deepcopy(one.results[at]))
    return retold(steps)


def _again(rng: Random, steps: Steps) -> Steps:
    """Report a known result once more, in a later report or alone."""
    one, at = _place(rng, steps)
    known = deepcopy(one.results[at])
    later = [each for each in steps[steps.index(one) + 1 :] if each.results]
    if later and rng.random() < 0.7:
        chosen = rng.choice(later)
        chosen.results.append(known)
        chosen.results.sort(key=lambda result: result["fixture"])
    else:
        event = {"type": "batch-played", "at": one.time, "results": [known]}
        command = {"type": "report", "results": [known]}
        steps.insert(steps.index(one) + 1, Step(SYSTEM, one.time, command, [event]))
    return retold(steps)


def _not_waiting(rng: Random, steps: Steps) -> Steps:
    """Report a result of a fixture that is not open."""
    one, at = _place(rng, steps)
    before = {id(step): state for step, state in states(steps)}[id(one)]
    assert before is not None
    waiting = {fixture.number for fixture in before.waiting}
    known = {fixture.number for fixture in last(steps).fixtures}
    number = rng.choice(sorted(known - waiting | {0, -1, max(known) + 1, 2**40}))
    result = {**deepcopy(one.results[at]), "fixture": number}
    if number > 0 and number < 2**32:
        result["game"] = game_id(steps[0].command["tournament"], number)
    one.results.append(result)
    one.results.sort(key=lambda each: each["fixture"])
    return retold(steps)


def _altered(rng: Random, steps: Steps) -> Steps:
    one, at = _place(rng, steps)
    result = one.results[at]
    seats, before = len(result["balances"]), deepcopy(result)
    seat = rng.randrange(seats)
    while result == before:
        name = rng.choice(("balances", "ending", "at_fault", "plies", "hands", "game", "digest", "unplayed"))
        if name == "balances":
            result[name][seat] += rng.choice((-1, 1, 5))
        elif name == "ending":
            _put(result, "ending", str(rng.choice(list(Ending))), "finished")
        elif name == "at_fault":
            _put(result, "at_fault", rng.choice(([], [seat], list(range(seats)), [seats])), [])
        elif name in ("plies", "hands"):
            _put(result, name, rng.choice((0, 1, result.get(name, 0) + 1)), 0)
        elif name == "game":
            made = str(game_id(steps[0].command["tournament"], rng.randint(1, 9)))
            _put(result, "game", rng.choice(("", made, steps[0].command["tournament"])), "")
        elif name == "digest":
            _put(result, "digest", rng.choice(("", "00" * 32, result["digest"][::-1])), "")
        else:
            ending = rng.choice((Ending.WALKOVER, Ending.ADJUDICATED, Ending.VOID, Ending.FORFEIT))
            fault = {} if ending in (Ending.VOID, Ending.ADJUDICATED) else {"at_fault": [seat]}
            number = {"fixture": result["fixture"], "balances": [0] * seats}
            result.clear()
            result.update({**number, "ending": str(ending), **fault})
    return retold(steps)


def _put(box: Json, name: str, value: Any, usual: Any) -> None:
    box.pop(name, None)
    if value != usual:
        box[name] = value


def _exchanged(rng: Random, steps: Steps) -> Steps:
    """Exchange the results of two games, or their balances only."""
    every = [result for one in steps for result in one.results]
    if len(every) < 2:
        raise Unfit
    one, two = rng.sample(every, 2)
    names = rng.choice((("balances",), ("balances", "digest", "plies"), ("game",), ("game", "digest")))
    if all(one.get(name) == two.get(name) for name in names):
        raise Unfit
    for name in names:
        one[name], two[name] = deepcopy(two.get(name)), deepcopy(one.get(name))
        for each in (one, two):
            if each[name] is None:
                del each[name]
    return retold(steps)


def _failed(rng: Random, steps: Steps) -> Steps:
    """Report so many failures of an entrant that it is withdrawn."""
    seats = {fixture.number: fixture.seats for fixture in last(steps).fixtures}
    every = [result for one in steps for result in one.results if result.get("ending") is None]
    entrants = sorted({entrant for result in every for entrant in seats[result["fixture"]]})
    if not entrants:
        raise Unfit
    entrant = rng.choice(entrants)
    for result in [one for one in every if entrant in seats[one["fixture"]]][:FAILURES_MAX]:
        result["ending"], result["at_fault"] = "forfeit", [seats[result["fixture"]].index(entrant)]
    return retold(steps)


def _put_out(rng: Random, steps: Steps) -> Steps:
    """Withdraw an entrant without a reason, or pause without a command."""
    one = rng.choice(steps[1:])
    entrant = rng.randrange(len(steps[0].command["manifest"]["entrants"]))
    told: list[Json] = [
        {"type": "entrant-forfeited", "entrant": entrant, "text": "failed"},
        {"type": "paused"},
        {"type": "aborted", "at": one.time},
        {"type": "resumed"},
    ]
    one.events.insert(rng.randint(0, len(one.events)), rng.choice(told))
    return steps


def _walked(rng: Random, steps: Steps) -> Steps:
    """Replace a played game by a walkover, because a player left later."""
    one, at = _place(rng, steps)
    result = one.results[at]
    before = last(steps).fixture(result["fixture"])
    assert before is not None
    seat = rng.randrange(len(before.seats))
    one.results[at] = {
        "fixture": before.number,
        "balances": [0] * len(before.seats),
        "ending": "walkover",
        "at_fault": [seat],
    }
    by = steps[0].command.get("owner") or ORGANISER
    command = {"type": "forfeit", "entrant": before.seats[seat], "text": "It has left."}
    event = {"type": "entrant-forfeited", "entrant": before.seats[seat], "text": "It has left."}
    steps.insert(rng.randint(steps.index(one) + 1, len(steps)), Step(by, one.time, command, [event]))
    return _timed(retold(steps))


def _timed(steps: Steps) -> Steps:
    """Return the steps with an advancing clock, decided again."""
    for one, time in zip(steps, sorted(step.time for step in steps), strict=True):
        one.time = time
    return retold(steps)


def _word(rng: Random, steps: Steps, at: int) -> Step:
    """Insert a command of an organiser before the step `at`, with its events."""
    state, time = last(steps[:at]), steps[at - 1].time
    seats = rng.choice(list(state.fixtures))
    balances = [1, *(-1 if seat == 0 else 0 for seat in range(len(seats.seats) - 1))]
    text = "So it was."
    ended = {
        "fixture": seats.number,
        "balances": balances,
        "ending": "adjudicated",
    }
    entrant = rng.randrange(len(state.manifest.entrants))
    said: list[tuple[Json, Json]] = [
        ({"type": "pause"}, {"type": "paused"}),
        ({"type": "resume"}, {"type": "resumed"}),
        ({"type": "abort"}, {"type": "aborted", "at": time}),
        (
            {"type": "adjudicate", "fixture": seats.number, "balances": balances, "text": text},
            {"type": "fixture-adjudicated", "result": ended, "text": text},
        ),
        (
            {"type": "forfeit", "entrant": entrant, "text": text},
            {"type": "entrant-forfeited", "entrant": entrant, "text": text},
        ),
    ]
    command, event = rng.choice(said)
    return Step(None, time, command, [event])


def _by_another(rng: Random, steps: Steps) -> Steps:
    """Let an unauthorised actor give a command, new or existing."""
    if rng.random() < 0.6:
        at = rng.randint(1, len(steps) - 1)
        one = _word(rng, steps, at)
        steps.insert(at, one)
    else:
        one = rng.choice(steps)
    steps = retold(steps)
    kind, owner = one.command["type"], steps[0].command.get("owner")
    nobodies: list[Any] = ["host", "seat:0", "", None, 7, steps[0].command["tournament"], "p-"]
    if kind in _OF_SERVICE or owner:
        nobodies += [STRANGER] * 3
    if kind in _OF_ORGANISERS:
        nobodies += [SYSTEM] * 3
    for step in steps:
        if step.command == one.command and step.time == one.time:
            step.actor = rng.choice(nobodies)
            return steps
    raise Unfit


def _repeated(rng: Random, steps: Steps) -> Steps:
    """Repeat an entry."""
    at = rng.randrange(len(steps))
    steps.insert(at + 1, deepcopy(steps[at]))
    return steps


def _cut(rng: Random, steps: Steps) -> Steps:
    return steps[: rng.randrange(1, len(steps))]


def _longer(rng: Random, steps: Steps) -> Steps:
    """Add a command after the end."""
    one = _word(rng, steps, len(steps))
    one.actor = steps[0].command.get("owner") or ORGANISER
    return [*steps, rng.choice((one, deepcopy(steps[-1])))]


def _decks(rng: Random, steps: Steps) -> Steps:
    """Change the deck seed after games were played."""
    _reports(steps)
    return _everywhere(steps, "deck_seed", rng.randbytes(32).hex())


def _everywhere(steps: Steps, name: str, value: Any) -> Steps:
    """Change a member of the first command, and decide everything again."""
    _put(steps[0].command, name, value, None)
    return retold(steps)


def _entrant(rng: Random, steps: Steps) -> Steps:
    """Rename an entrant that has played."""
    state = last(steps)
    seats = {fixture.number: fixture.seats for fixture in state.fixtures}
    every = [entrant for one in steps for each in one.results for entrant in seats[each["fixture"]]]
    if not every:
        raise Unfit
    plan = steps[0].command["manifest"]["entrants"][rng.choice(every)]
    name = "player" if "player" in plan else "name"
    plan[name] = STRANGER if name == "player" else f"{plan['name']} too"
    return retold(steps)


def _rules(rng: Random, steps: Steps) -> Steps:
    """Change the rules sheet."""
    _reports(steps)
    manifest, old = steps[0].command["manifest"], canonical(last(steps).manifest.rules)
    manifest["variant"] = rng.choice(
        [one for one in ("mexican-2", "paco", "navajo-tens") if one != manifest["variant"]]
    )
    try:
        steps = retold(steps)
        if canonical(last(steps).manifest.rules) == old:
            raise Unfit
    except AssertionError:
        raise Unfit from None
    return steps


def _schedule(rng: Random, steps: Steps) -> Steps:
    """Change a game of the schedule: its deck, seats, number, or pairing."""
    events = [event for one in steps for event in one.events if event["type"] == "round-paired"]
    one = rng.choice(rng.choice(events)["fixtures"] or [None])
    if one is None:
        raise Unfit
    name = rng.choice(("deck", "number", "table", "seats"))
    one[name] = one[name][::-1] if name == "seats" else one[name] + 1
    return steps


def _split(rng: Random, steps: Steps) -> Steps:
    """Split a report in two, or join two consecutive ones."""
    one = rng.choice(_reports(steps, 2))
    at, size = steps.index(one), rng.randrange(1, len(one.results))
    part = deepcopy(one)
    part.command["results"], one.command["results"] = one.results[:size], one.results[size:]
    return retold([*steps[:at], part, *steps[at:]])


def _swapped(rng: Random, steps: Steps) -> Steps:
    if len(steps) < 3:
        raise Unfit
    one, two = rng.sample(range(1, len(steps)), 2)
    steps[one], steps[two] = steps[two], steps[one]
    return _timed(steps)


def _later(rng: Random, steps: Steps) -> Steps:
    by = rng.choice((1, 1000, -1000, 10**9))
    for one in steps[rng.randrange(len(steps)) :]:
        one.time += by
    return retold(steps)


def _moment(rng: Random, steps: Steps) -> Steps:
    """Change the time of an entry, decided again or not."""
    rng.choice(steps).time += rng.choice((-1, 1, -1000, 1000))
    return rng.choice((steps, retold(steps)))


def _dropped(rng: Random, steps: Steps) -> Steps:
    """Drop a game from a report, or a whole report."""
    one, at = _place(rng, steps)
    del one.results[at]
    if not one.results or rng.random() < 0.2:
        steps.remove(one)
    return retold(steps)


def _unsaid(rng: Random, steps: Steps) -> Steps:
    """Drop an entry of the organiser."""
    found = [one for one in steps if one.command["type"] in (*_OF_BOTH[1:], *_OF_ORGANISERS)]
    if not found:
        raise Unfit
    steps.remove(rng.choice(found))
    return retold(steps)


def _organised(rng: Random, steps: Steps) -> Steps:
    """Add a command of an authorised actor."""
    at = rng.randint(1, len(steps) - 1)
    one = _word(rng, steps, at)
    one.actor = steps[0].command.get("owner") or rng.choice((ORGANISER, STRANGER))
    steps.insert(at, one)
    return retold(steps)


def _worded(rng: Random, steps: Steps) -> Steps:
    """Change the text or the result of an organiser's command."""
    found = [one for one in steps if one.command["type"] in _OF_ORGANISERS]
    if not found:
        raise Unfit
    one = rng.choice(found)
    if "balances" in one.command and rng.random() < 0.5:
        one.command["balances"].reverse()
    else:
        one.command["text"] = "In other words."
    return retold(steps)


def _owned(rng: Random, steps: Steps) -> Steps:
    """Change the owner throughout."""
    old, new = steps[0].command.get("owner"), rng.choice((None, STRANGER))
    _put(steps[0].command, "owner", new, None)
    for one in steps:
        if one.actor == (old or ORGANISER):
            one.actor = new or ORGANISER
    steps[0].actor = new or SYSTEM
    return retold(steps)


def _named(rng: Random, steps: Steps) -> Steps:
    steps[0].command["manifest"]["name"] = f"Copa {rng.getrandbits(32)}"
    return retold(steps)


def _bots(rng: Random, steps: Steps) -> Steps:
    """Replace the bot of an entrant."""
    plans = [one for one in steps[0].command["manifest"]["entrants"] if "bot" in one]
    rng.choice(plans)["bot"] = rng.choice(("beginner", "greedy", "random"))
    return retold(steps)


def _chance(rng: Random, steps: Steps) -> Steps:
    return _everywhere(steps, "bot_seed", rng.randbytes(32).hex())


def _pairs(rng: Random, steps: Steps) -> Steps:
    return _everywhere(steps, "pairing_seed", rng.randbytes(32).hex())


def _seeded(rng: Random, steps: Steps) -> Steps:
    return _everywhere(steps, "organiser_seeded", not steps[0].command["organiser_seeded"])


def _version(rng: Random, steps: Steps) -> Steps:
    """Change to an old version, whose reports are in any order."""
    long = [one for one in steps if len(one.results) > 1]
    if long and rng.random() < 0.5:
        rng.choice(long).results.reverse()
    return _everywhere(steps, "version", None)


def _edition(rng: Random, steps: Steps) -> Steps:
    """Change to an older edition of the rulebook."""
    return _everywhere(steps, "rulebook", rng.randrange(1, steps[0].command["rulebook"]))


def _documents(steps: Steps) -> list[Json]:
    return [{"command": one.command, "events": one.events, "actor": one.actor} for one in steps]


def _member(rng: Random, steps: Steps) -> Steps:
    """Change any member."""
    every = _documents(steps)
    box, key = rng.choice([one for one in places(every) if one[1] not in ("type", "command", "events")])
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
    for one, name in named:
        if name == key and one.get(name) == old:
            one[name] = deepcopy(new)
    return _same(steps, every)


def _missing(rng: Random, steps: Steps) -> Steps:
    every = _documents(steps)
    box, key = rng.choice(
        [one for one in places(every) if one[1] not in ("type", "command", "events", "actor")]
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
        replace(one, command=each["command"], events=each["events"], actor=each["actor"])
        for one, each in zip(steps, every, strict=True)
    ]


WAYS: Final[Mapping[str, Way]] = MappingProxyType(
    {
        "order": _order,
        "doubled": _doubled,
        "again": _again,
        "not_waiting": _not_waiting,
        "altered": _altered,
        "exchanged": _exchanged,
        "failed": _failed,
        "put_out": _put_out,
        "walked": _walked,
        "by_another": _by_another,
        "repeated": _repeated,
        "cut": _cut,
        "longer": _longer,
        "decks": _decks,
        "entrant": _entrant,
        "rules": _rules,
        "schedule": _schedule,
        "split": _split,
        "swapped": _swapped,
        "later": _later,
        "moment": _moment,
        "dropped": _dropped,
        "unsaid": _unsaid,
        "organised": _organised,
        "worded": _worded,
        "owned": _owned,
        "named": _named,
        "bots": _bots,
        "chance": _chance,
        "pairs": _pairs,
        "seeded": _seeded,
        "version": _version,
        "edition": _edition,
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


def untrue(honest: bytes, record: bytes) -> str | None:
    """Return the first statement of a clean record that games, or the service itself, can disprove."""
    told, steps = taken_apart(honest), taken_apart(record)
    was, state = last(told), last(steps)
    if written(state.id, _strictly(steps)) != record:
        return "the service does not write this log"
    faults = (
        *(_actor_fault(one, before) or _report_fault(one, before) for one, before in states(steps)),
        _played_fault(was, state),
        _unplayed_fault(state, steps) or _missing_fault(was, state, _said(told) == _said(steps)),
    )
    return next(filter(None, faults), None)


def _played_fault(was: Tournament, state: Tournament) -> str | None:
    """Return what is wrong with the games that a log names."""
    played = {number: result for number, result in state.results.items() if result.game}
    if played and (state.deck_seed, state.manifest.rules) != (was.deck_seed, was.manifest.rules):
        return "its games were played on other decks or by other rules"
    if played and state.rulebook not in (None, was.rulebook):
        return "its games name another edition of the rulebook"
    for number, result in played.items():
        if _shown(state, number, result) != _shown(was, number, was.results.get(number)):
            return f"the game {number} was another"
    return None


def _unplayed_fault(state: Tournament, steps: Sequence[Step]) -> str | None:
    """Return what is wrong with the games that a log does not name."""
    told = {result["fixture"] for one in steps for result in one.results}
    for number, result in state.results.items():
        if not result.game and (number in told or not _is_excused(steps, state, result)):
            return f"the game {number} was not played, and nobody said so"
    return None


def _missing_fault(was: Tournament, state: Tournament, same: bool) -> str | None:
    """Return what is wrong if games are missing although the organiser's commands are the `same`.

    Another command of the organiser may decide a match, after which later rounds are never paired.
    """
    missing = {number for number, result in was.results.items() if result.game} - state.results.keys()
    if missing and same and state.state is not TournamentPhase.ABORTED and state.manifest == was.manifest:
        return "games are missing"
    return None


def _said(steps: Sequence[Step]) -> list[Json]:
    """Return the commands of organisers."""
    return [one.command for one in steps if one.command["type"] in _OF_ORGANISERS]


def _strictly(steps: Sequence[Step]) -> Steps:
    found = Steps()
    for one, before in states(steps):
        try:
            command = COMMAND_CODEC.from_json(one.command)
            given = Tournaments().decide(before, one.actor, command, one.time)
        except _BROKEN:
            found.append(replace(one, events=[]))
        else:
            found.append(replace(one, events=list(map(EVENT_CODEC.to_json, given))))
    return found


def _actor_fault(one: Step, before: Tournament | None) -> str | None:
    kind, owner = one.command["type"], before.owner if before else one.command.get("owner")
    if one.actor == SYSTEM:
        return (
            "the service does not say this" if kind in _OF_ORGANISERS or (before is None and owner) else None
        )
    player = isinstance(one.actor, str) and kind_of(one.actor) is LogKind.PLAYER
    if not player or kind in _OF_SERVICE or one.actor != (owner if owner or before is None else one.actor):
        return "somebody said this who may not"
    return None


def _report_fault(one: Step, before: Tournament | None) -> str | None:
    numbers = [result["fixture"] for result in one.results]
    if not numbers or before is None or before.version < 2:
        return None
    if numbers != sorted(set(numbers)) or not {each.number for each in before.waiting}.issuperset(numbers):
        return "a report is out of order"
    return None


def _shown(state: Tournament, number: int, result: FixtureResult | None) -> Any:
    """Return what the game of a fixture shows: its deck, its seats and its result."""
    fixture = state.fixture(number)
    if fixture is None:
        return None
    entrants = [state.manifest.entrants[entrant] for entrant in fixture.seats]
    return fixture.deck, [one.plan.get("player") or one.name for one in entrants], result


def _is_excused(steps: Sequence[Step], state: Tournament, result: FixtureResult) -> bool:
    """Return True if a game was called off, or one of its players had failed too often."""
    said = _said(steps)
    if result.ending is Ending.ADJUDICATED:
        return any(one.get("fixture") == result.fixture for one in said)
    fixture = state.fixture(result.fixture)
    assert fixture is not None
    gone = {one["entrant"] for one in said if "entrant" in one}
    gone |= {entrant for entrant in fixture.seats if state.failures(entrant) >= FAILURES_MAX}
    return result.ending is Ending.WALKOVER and gone.issuperset(
        fixture.seats[seat] for seat in result.at_fault
    )
