"""The end of a hand and of a game: payment, keys, places, voided and frozen games (RULES 9.3, 11.4, 12.4)."""

from app.games.cards import Seat
from app.games.errors import Refused
from app.games.table import commands, events, keys
from app.games.table.decision import TableDecision
from app.games.table.state import Status, Table


def amounts_due(table: Table) -> tuple[int, ...]:
    """Return what the hand pays each seat as it stands: in a fork nothing (9.3, 11.14)."""
    paid = table.play.payments(table.hand, table.stake)
    return paid if table.origin is None else (0,) * len(paid)


def settle(decision: TableDecision) -> None:
    """Pay the hand, open its key if that is due, and end the game or ask for the next hand (9.3, 11.4)."""
    table = decision.table
    amounts = amounts_due(table)
    balances = tuple(before + won for before, won in zip(table.balances, amounts, strict=True))
    drawn = table.drawn + 1 if table.play.winner(table.hand) is None else 0
    decision.record(events.HandSettled(amounts, balances, drawn))
    if is_last(decision.table):
        end(decision)
        return
    if table.reveal == "hand":
        decision.record(events.KeyRevealed(table.hand_number, keys.deal_key(table, table.hand_number).hex()))
    decision.record(events.SeatsAsked(Status.BETWEEN_HANDS, _asked_between(decision.table)))


def _asked_between(table: Table) -> tuple[Seat, ...]:
    """Return the persons, and the bots that have something to choose before the next hand (11.4).

    A bot that plays for a person is not asked: it chooses nothing between hands (11.18).
    """
    play, places = table.play, table.places
    bots = [seat for seat in table.seats if places[seat].bot and play.offers(table.rules, table.chips, seat)]
    return tuple(sorted((*table.persons, *bots))) if bots else table.persons


def is_last(table: Table) -> bool:
    """Return whether no hand follows the present one (11.4)."""
    if table.origin is not None:
        return True
    agreed = table.play.has_ended(table.rules, table.hand_number, table.chips)
    places = [table.places[seat] for seat in table.persons]
    deserted = bool(places) and all(place.left for place in places)
    unattended = table.rules.deals is None and all(place.left or place.away for place in places)
    closing = table.closing and not table.play.drops_left_seats
    return agreed or deserted or unattended or (table.rules.deals is None and closing)


def end(decision: TableDecision) -> None:
    """End the game; the keys of a deck that other games share stay closed (12.4)."""
    shared = decision.table.shared_deck is not None
    decision.record(events.KeysWithheld(Status.FINISHED) if shared else _ending(decision.table))


def _ending(table: Table) -> events.GameEnded:
    """Return the end of a game that was played out, with all its keys."""
    return events.GameEnded(table.game_key, keys.opened_keys(table))


def void(decision: TableDecision, seat: Seat | None, command: commands.Void) -> None:
    """End the game without a result (11.10)."""
    if seat is not None:
        raise Refused("wrong_phase", "11.1")
    if decision.table.shared_deck is None:
        decision.record(_voided(decision.table, command.reason, command.seats))
    else:
        decision.record(events.KeysWithheld(Status.VOID, command.reason, command.seats))


def _voided(table: Table, reason: str, seats: tuple[Seat, ...]) -> events.GameVoided:
    """Return the end of a void game, with its key and the entropy of its seats."""
    return events.GameVoided(reason, seats, table.game_key, keys.entropy(table))


def open_keys(decision: TableDecision, seat: Seat | None, command: commands.OpenKeys) -> None:
    """Open the keys that were withheld, which ends the log; the service chooses the moment (12.4)."""
    table = decision.table
    if seat is not None or not table.withheld:
        raise Refused("wrong_phase", "11.1")
    if table.void_reason is None:
        decision.record(_ending(table))
    else:
        decision.record(_voided(table, table.void_reason, table.void_seats))


def freeze(decision: TableDecision, seat: Seat | None, command: commands.Freeze) -> None:
    """Stop a game whose log is in doubt (12.8)."""
    if seat is not None:
        raise Refused("wrong_phase", "11.1")
    decision.record(events.Frozen(command.reason, command.receipt))


def places(table: Table) -> tuple[int, ...]:
    """Return the place of each seat at the end of a sitting with stacks, from 1.

    Seats with chips rank by these. Seats without chips rank below them, by the hand in which they went out,
    the last one first. Seats that went out in the same hand rank by the chips that they had before that hand
    and its charge. Seats that are equal in this share a place.
    """
    before = table.play.chips(table.sitting, tuple([balance for _, balance in table.last_played]))
    ranks = [
        (held, 0, 0) if held else (0, hand, had)
        for held, (hand, _), had in zip(table.chips, table.last_played, before, strict=True)
    ]
    return tuple([1 + sum(other > rank for other in ranks) for rank in ranks])
