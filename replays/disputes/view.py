"""A dispute as JSON, the same for every reader who may see it."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, NotRequired, TypedDict, cast

from app.games.codec import Json
from app.i18n import TRANSLATED, Language, Message, translate
from app.service.aggregates import AggregateState
from app.service.rulebook import BINDS, edition, translation
from replays.disputes.state import Claim, Closing, Dispute, DisputeState, VerdictOutcome
from replays.disputes.verdict_sentences import CONSEQUENCES, FORCED, REASONS, sentences

Paragraphs = Mapping[str, str]
"""The texts of a rulebook by paragraph number."""


class AboutView(TypedDict):
    """The disputed entry and hand."""

    game: str
    ply: int
    digest: Annotated[str, "Of that entry"]
    hand_number: int
    first: Annotated[int, "First entry of the hand"]
    last: Annotated[int, "Last entry of the hand"]


class PartyView(TypedDict):
    """A seat of the game that a person has."""

    seat: int
    player: str | None
    answer: Annotated[str | None, "To the verdict: accepted or contested"]


class EvidenceView(TypedDict):
    """Evidence that was added to a dispute."""

    by: Annotated[str, "seat:N"]
    at: Annotated[int, "ms since 1970"]
    command: Json | None
    receipt: Json | None
    refusal: Json | None
    checkpoint: Json | None


class StatementView(TypedDict):
    """A statement in a dispute."""

    by: Annotated[str, "seat:N or arbiter:player"]
    text: str
    at: Annotated[int, "ms since 1970"]


class ParagraphView(TypedDict):
    """The paragraph of a verdict to read in another language."""

    language: Annotated[str, {"enum": [*map(str, TRANSLATED)]}]
    note: Annotated[str, "Says that the English text binds"]
    paragraph: str


class VerdictReasonView(TypedDict):
    """A reason of a verdict beside the paragraph that it cites."""

    rule: Annotated[str, "Paragraph of the rules"]
    sentence: Annotated[str, "Why, in the language of Accept-Language"]
    paragraph: Annotated[str | None, "Its text in the game's edition, translated if it is"]


class VerdictSentencesView(TypedDict):
    """A verdict in words."""

    reason: Annotated[str, "Why, in the language of Accept-Language"]
    consequence: Annotated[str, "What follows for the hand and the ledger"]


class VerdictView(TypedDict):
    """The verdict of the machine."""

    outcome: Annotated[str, {"enum": [*map(str, VerdictOutcome)]}]
    code: NotRequired[
        Annotated[
            str,
            "Why, as a stable code; absent where the first version of the judge has judged",
            {"enum": [*REASONS]},
        ]
    ]
    consequence: NotRequired[
        Annotated[
            str,
            "What follows for the hand and the ledger (RULES 13.10); absent as `code`",
            {"enum": [*CONSEQUENCES]},
        ]
    ]
    sentences: NotRequired[
        Annotated[VerdictSentencesView, "`code` and `consequence` in words; absent as they are"]
    ]
    rule: Annotated[str | None, "Paragraph of the rules"]
    paragraph: Annotated[str | None, "Its text in the game's edition"]
    translation: NotRequired[Annotated[ParagraphView, "Where Accept-Language chooses Spanish or French"]]
    reason: NotRequired[
        Annotated[
            VerdictReasonView, "Of a meld that a seat was forced to make: the paragraph on forcing, and why"
        ]
    ]
    head: Annotated[Json | None, "Ply and digest of the log judged by"]
    revealed: Annotated[bool, "Whether the cards of the hand were open"]
    facts: Annotated[Json, "What the outcome follows from"]
    findings: Annotated[list[Json], "Of the audit, as far as they concern it"]
    legal: Annotated[Json | None, "What was open to the seat: ply, seat, moves, count"]
    correction: Annotated[list[int] | None, "What follows for the ledger, by seat"]


class RulingView(TypedDict):
    """The ruling of an arbiter."""

    by: str
    outcome: str
    reason: str
    paragraph: str | None


class FurtherEvidence(TypedDict):
    """Members that disputes have from version 2 of the judge on."""

    judge: NotRequired[Annotated[int, "Version of the machine that judges; absent for 1"]]
    refusal: NotRequired[Annotated[Json | None, "As `receipt`; absent as `judge`"]]
    checkpoint: NotRequired[Annotated[Json | None, "As `receipt`; absent as `judge`"]]
    evidence: NotRequired[Annotated[list[EvidenceView], "Added later (RULES 13.9); absent as `judge`"]]


class DisputeView(FurtherEvidence):
    """A dispute, the same for every reader."""

    dispute: str
    ply: Annotated[int, "Number of entries of its log; the ETag"]
    digest: Annotated[str, "Of its last entry"]
    about: AboutView
    seat: Annotated[int, "Who opened it"]
    claim: Annotated[str, {"enum": [*map(str, Claim)]}]
    text: str
    command: Annotated[Json | None, "Said to be refused; the last one given"]
    receipt: Annotated[Json | None, "Given when it was opened"]
    state: Annotated[str, {"enum": [*map(str, DisputeState)]}]
    since: Annotated[int, "ms since 1970"]
    until: Annotated[int | None, "When it is over at the latest, ms since 1970; null: nothing is asked"]
    for_arbiter: Annotated[bool, "Whether an arbiter may rule now"]
    parties: list[PartyView]
    statements: list[StatementView]
    verdict: VerdictView | None
    ruling: RulingView | None
    closed: Annotated[str | None, {"enum": [*map(str, Closing)]}]
    correction: Annotated[list[int] | None, "Change of each seat's balance, in the order of the seats"]


def paragraphs(first: Json) -> Paragraphs:
    """Return the rulebook of the game whose first entry has the public part `first`.

    If the entry names none, its rulebook cannot be proved.
    """
    pinned = first.get("rulebook")
    rulebook = edition(first["events"][0]["play"], pinned["edition"]) if pinned else None
    return rulebook.paragraphs if rulebook else {}


def shown(current: AggregateState[Dispute], book: Paragraphs) -> DisputeView:
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
        "ruling": None if state.ruling is None else cast(RulingView, dict(state.ruling)),
        "closed": None if state.closing is None else str(state.closing),
        "correction": None if state.correction is None else list(state.correction),
    }


def _later(state: Dispute) -> FurtherEvidence:
    """Return the members that disputes have from version 2 of the judge on: further evidence."""
    if state.judge == 1:
        return {}
    first = state.opened_with
    added: list[EvidenceView] = [
        {
            "by": evidence.by or "",
            "at": evidence.at or 0,
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


def reason(verdict: Mapping[str, Any]) -> tuple[str, Message] | None:
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


def reasoned(verdict: VerdictView, book: Paragraphs, language: Language) -> VerdictView:
    """Return a verdict as it is shown, in `language` with the paragraph that decides it and why, if there is
    one.
    """
    named = reason(verdict)
    if named is None:
        return verdict
    rule, words = named
    text = book.get(rule)
    paragraph = (text and translation(rule, text, language)) or text
    explanation: VerdictReasonView = {
        "rule": rule,
        "sentence": translate(language, words),
        "paragraph": paragraph,
    }
    return {**verdict, "reason": explanation}


def explained(verdict: VerdictView, language: Language, ended: str | None) -> VerdictView:
    """Return a verdict as it is shown, with why it is so and what follows in `language`, from version 2 on.

    `ended` is how its dispute ended, None while it is open.
    """
    explained = sentences(verdict, language, ended)
    if explained is None:
        return verdict
    reason, consequence = explained
    return {**verdict, "sentences": {"reason": reason, "consequence": consequence}}


def translated(verdict: VerdictView, language: Language) -> VerdictView:
    """Return a verdict as it is shown, with its paragraph in `language` beside the English text, which binds.

    Without a translation, as in English or of a text that no edition in force has, it is the same.
    """
    number, text = str(verdict["rule"]), verdict["paragraph"]
    paragraph = translation(number, text, language) if text else None
    if paragraph is None:
        return verdict
    note = translate(language, BINDS)
    return {**verdict, "translation": {"language": str(language), "note": note, "paragraph": paragraph}}


def _verdict(state: Dispute, book: Paragraphs) -> VerdictView | None:
    if state.verdict is None:
        return None
    return cast(VerdictView, {**state.verdict, "paragraph": book.get(str(state.verdict["rule"]))})
