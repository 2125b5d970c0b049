"""A dispute as JSON, the same for every reader who may see it."""

from collections.abc import Mapping
from typing import Final

from app.games.codec import Json
from app.games.registry import USUAL
from app.i18n import Language, Message, translate
from app.service.aggregates import AggregateState
from app.service.rulebook import BINDS, edition, translated_paragraph
from replays.disputes.state import Dispute
from replays.disputes.verdict_sentences import sentences
from replays.disputes.verdict_words import FORCED

Paragraphs = Mapping[str, str]
"""The texts of a rulebook by paragraph number."""


def paragraphs(first: Json) -> Paragraphs:
    """Return the rulebook of the game whose first entry has the public part `first`.

    If the entry names none, its rulebook cannot be proved.
    """
    pinned = first.get("rulebook")
    rulebook = edition(first["events"][0]["play"], pinned["edition"]) if pinned else None
    return rulebook.paragraphs if rulebook else {}


def shown(current: AggregateState[Dispute], book: Paragraphs) -> Json:
    """Return the dispute as the API has it; `book` is the game's rulebook."""
    state = current.state
    return {
        "dispute": state.id,
        "ply": current.ply,
        "digest": current.digest.hex(),
        "about": {
            "game": state.game,
            "ply": state.ply,
            "digest": state.digest,
            "hand_number": state.hand_number,
            "first": state.first,
            "last": state.last,
        },
        "seat": state.seat,
        "claim": str(state.claim),
        "text": state.text,
        "command": state.command,
        "receipt": state.opened_with.receipt,
        **_later(state),
        "state": str(state.state),
        "since": state.since,
        "until": state.until,
        "for_arbiter": state.for_arbiter,
        "parties": [
            {"seat": party.seat, "player": party.player, "answer": party.answer} for party in state.parties
        ],
        "statements": [
            {"by": statement.by, "text": statement.text, "at": statement.at} for statement in state.statements
        ],
        "verdict": _verdict(state, book),
        "ruling": None if state.ruling is None else dict(state.ruling),
        "closed": None if state.closing is None else str(state.closing),
        "correction": None if state.correction is None else list(state.correction),
    }


def _later(state: Dispute) -> Json:
    """Return the members that disputes have from version 2 of the judge on: further evidence."""
    if state.judge == 1:
        return {}
    first = state.opened_with
    added = [
        {
            "by": evidence.by,
            "at": evidence.at,
            "command": evidence.refused,
            "receipt": evidence.receipt,
            "refusal": evidence.refusal,
            "checkpoint": evidence.checkpoint,
        }
        for evidence in state.added
    ]
    return {
        "judge": state.judge,
        "refusal": first.refusal,
        "checkpoint": first.checkpoint,
        "evidence": added,
    }


OBEYING: Final = "7.4"
"""The paragraph of a meld that a seat is forced to make."""


def reason(verdict: Json) -> tuple[str, Message] | None:
    """Return the paragraph that decides a verdict beside the one it cites, and why; None where it cites that
    itself.

    A verdict on a lawful meld cites the checks of melds. A seat that had no other command than melds was
    forced: at any other time it may pass.
    """
    facts, legal = verdict["facts"], verdict["legal"]
    moves = legal["moves"] if legal is not None and legal["count"] == len(legal["moves"]) else []
    lawful = facts.get("lawful") is True and facts.get("command", {}).get("type") == "meld"
    if not (lawful and moves and all(move["type"] == "meld" for move in moves)):
        return None
    return OBEYING, FORCED.filled(seat=facts["actor"])


def reasoned(verdict: Json, book: Paragraphs, language: Language) -> Json:
    """Return a verdict as it is shown, in `language` with the paragraph that decides it and why, if there is
    one.
    """
    named = reason(verdict)
    if named is None:
        return verdict
    rule, words = named
    text = book.get(rule)
    paragraph = (text and translated_paragraph(USUAL, rule, text, language)) or text
    explanation = {"rule": rule, "sentence": translate(language, words), "paragraph": paragraph}
    return {**verdict, "reason": explanation}


def explained(verdict: Json, language: Language, ended: str | None) -> Json:
    """Return a verdict as it is shown, with why it is so and what follows in `language`, from version 2 on.

    `ended` is how its dispute ended, None while it is open.
    """
    explained = sentences(verdict, language, ended)
    if explained is None:
        return verdict
    reason, consequence = explained
    return {**verdict, "sentences": {"reason": reason, "consequence": consequence}}


def translated(verdict: Json, language: Language) -> Json:
    """Return a verdict as it is shown, with its paragraph in `language` beside the English text, which binds.

    Without a translation, as in English or of a text that no edition in force has, it is the same.
    """
    number, text = str(verdict["rule"]), verdict["paragraph"]
    translation = translated_paragraph(USUAL, number, text, language) if text else None
    if translation is None:
        return verdict
    note = translate(language, BINDS)
    return {**verdict, "translation": {"language": str(language), "note": note, "paragraph": translation}}


def _verdict(state: Dispute, book: Paragraphs) -> Json | None:
    if state.verdict is None:
        return None
    return {**state.verdict, "paragraph": book.get(str(state.verdict["rule"]))}
