"""Report on a dispute in sentences: claim, verdict, facts, statements, and its end.

It repeats the log of the dispute, right or wrong; the audit checks the verdict. `verifier.js` makes the same
sentences, but quotes the rulebook in English only.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from app.games.codec import Json
from app.i18n import Language, translate
from app.store.canonical import canonical
from replays.audit.report import ReportBuilder
from replays.disputes import record as disputes
from replays.disputes.bundle import Bundle
from replays.disputes.report_words import REPORT
from replays.disputes.state import ABOUT_MOVES, Claim, Dispute, VerdictOutcome
from replays.disputes.verdict_sentences import CLAIMS, OUTCOMES, amounts_text, ended, sentences
from replays.disputes.view import DisputeView, reason, shown
from replays.record.untrusted_values import Malformed, guarded
from replays.report.page import cited, meaning

MOVES: Final = 20
"""The most lawful moves of a report."""

Section = tuple[str, list[str]]
"""A title and the sentences under it."""


def report_of(bundle: Bundle, paragraphs: Mapping[str, str], language: Language) -> list[Section]:
    """Return the report on the dispute in `bundle`, as far as its record can be read.

    `paragraphs` is the rulebook of its game.
    """
    record = disputes.scanned(notes := ReportBuilder(), bundle.dispute)
    unread = _say("unread", language)
    try:
        document = guarded(lambda: _document(record.entries, paragraphs))
        parts = guarded(lambda: sections(document, language, paragraphs))
    except Malformed:
        return [(_say("title-claim", language), [unread])]
    (title, first), *rest = parts
    return [(title, [unread, *first] if notes.found else first), *rest]


def in_brief(dispute: Dispute, language: Language) -> str:
    """Return a dispute in a few sentences: what is claimed of which entry, and what was decided, if it is."""
    about = {"ply": dispute.ply, "hand_number": dispute.hand_number}
    document = {"dispute": dispute.id, "about": about, "seat": dispute.seat, "claim": dispute.claim}
    return brief({**document, "verdict": dispute.verdict, "ruling": dispute.ruling}, language)


def brief(document: Mapping[str, Any], language: Language) -> str:
    """Return the sentences of `in_brief` on a dispute as the API has it."""
    report, about = _DisputeSentences({}, language, {}), document["about"]
    claim = translate(language, CLAIMS[Claim(document["claim"])])
    place = {"seat": document["seat"], "ply": about["ply"], "hand": about["hand_number"]}
    sentence = report.say("claim", **place, claim=claim)
    verdict, ruling = document["verdict"], document["ruling"]
    if ruling is not None:
        decided = report.outcome("ruling", ruling["outcome"], ruling["paragraph"], by=ruling["by"])
    elif verdict is not None:
        decided = report.outcome("outcome", verdict["outcome"], verdict["rule"])
    else:
        decided = report.say("none")
    return f"{document['dispute']}: {sentence} {decided}"


def _document(entries: Sequence[Any], paragraphs: Mapping[str, str]) -> DisputeView:
    """Return the dispute as the API has it, by its own log."""
    return shown(disputes.folded(entries), paragraphs)


def sections(
    document: Mapping[str, Any], language: Language, paragraphs: Mapping[str, str] | None = None
) -> list[Section]:
    """Return the report on a dispute as the API has it; without `paragraphs` the rulebook is not quoted."""
    report = _DisputeSentences(document, language, paragraphs or {})
    parts = [
        ("title-claim", report.claim()),
        ("title-verdict", report.verdict()),
        ("title-facts", report.facts()),
        ("title-statements", report.statements()),
        ("title-end", report.end()),
    ]
    titled = [(_say(name, language), list(sentences)) for name, sentences in parts]
    return [(title, sentences) for title, sentences in titled if sentences]


@dataclass(frozen=True, slots=True)
class _DisputeSentences:
    """The sentences of one report in one language."""

    document: Mapping[str, Any]
    language: Language
    paragraphs: Mapping[str, str]
    explained: set[str] = field(default_factory=set)

    def say(self, name: str, **values: Any) -> str:
        """Return a sentence of the table."""
        return _say(name, self.language, **values)

    def cite(self, number: str | None) -> Iterator[str]:
        """Yield a paragraph of the rulebook, once in a report."""
        if number and number not in self.explained:
            self.explained.add(number)
            yield from cited(number, self.paragraphs, self.language)

    def explain(self, code: object) -> Iterator[str]:
        """Yield the meaning of a code of refusal, once per report."""
        name = f"code {code}"
        if isinstance(code, str) and name not in self.explained:
            self.explained.add(name)
            yield from meaning(code, self.language)

    def claim(self) -> Iterator[str]:
        """Yield the claim, the disputed entry, and the evidence."""
        document, about = self.document, self.document["about"]
        claim = translate(self.language, CLAIMS[Claim(document["claim"])])
        yield self.say(
            "claim", seat=document["seat"], ply=about["ply"], hand=about["hand_number"], claim=claim
        )
        yield self.say("words", text=document["text"])
        added = document.get("evidence", ())
        last = [later["command"] for later in added if later["command"]][-1:]  # the dispute has it, too
        yield from self.evidence({**document, "command": None} if last else document)
        for later in added:
            yield self.say("added", seat=str(later["by"]).removeprefix("seat:"), at=_time(later["at"]))
            yield from self.evidence(later)

    def evidence(self, given: Mapping[str, Any]) -> Iterator[str]:
        """Yield the command in dispute, and what a seat has shown of what the service has signed."""
        if given["command"]:
            yield self.say("refused-command", move=self.move(given["command"]))
        if receipt := given["receipt"]:
            yield self.say("receipt", key=receipt["key"], ply=receipt["ply"], digest=receipt["digest"])
        if refusal := given.get("refusal"):
            members = {name: refusal[name] for name in ("key", "ply", "code")}
            yield self.say("refusal", **members, rule=self.rule(refusal["rule"]))
            yield from self.explain(refusal["code"])
        if checkpoint := given.get("checkpoint"):
            leaf = checkpoint["leaf"]
            yield self.say("checkpoint", size=checkpoint["size"], ply=leaf["plies"], digest=leaf["digest"])

    def verdict(self) -> Iterator[str]:
        """Yield the verdict of the service, with its paragraph and its consequence."""
        verdict = self.document["verdict"]
        if verdict is None:
            yield self.say("none")
            return
        yield self.outcome("outcome", verdict["outcome"], verdict["rule"])
        yield from self.cite(verdict["rule"])
        if reasons := sentences(verdict, self.language, ended(self.document)):
            why, follows = reasons
            codes = [verdict["facts"].get(name) for name in ("refusal", "signed")]
            explained = [meaning for code in codes for meaning in self.explain(code)]
            yield from (sentence for sentence in (why, *explained, follows) if sentence)
        elif verdict["correction"] and self.document["state"] == "judged":
            yield self.say("would-correct", amounts=amounts_text(verdict["correction"]))

    def outcome(self, name: str, outcome: str, rule: str | None, **values: Any) -> str:
        """Return an outcome with its paragraph, beginning with a capital letter."""
        outcome_text = translate(self.language, OUTCOMES[VerdictOutcome(outcome)])
        sentence = self.say(name, outcome=outcome_text, rule=self.rule(rule), **values)
        return sentence[:1].upper() + sentence[1:]

    def rule(self, number: str | None) -> str:
        """Return a paragraph by its number, as sentences name it."""
        return self.say("rule", rule=number) if number else ""

    def facts(self) -> Iterator[str]:
        """Yield the facts of the verdict, and for a claim about a move the lawful ones."""
        verdict = self.document["verdict"]
        if verdict is None:
            return
        facts = dict(verdict["facts"])
        if "code" in verdict:  # which has a sentence of its own for the reason
            facts = {name: facts[name] for name in facts if name not in _REASONED}
            facts = {} if None in (facts.get(name, 0) for name in _NOTHING) else facts
        yield from self.damage(facts)
        yield from _FACTS[Claim(self.document["claim"])](self, facts)
        if facts:
            yield self.say("more-facts", facts=canonical(facts).decode())
        if findings := verdict["findings"]:
            first = min(findings, key=lambda finding: finding["ply"])
            yield self.say("found", count=len(findings), ply=first["ply"], rule=self.rule(first["rule"]))
        if (forced := reason(verdict)) is not None:
            yield translate(self.language, forced[1]) + self.rule(forced[0])
            yield from self.cite(forced[0])
        if verdict["legal"] and self.document["claim"] in ABOUT_MOVES:
            yield from self.lawful(verdict["legal"])
        if head := verdict["head"]:
            yield self.say("head", ply=head["ply"], digest=head["digest"])

    def damage(self, facts: Json) -> Iterator[str]:
        """Yield why nothing was decided by the log of the game."""
        if "damaged_at" in facts:
            yield self.say("damaged-at", ply=facts.pop("damaged_at"))
        if "damage" in facts:
            del facts["damage"]
            yield self.say("damage")

    def deck_chosen(self, facts: Json) -> Iterator[str]:
        if "deck_follows_from_key" in facts:
            yield self.say("deck-follows" if facts.pop("deck_follows_from_key") else "deck-differs")
        if "entropy_of_seats" in facts:
            entropy = facts.pop("entropy_of_seats")
            added = [seat for seat, given in enumerate(entropy) if given]
            if "code" in self.document["verdict"]:  # the bytes, which the first judge did not store
                yield from (self.say("deck-bytes", seat=seat, chance=entropy[seat]) for seat in added)
            else:
                yield self.say("deck-chance", seats=_list(added)) if added else self.say("deck-no-chance")

    def illegal_move(self, facts: Json) -> Iterator[str]:
        if "command" in facts:
            ply, actor, move = self.document["about"]["ply"], facts.pop("actor"), facts.pop("command")
            name = "move-service" if actor is None else "move"
            yield self.say(name, ply=ply, seat=actor, move=self.move(move))
        if "lawful" in facts:
            yield self.say("move-lawful" if facts.pop("lawful") else "move-unlawful")

    def wrong_refusal(self, facts: Json) -> Iterator[str]:
        ply = self.document["about"]["ply"]
        facts.pop("actor", None)
        if "command" in facts and facts.pop("command") is None:
            yield self.say("no-command")
        if "refusal" in facts:
            code = facts.pop("refusal")
            if code is None:
                yield self.say("refused-lawful", ply=ply)
                yield self.say("refusal-unproved")
            else:
                yield self.say("refused-unlawful", ply=ply, code=code)
                yield from self.explain(code)

    def history_altered(self, facts: Json) -> Iterator[str]:
        if "chain_holds" in facts:
            yield self.say("chain-holds" if facts.pop("chain_holds") else "chain-broken")
        if "receipt_holds" in facts:
            holds = facts.pop("receipt_holds")
            yield self.say({None: "receipt-none", True: "receipt-holds", False: "receipt-broken"}[holds])

    def wrong_payment(self, facts: Json) -> Iterator[str]:
        if "paid" in facts:
            paid, due, stake = facts.pop("paid"), facts.pop("due"), facts.pop("stake", None)
            if paid is None:
                yield self.say("unpaid")
            else:
                yield self.say("paid", paid=amounts_text(paid), due=amounts_text(due), stake=stake)

    def time_out(self, facts: Json) -> Iterator[str]:
        if "timed_out" not in facts:
            return
        seats = facts.pop("timed_out")
        if seats is None:
            yield self.say("timed-out-nobody", ply=self.document["about"]["ply"])
            return
        asked, answered, seconds = (facts.pop(name) for name in ("asked", "answered", "seconds"))
        waited = f"{(answered - asked) / 1000:.3f}"
        time = _time(answered)
        yield self.say("timed-out", seats=_list(seats), answered=time, waited=waited, seconds=seconds)
        if absent := facts.pop("absent"):
            yield self.say("timed-out-absent", seats=_list(absent))

    def other(self, facts: Json) -> Iterator[str]:
        if "audit_clean" in facts:
            yield self.say("audit-clean" if facts.pop("audit_clean") else "audit-unclean")

    def lawful(self, legal: Json) -> Iterator[str]:
        """Yield the legal moves of the seat: the first ones, and a reference to the rest."""
        seat, ply, count, moves = (legal[name] for name in ("seat", "ply", "count", "moves"))
        if not moves:
            yield self.say("legal-nothing", seat=seat, ply=ply)
            return
        listed = "; ".join(self.move(move) for move in moves[:MOVES])
        yield self.say("legal", seat=seat, ply=ply, count=count, moves=listed)
        if count > MOVES:
            yield self.say("legal-more", shown=MOVES, count=count, listed=len(moves))

    def move(self, command: Json) -> str:
        """Return a command of the game in words; one that no seat gives as it is stored."""
        rest = {name: value for name, value in command.items() if name != "type"}
        kind = str(command.get("type"))
        if kind == "meld":
            return self.meld(rest)
        if kind in _PLAIN and set(rest) == set(_PLAIN[kind].values()):
            return self.say(f"do-{kind}", **{name: rest[member] for name, member in _PLAIN[kind].items()})
        return f"{kind} {canonical(rest).decode()}" if rest else kind

    def meld(self, rest: Json) -> str:
        """Return a meld: what is laid with the centre card or the whole table, and the discard."""
        if rest.get("melds") is not None:
            move = self.say("do-lay", cards=" | ".join(" ".join(meld) for meld in rest["melds"]))
        elif rest.get("use"):
            move = self.say("do-meld", cards=" ".join(rest["use"]))
        else:
            move = self.say("do-meld-alone")
        discard = rest.get("discard")
        return self.say("do-discard", move=move, card=discard) if discard else move

    def statements(self) -> Iterator[str]:
        """Yield the statements, and the answer of each seat to the verdict."""
        for statement in self.document["statements"]:
            by, text = str(statement["by"]), statement["text"]
            if by.startswith("arbiter:"):
                yield self.say("statement-arbiter", by=by.removeprefix("arbiter:"), text=text)
            else:
                yield self.say("statement", seat=by.removeprefix("seat:"), text=text)
        for party in self.document["parties"] if self.document["verdict"] else ():
            yield self.say(f"answer-{party['answer'] or 'none'}", seat=party["seat"])

    def end(self) -> Iterator[str]:
        """Yield who has to act next, or the end of the dispute and its consequences."""
        document = self.document
        until = _time(document["until"]) if document["until"] else ""
        if document["ruling"] is not None:
            yield from self.ruling(document["ruling"])
        elif document["closed"]:
            yield self.say(f"closed-{document['closed']}", seat=document["seat"])
        else:
            yield self.say(
                "stands-arbiter" if document["for_arbiter"] else f"stands-{document['state']}", until=until
            )
            return
        if document["correction"]:
            yield self.say("corrected", amounts=amounts_text(document["correction"]))
        else:
            yield self.say("uncorrected")

    def ruling(self, ruling: Json) -> Iterator[str]:
        """Yield the ruling of an arbiter, its paragraph and its reason."""
        yield self.outcome("ruling", ruling["outcome"], ruling["paragraph"], by=ruling["by"])
        yield from self.cite(ruling["paragraph"])
        yield self.say("ruling-reason", reason=ruling["reason"])


_REASONED: Final = {
    "deck_follows_from_key",
    "lawful",
    "refusal",
    "signed",
    "ply",
    "chain_holds",
    "receipt_holds",
    "checkpoint_holds",
    "damaged_at",
}
"""Facts that the reason of a verdict contains from version 2 of the judge on."""

_NOTHING: Final = ("command", "paid", "timed_out")
"""Facts that are None where there was nothing to judge, as the reason says then."""

_FACTS: Final[Mapping[Claim, Callable[[_DisputeSentences, Json], Iterator[str]]]] = {
    Claim.DECK_CHOSEN: _DisputeSentences.deck_chosen,
    Claim.ILLEGAL_MOVE: _DisputeSentences.illegal_move,
    Claim.WRONG_REFUSAL: _DisputeSentences.wrong_refusal,
    Claim.HISTORY_ALTERED: _DisputeSentences.history_altered,
    Claim.WRONG_PAYMENT: _DisputeSentences.wrong_payment,
    Claim.TIME_OUT: _DisputeSentences.time_out,
    Claim.OTHER: _DisputeSentences.other,
}
"""Sentences of the facts of each claim; a fact in a sentence is removed from the object."""

_PLAIN: Final[Mapping[str, Mapping[str, str]]] = {
    "pass": {},
    "fold": {},
    "check": {},
    "call": {},
    "bet": {"to": "to"},
    "raise": {"to": "to"},
    "buy": {"chips": "chips"},
    "force": {"seat": "seat"},
    "keep": {"card": "discard"},
    "exchange": {"card": "card"},
}
"""Commands of one form: what their words name, and the member that has it."""


def _list(seats: Sequence[Any]) -> str:
    return ", ".join(map(str, seats))


def _time(at_ms: int) -> str:
    """Return a time in ms since 1970 as ISO 8601 in UTC, to the millisecond."""
    time = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at_ms)
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _say(name: str, language: Language, **values: Any) -> str:
    """Return a sentence of the table in a language, filled in."""
    return translate(language, REPORT[name], **values)
