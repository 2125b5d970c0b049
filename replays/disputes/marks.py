"""Marks of a game: contradicted receipts and disputes, facts beside its log that change no byte of a record.

`Marking` collects them; views, lists, records, audits and bundles show them.

What disputes do to a ledger: the hands that are provisional, and what is corrected (RULES 13.7).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Annotated, Any, NotRequired, TypedDict

from app.games.codec import Json
from app.parts.outages import Part
from app.service.entry_codec import Position
from app.store.canonical import canonical
from app.store.indexes import Pair
from app.store.keys import GameId
from app.store.log import EventStore
from replays.disputes.service import DisputeService
from replays.disputes.state import Claim, Dispute, DisputeState, VerdictOutcome


class ProvisionalView(TypedDict):
    """A hand whose payment does not count yet."""

    hand_number: Annotated[int, "From 1"]
    dispute: Annotated[str, "Its id"]
    state: Annotated[str, "Where the dispute stands, as it says itself"]


class CorrectionView(TypedDict):
    """The effects of a dispute."""

    hand_number: Annotated[int, "From 1"]
    dispute: Annotated[str, "Its id"]
    amounts: Annotated[list[int], "By seat; they sum to zero"]


class ContradictionView(TypedDict):
    """A receipt of the service that the log of the game contradicts (RULES 12.8)."""

    ply: Annotated[int, "The entry that the receipt is for"]
    digest: Annotated[str, "The digest in the receipt, hex"]
    held_ply: Annotated[int, "`ply`, or the last entry of a log that has no such entry"]
    held_digest: Annotated[str, "The digest of that entry in the log, hex"]


class DisputeMarkView(TypedDict):
    """A dispute about the game."""

    dispute: Annotated[str, "Its id"]
    seat: Annotated[int, "The seat that opened it"]
    hand_number: Annotated[int, "From 1"]
    claim: Annotated[str, {"enum": [*map(str, Claim)]}]
    state: Annotated[str, {"enum": [*map(str, DisputeState)]}]
    outcome: Annotated[
        str | None,
        "Of the arbiter's ruling, or else of the verdict; null before there is one",
        {"enum": [*map(str, VerdictOutcome)]},
    ]


class MarksView(TypedDict):
    """The members that marks of a game add to an object about it (RULES 12.8, 13.8)."""

    contradictions: NotRequired[
        Annotated[
            list[ContradictionView],
            "Receipts that the log contradicts, if any: `GET /v1/games/{id}/receipts`",
        ]
    ]
    disputes: NotRequired[Annotated[list[DisputeMarkView], "Disputes about the game"]]


class DisputedLedger(MarksView):
    """The members that marks of a game add to an object with its balances (RULES 12.8, 13.7)."""

    provisional: NotRequired[
        Annotated[list[ProvisionalView], "Hands in dispute; present where there are disputes about this game"]
    ]
    corrections: NotRequired[Annotated[list[CorrectionView], "Of disputes"]]
    corrected: NotRequired[Annotated[list[int], "By seat the balance after the corrections of disputes"]]


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of `game`: pairs of receipts, the second of each for what the log holds, and disputes.

    `missing` has the parts that did not answer, so that disputes may lack here.
    """

    game: str
    contradictions: tuple[Pair, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    missing: frozenset[Part] = frozenset()

    @property
    def receipts(self) -> list[Json]:
        """Receipts of the contradictions, each contradicted receipt before the receipt of the log."""
        return [dict(receipt) for pair in self.contradictions for receipt in pair]

    @property
    def tag(self) -> str:
        """Part of an ETag that changes with the marks; empty without marks."""
        return tag_of(self.members())

    @property
    def headers(self) -> dict[str, str]:
        """The header Link with the addresses of the marks (RFC 8288); empty without marks."""
        at = f"/v1/games/{self.game}"
        links = [f'<{at}/receipts>; rel="related"; title="contradicted receipts"'] * bool(self.contradictions)
        links += [f'<{at}/disputes>; rel="related"; title="disputes"'] * bool(self.disputes)
        return {"Link": ", ".join(links)} if links else {}

    def members(self) -> MarksView:
        """Return the marks as members of an object about the game; none without any."""
        members: MarksView = {}
        if self.contradictions:
            members["contradictions"] = [_contradiction(*pair) for pair in self.contradictions]
        if self.disputes:
            members["disputes"] = [disputed(dispute) for dispute in self.disputes]
        return members

    def ledger(self, balances: Sequence[int]) -> DisputedLedger:
        """Return the marks as members of an object with `balances` by seat; none without any."""
        return {**self.members(), **ledger_members(balances, self.disputes)}


@dataclass(frozen=True, slots=True)
class MarksEach:
    """The marks of those games that have any; `missing` as in `Marks`."""

    by_game: Mapping[GameId, Marks]
    missing: frozenset[Part]


class Marking:
    """The marks of games, from the disputes in `dispute_service` and the contradicted receipts in `store`."""

    def __init__(self, dispute_service: DisputeService, store: EventStore) -> None:
        self._disputes = dispute_service
        self._store = store

    def of(self, position: Position) -> Marks:
        """Return the marks of a game. One that is not over and not frozen has disputes alone."""
        table, game = position.table, position.game
        if table.has_ended or table.is_frozen:
            each = self.of_each([game])
            return replace(each.by_game.get(game, Marks(game)), missing=each.missing)
        if table.hand_number < 1 or (table.hand_number == 1 and table.in_hand):
            return Marks(game)  # no hand is over yet
        about = self._disputes.about(game, over=False)
        return Marks(game, (), tuple(current.state for current in about.disputes), about.missing)

    def of_each(self, games: Sequence[GameId], over: Sequence[GameId] | None = None) -> MarksEach:
        """Return the marks of each of `games`; disputes that cannot be read are left out.

        `over` has the games that have ended or are frozen, None for all: only these may have disputes in the
        archive.
        """
        among = self._store.marked.among(games)
        marked = [game for game in games if game in among]
        about = self._disputes.about_each(marked, games if over is None else over)
        pairs = dict(zip(marked, self._store.contradictions.of(marked), strict=True))
        marks = {
            game: Marks(
                game, pairs.get(game, ()), tuple(current.state for current in about.by_game.get(game, ()))
            )
            for game in games
            if pairs.get(game) or game in about.by_game
        }
        return MarksEach(marks, about.missing)


MarksOf = Callable[[Position], Marks]
"""The marks of a game at a position."""


def unmarked(position: Position) -> Marks:
    """Return no marks, for a service that keeps none."""
    return Marks(position.game)


def disputed(dispute: Dispute) -> DisputeMarkView:
    """Return a dispute as a mark: its claim and the outcome of the ruling or else of the verdict, null
    before.
    """
    decided = dispute.ruling or dispute.verdict
    return {
        "dispute": dispute.id,
        "seat": dispute.seat,
        "hand_number": dispute.hand_number,
        "claim": str(dispute.claim),
        "state": str(dispute.state),
        "outcome": decided["outcome"] if decided else None,
    }


def tag_of(members: Mapping[str, Any]) -> str:
    """Return a tag that changes with the members that marks add to objects; empty without any."""
    return sha256(canonical(members)).hexdigest()[:12] if members else ""


def _contradiction(receipt: Mapping[str, Any], held: Mapping[str, Any]) -> ContradictionView:
    return {
        "ply": receipt["ply"],
        "digest": receipt["digest"],
        "held_ply": held["ply"],
        "held_digest": held["digest"],
    }


def ledger_members(balances: Sequence[int], disputes: Sequence[Dispute]) -> DisputedLedger:
    """Return the statements of disputes about a ledger with these `balances` by seat, as members of an
    object.
    """
    if not disputes:
        return {}
    return {
        "provisional": provisional(disputes),
        "corrections": corrections(disputes),
        "corrected": list(corrected(balances, disputes)),
    }


def provisional(disputes: Iterable[Dispute]) -> list[ProvisionalView]:
    """Return the hands whose payment does not count yet, with the dispute that keeps it from counting."""
    return [
        {"hand_number": dispute.hand_number, "dispute": dispute.id, "state": str(dispute.state)}
        for dispute in disputes
        if not dispute.is_over
    ]


def corrections(disputes: Iterable[Dispute]) -> list[CorrectionView]:
    """Return the changes of disputes that are over: by dispute the amounts by seat, which sum to zero.

    A hand is paid back once: if two disputes about it give the same amounts, the first counts.
    """
    by_hand: dict[tuple[int, tuple[int, ...]], CorrectionView] = {}
    for dispute in disputes:
        if dispute.correction is not None:
            change: CorrectionView = {
                "hand_number": dispute.hand_number,
                "dispute": dispute.id,
                "amounts": list(dispute.correction),
            }
            by_hand.setdefault((dispute.hand_number, tuple(dispute.correction)), change)
    return list(by_hand.values())


def corrected(balances: Sequence[int], disputes: Iterable[Dispute]) -> tuple[int, ...]:
    """Return the balances after every correction.

    >>> corrected((5, -5), ())
    (5, -5)
    """
    amounts = [change["amounts"] for change in corrections(disputes)]
    return tuple(balance + sum(change[at] for change in amounts) for at, balance in enumerate(balances))
