"""The parts of the soak: for each what one chunk does, and how many chunks a full and a small run have.

A chunk gets a generator seeded for it alone and the value of the part's `setup`, tries as many cases as it
likes, raises on the first that is wrong, and returns how many it tried. Keyword arguments with defaults say
how much a chunk does; a small run may have less. To add a part write such a function and a row in `PARTS`;
what is dear to start (a server, a store) belongs in `setup`, a context manager that is entered once for the
whole part.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any

from app.games.conquian.state import State
from app.games.conquian.variants import VARIANTS
from tests.games.checks import (
    check_blind,
    check_layouts,
    check_legal,
    check_position,
    check_step,
    check_window,
)
from tests.games.meld_cases import SHEETS, check_arrangement, check_fault, check_uses, question
from tests.games.play import FAMILY, deal, family_deal, positions, steps
from tests.games.random_sheets import check_sheet
from tests.soak import (
    alone,
    archive,
    backup,
    bundles,
    contract,
    disk,
    disputes,
    due,
    entrant_programs,
    forged_tournaments,
    hidden,
    http,
    idempotency,
    kills,
    lossy,
    notation,
    ratings,
    scaled,
    simulate,
    sprt,
    stalls,
    stalls_site,
    streams,
    tamper,
    thinking,
    tournaments,
    twins,
)
from tests.soak.client import serving
from tests.verifier import rules_soak
from tests.verifier.node import auditor

Chunk = Callable[..., int]


@dataclass(frozen=True, slots=True)
class Part:
    """One subject of the soak; `full` and `small` count chunks.

    Where `unit` says what a chunk counts, they are how many of these a run has to reach, however many chunks
    that takes.
    """

    chunk: Chunk
    full: int
    small: int
    setup: Callable[[], AbstractContextManager[Any]] = nullcontext
    unit: str | None = None
    full_setup: Callable[[], AbstractContextManager[Any]] | None = None
    """What a full run has instead of `setup`, where that is larger."""

    smaller: Mapping[str, int] = field(default_factory=dict)
    """Keyword arguments of a chunk in a small run: it does less with the same code."""

    in_tests: bool = False
    """Whether `make check` has the same code at small scale in tests of its own."""


def hand(state: State, rng: Random) -> None:
    """Plays a hand to its end and checks every position, every step, and a sample of what else must hold."""
    check_position(state)
    for taken in steps(state, rng):
        check_step(taken)
        check_position(taken.after)
        check_window(taken.after, rng)
        if rng.random() < 0.01:
            check_legal(taken.after, rng)
        if rng.random() < 0.1:
            check_blind(taken.after, rng)
            check_layouts(taken.after, rng)


_MAIN = (("north-american", 2), ("mexican-3", 3), ("mexican-2", 2))


def rules(rng: Random, _: None) -> int:
    """Twenty random games of the three main variants as they are written."""
    for game in range(20):
        variant, players = _MAIN[(game + rng.randrange(3)) % 3]
        hand(deal(VARIANTS[variant].rules, players, rng), rng)
    return 20


def family(rng: Random, _: None) -> int:
    """One random game of every row of the family: all variants, all options."""
    for row in range(len(FAMILY)):
        hand(family_deal(row, rng), rng)
    return len(FAMILY)


def legal(rng: Random, _: None) -> int:
    """Two positions of random games in which every subset of the hand and every discard is tried."""
    for _position in range(2):
        start = family_deal(rng.randrange(len(FAMILY)), rng)
        state = rng.choice(list(positions(start, rng)))
        check_legal(state, rng, cap=2**11)
        check_layouts(state, rng)
    return 2


def holdem(rng: Random, _: None) -> int:
    """A hundred random hands of hold'em, against PokerKit."""
    from tests.games.holdem.comparing import compare_hands  # noqa: PLC0415

    compare_hands(rng, 100)
    return 100


def melds(rng: Random, _: None) -> int:
    """Ten questions to the solver under every sheet, against the search through all partitions."""
    for sheet in SHEETS.values():
        for _question in range(10):
            asked = question(sheet, rng)
            check_uses(asked)
            check_arrangement(asked)
            check_fault(sheet, rng)
    return 10 * len(SHEETS)


