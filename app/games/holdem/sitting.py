"""State of a table of hold'em between hands: the chips that each seat has bought (RULES 7)."""

from typing import Any

from app.games.cards import Seat
from app.games.errors import Refused
from app.games.holdem.events import ChipsBought, ChipsReturned, SittingEvent
from app.games.holdem.rules import HoldemRules
from app.games.values import add, value


@value
class Bought:
    """The chips that each seat has bought, less those that went with a person, and its short buys."""

    chips: tuple[int, ...]
    short: tuple[int, ...]


def unbought(seats: int) -> Bought:
    """Return the chips at a new table."""
    return Bought((0,) * seats, (0,) * seats)


def stacks(bought: Bought, balances: tuple[int, ...]) -> tuple[int, ...]:
    """Return the chips of each seat: those it has bought and what it has won (7.3)."""
    return tuple([chips + won for chips, won in zip(bought.chips, balances, strict=True)])


def buy_in(
    rules: HoldemRules, bought: Bought, balances: tuple[int, ...], seat: Seat, chips: Any
) -> tuple[SittingEvent, ...]:
    """Return the events of taking a seat for `chips` (7.1); the chips of its last person go (11.11).

    In a log of a stranger `chips` may be anything, which is then no buy-in.
    """
    if type(chips) is not int or chips < rules.buy_in:
        raise Refused("buyin_too_small", "7.1", at="/buy_in", possible={"minimum": rules.buy_in})
    left = stacks(bought, balances)[seat]
    returned = (ChipsReturned(seat, left),) if left else ()
    return *returned, ChipsBought(seat, chips, short=False)


def buy(rules: HoldemRules, bought: Bought, seat: Seat, chips: int) -> tuple[SittingEvent, ...]:
    """Return the events of a buy between hands, which may be short a limited number of times (7.2).

    A buy of nothing is refused, too; only a log that the service did not write has one.
    """
    if not rules.rebuys:
        raise Refused("no_rebuys", "7.2")
    if chips < 1:
        raise Refused("buyin_too_small", "7.2", at="/chips", possible={"minimum": 1})
    short = chips < rules.buy_in
    if short and bought.short[seat] >= rules.short_buys:
        code = "short_buy_used" if rules.short_buys else "buyin_too_small"
        raise Refused(code, "7.2", at="/chips", possible={"minimum": rules.buy_in})
    return (ChipsBought(seat, chips, short),)


def holding(rules: HoldemRules, bought: Bought, chips: tuple[int, ...], seat: Seat) -> dict[str, Any]:
    """Return what all may know of the chips of `seat` between hands."""
    left = max(rules.short_buys - bought.short[seat], 0) if rules.rebuys else 0
    return {"stack": chips[seat], "brought": chips[seat], "short_buys": left}


def keep(bought: Bought, event: SittingEvent) -> Bought:
    """Return the chips bought after `event`."""
    if isinstance(event, ChipsReturned):
        return Bought(add(bought.chips, event.seat, -event.chips), bought.short)
    return Bought(add(bought.chips, event.seat, event.chips), add(bought.short, event.seat, event.short))
