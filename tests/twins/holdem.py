"""Games of hold'em at random, and their twins: other hole cards and another stock behind one public history.

A reader does not know the hole cards of others that were not shown, and what lies in the stock below the
board. A twin has the same cards dealt to other of these places; its seats say the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from app.games import shuffle
from app.games.cards import Card, Seat
from app.games.errors import Refused
from app.games.holdem.commands import Buy, GiveUp
from app.games.holdem.events import BoardDealt, HandShown, HolesDealt
from app.games.holdem.game import HOLDEM
from app.games.table.commands import Create, Expire, Leave, Ready, Reveal
from app.games.table.decide import create, decide, pending
from app.games.table.events import KeyRevealed
from app.games.table.state import Status, Table, awaited
from app.games.table.view import legal
from app.store.keys import game_id_from
from tests.twins.lines import LIMITS, VISIBILITIES, Line, Told, enter, guest_or_player, hashes
from tests.twins.pairs import NotBlind

_OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"blinds": "1_3"},
    {"bet_mode": "fixed"},
    {"blind_live": True},
)
_ASIDES = (Buy(20), Buy(5), Leave())


def holdem_line(rng: Random, players: Sequence[str]) -> Line:
    """A game that is not over, in which some of `players` sit."""
    while True:
        command = _created(rng, players)
        entropy = [rng.randbytes(16) for _ in command.seats]
        entries, plies = [enter(None, None, command, create(command))], rng.randrange(2, 60)
        while not (table := entries[-1].after.table).has_ended:
            if len(entries) >= plies and pending(table) is None:
                return Line(tuple(entries))
            seat, chosen = _said(table, entropy, rng)
            entries.append(enter(entries[-1].after, seat, chosen, decide(table, seat, chosen)))


def _created(rng: Random, players: Sequence[str]) -> Create:
    game = game_id_from(rng.randbytes(32))
    people = iter(rng.sample(players, len(players)))
    seats = tuple(guest_or_player(next(people, None)) for _ in range(rng.randint(3, 6)))
    return Create(
        game=game,
        play=HOLDEM.name,
        rules=HOLDEM.rules_to_json(HOLDEM.sheet("caesars-holdem", rng.choice(_OPTIONS))),
        seats=seats,
        entropy=rng.choice(("none", "none", "seats")),
        reveal=rng.choice(("game", "game", "hand")),
        token_hashes=hashes(game, seats),
        game_key=rng.randbytes(32).hex(),
        visibility=rng.choice(VISIBILITIES),
        **LIMITS,
    )


def _said(table: Table, entropy: Sequence[bytes], rng: Random) -> tuple[Seat | None, Any]:
    """Something lawful of the service or of a seat that is asked, now and then something unasked."""
    if (owed := pending(table)) is not None:
        return None, owed
    seat = rng.choice(awaited(table))
    if table.status is Status.COMMITTING:
        return seat, Ready(shuffle.entropy_commitment(table.game, seat, entropy[seat]).hex())
    if table.status is Status.REVEALING:
        return seat, Reveal(entropy[seat].hex())
    if table.in_hand and rng.random() < 0.03:
        return None, Expire((seat,))
    aside = rng.choice(table.persons), rng.choice(_ASIDES)
    if rng.random() < 0.05 and _accepts(table, *aside):
        return aside
    if table.places[seat].left:
        return None, Expire((seat,))
    commands = list(legal(table, seat))
    return seat, rng.choice(
        [command for command in commands if not isinstance(command, GiveUp)] * 3 + commands
    )


def _accepts(table: Table, seat: Seat, command: Any) -> bool:
    try:
        decide(table, seat, command)
    except Refused:
        return False
    return True


def holdem_twin(line: Line, reader: Seat | None, rng: Random) -> Line | None:
    """A twin of `line` for `reader`, None where nothing is hidden.

    NotBlind if its public history is another.
    """
    made: list[Told] = []
    changed = False
    deals = list(_deals(line))
    for entry in line.told:
        if not made:
            made.append(entry)
            continue
        before = made[-1].after
        events = decide(before.table, entry.seat, entry.command)
        dealt = next((hand for hand in deals if hand[0] is entry), None)
        if dealt is not None:
            cards = _permuted(dealt[1], reader, rng)
            changed = changed or cards != _cards(entry)
            events = tuple(cards if isinstance(event, HolesDealt) else event for event in events)
        made.append(enter(before, entry.seat, entry.command, events))
        mine, theirs = entry.halves, made[-1].halves
        own = [halves.hidden.get(reader) for halves in (mine, theirs) if reader is not None]
        if mine.public != theirs.public or own[:1] != own[1:]:
            raise NotBlind((entry.entry.game, entry.after.ply, entry.command))
    return replace(line, told=tuple(made)) if changed else None


def _deals(line: Line) -> Iterator[tuple[Told, tuple[Told, ...]]]:
    """Each entry that deals a hand, and the entries of that hand from it on."""
    begun = [
        at
        for at, entry in enumerate(line.told)
        if any(isinstance(event, HolesDealt) for event in entry.events)
    ]
    for at, end in zip(begun, [*begun[1:], len(line.told)], strict=True):
        yield line.told[at], line.told[at:end]


def _cards(entry: Told) -> HolesDealt:
    return next(event for event in entry.events if isinstance(event, HolesDealt))


def _permuted(hand: Sequence[Told], reader: Seat | None, rng: Random) -> HolesDealt:
    """The deal of a hand with the cards hidden from `reader` in other places, none once its key is open."""
    dealt, events = _cards(hand[0]), [event for entry in hand for event in entry.events]
    if any(isinstance(event, KeyRevealed) for event in events):
        return dealt
    open_seats = {event.seat for event in events if isinstance(event, HandShown)} | {reader}
    board = sum(len(event.cards) for event in events if isinstance(event, BoardDealt))
    hidden = [seat for seat, hole in enumerate(dealt.holes) if hole and seat not in open_seats]
    cards: list[Card] = [card for seat in hidden for card in dealt.holes[seat]] + list(dealt.stock[board:])
    rng.shuffle(cards)
    holes = tuple(
        (cards.pop(), cards.pop()) if seat in hidden else hole for seat, hole in enumerate(dealt.holes)
    )
    return HolesDealt(holes, (*dealt.stock[:board], *cards))
