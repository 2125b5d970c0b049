"""`decide` for a table: seats, entropy, deals, ledger, reveal (RULES 11, 12); its game decides the hand."""

import re
from collections.abc import Callable
from typing import Any

from app.games import shuffle
from app.games.cards import Seat
from app.games.errors import ConfigRefused, Refused
from app.games.registry import GAMES
from app.games.table import clocks, keys
from app.games.table import commands as said
from app.games.table import events as told
from app.games.table import seats as table_seats
from app.games.table.evolve import evolve, fold
from app.games.table.state import Entropy, Kind, Status, Stock, Table, awaited
from app.games.table.view import default

_COMMITMENT = re.compile("[0-9a-f]{64}")
_ENTROPY = re.compile("(?:[0-9a-f]{2}){16,64}")
MOST_PLIES = 50_000
"""A game that is not over by then is void (RULES 11.7): nothing may grow without end."""

DEALS_MAX = 100
"""The most hands of a sitting whose number of hands was not agreed."""

_NUMBER_MAX = 2**32
_TOURNAMENT = {"tournament", "fixture", "deck"}
_AFTER_THE_END = (said.OpenKeys, said.Freeze)
_BETWEEN = (Status.WAITING, Status.COMMITTING, Status.REVEALING, Status.BETWEEN_HANDS)


class _TableDecision:
    """The events of one decision so far."""

    def __init__(self, table: Table) -> None:
        self.events: list[Any] = []
        self._before = table

    @property
    def table(self) -> Table:
        """The table after the events so far."""
        return fold(self._before, self._before.ply + 1, self.events)

    def record(self, *events: Any) -> None:
        """Add events."""
        self.events += events


def create(command: said.Create) -> tuple[Any, ...]:
    """The events that make a table; `ConfigRefused` if its rules and seats do not go together."""
    rules = GAMES[command.play].rules_from_json(command.rules)
    clocks.check(command)
    players = len(command.seats) - rules.idle_seats
    if rules.teams and (players % rules.teams or players < 4):
        raise ConfigRefused("config_teams", "seats")
    if not rules.players_min <= players <= rules.players_max:
        least, most = rules.players_min + rules.idle_seats, rules.players_max + rules.idle_seats
        raise ConfigRefused("config_players", "seats", minimum=least, maximum=most)
    key = bytes.fromhex(command.game_key)
    _check_tournament(command)
    if rules.deals is None and all(plan["kind"] == Kind.BOT for plan in command.seats):
        raise ConfigRefused("config_option", "deals")
    first = shuffle.deal_key(key, 1)
    created = told.Created(
        game=command.game,
        play=command.play,
        rules=command.rules,
        seats=command.seats,
        entropy=command.entropy,
        reveal=command.reveal,
        game_commitment=shuffle.commitment(command.game, 0, key).hex(),
        commitment=shuffle.commitment(command.game, 1, first).hex(),
        token_hashes=command.token_hashes,
        game_key=command.game_key,
        decision_seconds=command.decision_seconds,
        window_seconds=command.window_seconds,
        deal_delay_seconds=command.deal_delay_seconds,
        rematch_of=command.rematch_of,
        visibility=command.visibility,
        parent=command.parent,
        stock=command.stock,
        position=command.position,
        host=command.host,
        tournament=command.tournament,
        start=command.start,
    )
    if command.entropy == Entropy.NONE:
        return (created,)  # nobody is asked for any, so no table is needed to see who could be
    return created, *_when_full(evolve(None, created))


def _check_tournament(command: said.Create) -> None:
    """ConfigRefused unless the game is of none, or names a tournament, a fixture and a deck of it.

    From a deck that other games are dealt from no key may open before the end, nor may seats change it.
    """
    named = command.tournament
    if named is None:
        return
    numbers = [named.get(name) for name in ("fixture", "deck")]
    whole = all(type(number) is int and 0 < number < _NUMBER_MAX for number in numbers)
    shared = named.get("shared") is True
    members = {*_TOURNAMENT, "shared"} if shared else _TOURNAMENT
    if not whole or set(named) != members or not isinstance(named["tournament"], str):
        raise ConfigRefused("config_option", "tournament")
    if shared and (command.entropy, command.reveal) != ("none", "game"):
        raise ConfigRefused("config_option", "entropy" if command.entropy != "none" else "reveal")


def decide(table: Table, seat: Seat | None, command: Any) -> tuple[Any, ...]:
    """The events of `command` by `seat` (None: the service itself), or `Refused`."""
    if table.has_ended and not (table.withheld and isinstance(command, _AFTER_THE_END)):
        raise Refused("game_over")
    if table.is_frozen and not isinstance(command, said.Void):
        raise Refused("history_rolled_back")
    decision = _TableDecision(table)
    if seat is not None and seat in table.seats and not isinstance(command, said.Sit):
        _check_presence(decision, seat)
    _say(decision, seat, command)
    return tuple(decision.events)


