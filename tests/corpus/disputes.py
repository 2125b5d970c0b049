"""Writes bundles of disputes, one for each reason that a judge is the first to give, those not there yet.

    python -m tests.corpus.disputes

The games are played in memory. Bundles of the second judge are named `second-KIND-CODE`, with `-added` where
evidence that came later led to another verdict. Of the third, which decides otherwise for one reason, there
is one, named so as well. Those of the first, which this wrote while it was the only one, are named by kind,
claim and outcome, and are only kept. A game of the kind `altered` was tampered with before the dispute was
opened, one of the kind `damaged` after it was judged; of one of the kind `unread` the store could not read an
entry when the machine judged; on one of the kind `ruled` an arbiter has ruled.
"""

import json
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final

from app.store.canonical import parse
from app.store.keys import LogKind, game_id_from
from replays.audit.report import Report
from replays.disputes import bundle
from replays.disputes.bundle_audit import audited
from replays.disputes.commands import Accept, AddEvidence, Contest, Judge, Rule
from replays.disputes.state import JUDGE, Claim
from replays.disputes.verdict import of_damage
from replays.record.errors import ReplayError
from replays.record.read import read_record
from tests.replays.disputes.logs import forged_log
from tests.replays.forging import Page
from tests.verifier.agreement import game
from tests.verifier.bundling import bundled
from tests.verifier.disputing import Court, Json, Publics, recorded
from tests.verifier.proofs import DOCUMENT, KEYS, given, proved
from tests.verifier.tampered import Game, Unfit
from tests.verifier.tampering import WAYS

FOLDER: Final = Path(__file__).parent / "disputes"
LISTED: Final = FOLDER / "verdicts.json"

_SECOND: Final = 2
_NAMES: Final = {_SECOND: "second", JUDGE: "third"}
_ROWS: Final = (0, 2, 5, 9, 11)
_SEEDS: Final = 100
_MOST_PLIES: Final = 60

_OF_ALTERED: Final = (
    "chain_broken",
    "deck_not_from_key",
    "history_unproved",
    "log_senseless",
    "move_forbidden",
    "payment_wrong",
    "refusal_proved",
    "refusal_unproved",
)
"""The reasons of which a bundle about an altered game is kept."""

Told = tuple[str, Publics, Game]


def disputes() -> Iterator[Told]:
    """Disputes by name, with their logs and the games they are about; a name may come more than once."""
    games = [made for row in _ROWS if (made := game(f"disputes {row}", row)).plies <= _MOST_PLIES]
    for seed, chosen in product(range(_SEEDS), games):
        rng = Random(f"second judge {seed} {chosen.seed}")
        try:
            yield from _told("honest", Court(rng, chosen, _SECOND).run(), chosen)
            altered = _altered(rng, chosen)
            for dispute in _told("altered", Court(rng, altered, _SECOND).run(), altered):
                if dispute[0].split("-")[2] in _OF_ALTERED:
                    yield dispute
        except Unfit:
            continue
    for claim in (Claim.HISTORY_ALTERED, Claim.WRONG_REFUSAL):
        yield from _told(f"unread-{claim}", _unread(games[0], claim), games[0])
    yield from _told("ruled", _ruled(games[0]), games[0])
    timed = game("disputes 74", 74)
    yield from _told("honest", _judged(timed, Claim.TIME_OUT, _ply_of(timed, "timed-out")), timed)
    for late in (_later(timed, _ply_of(timed, "timed-out")), game("disputes 33", 33)):
        yield from _told("honest", _judged(late, Claim.TIME_OUT, _ply_of(late, "timed-out")), late)
    yield from _told("honest", _without_command(games[0]), games[0])
    ply = _ply_of(timed, "melded", "used")
    cheated = _cheated(timed, ply)
    yield from _told("altered", _judged(cheated, Claim.ILLEGAL_MOVE, ply), cheated)
    yield from _damaged(games)
    yield from _told("honest", _borne_out(games[0]), games[0])


