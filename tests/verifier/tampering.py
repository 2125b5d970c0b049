"""All ways to tamper with a record, from a flipped bit to a log that was forged anew with every key."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tests.verifier import entry_tampering as entries
from tests.verifier import line_tampering as lines
from tests.verifier.tampered import Way

_WAYS: Final = (
    lines.flipped_bit,
    lines.other_byte,
    lines.dropped,
    lines.repeated,
    lines.swapped,
    lines.moved,
    lines.truncated,
    lines.cut_log,
    lines.spliced,
    lines.head,
    lines.rulebook,
    lines.closing,
    lines.closing_byte,
    lines.signed_otherwise,
    lines.other_proof,
    lines.foreign_proof,
    entries.mutated,
    entries.retyped,
    entries.other_deck,
    entries.other_move,
    entries.other_actor,
    entries.money,
    entries.arranged,
    entries.unsealed,
    entries.renumbered,
    entries.clock,
    entries.shared,
)
"""Seeds depend on this order: add new ways at the end."""

WAYS: Final[Mapping[str, Way]] = MappingProxyType({way.__name__: way for way in _WAYS})
"""Every way by its name."""
