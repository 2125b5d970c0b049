"""An evening: the tables that some people play one after another, projected to one ledger.

A seat belongs to the person who has it at the last entry of its table, with its whole balance. A player is
one person at every table. A guest is known by the seat: the guest in a seat of a rematch is the one in the
same seat of the table before, and at any other table a guest is another person. A bot is one person by its
name, and by its number among the bots of that name at a table.
"""

from collections.abc import Iterator, Mapping, Sequence

from app.games.cards import Seat
from app.games.table.seats import next_dealer
from app.games.table.state import Kind, Place, Table
from app.games.values import value

_PersonKey = tuple[str, str, int]
"""A kind of person, an id or a name, and a number that tells persons with the same one apart."""


@value
class EveningPerson:
    """A person or bot of an evening: the sum of its results, and the number of hands that it has won."""

    kind: Kind
    player: str | None
    bot: str | None
    balance: int
    won: int


@value
class EveningHand:
    """A hand that was played to its end; tables and persons are numbered from 0, hands of a table from 1.

    `winner` is None for tablas. `changes` has None for a person without a seat at the table; `balances` are
    those of the evening after the hand.
    """

    table: int
    hand: int
    dealer: int | None
    winner: int | None
    changes: tuple[int | None, ...]
    balances: tuple[int, ...]


@value
class Evening:
    """The persons in the order of their coming, by table and seat their numbers, None for a free seat, and
    the hands in order.

    `next_dealer` is the person to whom the deal passes for the next hand or the next table, None while a hand
    is played and where the lot decides. The balances of the persons and what the `house` has sum to zero.
    """

    persons: tuple[EveningPerson, ...]
    seats: tuple[tuple[int | None, ...], ...]
    hands: tuple[EveningHand, ...]
    house: int
    next_dealer: int | None


def evening_of(tables: Sequence[Table]) -> Evening:
    """Return the projection of the tables of an evening, which are in the order of their beginnings."""
    by_id = {table.game: table for table in tables}
    keys = [[_key(table, seat, by_id) for seat in table.seats] for table in tables]
    places = {
        key: place
        for table, row in zip(tables, keys, strict=True)
        for key, place in zip(row, table.places, strict=True)
        if key is not None
    }
    numbers = {key: number for number, key in enumerate(places)}
    seats = tuple(tuple(None if key is None else numbers[key] for key in row) for row in keys)
    hands = tuple(_hands(tables, seats, len(numbers)))
    balances = hands[-1].balances if hands else (0,) * len(numbers)
    won = [hand.winner for hand in hands]
    persons = tuple(
        EveningPerson(place.kind, place.player, place.bot, balances[number], won.count(number))
        for number, place in enumerate(places.values())
    )
    deals = deals_next(tables)
    dealer = None if deals is None else _expected(tables[deals[0]], deals[1], by_id)
    return Evening(persons, seats, hands, -sum(balances), None if dealer is None else numbers[dealer])


def _expected(table: Table, seat: Seat, tables: Mapping[str, Table]) -> _PersonKey | None:
    """Return the key of the person at a seat; for a free one of a rematch, of the one who had it before."""
    key, before = _key(table, seat, tables), tables.get(table.rematch_of or "")
    return _expected(before, seat, tables) if key is None and before is not None else key


def deals_next(tables: Sequence[Table]) -> tuple[int, Seat] | None:
    """Return the number of the latest table, from 0, and the seat there to which the deal passes.

    None while a hand is played, and where the lot decides. A table that ended before its deal is left out.
    """
    for number in reversed(range(len(tables))):
        table = tables[number]
        if not (table.has_ended and _is_undealt(table)):
            seat = next_dealer(table)
            return None if seat is None else (number, seat)
    return None


def first_dealer(
    tables: Sequence[Table], caller: tuple[Table, Seat] | None, plan: Sequence[Mapping[str, str]]
) -> Seat | None:
    """Return the seat of a further table that deals first; None: by lot (RULES 3.4).

    `plan` are its seats as in the first entry, and `caller` is a seat, at one of the `tables`, of the person
    who makes it. The deal goes to the first person, from the one who would have dealt on, who has a seat. Who
    will take an open seat is not known yet: where both tables have equally many seats, everyone is taken to
    sit as before beside the caller.
    """
    dealt = [table for table in tables if not _is_undealt(table)]
    dealing = deals_next(dealt)
    if dealing is None:
        return None
    before, dealer, by_id = dealt[dealing[0]], dealing[1], {table.game: table for table in tables}
    own = None if caller is None else _key(*caller, by_id)
    old = [None if before.places[seat].left else _key(before, seat, by_id) for seat in before.seats]
    new = [_planned(plan, seat, own) for seat in range(len(plan))]
    beside = own in old and own in new and len(old) == len(new)
    moved = new.index(own) - old.index(own) if beside else 0
    for seat in before.seats[dealer:] + before.seats[:dealer]:
        if old[seat] is None:
            continue
        if old[seat] in new:
            return Seat(new.index(old[seat]))
        there = (seat + moved) % len(new)
        if beside and before.places[seat].kind is Kind.PERSON and _is_free(plan[there]):
            return Seat(there)
    return None


def _is_undealt(table: Table) -> bool:
    """Return whether the table has dealt no hand, and its first entry names no dealer."""
    return table.dealer is None and table.first_dealer is None


def _is_free(seat: Mapping[str, str]) -> bool:
    return seat["kind"] == Kind.OPEN and "player" not in seat


def _planned(plan: Sequence[Mapping[str, str]], seat: int, own: _PersonKey | None) -> _PersonKey | None:
    """Return the key of the person who is to sit at a planned seat; None for one who is not known."""
    place = plan[seat]
    if place["kind"] == Kind.BOT:
        return "bot", place["bot"], sum(earlier.get("bot") == place["bot"] for earlier in plan[:seat])
    if place["kind"] == Kind.PERSON and own is not None:
        return own  # also a player who was a guest at the tables before
    return ("player", place["player"], 0) if "player" in place else None


def _key(table: Table, seat: Seat, tables: Mapping[str, Table]) -> _PersonKey | None:
    """Return the key of the person at a seat, None for a seat that was never taken."""
    place = table.places[seat]
    if place.kind is Kind.OPEN:
        return None
    if place.kind is Kind.BOT:
        return "bot", str(place.bot), sum(_is_bot(other, place.bot) for other in table.places[:seat])
    if place.player is not None:
        return "player", place.player, 0
    return "guest", _root(table, tables), seat


def _is_bot(place: Place, bot: str | None) -> bool:
    return place.kind is Kind.BOT and place.bot == bot


def _root(table: Table, tables: Mapping[str, Table]) -> str:
    """Return the id of the table with which the chain of rematches of `table` begins."""
    before = tables.get(table.rematch_of or "")
    return table.game if before is None else _root(before, tables)


def _hands(
    tables: Sequence[Table], seats: Sequence[Sequence[int | None]], persons: int
) -> Iterator[EveningHand]:
    """Yield the hands of the evening with the running balances."""
    balances = [0] * persons
    for number, (table, held) in enumerate(zip(tables, seats, strict=True)):
        for hand, result in enumerate(table.hands, 1):
            changes: list[int | None] = [None] * persons
            for seat, change in enumerate(result.changes):
                person = held[seat]
                if person is not None:
                    changes[person] = (changes[person] or 0) + change
            balances = [before + (change or 0) for before, change in zip(balances, changes, strict=True)]
            winner = None if result.winner is None else held[result.winner]
            yield EveningHand(number, hand, held[result.dealer], winner, tuple(changes), tuple(balances))
