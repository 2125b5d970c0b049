"""The same hand on PokerKit, another implementation of poker, to compare with."""

from collections.abc import Sequence

from pokerkit import Automation, BettingStructure, Deck, Mode, Opening, StandardHighHand, State, Street

from app.games.cards import Seat
from app.games.holdem.commands import Bet, Call, Check, GiveUp, HandCommand, Raise
from app.games.holdem.rules import BOARD_CARDS, STREETS, BetMode, Blinds, HoldemRules

_AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
    Automation.RUNOUT_COUNT_SELECTION,
)


class SteppedState(State):
    """A hand of PokerKit with our levels: the next step is the least raise, the limit is the most."""

    sheet: HoldemRules

    def _bounds(self) -> tuple[int, int]:
        levels = self.sheet.levels(STREETS[self.street_index or 0])
        higher = [level for level in levels if level > max(self.bets)]
        seat = self.actor_index
        assert seat is not None
        most = higher[0] if self.sheet.bet_mode is BetMode.FIXED else higher[-1]
        chips = self.bets[seat] + self.stacks[seat]
        return min(higher[0], chips), min(most, chips)

    @property
    def min_completion_betting_or_raising_to_amount(self) -> int | None:
        """The next step, or all chips where they do not reach it."""
        known = super().min_completion_betting_or_raising_to_amount
        return None if known is None else self._bounds()[0]

    @property
    def max_completion_betting_or_raising_to_amount(self) -> int | None:
        """The highest level, or all chips where they do not reach it."""
        known = super().max_completion_betting_or_raising_to_amount
        return None if known is None else self._bounds()[1]


def begun(
    sheet: HoldemRules, order: Sequence[Seat], stacks: Sequence[int], *, made: type[State] = SteppedState
) -> State:
    """Return PokerKit's hand after collection and blinds; `stacks` are those in `order`, the button last."""
    is_one = sheet.blinds is Blinds.ONE
    bets_before = 1 if not is_one else 0
    streets = tuple(
        Street(
            False,
            (False, False) if street == STREETS[0] else (),
            BOARD_CARDS[street],
            False,
            Opening.POSITION,
            sheet.step(street),
            len(sheet.levels(street)) - (bets_before if street == STREETS[0] else 0)
            if made is State
            else None,
        )
        for street in STREETS
    )
    state = made(
        _AUTOMATIC,
        Deck.STANDARD,
        (StandardHighHand,),
        streets,
        BettingStructure.FIXED_LIMIT if made is State else BettingStructure.NO_LIMIT,
        False,
        {0: 1} if is_one else 0,
        0 if is_one else (1, 3),
        0,
        tuple(stacks),
        len(order),
        mode=Mode.CASH_GAME,
    )
    if isinstance(state, SteppedState):
        state.sheet = sheet
    return state


def act(state: State, command: HandCommand) -> None:
    """Carry out one command on PokerKit's hand; ValueError if it is refused there."""
    match command:
        case Check() | Call():
            state.check_or_call()
        case Bet(to=to) | Raise(to=to):
            state.complete_bet_or_raise_to(to)
        case GiveUp():
            state.fold()
