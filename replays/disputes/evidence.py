"""What a seat brings to a dispute: the command that was refused, a receipt that it kept."""

from typing import Any

from app.games.codec import Json, freeze
from app.games.game import Game
from app.signing import KeyRing
from replays import shape
from replays.receipts import Fault, key_list, verify


def genuine(ring: KeyRing, receipt: Json) -> bool:
    """Whether the service with these keys has signed `receipt`, be it with a key that the store forgot."""
    document = ring.document()
    fault = verify(receipt, key_list(document))
    if fault is Fault.KEY_UNKNOWN:
        fault = verify(receipt, key_list({**document, "keys": ring.forgotten()}))
    return fault in (None, Fault.EARLY)


def is_command(play: Game, document: Json) -> bool:
    """Whether `document` is a command of the game, of which the rules can be asked."""
    try:
        command: Any = play.command_from_json({name: freeze(value) for name, value in document.items()})
    except (ValueError, TypeError):
        return False
    return shape.fault(command) is None
