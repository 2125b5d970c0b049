"""The part of hold'em in the terminal player: board, pots and chips, and its moves."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from app.cli.play.game_terminal import MenuLine, NotTyped
from app.cli.play.seat import Json
from app.cli.play.speech import EventSentence, Speech, plain_sentence, seat_sentence

_LEVELS: Final = {"bet": "to", "raise": "to", "buy": "chips"}
"""The member of a typed command that is a number."""


def _chips(say: Speech, count: int) -> str:
    return say.count("chips.count", count)


def _seat(say: Speech, view: Json, seat: Json, name: str) -> str:
    replaced = seat.get("replacement", {}).get("bot") is not None
    marks = {
        "holdem.button": view["button"] == seat["seat"],
        "board.turn": view["turn"] == seat["seat"] and view["status"] == "playing",
        "board.folded": seat["folded"],
        "holdem.all_in": seat["all_in"],
        "board.sits_out": seat["sits_out"],
        "board.away": seat["away"] and not replaced,
        "board.bot_plays": replaced,
    }
    details = [_chips(say, seat["stack"] if view["street"] else seat.get("chips", 0))]
    details += [say("holdem.has_bet", chips=seat["bet"])] if seat["bet"] and not view["result"] else []
    details += [say(key) for key, is_set in marks.items() if is_set]
    if shown := seat["shown"]:
        details.append(f"{say.cards(shown['cards'])}: {say('holdem.kind_' + shown['category'])}")
    return f"{name}: {', '.join(details)}"


def _pots(say: Speech, view: Json, names: Sequence[str]) -> Iterator[str]:
    for number, pot in enumerate(view["pots"]):
        among = ", ".join(names[seat] for seat in pot["seats"])
        key = "side_pot" if number else "main_pot" if len(view["pots"]) > 1 else "pot"
        yield say(f"holdem.{key}", chips=_chips(say, pot["amount"]), names=among)


def _amount(key: str, member: str) -> EventSentence:
    """Return the function that makes the sentence of this key about the seat and the chips of an event."""
    return lambda say, event, names, you: say.about(
        key, event["seat"], names, you, chips=_chips(say, event[member]), level=event[member]
    )


def _board(say: Speech, event: Json, names: Sequence[str], you: int) -> str:
    street = say(f"holdem.street_{event['street']}")
    return say("said.board_dealt", street=street, cards=say.the_cards(event["cards"]))


def _shown(say: Speech, event: Json, names: Sequence[str], you: int) -> str:
    return say.about("hand_shown", event["seat"], names, you, cards=say.the_cards(event["cards"]))


def _begun(say: Speech, event: Json, names: Sequence[str], you: int) -> str:
    return say.about("button_given", event["dealer"], names, you, number=event["hand_number"])


def _won(say: Speech, event: Json, names: Sequence[str], you: int) -> str:
    won: dict[int, int] = {}
    for award in event["awards"]:
        for share in award["shares"]:
            won[share["seat"]] = won.get(share["seat"], 0) + share["chips"]
    awards = [
        say.about("pots_won", seat, names, you, chips=_chips(say, chips))
        for seat, chips in won.items()
        if chips
    ]
    return ". ".join(awards)


_SENTENCES: Final[Mapping[str, EventSentence]] = {
    "hand-begun": _begun,
    "blind-posted": _amount("blind_posted", "amount"),
    "holes-dealt": plain_sentence("holes_dealt"),
    "checked": seat_sentence("checked"),
    "bet-placed": _amount("bet_placed", "to"),
    "called": _amount("called", "amount"),
    "raised": _amount("raised", "to"),
    "hand-given-up": seat_sentence("folded"),
    "board-dealt": _board,
    "bet-returned": _amount("bet_returned", "amount"),
    "hand-shown": _shown,
    "pots-won": _won,
    "chips-bought": _amount("chips_bought", "chips"),
    "stock-shuffled": plain_sentence("restocked"),
}


class HoldemTerminal:
    """Hold'em in the terminal player, see `GameTerminal`."""

    name = "holdem"
    loud = ("pots-won",)
    sentences = _SENTENCES

    def position(self, say: Speech, view: Json, names: Sequence[str]) -> Iterator[str]:
        for seat in view["seats"]:
            yield _seat(say, view, seat, names[seat["seat"]])
        if view["street"] is not None:
            board = say.cards(view["board"])
            yield f"{say('holdem.board')}: {board}" if board else say("holdem.board_none")
            yield from _pots(say, view, names)
        if view["hand"]:
            yield say("play.hand", cards=say.cards(view["hand"]))

    def question(
        self, say: Speech, view: Json, names: Sequence[str], listed: Sequence[MenuLine]
    ) -> tuple[str, bool]:
        if view["status"] != "playing":
            return say(f"table.ask_{view['status']}"), False
        owed = view["to_call"]
        return say("holdem.ask_call", chips=_chips(say, owed)) if owed else say("holdem.ask_check"), False

    def choices(self, say: Speech, rows: Iterable[Json], view: Json, names: Sequence[str]) -> list[MenuLine]:
        return [MenuLine(_label(say, row, view), row["example"]) for row in rows]

    def information(self, say: Speech, line: str, view: Json) -> str | None:
        return None

    def typed(self, say: Speech, line: str, view: Json) -> Json:
        """Parse `check`, `bet 6` or `buy 20`."""
        kind, _, number = line.partition(" ")
        if kind in ("check", "call", "fold") and not number:
            return {"type": kind}
        if kind in _LEVELS and number.isascii() and number.isdigit():
            return {"type": kind, _LEVELS[kind]: int(number)}
        raise NotTyped(say("play.no_move", text=line))

    def paragraph(self, view: Json) -> str | None:
        if view["status"] != "playing":
            return None
        return "5.4" if view["to_call"] else "5.3"

    def outcome(self, say: Speech, view: Json, names: Sequence[str]) -> str:
        """Return the seats with the most chips won, with their balances."""
        best = max(view["seats"], key=lambda seat: seat["balance"])["balance"]
        ahead = [names[seat["seat"]] for seat in view["seats"] if seat["balance"] == best]
        return (
            say("chips.ahead", name=", ".join(ahead), chips=best) if best > 0 else say("chips.nobody_ahead")
        )


def _label(say: Speech, row: Json, view: Json) -> str:
    labels: dict[str, Callable[[], str]] = {
        "check": lambda: say("holdem.check"),
        "call": lambda: say("holdem.call", chips=_chips(say, view["to_call"])),
        "bet": lambda: say("holdem.bet", level=row["to"]),
        "raise": lambda: say("holdem.raise", level=row["to"]),
        "fold": lambda: say("table.fold"),
        "ready": lambda: say("table.ready" if view["hand_number"] else "table.ready_first"),
    }
    label = labels.get(row["type"])
    return label() if label else str(row["type"])
