"""Report of an audit as text: result, findings, claims, what is proven, what cannot be proven and why."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any, Final

from app.games.registry import reason
from app.i18n import Language, Message, translate
from app.service.rulebook import translation
from replays.audit.report import AuditResult, Cause, Check, Done, Finding, Report, Scope, Unchecked, cut_in
from replays.record.receipts import KeyList, is_refusal
from replays.report.facts import Facts
from replays.report.words import CAUSES, MEANS, NOT_CHECKED, PHRASES, PROVEN, TITLES

FINDINGS: Final = 10
"""Maximum number of different findings on a page; further causes add one finding each."""

_HASH: Final = re.compile("[0-9a-f]{64}")
_WIDTH: Final = 88
_EVIDENCE: Final = 240
_UNJUDGED: Final = {Check.DECISIONS: "unjudged", Check.PARENT: "uncompared", Check.FORMAT: "unbeside"}
"""Sentences on the checks of a dispute that are left out if its game has findings."""
_LEFT_OUT: Final[Mapping[str, str]] = {
    Check.DECISIONS: "verdict-missing",
    Check.PARENT: "game-missing",
    Check.FORMAT: "beside-missing",
}
"""The names of these checks in a headline."""


def page(
    report: Report,
    facts: Facts,
    keys: KeyList | None,
    language: Language,
    kept: Sequence[Any] = (),
    disputes: Sequence[str] = (),
) -> str:
    """Return the report in a language, without a final newline. Lines without hashes have 88 columns.

    `keys` is the trusted list, `kept` are the receipts and refusals of the reader: refusals without a finding
    are named. `disputes` are sentences on disputes about the game. Control characters are replaced.
    """
    return _Page(report, facts, keys, language, kept).text(disputes)


def section(title: str, sentences: Iterator[str]) -> str:
    """Return a further section of a page, a title and a list of sentences, without control characters."""
    return _printable("\n".join(_listed(title, sentences)))


def cited(number: str, paragraphs: Mapping[str, str], language: Language) -> Iterator[str]:
    """Yield the text of paragraph `number` of the rulebook, translated if it can be; nothing if unknown."""
    text = paragraphs.get(number)
    if text:
        translated = translation(number, text, language)
        phrase = PHRASES["paragraph" if translated is None else "translated-paragraph"]
        yield translate(language, phrase, text=translated or text)


def sentence_of(code: str) -> Message | None:
    """Return the sentence of a refusal code of the rules; None for any other code."""
    known = reason(code)
    return Message(known.sentence) if known else None


def meaning(code: str, language: Language) -> Iterator[str]:
    """Yield a sentence with the meaning of a refusal code of the rules; nothing for any other code."""
    sentence = sentence_of(code)
    if sentence is not None:
        yield translate(language, MEANS, code=code, sentence=sentence)


class _Page:
    """One report in one language."""

    def __init__(
        self, report: Report, facts: Facts, keys: KeyList | None, language: Language, kept: Sequence[Any]
    ) -> None:
        self._report = report
        self._facts = facts
        self._keys = keys
        self._language = language
        self._kept = kept

    def text(self, disputes: Sequence[str]) -> str:
        game = self._report.game or self._say("nameless")
        parts = [
            [self._say("title", game=game), self._conclusion()],
            self._section("found", self._found()),
            self._section("disputes", iter(disputes)),
            self._section("claimed", self._claimed()),
            self._section("proven", self._proven()),
            self._section("unproven", self._unproven()),
            [self._conclusion()],
        ]
        return _printable("\n\n".join("\n".join(lines) for lines in parts if lines))

    def _say(self, name: str, **values: Any) -> str:
        return translate(self._language, PHRASES[name], **values)

    def _in(self, words: Message) -> str:
        return translate(self._language, words)

    def _section(self, name: str, sentences: Iterator[str]) -> list[str]:
        return _listed(self._say(name), sentences)

    def _claimed(self) -> Iterator[str]:
        report, facts = self._report, self._facts
        if report.scope is Scope.RECEIPTS:
            yield self._say("receipts-given", count=report.compared, plies=report.plies)
        elif facts.variant is None:
            yield self._say("plies", plies=report.plies)
        else:
            hands = len(facts.results)
            yield self._say("game", variant=facts.variant, seats=facts.seats, hands=hands, plies=report.plies)
            yield from [self._say("edition", edition=facts.edition)] if facts.edition else []
        yield from [self._say("digest", digest=report.digest)] if report.digest else []
        yield from (self._say("chance", seat=seat, entropy=added) for seat, added in facts.chance.items())
        outcomes = [self._in(outcome) for outcome in facts.results]
        outcomes += [self._say("void", reason=facts.void)] if facts.void else []
        yield from [self._say("outcome", outcome=", ".join(outcomes))] if outcomes else []
        yield from [self._say("frozen", ply=facts.frozen[0], signed=facts.frozen[1])] if facts.frozen else []

    def _proven(self) -> Iterator[str]:
        troubled = {finding.check for finding in self._report.findings}
        for done in self._report.checks:
            if done.looked and not done.left_out and done.check not in troubled and self._bears(done.check):
                yield self._proof(done)
                if done.check is Check.DEAL and self._facts.chance and Check.COMMITMENTS not in troubled:
                    yield self._say("chance-mixed", seats=", ".join(map(str, self._facts.chance)))
        if self._keys and self._report.signers:
            yield self._say("keys", signers=", ".join(self._report.signers), **self._list(self._keys))
        yield from self._refusals() if self._keys else ()

    def _refusals(self) -> Iterator[str]:
        """Yield the kept refusals about which there is no finding."""
        wrong = [finding.evidence.get("refusal") for finding in self._report.findings]
        for kept in self._kept:
            if is_refusal(kept) and kept not in wrong:
                name = "refusal" if self._keys else "unsigned-refusal"
                name = name if kept["seat"] is not None else f"{name}-to-all"
                sentence = self._say(
                    name, **{member: kept[member] for member in ("ply", "seat", "code", "rule")}
                )
                yield " ".join([sentence, *meaning(kept["code"], self._language)])

    def _proof(self, done: Done) -> str:
        """Return what a check without findings proves."""
        if self._facts.dispute and done.check in (Check.DECISIONS, Check.PARENT):
            return self._say("judged" if done.check is Check.DECISIONS else "disputed")
        return self._say("games") if self._is_of_games(done) else self._in(PROVEN[done.check])

    def _bears(self, check: Check) -> bool:
        """Return whether a check without findings proves something about this log."""
        if check is Check.RECEIPTS:  # the receipt that froze a game contradicts the log
            return self._keys is not None and self._report.compared > 0 and not self._facts.frozen
        return (check is not Check.INCLUSION or self._keys is not None) and (
            check is not Check.END or self._facts.ended
        )

    def _list(self, keys: KeyList) -> dict[str, Any]:
        return {"count": len(keys.keys), "origin": keys.origin, "fingerprint": keys.fingerprint}

    def _unproven(self) -> Iterator[str]:
        yield from self._unsigned()
        scope, facts = self._report.scope, self._facts
        if scope is not Scope.RECORD:
            hidden = "damaged" if facts.damaged else "withheld" if self._is_withheld() else str(scope)
            yield self._say(hidden)
        if scope is Scope.RECORD:
            yield from self._uncovered()
        yield from [self._say("rolled-back", signed=facts.frozen[1])] if facts.frozen else []
        yield from self._plain()
        yield from () if self._keys else self._refusals()
        if facts.is_fork and not any(done.check is Check.PARENT for done in self._report.checks):
            yield self._say("no-parent")
        yield from (
            [] if facts.known or not facts.edition else [self._say("unknown-edition", edition=facts.edition)]
        )
        yield from [self._say("clock")] if facts.timed else []
        yield self._say("persons")
        for done in self._report.checks:
            if done.left_out and self._is_of_games(done):
                yield self._say("no-games", count=done.left_out)
            elif done.left_out and self._facts.dispute and done.check in _UNJUDGED:
                yield self._say(_UNJUDGED[done.check])
            elif done.left_out and not (done.check is Check.REVEAL and self._is_withheld()):
                title = self._in(TITLES[done.check])
                yield self._say("left-out", check=title, count=done.left_out)

    def _plain(self) -> Iterator[str]:
        """Yield the seats that added nothing to the deck, unless the scope has no deck."""
        seats = self._facts.plain_seats
        if seats and self._report.scope is not Scope.MOVES:
            yield self._say("no-entropy", seats=", ".join(map(str, seats)))

    def _is_of_games(self, done: Done) -> bool:
        """Return whether this is the check of the games of a tournament."""
        return self._facts.games and done.check is Check.PARENT

    def _is_withheld(self) -> bool:
        return self._report.scope is Scope.PUBLIC and self._facts.withheld

    def _unsigned(self) -> Iterator[str]:
        if self._keys is None:
            yield self._say("no-keys")
            yield from [self._say("unsigned-receipts")] if self._report.compared else []
        elif not self._report.signers:
            yield self._say("no-signature", **self._list(self._keys))
        else:
            yield self._say("remade")

    def _uncovered(self) -> Iterator[str]:
        if not self._facts.ended:
            yield self._say("cut")
        if not self._facts.covered:
            yield self._say("no-checkpoint")
        elif self._keys is None:
            yield self._say("unsigned-checkpoint")

    def _found(self) -> Iterator[str]:
        groups = _alike(self._report.findings)
        shown = _shown(groups)
        cited_before: set[str] = set()
        for group in shown:
            yield " ".join([self._finding(group[0], cited_before), *self._again(group)])
        firsts = [group[0] for group in shown]
        for cause in dict.fromkeys(first.cause for first in firsts):
            yield self._say(
                "cause", titles=", ".join(self._caused(firsts, cause)), told=self._in(CAUSES[cause])
            )
        rest = len(self._report.findings) - sum(map(len, shown))
        yield from [self._say("more", count=rest)] if rest else []

    def _again(self, group: Sequence[Finding]) -> Iterator[str]:
        """Yield the number of further equal findings and the ply of the last one."""
        if len(group) > 1:
            yield self._say("again", count=len(group) - 1, ply=group[-1].ply)

    def _caused(self, shown: Sequence[Finding], cause: Cause) -> Iterator[str]:
        """Return the titles of the checks with a finding of this cause, each once."""
        titles = (self._in(TITLES[finding.check]) for finding in shown if finding.cause is cause)
        return iter(dict.fromkeys(titles))

    def _finding(self, finding: Finding, cited_before: set[str]) -> str:
        """Return a finding with its evidence, and the text of its paragraph the first time it is cited."""
        rule = f" {self._say('rule', rule=finding.rule)}" if finding.rule else ""
        check = self._in(TITLES[finding.check])
        place = "finding" if finding.ply else "finding-before"
        sentences = [self._say(place, ply=finding.ply, check=check, rule=rule, detail=self._detail(finding))]
        number = finding.rule or ""
        if number not in cited_before:
            cited_before.add(number)
            sentences += cited(number, self._facts.paragraphs, self._language)
        if finding.evidence:
            sentences.append(self._say("evidence", evidence=self._brief(finding.evidence)))
        for name, (shown, count) in cut_in(finding.evidence).items():
            cut = self._say("evidence-cut", member=name, shown=shown, count=count, ply=finding.ply)
            sentences.append(cut)
        return " ".join(sentences)

    def _brief(self, evidence: Any) -> str:
        """Return evidence as JSON; if it is long, its beginning and how to see all of it."""
        text = json.dumps(evidence, ensure_ascii=False, sort_keys=True, default=str)
        if len(text) <= _EVIDENCE:
            return text
        return self._say("clipped", text=text[:_EVIDENCE], count=len(text))

    def _detail(self, finding: Finding) -> str:
        code = str(finding.evidence.get("refusal"))
        sentence = sentence_of(code)
        if sentence is None:
            return f"{translate(self._language, finding.message)}."
        return self._say("refused", code=code, sentence=translate(self._language, sentence))

    def _conclusion(self) -> str:
        match self._report.result:
            case AuditResult.FINDINGS:
                findings = self._report.findings
                name = "unclean" if findings[0].ply else "unclean-before"
                return self._say(name, count=len(findings), ply=findings[0].ply)
            case AuditResult.INCOMPLETE:
                return self._say(
                    "incomplete", missing="; ".join(map(self._missing, self._report.not_checked))
                )
            case AuditResult.CLEAN:
                return self._say("clean")

    def _missing(self, what: str) -> str:
        """Return the name of a check that was not made, for the headline."""
        if what in [*Unchecked]:
            return self._in(NOT_CHECKED[Unchecked(what)])
        if self._facts.games and what == Check.PARENT:
            return self._in(PHRASES["games-missing"])
        if self._facts.dispute and what in _LEFT_OUT:
            return self._in(PHRASES[_LEFT_OUT[what]])
        return self._in(TITLES[Check(what)])


def _alike(findings: Sequence[Finding]) -> list[list[Finding]]:
    """Group findings that differ only in their ply, in the order of the first of each group."""
    groups: dict[tuple[Any, ...], list[Finding]] = {}
    for finding in findings:
        key = (finding.check, finding.rule, finding.cause, finding.detail)
        groups.setdefault(key, []).append(finding)
    return list(groups.values())


def _shown(groups: Sequence[list[Finding]]) -> list[list[Finding]]:
    """Return the first `FINDINGS` groups, and the first group of each cause that is not among them."""
    shown = list(groups[:FINDINGS])
    for group in groups[FINDINGS:]:
        if group[0].cause not in {earlier[0].cause for earlier in shown}:
            shown.append(group)
    return shown


def _listed(title: str, sentences: Iterator[str]) -> list[str]:
    rows = [row for sentence in sentences for row in _item(sentence)]
    return [title, *rows] if rows else []


def _item(sentence: str) -> Sequence[str]:
    """Return a sentence as lines; one with a hash is one line, so that it can be searched for and copied."""
    if _HASH.search(sentence):
        return [f"  - {sentence}"]
    return wrap(sentence, _WIDTH, initial_indent="  - ", subsequent_indent="    ", break_long_words=False)


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() or char == "\n" else "?" for char in text)