def is_playing(table: Table, seat: Seat) -> bool:
    """Whether what `seat` says to the hand is for the game alone to decide, unless the hand ends with it."""
    return table.status is Status.PLAYING and seat in table.order and table.places[seat].is_present


def amounts_due(table: Table) -> tuple[int, ...]:
    """What the hand of `table`, which is over, pays each seat: of a fork nothing (RULES 9.3, 11.14)."""
    paid = table.play.payments(table.hand, table.stake)
    return paid if table.origin is None else (0,) * len(paid)


def _check_presence(decision: _TableDecision, seat: Seat) -> None:
    """Whoever has left says nothing more; whoever let time pass is back."""
    place = decision.table.places[seat]
    if place.left:
        raise Refused("already_left")
    if place.missed:
        decision.record(told.Returned(seat))


def _say(decision: _TableDecision, seat: Seat | None, command: Any) -> None:
    _DECIDE.get(type(command), _play)(decision, seat, command)


def pending(table: Table) -> said.Deal | said.Void | None:
    """What the service itself must do next, at once: deal when nobody is awaited, or end what never ends."""
    if table.ply >= MOST_PLIES and not table.has_ended and not table.is_frozen:
        return said.Void("too_long")
    if table.status not in _BETWEEN or table.awaited or table.lacks_seats:
        return None
    return said.Deal()


def _when_full(table: Table) -> tuple[told.SeatsAsked, ...]:
    """The seats are asked for their entropy once the last one is taken, if they may add any.

    Where each person says `ready` before the first hand, that is asked from the beginning.
    """
    if table.entropy is Entropy.NONE or table.lacks_seats or table.asks_ready:
        return ()
    return (told.SeatsAsked(Status.COMMITTING, table.persons),)


def _sit(decision: _TableDecision, seat: Seat | None, command: said.Sit) -> None:
    table = decision.table
    if command.seat not in table.seats:
        raise Refused("seat_unknown")
    if seat not in (None, command.seat):
        raise Refused("wrong_phase", "11.2")
    place, proof = table.places[command.seat], command.invitation
    if proof is not None and not table_seats.opens(table, command.seat, proof):
        raise Refused("invitation_invalid")
    if not place.free or (command.generation or 0) != place.generation + place.left:
        raise Refused("seat_taken")
    if place.reserved_for not in (None, command.player) or (place.is_invited and proof is None):
        raise Refused("seat_reserved")
    if command.player is not None and table.sits(command.player):
        raise Refused("already_seated")
    decision.record(told.Seated(command.seat, command.player, command.token_hash, command.generation))
    if table.status is Status.WAITING:
        decision.record(*_when_full(decision.table))


def _rotate(decision: _TableDecision, seat: Seat | None, command: said.Rotate) -> None:
    """Replaces a token, for the seat itself or by the host for a seat that nobody plays (RULES 11.15)."""
    table = decision.table
    if command.seat not in table.seats:
        raise Refused("seat_unknown")
    place = table.places[command.seat]
    if seat != command.seat:
        _check_host(table, seat)
    if command.seat not in table.persons or place.left or command.generation != place.generation + 1:
        raise Refused("rotation_closed")
    played = table.hand_number > 0 and not place.missed
    if seat != command.seat and (place.player is not None or played):
        raise Refused("rotation_closed")
    decision.record(told.Rotated(command.seat, command.generation, command.token_hash))


def _check_host(table: Table, seat: Seat | None) -> None:
    """Refused unless the table's host acts: from its seat, or (None) as the player who made the table."""
    if (table.host if seat is None else table.host_seat) is None or seat not in (None, table.host_seat):
        raise Refused("not_host")


def _leave(decision: _TableDecision, seat: Seat | None, command: said.Leave) -> None:
    """A person leaves; between hands that may be the end of the sitting."""
    table = decision.table
    if seat not in table.persons or table.status not in (Status.PLAYING, Status.BETWEEN_HANDS):
        raise Refused("wrong_phase", "11.1")
    decision.record(told.Left(seat))
    if table.status is Status.BETWEEN_HANDS and _is_last(decision.table):
        _end(decision)


def _seat_asked(
    decision: _TableDecision, seat: Seat | None, statuses: tuple[Status, ...], already: str
) -> Seat:
    """The acting seat, if the table asks it just this."""
    table = decision.table
    if table.status not in statuses or seat is None:
        raise Refused("wrong_phase", "11.1")
    if seat in table.answered:
        raise Refused(already)
    if seat not in table.awaited:
        raise Refused("wrong_phase", "11.1")
    return seat


