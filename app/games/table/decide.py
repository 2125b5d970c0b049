"""`decide` for a table: its beginning, deals and time limits; the game decides the hand (RULES 11, 12)."""

from collections.abc import Callable
from typing import Any

from app.games import shuffle
from app.games.cards import Seat
from app.games.errors import ConfigRefused, Refused
from app.games.registry import GAMES
from app.games.table import clocks, commands, events, keys
from app.games.table import seats as table_seats
from app.games.table.decision import TableDecision
from app.games.table.ending import end, freeze, open_keys, settle, void
from app.games.table.evolve import evolve
from app.games.table.seating import begin, buy_in, choose_dealer, leave, ready, reveal, rotate, sit, when_full
from app.games.table.stand_ins import come_back, remove, replace, seat_bot
from app.games.table.state import Kind, Origin, Status, Stock, Table, awaited
from app.games.table.view import default

MOST_PLIES = 50_000
"""The ply at which a game that is not over becomes void (RULES 11.7): no log grows without end."""

_NUMBER_MAX = 2**32
_TOURNAMENT = {"tournament", "fixture", "deck"}
_AFTER_THE_END = (commands.OpenKeys, commands.Freeze)
_BETWEEN = (Status.WAITING, Status.COMMITTING, Status.REVEALING, Status.BETWEEN_HANDS)


def create(command: commands.Create) -> tuple[Any, ...]:
    """Return the events that make a table; ConfigRefused if its rules and seats do not go together."""
    rules = GAMES[command.play].rules_from_json(command.rules)
    clocks.check(command)
    players = len(command.seats) - rules.idle_seats
    if rules.teams and (players % rules.teams or players < 4):
        raise ConfigRefused("config_teams", "seats")
    if not rules.players_min <= players <= rules.players_max:
        least, most = rules.players_min + rules.idle_seats, rules.players_max + rules.idle_seats
        too_few, too_many = GAMES[command.play].reasons_of_seats
        code = too_few if players < rules.players_min else too_many
        raise ConfigRefused(code, "seats", minimum=least, maximum=most)
    key = bytes.fromhex(command.game_key)
    _check_tournament(command)
    _check_first_dealer(command)
    if rules.deals is None and all(plan["kind"] == Kind.BOT for plan in command.seats):
        raise ConfigRefused("config_option", "deals")
    first = shuffle.deal_key(key, 1)
    created = events.Created(
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
        evening=command.evening,
        first_dealer=command.first_dealer,
    )
    decision = TableDecision(evolve(None, created))
    for seat, plan in enumerate(command.seats):
        if plan["kind"] != Kind.OPEN:
            buy_in(decision, Seat(seat), {})
    return created, *decision.events, *when_full(decision.table)


