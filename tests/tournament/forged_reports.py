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
    step = rng.choice(reports(steps))
    return step, rng.randrange(len(step.results))


def order(rng: Random, steps: Steps) -> Steps:
    step = rng.choice(reports(steps, 2))
    before = list(step.results)
    while step.results == before:
        rng.shuffle(step.results)
    return retold(steps)


def doubled(rng: Random, steps: Steps) -> Steps:
    step, at = _place(rng, steps)
    step.results.insert(rng.randint(0, len(step.results)), deepcopy(step.results[at]))
    return retold(steps)


def again(rng: Random, steps: Steps) -> Steps:
    """Report a known result once more, in a later report or alone."""
    step, at = _place(rng, steps)
    known = deepcopy(step.results[at])
    later = [each for each in steps[steps.index(step) + 1 :] if each.results]
    if later and rng.random() < 0.7:
        chosen = rng.choice(later)
        chosen.results.append(known)
        chosen.results.sort(key=lambda result: result["fixture"])
    else:
        event = {"type": "batch-played", "at": step.time, "results": [known]}
        command = {"type": "report", "results": [known]}
        steps.insert(steps.index(step) + 1, Step(SYSTEM, step.time, command, [event]))
    return retold(steps)


def not_waiting(rng: Random, steps: Steps) -> Steps:
    """Report a result of a fixture that is not open."""
    reporting, at = _place(rng, steps)
    before = {id(step): state for step, state in states(steps)}[id(reporting)]
    assert before is not None
    waiting = {fixture.number for fixture in before.waiting}
    known = {fixture.number for fixture in last(steps).fixtures}
    number = rng.choice(sorted(known - waiting | {0, -1, max(known) + 1, 2**40}))
    result = {**deepcopy(reporting.results[at]), "fixture": number}
    if number > 0 and number < 2**32:
        result["game"] = game_id(steps[0].command["tournament"], number)
    reporting.results.append(result)
    reporting.results.sort(key=lambda each: each["fixture"])
    return retold(steps)


def altered(rng: Random, steps: Steps) -> Steps:
    step, at = _place(rng, steps)
    result = step.results[at]
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
    every = [result for step in steps for result in step.results]
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
    every = [result for step in steps for result in step.results if result.get("ending") is None]
    entrants = sorted({entrant for result in every for entrant in seats[result["fixture"]]})
    if not entrants:
        raise Unfit
    entrant = rng.choice(entrants)
    for result in [one for one in every if entrant in seats[one["fixture"]]][:FAILURES_MAX]:
        result["ending"], result["at_fault"] = "forfeit", [seats[result["fixture"]].index(entrant)]
    return retold(steps)


def put_out(rng: Random, steps: Steps) -> Steps:
    """Withdraw an entrant without a reason, or pause without a command."""
    step = rng.choice(steps[1:])
    entrant = rng.randrange(len(steps[0].command["manifest"]["entrants"]))
    events: list[Json] = [
        {"type": "entrant-forfeited", "entrant": entrant, "text": "failed"},
        {"type": "paused"},
        {"type": "aborted", "at": step.time},
        {"type": "resumed"},
    ]
    step.events.insert(rng.randint(0, len(step.events)), rng.choice(events))
    return steps


def walked(rng: Random, steps: Steps) -> Steps:
    """Replace a played game by a walkover, because a player left later."""
    step, at = _place(rng, steps)
    result = step.results[at]
    before = last(steps).fixture(result["fixture"])
    assert before is not None
    seat = rng.randrange(len(before.seats))
    step.results[at] = {
        "fixture": before.number,
        "balances": [0] * len(before.seats),
        "ending": "walkover",
        "at_fault": [seat],
    }
    by = steps[0].command.get("owner") or ORGANISER
    command = {"type": "forfeit", "entrant": before.seats[seat], "text": "It has left."}
    event = {"type": "entrant-forfeited", "entrant": before.seats[seat], "text": "It has left."}
    steps.insert(rng.randint(steps.index(step) + 1, len(steps)), Step(by, step.time, command, [event]))
    return timed(retold(steps))


def split(rng: Random, steps: Steps) -> Steps:
    """Split a report in two, or join two consecutive ones."""
    step = rng.choice(reports(steps, 2))
    at, size = steps.index(step), rng.randrange(1, len(step.results))
    part = deepcopy(step)
    part.command["results"], step.command["results"] = step.results[:size], step.results[size:]
    return retold([*steps[:at], part, *steps[at:]])


def dropped(rng: Random, steps: Steps) -> Steps:
    """Drop a game from a report, or a whole report."""
    step, at = _place(rng, steps)
    del step.results[at]
    if not step.results or rng.random() < 0.2:
        steps.remove(step)
    return retold(steps)