def _ready(decision: _TableDecision, seat: Seat | None, command: said.Ready) -> None:
    table = decision.table
    waiting = (Status.WAITING,) if table.asks_ready else ()
    statuses = (*waiting, Status.COMMITTING, Status.BETWEEN_HANDS)
    if decision.events and seat not in table.awaited and command.entropy_commitment is None:
        return  # it has returned, which is all that it can be ready for; a commitment would be lost
    ready = _seat_asked(decision, seat, statuses, "already_ready")
    commits = table.entropy is Entropy.SEATS and table.status is not Status.BETWEEN_HANDS
    if command.entropy_commitment is not None and not commits:
        raise Refused("entropy_closed")
    if command.entropy_commitment is not None and not _COMMITMENT.fullmatch(command.entropy_commitment):
        raise Refused("seed_invalid")
    decision.record(told.Readied(ready, command.entropy_commitment))
    _ask_to_open(decision)


def _ask_to_open(decision: _TableDecision) -> None:
    """Once every seat is taken and ready for the first hand, what was committed to is opened (RULES 12.2)."""
    table = decision.table
    committed = tuple(one for one in table.persons if table.places[one].committed)
    first = table.status is Status.COMMITTING or table.asks_ready
    if first and committed and not table.awaited and not table.lacks_seats:
        decision.record(told.SeatsAsked(Status.REVEALING, committed))


def _begin(decision: _TableDecision, seat: Seat | None, command: said.Begin) -> None:
    """The host has bots of the service in the free seats, and is ready (RULES 11.16)."""
    table = decision.table
    if seat is None or not table.asks_ready:
        raise Refused("wrong_phase", "11.1")
    if seat != table.host_seat:
        raise Refused("not_host", "11.16")
    free = [one for one in table.seats if table.places[one].kind is Kind.OPEN]
    if not free and seat in table.answered:
        raise Refused("already_ready", "11.16")
    decision.record(*(told.Seated(one, bot=command.bot) for one in free))
    if seat in table.awaited:
        decision.record(told.Readied(seat))
    _ask_to_open(decision)


def _reveal(decision: _TableDecision, seat: Seat | None, command: said.Reveal) -> None:
    revealing = _seat_asked(decision, seat, (Status.REVEALING,), "already_revealed")
    well_formed = _ENTROPY.fullmatch(command.entropy)
    if not well_formed or not keys.keeps_promise(decision.table, revealing, command.entropy):
        raise Refused("seed_invalid")
    decision.record(told.EntropyRevealed(revealing, command.entropy))


def _deal(decision: _TableDecision, seat: Seat | None, command: said.Deal) -> None:
    table = decision.table
    if seat is not None or pending(table) is None:
        raise Refused("wrong_phase", "11.1")
    if table.origin is not None:
        _resume(decision)
        return
    number = table.hand_number + 1
    order = table_seats.next_order(table)
    if table.rules.house_charge and number == 1:
        charge, seats = table.rules.house_charge, len(table.places)
        decision.record(told.HouseCharged((-charge,) * seats, charge * seats))
    decision.record(
        told.HandBegun(
            hand_number=number,
            dealer=order[-1],
            order=order,
            stake=table.play.stake(table.rules, table.drawn),
            entropy=keys.entropy(table),
            next_commitment=keys.commitment(table, number + 1),
        )
    )
    decision.record(*table.play.deal(decision.table.hand, keys.deck(table, number)))


def _resume(decision: _TableDecision) -> None:
    """A fork goes on from the position it carries, for no stake (RULES 11.14)."""
    table, origin = decision.table, decision.table.origin
    if origin is None:
        raise Refused("wrong_phase", "11.1")
    order = table.play.order(table.play.resume(table.rules, origin.position))
    decision.record(
        told.HandBegun(
            hand_number=1,
            dealer=order[-1],
            order=order,
            stake=0,
            entropy=keys.entropy(table),
            next_commitment=keys.commitment(table, 2),
        )
    )
    if origin.stock is Stock.FRESH:
        decision.record(*table.play.restock(decision.table.hand, keys.shuffler(table)))


def _choose_dealer(decision: _TableDecision, seat: Seat | None, command: said.ChooseDealer) -> None:
    table = decision.table
    if not table.rules.dealer_is_chosen:
        raise Refused("dealer_not_chosen")
    if seat is None or table.status is not Status.BETWEEN_HANDS:
        raise Refused("wrong_phase", "11.1")
    if command.seat not in table.seats:
        raise Refused("seat_unknown", "3.5")
    if not table_seats.may_deal(table, command.seat):
        raise Refused("dealer_sits_out")
    decision.record(told.DealerChosen(seat, command.seat))


