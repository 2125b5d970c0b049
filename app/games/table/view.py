"""`view` and `legal` for a table: the only way out of a game, for a seat or for a spectator."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, TypedDict

from app.games.cards import Seat
from app.games.table.commands import Ready
from app.games.table.seats import next_dealer
from app.games.table.state import (
    Entropy,
    Status,
    Stock,
    Table,
    answered,
    awaited,
    can_be_replaced,
    needed,
    votes,
)


class VoidView(TypedDict):
    """Reason of a game without a result."""

    reason: Annotated[str, "RULES 11.10, as `abandoned`; `operator` where the operator ended the game"]
    seats: Annotated[list[int], "Those that caused it"]


class BankView(TypedDict):
    """A team's bank."""

    team: Annotated[int, "Its number, from 0"]
    banker: Annotated[int, "The seat that holds the money"]
    balance: Annotated[int, "How much that is, in the unit of the stake"]


class ReplacementView(TypedDict):
    """Bot in place of a person who is away (RULES 11.18)."""

    bot: Annotated[str | None, "The one that plays until the person returns; null while it is only asked for"]
    asked_by: Annotated[list[int], "Seats that have asked for one"]
    needed: Annotated[int, "How many must ask; the host alone is enough"]


class ForkOfView(TypedDict):
    """Origin of a fork."""

    game: Annotated[str, "The game it was forked from"]
    ply: Annotated[int, "After which of its entries"]
    digest: Annotated[str, "The digest of that entry"]
    stock: Annotated[str, {"enum": [*map(str, Stock)]}, "As the game had it, or shuffled anew"]


def view(table: Table, seat: Seat | None) -> dict[str, Any]:
    """Return the game as `seat` (None: a spectator) may know it, as JSON; null if a field does not apply.

    `evening` is there for a table of an evening alone, `first_dealer` where the first entry names it, and
    `next_dealer` while it is known.
    """
    play = table.play
    begun = table.hand is not None
    hand = play.view(table.hand, seat) if begun else play.unbegun(len(table.places))
    laid = hand["seats"] if begun else hand.pop("seats")  # keeps the order of the members
    asked, idle = awaited(table), table.idle
    return {
        "game": table.game,
        "variant": table.rules.variant,
        "rematch_of": table.rematch_of,
        **({} if table.evening is None else {"evening": table.evening}),
        **({} if table.first_dealer is None else {"first_dealer": table.first_dealer}),
        "fork_of": _parent(table),
        "visibility": str(table.visibility),
        "start": str(table.start),
        "host": table.host_seat,
        "ply": table.ply,
        "decision": table.decision if seat in asked and _decides(table, seat) else None,
        "status": str(table.status),
        "frozen": table.frozen,
        "void": _void(table),
        "pack": table.rules.pack,
        **hand,
        "hand_number": table.hand_number,
        "dealer": table.dealer,
        "awaited": list(asked),
        "answered": list(answered(table)),
        "you": seat,
        "stake": table.stake,
        "money": str(table.rules.money),
        "house": table.house,
        "banks": _banks(table),
        "chosen_dealer": table.chosen_dealer,
        **_next_dealer(table),
        "seats": [{**_seat(table, at, laid[at], at in idle), **holding} for at, holding in _holdings(table)],
    }


def _next_dealer(table: Table) -> dict[str, Seat]:
    """Return the member that names the next dealer, if one is known; none is while a hand is played."""
    dealer = None if table.in_hand else next_dealer(table)
    return {} if dealer is None else {"next_dealer": dealer}


def _decides(table: Table, seat: Seat) -> bool:
    """Return whether the reader at `seat` decides there: it has not left, and no bot plays for it."""
    place = table.places[seat]
    return not place.left and place.stand_in is None


def _holdings(table: Table) -> Iterator[tuple[Seat, dict[str, Any]]]:
    """Yield each seat with its chips by the ledger; a fork has those of its position alone (11.14)."""
    play, chips = table.play, () if table.origin else table.chips
    for seat in table.seats:
        held = play.holding(table.rules, table.sitting, chips, seat, playing=table.in_hand) if chips else {}
        yield seat, held


def _void(table: Table) -> VoidView | None:
    """Return the reason why the game ended without a result, and the seats that caused it (11.10)."""
    if table.void_reason is None:
        return None
    return {"reason": table.void_reason, "seats": list(table.void_seats)}


def _parent(table: Table) -> ForkOfView | None:
    origin = table.origin
    if origin is None:
        return None
    return {"game": origin.game, "ply": origin.ply, "digest": origin.digest, "stock": str(origin.stock)}


def _seat(table: Table, seat: Seat, laid: dict[str, Any], idle: bool) -> dict[str, Any]:
    place = table.places[seat]
    return {
        "seat": seat,
        "kind": str(place.kind),
        "player": place.player,
        "bot": place.bot,
        "invited": place.is_invited,
        "entropy": _entropy(table, seat),
        "balance": table.balances[seat],
        "sits_out": idle,
        "away": place.away,
        "left": place.left,
        **({"replacement": replacement} if (replacement := _replacement(table, seat)) else {}),
        **laid,
    }


def _replacement(table: Table, seat: Seat) -> ReplacementView | None:
    """Return the bot in place of the person of `seat`, or the requests for one; None if none is possible."""
    bot = table.places[seat].stand_in
    if bot is not None:
        return {"bot": bot, "asked_by": [], "needed": 0}
    if not can_be_replaced(table, seat):
        return None
    return {"bot": None, "asked_by": [*votes(table, seat)], "needed": needed(table, seat)}


def _banks(table: Table) -> list[BankView]:
    """Return for each team the seat that holds its money, and the amount; empty if each seat holds its own.

    The bank of a team is funded and shared equally, so the balances still hold the share of each seat (11.3).
    """
    if not table.rules.bank:
        return []
    shares = (table.balances[team :: table.rules.teams] for team in range(table.rules.teams))
    return [{"team": team, "banker": team, "balance": sum(share)} for team, share in enumerate(shares)]


def _entropy(table: Table, seat: Seat) -> str | None:
    """Return the source of the entropy of `seat`; None if none is asked for or settled yet (12.2)."""
    if table.entropy is Entropy.NONE:
        return None
    if table.places[seat].committed:
        return "committed"
    settled = table.status not in (Status.WAITING, Status.COMMITTING)
    return "server_supplied" if settled else None


def legal(table: Table, seat: Seat) -> Sequence[Any]:
    """Return each command open to `seat` that follows from the table alone; none when it is not asked.

    None either for a person for whom a bot plays.
    """
    return choices(table, seat) if _decides(table, seat) else ()


def choices(table: Table, seat: Seat) -> Sequence[Any]:
    """Return each answer to the question that is open to `seat`, whoever decides there."""
    if table.in_hand:
        return table.play.legal(table.hand, seat)
    asks_ready = table.asks_ready or table.status in (Status.COMMITTING, Status.BETWEEN_HANDS)
    if not asks_ready or seat not in table.awaited:
        return ()
    between = table.status is Status.BETWEEN_HANDS
    return (*(table.play.offers(table.rules, table.chips, seat) if between else ()), Ready())


def default(table: Table, seat: Seat) -> Any:
    """Return the command that answers for `seat`, which is asked, when its time is over (11.8)."""
    return table.play.default(table.hand, seat) if table.in_hand else Ready()


def revealed(table: Table) -> dict[str, Any]:
    """Return every hand by seat and the stock, which are open once the game is over (12.4)."""
    return table.play.revealed(table.hand) if table.hand is not None else {"hands": [], "stock": []}