def _told(kind: str, publics: Publics, chosen: Game) -> Iterator[Told]:
    """The dispute with its name; nothing if it is not over, or no verdict stood when it ended."""
    commands = [
        public["command"]["type"] for public in publics if public["command"]["type"] in ("judge", "evidence")
    ]
    closed = [event for public in publics for event in public["events"] if event["type"] in _ENDS]
    if not closed or commands[-1:] != ["judge"]:
        return
    codes = [verdict["code"] for verdict in _verdicts(publics)]
    added = "-added" if len(set(codes)) > 1 else ""
    judge = _NAMES[publics[0]["command"]["judge"]]
    yield f"{judge}-{kind}-{codes[-1]}{added}", publics, chosen


_ENDS: Final = ("dispute-closed", "dispute-ruled")


def _verdicts(publics: Publics) -> list[Json]:
    """Return what the machine has judged, each time that it did."""
    return [public["command"]["verdict"] for public in publics if public["command"]["type"] == "judge"]


def _altered(rng: Random, chosen: Game) -> Game:
    """The game after it was tampered with, as far as its log can still be read; else Unfit."""
    data = WAYS[rng.choice(sorted(WAYS))](rng, chosen).data
    try:
        return Game(chosen.seed, read_record(data).entries, chosen.proof)
    except (ReplayError, LookupError, TypeError, ValueError, AttributeError):
        raise Unfit from None


def _opened(chosen: Game, claim: Claim, ply: int | None = None, signed: str | None = None) -> Court:
    """A dispute about the game with this claim, at `ply` or at any, just opened; with `signed` evidence."""
    courts = (Court(Random(f"opened {seed}"), chosen, _SECOND) for seed in range(1000))
    alike = (court for court in courts if court.opening.claim == claim)
    have = (court for court in alike if signed is None or getattr(court.opening, signed) is not None)
    court = next(court for court in have if ply in (None, court.opening.ply))
    court.say(f"seat:{court.opening.seat}", court.opening)
    return court


def _ply_of(chosen: Game, kind: str, member: str = "type") -> int:
    """The ply of the first event of this type whose `member` is not empty."""
    events = ((entry.ply, event) for entry in chosen.log for event in parse(entry.public)["events"])
    return next(ply for ply, event in events if event["type"] == kind and event[member])


def _judged(chosen: Game, claim: Claim, ply: int) -> Publics:
    """The machine judges the claim about entry `ply`; every seat accepts."""
    court = _opened(chosen, claim, ply)
    court.judge()
    return _accepted(court)


def _accepted(court: Court) -> Publics:
    """Every seat accepts the verdict."""
    for party in court.opening.parties:
        court.say(f"seat:{party['seat']}", Accept())
    return court.told


def _borne_out(chosen: Game) -> Publics:
    """The third judge is given a receipt for the last entry, which the log has; every seat accepts."""
    courts = (Court(Random(f"borne out {seed}"), chosen, JUDGE) for seed in range(1000))
    altered = (court for court in courts if court.opening.claim == Claim.HISTORY_ALTERED)
    court = next(
        dispute for dispute in altered if dispute.opening.receipt is dispute.opening.checkpoint is None
    )
    court.say(f"seat:{court.opening.seat}", court.opening)
    court.judge()
    court.say(f"seat:{court.opening.seat}", AddEvidence(receipt=given(chosen.log[-1])))
    court.judge()
    return _accepted(court)


def _later(chosen: Game, ply: int) -> Game:
    """The game as it is where the service answers for a seat at `ply` a minute and a half later."""

    def wait(book: list[Page]) -> None:
        for page in book[ply - 1 :]:
            page.public["time"] += 90_000

    log = forged_log(chosen.log, wait)
    return Game(chosen.seed, log, proved(log, Random(f"{chosen.seed} later")))


def _without_command(chosen: Game) -> Publics:
    """Judge a refusal of a command that was not sent; the service opens no such dispute today."""
    courts = (Court(Random(f"no command {seed}"), chosen, _SECOND) for seed in range(1000))
    refusing = (court for court in courts if court.opening.claim == Claim.WRONG_REFUSAL)
    court = next(court for court in refusing if court.opening.refused is None)
    court.say(f"seat:{court.opening.seat}", court.opening)
    court.judge()
    return _accepted(court)


def _cheated(chosen: Game, ply: int) -> Game:
    """The game with a card of the meld at `ply` discarded as well, and every digest made anew."""

    def change(book: list[Page]) -> None:
        public = book[ply - 1].public
        (event,) = (one for one in public["events"] if one["type"] == "melded")
        event["discard"] = public["command"]["discard"] = event["used"][0]

    return Game(chosen.seed, forged_log(chosen.log, change), chosen.proof)


