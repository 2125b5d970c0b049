"""Texts of a report: names of omitted checks; who can cause a finding and what follows, by cause."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message
from replays.audit.report import Cause, Unchecked

NOT_CHECKED: Final[Mapping[Unchecked, Message]] = MappingProxyType(
    {
        Unchecked.KEYS: Message("the signatures (no list of keys was given that you got elsewhere)"),
        Unchecked.SIGNATURE: Message("a signature of the service (there is none that agrees with the log)"),
        Unchecked.CHECKPOINT: Message(
            "a checkpoint (none covers the log; the service signs one shortly after the end)"
        ),
        Unchecked.HIDDEN: Message("hidden cards and moves (the keys of the deck are not open)"),
        Unchecked.DECK: Message("the decks (the game was told without its keys)"),
        Unchecked.PARENT_RECORD: Message("the game that the fork comes from (its record was not given)"),
        Unchecked.LOG: Message("the log (none was given to compare the receipts with)"),
    }
)
"""What was not there to be checked, as a headline names it."""

CAUSES: Final[Mapping[Cause, Message]] = MappingProxyType(
    {
        Cause.FILE: Message(
            "Whoever held this file could have caused it, by mistake too, or the service if it gives"
            " the file out like this. Get the file again, and compare it with a copy that somebody else"
            " has kept."
        ),
        Cause.LOG: Message(
            "Whoever held this file, or can write to the store of the service, could have caused it."
            " Get the record again: if the service gives it out like this, compare it with receipts and"
            " checkpoints that were kept; if it is of a game, a dispute can claim history_altered"
            " (rules 13.2)."
        ),
        Cause.PLAY: Message(
            "No seat can cause it by its moves, because the service writes the entries: it has accepted"
            " what the rules do not allow, or somebody has changed the log. If the service gives it out"
            " like this, the hand can be disputed (rules 13.2)."
        ),
        Cause.DECK: Message(
            "Whoever held this file could have caused it, or the service, which keeps the keys until"
            " the end. Of the deck of this hand nothing is proved; if the service gives it out like"
            " this, a dispute can claim deck_chosen or history_altered (rules 13.2)."
        ),
        Cause.PARENT: Message(
            "Whoever chose or held one of the files could have caused it, or the service if it gives"
            " them out like this. Get the records again; until they agree, it is not proved where this"
            " one comes from."
        ),
        Cause.KEY: Message(
            "The list of keys is not that of the service at that time, or somebody else has written this"
            " log. Compare the list with copies from elsewhere; until then it is not proved who wrote it."
        ),
        Cause.RECEIPT: Message(
            "Whoever made or copied the receipt could have caused it, or the list of keys is not that"
            " of the service at that time. This receipt proves nothing against the log. Compare the"
            " list with copies from elsewhere."
        ),
        Cause.UNSIGNED: Message(
            "Without a list of keys nobody knows whether the receipt is the service's: whoever made the"
            " receipt or held this file could have caused it. Audit again with a list of keys from"
            " elsewhere."
        ),
        Cause.CONTRADICTION: Message(
            "The signature of the receipt, or of the checkpoint, is genuine: the service, or whoever has"
            " its key, has signed something other than what this file says. Get the record again: if the"
            " service gives it out like this, only the service, or whoever has its key or its store,"
            " could have caused it. Keep what was signed: with it a dispute can claim history_altered"
            " (rules 13.2)."
        ),
        Cause.FROZEN: Message(
            "If the service gives the log out like this, only the service, or whoever can write to its"
            " store, could have lost the entries: no player can remove any. What is missing is not"
            " shown here. The game does not go on: a newer copy of the store brings it back, or the"
            " operator voids it (rules 12.8)."
        ),
        Cause.DAMAGE: Message(
            "If the service gives the log out like this, only the service, or whoever can write to its"
            " store or its archive, could have caused it, also by accident, such as a failing disk: no"
            " player can. Keep the receipts, which prove the entries that are missing, and dispute the"
            " hand: the damage itself upholds history_altered (rules 13.2). The operator may have a"
            " backup."
        ),
        Cause.TWO_SIGNATURES: Message(
            "Only the service, or whoever has its key, could have caused it: no player and nobody who"
            " held this file can make these signatures. A log has one entry with each number, so at"
            " least one of the two that were signed is not in it. The two receipts prove it by"
            " themselves, without any log: keep them together, show them to those who have kept others,"
            " and claim history_altered in a dispute (rules 13.2)."
        ),
        Cause.TWO_HISTORIES: Message(
            "Only the service, or whoever has its key, could have caused it: no player and nobody who held"
            " this file can make these signatures. The later receipt stands, by the chain of digests, for"
            " every entry before its own, and so for another entry than the one of the kept receipt. The"
            " two receipts prove it together with the public parts of the entries from the one to the"
            " other, whatever else is in this file. Whether it was done on purpose, or the service went on"
            " with an old copy of its store, is not shown. Keep this file and the receipt together, show"
            " them to those who have kept others, and claim history_altered (rules 13.2)."
        ),
        Cause.CHECKPOINT: Message(
            "Whoever held this file could have caused it, or the service if it gives the file out like"
            " this. That this is in the log of all games is not proved: ask with `conquian log"
            " inclusion`, and compare with a checkpoint that was kept."
        ),
    }
)
"""Who could have caused a finding, and what follows."""