def _check_tournament(command: commands.Create) -> None:
    """Refuse a reference to a tournament that does not name it, a fixture and a deck (ConfigRefused).

    The keys of a deck that other games share open at the end, and its seats add no entropy to it.
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


def _check_first_dealer(command: commands.Create) -> None:
    """Refuse a first dealer without a seat, and one at a table that follows no other or plays on (3.4)."""
    seat, follows = command.first_dealer, command.rematch_of or command.evening
    if seat is None:
        return
    if seat not in range(len(command.seats)) or not follows or command.parent is not None:
        raise ConfigRefused("config_option", "first_dealer")


def decide(table: Table, seat: Seat | None, command: Any) -> tuple[Any, ...]:
    """Return the events of `command` by `seat` (None: the service itself), or raise Refused."""
    try:
        return _decided(table, seat, command)
    except Refused as refused:
        refused.play = table.play.name
        raise


def _decided(table: Table, seat: Seat | None, command: Any) -> tuple[Any, ...]:
    if table.has_ended and not (table.withheld and isinstance(command, _AFTER_THE_END)):
        raise Refused("game_over")
    if table.is_frozen and not isinstance(command, commands.Void):
        raise Refused("history_rolled_back")
    decision = TableDecision(table)
    if seat is not None and seat in table.seats and not isinstance(command, commands.Sit):
        _check_presence(decision, seat)
    _answer(decision, seat, command)
    return tuple(decision.events)


def _check_presence(decision: TableDecision, seat: Seat) -> None:
    """Refuse a seat that has left (11.11); a seat that missed answers returns with its command (11.8).

    A bot that plays for its person does not bring the person back (11.18).
    """
    place = decision.table.places[seat]
    if place.left:
        raise Refused("already_left")
    if place.missed and place.stand_in is None:
        decision.record(events.Returned(seat))


def _answer(decision: TableDecision, seat: Seat | None, command: Any) -> None:
    """Decide a command of the table, or let the game decide it."""
    _DECIDE.get(type(command), _play)(decision, seat, command)


def pending(table: Table) -> commands.Deal | commands.Void | None:
    """Return what the service itself must do at once, if anything: deal, or end a game that is too long."""
    if table.ply >= MOST_PLIES and not table.has_ended and not table.is_frozen:
        return commands.Void("too_long")
    if table.status not in _BETWEEN or table.awaited or table.lacks_seats:
        return None
    return commands.Deal()


def _deal(decision: TableDecision, seat: Seat | None, command: commands.Deal) -> None:
    """Deal the next hand, or go on from the position that a fork carries (11.4, 11.14)."""
    table = decision.table
    if seat is not None or pending(table) is None:
        raise Refused("wrong_phase", "11.1")
    if table.origin is not None:
        _resume(decision, table.origin)
        return
    number = table.hand_number + 1
    order = table_seats.next_order(table)
    if len(order) < table.rules.players_min:
        end(decision)
        return
    _charge(decision, number, order)
    decision.record(
        events.HandBegun(
            hand_number=number,
            dealer=order[-1],
            order=order,
            stake=table.play.stake(table.rules, table.drawn),
            entropy=keys.entropy(table),
            next_commitment=keys.commitment(table, number + 1),
        )
    )
    dealt = table.play.deal(decision.table.hand, keys.deck(table, number))
    decision.record(*dealt)
    if table.play.ends(dealt):
        settle(decision)


def _charge(decision: TableDecision, number: int, order: tuple[Seat, ...]) -> None:
    """Let the seats pay the house what the game takes before a hand (9.7)."""
    table = decision.table
    charges = table.play.charges(table.rules, number, order, table.chips, len(table.places))
    if any(charges):
        left = tuple(before - charge for before, charge in zip(table.balances, charges, strict=True))
        decision.record(events.HouseCharged(left, table.house + sum(charges)))


def _resume(decision: TableDecision, origin: Origin) -> None:
    """Go on from the position that a fork carries, for no stake (11.14)."""
    table = decision.table
    order = table.play.order(table.play.resume(table.rules, origin.position))
    decision.record(
        events.HandBegun(
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


def _expire(decision: TableDecision, seat: Seat | None, command: commands.Expire) -> None:
    """Answer for seats by default, as long as the question is the one that they were asked (11.8)."""
    table = decision.table
    late = command.seats
    asked = {asked_seat for asked_seat in awaited(table) if asked_seat in table.persons}
    if seat is not None or table.status not in clocks.ANSWERED or not late or not asked.issuperset(late):
        raise Refused("wrong_phase", "11.1")
    decision.record(
        events.TimedOut(
            late, tuple(late_seat for late_seat in late if clocks.goes_away(table.places[late_seat]))
        )
    )
    for late_seat in late:
        if late_seat in awaited(decision.table) and clocks.same_question(table, decision.table):
            _answer(decision, late_seat, default(decision.table, late_seat))


def _play(decision: TableDecision, seat: Seat | None, command: Any) -> None:
    """Let the game decide its own command; settle the hand that ends with it."""
    table = decision.table
    if seat is None:
        raise Refused("wrong_phase", "11.1")
    if type(command) in table.play.commands_between:
        _between(decision, seat, command)
        return
    if not table.in_hand:
        raise Refused("wrong_phase", "11.1")
    try:
        decided = table.play.decide(table.hand, seat, command)
    except Refused as refused:
        if seat not in table.order:
            refused.why = "sits_out"
        raise
    decision.record(*decided)
    if table.play.ends(decided):
        settle(decision)


def _between(decision: TableDecision, seat: Seat, command: Any) -> None:
    """Let the game decide a command between hands, of a person or of a bot that is asked."""
    table = decision.table
    if table.in_hand or seat not in (*table.persons, *table.awaited):
        raise Refused("wrong_phase", "11.1")
    decision.record(*table.play.decide_between(table.rules, table.sitting, table.balances, seat, command))


_DECIDE: dict[type[Any], Callable[[TableDecision, Seat | None, Any], None]] = {
    commands.Sit: sit,
    commands.Rotate: rotate,
    commands.Ready: ready,
    commands.Begin: begin,
    commands.Remove: remove,
    commands.SeatBot: seat_bot,
    commands.Replace: replace,
    commands.Return: come_back,
    commands.Reveal: reveal,
    commands.Leave: leave,
    commands.ChooseDealer: choose_dealer,
    commands.Deal: _deal,
    commands.Expire: _expire,
    commands.Void: void,
    commands.OpenKeys: open_keys,
    commands.Freeze: freeze,
}