def _unread(chosen: Game, claim: Claim) -> Publics:
    """The machine judges of a log that the store cannot read from an entry on; every seat accepts."""
    court = _opened(chosen, claim, signed="refusal" if claim is Claim.WRONG_REFUSAL else None)
    court.say("system", Judge(of_damage(claim, court.opening.ply)))
    return _accepted(court)


def _ruled(chosen: Game) -> Publics:
    """A seat contests the verdict and an arbiter rules otherwise, with a correction."""
    court = _opened(chosen, Claim.WRONG_PAYMENT)
    court.judge()
    court.say(f"seat:{court.opening.parties[0]['seat']}", Contest("The stake was agreed to be five."))
    arbiter = game_id_from(b"the arbiter of the corpus".ljust(32), LogKind.PLAYER)
    moved = (1, -1, *(0,) * (court.opening.seats - 2))
    court.say(f"arbiter:{arbiter}", Rule("upheld", "Both seats had agreed to it.", "9.3", moved))
    return court.told


def _damaged(games: list[Game]) -> Iterator[Told]:
    """Disputes with a signed refusal and a receipt, about a game in which an entry was altered afterwards.

    The entry is altered after that of the receipt, so that the refusal can still be decided.
    """
    for seed, chosen in product(range(_SEEDS), games):
        rng = Random(f"damaged {seed} {chosen.seed}")
        try:
            court = Court(rng, chosen, _SECOND)
            altered = _altered(rng, chosen)
        except Unfit:
            continue
        opening = court.opening
        if opening.claim != Claim.WRONG_REFUSAL or opening.refusal is None:
            continue
        later = chosen.log[opening.refusal["ply"] - 1 : opening.last]
        if not later:
            continue
        court.say(f"seat:{opening.seat}", opening)
        court.judge()
        court.say(f"seat:{opening.seat}", AddEvidence(receipt=given(rng.choice(later))))
        court.judge()
        publics = _accepted(court)
        record = recorded(Random("damaged"), publics, altered)
        report = audited(bundle.read(bundle.zipped(bundled(record, altered))), KEYS).partial
        if report is not None and report["claim"] == "proved":
            yield from _told("damaged", publics, altered)
            return


def judged(data: bytes) -> Json:
    """The verdict in a bundle, the head of its dispute and the first findings of the audit.

    From the second judge on also the reason and what follows, and of evidence beside damage what is decided.
    """
    files = bundle.read(data)
    publics = [parse(line)["public"] for line in files.dispute.splitlines()[1:-1]]
    verdict = _verdicts(publics)[-1]
    report = audited(files, KEYS)
    facts = {
        "claim": publics[0]["command"]["claim"],
        "outcome": verdict["outcome"],
        "rule": verdict["rule"],
        "correction": verdict["correction"],
        "plies": len(publics),
        "digest": report.dispute.digest,
        "clean": report.game.sound and report.dispute.sound,
        "findings": {"game": _first(report.game), "dispute": _first(report.dispute)},
    }
    if "code" not in verdict:
        return facts
    beside = report.partial and {name: report.partial[name] for name in ("receipts", "refusals", "claim")}
    return {**facts, "code": verdict["code"], "consequence": verdict["consequence"], "beside_damage": beside}


def _first(report: Report) -> int | None:
    return min((finding.ply for finding in report.findings), default=None)


def main() -> None:
    """Add what is missing to the folder and to the list."""
    FOLDER.mkdir(exist_ok=True)
    listed: dict[str, Any] = json.loads(LISTED.read_text()) if LISTED.exists() else {}
    for name, publics, chosen in disputes():
        if name in listed:
            continue
        record = recorded(Random(name), publics, chosen)
        data = bundle.zipped(bundled(record, chosen))
        (FOLDER / f"{name}.zip").write_bytes(data)
        listed[name] = judged(data)
        sys.stdout.write(f"{name}: {len(publics)} plies, {len(data)} bytes\n")
    LISTED.write_text(json.dumps(listed, indent=1, sort_keys=True) + "\n")
    (FOLDER / "keys.json").write_text(json.dumps(DOCUMENT, indent=1) + "\n")


if __name__ == "__main__":
    main()
