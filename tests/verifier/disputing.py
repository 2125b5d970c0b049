"""Disputes about games in memory, and both audits of their records side by side."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from app.service.signing import receipt
from app.store.canonical import canonical, parse
from app.store.entry import START_DIGEST, Entry, digest
from app.store.keys import GameId, LogKind, game_id_from
from replays.audit.report_json import as_json
from replays.disputes.audit import audit_dispute
from replays.disputes.commands import (
    Accept,
    AddEvidence,
    AwaitReveal,
    Contest,
    ExpireDispute,
    Judge,
    Open,
    Rule,
    Say,
    WithdrawDispute,
)
from replays.disputes.decide import DisputeRefused, Disputes
from replays.disputes.hands import HandSpan, hands, holders
from replays.disputes.state import JUDGE, Claim, Dispute
from replays.disputes.verdict import ready, verdict
from replays.record.write import players
from tests.verifier.node import called, sound
from tests.verifier.proofs import DOCUMENT, KEYS, RING, ROTATED_MS, covered, given, proved, refused
from tests.verifier.tampered import Game, Unfit

Json = dict[str, Any]
Publics = list[Json]

LIMIT_MS: Final = 7 * 86_400_000
_MOST: Final = 14
_KINDS: Final = (
    Say,
    Say,
    Accept,
    Accept,
    AddEvidence,
    AddEvidence,
    Contest,
    WithdrawDispute,
    Rule,
    Rule,
    ExpireDispute,
    AwaitReveal,
    Judge,
    Judge,
)


_REFUSED: Final = {
    "conquian": (
        ("meld", "pass", "force", "keep", "fold"),
        ({"type": "pass"}, {"type": "force", "seat": 0}),
    ),
    "holdem": (
        ("check", "bet", "call", "raise", "fold", "buy"),
        ({"type": "check"}, {"type": "raise", "to": 12}, {"type": "buy", "chips": 20}),
    ),
}
"""By game the types of commands in a log that a seat may say were refused, and commands that it makes up."""


@dataclass(frozen=True, slots=True)
class Case:
    """The record of a dispute and the record of the game beside it, and how they were made."""

    way: str
    dispute: bytes
    game: bytes


class Court:
    """A dispute about a game: made with its opening, then with statements of its parties, drawn from a seed.

    Opening it reads the whole log of the game, and fails as reading does where members are missing. `judge`
    is the version of the machine, None for the first; where it is not given, any.
    """

    def __init__(self, rng: Random, game: Game, judge: int | None = 0) -> None:
        self._rng, self._log = rng, game.log
        self._judge = rng.choice((None, 2, JUDGE)) if judge == 0 else judge
        self._publics = [parse(entry.public) for entry in game.log]
        self._decider = Disputes(LIMIT_MS)
        self._state: Dispute | None = None
        self._now = max(public["time"] for public in self._publics) + 1_000
        self.id = game_id_from(rng.randbytes(32), LogKind.DISPUTE)
        self.told: Publics = []
        self.opening = self._opening()

    def run(self) -> Publics:
        """The public parts of a whole dispute."""
        opening = self.opening
        self.say(f"seat:{opening.seat}", opening)
        arbiter = f"arbiter:{game_id_from(self._rng.randbytes(32), LogKind.PLAYER)}"
        actors = [*(f"seat:{party['seat']}" for party in opening.parties), arbiter, "system", "system"]
        for _ in range(60):
            if self._state is None or self._state.is_over or len(self.told) >= _MOST:
                break
            self._now += self._rng.choice((0, 1, 1_000, 90_000, LIMIT_MS if self._rng.random() < 0.1 else 5))
            made = self._command(self._rng.choice(_KINDS))
            if made is not None:
                self.say(self._rng.choice(actors), made)
        return self.told

    def _opening(self) -> Open:
        seats = self._publics[0]["events"][0]["seats"]
        persons = [seat for seat, player in enumerate(players(self._publics)) if player["kind"] != "bot"]
        ended = [hand for hand in hands(self._publics) if hand.last is not None]
        if not persons or not ended:
            raise Unfit
        hand = self._rng.choice(ended)
        ply = self._rng.randrange(hand.first, (hand.last or hand.first) + 1)
        claim = self._rng.choice(list(Claim))
        seat = self._rng.choice(persons)
        evidence = self._evidence(claim, hand, seat, self._judge)
        return Open(
            dispute=self.id,
            game=self._log[0].game,
            ply=ply,
            digest=self._log[ply - 1].digest.hex(),
            hand_number=hand.number,
            first=hand.first,
            last=hand.last or hand.first,
            seats=len(seats),
            seat=seat,
            claim=str(claim),
            text="that was wrong",
            parties=tuple({"seat": seat, "player": self._player(seat, ply)} for seat in persons),
            judge=self._judge,
            **evidence,
        )

    def _evidence(self, claim: Claim, hand: HandSpan, seat: int, judge: int | None) -> Json:
        """Return what a seat might bring to such a claim, or nothing."""
        rng = self._rng
        if claim is Claim.HISTORY_ALTERED:
            some = judge is not None and rng.random() < 0.3
            return {"receipt": self._receipt(), **({"checkpoint": self._covered()} if some else {})}
        if claim is not Claim.WRONG_REFUSAL:
            return {}
        command = self._refused(hand)
        if judge is None or command is None or rng.random() < 0.3:
            return {"refused": command}
        ply, other = rng.randrange(hand.first - 1, (hand.last or hand.first) + 2), rng.random() < 0.1
        sent = {"type": "fold"} if other else command
        signed = refused(self._log[0].game, max(1, ply), rng.choice((seat, seat, 1 - min(seat, 1))), sent)
        return {"refused": command, "refusal": signed}

    def _covered(self) -> Json:
        """A proof that the game is under a checkpoint as it ended, or as it did not."""
        last = self._log[-1]
        other = Entry(last.game, last.ply, last.public, bytes(32), ())
        return covered(self._rng.choice((last, last, other, self._log[len(self._log) // 2])), self._rng)

    def _player(self, seat: int, ply: int) -> str | None:
        """Return who held the seat when the dispute was opened, which may have been at any later entry."""
        return self._rng.choice(sorted(holders(self._publics, seat, ply), key=str))

    def _refused(self, hand: HandSpan) -> Any:
        """A command that was really given somewhere in the hand, or none at all."""
        some = [public["command"] for public in self._publics[hand.first : hand.last]]
        named, tried = _REFUSED[self._publics[0]["events"][0]["play"]]
        known = [event for event in some if event.get("type") in named]
        return self._rng.choice([None, *tried, *known])

    def _receipt(self) -> Json | None:
        entry = self._rng.choice(self._log)
        other = receipt(RING, entry.game, entry.ply, bytes(32), ROTATED_MS + 1)
        return self._rng.choice((None, given(entry), other))

    def _command(self, kind: type[Any]) -> Any:
        state, rng = self._state, self._rng
        if state is None:
            return None
        if kind is AddEvidence:
            number = state.hand_number
            hand = next(one for one in hands(self._publics) if one.number == number)
            given = self._evidence(state.claim, hand, state.seat, JUDGE)
            return AddEvidence(**given) if any(value is not None for value in given.values()) else None
        if kind is Judge:
            return self._judgement(state, rng.randrange(state.last, len(self._log) + 1))
        if kind is Rule:
            moved = rng.choice((None, (0,) * state.seats, (5, -5, *(0,) * (state.seats - 2))))
            return Rule(rng.choice(("upheld", "rejected")), "so it is", rng.choice((None, "9.1")), moved)
        return kind(*([f"word {rng.randrange(9)}"] if kind in (Say, Contest) else []))

    def judge(self) -> None:
        """Let the machine judge by the whole log of the game."""
        assert self._state is not None
        self.say("system", self._judgement(self._state, len(self._log)))

    def _judgement(self, state: Dispute, upto: int) -> Judge | None:
        """The verdict on the first `upto` entries of the game, None while cards that it needs are hidden."""
        log = self._log[:upto]
        hidden = not ready(state, [parse(entry.public) for entry in log])
        return None if hidden else Judge(verdict(state, log))

    def say(self, actor: str, command: Any) -> None:
        """Add an entry if the dispute allows the command, else nothing."""
        try:
            events = self._decider.decide(self._state, actor, command, self._now)
        except DisputeRefused:
            return
        for event in events:
            self._state = self._decider.evolve(self._state, event)
        public: Json = {
            "v": 1,
            "game": self.id,
            "ply": len(self.told) + 1,
            "time": self._now,
            "actor": actor,
            "command": self._decider.commands.to_json(command),
            "events": [self._decider.events.to_json(event) for event in events],
            "seals": [],
        }
        self.told.append(parse(canonical(public)))


def opened(rng: Random, game: Game) -> Publics:
    """The log of a dispute about `game`; Unfit if no person sits there, or no hand is over."""
    return Court(rng, game).run()


def linked(publics: Publics) -> tuple[Entry, ...]:
    """The entries of a log with these public parts, every digest made anew."""
    entries, before = [], START_DIGEST
    for ply, public in enumerate(publics, 1):
        data = canonical(public)
        before = digest(before, data)
        entries.append(Entry(GameId(str(public.get("game"))), ply, data, before, ()))
    return tuple(entries)


def lines(publics: Publics, proof: Json | None, names: tuple[str, str]) -> list[Json]:
    """The lines of the record of a dispute with these names: its own and that of its game."""
    dispute, game = names
    header = {"dispute": dispute, "game": game, "plies": len(publics), "record": "conquian-dispute", "v": 1}
    entries = [
        {"digest": entry.digest.hex(), "hidden": [], "public": public}
        for entry, public in zip(linked(publics), publics, strict=True)
    ]
    return [header, *entries, {"proof": proof or {"checkpoint": None, "receipts": []}}]


def packed(documents: Sequence[Json]) -> bytes:
    """Lines as the bytes of a record."""
    return b"".join(canonical(document) + b"\n" for document in documents)


def honest(rng: Random, game: Game) -> tuple[Publics, bytes]:
    """A dispute about `game`: its log, and its record with receipts and a checkpoint."""
    publics = opened(rng, game)
    return publics, recorded(rng, publics, game)


def recorded(rng: Random, publics: Publics, game: Game) -> bytes:
    """The record of a dispute about `game` with these public parts, with receipts and a checkpoint."""
    return packed(lines(publics, proved(linked(publics), rng).as_json(), names(publics, game)))


def names(publics: Publics, game: Game) -> tuple[str, str]:
    """The names in the header: of the dispute, and of its game."""
    return publics[0]["game"], game.log[0].game


_AUDIT: Final = (
    "asked.cases.map((files) => verifier.examineDispute(...files.map((file) => Buffer.from(file, 'base64')),"
    " { keys: asked.keys }).report)"
)


@dataclass(frozen=True, slots=True)
class Said:
    """Result of an audit: the first bad ply, whether all is clean, and the first findings."""

    first: int | None
    clean: bool
    findings: Any = field(compare=False)


def audits(cases: Sequence[Case]) -> list[tuple[Said, Said]]:
    """Return the results of the service's audit and of the verifier for each case."""
    asked = [[b64encode(case.dispute).decode(), b64encode(case.game).decode()] for case in cases]
    theirs = called(_AUDIT, {"cases": asked, "keys": DOCUMENT})
    return [(_ours(case), _said(other)) for case, other in zip(cases, theirs, strict=True)]


def _ours(case: Case) -> Said:
    return _said(as_json(audit_dispute(case.dispute, case.game, KEYS)))


def _said(report: Json) -> Said:
    findings = report["findings"]
    return Said(min((finding["ply"] for finding in findings), default=None), sound(report), findings[:2])


def disagreements(cases: Sequence[Case]) -> tuple[list[str], int]:
    """Return the cases in which the first ply or the cleanness differs, and the number of those not clean."""
    both = list(zip(cases, audits(cases), strict=True))
    wrong = [f"{case.way}: {ours} and {theirs}" for case, (ours, theirs) in both if ours != theirs]
    return wrong, sum(not ours.clean for _, (ours, _) in both)
