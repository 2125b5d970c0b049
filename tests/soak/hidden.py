"""Guessing hidden cards of a running game from digests and seals: no better than chance.

For every sealed part of a running game the guesser gets the true part and a decoy, which differs in two
cards that have changed places or in one card, and must say which is which (chance: 1 in 2). For every
card given away in the exchange it gets each card that may be it (chance: 1 in so many). Two things must
hold: nothing opens a seal, and over all games so far the hits stay within five standard deviations of
chance. So that this could fail, the same guesser plays games with a weakness and must win all of them:
games whose salts leaked, and games whose key is one of 256.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from app.games import shuffle
from app.games.cards import CARD_CODES, PACKS
from app.store.canonical import parse
from app.store.entry import Entry, HiddenPart
from tests.replays.games import PLANS, Plan, log_of
from tests.soak.guesser import Guesser, guesser

SIGMAS: Final = 5
GAMES_A_CHUNK: Final = 6
_KEY: Final = re.compile(r'"([0-9a-f]{64})"')
_CODE: Final = re.compile(r'"((?:[1-9]|1[0-2])[OCEB]|[A2-9TJQK][dshc])"')
_PLANS: Final = ("mexican-2", "mexican-3", "me_sirve", "keep_centre", "north-american", "deals", "entropy")


@dataclass
class Tally:
    """Hits of the guesser over a whole run, and those expected by chance."""

    hits: int = 0
    tries: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def add(self, hit: bool, choices: int) -> None:
        """One more guess among so many choices."""
        chance = 1 / choices
        self.hits += hit
        self.tries += 1
        self.expected += chance
        self.variance += chance * (1 - chance)

    @property
    def deviations(self) -> float:
        """By how many standard deviations the hits differ from chance."""
        return float((self.hits - self.expected) / self.variance**0.5) if self.variance else 0.0

    @property
    def told(self) -> str:
        """The tally in a sentence."""
        return (
            f"Of {self.tries} hidden parts no seal was opened; {self.hits} were guessed right, by chance it"
            f" would be {self.expected:.0f} +- {self.variance**0.5:.0f} ({self.deviations:+.1f} sigma)."
        )


@dataclass(frozen=True)
class Riddle:
    """A hidden part and what it might be: `bodies` hold the true one."""

    ply: int
    part: HiddenPart
    bodies: tuple[bytes, ...]

    def solved(self, who: Guesser) -> bytes | None:
        """Return what the guesser proves the part to be, None if it proves nothing."""
        return who.opens(self.ply, self.part.audience, self.bodies)

    def guessed(self, who: Guesser) -> bool:
        """Return True if the guess without a proof is right."""
        return who.prefers(self.ply, self.part.audience, self.bodies) == self.part.body


@contextmanager
def tallies() -> Iterator[Tally]:
    """The tally of a whole run, printed at its end."""
    tally = Tally()
    yield tally
    print(tally.told)


def riddles(entries: Sequence[Entry], seat: int | None, rng: Random) -> Iterator[Riddle]:
    """Every part of the hand that is being played which `seat` may not know, with what it might be."""
    pack = _pack(entries)
    for entry in _sealed(entries):
        for part in (each for each in entry.parts if each.audience != seat):
            bodies = _candidates(part, pack, rng)
            if len(bodies) > 1:
                rng.shuffle(bodies)
                yield Riddle(entry.ply, part, tuple(bodies))


def _sealed(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries whose seals nobody can open yet: all of them, or those since the last key was opened."""
    opened = max((entry.ply for entry in entries if b'"key-revealed"' in entry.public), default=0)
    begun = (entry.ply for entry in entries if entry.ply > opened and b'"hand-begun"' in entry.public)
    return entries[next(begun, len(entries) + 1) - 1 :] if opened else entries


def _pack(entries: Sequence[Entry]) -> str:
    return str(parse(entries[0].public)["events"][0]["rules"]["pack"])


def _candidates(part: HiddenPart, pack: str, rng: Random) -> list[bytes]:
    """Return what the part might be: every card where it names one, else itself and a decoy."""
    text = part.body.decode()
    cards = list(dict.fromkeys(code for code in _CODE.findall(text) if code in CARD_CODES))
    if len(cards) == 1:
        return [text.replace(f'"{cards[0]}"', f'"{face}"').encode() for face in PACKS[pack].faces()]
    if cards:
        one, other = rng.sample(cards, 2)
        return [part.body, _swapped(text, one, other).encode()]
    keys = _KEY.findall(text)
    return [part.body, text.replace(keys[0], rng.randbytes(32).hex()).encode()] if keys else [part.body]


def _swapped(text: str, one: str, other: str) -> str:
    places = {f'"{one}"': f'"{other}"', f'"{other}"': f'"{one}"'}
    return re.sub("|".join(places), lambda match: places[match[0]], text)


def games(rng: Random, tally: Tally) -> int:
    """Some games stopped at a ply by chance, as a spectator and as every seat sees them; then weak ones."""
    tried = 0
    for _ in range(GAMES_A_CHUNK):
        plan = PLANS[rng.choice(_PLANS)]
        entries = _running(plan, rng)
        for seat in (None, *range(plan.players)):
            tried += _attack(entries, seat, rng, tally)
    assert abs(tally.deviations) < SIGMAS, tally
    _wins_where_it_can(rng)
    return tried


def _running(plan: Plan, rng: Random) -> tuple[Entry, ...]:
    """The first plies of a game that goes on after them."""
    entries = log_of(plan, rng.getrandbits(32))
    return entries[: rng.randrange(2, len(entries))]


def _attack(entries: tuple[Entry, ...], seat: int | None, rng: Random, tally: Tally) -> int:
    who, tried = guesser(entries, seat), 0
    for riddle in riddles(entries, seat, rng):
        assert riddle.solved(who) is None, (who.game, riddle)
        if seat is None:  # the guess is the same for everybody, so it counts once
            tally.add(riddle.guessed(who), len(riddle.bodies))
        tried += 1
    return tried


def _wins_where_it_can(rng: Random) -> None:
    """The same guesser reads everything where salts leaked or the key is weak."""
    entries = _running(PLANS["mexican-3"], rng)
    leaked = guesser(entries, None, tuple(_leaked_keys(entries)))
    weak = _running(replace(PLANS["mexican-3"], weak=True), rng)
    for log, who in ((entries, leaked), (weak, guesser(weak, None))):
        riddles_here = list(riddles(log, None, rng))
        assert riddles_here
        assert all(riddle.solved(who) == riddle.part.body for riddle in riddles_here)


def _leaked_keys(entries: Sequence[Entry]) -> Iterator[bytes]:
    secret = next(part for part in entries[0].parts if part.audience == 255)
    game_key = parse(secret.body)["events"]["0"]["game_key"]
    yield shuffle.deal_key(bytes.fromhex(game_key), 1)
