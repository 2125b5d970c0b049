"""Ways to forge the reports of a tournament: results, their order, and the games that they name."""

from copy import deepcopy
from random import Random

from app.tournament.decide import SYSTEM
from app.tournament.schedule import Ending
from app.tournament.state import FAILURES_MAX
from replays.tournaments.playing import game_id
from tests.tournament.contests import ORGANISER
from tests.tournament.log_steps import Json, Step, Steps, last, put_member, reports, retold, states, timed
from tests.verifier.tampered import Unfit


def _place(rng: Random, steps: Steps) -> tuple[Step, int]:
    """Return a report and the index of a result in it."""
    one = rng.choice(reports(steps))
    return one, rng.randrange(len(one.results))


def order(rng: Random, steps: Steps) -> Steps:
    one = rng.choice(reports(steps, 2))
    before = list(one.results)
    while one.results == before:
        rng.shuffle(one.results)
    return retold(steps)


def doubled(rng: Random, steps: Steps) -> Steps:
    one, at = _place(rng, steps)
    one.results.insert(rng.randint(0, len(one.results)), deepcopy(one.results[at]))
    return retold(steps)


def again(rng: Random, steps: Steps) -> Steps:
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


def not_waiting(rng: Random, steps: Steps) -> Steps:
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


def altered(rng: Random, steps: Steps) -> Steps:
    one, at = _place(rng, steps)
    result = one.results[at]
    seats, before = len(result["balances"]), deepcopy(result)
    seat = rng.randrange(seats)
    while result == before:
        name = rng.choice(("balances", "ending", "at_fault", "plies", "hands", "game", "digest", "unplayed"))
        if name == "balances":
            result[name][seat] += rng.choice((-1, 1, 5))
        elif name == "ending":
            put_member(result, "ending", str(rng.choice(list(Ending))), "finished")
        elif name == "at_fault":
            put_member(result, "at_fault", rng.choice(([], [seat], list(range(seats)), [seats])), [])
        elif name in ("plies", "hands"):
            put_member(result, name, rng.choice((0, 1, result.get(name, 0) + 1)), 0)
        elif name == "game":
            made = str(game_id(steps[0].command["tournament"], rng.randint(1, 9)))
            put_member(result, "game", rng.choice(("", made, steps[0].command["tournament"])), "")
        elif name == "digest":
            put_member(result, "digest", rng.choice(("", "00" * 32, result["digest"][::-1])), "")
        else:
            ending = rng.choice((Ending.WALKOVER, Ending.ADJUDICATED, Ending.VOID, Ending.FORFEIT))
            fault = {} if ending in (Ending.VOID, Ending.ADJUDICATED) else {"at_fault": [seat]}
            number = {"fixture": result["fixture"], "balances": [0] * seats}
            result.clear()
            result.update({**number, "ending": str(ending), **fault})
    return retold(steps)


def exchanged(rng: Random, steps: Steps) -> Steps:
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


def failed(rng: Random, steps: Steps) -> Steps:
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


def put_out(rng: Random, steps: Steps) -> Steps:
    """Withdraw an entrant without a reason, or pause without a command."""
    one = rng.choice(steps[1:])
    entrant = rng.randrange(len(steps[0].command["manifest"]["entrants"]))
    events: list[Json] = [
        {"type": "entrant-forfeited", "entrant": entrant, "text": "failed"},
        {"type": "paused"},
        {"type": "aborted", "at": one.time},
        {"type": "resumed"},
    ]
    one.events.insert(rng.randint(0, len(one.events)), rng.choice(events))
    return steps


def walked(rng: Random, steps: Steps) -> Steps:
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
    return timed(retold(steps))


def split(rng: Random, steps: Steps) -> Steps:
    """Split a report in two, or join two consecutive ones."""
    one = rng.choice(reports(steps, 2))
    at, size = steps.index(one), rng.randrange(1, len(one.results))
    part = deepcopy(one)
    part.command["results"], one.command["results"] = one.results[:size], one.results[size:]
    return retold([*steps[:at], part, *steps[at:]])


def dropped(rng: Random, steps: Steps) -> Steps:
    """Drop a game from a report, or a whole report."""
    one, at = _place(rng, steps)
    del one.results[at]
    if not one.results or rng.random() < 0.2:
        steps.remove(one)
    return retold(steps)
