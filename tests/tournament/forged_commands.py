"""Ways to forge the commands of a tournament: its manifest, seeds, schedule, and the words of organisers."""

from copy import deepcopy
from random import Random
from typing import Any, Final

from app.store.canonical import canonical
from app.store.keys import LogKind, game_id_from
from app.tournament.decide import SYSTEM
from tests.tournament.contests import ORGANISER
from tests.tournament.log_steps import (
    OF_BOTH,
    OF_ORGANISERS,
    OF_SERVICE,
    Json,
    Step,
    Steps,
    last,
    put_member,
    reports,
    retold,
    timed,
)
from tests.verifier.tampered import Unfit

STRANGER: Final = str(game_id_from(bytes(32), LogKind.PLAYER))


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
    choices: list[tuple[Json, Json]] = [
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
    command, event = rng.choice(choices)
    return Step(None, time, command, [event])


def by_another(rng: Random, steps: Steps) -> Steps:
    """Let an unauthorised actor give a command, new or existing."""
    if rng.random() < 0.6:
        at = rng.randint(1, len(steps) - 1)
        added = _word(rng, steps, at)
        steps.insert(at, added)
    else:
        added = rng.choice(steps)
    steps = retold(steps)
    kind, owner = added.command["type"], steps[0].command.get("owner")
    nobodies: list[Any] = ["host", "seat:0", "", None, 7, steps[0].command["tournament"], "p-"]
    if kind in OF_SERVICE or owner:
        nobodies += [STRANGER] * 3
    if kind in OF_ORGANISERS:
        nobodies += [SYSTEM] * 3
    for step in steps:
        if step.command == added.command and step.time == added.time:
            step.actor = rng.choice(nobodies)
            return steps
    raise Unfit


def repeated(rng: Random, steps: Steps) -> Steps:
    """Repeat an entry."""
    at = rng.randrange(len(steps))
    steps.insert(at + 1, deepcopy(steps[at]))
    return steps


def cut(rng: Random, steps: Steps) -> Steps:
    return steps[: rng.randrange(1, len(steps))]


def longer(rng: Random, steps: Steps) -> Steps:
    """Add a command after the end."""
    step = _word(rng, steps, len(steps))
    step.actor = steps[0].command.get("owner") or ORGANISER
    return [*steps, rng.choice((step, deepcopy(steps[-1])))]


def decks(rng: Random, steps: Steps) -> Steps:
    """Change the deck seed after games were played."""
    reports(steps)
    return _everywhere(steps, "deck_seed", rng.randbytes(32).hex())


def _everywhere(steps: Steps, name: str, value: Any) -> Steps:
    """Change a member of the first command, and decide everything again."""
    put_member(steps[0].command, name, value, None)
    return retold(steps)


def entrant(rng: Random, steps: Steps) -> Steps:
    """Rename an entrant that has played."""
    state = last(steps)
    seats = {fixture.number: fixture.seats for fixture in state.fixtures}
    every = [entrant for step in steps for each in step.results for entrant in seats[each["fixture"]]]
    if not every:
        raise Unfit
    plan = steps[0].command["manifest"]["entrants"][rng.choice(every)]
    name = "player" if "player" in plan else "name"
    plan[name] = STRANGER if name == "player" else f"{plan['name']} too"
    return retold(steps)


def rules(rng: Random, steps: Steps) -> Steps:
    """Change the rules sheet."""
    reports(steps)
    manifest, old = steps[0].command["manifest"], canonical(last(steps).manifest.rules)
    manifest["variant"] = rng.choice(
        [name for name in ("mexican-2", "paco", "navajo-tens") if name != manifest["variant"]]
    )
    try:
        steps = retold(steps)
        if canonical(last(steps).manifest.rules) == old:
            raise Unfit
    except AssertionError:
        raise Unfit from None
    return steps


def schedule(rng: Random, steps: Steps) -> Steps:
    """Change a game of the schedule: its deck, seats, number, or pairing."""
    events = [event for step in steps for event in step.events if event["type"] == "round-paired"]
    fixture = rng.choice(rng.choice(events)["fixtures"] or [None])
    if fixture is None:
        raise Unfit
    name = rng.choice(("deck", "number", "table", "seats"))
    fixture[name] = fixture[name][::-1] if name == "seats" else fixture[name] + 1
    return steps


def swapped(rng: Random, steps: Steps) -> Steps:
    if len(steps) < 3:
        raise Unfit
    one, two = rng.sample(range(1, len(steps)), 2)
    steps[one], steps[two] = steps[two], steps[one]
    return timed(steps)


def later(rng: Random, steps: Steps) -> Steps:
    by = rng.choice((1, 1000, -1000, 10**9))
    for step in steps[rng.randrange(len(steps)) :]:
        step.time += by
    return retold(steps)


def moment(rng: Random, steps: Steps) -> Steps:
    """Change the time of an entry, decided again or not."""
    rng.choice(steps).time += rng.choice((-1, 1, -1000, 1000))
    return rng.choice((steps, retold(steps)))


def unsaid(rng: Random, steps: Steps) -> Steps:
    """Drop an entry of the organiser."""
    removable = [step for step in steps if step.command["type"] in (*OF_BOTH[1:], *OF_ORGANISERS)]
    if not removable:
        raise Unfit
    steps.remove(rng.choice(removable))
    return retold(steps)


def organised(rng: Random, steps: Steps) -> Steps:
    """Add a command of an authorised actor."""
    at = rng.randint(1, len(steps) - 1)
    step = _word(rng, steps, at)
    step.actor = steps[0].command.get("owner") or rng.choice((ORGANISER, STRANGER))
    steps.insert(at, step)
    return retold(steps)


def worded(rng: Random, steps: Steps) -> Steps:
    """Change the text or the result of an organiser's command."""
    candidates = [step for step in steps if step.command["type"] in OF_ORGANISERS]
    if not candidates:
        raise Unfit
    altered = rng.choice(candidates)
    if "balances" in altered.command and rng.random() < 0.5:
        altered.command["balances"].reverse()
    else:
        altered.command["text"] = "In other words."
    return retold(steps)


def owned(rng: Random, steps: Steps) -> Steps:
    """Change the owner throughout."""
    old, new = steps[0].command.get("owner"), rng.choice((None, STRANGER))
    put_member(steps[0].command, "owner", new, None)
    for step in steps:
        if step.actor == (old or ORGANISER):
            step.actor = new or ORGANISER
    steps[0].actor = new or SYSTEM
    return retold(steps)


def named(rng: Random, steps: Steps) -> Steps:
    steps[0].command["manifest"]["name"] = f"Copa {rng.getrandbits(32)}"
    return retold(steps)


def bots(rng: Random, steps: Steps) -> Steps:
    """Replace the bot of an entrant."""
    plans = [player for player in steps[0].command["manifest"]["entrants"] if "bot" in player]
    rng.choice(plans)["bot"] = rng.choice(("beginner", "greedy", "random"))
    return retold(steps)


def chance(rng: Random, steps: Steps) -> Steps:
    return _everywhere(steps, "bot_seed", rng.randbytes(32).hex())


def pairs(rng: Random, steps: Steps) -> Steps:
    return _everywhere(steps, "pairing_seed", rng.randbytes(32).hex())


def seeded(rng: Random, steps: Steps) -> Steps:
    return _everywhere(steps, "organiser_seeded", not steps[0].command["organiser_seeded"])


def version(rng: Random, steps: Steps) -> Steps:
    """Change to an old version, whose reports are in any order."""
    long = [step for step in steps if len(step.results) > 1]
    if long and rng.random() < 0.5:
        rng.choice(long).results.reverse()
    return _everywhere(steps, "version", None)


def edition(rng: Random, steps: Steps) -> Steps:
    """Change to an older edition of the rulebook."""
    return _everywhere(steps, "rulebook", rng.randrange(1, steps[0].command["rulebook"]))
