"""The twin of a game for one reader: other cards wherever that reader may not know them, one public history.

What a reader may not know: the cards in other hands that it has not seen, the order of the stock, and what
others have said under seal (an exchanged card, an answer in a claim window, a keep that may still be forced,
what they stand by). A twin has the same cards dealt to other places, and its seats say under seal whatever
their cards allow. It is one only if every entry's public part, seals aside, and every part of the reader's
own is the same to the byte.

What others have said under seal is public as soon as something follows from it: whose claim won, that a
seat was answered for, that a card was kept. A game in which that is different is no twin (RULES 8.2, 8.3,
8.6). Whether anybody is asked never follows from hidden cards (RULES 4.7), so such a game needs no excuse:
if it were otherwise, the entries would differ with the cards alone, which `twin` reports as an error.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from app.games.cards import Card, Seat
from app.games.conquian.commands import Exchange
from app.games.conquian.events import Answered, Dealt, Exchanged, Kept, Melded, Restocked
from app.games.conquian.state import State
from app.games.errors import Refused
from app.games.table.commands import Expire
from app.games.table.decide import decide
from app.games.table.events import KeyRevealed
from app.games.table.state import Table
from app.games.table.view import legal
from tests.twins.lines import Line, Told, enter, with_cards

Slot = tuple[int, Seat | None, int]
"""Where a card was dealt: the ply, the seat (None: the stock), and its number there."""

_TRIES = 6


class NotBlind(AssertionError):
    """The public history changed with hidden cards alone."""


@dataclass(slots=True)
class Hand:
    """The entries of one hand as one reader has seen them, the deal first."""

    told: tuple[Told, ...]
    reader: Seat | None

    @property
    def ply(self) -> int:
        """The ply of its deal."""
        return self.told[0].after.ply

    @property
    def state(self) -> State:
        """Return how the hand stands, or ended."""
        hand: State = self.told[-1].after.table.hand
        return hand

    @property
    def dealt(self) -> Dealt | Restocked:
        event = self.told[0].dealt
        assert event is not None
        return event

    def hidden(self) -> dict[Slot, Card]:
        """Every card of it that the reader may not know, by where it was dealt."""
        if any(isinstance(event, KeyRevealed) for entry in self.told for event in entry.events):
            return {}
        stock, left = self.dealt.stock, len(self.state.stock)
        slots: dict[Slot, Card] = {
            (self.ply, None, at): stock[at] for at in range(len(stock) - left, len(stock))
        }
        if isinstance(self.dealt, Dealt):
            for seat in self.state.order:
                if seat != self.reader:
                    slots |= dict(self._held(seat, self.dealt))
        return slots

    def _held(self, seat: Seat, dealt: Dealt) -> Iterator[tuple[Slot, Card]]:
        """The hidden cards of another seat by where they were dealt."""
        unknown = Counter(self.state.hands[seat]) - self._shown(seat)
        places = list(enumerate(dealt.hands[seat]))
        moved = self._moved()
        if moved is not None:
            del places[given(self.told, seat)]
            giver = next(one for one in self.state.order if self.state.next(one) == seat)
            card = moved.received[seat]
            if giver != self.reader and card is not None and unknown[card]:
                unknown[card] -= 1
                yield (self.ply, giver, given(self.told, giver)), card
        for at, card in reversed(places):
            if unknown[card] > 0:
                unknown[card] -= 1
                yield (self.ply, seat, at), card
        assert not +unknown, (seat, unknown)

    def _moved(self) -> Exchanged | None:
        events = (event for entry in self.told for event in entry.events)
        return next((event for event in events if isinstance(event, Exchanged)), None)

    def _shown(self, seat: Seat) -> Counter[Card]:
        """The cards in the hand of `seat` that the reader has seen go there and not leave again."""
        cards: Counter[Card] = Counter()
        for event in (event for entry in self.told for event in entry.events):
            if isinstance(event, Exchanged) and self.reader in self.state.order and self.reader is not None:
                card = event.received[seat]
                cards += Counter([card] if card and self.state.next(self.reader) == seat else [])
            elif isinstance(event, Kept) and event.seat == seat:
                cards = cards + Counter([event.card]) - Counter([event.discard])
            elif isinstance(event, Melded) and event.seat == seat:
                cards -= Counter([*event.used, *([event.discard] if event.discard else [])])
        return cards


def given(entries: tuple[Told, ...], seat: Seat) -> int:
    """Return which of the cards dealt to it `seat` gives away in the exchange."""
    dealt = entries[0].dealt
    assert isinstance(dealt, Dealt)
    for event in (event for entry in entries for event in entry.events):
        if isinstance(event, Answered) and event.seat == seat and isinstance(event.answer, Exchange):
            return place_of(dealt.hands[seat], event.answer.card)
    raise LookupError(seat)


def place_of(hand: tuple[Card, ...], card: Card) -> int:
    """The last place of a card in a hand: of copies it stands for the one that time takes (RULES 11.8)."""
    return len(hand) - 1 - hand[::-1].index(card)


def hands(line: Line, reader: Seat | None) -> list[Hand]:
    """The hands of a game so far, each from the entry that deals it."""
    begun = [at for at, entry in enumerate(line.told) if entry.dealt is not None]
    ends = [*begun[1:], len(line.told)]
    return [Hand(line.told[at:end], reader) for at, end in zip(begun, ends, strict=False)]


def hidden(line: Line, reader: Seat | None) -> dict[Slot, Card]:
    """Every card that the reader may not know, by where it was dealt."""
    return {slot: card for hand in hands(line, reader) for slot, card in hand.hidden().items()}


def twin(line: Line, reader: Seat | None, rng: Random) -> Line | None:
    """A twin of `line` for `reader`; None where nothing is hidden, or what is leaves no other game.

    NotBlind if its public history is another although nobody said anything else.
    """
    known = hidden(line, reader)
    for attempt in range(_TRIES):
        cards = _shuffled(known, rng)
        if cards == known:
            continue
        try:
            return _Twin(line, reader, cards, rng, free=attempt < _TRIES // 2).told()
        except _NoTwinError:
            continue
    return None


def _shuffled(known: dict[Slot, Card], rng: Random) -> dict[Slot, Card]:
    """The cards of each hand among its own places."""
    placed: dict[Slot, Card] = {}
    for ply in {slot[0] for slot in known}:
        slots = [slot for slot in known if slot[0] == ply]
        cards = [known[slot] for slot in slots]
        placed |= dict(zip(slots, rng.sample(cards, len(cards)), strict=True))
    return {slot: placed[slot] for slot in known}


class _NoTwinError(Exception):
    """These cards allow no game with the same public history."""


class _Twin:
    """A game while it is told again with other cards; `free` if its seats say under seal what they like."""

    def __init__(
        self, line: Line, reader: Seat | None, cards: dict[Slot, Card], rng: Random, *, free: bool
    ) -> None:
        self._line, self._reader, self._cards, self._rng, self._free = line, reader, cards, rng, free
        self._differs = False

    def told(self) -> Line:
        made: list[Told] = []
        for entry in self._line.told:
            made.append(self._entry(entry, made))
        return replace(self._line, told=tuple(made))

    def _entry(self, one: Told, made: list[Told]) -> Told:
        before = made[-1].after if made else None
        if before is None:
            return one
        for command in self._commands(one, made):
            try:
                events = decide(before.table, one.seat, command)
            except Refused:
                continue
            entry = enter(before, one.seat, command, with_cards(events, self._dealt(one)))
            if self._same(one, entry):
                self._differs = self._differs or command != one.command
                return entry
        if not self._differs and not self._said_in_secret(one) and not _of_copies(before.table, one):
            raise NotBlind((one.entry.game, one.after.ply, one.command))
        raise _NoTwinError

    def _commands(self, entry: Told, made: list[Told]) -> list[Any]:
        """Return the commands for this entry in the twin: the same one, or any legal one if it is sealed."""
        if not self._said_in_secret(entry) or isinstance(entry.command, Expire):
            return [entry.command]
        assert entry.seat is not None
        if isinstance(entry.command, Exchange):
            return [self._gift(entry.seat, entry.command, made)]
        others = list(legal(made[-1].after.table, entry.seat)) if made[-1].after.table.in_hand else []
        self._rng.shuffle(others)
        return (
            [*others, entry.command] if self._free and self._rng.random() < 0.5 else [entry.command, *others]
        )

    def _gift(self, seat: Seat, command: Exchange, made: list[Told]) -> Exchange:
        """The card that lies where the one that was given lay; in a fork all hands are known."""
        theirs, ours = _last_deal(self._line.told[: len(made)]), _last_deal(tuple(made))
        if isinstance(theirs, Restocked) or isinstance(ours, Restocked):
            return command
        return Exchange(ours.hands[seat][place_of(theirs.hands[seat], command.card)])

    def _said_in_secret(self, entry: Told) -> bool:
        """Return True if the command, or what the service said for seats, is sealed for somebody else."""
        sealed = {audience for audience, part in entry.halves.hidden.items() if "command" in part}
        answered = {event.seat for event in entry.events if isinstance(event, Answered)}
        return bool((sealed | (answered if isinstance(entry.command, Expire) else set())) - {self._reader})

    def _dealt(self, entry: Told) -> Dealt | Restocked | None:
        dealt, ply = entry.dealt, entry.after.ply
        if dealt is None:
            return None
        stock = tuple(self._cards.get((ply, None, at), card) for at, card in enumerate(dealt.stock))
        if isinstance(dealt, Restocked):
            return Restocked(stock)
        held = tuple(
            tuple(self._cards.get((ply, Seat(seat), at), card) for at, card in enumerate(hand))
            for seat, hand in enumerate(dealt.hands)
        )
        return Dealt(held, stock)

    def _same(self, entry: Told, other: Told) -> bool:
        """Return True if the reader finds the same in both entries."""
        mine, theirs = entry.halves, other.halves
        own = [halves.hidden.get(self._reader) for halves in (mine, theirs) if self._reader is not None]
        return mine.public == theirs.public and own[:1] == own[1:]


def _of_copies(before: Table, entry: Told) -> bool:
    """Return whether the service discarded from a forced hand whose last card may differ by the order dealt.

    It discards the last card as dealt, and of copies the first is the one that went (RULES 11.8): who was
    dealt another copy of what it has laid keeps the one that lay further back. That a seat had no such copy
    is known to all who saw its time pass, and a twin in which it had one is another game.
    """
    laid = any(isinstance(event, Melded) and event.discard is not None for event in entry.events)
    return laid and isinstance(entry.command, Expire) and before.rules.packs > 1


def _last_deal(entries: tuple[Told, ...]) -> Dealt | Restocked:
    return next(entry.dealt for entry in reversed(entries) if entry.dealt is not None)
