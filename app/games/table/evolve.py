"""`evolve` for a table: its own events are copied, all others go to the game that is played."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

from app.games.cards import Ply, Seat
from app.games.registry import GAMES
from app.games.table.events import (
    Created,
    DealerChosen,
    EntropyRevealed,
    Frozen,
    GameEnded,
    GameVoided,
    HandBegun,
    HandSettled,
    HouseCharged,
    KeyRevealed,
    KeysWithheld,
    Left,
    Readied,
    Removed,
    Replaced,
    ReplacementAsked,
    Returned,
    Rotated,
    Seated,
    SeatsAsked,
    TimedOut,
)
from app.games.table.state import (
    Entropy,
    HandResult,
    KeyReveal,
    Kind,
    Limits,
    Origin,
    Place,
    Start,
    Status,
    Stock,
    Table,
    Visibility,
)
from app.games.values import put


def fold(table: Table | None, ply: int, events: Sequence[Any]) -> Table:
    """Return the table after the entry `ply` with `events`; None before the first entry."""
    if table is not None and events and goes_on(events):
        return _played(table, ply, events)
    after = None if table is None else table.changed(ply=ply)
    for event in events:
        after = evolve(after, event)
    if after is None:
        raise ValueError("an entry without events cannot begin a log")
    return after


def evolve(table: Table | None, event: Any) -> Table:
    """Return the table after `event`."""
    if isinstance(event, Created):
        return _created(event)
    if table is None:
        raise ValueError("the first event of a log creates the table")
    copy = _COPY.get(type(event))
    return copy(table, event) if copy else _played(table, table.ply, (event,))


def goes_on(events: Sequence[Any]) -> bool:
    """Return whether all of `events` are of the hand that is played; of most entries they are."""
    return _OWN.isdisjoint(map(type, events))


def _played(table: Table, ply: int, events: Sequence[Any]) -> Table:
    """Return the table at `ply` after events of the game, all of a hand or all between hands.

    The last new question is open.
    """
    play, before = table.play, table.hand
    if type(events[0]) in play.events_between:
        return table.changed(ply=ply, sitting=reduce(play.keep, events, table.sitting))
    hand = play.fold(before, events)
    asked = play.question(hand) != play.question(before)
    return table.changed(ply=ply, hand=hand, decision=ply if asked else table.decision)


def _created(event: Created) -> Table:
    play = GAMES[event.play]
    places = tuple(
        Place(
            Kind(plan["kind"]),
            plan.get("player"),
            plan.get("bot"),
            token_hash,
            invitation=plan.get("invitation", ""),
        )
        for plan, token_hash in zip(event.seats, event.token_hashes, strict=True)
    )
    rules = play.rules_from_json(event.rules)
    made = Table(
        ply=Ply(1),
        decision=Ply(1),
        hand=None,
        game=event.game,
        rules=rules,
        play=play,
        status=Status.WAITING,
        entropy=Entropy(event.entropy),
        reveal=KeyReveal(event.reveal),
        places=places,
        game_key=event.game_key,
        limits=_limits(event),
        rematch_of=event.rematch_of,
        visibility=Visibility.PUBLIC if event.visibility is None else Visibility(event.visibility),
        start=Start.FULL if event.start is None else Start(event.start),
        evening=event.evening,
        first_dealer=event.first_dealer,
        balances=(0,) * len(places),
        settled=(0,) * len(places),
        last_played=((0, 0),) * len(places),
        sitting=play.sitting(rules, len(places)),
        won=(0,) * len(places),
        origin=_origin(event),
        host=event.host,
        host_seat=_host_seat(places, event.host),
        tournament=event.tournament["tournament"] if event.tournament else None,
        deck=event.tournament["deck"] if event.tournament else None,
        shared_deck=_shared_deck(event.tournament),
    )
    return made.changed(awaited=made.persons) if made.asks_ready else made


def _host_seat(places: tuple[Place, ...], host: str | None) -> Seat | None:
    """Return the seat that the maker of a table has taken for itself; `host` is None for a guest."""
    taken = (at for at, place in enumerate(places) if place.kind is Kind.PERSON and place.player == host)
    return next(map(Seat, taken), None)


def _origin(event: Created) -> Origin | None:
    parent = event.parent
    if parent is None or event.position is None or event.stock is None:
        return None
    return Origin(parent["game"], parent["ply"], parent["digest"], Stock(event.stock), event.position)


def _shared_deck(named: dict[str, Any] | None) -> int | None:
    """Return the number of the deck in the tournament `named`, if other games are dealt from it, too."""
    return named["deck"] if named and named.get("shared") else None


def _limits(event: Created) -> Limits | None:
    decision, window, delay = event.decision_seconds, event.window_seconds, event.deal_delay_seconds
    return None if decision is None or window is None or delay is None else Limits(decision, window, delay)


def _at(table: Table, seat: Seat, **changes: Any) -> Table:
    changed = replace(table.places[seat], **changes)
    return table.changed(places=put(table.places, seat, changed))


def _answered(table: Table, seat: Seat) -> Table:
    awaited = tuple(other for other in table.awaited if other != seat)
    return table.changed(awaited=awaited, answered=(*table.answered, seat))


def _seated(table: Table, event: Seated) -> Table:
    taken = {
        "player": event.player,
        "bot": event.bot,
        "token_hash": event.token_hash or "",
        "invitation": "",
    }
    kind = Kind.PERSON if event.bot is None else Kind.BOT
    # A bot has no token: its seat keeps the generation, so that no token is ever given out twice.
    generation = table.places[event.seat].generation if event.bot else event.generation or 0
    seated = _at(
        table, event.seat, kind=kind, left=False, away=False, missed=0, generation=generation, **taken
    )
    asked = kind is Kind.PERSON and table.asks_ready
    return seated.changed(awaited=tuple(sorted((*table.awaited, event.seat)))) if asked else seated


def _removed(table: Table, event: Removed) -> Table:
    """Return the table with the seat open to all; its next person is asked for readiness anew."""
    opened = Place(Kind.OPEN, generation=table.places[event.seat].generation + 1)
    return table.changed(
        places=put(table.places, event.seat, opened),
        awaited=tuple(seat for seat in table.awaited if seat != event.seat),
        answered=tuple(seat for seat in table.answered if seat != event.seat),
    )


def _rotated(table: Table, event: Rotated) -> Table:
    return _at(table, event.seat, token_hash=event.token_hash, generation=event.generation)


def _left(table: Table, event: Left) -> Table:
    host_seat = None if event.seat == table.host_seat else table.host_seat
    return _at(table, event.seat, left=True).changed(closing=True, host_seat=host_seat)


def _seats_asked(table: Table, event: SeatsAsked) -> Table:
    return table.changed(status=event.status, awaited=event.awaited, answered=(), decision=table.ply)


def _readied(table: Table, event: Readied) -> Table:
    committed = event.entropy_commitment or table.places[event.seat].committed
    return _answered(_at(table, event.seat, committed=committed), event.seat)


def _entropy_revealed(table: Table, event: EntropyRevealed) -> Table:
    return _answered(_at(table, event.seat, entropy=event.entropy), event.seat)


def _dealer_chosen(table: Table, event: DealerChosen) -> Table:
    return table.changed(chosen_dealer=event.seat)


def _house_charged(table: Table, event: HouseCharged) -> Table:
    return table.changed(balances=event.balances, house=event.house)


def _hand_begun(table: Table, event: HandBegun) -> Table:
    play, origin = table.play, table.origin
    if origin is None:
        hand = play.start(table.rules, event.order, len(table.places), event.hand_number, table.chips)
    else:
        hand = play.resume(table.rules, origin.position)
    return table.changed(
        status=Status.PLAYING,
        hand_number=event.hand_number,
        dealer=event.dealer,
        chosen_dealer=None,
        order=event.order,
        stake=event.stake,
        closing=False,
        awaited=(),
        answered=(),
        decision=table.decision if origin is None else table.ply,
        hand=hand,
    )


def _timed_out(table: Table, event: TimedOut) -> Table:
    for seat in event.seats:
        table = _at(table, seat, missed=table.places[seat].missed + 1, away=seat in event.away)
    return table


def _returned(table: Table, event: Returned) -> Table:
    return _at(table, event.seat, missed=0, away=False, stand_in=None, asked_by=())


def _replacement_asked(table: Table, event: ReplacementAsked) -> Table:
    return _at(table, event.seat, asked_by=(*table.places[event.seat].asked_by, event.by))


def _replaced(table: Table, event: Replaced) -> Table:
    return _at(table, event.seat, stand_in=event.bot, asked_by=())


def _hand_settled(table: Table, event: HandSettled) -> Table:
    winner = table.play.winner(table.hand)
    counted = (
        {"tablas": table.tablas + 1}
        if winner is None
        else {"won": tuple(count + (seat == winner) for seat, count in enumerate(table.won))}
    )
    played = {seat: (table.hand_number, table.settled[seat]) for seat in table.order}
    last_played = tuple(
        [played.get(seat, before) for seat, before in zip(table.seats, table.last_played, strict=True)]
    )
    ledger = {"balances": event.balances, "settled": event.balances, "last_played": last_played}
    changes = tuple(after - before for after, before in zip(event.balances, table.settled, strict=True))
    hands = (*table.hands, HandResult(table.order[-1], winner, changes))
    return table.changed(drawn=event.drawn, hands=hands, **ledger, **counted)


def _key_revealed(table: Table, event: KeyRevealed) -> Table:
    return table


def _keys_withheld(table: Table, event: KeysWithheld) -> Table:
    why = {"void_reason": event.reason, "void_seats": event.seats}
    return table.changed(status=event.status, awaited=(), withheld=True, **why)


def _game_ended(table: Table, event: GameEnded) -> Table:
    return table.changed(status=Status.FINISHED, awaited=(), withheld=False)


def _game_voided(table: Table, event: GameVoided) -> Table:
    why = {"void_reason": event.reason, "void_seats": event.seats}
    return table.changed(status=Status.VOID, awaited=(), withheld=False, **why)


def _frozen(table: Table, event: Frozen) -> Table:
    why = {"reason": event.reason, "receipt": event.receipt}
    return table.changed(status=Status.FROZEN, awaited=(), answered=(), withheld=False, frozen=why)


_COPY: dict[type[Any], Callable[[Table, Any], Table]] = {
    Seated: _seated,
    Removed: _removed,
    Rotated: _rotated,
    Left: _left,
    SeatsAsked: _seats_asked,
    Readied: _readied,
    EntropyRevealed: _entropy_revealed,
    DealerChosen: _dealer_chosen,
    HouseCharged: _house_charged,
    HandBegun: _hand_begun,
    TimedOut: _timed_out,
    Returned: _returned,
    ReplacementAsked: _replacement_asked,
    Replaced: _replaced,
    HandSettled: _hand_settled,
    KeyRevealed: _key_revealed,
    KeysWithheld: _keys_withheld,
    GameEnded: _game_ended,
    GameVoided: _game_voided,
    Frozen: _frozen,
}

_OWN = frozenset((Created, *_COPY))