def sheets(rng: Random, _: None) -> int:
    """Twenty random rules sheets: refused with a reason, or a sitting of them ends and conserves all."""
    for _sheet in range(20):
        check_sheet(rng)
    return 20


PARTS: Mapping[str, Part] = MappingProxyType(
    {
        "rules": Part(rules, full=500, small=2),
        "family": Part(family, full=200, small=1),
        "holdem": Part(holdem, full=20_000, small=100, unit="hands"),
        "legal": Part(legal, full=500, small=3),
        "melds": Part(melds, full=500, small=2),
        "simulate": Part(simulate.plies, full=1_000_000, small=1, unit="plies"),
        "thinking": Part(thinking.decisions, full=10_000, small=1, unit="decisions"),
        "scaled": Part(scaled.fully, full=1, small=1, smaller={"files": 1}, in_tests=True),
        "sheets": Part(sheets, full=500, small=2),
        "hidden": Part(hidden.games, full=400, small=3, setup=hidden.tallies),
        "twins": Part(
            twins.positions,
            full=10_000,
            small=1,
            setup=twins.proving,
            unit="positions",
            smaller={"pairs": 2},
        ),
        "verifier-holdem": Part(rules_soak.holdem_decisions, full=20, small=1, smaller={"count": 40}),
        "verifier-rules": Part(rules_soak.decisions, full=130, small=1, smaller={"rows": 8, "rounds": 2}),
        "notation": Part(notation.texts, full=200, small=1),
        "archive": Part(archive.kill, full=100, small=2, setup=archive.site),
        "contract": Part(
            contract.requests,
            full=100_000,
            small=1,
            setup=contract.site,
            unit="requests",
            smaller={"operations": 4, "examples": 8},
        ),
        "http": Part(http.games, full=100, small=1, setup=serving),
        "idempotency": Part(
            idempotency.commands,
            full=250,
            small=1,
            setup=partial(idempotency.crowd, 2),
            full_setup=idempotency.crowd,
            smaller={"count": 15},
        ),
        "lossy": Part(lossy.games, full=1_000, small=2, setup=lossy.service, unit="games"),
        "streams": Part(streams.cuts, full=1_000, small=20, setup=serving, unit="cuts"),
        "stalls": Part(stalls.routes, full=3, small=1, setup=stalls_site.small, full_setup=stalls_site.full),
        "tournaments": Part(
            tournaments.kill,
            full=tournaments.KILLS,
            small=1,
            setup=serving,
            smaller={"decks": 6, "games": 3},
        ),
        "backup": Part(
            backup.restore,
            full=1,
            small=1,
            setup=serving,
            full_setup=backup.site,
            smaller={"games": 20, "tables": 2},
        ),
        "alone": Part(alone.kill, full=50, small=1, smaller={"kills": 1, "decks": 2}, in_tests=True),
        "kills": Part(kills.kill, full=200, small=1, setup=serving, smaller={"deals": 1}),
        "due": Part(due.kills, full=50, small=1, setup=due.site, smaller={"of_each": 1, "strikes": 2}),
        "disk": Part(disk.fills, full=100, small=1, setup=disk.site, smaller={"deals": 1}),
        "brought": Part(entrant_programs.games, full=200, small=1),
        "sprt": Part(sprt.tests, full=500, small=3, setup=sprt.tallies, unit="runs"),
        "ratings": Part(ratings.intervals, full=50, small=1, setup=ratings.tallies),
        "disputes": Part(disputes.records, full=250, small=1, smaller={"each": 10}),
        "bundles": Part(bundles.files, full=250, small=1, smaller={"each": 10}),
        "tournament-logs": Part(forged_tournaments.logs, full=250, small=1, setup=forged_tournaments.stage),
        "tamper": Part(tamper.records, full=1000, small=1, setup=auditor),
        "tamper-holdem": Part(tamper.holdem_records, full=200, small=1, setup=auditor),
        "checker": Part(tamper.checked, full=300, small=1, setup=auditor, unit="forged records"),
    }
)
"""Every part by its name."""
