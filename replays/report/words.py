"""Texts of the report of an audit: phrases, checks, and causes of findings with their consequences."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message
from replays.audit.report import Cause, Check, Unchecked

MEANS: Final = Message("{code} means: {sentence}")
"""A sentence that says what the code of a refusal means."""

PHRASES: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "title": Message("Audit of {game}"),
        "nameless": Message("a game without a name"),
        "claimed": Message("What is claimed"),
        "proven": Message("What is proven"),
        "unproven": Message("What cannot be proven"),
        "disputes": Message("Disputes"),
        "disputes-listed": Message(
            "The service says so; the bundle of each dispute proves it: `GET /v1/disputes/{id}/bundle`."
        ),
        "disputes-missing": Message(
            "The catalogue or the archive of the service does not answer: there may be other disputes."
        ),
        "found": Message("What was found"),
        "game": Message("A game of {variant}. Seats: {seats}; hands ended: {hands}; entries: {plies}."),
        "plies": Message("Entries: {plies}."),
        "edition": Message("It was played under edition {edition} of the rulebook."),
        "digest": Message("Its last digest is {digest}."),
        "outcome": Message("How its hands ended, in order: {outcome}."),
        "void": Message("void ({reason})"),
        "frozen": Message(
            "It was frozen at entry {ply}, because of a receipt for an entry {signed} that this log"
            " does not have (rules 12.8)."
        ),
        "rolled-back": Message(
            "Entry {signed}, which the service has signed, is not here: the log went back, and nothing"
            " shows what was lost."
        ),
        "keys": Message(
            "By the list of keys of {origin} (keys: {count}; fingerprint of the list: {fingerprint}),"
            " this was signed with {signers}."
        ),
        "no-signature": Message(
            "No key of the list of {origin} (keys: {count}; fingerprint of the list: {fingerprint}) has"
            " signed anything that agrees with this log."
        ),
        "no-keys": Message(
            "No list of keys was given, so nothing proves which service wrote this: another log, made"
            " anew from its start, would be as consistent."
        ),
        "remade": Message(
            "Whoever has the keys of the service could have made all of this anew and signed it"
            " again: only a receipt or a checkpoint that somebody has kept shows whether that was"
            " done."
        ),
        "unsigned-receipts": Message(
            "Receipts were compared with the log, but without keys nobody knows who has signed them."
        ),
        "refusal": Message(
            "The service has signed that after entry {ply} it refused a command of seat {seat} ({code},"
            " rules {rule}). Whether the rules allowed that command is decided again from the log, where"
            " the command is shown."
        ),
        "refusal-to-all": Message(
            "The service has signed that after entry {ply} it refused a command of somebody without a"
            " seat ({code}, rules {rule})."
        ),
        "unsigned-refusal": Message(
            "There is a refusal to seat {seat} after entry {ply} ({code}, rules {rule}), but without"
            " keys nobody knows who has signed it."
        ),
        "unsigned-refusal-to-all": Message(
            "There is a refusal to somebody without a seat after entry {ply} ({code}, rules {rule}),"
            " but without keys nobody knows who has signed it."
        ),
        "cut": Message(
            "The log does not come to its end: nothing proves that no entries are missing after the last."
        ),
        "no-checkpoint": Message(
            "No checkpoint covers it: nothing proves that others were not shown another log."
        ),
        "unsigned-checkpoint": Message(
            "The checkpoint covers it, but without keys nobody knows who has signed it."
        ),
        "no-entropy": Message(
            "Seats that added no chance of their own: {seats}. If none of the seats did, the deck"
            " depends on the service alone: it fixed its key before play, but nobody else can know how"
            " it chose that key."
        ),
        "clock": Message("Times are those of the service's clock."),
        "persons": Message(
            "No log can show who played at a seat, or whether players told each other their cards."
        ),
        "public": Message("The game is not over: cards and moves that are hidden could not be looked at."),
        "damaged": Message(
            "Only what is before the damage can be read, and of that what is public: what follows, and cards"
            " and moves that are hidden, could not be looked at."
        ),
        "withheld": Message(
            "The game has ended, but the keys of its deck are not revealed yet, because other games are dealt"
            " from it: the deck, and cards and moves that are hidden, could not be looked at."
        ),
        "moves": Message("It was recounted without its keys: no key had fixed these decks beforehand."),
        "left-out": Message(
            "{check}: because of what was found, not everything could be checked (cases left out: {count})."
        ),
        "unknown-edition": Message(
            "This program does not know edition {edition} of the rulebook: its text is the one in the record."
        ),
        "own-keys": Message(
            "These keys came with the bundle: compare them with a list that you got elsewhere."
        ),
        "games-counted": Message("clean games: {clean}; incomplete: {incomplete}; with findings: {wrong}"),
        "no-parent": Message(
            "It is a fork, and the record of its parent was not given: nothing proves where it comes from."
        ),
        "judged": Message(
            "Every entry of the dispute was decided again. The verdict was made again and is the same,"
            " facts and moves included."
        ),
        "disputed": Message(
            "The dispute is about a hand of this game, between the players whom its record names."
        ),
        "unjudged": Message(
            "The verdict was not made again: the record of the game has findings, or the service could"
            " not read it then."
        ),
        "uncompared": Message(
            "It was not checked whether the dispute is about a hand of this game, between the players"
            " whom its record names, because that record has findings."
        ),
        "unbeside": Message(
            "The files that repeat what the records say (dispute.json, receipts.json, proofs.json) were not"
            " checked, because a record cannot be read in full."
        ),
        "games": Message(
            "Each game was played on the deck that the seed gives, by those whom the schedule names, and came"
            " to what the tournament says."
        ),
        "no-games": Message("Games whose records are not at hand, and of which nothing is said: {count}."),
        "finding": Message("entry {ply}, {check}{rule}: {detail}"),
        "chance": Message("Seat {seat} added this chance of its own to the deck: {entropy}"),
        "chance-mixed": Message(
            "The deck also follows from the chance of these seats, fixed before the key was opened: {seats}."
            " If a player knows these bytes as its own, the service cannot have chosen the deck alone."
        ),
        "again": Message(
            "The same was found again: {count} times, last at entry {ply}; with --json all of it is printed."
        ),
        "finding-before": Message("before the first entry, {check}{rule}: {detail}"),
        "evidence-cut": Message(
            "Of {member} the report has only the first {shown} of {count} characters: all of them are in the"
            " file that was audited, at entry {ply}."
        ),
        "cause": Message("Who could have caused it, and what follows ({titles}): {told}"),
        "rule": Message("(rules {rule})"),
        "refused": Message("the rules refuse it: {code}. {sentence}"),
        "paragraph": Message("The rulebook says: {text}"),
        "translated-paragraph": Message(
            "The rulebook says (a translation; the English text decides): {text}"
        ),
        "evidence": Message("Evidence: {evidence}"),
        "more": Message("Findings not shown here: {count}. With --json all of them are printed."),
        "clipped": Message("{text}... (cut here: with --json all {count} characters are printed)"),
        "clean": Message("clean: everything was checked and nothing was found"),
        "unclean": Message("findings: {count}; the first at entry {ply}"),
        "unclean-before": Message("findings: {count}; the first is before the first entry"),
        "incomplete": Message(
            "incomplete: nothing was found, but these were not checked or are not there: {missing}"
        ),
        "games-missing": Message("games whose records are not there"),
        "verdict-missing": Message("the verdict (it could not be made again)"),
        "game-missing": Message("whether the dispute fits the game"),
        "beside-missing": Message("the files that repeat what the records say"),
        "receipts": Message("Only receipts were given: they were not compared with any log."),
        "receipts-given": Message("Receipts: {count}, for entries up to {plies}."),
    }
)
"""Sentences and headings by name; what stands in braces is filled in."""

TITLES: Final[Mapping[Check, Message]] = MappingProxyType(
    {
        Check.FORMAT: Message("format"),
        Check.HEADER: Message("header"),
        Check.RULEBOOK: Message("rulebook"),
        Check.GAPS: Message("gaps"),
        Check.DIGESTS: Message("digests"),
        Check.ACTORS: Message("actors"),
        Check.TIMES: Message("times"),
        Check.RULES: Message("rules"),
        Check.SEALS: Message("seals"),
        Check.COMMITMENTS: Message("commitments"),
        Check.REVEAL: Message("reveal"),
        Check.DEAL: Message("deal"),
        Check.DECISIONS: Message("decisions"),
        Check.CARDS: Message("cards"),
        Check.MONEY: Message("money", "check of an audit"),
        Check.RECEIPTS: Message("receipts"),
        Check.INCLUSION: Message("inclusion"),
        Check.END: Message("end"),
        Check.PARENT: Message("parent"),
    }
)
"""What each check is called."""

PROVEN: Final[Mapping[Check, Message]] = MappingProxyType(
    {
        Check.FORMAT: Message("Every line has the form that it must have."),
        Check.HEADER: Message("The header says what the log says."),
        Check.RULEBOOK: Message("The rulebook in the record is the one that its first entry names."),
        Check.GAPS: Message("From the first entry to the last, none is missing and none is there twice."),
        Check.DIGESTS: Message(
            "Every entry carries the digest of the one before it: whoever changes one has to make every"
            " later digest anew."
        ),
        Check.ACTORS: Message(
            "By the log, only the seats of the table, whoever opened it and the service have acted."
        ),
        Check.TIMES: Message("The times in the log never go back."),
        Check.RULES: Message(
            "The rules sheet can be played and has the hash that was written down at the start."
        ),
        Check.SEALS: Message("What was hidden during play is what was sealed then."),
        Check.COMMITMENTS: Message(
            "The keys of all hands, and what seats added to them, were fixed before the cards were dealt."
        ),
        Check.REVEAL: Message("The keys opened at the end are those that were fixed at the start."),
        Check.DEAL: Message(
            "Every deck follows from the keys and from what seats added to them: once all of that was"
            " fixed, nobody could choose a card."
        ),
        Check.DECISIONS: Message(
            "Every move was decided again: the rules allow it and give all that followed."
        ),
        Check.CARDS: Message("In every position each card is in exactly one place."),
        Check.MONEY: Message("What some have won others have lost, hand by hand."),
        Check.RECEIPTS: Message("The receipts agree with the log."),
        Check.INCLUSION: Message(
            "Its last digest is covered by a signed checkpoint of the log of all games."
        ),
        Check.END: Message("Nothing follows the end of the game."),
        Check.PARENT: Message("The position it starts from is that of its parent."),
    }
)
"""What is proven by each check that found nothing."""

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