def _expire(decision: _TableDecision, seat: Seat | None, command: said.Expire) -> None:
    """Answers for seats by default, as long as the question is the one they were asked (RULES 11.8)."""
    table = decision.table
    late = command.seats
    asked = {one for one in awaited(table) if one in table.persons}
    if seat is not None or table.status not in clocks.ANSWERED or not late or not asked.issuperset(late):
        raise Refused("wrong_phase", "11.1")
    decision.record(told.TimedOut(late, tuple(one for one in late if clocks.goes_away(table.places[one]))))
    for one in late:
        if one in awaited(decision.table) and clocks.same_question(table, decision.table):
            _say(decision, one, default(decision.table, one))


def _void(decision: _TableDecision, seat: Seat | None, command: said.Void) -> None:
    if seat is not None:
        raise Refused("wrong_phase", "11.1")
    if decision.table.shared_deck is None:
        decision.record(_voided(decision.table, command.reason, command.seats))
    else:
        decision.record(told.KeysWithheld(Status.VOID, command.reason, command.seats))


def _voided(table: Table, reason: str, seats: tuple[Seat, ...]) -> told.GameVoided:
    return told.GameVoided(reason, seats, table.game_key, keys.entropy(table))


def _open_keys(decision: _TableDecision, seat: Seat | None, command: said.OpenKeys) -> None:
    """Ends the log of a game whose keys were withheld; when that may be is not for the table to know."""
    table = decision.table
    if seat is not None or not table.withheld:
        raise Refused("wrong_phase", "11.1")
    if table.void_reason is None:
        decision.record(_ending(table))
    else:
        decision.record(_voided(table, table.void_reason, table.void_seats))


def _freeze(decision: _TableDecision, seat: Seat | None, command: said.Freeze) -> None:
    if seat is not None:
        raise Refused("wrong_phase", "11.1")
    decision.record(told.Frozen(command.reason, command.receipt))


def _play(decision: _TableDecision, seat: Seat | None, command: Any) -> None:
    """A command of the game itself, and what follows when it ends the hand."""
    table = decision.table
    if not table.in_hand or seat is None:
        raise Refused("wrong_phase", "11.1")
    try:
        events = table.play.decide(table.hand, seat, command)
    except Refused as refused:
        if seat not in table.order:
            refused.why = "sits_out"
        raise
    decision.record(*events)
    if table.play.ends(events):
        _settle(decision)


def _settle(decision: _TableDecision) -> None:
    """Pays the hand, opens what must be opened, and ends the game or asks for the next hand."""
    table = decision.table
    amounts = amounts_due(table)
    balances = tuple(before + won for before, won in zip(table.balances, amounts, strict=True))
    drawn = table.drawn + 1 if table.play.winner(table.hand) is None else 0
    decision.record(told.HandSettled(amounts, balances, drawn))
    if _is_last(table):
        _end(decision)
        return
    if table.reveal == "hand":
        decision.record(told.KeyRevealed(table.hand_number, keys.deal_key(table, table.hand_number).hex()))
    decision.record(told.SeatsAsked(Status.BETWEEN_HANDS, table.persons))


def _is_last(table: Table) -> bool:
    """Whether no hand follows the present one (RULES 11.4)."""
    if table.origin is not None:
        return True
    agreed = table.hand_number >= (table.rules.deals or DEALS_MAX)
    places = [table.places[seat] for seat in table.persons]
    deserted = bool(places) and all(place.left for place in places)
    unattended = table.rules.deals is None and all(place.left or place.away for place in places)
    return agreed or deserted or unattended or (table.rules.deals is None and table.closing)


def _end(decision: _TableDecision) -> None:
    shared = decision.table.shared_deck is not None
    decision.record(told.KeysWithheld(Status.FINISHED) if shared else _ending(decision.table))


def _ending(table: Table) -> told.GameEnded:
    return told.GameEnded(table.game_key, keys.opened_keys(table))


_DECIDE: dict[type[Any], Callable[[_TableDecision, Seat | None, Any], None]] = {
    said.Sit: _sit,
    said.Rotate: _rotate,
    said.Ready: _ready,
    said.Begin: _begin,
    said.Reveal: _reveal,
    said.Leave: _leave,
    said.ChooseDealer: _choose_dealer,
    said.Deal: _deal,
    said.Expire: _expire,
    said.Void: _void,
    said.OpenKeys: _open_keys,
    said.Freeze: _freeze,
}
